"""
Whether the settings that apply switch hooks off, or would let calls run without one.

Only what can be seen is told: settings, and the environment of this shell. A program that is
started with `--bare`, `--safe-mode` or `--setting-sources` runs without our hooks, and nobody
sees that beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator

from proctor.proving.examine_variables import examine_variables
from proctor.proving.finding import Finding, Fix, ok, problem, warning
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import (
    MANAGED_SCOPE,
    PROJECT,
    SettingsFile,
    who_says,
)

FILES, SWITCHES, RULES, ENVIRONMENT = "settings", "switches", "rules", "environment"
OFF, SIMPLE, MANAGED_ONLY = "disableAllHooks", "CLAUDE_CODE_SIMPLE", "allowManagedHooksOnly"
MODS_SINCE = (2, 1, 287)
FREE_MODES = {"acceptEdits", "auto", "bypassPermissions"}
# What a repository may say to the processes that the program starts.
OURS = ("PROCTOR_", "TG_")
MODEL = "ANTHROPIC_"
MOST = 4
STRONGER = ", or stand above it: proctor install claude-code --project"


def examine_settings(scene: Scene) -> Iterator[Finding]:
    """Return what is found in the settings."""
    yield from examine_files(scene)
    switched = [*off_switches(scene), *hidden_switches(scene)]
    yield from switched or [ok(SWITCHES, "nothing that can be seen switches hooks off")]
    yield from plugins(scene)
    yield from rules(scene)
    yield from examine_variables(scene)
    for file in scene.files:
        yield from variables(file)


def examine_files(scene: Scene) -> Iterator[Finding]:
    """Return which files apply, strongest first, and which of them cannot be read."""
    for file in scene.files:
        named = f"{file.scope}: {file.path}"
        if file.trouble:
            what = f"{named} {file.trouble}; Claude Code passes over it in silence"
            yield problem(FILES, what, "repair the file")
        else:
            yield ok(FILES, named)
    if not scene.files:
        yield warning(FILES, "no settings of Claude Code apply here")


def off_switches(scene: Scene) -> Iterator[Finding]:
    """Return who switches all hooks off, and who would if nobody stronger spoke."""
    winner = who_says(scene.files, OFF)
    for file in scene.files:
        if file.data.get(OFF) is not True:
            continue
        if file != winner:
            overruled = f"{file.path} says {OFF}, but {winner.path if winner else ''} overrules it"
            yield warning(SWITCHES, overruled)
            continue
        mine = any(entry.file == file for _, entry in scene.our_hooks())
        fix = Fix("switch-on", str(file.path), file.scope) if mine else None
        do = f"take {OFF} out of {file.path}{STRONGER if file.scope == PROJECT else ''}"
        yield problem(SWITCHES, f"{file.path} switches all hooks off ({OFF})", do, fix)


def hidden_switches(scene: Scene) -> Iterator[Finding]:
    """Return what else keeps our hooks from being started."""
    if scene.environ.get(SIMPLE):
        what = f"{SIMPLE} is set here: Claude Code starts without hooks"
        yield problem(SWITCHES, what, f"unset {SIMPLE}")
    for file in scene.files:
        # Measured: a project's has no effect.
        if file.scope != PROJECT and file.part("env").get(SIMPLE):
            what = f"{file.path} sets {SIMPLE}: Claude Code runs without hooks"
            yield problem(SWITCHES, what, f"take {SIMPLE} out of {file.path}")
    managed = [file for file in scene.files if file.scope == MANAGED_SCOPE]
    only = any(file.data.get(MANAGED_ONLY) is True for file in managed)
    if only and not any(entry.file in managed for _, entry in scene.our_hooks()):
        what = f"the managed settings take only hooks of their own ({MANAGED_ONLY})"
        yield problem(SWITCHES, what, "proctor install claude-code --managed")


def plugins(scene: Scene) -> Iterator[Finding]:
    """Return the plugins that may answer a call in place of our hook."""
    if scene.version < MODS_SINCE:
        return
    enabled: set[str] = set()
    for file in scene.files:
        enabled |= {name for name, on in file.part("enabledPlugins").items() if on}
    if enabled:
        what = f"plugins are enabled ({some(sorted(enabled))}): a mod in one can overrule our hook"
        do = "look into them; only managed hooks stand above mods: install claude-code --managed"
        yield warning(SWITCHES, what, do)


def rules(scene: Scene) -> Iterator[Finding]:
    """Return the rules that would let a call run if our hook broke, and those that ask again."""
    for file in scene.files:
        allowed = [*file.rules("allow"), *free_mode(file)]
        if allowed and scene.on_failure:
            yield ok(RULES, f"{file.path} allows {some(allowed)}: a hook that breaks blocks them")
        elif allowed:
            what = f"{file.path} allows {some(allowed)}: they run unchecked if our hook breaks"
            yield problem(RULES, what, "update Claude Code to 2.1.295 or later, or remove them")
        if asked := file.rules("ask"):
            what = f"{file.path} asks for {some(asked)}: it asks again after Proctor has allowed"
            yield warning(RULES, what, "move them into the role")


def free_mode(file: SettingsFile) -> list[str]:
    """Return the mode of a file, where it lets calls run that no rule allows."""
    mode = file.part("permissions").get("defaultMode")
    return [f"mode {mode}"] if mode in FREE_MODES else []


def variables(file: SettingsFile) -> Iterator[Finding]:
    """Return what a file puts into the environment of hooks and of the program."""
    names = sorted(str(name) for name in file.part("env"))
    harmless = [name for name in names if name.startswith(OURS) or name == "PATH"]
    if harmless:
        yield ok(ENVIRONMENT, f"{file.path} sets {some(harmless)}: our hook does not heed them")
    foreign = [name for name in names if name.startswith(MODEL)]
    if foreign and file.scope == PROJECT:
        what = f"{file.path} sets {some(foreign)}: the project says which model is talked to"
        yield warning(ENVIRONMENT, what, "look whether you want that; our hook does not heed it")


def some(names: list[str]) -> str:
    """Return the first few of many names."""
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(f"`{name}`" for name in names[:MOST]) + more
