"""Globs that may stand for a file with secrets, beside those that do not."""

from __future__ import annotations

from proctor.normalise.shell.wild import glob_meets, secret_example, secret_wild
from tests.tables import each_row


@each_row(
    "path",
    [
        "/srv/app/.e*",
        "/srv/app/.env*",
        "/srv/app/.en?",
        "/srv/app/.[e]nv",
        "/srv/app/.\\env*",
        "/srv/app/.*",
        "/srv/app/*.pem",
        "/srv/app/**.key",
        "/srv/app/id_*",
        "/srv/app/id_rs?",
        "/srv/app/secrets.*",
        "/srv/app/cred*",
        "/home/ada/.ssh/*",
        "/home/ada/.ssh/a*",
        "/home/ada/.aws/c?nfig",
        "/home/ada/.n*rc",
        "/srv/app/.e??",
        "/srv/app/*redentials.json",
        "/srv/app/*-account.json",
        "/srv/app/*.PE*",
        "/srv/app/*.key*",
        "/srv/app/*secret*",
        "/srv/app/*.tf*",
    ],
)
def test_a_glob_may_stand_for_a_secret(path: str) -> None:
    """By what is plain in it, by a known name that it matches, or by its folder."""
    assert secret_wild(path) is not None


@each_row(
    "path",
    [
        "/srv/app/*",
        "/srv/app/**",
        "/srv/app/?",
        "/srv/app/*.py",
        "/srv/app/*.md",
        "/srv/app/src*.py",
        "/srv/app/s*",
        "/srv/app/README*.md",
        "/srv/app/*.json",
        "/srv/app/test_*.py",
        "/srv/app/.github/*",
        "/srv/app/*.pub",
        "/srv/app/*.*",
        "/srv/app/*.y*ml",
        "/srv/app/*.p?",
        "/srv/app/*.j*",
        "/srv/app/*s.json",
        "/srv/app/*config*",
        "/srv/app/*server*",
        "/srv/app/test_*",
        "/srv/app/*_test.go",
        "/srv/app/*ocument.json",
    ],
)
def test_most_globs_say_nothing_of_secrets(path: str) -> None:
    """What stands for too much, or for plain files, is no secret."""
    assert secret_wild(path) is None


@each_row(
    ("pattern", "name", "met"),
    [
        ("a*c", "abbc", True),
        ("a*c", "ac", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("a.c", "abc", False),
        ("*", "", True),
        ("a", "ab", False),
        ("a+", "aa", False),
    ],
)
def test_a_pattern_matches_a_name(pattern: str, name: str, met: bool) -> None:
    """`*` stands for any text, `?` for one character, all else for itself."""
    assert glob_meets(pattern, name) is met


@each_row(
    ("pattern", "dotted", "example"),
    [
        ("*nv", True, ".env"),
        ("*nv", False, "secrets.env"),
        ("*etrc", True, ".netrc"),
        ("*etrc", False, "_netrc"),
        ("*.pe*", False, "x.pem"),
        ("*.json", True, None),
        ("*", True, None),
        ("*e", True, None),
    ],
)
def test_a_leading_wildcard_stands_for_a_dot_in_some_programs(
    pattern: str, dotted: bool, example: str | None
) -> None:
    """In `find` it does, in a shell it does not; what stands for too much has no example."""
    assert example == secret_example(pattern, dotted=dotted)
