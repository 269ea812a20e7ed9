"""How agents look in a list."""

from __future__ import annotations

import pytest

from proctor.agents.listing import Listed
from proctor.cli.list_page import (
    COLUMNS,
    age,
    begun,
    cut,
    ended,
    from_home,
    lines_of,
    many,
)
from tests.tables import each_row

NOW = 1_793_530_800.0  # 2026-11-01T11:00:00Z


@each_row(
    ("since", "shown"),
    [
        ("2026-11-01T11:00:00.000Z", "0s"),
        ("2026-11-01T10:59:01.000Z", "59s"),
        ("2026-11-01T10:59:00.000Z", "1m"),
        ("2026-11-01T08:30:00.000Z", "2h"),
        ("2026-10-25T08:30:00.000Z", "7d"),
        ("2026-11-01T12:00:00.000Z", "0s"),
        ("", "-"),
        ("yesterday", "-"),
        ("9999999", "-"),
    ],
)
def test_since_when(since: str, shown: str) -> None:
    """One number and a letter; a clock that jumped, or no moment at all, harms nothing."""
    assert age(since, NOW) == shown


@each_row(
    ("number", "shown"),
    [(None, "-"), (0, "-"), (999, "999"), (1000, "1.0k"), (1_250_000, "1.2M")],
)
def test_tokens(number: int | None, shown: str) -> None:
    """Short, and nothing where there are none."""
    assert many(number) == shown


def test_texts_are_cut_after_they_were_made_plain() -> None:
    """Of a name the beginning counts, of a folder its end."""
    assert begun("\x1b" * 10, 8) == r"\x1b\x1…"
    assert ended("/home/ada/shop", 8) == "…da/shop"
    assert ended("\x1b" * 10, 8) == r"…x1b\x1b"
    assert begun("short", 8) == ended("short", 8) == "short"


@each_row("width", [1, 2, 10, 79, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """Also one of a single column."""
    agents = [
        Listed("a" * 64, state="blocked (permission: Bash)", word="blocked", cwd="/srv/" * 30),
        Listed("b", state="lost", word="lost", trouble="its terminal is gone"),
    ]
    lines = lines_of(agents, width=width)
    texts = ["".join(p if isinstance(p, str) else p[0] for p in line) for line in lines]

    assert len(texts) == 4
    assert all(len(text) <= width for text in texts)


def texts_of(agents: list[Listed], width: int | None = None) -> list[str]:
    """Return the lines as they are read."""
    lines = lines_of(agents, width=width)
    return ["".join(p if isinstance(p, str) else p[0] for p in line).rstrip() for line in lines]


AGENTS = [
    Listed(
        "shop-1",
        role="coder",
        state="blocked (permission: Bash)",
        word="blocked",
        questions=1,
        cwd="/home/ada/code/webshop",
    ),
    Listed("docs-2", role="writer", state="idle", word="idle", tokens=12_000, cost=1.2, clients=1),
]


def test_columns_that_matter_less_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 columns the folder is still to be read, and no word of the header is cut."""
    monkeypatch.setenv("HOME", "/home/ada")

    assert texts_of(AGENTS, 80) == [
        "name    role    state                       since  waiting  cwd",
        "shop-1  coder   blocked (permission: Bash)      -        1  ~/code/webshop",
        "docs-2  writer  idle                            -        -  -",
    ]
    assert texts_of(AGENTS, 60) == [
        "name    role  state               since  waiting  cwd",
        "shop-1  cod…  blocked (permissi…      -        1  …e/webshop",
        "docs-2  wri…  idle                    -        -  -",
    ]


@each_row("width", range(40, 140))
def test_a_header_is_never_cut(width: int) -> None:
    """Whatever is left out is left out whole."""
    deep = [one._replace(cwd="/srv/" * 30, role="r" * 40, name=f"{one.name}-x") for one in AGENTS]

    assert set(texts_of(deep, width)[0].split()) <= set(COLUMNS)


def test_a_sandbox_and_messages_that_wait_are_marked() -> None:
    """Also where there is little room for the rest."""
    marked = [
        AGENTS[0]._replace(sandbox=True, messages=2),
        AGENTS[1]._replace(sandbox=True, role=""),
    ]
    wide, narrow = texts_of(marked), texts_of(marked, 80)

    assert "coder, sandbox  blocked (permission: Bash), 2 held" in wide[1]
    assert "-, sandbox" in wide[2]
    assert ["sandbox" in line for line in narrow] == [False, True, True]
    assert "2 held" in narrow[1]


def test_an_agent_that_nothing_checks_is_shown_as_such() -> None:
    """Without a role, and under one whose program has no hooks."""
    bare = AGENTS[1]._replace(role="", checked=False)
    lines = texts_of([bare, AGENTS[1]._replace(checked=False), bare._replace(sandbox=True)])

    assert [line.split("idle")[0].split(maxsplit=1)[1].strip() for line in lines[1:]] == [
        "unchecked", "writer, unchecked", "unchecked, sandbox",
    ]  # fmt: skip


def test_the_home_of_whoever_looks_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that only begins alike is another; so is everything below `/`."""
    monkeypatch.setenv("HOME", "/home/ada")
    folders = ["/home/ada", "/home/ada/shop", "/home/adam", "/srv", ""]

    assert [from_home(folder) for folder in folders] == ["~", "~/shop", "/home/adam", "/srv", ""]
    monkeypatch.setenv("HOME", "/")
    assert from_home("/srv") == "/srv"


def test_a_line_without_a_terminal_is_whole() -> None:
    """Whoever reads it by a program gets all of it."""
    assert cut(["abc", ("def", "red")], None) == ["abc", ("def", "red")]
    assert cut(["abc", ("def", "red")], 4) == [("abc", ""), ("d", "red")]


def test_how_one_ended_is_shown() -> None:
    """The code, or the signal."""
    ends = [
        Listed("a", state="exited", exit_code=0),
        Listed("b", state="exited", signal="SIGKILL"),
        Listed("c", state="lost"),
    ]
    lines = lines_of(ends)
    texts = ["".join(p if isinstance(p, str) else p[0] for p in line) for line in lines[1:]]

    assert [text.split()[2:4] for text in texts] == [
        ["exited", "(0)"],
        ["exited", "(SIGKILL)"],
        ["lost", "-"],
    ]
