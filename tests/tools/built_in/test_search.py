"""The search shows lines that match, in linear time and within limits."""

import re
from pathlib import Path

import pytest

from proctor.errors import NotFound, UsageError
from proctor.tools.built_in import search
from proctor.tools.context import Context
from tests.tools.workspaces import call, context_in, wrote


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An agent in a workspace with some files."""
    made = context_in(tmp_path)
    wrote(made.workspace, "src/main.py", "import re\nprint('a.b')\n")
    wrote(made.workspace, "docs/notes.md", "axb\nA.B\n")
    wrote(made.workspace, ".env", "KEY=a.b\n")
    wrote(made.workspace, ".git/config", "a.b\n")
    return made


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, ["src/main.py:2: print('a.b')"]),
        ({"ignore_case": True}, ["docs/notes.md:2: A.B", "src/main.py:2: print('a.b')"]),
        ({"regex": True}, ["docs/notes.md:1: axb", "src/main.py:2: print('a.b')"]),
        ({"regex": True, "glob": "*.md"}, ["docs/notes.md:1: axb"]),
        ({"regex": True, "path": "docs"}, ["docs/notes.md:1: axb"]),
        ({"path": "docs"}, ["[no match]"]),
        ({"path": "src/main.py"}, ["src/main.py:2: print('a.b')"]),
        ({"path": ".env"}, [".env:1: KEY=a.b"]),
    ],
)
def test_lines_are_found(context: Context, more: dict[str, object], found: list[str]) -> None:
    """A text is a text, a pattern a pattern; hidden files are searched where they are named."""
    assert found == call("search_files", context, pattern="a.b", **more).splitlines()


def test_a_pattern_that_would_take_for_ever_does_not(context: Context) -> None:
    """The engine takes time in proportion to the text, whatever the pattern is."""
    wrote(context.workspace, "long.txt", "a" * 100_000 + "\n")

    assert call("search_files", context, pattern="(a*)*b$", regex=True, path="long.txt") == (
        "[no match]"
    )


@pytest.mark.parametrize("pattern", ["(?=a)", r"(a)\1", "(", "", "a" * 1001, "\ud800"])
def test_what_is_no_pattern_is_refused(context: Context, pattern: str) -> None:
    """Look-around, back-references and what is broken are told in words."""
    with pytest.raises(UsageError, match=re.compile("pattern", re.IGNORECASE)):
        call("search_files", context, pattern=pattern, regex=True)


def test_a_search_is_cut(context: Context) -> None:
    """So many lines are shown, of each so much, and it is said."""
    wrote(context.workspace, "many.txt", f"{'word ' * 1000}\n" * 10)

    said = call("search_files", context, pattern="word", path="many.txt", limit=3).splitlines()

    assert len(said) == 4
    assert said[3] == "[cut after 3; search for less]"
    assert all(len(line) < 600 for line in said)


def test_a_search_ends_in_time(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found until then is shown, and that there may be more."""
    monkeypatch.setattr(search, "SECONDS", 1e-9)

    assert call("search_files", context, pattern="a.b") == "[ended after 0 s; search in less]"


def test_binary_and_large_files_are_passed_over(context: Context) -> None:
    """What people do not read is not searched."""
    (context.workspace / "a.bin").write_bytes(b"find\0me\n")
    (context.workspace / "big.txt").write_bytes(b"find me\n" * 300_000)
    wrote(context.workspace, "small.txt", "find me\n")

    assert call("search_files", context, pattern="find") == "small.txt:1: find me"


def test_a_place_that_is_not_there_is_said_so(context: Context) -> None:
    """A search in nothing is an error, not an empty answer."""
    with pytest.raises(NotFound):
        call("search_files", context, pattern="a", path="none")
