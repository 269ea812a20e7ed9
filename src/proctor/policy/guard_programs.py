"""The guard and programs: our own commands, agent programs, and what switches hooks off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from proctor.policy.guard_installers import changing_tools, choosing, installing
from proctor.policy.guard_places import (
    AGENT_PACKAGES,
    AGENT_PROGRAMS,
    HOOK_SWITCHES,
    HOOK_VARIABLES,
    HOOKS_PATH,
    INSTALL_SCOPES,
    INSTALLS,
    ITS_HOME,
    LAUNCHERS,
    OPEN_COMMANDS,
    OPEN_SUBCOMMANDS,
    OUR_NAMES,
    OUR_SCRIPTS,
    OUR_START,
    OUR_VARIABLE,
    OUR_WORD,
    PIP,
    PROCESS_ENDERS,
    PYTHON_LONG_VALUES,
    PYTHON_VALUES,
    RUN_VALUES,
    RUNS_MODULES,
    SETTERS,
    SHELL_VALUES,
    SHELLS,
    TERMINALS,
    TESTS,
    TMUX_SERVER,
    UNCHECKED_RUN,
    VERSION,
)
from proctor.policy.guard_server import ending
from proctor.policy.guard_texts import Said
from proctor.terms.action import Part
from proctor.terms.effect import ASK, DENY
from proctor.terms.kind import SHELL
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import fits, is_wild

# Programs for which wildcards in the first word may stand.
FILLED_IN = frozenset({"git", "python3"}).union(
    OUR_NAMES, AGENT_PROGRAMS, LAUNCHERS, SHELLS, TERMINALS, PROCESS_ENDERS
)
# In so many ways wildcards are filled in: each is a command of its own to look at.
MOST_FILLED_IN = 20
# Modules of Python that are installers, and their commands.
MODULES = {
    "pip": "pip",
    "uv": "uv",
    "pipx": "pipx",
    "venv": "virtualenv",
    "virtualenv": "virtualenv",
}


def running(part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against the program that a part runs."""
    command = part.command
    if command is None or part.redirect or part.kind is not SHELL:
        return
    names = {name for name, _ in command.assignments}
    if command.words and base_name(command.words[0]) in SETTERS | AGENT_PROGRAMS:
        names |= {word.partition("=")[0] for word in command.words if "=" in word}
    for name in sorted(names & HOOK_VARIABLES):
        yield DENY, f"{name} switches the hooks of an agent program off"
    yield from choosing(part, around)
    if not command.words:
        yield from our_variables(names, ())
    for words in dict.fromkeys((command.words, behind_links(part))) if command.words else ():
        yield from against_words((base_name(words[0]), *words[1:]), words[0], names, part, around)
    readings = [*islice(filled_in(command.words), MOST_FILLED_IN + 1)]
    for words in readings[:MOST_FILLED_IN]:
        for _, why in against_words(words, words[0], names, part, around):
            yield ASK, f"its wildcards may stand for a program: {why}"
    if len(readings) > MOST_FILLED_IN:
        yield ASK, "its wildcards may stand for programs in more ways than are looked at"


def filled_in(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return a command with names in the place of wildcards that may stand for a program."""
    if len(words) < 2:  # noqa: PLR2004 - a program and what it is told
        return
    first = base_name(words[0])
    wild = is_wild(first) and first not in TESTS
    firsts = [name for name in sorted(FILLED_IN) if fits(first, name, hidden=False)]
    for name in firsts if wild else [first]:
        if wild:
            yield (name, *words[1:])
        if not runs_others(name):
            continue
        for index, word in enumerate(words[1:-1], start=1):
            if is_wild(word) and fits(base_name(word), "proctor", hidden=False):
                yield (name, *words[1:index], "bin/proctor", *words[index + 1 :])


def runs_others(name: str) -> bool:
    """Say whether a program runs another that is named behind it."""
    return is_python(name) or name in SHELLS or name in LAUNCHERS or name in TERMINALS


def behind_links(part: Part) -> tuple[str, ...]:
    """Return the words of a command with links followed: `./pp` may be `/opt/bin/proctor`."""
    led = {
        touch.path.written: touch.path.real
        for touch in part.touches
        if touch.path.real != touch.path.absolute
    }
    return tuple(led.get(word, word) for word in part.command.words) if part.command else ()


def against_words(
    words: Sequence[str], written: str, names: set[str], part: Part, around: Surroundings
) -> Iterable[Said]:
    """Say what the guard has against a command by its words; `written` has the program's folder."""
    yield from our_variables(names, words)
    yield from ending(words, part.text, around.ports)
    # Of equal objections the first is told, and this one names the way out.
    yield from changing_tools(as_installer(words))
    yield from our_command(words)
    yield from unchecked_run(words, part)
    yield from our_code(words)
    yield from installing(as_installer(words), written, part, around)
    yield from agent_program(words)
    yield from terminal(words)
    if words[0] == "git" and any(HOOKS_PATH.match(word) for word in words):
        yield ASK, "git hooks run code on every commit, so a person must agree"


def our_variables(names: set[str], words: Sequence[str]) -> Iterable[Said]:
    """Say what holds for variables that put another home or store in place of the user's."""
    ours = bool(names and words) and behind_our_name(words) is not None
    for name in sorted(names):
        if name.startswith(OUR_VARIABLE) or (ours and name == ITS_HOME):
            yield (DENY if ours else ASK), f"{name} says whose rules and records count"


def base_name(word: str) -> str:
    """Return the name of a program without its folder."""
    return word.rpartition("/")[2]


def started(word: str) -> str:
    """Return the program that a word names: bare or in a `bin` folder, its version apart."""
    folder, _, name = word.rpartition("/")
    if folder and base_name(folder) not in ("bin", ".bin"):
        return ""
    return VERSION.split(name, maxsplit=1)[0]


def our_command(words: Sequence[str]) -> Iterable[Said]:
    """Say which of our own commands an agent may not run."""
    rest = behind_our_name(words)
    if rest is None:
        return
    verb = rest[0] if rest else ""
    if verb in OPEN_COMMANDS:
        return
    if rest[1:2] and rest[1] in OPEN_SUBCOMMANDS.get(verb, ()):
        return
    yield DENY, f"`{' '.join(('proctor', *rest[:1]))}` is for people, not for agents"


def unchecked_run(words: Sequence[str], part: Part) -> Iterable[Said]:
    """Deny `proctor run` without a role: nothing would check what it starts."""
    rest = behind_our_name(words)
    if not rest or rest[0] != "run":
        return
    said, index = {}, 1
    while rest[index : index + 1] and rest[index].startswith("--") and rest[index] != "--":
        option, equals, value = rest[index].partition("=")
        if option in RUN_VALUES and not equals:
            index += 1
            value = "".join(rest[index : index + 1])
        # Of an option that is given twice the last one counts.
        said[option] = value
        index += 1
    if "--help" in said:
        return
    if not (said.get("--role") or said.get("--workflow")):
        yield DENY, f"{UNCHECKED_RUN}: name one with --role"
    elif part.vague and any(
        "$" in word or "`" in word or is_wild(word) for word in rest[: index + 1]
    ):
        yield ASK, f"{UNCHECKED_RUN}, and whether this names one is not known"


def behind_our_name(words: Sequence[str]) -> Sequence[str] | None:
    """Return the words behind `proctor`, however it is started; None if it is not ours."""
    if words[0] in OUR_NAMES:
        return words[1:]
    if is_python(words[0]):
        return behind_python(words)
    if words[0] in SHELLS:
        return behind_shell(words)
    for index, word in launched(words):
        if started(word) in OUR_NAMES or word in ("-mproctor", "--module=proctor"):
            return words[index + 1 :]
        if is_python(base_name(word)):
            return behind_python(words[index:])
        if is_call(words, index) and started(word.split()[0]) in OUR_NAMES:
            return word.split()[1:]
    return typed(words)


def typed(words: Sequence[str]) -> Sequence[str] | None:
    """Return the words behind our name in a line that a terminal of its own runs."""
    lines = (word.split() for word in words[1:]) if words[0] in TERMINALS else ()
    return next((line[1:] for line in lines if line[1:] and started(line[0]) in OUR_NAMES), None)


def launched(words: Sequence[str]) -> Iterable[tuple[int, str]]:
    """Return the words behind a launcher that may run one of them, with their places."""
    if words[0] not in LAUNCHERS or installs(words):
        return ()
    return enumerate(words[1:], start=1)


def installs(words: Sequence[str]) -> bool:
    """Say whether a launcher only installs or builds something."""
    scoped = words[1:2] and words[1] in INSTALL_SCOPES
    return not INSTALLS.isdisjoint(words[2:3] if scoped else words[1:2])


def is_call(words: Sequence[str], index: int) -> bool:
    """Say whether a word is a command line of its own: `npx -c 'claude -p'`."""
    return words[index - 1] in ("-c", "--call") and bool(words[index].split())


def is_python(name: str) -> bool:
    """Say whether a program is a Python."""
    return name.startswith(("python", "pypy", "ipython", "ptpython", "bpython"))


def behind_python(words: Sequence[str]) -> Sequence[str] | None:
    """Return the words behind our own name, where a Python runs our module or script."""
    how, what, rest = python_runs(words)
    if how == "m" and what in RUNS_MODULES:
        ours = (index for index, word in enumerate(rest) if our_module(word.removeprefix("-m")))
        index = next(ours, None)
        return None if index is None else rest[index + 1 :]
    if how == "m":
        return rest if our_module(what) else None
    if how == "" and base_name(what) == OUR_START and rest and our_module(rest[0]):
        return rest[1:]
    ours_too = how == "" and (base_name(what) in OUR_NAMES or f"/{what}".endswith(OUR_SCRIPTS))
    return rest if ours_too else None


def behind_shell(words: Sequence[str]) -> Sequence[str] | None:
    """Return the words behind our own script, where a shell is told to run it."""
    index = 1
    while index < len(words) and words[index][:1] in ("-", "+"):
        index += 2 if words[index] in SHELL_VALUES else 1
    script = "".join(words[index : index + 1])
    return words[index + 1 :] if base_name(script) in OUR_NAMES else None


def our_module(name: str) -> bool:
    """Say whether a module is one of ours, also where it is named by its folder."""
    return base_name(name).partition(".")[0] == "proctor"


def python_runs(words: Sequence[str]) -> tuple[str, str, Sequence[str]]:
    """Return what a Python runs: `m` and a module, `c` and code, or a script; and the rest."""
    index = 1
    while index < len(words):
        word = words[index]
        index += 1
        if word in PYTHON_LONG_VALUES:
            index += 1
        elif word.startswith("-") and not word.startswith("--") and word != "-":
            # Letters without a value can stand before one that has it: `-Improctor`.
            at = next((i for i, letter in enumerate(word) if letter in PYTHON_VALUES), None)
            if at is None:
                continue
            value = word[at + 1 :]
            if not value:
                value = "".join(words[index : index + 1])
                index += 1
            if word[at] in "mc":
                return word[at], value, words[index:]
        elif not word.startswith("--"):
            return "", word, words[index:]
    return "", "", ()


def our_code(words: Sequence[str]) -> Iterable[Said]:
    """Ask about Python code on the command line that names our package."""
    pythons = [words] if is_python(words[0]) else [
        words[index:] for index, word in launched(words) if is_python(base_name(word))
    ]  # fmt: skip
    for python in pythons:
        how, code, _ = python_runs(python)
        if how == "c" and OUR_WORD.search(code):
            yield ASK, "its code names Proctor's own package, so a person must agree"


def as_installer(words: Sequence[str]) -> Sequence[str]:
    """Return `python -m pip install` as `pip install`; other commands stay as they are."""
    if words[0] == "pip-sync":
        return ("pip", "sync", *words[1:])
    if not is_python(words[0]):
        return words
    how, module, rest = python_runs(words)
    if how == "m" and module == "ensurepip":
        return ("pip", "install", *rest)
    if how == "" and PIP.fullmatch(base_name(module.removesuffix("/__main__.py"))):
        return ("pip", *rest)
    return (MODULES[module], *rest) if how == "m" and module in MODULES else words


def agent_program(words: Sequence[str]) -> Iterable[Said]:
    """Say what holds for starting an agent program."""
    if words[0] not in AGENT_PROGRAMS and not launches_agent(words):
        return
    for word in words[1:]:
        switch = next((s for s in HOOK_SWITCHES if word.startswith(s)), None)
        if switch or "disableAllHooks" in word:
            name = switch or "disableAllHooks"
            yield DENY, f"{name} switches the hooks of an agent program off"
    yield ASK, "an agent that is started without `proctor run` has no role of its own"


def launches_agent(words: Sequence[str]) -> bool:
    """Say whether a launcher or a terminal starts an agent program."""
    if words[0] in LAUNCHERS and any(p in word for word in words[1:] for p in AGENT_PACKAGES):
        return True
    if any(
        started(word.split()[0]) in AGENT_PROGRAMS for _, word in launched(words) if word.split()
    ):
        return True
    return words[0] in TERMINALS and any(
        base_name(word.split()[0]) in AGENT_PROGRAMS for word in words[1:] if word.split()
    )


def terminal(words: Sequence[str]) -> Iterable[Said]:
    """Deny tmux on our own server, where keys can be typed into other agents."""
    if words[0] != "tmux":
        return
    for index, word in enumerate(words):
        server = TMUX_SERVER.match(word)
        value = word[server.end() :] or "".join(words[index + 1 : index + 2]) if server else ""
        if "proctor" in value:
            yield DENY, "agents do not type into each other's terminals"
