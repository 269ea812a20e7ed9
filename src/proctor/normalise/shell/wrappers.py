"""
Find the command inside a wrapper, as far as its options are known.

A wrapper is a program that runs what stands in its arguments. The table says
which of its options take a value; an option that is not in the table makes the
inner command unread, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from proctor.normalise.git import GIT_VALUES

ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
SHELLS = frozenset("sh bash zsh dash ksh ash rbash mksh rksh pdksh yash".split())
OTHER_SHELLS = frozenset("fish csh tcsh rc es nu xonsh elvish pwsh powershell".split())
SHELL_LETTERS = frozenset("abcefhiklmnprstuvxBCEHPT")
SHELL_LONG = frozenset(
    {"-o", "+o", "-O", "+O", "--login", "--noprofile", "--norc", "--posix", "--verbose"}
)


@dataclass(frozen=True, slots=True)
class Wrapper:
    """
    How a wrapper's own words end and the inner command begins.

    `flags` are options without a value, `values` those with one; long ones are
    written whole. `operands` is how many words of its own follow. `queries` are
    options under which nothing is run.
    """

    flags: str = ""
    values: str = ""
    long_flags: frozenset[str] = frozenset()
    long_values: frozenset[str] = frozenset()
    operands: int = 0
    queries: str = ""
    assigns: bool = False


def longs(words: str) -> frozenset[str]:
    """Return long options, written with spaces between them."""
    return frozenset(words.split())


WRAPPERS: dict[str, Wrapper] = {
    # An option that changes the folder or the root (`sudo -D`, `env -C`) is left out on
    # purpose: the paths behind it are then not those that we would compare.
    "sudo": Wrapper(
        "AbEHknPSN",
        "ugpChrtTU",
        longs("askpass background preserve-env set-home reset-timestamp non-interactive"
              " preserve-groups stdin no-update"),
        longs("user group prompt close-from host role type command-timeout other-user"),
        queries="lvVK",
        assigns=True,
    ),
    "doas": Wrapper("nL", "uCa"),
    "env": Wrapper(
        "i0v",
        "u",
        longs("ignore-environment null debug"),
        longs("unset"),
        assigns=True,
    ),
    "timeout": Wrapper(
        "v", "sk", longs("preserve-status foreground verbose"), longs("signal kill-after"), 1
    ),
    "nice": Wrapper("", "n", frozenset(), longs("adjustment")),
    "ionice": Wrapper("t", "cn", longs("ignore"), longs("class classdata"), queries="pPu"),
    "nohup": Wrapper(),
    "stdbuf": Wrapper("", "ioe", frozenset(), longs("input output error")),
    "setsid": Wrapper("cfw", "", longs("ctty fork wait")),
    "time": Wrapper("pv", "fo", longs("portability verbose"), longs("format output")),
    "command": Wrapper("p", queries="vV"),
    "builtin": Wrapper(),
    "busybox": Wrapper(),
    "toybox": Wrapper(),
    "chroot": Wrapper(operands=1),
    "noglob": Wrapper(),  # of zsh, as the next two
    "nocorrect": Wrapper(),
    "repeat": Wrapper(operands=1),
    "exec": Wrapper("cl", "a"),
    "xargs": Wrapper(
        "0rtpxo",
        "adEILnPs",
        longs("null no-run-if-empty verbose interactive exit open-tty show-limits"),
        longs("arg-file delimiter eof replace max-lines max-args max-procs max-chars"
              " process-slot-var"),
    ),
}  # fmt: skip

# Programs that run what stands in their arguments or their input, in ways not read yet.
RUNNERS = frozenset(
    "su runuser script watch flock unshare nsenter setpriv strace ltrace gdb parallel entr "
    "systemd-run at batch pkexec taskset chrt numactl prlimit fakeroot proot firejail bwrap "
    "torify proxychains proxychains4 caffeinate xvfb-run dbus-run-session start-stop-daemon "
    "expect unbuffer rlwrap setarch linux32 linux64 cpulimit daemonize sg newgrp".split()
)
# Builtins after which the words of a later command mean something else.
REDEFINES = frozenset("alias hash enable shopt bind complete compgen jobs emulate -".split())
# A script that is really a stream.
STREAMS = ("-", "/dev/", "/proc/")

SSH_FLAGS = "46AaCfGgKkMNnqsTtVvXxYy"
SSH_VALUES = "BbcDEeFIiJLlmOopQRSWw"


RUNNING_GIT = frozenset({"submodule", "bisect", "rebase"})
HARMLESS_SETTINGS = ("color.", "user.", "advice.", "core.quotepath=", "init.defaultbranch=")


MOST_INNER = 50


class UnknownOption(Exception):
    """A wrapper has an option that the table does not know."""


@dataclass(frozen=True, slots=True)
class Inner:
    """
    The inner command: words to take as they are, or a text for a shell to read.

    `more` says that further arguments come from elsewhere at run time;
    `assigned` are the variables that the wrapper sets for it.
    """

    words: tuple[str, ...] = ()
    text: str | None = None
    more: bool = False
    assigned: tuple[tuple[str, str], ...] = ()


def inner_commands(words: Sequence[str]) -> list[Inner]:
    """
    Return what a command runs besides itself.

    Raises:
        UnknownOption: it runs something, but where that begins is not certain.

    """
    name = words[0].rpartition("/")[2]
    if name in OTHER_SHELLS:
        raise UnknownOption(f"the language of `{name}` is not read")
    if name in SHELLS:
        return shell_text(words[1:])
    if name == "eval":
        return [Inner(text=" ".join(words[1:]))] if len(words) > 1 else []
    if name == "trap":
        return trap_text(words[1:])
    if name == "find":
        return find_commands(words[1:])
    if name == "ssh":
        return ssh_command(words[1:])
    refuse_runners(name, words[1:])
    wrapper = WRAPPERS.get(name)
    if wrapper is None:
        return []
    rest = behind(words[1:], wrapper, name)
    if name == "xargs":
        return [Inner(words=tuple(rest) or ("echo",), more=True)]
    own = words[1 : len(words) - len(rest)] if wrapper.assigns else ()
    assigned = tuple((w.partition("=")[0], w.partition("=")[2]) for w in own if ASSIGNMENT.match(w))
    return [Inner(words=tuple(rest), assigned=assigned)] if rest else []


def refuse_runners(name: str, words: Sequence[str]) -> None:
    """
    Refuse programs that run code in ways that are not read yet.

    Raises:
        UnknownOption: it is one of them.

    """
    if name in RUNNERS or name in REDEFINES or name.startswith("="):
        raise UnknownOption(f"what `{name}` makes of its words is not read yet")
    if name in ("source", ".") and any(word.startswith(STREAMS) for word in words[:1]):
        raise UnknownOption(f"`{name}` takes commands from a stream")
    if name in ("mapfile", "readarray") and any(word.startswith("-C") for word in words):
        raise UnknownOption(f"`{name} -C` runs a command for every line")
    if name == "git":
        refuse_settings(words)
        if RUNNING_GIT & set(words) and {"foreach", "run", "--exec", "-x"} & set(words):
            raise UnknownOption("git runs a command that stands in its words")


def trap_text(words: Sequence[str]) -> list[Inner]:
    """Return the text that `trap` will run; `-` and an empty text run nothing."""
    rest = words[1:] if words[:1] == ("--",) else words
    if len(rest) < 2 or rest[0].startswith("-") or not rest[0]:  # noqa: PLR2004 - text and signal
        return []
    return [Inner(text=rest[0])]


def refuse_settings(words: Sequence[str]) -> None:
    """
    Refuse settings on git's command line, unless they are known to be harmless.

    Raises:
        UnknownOption: an alias, a pager or a hook of its own can run anything.

    """
    index = 0
    while index < len(words) and words[index].startswith("-"):
        word, setting = words[index], "".join(words[index + 1 : index + 2])
        harmless = setting.lower().startswith(HARMLESS_SETTINGS)
        if word == "-c" and not harmless:
            raise UnknownOption(f"git has the setting `{setting}`, which can run code")
        if word.startswith(("--config-env", "--exec-path=")):
            raise UnknownOption(f"git has the option `{word}`, which can run code")
        index += 2 if word in GIT_VALUES else 1


def behind(words: Sequence[str], wrapper: Wrapper, name: str) -> Sequence[str]:
    """Return the words behind a wrapper's own options and operands."""
    index = 0
    while index < len(words):
        word = words[index]
        if word == "--":
            index += 1
            break
        if (wrapper.assigns and ASSIGNMENT.match(word)) or (
            name == "nice" and re.fullmatch(r"-\d+", word)
        ):
            index += 1
        elif len(word) > 1 and word[0] == "-":
            index += option_length(word, wrapper, name)
            if index < 0:
                return ()
        else:
            break
    if wrapper.assigns:
        while index < len(words) and ASSIGNMENT.match(words[index]):
            index += 1
    return words[index + wrapper.operands :]


NOTHING_RUNS = -(1 << 30)


def option_length(word: str, wrapper: Wrapper, name: str) -> int:
    """Return how many words an option takes; far below zero if nothing is run."""
    if word.startswith("--"):
        option, equals, _ = word[2:].partition("=")
        if option in ("help", "version"):
            return NOTHING_RUNS
        if option in wrapper.long_flags:
            return 1
        if option in wrapper.long_values:
            return 1 if equals else 2
        raise UnknownOption(f"`{name}` has the option `{word}`, which is not known")
    for position, letter in enumerate(word[1:], start=2):
        if letter in wrapper.queries:
            return NOTHING_RUNS
        if letter in wrapper.values:
            return 1 if position < len(word) else 2
        if letter not in wrapper.flags:
            raise UnknownOption(f"`{name}` has the option `{word}`, which is not known")
    return 1


def shell_text(words: Sequence[str]) -> list[Inner]:
    """Return the text behind `-c` of a shell; a script file is not looked into here."""
    index = 0
    reads_text = from_input = False
    while index < len(words) and words[index][:1] in ("-", "+") and len(words[index]) > 1:
        word = words[index]
        if word == "--":
            index += 1
            break
        if word not in SHELL_LONG and set(word[1:]) - SHELL_LETTERS:
            raise UnknownOption(f"a shell has the option `{word}`, which is not known")
        short = word.startswith("-") and not word.startswith("--")
        reads_text |= short and "c" in word
        from_input |= short and "s" in word
        index += 2 if word in ("-o", "+o", "-O", "+O") else 1
    if reads_text and index < len(words):
        return [Inner(text=words[index])]
    if index >= len(words) or from_input or words[index].startswith(STREAMS):
        raise UnknownOption("a shell without a script takes commands from its input")
    return []


def find_commands(words: Sequence[str]) -> list[Inner]:
    """Return the commands behind `-exec` and its kin."""
    found = []
    index = 0
    while index < len(words):
        if words[index] not in ("-exec", "-execdir", "-ok", "-okdir"):
            index += 1
            continue
        end = index + 1
        while end < len(words) and words[end] != ";":
            if words[end] == "+" and words[end - 1] == "{}":
                break
            end += 1
        if end >= len(words) or end == index + 1:
            raise UnknownOption(f"`{words[index]}` of find has no end")
        run = tuple(words[index + 1 : end])
        # Which files `{}` stands for, and where `-execdir` runs, only find knows.
        uncertain = words[index].endswith("dir") or any("{}" in word for word in run)
        found.append(Inner(words=run, more=uncertain))
        if len(found) > MOST_INNER:
            raise UnknownOption("find runs too many commands to look at")
        index = end + 1
    return found


def ssh_command(words: Sequence[str]) -> list[Inner]:
    """Return the command that ssh hands to a shell on the other side."""
    rest = behind(words, Wrapper(SSH_FLAGS, SSH_VALUES), "ssh")
    if any("command" in word.lower() for word in words[: len(words) - len(rest)]):
        raise UnknownOption("ssh has an option that runs a command here")
    if len(rest) < 2:  # noqa: PLR2004 - a host alone opens a session
        return []
    if rest[1].startswith("-"):
        raise UnknownOption("ssh has options behind its host")
    return [Inner(text=" ".join(rest[1:]))]
