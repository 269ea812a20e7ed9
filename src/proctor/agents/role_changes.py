"""
What `--set key=value`, and what an agent was allowed to change of itself, make of its role.

Only keys that are listed here, each of its own type. None of them lifts a rule: what an agent
may do is decided by its role, by name, and not by what is said here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from proctor.adapters.claude_settings import ENV, OURS
from proctor.agent_overrides import Overrides
from proctor.errors import UsageError, did_you_mean
from proctor.terms.mode import Mode
from proctor.terms.role import Role

MODES = {mode.value: mode for mode in Mode}
SETTINGS = "settings"
# An agent that starts another may choose these.
FOR_AGENTS = ("model",)
SWITCHES = {"true": True, "false": False}
# What an agent may choose becomes a word of the program's command: never an option.
MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]{0,199}")
TIGHTENING = (Mode.PLAN, Mode.DONT_ASK)


def read_changes(texts: Iterable[str]) -> dict[str, str]:
    """
    Read `key=value`, each once; a value may have `=` in it.

    Raises:
        UsageError: one is not of that form, or is there twice.

    """
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise UsageError(f"`{text}` is not key=value", help="for example: --set model=opus")
        if key in found:
            raise UsageError(f"`{key}` is set twice", help="say it once")
        found[key] = value
    return found


def changed(role: Role, changes: Mapping[str, str], *, by_agent: bool = False) -> Role:
    """
    Return a role with what was set.

    Raises:
        UsageError: there is no such key, it takes another value, or it would loosen something.

    """
    for key, value in changes.items():
        if by_agent and key not in FOR_AGENTS:
            raise UsageError(
                f"an agent that starts another cannot set `{key}`",
                help=f"it may set {', '.join(FOR_AGENTS)}",
            )
        head, _, rest = key.partition(".")
        if head == SETTINGS and rest:
            role = with_setting(role, rest, value)
        elif key in FIELDS:
            role = FIELDS[key](role, key, value)
        else:
            known = (*FIELDS, f"{SETTINGS}.KEY")
            near = did_you_mean(key, known)
            raise UsageError(
                f"`{key}` cannot be set for one agent",
                help=near or f"there are {', '.join(known)}; write anything else into a role",
            )
    return role


def with_overrides(role: Role, held: Overrides) -> Role:
    """Return a role with the model, the prompt and the documents that one agent has."""
    if held.model:
        role = with_text(role, "model", held.model)
    if held.system_prompt:
        key = "system_prompt" if role.system_prompt is not None else "instructions"
        role = with_text(role, key, held.system_prompt)
    if not held.docs:
        return role
    docs = "\n\n".join(f"## {path}\n\n{text.strip()}" for path, text in held.docs.items())
    told = "\n\n".join(filter(None, (role.instructions, f"# Your documents\n\n{docs}")))
    return replace(role, instructions=told)


def with_text(role: Role, key: str, value: str) -> Role:
    """Return a role with another text; an empty one takes it away."""
    new: dict[str, Any] = {key: value or None}
    return replace(role, **new)


def with_model(role: Role, key: str, value: str) -> Role:
    """
    Return a role with another model.

    Raises:
        UsageError: no model has such a name.

    """
    if value and not MODEL.fullmatch(value):
        raise UsageError(f"`{value[:60]}` is no name of a model", help="for example: model=opus")
    return with_text(role, key, value)


def with_mode(role: Role, key: str, value: str) -> Role:
    """
    Return a role with another mode, where that is not looser than what it says.

    Raises:
        UsageError: there is no such mode, or the role has another.

    """
    mode = MODES.get(value)
    if mode is None:
        near = did_you_mean(value, list(MODES)) or f"the modes are {', '.join(MODES)}"
        raise UsageError(f"`{value}` is not a mode", help=near)
    if mode is role.mode or mode in TIGHTENING:
        return replace(role, mode=mode)
    if role.mode is not None:
        raise UsageError(
            f"the role `{role.id}` says `{key}: {role.mode}`, and that counts",
            help=f"it can be tightened: {', '.join(one.value for one in TIGHTENING)}",
        )
    if mode is Mode.BYPASS:
        raise UsageError(
            f"only a role can say `{key}: {mode}`", help="write it into a role of your own"
        )
    return replace(role, mode=mode)


def with_switch(role: Role, key: str, value: str) -> Role:
    """
    Return a role with something switched on; what it has switched on stays so.

    Raises:
        UsageError: that is neither true nor false, or would loosen it.

    """
    if value not in SWITCHES:
        raise UsageError(f"`{key}` is true or false, not `{value}`")
    if getattr(role, key) and not SWITCHES[value]:
        raise UsageError(f"the role `{role.id}` says `{key}: true`, and that counts")
    new: dict[str, Any] = {key: SWITCHES[value]}
    return replace(role, **new)


def with_setting(role: Role, path: str, value: str) -> Role:
    """
    Return a role with one more of the program's own settings, by its dotted path.

    Raises:
        UsageError: it is one that is made from the role, or what stands above it is no map.

    """
    names = path.split(".")
    if not all(names):
        raise UsageError(f"`{SETTINGS}.{path}` names no setting")
    if names[0] in (*OURS, ENV, "model"):
        raise UsageError(
            f"`{SETTINGS}.{names[0]}` is made from the role", help="write it into the role"
        )
    settings: dict[str, Any] = json.loads(json.dumps(dict(role.settings)))
    place = settings
    for name in names[:-1]:
        place = place.setdefault(name, {})
        if not isinstance(place, dict):
            raise UsageError(f"`{SETTINGS}.{path}`: what stands above it is no map")
    place[names[-1]] = typed(value)
    return replace(role, settings=settings)


def typed(value: str) -> object:
    """Return a value as JSON has it; whatever is no number, switch or null is a text."""
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return value if isinstance(read, dict | list | str) else read


Setter = Callable[[Role, str, str], Role]
FIELDS: dict[str, Setter] = {
    "model": with_model,
    "permission_mode": with_mode,
    "instructions": with_text,
    "system_prompt": with_text,
    "isolated": with_switch,
    "sandbox": with_switch,
}
