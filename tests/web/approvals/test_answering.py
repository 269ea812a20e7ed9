"""Answers on the page: each of them, who was first, and who may not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.approvals.asking import (
    GUARDED,
    PIECE,
    card,
    handed_in,
    role,
    send,
    shown,
    status,
)
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, Asked, Site


@pytest.mark.parametrize(
    ("fields", "told", "words"),
    [
        ({"answer": "allow"}, "allow", "ada allowed it once, on the web page"),
        ({"answer": "allow", "scope": "once"}, "allow", "ada allowed it once, on the web page"),
        (
            {"answer": "allow", "scope": "session"},
            "allow",
            "ada allowed it for this session, on the web page",
        ),
        (
            {"answer": "allow", "scope": "time", "seconds": "900"},
            "allow",
            "ada allowed it for 15 min, on the web page",
        ),
        (
            {"answer": "allow", "scope": "session", "category": "bash"},
            "allow",
            "ada allowed every bash call for this session, on the web page",
        ),
        ({"answer": "deny"}, "deny", "ada denied it, on the web page"),
        (
            {"answer": "deny", "words": "use a branch"},
            "deny",
            "ada denied it, on the web page: use a branch",
        ),
    ],
    ids=["bare", "once", "session", "time", "category", "deny", "deny-with-words"],
)
def test_an_answer_reaches_the_agent(
    site: Site, fields: dict[str, str], told: str, words: str
) -> None:
    """What takes the card's place says who answered, how and through what."""
    # Of its own: what an answer for longer has allowed is not asked again.
    asked = site.ask(f"npm publish --tag {len(words)}", session=f"s-{len(words)}")

    said = send(site, asked.number, **fields)

    assert said.status_code == 200
    assert words in shown(said)
    assert f'id="question-{asked.number}"' in said.text
    assert asked.verdict() == told
    kept = site.bearer().get("/api/audit", params={"limit": 1}).json()[0]
    assert (kept["answered_by"], kept["channel"], kept["question"]) == (ADMIN, "web", asked.number)


def test_always_takes_the_rule_that_was_shown(site: Site) -> None:
    """Unchanged, it takes nobody who may change roles; the role has it from then on."""
    name = role(site, "c-always")
    asked = site.ask("npm test", role=name)

    said = send(
        site, asked.number, DEVELOPER, answer="allow", scope="always", rule="Bash(npm test)"
    )

    assert said.status_code == 200
    assert asked.verdict() == "allow"
    assert "Bash(npm test)" in (site.home / "roles" / f"{name}.yaml").read_text()
    assert "Allowed always by dan" in (site.home / "roles" / f"{name}.yaml").read_text()


def test_of_two_answers_the_first_counts(site: Site) -> None:
    """Whoever is second is told who was first, and how."""
    asked = site.ask("npm publish")

    with ThreadPoolExecutor() as pool:
        both = [
            pool.submit(send, site, asked.number, person, answer=answer)
            for person, answer in ((ADMIN, "allow"), (DEVELOPER, "deny"))
        ]
        found = {one.result().status_code: one.result() for one in both}

    assert sorted(found) == [200, 409]
    winner = ADMIN if "ada allowed" in shown(found[200]) else DEVELOPER
    assert f"question {asked.number} is answered already by {winner}" in shown(found[409])
    assert asked.verdict() == ("allow" if winner == ADMIN else "deny")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"answer": "maybe"},
        {"answer": "allow", "scope": "ever"},
        {"answer": "allow", "scope": "time"},
        {"answer": "allow", "scope": "time", "seconds": "-1"},
        {"answer": "allow", "scope": "time", "seconds": "999999999"},
        {"answer": "allow", "scope": "time", "seconds": "9", "minutes": "9"},
        {"answer": "allow", "scope": "session", "category": "fetch"},
        {"answer": "allow", "scope": "once", "category": "bash"},
        {"answer": "deny", "scope": "session"},
        {"answer": "allow", "yes": "1"},
        {"answer": "deny", "words": "x" * 4001},
        {"answer": "deny", "words": "x" * 70_000},
    ],
    ids=[
        "nothing", "maybe", "scope", "no-time", "minus", "ages", "two-times", "other-category",
        "category-once", "lasting-no", "unknown", "long-words", "too-large",
    ],
)  # fmt: skip
def test_what_is_no_answer_answers_nothing(site: Site, fields: dict[str, str]) -> None:
    """It is refused in words, and the question waits on."""
    asked = site.ask("npm publish")

    said = send(site, asked.number, **fields)

    assert 400 <= said.status_code < 500
    assert 'role="alert"' in said.text
    assert status(site, asked.number) == "pending"


def test_a_field_that_came_twice_answers_nothing(site: Site) -> None:
    """Nobody guesses which of two answers was meant."""
    asked = site.ask("npm publish")
    kind = {**PIECE, "Content-Type": "application/x-www-form-urlencoded"}

    said = site.client().post(
        f"/approvals/{asked.number}/answer", content="answer=deny&answer=allow", headers=kind
    )

    assert said.status_code == 400
    assert status(site, asked.number) == "pending"


@pytest.mark.parametrize("number", ["0", "99999", "'", "%22%3E", "9" * 40])
def test_a_forged_number_is_not_found(site: Site, number: str) -> None:
    """In words, and without a word of what stood there."""
    said = send(site, number, answer="allow")

    assert said.status_code == 404
    assert "there is no" in shown(said)


def test_who_may_not_answer_is_refused(site: Site) -> None:
    """A viewer, somebody whom the rule does not name, and whoever has no key of the page."""
    name = role(site, "c-refused", GUARDED)
    asked = site.ask("git push origin main", role=name)

    looks, lacks = (send(site, asked.number, one, answer="allow") for one in (VIEWER, DEVELOPER))
    stranger = site.stranger().post(f"/approvals/{asked.number}/answer", data={"answer": "allow"})
    forged = site.client().post(
        f"/approvals/{asked.number}/answer",
        data={"answer": "allow"},
        headers={**PIECE, "X-CSRF-Token": "wrong"},
    )

    assert [one.status_code for one in (looks, lacks, forged)] == [403, 403, 403]
    assert stranger.status_code in {303, 401, 403}
    assert "dan does not have the role `admin`, which may answer this" in shown(lacks)
    assert status(site, asked.number) == "pending"


def wish(site: Site, profile: str, agent: str) -> Asked:
    """Let an agent want another profile for itself."""
    given = {"profile": profile}
    return site.ask("", tool="self_edit_permissions", given=given, agent=agent)


def test_a_viewer_answers_what_viewers_may_grant(site: Site) -> None:
    """On the page and by HTTP, a wish for a profile that is theirs to grant; no other question."""
    locked, denied = wish(site, "locked", "wish-1"), wish(site, "locked", "wish-2")
    wide = wish(site, "open", "wish-3")

    assert 'data-key="a"' in card(site, locked.number, VIEWER).text
    assert "you are a viewer here" in shown(card(site, wide.number, VIEWER))
    assert send(site, wide.number, VIEWER, answer="allow").status_code == 403
    by_http = site.bearer(VIEWER).post(f"/api/approvals/{wide.number}", json={"answer": "deny"})
    assert by_http.status_code == 403
    assert status(site, wide.number) == "pending"

    assert send(site, locked.number, VIEWER, answer="allow").status_code == 200
    path = f"/api/approvals/{denied.number}"
    assert site.bearer(VIEWER).get(path).json()["why_not"] is None
    assert site.bearer(VIEWER).post(path, json={"answer": "deny"}).json()["reply"]["by"] == VIEWER
    assert [locked.verdict(), denied.verdict()] == ["allow", "deny"]


def test_a_wish_that_a_process_handed_in_is_not_for_viewers(site: Site) -> None:
    """Nobody here has decided what it is about, so it may be anything."""
    wished = {"tool": "self_edit_permissions", "action": "tool:self_edit:permissions:locked"}
    with handed_in(site, **wished) as number:
        assert send(site, number, VIEWER, answer="allow").status_code == 403


def test_a_question_for_once_takes_no_longer_answer(site: Site) -> None:
    """Whatever a form says that was not on the page."""
    with handed_in(site) as number:
        said = send(site, number, answer="allow", scope="session")

        assert said.status_code == 400
        assert "it can be allowed once, and no longer" in shown(said)
        assert status(site, number) == "pending"


def test_programs_get_what_the_page_shows(site: Site) -> None:
    """Each answer with what it remembers, the rules of *always*, and why one may not answer."""
    asked = site.ask("npm test", role=role(site, "c-api"))
    path = f"/api/approvals/{asked.number}"

    mine, theirs = (site.bearer(one).get(path).json() for one in (DEVELOPER, VIEWER))
    (listed,) = site.bearer(DEVELOPER).get("/api/approvals").json()
    asked.answer()
    ended = site.bearer().get(path).json()

    assert listed == mine
    assert mine["why_not"] is None
    assert "viewer" in theirs["why_not"]
    assert [(one["answer"], one["scope"]) for one in mine["answers"]] == [
        ("allow", "once"), ("allow", "session"), ("allow", "time"), ("allow", "always"),
        ("allow", "session"), ("deny", "once"),
    ]  # fmt: skip
    by = {one["scope"]: one for one in mine["answers"] if "category" not in one}
    assert by["always"]["rules"] == ["Bash(npm test)"]
    assert by["always"]["remembers"].startswith("adds `Bash(npm test)`")
    assert by["time"]["seconds"] == {"least": 1, "most": 86_400}
    assert (ended["answers"], ended["why_not"]) == ([], "it has ended")
