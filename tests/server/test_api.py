"""The paths of the interface: questions, grants, agents, records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from proctor.audit.moments import FORMS
from proctor.keepers import open_keepers
from proctor.owner.client import Client
from proctor.server.tokens import Tokens, local_person
from proctor.terms.agent import Agent
from proctor.terms.grant import Grant
from proctor.terms.reply import Scope
from tests.server.running import PATIENCE
from tests.server.web import Web, meanwhile, problem_in, web

LATER = "2099-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Run one server, in a home in which something was kept before."""
    home = tmp_path_factory.mktemp("api") / "home"
    home.mkdir()
    keepers = open_keepers(home)
    for number in (1, 2):
        made = Grant(f"g{number}", "key", Scope.TIME, "ada", "2026-11-01T00:00:00.000Z")
        keepers.store.grant(made._replace(expires_at=LATER))
    keepers.store.put_agent(Agent("vm", str(home), "arch-1", role="architect", state="idle"))
    keepers.close()
    with web(home) as found:
        yield found


def get(site: Web, path: str) -> Any:
    """Ask for something that is there."""
    answer = site.client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def message(site: Web, method: str, path: str, status: int, **how: Any) -> str:
    """Ask for something that is refused, and return what is said."""
    answer = site.client.request(method, path, **how)
    assert answer.status_code == status, answer.text
    return str(problem_in(answer.json(), status)["detail"])


def test_the_status_tells_how_the_server_is(site: Web) -> None:
    """Whoever has a token sees which process it is, and where it keeps things."""
    found = get(site, "/api/status")

    assert (found["pid"], found["home"]) == (site.server.info["pid"], str(site.home))
    assert found["trouble"] is None


def test_agents_are_listed(site: Web) -> None:
    """Every agent, with its state."""
    found = [(one["name"], one["role"], one["state"]) for one in get(site, "/api/agents")]

    assert ("arch-1", "architect", "idle") in found


def test_questions_are_listed_by_status(site: Web) -> None:
    """Those that wait, those that ended, or all."""
    first, second = site.ask(action="tool:bash:one"), site.ask(action="tool:bash:two")
    site.client.post(f"/api/approvals/{first['id']}", json={"answer": "deny"})

    def numbers(status: str) -> set[int]:
        return {one["id"] for one in get(site, f"/api/approvals{status}")}

    assert (first["id"] in numbers(""), second["id"] in numbers("")) == (False, True)
    assert first["id"] in numbers("?status=answered")
    assert {first["id"], second["id"]} <= numbers("?status=")


def test_what_takes_a_question_back_is_not_shown(site: Web) -> None:
    """Neither the list nor one question has the uid; the mark is that of the one who asked."""
    asked = site.ask(action="tool:bash:three")
    one = get(site, f"/api/approvals/{asked['id']}")
    (listed,) = [each for each in get(site, "/api/approvals") if each["id"] == asked["id"]]

    assert one == listed
    told = {name: value for name, value in one.items() if name not in ("answers", "why_not")}
    assert told == {name: value for name, value in asked.items() if name != "uid"}


def test_a_question_is_answered_once(site: Web) -> None:
    """The first answer counts; whoever comes later is told who was first."""
    number = site.ask()["id"]
    grace = {"Authorization": f"Bearer {Tokens(site.home).new_token('grace')}"}
    path, yes, no = f"/api/approvals/{number}", {"answer": "allow"}, {"answer": "deny"}
    first = site.client.post(path, headers=grace, json={**yes, "words": "é fine"})

    assert first.status_code == 200
    reply = first.json()["reply"]
    assert (reply["answer"], reply["by"], reply["channel"]) == ("allow", "grace", "http")
    late = f"question {number} is answered already by grace"
    assert message(site, "POST", path, 409, json=no) == late
    assert get(site, path)["reply"] == reply


def test_a_question_that_is_not_there_is_not_found(site: Web) -> None:
    """Neither to look at, nor to wait for, nor to answer."""
    for method, path in (
        ("GET", "/api/approvals/99999"),
        ("GET", "/api/approvals/99999?wait=600"),
        ("POST", "/api/approvals/99999"),
    ):
        said = message(site, method, path, 404, content=b'{"answer": "allow"}')
        assert said == "there is no question 99999"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"allow",
        b"[]",
        b"null",
        b'"allow"',
        b"{}",
        b'{"answer": null}',
        b'{"answer": true}',
        b'{"answer": "ALLOW"}',
        b'{"answer": "timeout"}',
        b'{"answer": ["allow"]}',
        b'{"answer": "allow", "by": "ada"}',
        b'{"answer": "allow", "scope": "forever"}',
        b'{"answer": "allow", "seconds": NaN}',
        b'{"answer": "allow", "seconds": -1}',
        b'{"answer": "allow", "words": 7}',
        b"answer=allow",
    ],
    ids=repr,
)
def test_a_wrong_answer_is_none(site: Web, body: bytes) -> None:
    """The question waits on."""
    number = site.ask()["id"]
    message(site, "POST", f"/api/approvals/{number}", 400, content=body)

    assert get(site, f"/api/approvals/{number}")["status"] == "pending"


def test_an_answer_is_short(site: Web) -> None:
    """Nobody writes so much, and nobody shall have to read it."""
    number = site.ask()["id"]
    large = json.dumps({"answer": "allow", "words": "x" * (1 << 20)}).encode()
    said = message(site, "POST", f"/api/approvals/{number}", 413, content=large)

    assert said == "a request has at most 64 kB"
    assert get(site, f"/api/approvals/{number}")["status"] == "pending"


def test_waiting_by_http_ends_with_an_answer_on_the_socket(site: Web) -> None:
    """Whoever waits is woken, whatever way the answer comes."""
    number = site.ask()["id"]
    found: list[dict[str, Any]] = []
    with meanwhile(lambda: found.append(get(site, f"/api/approvals/{number}?wait=600"))):
        site.op("answer", number=number, answer="deny", words="not now")

    assert [one["reply"]["words"] for one in found] == ["not now"]


def test_waiting_on_the_socket_ends_with_an_answer_by_http(site: Web) -> None:
    """And the other way round."""
    number = site.ask()["id"]
    found: list[dict[str, Any]] = []

    def wait() -> None:
        with Client.connect(site.home, PATIENCE) as client:
            found.append(client.call("wait", number=number, seconds=600))

    with meanwhile(wait):
        site.client.post(f"/api/approvals/{number}", json={"answer": "allow"})

    assert [(one["status"], one["reply"]["by"]) for one in found] == [("answered", local_person())]


def test_waiting_ends_with_the_time(site: Web) -> None:
    """A question that nobody answered is returned as it is."""
    number = site.ask()["id"]

    assert get(site, f"/api/approvals/{number}?wait=0.1")["status"] == "pending"


def test_who_waits_with_a_token_that_is_revoked_is_told_nothing(site: Web) -> None:
    """The answer is for those who may see it when it comes."""
    number, tokens = site.ask()["id"], Tokens(site.home)
    headers = {"Authorization": f"Bearer {tokens.new_token('eve')}"}
    answers = []
    path = f"/api/approvals/{number}?wait=600"
    with meanwhile(lambda: answers.append(site.client.get(path, headers=headers))):
        # It is only certain that it waits once the connection is used.
        site.client.get(f"/api/approvals/{number}?wait=0.5")
        tokens.revoke("eve")
        site.client.post(f"/api/approvals/{number}", json={"answer": "allow"})

    assert answers[0].status_code in {401, 403}
    assert problem_in(answers[0].json(), answers[0].status_code)["code"] != "internal"


def test_a_category_is_allowed_in_advance(site: Web) -> None:
    """Whoever has a token allows it, in their own name; the grant comes back, and is listed."""
    body = {"category": "bash", "project": str(site.project), "agent": "arch-1", "session": "s-9"}
    answer = site.client.post("/api/grants", json=body)

    assert answer.status_code == 200, answer.text
    made = answer.json()
    told = (made["scope"], made["role"], made["agent"], made["session"], made["made_by"])
    assert told == ("session", "guarded", "arch-1", "s-9", local_person())
    assert (made["body"]["category"], made["body"]["channel"]) == ("bash", "http")
    assert made in get(site, "/api/grants")
    decided = site.decide(input={"command": "make"}, session="s-9", role="guarded")
    assert decided["effect"] == "allow"
    assert site.client.delete(f"/api/grants/{made['id']}").status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"category": "bsh"}, 400, "there is no such category"),
        ({"category": None}, 400, "`category` is a printable text"),
        ({"project": "shop"}, 400, "`project` is missing"),
        ({"agent": "", "session": ""}, 400, "`agent` or `session` is missing"),
        ({"agent": "a\u202eb"}, 400, "`agent` is a printable text"),
        ({"by": "ada"}, 400, "`by` is not known"),
        ({"role": "nobody-has-it"}, 404, "nobody-has-it"),
    ],
)
def test_what_cannot_be_allowed_in_advance_is_refused(
    site: Web, change: dict[str, Any], status: int, said: str
) -> None:
    """With the reason, and nothing is kept."""
    body = {"category": "bash", "project": str(site.project), "agent": "x", "session": "s"}
    before = get(site, "/api/grants")

    assert said in message(site, "POST", "/api/grants", status, json={**body, **change})
    assert get(site, "/api/grants") == before


def test_grants_are_listed_and_revoked(site: Web) -> None:
    """One that was revoked holds no more, and cannot be revoked again."""
    assert [one["uid"] for one in get(site, "/api/grants")] == ["g1", "g2"]
    number = get(site, "/api/grants")[0]["id"]
    done = site.client.delete(f"/api/grants/{number}")

    assert (done.status_code, done.json()) == (200, {"id": number, "revoked_by": local_person()})
    assert [one["uid"] for one in get(site, "/api/grants")] == ["g2"]
    said = message(site, "DELETE", f"/api/grants/{number}", 404)
    assert said == f"there is no grant {number} to revoke"


def test_records_are_filtered(site: Web) -> None:
    """Each filter counts, and all together."""
    site.decide(agent="filter-1", input={"command": "ls docs"})
    site.decide(agent="filter-2", session="s-1", input={"command": "make clean"})

    def actions(query: str) -> list[str]:
        return [one["action_string"] for one in get(site, f"/api/audit?{query}")]

    assert actions("agent=filter-1") == ["tool:bash:ls docs"]
    assert actions("session=s-1") == ["tool:bash:make clean"]
    assert actions("decision=allow&agent=filter-2") == []
    assert actions("text=docs&agent=filter-1&tool=Bash") == ["tool:bash:ls docs"]
    assert actions("agent=filter-1&since=2001-01-01&until=2002-01-01T00:00:00Z") == []
    assert actions("agent=filter-1&since=2001-01-01") == ["tool:bash:ls docs"]
    assert actions("agent=filter-1&decision=&role=&since=") == ["tool:bash:ls docs"]


def test_records_come_in_pages(site: Web) -> None:
    """The newest first; the next page begins before the last one of this."""
    for number in range(5):
        site.decide(agent="pages", input={"command": f"ls {number}"})
    first = get(site, "/api/audit?agent=pages&limit=3")
    second = get(site, f"/api/audit?agent=pages&limit=3&before={first[-1]['n']}")
    newer = get(site, f"/api/audit?agent=pages&after={first[-1]['n']}")

    assert [one["action_string"][-1] for one in first + second] == ["4", "3", "2", "1", "0"]
    assert {one["n"] for one in newer} == {one["n"] for one in first[:2]}
    assert get(site, f"/api/audit/{first[0]['n']}") == first[0]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("limit=0", "`limit`: Input should be greater than or equal to 1"),
        ("limit=1001", "`limit`: Input should be less than or equal to 1000"),
        ("agnet=x", "`agnet`: Extra inputs are not permitted"),
        ("since=soon", f"`since`: write a moment as {FORMS}"),
        ("text=%21%3F", "`text`: it has no words: a word is letters and digits"),
        ("before=9223372036854775808", "`before`: Input should be less than or equal to"),
        ("before=-1", "`before`: Input should be greater than or equal to 0"),
        ("decision=maybe", "`decision`: Input should be 'allow', 'deny'"),
    ],
)
def test_a_wrong_filter_is_an_error(site: Web, query: str, said: str) -> None:
    """It is never without effect, and never taken for no filter."""
    assert message(site, "GET", f"/api/audit?{query}", 422).startswith(said)


@pytest.mark.parametrize(
    "path",
    [
        "/api/audit/x",
        "/api/audit/-1",
        "/api/audit/9223372036854775808",
        "/api/approvals/9223372036854775808",
        "/api/approvals/1?wait=nan",
        "/api/approvals/1?wait=601",
        "/api/approvals/1?wiat=1",
        "/api/approvals?status=maybe",
        "/api/approvals?statsu=pending",
    ],
)
def test_a_wrong_address_is_an_error(site: Web, path: str) -> None:
    """Numbers are those that a store has, and no word is mistyped without effect."""
    message(site, "GET", path, 422)


def test_an_error_does_not_say_what_was_sent(site: Web) -> None:
    """A secret that was put in the wrong place goes no further."""
    for path in ("/api/audit?limit=geheim&x=geheim", "/api/audit/geheim", "/geheim"):
        assert "geheim" not in site.client.get(path).text


def test_half_a_character_is_shown_to_others(site: Web) -> None:
    """What an agent says cannot keep people from reading the list that it stands in."""
    odd = json.dumps(site.request(agent="half\ud800", input={"command": "ls \ud800"}))
    site.client.post("/api/decide", content=odd.encode())
    site.ask(body={"why": "\ud800"})
    found = site.client.get("/api/audit")

    assert (found.status_code, found.content.isascii()) == (200, True)
    assert site.client.get("/api/approvals").status_code == 200


def test_what_is_no_number_is_shown_to_others(site: Web) -> None:
    """A question from the socket may have things in it of which JSON has no like."""
    draft = b'{"op":"ask","tool":"Bash","action":"x","body":{"n":NaN,"deep":' + b"[" * 900
    with Client.connect(site.home, PATIENCE) as client:
        client.socket.sendall(draft + b"]" * 900 + b"}}\n")
        assert client.socket.recv(1 << 16)
    found = site.client.get("/api/approvals")

    assert found.status_code == 200
    assert json.loads(found.content, parse_constant=pytest.fail)


def test_a_record_that_is_not_there_is_not_found(site: Web) -> None:
    """The error says where the numbers are."""
    answer = site.client.get("/api/audit/99999")

    told = problem_in(answer.json(), 404)
    assert (answer.status_code, told["detail"]) == (404, "there is no record 99999")
    assert (told["code"], told["help"]) == ("not-found", "see `proctor audit list`")
