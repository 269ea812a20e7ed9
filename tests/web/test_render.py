"""Pages from templates: what is escaped, what is seen, how moments and numbers are said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from jinja2 import UndefinedError
from starlette.requests import Request

from proctor.server.scope_keys import CSRF, MAY, PERSON
from proctor.server.web import in_words
from proctor.server.web.may import May
from proctor.server.web.render import PAGES, POLICY, page, words
from tests.tables import each_row

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC).timestamp()
HOSTILE = "<script>alert(1)</script>\"'&"


def request(path: str = "/", **scope: object) -> Request:
    """Return a request as it comes to a page."""
    return Request({"type": "http", "method": "GET", "path": path, "headers": [], **scope})


def rendered(text: str, **data: object) -> str:
    """Render a template that is written here."""
    return PAGES.from_string(text).render(data)


def test_what_a_template_shows_is_escaped() -> None:
    """No text becomes markup, in an element or in an attribute."""
    made = rendered('<p title="{{ x }}">{{ x }}{{ x | shown }}</p>', x=HOSTILE)

    assert "<script>" not in made
    assert made.count("&lt;script&gt;") == 3
    assert made.count("&#34;") == 3


def test_a_name_that_is_not_there_is_an_error() -> None:
    """A mistyped name is no empty text."""
    with pytest.raises(UndefinedError):
        rendered("{{ nothing }}")


@each_row(
    ("text", "seen"),
    [
        ("plain text", "plain text"),
        ("a\nb\tc", "a\nb\tc"),
        ("ü 漢 ❤\ufe0f", "ü 漢 ❤\ufe0f"),
        ("a\u202eb", 'a<span class="unseen" title="U+202E">\\u202e</span>b'),
        ("\x1b[31m", '<span class="unseen" title="U+001B">\\x1b</span>[31m'),
        ("a\u3164b", 'a<span class="unseen" title="U+3164">\\u3164</span>b'),
        ("\ud800", '<span class="unseen" title="U+D800">\\ud800</span>'),
        ("<\u200b>", '&lt;<span class="unseen" title="U+200B">\\u200b</span>&gt;'),
    ],
    ids=["plain", "lines", "scripts", "bidi", "escape", "filler", "surrogate", "in markup"],
)
def test_what_nobody_would_see_is_spelled_out(text: str, seen: str) -> None:
    """A person reads everything that a model reads."""
    assert in_words.shown(text) == seen


def test_very_many_unseen_characters_make_no_endless_page() -> None:
    """Each is spelled out; only so many have an element of their own."""
    made = in_words.shown("\u200b" * 10_000)

    assert made.count("<span") == in_words.MOST_MARKS
    assert made.count("\\u200b") == 10_000


@each_row(
    ("at", "said"),
    [
        ("2026-11-16T11:59:57.000Z", "just now"),
        ("2026-11-16T11:59:15Z", "45 s ago"),
        ("2026-11-16T11:57:00+00:00", "3 min ago"),
        ("2026-11-16T07:00:00Z", "5 h ago"),
        ("2026-11-14T07:00:00Z", "2 d ago"),
        ("2026-11-16T12:05:00Z", "in 5 min"),
        ("2025-01-05T12:00:00Z", "5 Jan 2025"),
    ],
)
def test_a_moment_is_said_as_people_say_it(at: str, said: str) -> None:
    """The element has the moment itself, too."""
    made = in_words.ago(at, NOW)

    assert made.endswith(f">{said}</time>")
    assert made.startswith(f'<time datetime="{at[:10]}T{at[11:16]}')


@pytest.mark.parametrize("text", ["", "yesterday", HOSTILE, "9" * 400], ids=str.__len__)
def test_what_is_no_moment_is_shown_as_it_is(text: str) -> None:
    """Somebody may have put anything where a moment belongs."""
    assert in_words.ago(text) == in_words.moment(text) == in_words.shown(text)


@pytest.mark.parametrize(
    ("text", "cut"),
    [("short", "short"), ("a\n  b", "a b"), ("x" * 20, "x" * 9 + "…"), ("x" * 10, "x" * 10)],
    ids=["short", "lines", "long", "exact"],
)
def test_a_long_text_is_cut(text: str, cut: str) -> None:
    """It is on one line, and says that there is more."""
    assert in_words.short(text, 10) == cut


def test_blanks_do_not_hide_that_a_text_goes_on() -> None:
    """What stands behind many blanks is at least said to be there."""
    assert in_words.short("ls" + " " * 5000 + "; rm -rf /", 10).endswith("…")


def test_numbers_are_read_at_a_glance() -> None:
    """Large ones are in groups, and each has its word."""
    assert in_words.grouped(1234567) == "1\u202f234\u202f567"
    assert [in_words.many(n, "question") for n in (0, 1, 2)] == [
        "0 questions",
        "1 question",
        "2 questions",
    ]
    assert in_words.many(2, "reply", "replies") == "2 replies"


def test_a_page_runs_nothing_but_ours_and_is_kept_by_nobody() -> None:
    """Each page has the policy that lets no inline script and no other site in."""
    problem = {"status": 404, "title": HOSTILE, "detail": HOSTILE, "help": None}
    scope: dict[str, Any] = {PERSON: HOSTILE, MAY: May.ADMIN, CSRF: "a-token"}
    answer = page(request(**scope), "problem.html", status=404, problem=problem)

    assert answer.status_code == 404
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert answer.headers["cache-control"] == "no-store"
    assert b"<script>alert" not in bytes(answer.body)


def test_a_page_knows_where_it_is() -> None:
    """The entry of the side bar says so to eyes and to screen readers; others do not."""
    scope: dict[str, Any] = {PERSON: "ada", MAY: May.VIEW}
    problem = {"status": 404, "title": "x", "detail": "x", "help": None}
    made = bytes(page(request("/roles/builder", **scope), "problem.html", problem=problem).body)

    assert made.count(b'aria-current="page"') == 1
    assert b'<a href="/roles" data-key="r" class="menu-active" aria-current="page">' in made


def test_who_is_not_signed_in_sees_no_menu_and_listens_to_nothing() -> None:
    """A page for nobody has neither side bar nor stream."""
    problem = {"status": 401, "title": "x", "detail": "x", "help": None}
    made = bytes(page(request(), "problem.html", problem=problem).body)

    assert b"<aside" not in made
    assert b"/live" not in made


@each_row(
    ("call", "has"),
    [
        ('effect("allow")', "badge-success"),
        ('effect("ask_timeout")', ">ask timeout<"),
        ('effect("ask_timeout")', "badge-error"),
        ('effect("ask")', "badge-warning"),
        ("effect(x)", "&lt;script&gt;"),
        ('state("blocked")', "badge-error"),
        ("state(x)", "&lt;script&gt;"),
        ('page_head("Roles", x)', "&lt;script&gt;"),
        ("empty(x)", "&lt;script&gt;"),
        ("command(x)", "&lt;script&gt;"),
        ('command([{"text": x, "effect": "deny", "title": x}])', "part-deny"),
        ('field("name", "Name", x, error=x)', 'aria-invalid="true"'),
        ('field("name", "Name", x, kind="textarea")', "&lt;script&gt;"),
        ('field("name", "Name", "b", kind="select", options=["a", ("b", x)])', "selected>&lt;"),
        ('field("name", "Name", true, kind="checkbox")', "checked"),
        ("errors([x])", "&lt;script&gt;"),
        ('errors([{"message": x, "line": 3, "help": x}])', "line 3"),
        ("toast(x)", "&lt;script&gt;"),
        ('confirm("id", "Delete", x, "/roles/x", method="delete")', 'hx-delete="/roles/x"'),
    ],
)  # fmt: skip
def test_the_parts_of_pages_show_what_they_are_given(call: str, has: str) -> None:
    """Each part works with little, and what it is given stays a text."""
    made = rendered('{% import "parts.html" as parts %}{{ parts.' + call + " }}", x=HOSTILE)

    assert has in made
    assert "<script" not in made


def test_the_number_of_questions_is_told_to_all_badges() -> None:
    """Every page replaces what its badges say, and knows the number for its title."""
    made = words("waiting.html", waiting=3)

    assert 'hx-target=".waiting"' in made
    assert 'data-count="3"' in made
