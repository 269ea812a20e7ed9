"""What reaches a terminal, and what never does."""

from __future__ import annotations

import io
import sys

import pytest

from proctor.cli import render
from proctor.errors import Problem, RoleProblems, UsageError
from proctor.terms.place import Place
from proctor.terms.plain import plain
from tests.tables import each_row


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def terminal_stdout(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make stdout a terminal with colours."""
    stream = Terminal()
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stdout", stream)
    return stream


@each_row(
    ("text", "shown"),
    [
        ("git status", "git status"),
        ("naïve 名前 🙂", "naïve 名前 🙂"),
        ("a\x1b[31mred", r"a\x1b[31mred"),
        ("a\nallow  b", r"a\nallow  b"),
        ("a\r\tb", r"a\r\tb"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u2066b\u200bc", r"a\u2066b\u200bc"),
        ("a\u2028b\u0085c", r"a\u2028b\x85c"),
        ("a\ud800b", r"a\ud800b"),
        ("a\0b\x7f", r"a\x00b\x7f"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(text: str, shown: str) -> None:
    """Controls, line breaks, bidi overrides and surrogates become their escapes."""
    assert plain(text) == shown


def test_no_piece_of_a_line_can_forge_another(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is printed is one line, without escapes of its own."""
    render.out("part: ", ("x\nallow  all \x1b[32m", "red"))

    assert capsys.readouterr().out == "part: x\\nallow  all \\x1b[32m\n"


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal an effect has its colour, and markup in a text is just text."""
    terminal = terminal_stdout(monkeypatch)

    render.out(render.effect_piece("deny"), " [red]x[/red] \x1b[32m")

    assert terminal.getvalue() == "\x1b[31mdeny\x1b[0m [red]x[/red] \\x1b[32m\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """NO_COLOR and a dumb terminal get plain text."""
    terminal = terminal_stdout(monkeypatch)
    monkeypatch.setenv(name, value)

    render.out(render.effect_piece("deny"))

    assert terminal.getvalue() == "deny\n"


def test_colours_can_be_forced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """FORCE_COLOR colours what goes to a file."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    render.out(render.effect_piece("ask"))

    assert capsys.readouterr().out == "\x1b[33mask\x1b[0m\n"


def test_a_long_text_is_cut_and_says_so() -> None:
    """Nobody reads a megabyte; its length is told instead."""
    assert render.shorten("x" * 1_000_000, 5) == "xxxxx… (1,000,000 characters)"


def test_an_error_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """An error of ours is a sentence and a help, on stderr."""
    render.show_error(UsageError("`plam` is not a mode", help="did you mean `plan`?"))

    assert capsys.readouterr().err == ("error: `plam` is not a mode\nhelp: did you mean `plan`?\n")


def test_the_caret_stands_under_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a line holds controls the caret moves with what is shown."""
    problem = Problem(
        code="unknown-key",
        message="`al\x1bow` is not a key",
        place=Place("roles/x\n.yaml", 3, 4),
        line_text="\t- al\x1bow: x",
        length=5,
        help="did you mean `allow`?",
    )

    render.show_error(RoleProblems([problem]))

    assert capsys.readouterr().err.splitlines() == [
        r"roles/x\n.yaml:3:4: unknown-key: `al\x1bow` is not a key",
        r"    3 | \t- al\x1bow: x",
        "      |     ^^^^^^^^",
        "      help: did you mean `allow`?",
    ]


def test_problems_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """The count of problems and warnings goes to stderr, after the problems."""
    place = Place("a.yaml", 1)
    problems = [
        Problem(code="x", message="one", place=place),
        Problem(code="y", message="two", place=place, warning=True),
        Problem(code="z", message="three", place=place, warning=True),
    ]

    render.show_problems(problems, checked="all")

    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "a.yaml:1:1: x: one",
        "a.yaml:1:1: warning: y: two",
        "a.yaml:1:1: warning: z: three",
    ]
    assert captured.err == "all: 1 problem, 2 warnings\n"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "no calls"), (1, "1 call"), (5000, "5,000 calls")]
)
def test_numbers_are_written_alike(number: int, text: str) -> None:
    """A count has its thousands apart, as every other number has."""
    assert render.count(number, "call") == text


def test_json_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON escapes what a terminal could misread."""
    render.out_json({"a": "\u202e\x1b名"})

    assert capsys.readouterr().out == '{\n  "a": "\\u202e\\u001b\\u540d"\n}\n'


def test_progress_is_for_people_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Where stderr is no terminal no counter appears."""
    with render.Progress("calls") as progress:
        progress.next = 0
        progress.at(5)

    assert capsys.readouterr().err == ""


def test_progress_wipes_itself_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the counter is shown and removed."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with render.Progress("calls") as progress:
        progress.next = 0
        progress.at(5000)
        progress.at(5001)

    assert stream.getvalue() == "\r5,000 calls\r\x1b[2K"


def test_progress_may_be_of_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was counted before is wiped away, and the end wipes nothing twice."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with render.Progress("s: a server is being started") as progress:
        progress.next = 0
        progress.at(1)
        progress.say("s: a program")
        progress.next = 0
        progress.at(2)
        progress.wipe()

    shown = "\r1 s: a server is being started\r\x1b[2K\r2 s: a program\r\x1b[2K"
    assert stream.getvalue() == shown
