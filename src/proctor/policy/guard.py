"""
What no rule can permit: an agent reaching for its own rules, tokens or hooks.

Built in and not configurable. Some things are denied outright; some are asked,
and then only a human may answer. The places and names are in `guard_places`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from proctor.policy.guard_places import (
    AGENT_PACKAGES,
    AGENT_PROGRAMS,
    COPIERS,
    HOOK_SWITCHES,
    HOOK_VARIABLES,
    HOOKS_PATH,
    INSTALLS,
    LAUNCHERS,
    OPEN_COMMANDS,
    OPEN_SUBCOMMANDS,
    OUR_NAMES,
    REMOVERS,
    SEARCHERS,
    SETTERS,
    TERMINALS,
    TMUX_SERVER,
    home_settings,
    project_settings,
)
from proctor.policy.path_patterns import relative
from proctor.terms.action import Action, Part, Touch
from proctor.terms.decision import Finding, Source
from proctor.terms.effect import ASK, DENY, Effect
from proctor.terms.kind import EDIT, FETCH, READ, SHELL, Kind
from proctor.terms.rule import By
from proctor.terms.surroundings import Surroundings

PLAIN_KINDS = (READ, EDIT, SHELL, FETCH, Kind.SEARCH)
WATCHED = (
    OUR_NAMES | AGENT_PROGRAMS | LAUNCHERS | REMOVERS | COPIERS | SEARCHERS | SETTERS | TERMINALS
    | {"git"}
)  # fmt: skip


def guard(part: Part, action: Action) -> Finding | None:
    """Return what the guard says of a part; most parts are no concern of it."""
    return objections(part, action) if suspicious(part, action.around) else None


def objections(part: Part, action: Action) -> Finding | None:
    """Hold a part against every clause; of several objections the strictest counts."""
    found = [*touching(part, action.around), *running(part), *mentioning(part, action.around)]
    if not found:
        return None
    effect, why = max(found, key=lambda said: said[0])
    return Finding(part, effect, Source.GUARD, why, by=By.HUMAN)


def suspicious(part: Part, around: Surroundings) -> bool:
    """
    Say whether any clause could object; most parts are done here.

    INVARIANT: where this says no, `objections` finds nothing; a test holds it.
    """
    if part.unread or part.kind not in PLAIN_KINDS:
        return True
    command = part.command
    if command is not None and (command.assignments or watched(command.words)):
        return True
    for touch in part.touches:
        path = touch.path
        if near(path.absolute, around) or (path.real != path.absolute and near(path.real, around)):
            return True
    return False


def near(path: str, around: Surroundings) -> bool:
    """Say whether a path could lie in a guarded place: by a name with a dot, or its start."""
    if "/." in path or around.folds_case or path.endswith("opencode.json"):
        return True
    real = around.proctor_home_real or around.proctor_home
    return path.startswith((around.proctor_home, real, "/etc/", "/Library/", *around.program))


def watched(words: Sequence[str]) -> bool:
    """Say whether a clause looks at what this program is given."""
    name = words[0].rpartition("/")[2] if words else ""
    return name in WATCHED or name[:2] in ("py", "pi")


Said = tuple[Effect, str]


def touching(part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against the paths that a part touches."""
    if not part.touches:
        return
    around = folded(around) if around.folds_case else around
    for touch in part.touches:
        for path in dict.fromkeys((touch.path.absolute, touch.path.real)):
            alike = path.lower() if around.folds_case else path
            yield from against_path(alike, touch, part, around)


def folded(around: Surroundings) -> Surroundings:
    """Return the surroundings in lower case, for a file system that folds case."""
    return replace(
        around,
        proctor_home=around.proctor_home.lower(),
        proctor_home_real=around.proctor_home_real.lower(),
        home=around.home.lower(),
        root=around.root.lower(),
        program=tuple(folder.lower() for folder in around.program),
    )


def against_path(path: str, touch: Touch, part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against one path."""
    homes = {around.proctor_home, around.proctor_home_real} - {""}
    if any(within(path, home, part) for home in homes):
        yield DENY, "Proctor's own folder is closed to agents"
    elif program(part) in SEARCHERS and any(relative(home, path) is not None for home in homes):
        yield ASK, "it may search Proctor's own folder too"
    if not touch.writes:
        return
    sure = DENY if touch.certain else ASK
    if any(within(path, place, part) for place in around.program):
        yield sure, "an agent does not change Proctor's own program"
    for name in home_settings(around.home):
        place = name.lower() if around.folds_case else name
        if within(path, place, part) and not path.startswith(f"{place}/worktrees/"):
            yield sure, f"the settings of an agent program are not for agents to change: {place}"
            return
    named = project_settings(path)
    if named:
        yield ASK, f"{named} decides what agents may do, so a person must agree"
    elif program(part) in REMOVERS and relative(f"{around.root}/.proctor", path) is not None:
        yield ASK, "it would remove the project's rules with everything else"


def within(path: str, place: str, part: Part) -> bool:
    """Say whether a path lies in a place, or would take or copy the place with it."""
    if relative(path, place) is not None:
        return True
    return program(part) in REMOVERS | COPIERS and relative(place, path) is not None


def program(part: Part) -> str:
    """Return the name of the program that a part runs."""
    words = part.command.words if part.command and not part.redirect else ()
    return words[0].rpartition("/")[2] if words else ""


def running(part: Part) -> Iterable[Said]:
    """Say what the guard has against the program that a part runs."""
    command = part.command
    if command is None or part.redirect or part.kind is not SHELL:
        return
    names = {name for name, _ in command.assignments}
    if program(part) in SETTERS | AGENT_PROGRAMS:
        names |= {word.partition("=")[0] for word in command.words if "=" in word}
    for name in sorted(names & HOOK_VARIABLES):
        yield DENY, f"{name} switches the hooks of an agent program off"
    if not command.words:
        return
    words = (command.words[0].rpartition("/")[2], *command.words[1:])
    yield from our_command(words)
    yield from uninstalling(words)
    yield from agent_program(words)
    yield from terminal(words)
    if words[0] == "git" and any(HOOKS_PATH.match(word) for word in words):
        yield ASK, "git hooks run code on every commit, so a person must agree"


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


def behind_our_name(words: Sequence[str]) -> Sequence[str] | None:
    """Return the words behind `proctor`, however it is started; None if it is not ours."""
    if words[0] in OUR_NAMES:
        return words[1:]
    if words[0].startswith(("python", "pypy")):
        for index, word in enumerate(words[1:], start=1):
            if word == "-m" and words[index + 1 : index + 2]:
                module = words[index + 1]
                return words[index + 2 :] if module.split(".")[0] == "proctor" else None
            if word.startswith("-m") and word[2:].split(".")[0] == "proctor":
                return words[index + 1 :]
            if word.rpartition("/")[2] in OUR_NAMES:
                return words[index + 1 :]
    if words[0] in LAUNCHERS and not INSTALLS & set(words[1:3]):
        for index, word in enumerate(words[1:], start=1):
            if word.removeprefix(".venv/bin/").partition("@")[0] in OUR_NAMES:
                return words[index + 1 :]
    return None


def uninstalling(words: Sequence[str]) -> Iterable[Said]:
    """Deny taking Proctor away with the programs that installed it."""
    installer = words[0] in LAUNCHERS or words[0].startswith(("pip", "python"))
    if installer and {"uninstall", "remove"} & set(words) and OUR_NAMES & set(words):
        yield DENY, "an agent does not remove Proctor"


def agent_program(words: Sequence[str]) -> Iterable[Said]:
    """Say what holds for starting an agent program."""
    launched = words[0] in LAUNCHERS and any(
        package in word for word in words[1:] for package in AGENT_PACKAGES
    )
    behind = words[0] in TERMINALS and any(
        word.split()[0].rpartition("/")[2] in AGENT_PROGRAMS for word in words[1:] if word.split()
    )
    if words[0] not in AGENT_PROGRAMS and not launched and not behind:
        return
    for word in words[1:]:
        switch = next((s for s in HOOK_SWITCHES if word.startswith(s)), None)
        if switch or "disableAllHooks" in word:
            name = switch or "disableAllHooks"
            yield DENY, f"{name} switches the hooks of an agent program off"
    yield ASK, "an agent that is started without `proctor run` has no role of its own"


def terminal(words: Sequence[str]) -> Iterable[Said]:
    """Deny tmux on our own server, where keys can be typed into other agents."""
    if words[0] != "tmux":
        return
    for index, word in enumerate(words):
        server = TMUX_SERVER.match(word)
        value = word[server.end() :] or "".join(words[index + 1 : index + 2]) if server else ""
        if "proctor" in value:
            yield DENY, "agents do not type into each other's terminals"


def our_folder(around: Surroundings) -> tuple[str, ...]:
    """Return the ways in which text can plainly name Proctor's own folder."""
    below = relative(around.proctor_home, around.home)
    short = (f"~/{below}", f"$HOME/{below}", f"${{HOME}}/{below}") if below else ()
    return (around.proctor_home, *short)


def mentioning(part: Part, around: Surroundings) -> Iterable[Said]:
    """Ask a human where text that we cannot read names what is guarded."""
    foreign = part.kind is Kind.MCP or not around.catalogue.knows(part.tool)
    if foreign and any(name in part.text for name in our_folder(around)):
        yield DENY, "Proctor's own folder is closed to agents"
    if part.unread and part.kind is SHELL:
        marks = (*our_folder(around), ".proctor", "PROCTOR_", "disableAllHooks", *HOOK_VARIABLES)
        named = next((mark for mark in marks if mark in part.text), None)
        if named:
            yield ASK, f"it cannot be read, and it names {named}"
