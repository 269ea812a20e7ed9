"""Commands that do nothing by themselves, beside those that do."""

from __future__ import annotations

from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import scene_of
from proctor.normalise.shell.still import idle
from proctor.terms.action import Command, Does
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


@each_row(
    "line",
    [
        ":",
        "true",
        "cd src",
        "set -e",
        "set -euo pipefail",
        "set -o errexit -o nounset",
        "set +x",
        "export A=1",
        "declare A=1 B=2",
        "readonly A=",
        "local x=1",
    ],
)
def test_some_commands_only_move_or_set_what_is_harmless(line: str) -> None:
    """They change nothing outside the shell, and nothing about what it will find."""
    assert idle(Command(tuple(line.split())))


@each_row(
    "line",
    [
        "ls",
        "set",
        "set -k",
        "set -o posix",
        "set -o history",
        "set posix",
        "set -- a",
        "set -e a",
        "set -P",
        "export",
        "export A",
        "export -p",
        "export PATH=/srv/bin",
        "export LD_PRELOAD=/srv/x.so",
        "export A=1 GIT_SSH_COMMAND=x",
        "declare -x A=1",
        "export BASH_ENV=x",
        "export A=()",
        "/bin/true",
        "false-ish",
    ],
)
def test_all_others_do_something_or_may(line: str) -> None:
    """An option that changes what words mean, a variable that runs code, a list of secrets."""
    assert not idle(Command(tuple(line.split())))


def test_a_command_that_only_assigns_is_idle_if_it_is_harmless() -> None:
    """`A=1` is; `PATH=x`, and nothing at all, are not."""
    assert idle(Command((), (("A", "1"),)))
    assert not idle(Command((), (("PATH", "x"),), harmless=False))
    assert not idle(Command(()))


def test_a_variable_that_runs_code_makes_any_command_busy() -> None:
    """`LD_PRELOAD=x true` loads x."""
    assert not idle(Command(("true",), (("LD_PRELOAD", "x"),), harmless=False))


def test_an_idle_part_counts_as_one_that_reads(around: Surroundings) -> None:
    """Class rules for reading cover it, and modes see that it does nothing."""
    (part,) = shell_parts("set -e", scene_of(around, "Bash", "bash"))

    assert (part.does, part.classes, part.unsure) == (Does.IDLE, ("read",), None)
