"""What path patterns mean, against the place they are anchored at."""

from __future__ import annotations

import re

from proctor.policy.inside import parent
from proctor.policy.inside import relative as below
from proctor.policy.path_index import PathIndex
from proctor.policy.path_patterns import Anchor, PathPattern, path_regex, read_path_pattern
from proctor.policy.patterns import FLAGS, RE2
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


@each_row(
    ("text", "pattern"),
    [
        ("a/b", PathPattern(Anchor.CWD, 0, "a/b")),
        ("./a", PathPattern(Anchor.CWD, 0, "a")),
        ("../a", PathPattern(Anchor.CWD, 1, "a")),
        ("../../a/b", PathPattern(Anchor.CWD, 2, "a/b")),
        ("a", PathPattern(Anchor.NAME, 0, "a")),
        ("*.md", PathPattern(Anchor.NAME, 0, "*.md")),
        ("/a", PathPattern(Anchor.ROOT, 0, "a")),
        ("//a/b", PathPattern(Anchor.FILESYSTEM, 0, "a/b")),
        ("~/a", PathPattern(Anchor.HOME, 0, "a")),
        ("~", PathPattern(Anchor.HOME, 0, "")),
        ("a/", PathPattern(Anchor.CWD, 0, "a/**")),
        ("a//./b", PathPattern(Anchor.CWD, 0, "a/b")),
    ],
)
def test_a_pattern_has_an_anchor(text: str, pattern: PathPattern) -> None:
    """`//` is absolute, `~/` home, `/` the project, the rest the working folder or a name."""
    assert read_path_pattern(text) == pattern


@each_row(
    ("glob", "matches", "others"),
    [
        ("a/*", ["a/x", "a/.x"], ["a", "a/x/y", "b/x"]),
        ("a/**", ["a", "a/x", "a/b/c", "a/.x/y"], ["ab", "b/a"]),
        ("**/x", ["x", "a/x", "a/b/x"], ["x/a", "ax"]),
        ("src/**/*.go", ["src/main.go", "src/a/b/c.go"], ["src/main.py", "main.go"]),
        ("a/**/b/**", ["a/b", "a/b/c", "a/x/y/b/z"], ["a", "b"]),
        ("{a,b}/c", ["a/c", "b/c"], ["c/c", "{a,b}/c"]),
        ("{a*,b/**}/c", ["ax/c", "b/x/y/c"], ["c"]),
        ("{a,{b,c}}", ["a", "b", "c"], ["d"]),
        ("{a", ["{a"], ["a"]),
        ("a}", ["a}"], ["a"]),
        ("{a}", ["{a}"], ["a"]),
        ("a?c", ["abc", "a.c"], ["ac", "a/c"]),
        ("a.b+c(d)[e]", ["a.b+c(d)[e]"], ["axb+c(d)[e]", "a.bbc(d)e"]),
        ("a**b", ["ab", "a/x/b"], ["a"]),
        ("**", ["", "a", "a/b"], []),
        ("*", ["a"], ["a/b"]),
        ("a\nb", ["a\nb"], ["ab"]),
    ],
)
def test_a_glob_over_paths(glob: str, matches: list[str], others: list[str]) -> None:
    """`*` stays in one segment, `**` crosses, braces are alternatives, the rest is literal."""
    regex = re.compile(path_regex(glob), FLAGS)

    assert [path for path in (*matches, *others) if regex.fullmatch(path)] == matches


def hits(pattern: str, path: str, around: Surroundings, *, generous: bool) -> bool:
    """Say whether one pattern matches a path."""
    return bool(PathIndex([(0, pattern)], RE2, generous=generous).hits(path, around))


@each_row(
    ("pattern", "path", "literal", "generous"),
    [
        ("a/b", "/home/ada/shop/sub/a/b", True, True),
        ("a/b", "/home/ada/shop/a/b", False, True),
        ("/a/b", "/home/ada/shop/a/b", True, True),
        ("/a/b", "/a/b", False, True),
        ("//a/b", "/a/b", True, True),
        ("~/a", "/home/ada/a", True, True),
        ("../a", "/home/ada/shop/a", True, True),
        (".env", "/home/ada/shop/sub/x/.env", True, True),
        (".env", "/etc/.env", False, True),
        (".env", "/home/ada/shop/sub/.env/x", False, True),
        ("**/.ssh/**", "/home/bob/.ssh/id", False, True),
        ("**/.ssh/**", "/home/ada/shop/sub/x/.ssh/id", True, True),
        ("A", "/home/ada/shop/sub/a", False, False),
        ("lib/[ab].py", "/home/ada/shop/sub/lib/a.py", False, True),
        ("lib/[ab].py", "/home/ada/shop/sub/lib/[ab].py", True, True),
        ("lib/[ab].py", "/home/ada/shop/sub/lib/c.py", False, False),
        ("lib/[a-c]", "/home/ada/shop/sub/lib/b", False, True),
        ("lib/[!a-c]", "/home/ada/shop/sub/lib/d", False, True),
        ("lib/[^a-c]", "/home/ada/shop/sub/lib/b", False, False),
        ("lib/[!a]x", "/home/ada/shop/sub/lib//x", False, False),
        ("lib/[z-a]", "/home/ada/shop/sub/lib/z", False, True),
        ("lib/[]x]", "/home/ada/shop/sub/lib/]", False, True),
        ("lib/[-\\]", "/home/ada/shop/sub/lib/\\", False, True),
        ("lib/[]", "/home/ada/shop/sub/lib/[]", True, True),
        ("[ab].py", "/home/ada/shop/sub/x/b.py", False, True),
        ("app/[[...slug]]/p", "/home/ada/shop/sub/app/[[...slug]]/p", True, True),
        ("app/[id]/{x,[yz]}", "/home/ada/shop/sub/app/[id]/z", False, True),
        ("src/{a}", "/home/ada/shop/sub/src/a", False, True),
        ("src/{a}", "/home/ada/shop/sub/src/{a}", True, True),
    ],
)
def test_matching_has_a_direction(
    pattern: str, path: str, literal: bool, generous: bool, around: Surroundings
) -> None:
    """For allow the anchor is the call's folder; deny and ask look in more places."""
    here = around._replace(cwd="/home/ada/shop/sub")

    found = [hits(pattern, path, here, generous=way) for way in (False, True)]
    assert found == [literal, generous]


def test_case_is_folded_for_deny_where_the_file_system_does(around: Surroundings) -> None:
    """`.ENV` is `.env` there, for deny and ask; never for allow."""
    folding = around._replace(folds_case=True)

    assert hits(".env", "/home/ada/shop/.ENV", folding, generous=True)
    assert hits("/Secrets/**", "/home/ADA/shop/secrets/x", folding, generous=True)
    assert not hits(".env", "/home/ada/shop/.ENV", folding, generous=False)


@each_row(
    ("path", "folder", "found"),
    [("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", None), ("/a", "/", "a"), ("/", "/", "")],
)
def test_a_path_relative_to_a_folder(path: str, folder: str, found: str | None) -> None:
    """A neighbour with a longer name is not inside."""
    assert below(path, folder) == found


def test_the_root_is_its_own_parent() -> None:
    """No number of steps leads out of the file system."""
    assert [parent("/a/b", up) for up in range(4)] == ["/a/b", "/a", "/", "/"]
