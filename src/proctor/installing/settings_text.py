"""
The text of a settings file with our hooks put in, or taken out, and nothing else touched. Pure.

A hook is ours by its command: one of the executables that we have written. What goes with the
hooks: the switch, and variables (`settings_env`).
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proctor.installing.json_spans import Array, Member, Object, Scalar, Value
from proctor.installing.layout import Edit, Layout, apply, change, layout_of, put_in, take_out
from proctor.installing.settings_env import (
    ENV,
    NONE,
    Variables,
    check_env,
    env_additions,
    env_as_wanted,
    env_removals,
)
from proctor.installing.settings_shape import BLANK, HOOKS, MARK, SWITCH, Unfit, read_settings

Groups = Sequence[Mapping[str, object]]
NEW = Layout("\n", "  ", ": ", ", ")


class Before(NamedTuple):
    """What of a file has to be known to bring it back: what we may have added."""

    switch: str | None
    hooks: bool
    events: frozenset[str]
    env: bool = False


class Ours(NamedTuple):
    """What we want in the file: groups of each event, variables; and which programs are ours."""

    groups: Mapping[str, Groups]
    programs: frozenset[str]
    variables: Variables = Variables()


def before_of(text: str | None) -> Before:
    """Return what has to be known of a file as it was, or of none."""
    body = (text or "").removeprefix(MARK)
    if not body.strip(BLANK):
        return Before(None, hooks=False, events=frozenset())
    root = read_settings(body)
    switch, hooks = root.get(SWITCH), root.get(HOOKS)
    events = [member.key for member in hooks.members] if isinstance(hooks, Object) else []
    said = body[switch.start : switch.end] if switch else None
    env = root.get(ENV) is not None
    return Before(said, hooks=hooks is not None, events=frozenset(events), env=env)


def with_hooks(text: str | None, ours: Ours) -> str:
    """
    Return a file with exactly the hooks that we want of ours, and hooks switched on.

    What is there already, as we want it, stays as it is, to the byte.

    Raises:
        Unfit: the file cannot be edited.

    """
    mark, body = split_mark(text or "")
    if not body.strip(BLANK):
        whole = {HOOKS: {event: list(groups) for event, groups in ours.groups.items()}}
        env = {ENV: dict(ours.variables.wanted)} if ours.variables.wanted else {}
        return f"{mark}{NEW.write({**whole, SWITCH: False, **env}, '')}\n"
    root = read_settings(body)
    if ours.variables.wanted:
        check_env(root)
    if is_as_wanted(body, ours):
        return mark + body
    left = ours.variables.left
    some = left or ours_in(root, ours.programs)
    bare = without(body, ours.programs, None, left) if some else body
    edited = apply(bare, additions(bare, read_settings(bare), ours))
    check_same(body, edited, ours)
    return mark + edited


def additions(text: str, root: Object, ours: Ours) -> list[Edit]:
    """Return the edits that put our hooks in."""
    layout = layout_of(text, root)
    new: list[tuple[str | None, object]] = []
    edits: list[Edit] = []
    hooks, switch = root.get(HOOKS), root.get(SWITCH)
    if isinstance(hooks, Object):
        fresh: list[tuple[str | None, object]] = []
        for event, groups in ours.groups.items():
            there = hooks.get(event)
            if isinstance(there, Array):
                edits += put_in(text, layout, there, [(None, group) for group in groups])
            else:
                fresh.append((event, list(groups)))
        edits += put_in(text, layout, hooks, fresh)
    else:
        new.append((HOOKS, {event: list(groups) for event, groups in ours.groups.items()}))
    if switch is None:
        new.append((SWITCH, False))
    elif not is_off(switch):
        edits.append(change(switch, "false"))
    wanted, env = ours.variables.wanted, root.get(ENV)
    edits += env_additions(text, layout, env, wanted)
    if wanted and env is None:
        new.append((ENV, dict(wanted)))
    return [*edits, *put_in(text, layout, root, new)]


def is_off(switch: Value | None) -> bool:
    """Say whether `disableAllHooks` is false."""
    return isinstance(switch, Scalar) and switch.value is False


def without_hooks(
    text: str,
    programs: frozenset[str],
    before: Before | None,
    left: Mapping[str, str] = NONE,
) -> str:
    """
    Return a file without any hook of ours; what we had to add for them goes with them.

    Without `before`, nothing is known of how it was: the switch stays as it is. `left` are
    the variables that we have put there.

    Raises:
        Unfit: the file cannot be edited.

    """
    mark, body = split_mark(text)
    if not body.strip(BLANK):
        return text
    edited = without(body, programs, before, left)
    check_same(body, edited, Ours({}, programs, Variables(left=left)))
    return mark + edited


def without(
    text: str, programs: frozenset[str], before: Before | None, left: Mapping[str, str]
) -> str:
    """Take our hooks out of a text that is an object."""
    root = read_settings(text)
    gone: list[int] = []
    edits: list[Edit] = []
    for number, member in enumerate(root.members):
        if member.key == HOOKS and isinstance(member.value, Object):
            inner, all_gone = removals(member.value, programs, before)
            if all_gone and not (before and before.hooks):
                gone.append(number)
            else:
                edits += inner
        elif member.key == ENV and isinstance(member.value, Object):
            inner, all_gone = env_removals(text, member.value, left)
            if all_gone and not (before and before.env):
                gone.append(number)
            else:
                edits += inner
        elif member.key == SWITCH and before and is_off(member.value):
            if before.switch is None:
                gone.append(number)
            else:
                edits.append(change(member.value, before.switch))
    return apply(text, [*outer_of(take_out(root, gone), edits)])


def outer_of(outer: list[Edit], inner: list[Edit]) -> list[Edit]:
    """Drop the edits that lie inside others: what goes as a whole needs no repair."""
    kept = [
        edit
        for edit in inner
        if not any(start <= edit[0] and edit[1] <= end for start, end, _ in outer)
    ]
    return [*outer, *kept]


def removals(
    hooks: Object, programs: frozenset[str], before: Before | None
) -> tuple[list[Edit], bool]:
    """Return the edits that take our hooks out, and whether nothing of `hooks` is left."""
    edits: list[Edit] = []
    gone: list[int] = []
    for number, member in enumerate(hooks.members):
        inner, emptied = event_removals(member, programs)
        if emptied and not (before and member.key in before.events):
            gone.append(number)
        else:
            edits += inner
    if gone and len(gone) == len(hooks.members):
        return take_out(hooks, gone), True
    return outer_of(take_out(hooks, gone), edits), False


def event_removals(member: Member, programs: frozenset[str]) -> tuple[list[Edit], bool]:
    """Return the edits of one event, and whether they empty it."""
    edits: list[Edit] = []
    gone: list[int] = []
    groups = member.value.items if isinstance(member.value, Array) else []
    for number, group in enumerate(groups):
        inner = group.get(HOOKS) if isinstance(group, Object) else None
        if not isinstance(inner, Array):
            continue
        own = [at for at, handler in enumerate(inner.items) if is_own(handler, programs)]
        if own and len(own) == len(inner.items):
            gone.append(number)
        elif own:
            edits += take_out(inner, own)
    if gone and isinstance(member.value, Array):
        edits = outer_of(take_out(member.value, gone), edits)
    return edits, bool(gone) and len(gone) == len(groups)


def is_own(handler: Value, programs: frozenset[str]) -> bool:
    """Say whether a hook runs one of our executables."""
    command = handler.get("command") if isinstance(handler, Object) else None
    return isinstance(command, Scalar) and runs(command.value, programs)


def runs(command: object, programs: frozenset[str]) -> bool:
    """Say whether a command is one of the programs, plain or as a shell would want it quoted."""
    if not isinstance(command, str):
        return False
    if command in programs:
        return True
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return len(words) == 1 and words[0] in programs


def ours_in(root: Object, programs: frozenset[str]) -> bool:
    """Say whether a file has any hook of ours."""
    hooks = root.get(HOOKS)
    return isinstance(hooks, Object) and any(
        event_removals(member, programs)[0] for member in hooks.members
    )


def has_ours(text: str, programs: frozenset[str]) -> bool:
    """
    Say whether a file has any hook of ours.

    Raises:
        Unfit: it cannot be read.

    """
    body = text.removeprefix(MARK)
    return bool(body.strip(BLANK)) and ours_in(read_settings(body), programs)


def is_as_wanted(text: str, ours: Ours) -> bool:
    """Say whether our hooks are there, all and as we want them, and hooks are switched on."""
    data: dict[str, Any] = json.loads(text)
    if data.get(SWITCH) is not False or HOOKS not in data:
        return False
    if not env_as_wanted(data, ours.variables):
        return False
    found = {
        event: [group for group in groups if own_handlers(group, ours.programs)]
        for event, groups in data[HOOKS].items()
    }
    wanted = {event: [dict(group) for group in groups] for event, groups in ours.groups.items()}
    return {event: groups for event, groups in found.items() if groups} == wanted


def own_handlers(group: dict[str, Any], programs: frozenset[str]) -> list[Any]:
    """Return the hooks of a group that are ours."""
    return [one for one in group[HOOKS] if runs(one.get("command"), programs)]


def check_same(old: str, new: str, ours: Ours) -> None:
    """
    Make sure that an edit left everything of others as it was.

    INVARIANT: no text leaves this module that says anything else than before
    besides our hooks, our variables and the switch.

    Raises:
        Unfit: it did not; nothing is written then.

    """
    if of_others(old, ours) != of_others(new, ours):
        message = "this file could not be edited without changing what else it says"
        raise Unfit(message, 0, code="not-editable", advice="please report it, with the file")


def of_others(text: str, ours: Ours) -> object:
    """Return what a file says besides ours, the switch, and lists and `env` that are empty."""
    data: dict[str, Any] = json.loads(text)
    data.pop(SWITCH, None)
    if isinstance(said := data.get(ENV), dict):
        data[ENV] = ours.variables.of_others(said)
    if data.get(ENV) == {}:
        del data[ENV]
    events = {}
    for event, groups in data.pop(HOOKS, {}).items():
        kept = []
        for group in groups:
            own = own_handlers(group, ours.programs)
            others = [one for one in group[HOOKS] if one not in own]
            if others or not own:
                kept.append({**group, HOOKS: others})
        if kept:
            events[event] = kept
    return (data, events)


def split_mark(text: str) -> tuple[str, str]:
    """Return the byte order mark, if there is one, and the rest."""
    return (MARK, text[1:]) if text.startswith(MARK) else ("", text)
