"""Finding the command inside a wrapper."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.wrappers import Inner, UnknownOption, inner_commands


def inner(line: str) -> list[Inner]:
    """Return what a line of plain words runs besides itself."""
    return inner_commands(tuple(line.split()))


@pytest.mark.parametrize(
    "line",
    [
        "sudo a b", "sudo -u x a b", "sudo -ux a b", "sudo --user=x -n a b", "sudo -- a b",
        "doas -u x a b", "env a b", "env -i -u X a b", "timeout 5 a b",
        "timeout -k 1 -s KILL 5 a b",
        "nice a b", "nice -n 5 a b", "nice -5 a b", "ionice -c 2 -n 1 a b", "nohup a b",
        "stdbuf -oL -e0 a b", "setsid -w a b", "time -p a b", "command a b", "builtin a b",
        "exec -a x a b", "busybox a b", "chroot / a b", "noglob a b", "repeat 3 a b",
        "/usr/bin/nohup a b",
    ],
)  # fmt: skip
def test_the_words_behind_a_wrapper_are_a_command(line: str) -> None:
    """A wrapper's own options and operands are stepped over."""
    assert [found.words for found in inner(line)] == [("a", "b")]


@pytest.mark.parametrize("line", ["ls a b", "git push", "command -v a", "sudo -l", "sudo", "nohup",
                                  "env", "timeout 5", "sudo --help a", "bash x.sh", "eval",
                                  "find . -name a",
                                  "ssh host", "trap - EXIT", "trap", "git -c color.ui=x log",
                                  "git log -c"])  # fmt: skip
def test_what_runs_nothing_else_has_no_inner_command(line: str) -> None:
    """Plain programs, queries and wrappers without a command run nothing besides."""
    assert inner(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "sudo --frob a", "sudo -Z a", "env -S a", "env -C / a", "env --chdir=/ a", "sudo -D / a",
        "timeout --frob 5 a", "bash --frob a", "bash", "sh -s", "zsh -x", "find . -exec a",
        "find . -exec ;", "ssh -o ProxyCommand=x h a", "ssh h -v a", "su -c a", "watch a",
        "xargs -i a",
        "sh -", "bash /dev/fd/3", ". /dev/stdin",
        "mapfile -C a b", "parallel a", "strace a", "alias a=b", "hash -p a b", "shopt -s x",
        "enable -f x y", "=rm a",
        "git -c alias.x=!a x", "git -C d -c core.pager=a log", "git --exec-path=/x log",
        "git --config-env=a=b log",
    ],
)  # fmt: skip
def test_what_is_not_certain_is_refused(line: str) -> None:
    """An option outside the table, or a runner that is not read, is never a guess."""
    with pytest.raises(UnknownOption):
        inner(line)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("bash", "-c", "a; b"), "a; b"),
        (("bash", "-lc", "a"), "a"),
        (("bash", "-x", "-c", "a"), "a"),
        (("bash", "-c", "-x", "a"), "a"),
        (("bash", "-o", "pipefail", "-c", "a"), "a"),
        (("bash", "-c", "--", "a"), "a"),
        (("/bin/sh", "-c", "a", "b"), "a"),
        (("eval", "a", "b"), "a b"),
        (("ssh", "-p", "22", "host", "a", "b"), "a b"),
        (("trap", "a b", "EXIT"), "a b"),
        (("trap", "--", "a b", "EXIT"), "a b"),
    ],
)
def test_a_text_for_a_shell_is_found(words: tuple[str, ...], text: str) -> None:
    """`bash -c`, `eval`, `ssh` and `trap` hand a text to a shell."""
    assert inner_commands(words) == [Inner(text=text)]


def test_find_runs_every_command_behind_exec() -> None:
    """Each `-exec` is a command; which files `{}` stands for is not certain."""
    found = inner("find . -exec a {} ; -name x -execdir b {} + -ok c ;")

    assert found == [Inner(("a", "{}"), more=True), Inner(("b", "{}"), more=True), Inner(("c",))]


def test_xargs_adds_arguments() -> None:
    """What xargs runs gets more arguments; without a command it is echo."""
    assert inner("xargs -0 -n 1 rm") == [Inner(("rm",), more=True)]
    assert inner("xargs") == [Inner(("echo",), more=True)]


def test_what_env_sets_goes_with_the_command() -> None:
    """The variables of `env` and `sudo` belong to the inner command."""
    assert inner("env -i A=1 LD_PRELOAD=x a") == [
        Inner(("a",), assigned=(("A", "1"), ("LD_PRELOAD", "x")))
    ]
