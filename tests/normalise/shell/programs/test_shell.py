"""The words of a shell."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def told(command: str) -> str:
    """Return in one text what is told of a command: classes, `unknown`, what it runs."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    words = [one for one in sorted(reading.classes) if one != "read"]
    words += ["unknown"] if reading.unknown else []
    words += ["input"] if reading.takes_input else []
    words += [f"runs:{inner.text}" for inner in reading.inners]
    return " ".join(words)


CASES = [
    ("bash -c ls", "runs:ls"),
    ("bash -euo pipefail -c ls", "runs:ls"),
    ("bash -euxo pipefail -c 'rm x'", "runs:rm x"),
    ("bash -ceuo pipefail 'rm x'", "runs:rm x"),
    ("sh -eo nounset -c ls", "runs:ls"),
    ("bash +eo pipefail -c ls", "runs:ls"),
    ("bash -euo pipefail a.sh", "code"),
    ("bash -so pipefail", "input"),
    ("bash -euo pipefail", "input"),
    ("bash -eo emacs -c ls", "unknown runs:ls"),
    ("bash -cuo ls", "unknown"),
    ("bash -ezo pipefail -c ls", "unknown"),
    ("bash -euO extglob -c ls", "unknown"),
]


@each_row(("command", "expected"), CASES)
def test_the_name_of_a_setting_is_not_the_command(command: str, expected: str) -> None:
    """A name behind `-o`, also at the end of a bundle, is stepped over if it is harmless."""
    assert expected == told(command)


def test_version_of_a_shell_only_shows_text() -> None:
    """Nothing is given to the shell to run, and the reason says so."""
    reading = classify([Argument("bash"), Argument("--version")])

    assert reading.classes == {"read": "`bash --version` only shows text"}
