"""What becomes of a question on the page, whatever is in it."""

from __future__ import annotations

from typing import Any

from proctor.server.web.approval_cards import Piece, card_of, fitted
from proctor.server.web.approval_changes import Line, edits_of
from proctor.server.web.approval_past import past_of
from proctor.terms.question import APPROVED, CLOSED
from tests.tables import each_row

ASKED: dict[str, Any] = {
    "id": 7, "status": "pending", "agent": "a-1", "tool": "Bash", "host": "h", "session": "s",
    "action": "tool:bash:git add . && git push", "asked_at": "2026-11-16T10:00:00.000Z",
    "expires_at": "2026-11-16T10:01:00.000Z", "closed_at": None, "reply": None,
}  # fmt: skip


def part(text: str, effect: str, **more: Any) -> dict[str, Any]:
    """Return a part as a question keeps it."""
    return {"part": text, "effect": effect, "classes": [], "why": "so", **more}


def test_the_parts_of_a_command_stand_where_they_are() -> None:
    """Every letter of it is there, once, in its order."""
    parts = [part("git add .", "allow"), part("git push", "ask", classes=["network"])]
    card = card_of({**ASKED, "parts": parts})

    assert card.command == (
        Piece("git add .", "allow", "allow: so"),
        Piece(" && "),
        Piece("git push", "ask", "ask @network: so"),
    )
    assert [one.text for one in card.parts] == ["git push", "git add ."]


@each_row(
    "parts",
    [None, "x", [], [1, None], [{}], [part("not there", "ask")], [part("git", "ask")] * 3],
    ids=["none", "text", "empty", "no-parts", "bare", "elsewhere", "thrice"],
)
def test_odd_parts_lose_nothing_of_the_command(parts: object) -> None:
    """Whatever a question holds, what is shown is the command."""
    card = card_of({**ASKED, "parts": parts})

    assert "".join(piece.text for piece in card.command) == "git add . && git push"


@each_row("name", ["role", "cwd", "why", "rule", "always", "review", "rules", "input"])
@each_row("value", [None, 7, [], {"a": [1]}, "x"], ids=str)
def test_a_field_of_any_kind_makes_a_card(name: str, value: object) -> None:
    """Who hands a question in says what they like."""
    assert card_of({**ASKED, name: value}, opened=True).id == 7


def test_neither_blanks_nor_lines_hide_the_end() -> None:
    """What is left out is counted, and both ends stay."""
    assert fitted(f"a{' ' * 40}b", 99, 9) == "a […40 blanks…] b"
    assert fitted("a\nb\nc\nd\ne\nf", 99, 4) == "a\nb\n[…2 lines…]\ne\nf"
    assert fitted("x" * 300_000 + "end", 100, 9).endswith("xend")
    assert fitted("abcdefghij", 4, 9) == "ab […6 characters…] ij"


def test_edits_are_told_from_what_is_none() -> None:
    """Pairs of texts, several of them, a whole file; and nothing else."""
    pair = {"old_string": "a\nb", "new_string": "a\nc"}
    lines = (Line(" ", "a"), Line("-", "b"), Line("+", "c"))

    assert [one.lines for one in edits_of({"file_path": "/x", **pair})] == [lines]
    assert [one.lines for one in edits_of({"edits": [pair, 7, {}, pair]})] == [lines, lines]
    assert edits_of({"path": "/x", "content": "n"})[0].whole
    no_edits: tuple[object, ...] = (None, "x", [], {}, {"content": "n"}, {"path": "/x"})
    for none in no_edits:
        assert edits_of(none) == ()


def test_a_long_edit_shows_both_ends() -> None:
    """Thousands of lines are neither compared nor all shown."""
    [edit] = edits_of({"file_path": "/x", "content": "\n".join(map(str, range(5000)))})
    [big] = edits_of({"old_string": "a\n" * 500, "new_string": "b" * 1000})

    assert len(edit.lines) == 121
    assert edit.lines[60] == Line("…", "4880 more lines")
    assert edit.lines[-1] == Line("+", "4999")
    assert "[…700 characters…]" in big.lines[-1].text


@each_row(
    ("status", "words", "shown"),
    [
        ("cancelled", APPROVED, ("allowed", APPROVED)),
        ("cancelled", CLOSED, ("closed", CLOSED)),
        ("expired", APPROVED, ("expired", "nobody answered in time")),
    ],
    ids=["approved", "closed", "expired"],
)
def test_end_in_a_dialog_is_not_taken_back(status: str, words: str, shown: tuple[str, str]) -> None:
    """What was approved in the program's own dialog was allowed, and nobody took it back."""
    reply = {"answer": "deny", "by": "", "words": words}

    past = past_of({**ASKED, "status": status, "reply": reply})

    assert (past.word, past.words) == shown


@each_row(
    ("status", "reply", "words"),
    [
        ("expired", None, "nobody answered in time"),
        ("cancelled", None, "taken back: nobody waits for it any more"),
        ("cancelled", {"words": "the agent left"}, "taken back: the agent left"),
        ("answered", {"answer": "allow", "by": "ada", "channel": "telegram", "scope": "once"},
         "ada allowed it once, by Telegram"),
        ("answered", {"answer": "allow", "by": "ada", "channel": "pager", "scope": "always"},
         "ada allowed it always, by pager"),
        ("answered", {"answer": "deny", "by": "ada", "channel": "discord", "words": "no"},
         "ada denied it, by Discord: no"),
    ],
    ids=["expired", "gone", "left", "telegram", "unknown-channel", "discord"],
)  # fmt: skip
def test_an_end_is_told_with_who_how_and_through_what(
    status: str, reply: dict[str, str] | None, words: str
) -> None:
    """As people say it."""
    assert past_of({**ASKED, "status": status, "reply": reply}).words == words
