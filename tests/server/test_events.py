"""`/api/events` of the real server: who hears what, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from proctor.server.tokens import Tokens, local_person
from tests.amounts import amount
from tests.server.web import Web, listening, web
from tests.time_limit import SHARED

# Put together here, so that nobody takes it for one that leaked.
SECRET = "ghp_" + "a1B2c3D4" * 5
# Of an event; the system takes about 4 MB for a stream that is not read.
LONG = 32_000


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home that is not there yet."""
    return tmp_path / "home"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Run one server that only these tests use: they hear everything that happens."""
    with web(tmp_path_factory.mktemp("events") / "home", **{SHARED: "1"}) as found:
        yield found


def test_a_decision_is_heard_without_its_secrets(site: Web) -> None:
    """Who decided what, for whom; never the input as it was."""
    with listening(site) as heard:
        site.decide(
            input={"command": f"curl -H 'Authorization: Bearer {SECRET}' https://a.example"}
        )
        kind, said = next(heard)

    assert (kind, said["agent"], said["tool"]) == ("decision", "arch-1", "Bash")
    assert said["action"].startswith("tool:bash:curl")
    assert SECRET not in json.dumps(said)


def test_a_question_is_heard_when_it_is_asked_and_when_it_ends(site: Web) -> None:
    """With what is asked, without its secrets, and with who answered."""
    with listening(site) as heard:
        number = site.ask(
            action=f"tool:bash:API_TOKEN={SECRET} make",
            input={"command": f"API_TOKEN={SECRET} make"},
            body={"why": f"token={SECRET}"},
        )["id"]
        asked = next(heard)
        site.client.post(f"/api/approvals/{number}", json={"answer": "allow"})
        ended = next(heard)

    assert [kind for kind, _ in (asked, ended)] == ["question", "question"]
    assert [said["id"] for _, said in (asked, ended)] == [number, number]
    assert [said["status"] for _, said in (asked, ended)] == ["pending", "answered"]
    assert ended[1]["reply"]["by"] == local_person()
    assert SECRET not in json.dumps([asked, ended])


def test_an_answer_on_the_socket_is_heard_too(site: Web) -> None:
    """It does not matter how somebody answered."""
    with listening(site) as heard:
        number = site.ask()["id"]
        site.op("answer", number=number, answer="deny")

        assert [said["status"] for _, said in (next(heard), next(heard))] == ["pending", "answered"]


def test_a_stream_says_what_it_is(site: Web) -> None:
    """Nothing keeps it, and nothing between holds it back."""
    with site.client.stream("GET", "/api/events") as stream:
        headers = dict(stream.headers)

    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


def test_all_listeners_hear_the_same(site: Web) -> None:
    """In the same order, and those who came later hear what happens later."""
    with ExitStack() as stack:
        streams = [stack.enter_context(listening(site)) for _ in range(5)]
        site.decide(input={"command": "ls 1"})
        streams.append(stack.enter_context(listening(site)))
        site.decide(input={"command": "ls 2"})
        heard = [[next(stream)[1]["action"] for _ in range(2)] for stream in streams[:5]]

        assert heard == [["tool:bash:ls 1", "tool:bash:ls 2"]] * 5
        assert next(streams[5])[1]["action"] == "tool:bash:ls 2"


def stuck(site: Web, stack: ExitStack) -> None:
    """Open a stream that is never read."""
    peer = stack.enter_context(site.connection())
    peer.sendall(site.head("GET /api/events"))
    assert b"200 OK" in peer.recv(1024)


def test_who_does_not_read_holds_up_nobody(home: Path) -> None:
    """Calls are decided and others hear of them; and the server still ends in order."""
    with web(home) as site, ExitStack() as stack:
        for _ in range(3):
            stuck(site, stack)
        heard = stack.enter_context(listening(site))
        for number in range(amount(150, 1500)):
            site.decide(input={"command": f"ls {number} {'x' * LONG}"})
            assert next(heard)[1]["action"].startswith(f"tool:bash:ls {number} ")

        assert site.server.end() == 0


def test_who_goes_is_forgotten(site: Web) -> None:
    """Many streams that were closed harm nobody."""
    for _ in range(amount(20, 100)):
        with listening(site):
            pass
    with listening(site) as heard:
        site.decide()

        assert next(heard)[0] == "decision"


def test_streams_end_with_the_server(home: Path) -> None:
    """In order: what was said before is whole, and the process ends with status 0."""
    with web(home) as site, ExitStack() as stack:
        streams = [stack.enter_context(listening(site)) for _ in range(5)]
        site.decide()
        status = site.server.end()

        assert status == 0
        assert [[kind for kind, _ in stream] for stream in streams] == [["decision"]] * 5


def test_a_stream_ends_with_its_token(site: Web) -> None:
    """Whoever is not a person any more hears nothing of what happens then; others do."""
    tokens = Tokens(site.home)
    token = tokens.new_token("eve")
    with listening(site) as ours, listening(site, token) as theirs:
        site.decide(input={"command": "ls 1"})
        before = next(theirs)[1]["action"]
        tokens.revoke("eve")
        site.decide(input={"command": "ls 2"})

        assert before == "tool:bash:ls 1"
        assert list(theirs) == []
        assert [next(ours)[1]["action"] for _ in range(2)] == ["tool:bash:ls 1", "tool:bash:ls 2"]


def test_a_stream_needs_a_token(site: Web) -> None:
    """A stream is as private as what it tells; an address with a token in it is not one."""
    url = f"{site.server.info['url']}/api/events?token={site.token}"

    assert httpx.get(url, trust_env=False).status_code == 401
