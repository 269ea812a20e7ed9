"""Which paths and URLs a command touches."""

from __future__ import annotations

from proctor.normalise.shell.operands import touches_of, urls_of
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import scene_of
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def touched(line: str, around: Surroundings) -> dict[str, tuple[bool, bool, bool]]:
    """Return path, reads, writes and certain of what a line touches, inside the project."""
    (part,) = shell_parts(line, scene_of(around, "Bash", "bash"))
    return {
        t.path.absolute.removeprefix(f"{around.cwd}/"): (t.reads, t.writes, t.certain)
        for t in part.touches
    }


@each_row(
    ("line", "path"),
    [
        ("x --file=a", "a"), ("x -fa", "a"), ("x -vfa", "a"), ("x -f a", "a"),
        ("x @a", "a"), ("x -d @a", "a"), ("x HEAD:a", "a"), ("x a:b", "a"), ("x if=a", "a"),
        ("x type=bind,source=/a,target=/b", "/a"), ("x /a:/b:ro", "/b"), ("x file:///a", "/a"),
        ("./a b", "a"), ("./a b", "b"), ("x ~/a", "~/a"),
    ],
)  # fmt: skip
def test_a_word_that_nothing_explains_may_name_a_path(
    line: str, path: str, around: Surroundings
) -> None:
    """A word, a piece of it, or the value of an option is taken for a path."""
    wanted = path.replace("~", around.home)
    found = touches_of(line.split(), around, [around.cwd], reads_only=False)
    assert wanted in {t.path.absolute.removeprefix(f"{around.cwd}/") for t in found}


@each_row("line", ["echo a", "printf a", "true a", "x --flag", "x https://a/b", "grep -i"])
def test_some_words_name_no_path(line: str, around: Surroundings) -> None:
    """What only prints takes no paths, and a URL is none."""
    assert touched(line, around) == {}


@each_row(
    ("line", "how"),
    [
        ("cat a", (True, False, True)),
        ("/bin/cat a", (True, False, True)),
        ("cat < a", (True, False, True)),
        ("grep x a", (True, False, True)),
        ("rm a", (True, True, True)),
        ("sort -o a b", (True, True, True)),
        ("cp b a", (True, True, True)),
        ("frob a", (True, True, False)),
        ("./cat a", (True, True, False)),
        ("cat --frob a", (True, True, False)),
    ],
)
def test_how_a_path_is_touched(
    line: str, how: tuple[bool, bool, bool], around: Surroundings
) -> None:
    """A table says what a known program does with a path; any other may write it."""
    assert touched(line, around)["a"] == how


@each_row(
    ("line", "urls"),
    [
        ("curl https://A.com/x", ("https://a.com/x",)),
        ("curl a.com", ("https://a.com/",)),
        ("curl -s a.com", ("https://a.com/",)),
        ("git clone https://a.com/x", ("https://a.com/x",)),
        ("x --url=https://a.com", ("https://a.com/",)),
        ("git clone a.com", ()),
        ("echo a", ()),
        ("", ()),
    ],
)
def test_urls_among_the_words(line: str, urls: tuple[str, ...]) -> None:
    """A URL is found in any word; a bare host only where the program fetches."""
    assert urls_of(tuple(line.split())) == list(urls)
