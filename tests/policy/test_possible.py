"""Which deny and ask rules may be about a command whose words are not certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import product

from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.possible import MOST_ALTERNATIVES, alternatives, meet, segments_meet
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

LETTERS = "ab."
NAMES = ["".join(name) for size in range(1, 5) for name in product(LETTERS, repeat=size)]
GLOBS = ["".join(glob) for size in range(1, 4) for glob in product("ab.*?", repeat=size)]
PATHS = [path for size in range(1, 6) for path in product("ab", repeat=size)]


@cache
def by_rule(glob: str) -> frozenset[str]:
    """Return the names that a glob of a rule stands for: also those with a dot in front."""
    regex = "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in glob)
    return frozenset(name for name in NAMES if re.fullmatch(regex, name))


@cache
def by_shell(glob: str) -> frozenset[str]:
    """Return the names that a shell's glob stands for: its wildcards leave a dot in front alone."""
    found = by_rule(glob)
    return found if glob[0] not in "*?" else frozenset(n for n in found if n[0] != ".")


def test_two_globs_meet_where_a_name_is_in_both() -> None:
    """All globs of three characters against all others, with every short name as the judge."""
    wrong = [
        (rule, shell)
        for rule in GLOBS
        for shell in GLOBS
        if meet(rule, shell) != bool(by_rule(rule) & by_shell(shell))
    ]

    # Behind a `*` that stands for nothing a dot may be taken for one that is not in front: that
    # costs a question. Never is it said that two do not meet which do.
    assert [pair for pair in wrong if "*" not in (pair[0][0], pair[1][0])] == []
    assert [pair for pair in wrong if not meet(*pair)] == []


@each_row(
    ("rule", "shell", "met"),
    [
        (".env", ".e*", True),
        (".env", "*", False),
        (".env", "?env", False),
        (".env", "[.]env", False),
        (".env", ".[e]nv", True),
        (".env", ".\\env", True),
        (".env", ".en\\*", False),
        ("a*", "\\*", False),
        ("*.pem", "server*", True),
        ("*.pem", "*.py", False),
        ("id_rsa", "id_[a-z]*", True),
        ("a]", "a[]", False),
        ("x", "", False),
    ],
)
def test_a_shells_glob_has_classes_and_backslashes(rule: str, shell: str, met: bool) -> None:
    """A class stands for one character, a backslash makes a wildcard plain."""
    assert meet(rule, shell) is met


def stands_for(glob: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Say whether a path of plain names is one that segments stand for."""
    if not glob:
        return not path
    if glob[0] == "**":
        return any(stands_for(glob[1:], path[start:]) for start in range(len(path) + 1))
    return bool(path) and glob[0] in (path[0], "*") and stands_for(glob[1:], path[1:])


def test_paths_meet_where_a_path_is_in_both() -> None:
    """All patterns of three segments against all paths of three, with every path as the judge."""
    patterns = [p for size in range(1, 4) for p in product(("a", "b", "*", "**"), repeat=size)]
    written = [p for size in range(1, 4) for p in product(("a", "b", "*"), repeat=size)]
    meant = {glob: {path for path in PATHS if stands_for(glob, path)} for glob in patterns}

    wrong = [
        (pattern, path)
        for pattern in patterns
        for path in written
        if segments_meet(pattern, path) != bool(meant[pattern] & meant[path])
    ]
    assert wrong == []


def test_braces_are_taken_apart() -> None:
    """`{a,{b,c}}` is three globs, a brace without a comma is plain, very many are anything."""
    assert sorted(alternatives("x/{a,{b,c}}.py")) == ["x/a.py", "x/b.py", "x/c.py"]
    assert alternatives("{a}") == ["{a}"]
    assert alternatives("{a") == ["{a"]
    assert alternatives("{a,b}" * MOST_ALTERNATIVES) == ["**"]


def effect(
    command: str, around: Surroundings, *, deny: Sequence[str] = (), ask: Sequence[str] = ()
) -> Effect:
    """Return the effect of a command where reading and editing is allowed."""
    allow = ["Bash(@read)", "Bash(@write)", "Bash(@secret)", "Bash(@destroy)"]
    policy = Policy.of(allow=allow, deny=deny, ask=ask)
    action = normalise(ToolCall(tool="Bash", input={"command": command}), around)
    return decide(action, policy).effect


@each_row(
    ("command", "rule", "expected"),
    [
        ("cat .env", "Read(.env)", Effect.DENY),
        ("cat .e*", "Read(.env)", Effect.ASK),
        ("cat *", "Read(.env)", Effect.ALLOW),
        ("cat .*", "Read(.env)", Effect.ASK),
        ("cat */.e*", "Read(.env)", Effect.ASK),
        ("cat s*/a.txt", "Read(src/**)", Effect.ASK),
        ("cat d*/a.txt", "Read(src/**)", Effect.ALLOW),
        ("cat *.txt", "Read(//home/ada/shop/a.txt)", Effect.ASK),
        ("cat /srv/*.txt", "Read(//home/ada/shop/a.txt)", Effect.ALLOW),
        ("cat ~/n*", "Read(~/notes)", Effect.ASK),
        ("cat *.{md,txt}", "Read({a,b}.md)", Effect.ASK),
        ("cat lib/a.p*", "Read(lib/[ab].py)", Effect.ASK),
        ("cat lib/ab.p*", "Read(lib/[ab].py)", Effect.ALLOW),
        ("cat app/?id?/a.p*", "Read(app/[id]/[ab].py)", Effect.ASK),
        ("cat [ab]x*", f"Read({'[ab]' * 9})", Effect.ASK),
        ("rm b*", "Edit(build)", Effect.ASK),
        ("rm c*", "Edit(build)", Effect.ALLOW),
        ("cat b*", "Edit(build)", Effect.ALLOW),
        ("echo $X", "Bash(echo secret)", Effect.ASK),
        ("echo $X", "Bash(printf *)", Effect.ALLOW),
        ("echo a", "Bash(echo secret)", Effect.ALLOW),
    ],
)
def test_a_rule_that_may_be_met_asks(
    command: str, rule: str, expected: Effect, around: Surroundings
) -> None:
    """What is certain is denied, what may be is asked, what cannot be is let through."""
    assert effect(command, around, deny=[rule]) is expected


def test_an_ask_that_may_be_met_asks_too(around: Surroundings) -> None:
    """It makes no difference to the answer whether the rule denies or asks."""
    assert effect("cat .e*", around, ask=["Read(.env)"]) is Effect.ASK
