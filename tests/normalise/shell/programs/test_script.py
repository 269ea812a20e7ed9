"""The words of script."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def told(command: str) -> str:
    """Return in one text what is told of a command: classes, doubts, what it runs."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    words = [*sorted(reading.classes), *(["unknown"] if reading.unknown else [])]
    words += ["hidden"] if reading.hidden else []
    for inner in reading.inners:
        words.append(
            f"runs:{inner.text}" if inner.text else f"runs:{[w.value for w in inner.words]}"
        )
    return " ".join(words)


CASES = [
    ("script -q /dev/null ls -a", "read runs:['ls', '-a'] runs:ls -a"),
    (
        "script -q /dev/null sh -c 'git push'",
        "read runs:['sh', '-c', 'git push'] runs:sh -c git push",
    ),
    ("script -qc ls /dev/null", "read runs:ls"),
    ("script -c ls", "read write runs:ls"),
    ("script a.log ls", "read write runs:['ls'] runs:ls"),
    ("script -q /dev/null", "code read hidden"),
    ("script a.log", "code read write hidden"),
    ("script", "code read write hidden"),
    ("script -p a.log", "read"),
    ("script -p -d a.log", "read"),
    ("script -p a.log rm", "read write runs:['rm'] runs:rm"),
    ("script -h", "read"),
    ("script -V", "read"),
    ("script --help", "read"),
    ("script -h a.log", "code read write unknown hidden"),
]


@each_row(("command", "expected"), CASES)
def test_what_runs_and_what_is_written_is_told(command: str, expected: str) -> None:
    """The command is read both as words and as a text; without one, a shell opens."""
    assert expected == told(command)
