"""What goes wrong, as `application/problem+json`: one form for every error of the interface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from proctor import errors
from proctor.errors import ConfigProblems, Problem, ProctorError, RuleError
from proctor.server.answers import STATUS, TooLarge, status_of
from proctor.server.problems import PROBLEM_TYPE, problem_json, problem_of
from proctor.terms.place import Place
from tests.server.front_door import FrontDoor, at_the_door
from tests.server.web import problem_in
from tests.tables import each_row

HUGE = "x" * (1 << 20)


def test_an_error_has_status_title_words_and_code() -> None:
    """The title is the status's own; the words are ours, and the code stays when they change."""
    told = problem_of(errors.NotFound("there is no question 7", help="look at the list"))

    assert told == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "there is no question 7",
        "code": "not-found",
        "help": "look at the list",
    }


def test_problems_of_files_are_all_told() -> None:
    """Each with its place, its line and its help, as `proctor check` shows it."""
    place = Place("config.yaml", 3, 7)
    found = Problem("wrong-value", "no port", place, "a number", "  port: x", 1)
    told = problem_of(ConfigProblems([found]))

    assert (told["status"], told["code"]) == (422, "config-problems")
    assert told["problems"] == [
        {
            "file": "config.yaml", "line": 3, "column": 7, "code": "wrong-value",
            "message": "no port", "help": "a number", "warning": False,
            "line_text": "  port: x", "length": 1,
        }
    ]  # fmt: skip


def test_a_rule_says_by_its_own_code_what_is_wrong() -> None:
    """The code of an error that has one of its own is that one."""
    assert problem_of(RuleError("unclosed", "no end"))["code"] == "unclosed"


def test_every_kind_of_error_has_a_word_of_its_own() -> None:
    """Programs go by the word: no two kinds have the same one."""
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, ProctorError)
    ]
    words = [kind.code for kind in kinds]

    assert len(set(words)) == len(words)
    assert all(word == word.lower() and word.replace("-", "").isalpha() for word in words)


@each_row("status", [400, 401, 403, 404, 405, 413, 415, 421, 422, 429, 500, 503])
def test_whatever_the_status_the_form_is_one(status: int) -> None:
    """Every status that is used has a title and a code."""
    told = problem_in(problem_json(status, "words"), status)

    assert told["title"]
    assert told["code"]


def test_the_nearest_kind_gives_the_status() -> None:
    """What is too large is a wrong request, and says more than that."""
    assert status_of(TooLarge("x")) == 413
    assert {status for _, status in STATUS} >= {400, 403, 404, 409, 413, 415, 422, 429, 503}


REFUSED: list[tuple[str, int, str, dict[str, Any]]] = [
    ("GET /api/nothing", 404, "not-found", {}),
    ("PUT /api/status", 405, "wrong-method", {}),
    ("GET /api/decide", 405, "wrong-method", {}),
    ("GET /api/approvals/7", 404, "not-found", {}),
    ("GET /api/approvals/x", 422, "wrong-part", {}),
    ("POST /api/approvals/1", 400, "usage-error", {"content": b"no"}),
    ("POST /api/approvals/1", 413, "too-large", {"content": HUGE}),
    ("POST /api/decide", 400, "usage-error", {"content": b"no"}),
    ("POST /api/decide", 404, "not-found", {"json": {"tool": "x", "cwd": "/", "role": "nobody"}}),
    ("GET /api/status", 421, "wrong-host", {"headers": {"Host": "evil.example"}}),
    ("GET /api/status", 403, "other-site", {"headers": {"Origin": "http://evil.example"}}),
    ("GET /api/status", 401, "token-wrong", {"headers": {"Authorization": "Bearer x"}}),
    ("POST /v1/logs", 401, "token-wrong", {}),
]


def test_everything_that_is_refused_has_this_form(tmp_path: Path) -> None:
    """Wherever it is refused: at the door, by the framework, in a route, on the quick way."""

    async def work(door: FrontDoor) -> list[httpx.Response]:
        ada = door.bearer("ada")
        return [await ada.request(*line.split(), **how) for line, _, _, how in REFUSED]

    for answer, (line, status, code, _) in zip(
        at_the_door(tmp_path / "home", work), REFUSED, strict=True
    ):
        assert (line, answer.status_code) == (line, status)
        assert answer.headers["content-type"] == PROBLEM_TYPE
        assert (line, problem_in(answer.json(), status)["code"]) == (line, code)
        assert answer.headers["cache-control"] == "no-store"


def test_a_failure_of_ours_is_hidden(tmp_path: Path) -> None:
    """What really happened is in the log: it may hold a secret."""

    async def work(door: FrontDoor) -> httpx.Response:
        door.office.__dict__["status"] = None  # so that calling it fails in a way nobody foresaw
        return await door.bearer("ada").get("/api/status")

    answer = at_the_door(tmp_path / "home", work)
    told = problem_in(answer.json(), 500)

    assert (told["code"], "NoneType" in answer.text) == ("internal", False)


def test_people_read_pages_and_programs_read_json(tmp_path: Path) -> None:
    """The same error is a page, a piece of one, or JSON, as whoever asked can show it."""

    async def work(door: FrontDoor) -> list[httpx.Response]:
        ada = await door.signed_in("ada")
        return [
            await ada.get("/nothing", headers={"Accept": "text/html"}),
            await ada.get("/nothing", headers={"HX-Request": "true"}),
            await ada.get("/nothing"),
            await ada.get("/api/nothing", headers={"Accept": "text/html"}),
        ]

    page, piece, plain, api = at_the_door(tmp_path / "home", work)

    assert [one.status_code for one in (page, piece, plain, api)] == [404] * 4
    assert "<!doctype html>" in page.text
    assert "<!doctype html>" not in piece.text
    assert "not found" in piece.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert plain.json() == api.json()
