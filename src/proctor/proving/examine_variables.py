"""
Whether a variable of the settings, or of this shell, can keep our hook from deciding.

Measured: what a repository's `env` says reaches our hook. The loader of programs heeds its
variables before any line of ours is run, and a hook that ends with status 0 and nothing said
means yes. A stronger file that sets a name to nothing takes that away, but for two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from proctor.installing.receipts import variables_in
from proctor.proving.finding import Finding, ok, problem, warning
from proctor.proving.hook_file import beginning
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import LOCAL, PROJECT, SettingsFile

AREA = "environment"
# They say what is loaded into our hook, or what its start does.
LOADER_PREFIXES = ("LD_", "DYLD_")
LOADER = ("GCONV_PATH", "LOCPATH", "GLIBC_TUNABLES")
# They keep a shell from starting it; where no shell does, they do nothing.
PREFIX = "CLAUDE_CODE_SHELL_PREFIX"
SHELL_PREFIXES, SHELL = ("BASH_FUNC_",), (PREFIX, "SHELLOPTS")
# Run before each command of the agent; the shell that starts a hook does not heed it.
COMMANDS = "BASH_ENV"
# Measured: whatever their value, even none, they do their work.
WHATEVER = ("LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV")
# What `install --project` and `--managed` take away.
EMPTIED = ("LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "LD_DEBUG", "GCONV_PATH", "LOCPATH", PREFIX)
# Proven to start a hook with `args` without a shell.
DIRECT_SINCE = (2, 1, 325)
FOREIGN = (PROJECT, LOCAL)
ABOVE = ", or stand above it: proctor install claude-code --project"


class Setting(NamedTuple):
    """A variable that a file sets; `winner` is the file whose word counts."""

    name: str
    value: object
    file: SettingsFile
    winner: SettingsFile

    @property
    def counts(self) -> bool:
        """Say whether it reaches a hook."""
        return self.name in WHATEVER or (self.file is self.winner and self.value != "")

    @property
    def foreign(self) -> bool:
        """Say whether a repository may have brought it."""
        return self.file.scope in FOREIGN

    @property
    def do(self) -> str:
        """Return what to do about it."""
        above = ABOVE if self.file.scope == PROJECT and self.name in EMPTIED else ""
        return f"take {self.name} out of {self.file.path}{above}"


def is_of_loader(name: str) -> bool:
    """Say whether the loader of programs, or the C library, heeds a variable."""
    return name.startswith(LOADER_PREFIXES) or name in LOADER


def is_of_shell(name: str) -> bool:
    """Say whether a shell, or what starts one, heeds a variable before it runs anything."""
    return name.startswith(SHELL_PREFIXES) or name in SHELL


def settings_of_loader(files: Iterable[SettingsFile]) -> Iterator[Setting]:
    """Return every variable of these files, strongest first, that a hook's start heeds."""
    winners: dict[str, SettingsFile] = {}
    for file in files:
        for name, value in file.part("env").items():
            winner = winners.setdefault(name, file)
            if is_of_loader(name) or is_of_shell(name) or name == COMMANDS:
                yield Setting(name, value, file, winner)


def is_written_by_us(setting: Setting, states: Iterable[Path]) -> bool:
    """Say whether an installation of ours put it there, as it is."""
    kept = (variables_in(state, setting.file.path) for state in states)
    return any(setting.name in said and said[setting.name] == setting.value for said in kept)


def examine_variables(scene: Scene) -> Iterator[Finding]:
    """Return which variables can keep our hook from deciding."""
    seen = [*settings_of_loader(scene.files)]
    for setting in seen:
        yield from examine_setting(scene, setting)
    said = {setting.name for setting in seen}
    for name in sorted(set(scene.environ) - said):
        if name in WHATEVER:
            what = f"{name} is set here: our hook cannot decide with it"
            yield problem(AREA, what, f"unset {name}")
        elif scene.environ[name] and is_of_loader(name):
            what = f"{name} is set here: what it says reaches our hook too"
            yield warning(AREA, what, "see that no agent can write what it leads to")


def examine_setting(scene: Scene, setting: Setting) -> Iterator[Finding]:
    """Return what one variable of a file does to our hook."""
    name, path = setting.name, setting.file.path
    what = f"{path} sets {name}"
    if not setting.counts:
        if setting.value != "":
            yield warning(AREA, f"{what}, but {setting.winner.path} overrules it")
    elif name in WHATEVER:
        never = "our hook cannot decide with it, and no other settings can take it away"
        yield problem(AREA, f"{what}: {never}", setting.do)
    elif name == COMMANDS:
        yield warning(AREA, f"{what}: it is run before each command; our hook does not heed it")
    elif is_of_shell(name) and not by_shell(scene):
        yield warning(AREA, f"{what}; our hook is started without a shell, and does not heed it")
    elif is_written_by_us(setting, (scene.home, scene.managed / "proctor")):
        yield ok(AREA, f"{what}, as it was set where you installed Proctor")
    elif setting.foreign or is_of_shell(name):
        yield problem(AREA, f"{what}: it can keep our hook from deciding", setting.do)
    else:
        yield warning(AREA, f"{what}: what it says reaches our hook too")


def by_shell(scene: Scene) -> bool:
    """Say whether a shell takes part in starting our hook."""
    if scene.version < DIRECT_SINCE:
        return True
    return any("args" not in entry.entry or shell_in(path) for path, entry in scene.our_hooks())


def shell_in(path: Path) -> bool:
    """Say whether a hook's file is begun by a shell."""
    try:
        return beginning(path).startswith("#!/bin/sh\n")
    except OSError:
        return False
