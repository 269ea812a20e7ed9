"""
What a settings file must be like for us to edit it. Pure.

What the agent program would not read is refused, with the place: it might drop the whole
file, and our hooks with it.
"""

from __future__ import annotations

from proctor.installing.json_spans import Array, NotJson, Object, Value, parse

HOOKS, SWITCH = "hooks", "disableAllHooks"
# What may stand before all of it, and between its signs.
MARK, BLANK = "\ufeff", " \t\r\n"


class Unfit(ValueError):
    """A settings file that we do not edit; knows the offset, and what to do about it."""

    def __init__(self, message: str, offset: int, *, code: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.code = code
        self.advice = advice


def read_settings(text: str) -> Object:
    """
    Read a settings file, without its byte order mark.

    Raises:
        Unfit: it is no JSON object, or its hooks are not as the program reads them.

    """
    try:
        root = parse(text)
    except NotJson as wrong:
        raise Unfit(wrong.message, wrong.offset, code="bad-json", advice=wrong.advice) from None
    if not isinstance(root, Object):
        raise unfit(root, "a settings file is an object: `{…}`")
    for key in (HOOKS, SWITCH):
        check_once(root, key)
    hooks = root.get(HOOKS)
    if hooks is not None:
        check_hooks(hooks)
    return root


def unfit(value: Value, message: str) -> Unfit:
    """Return the error for a value of the wrong type."""
    return Unfit(message, value.start, code="wrong-type", advice="mend it, or remove it")


def check_once(owner: Object, key: str) -> None:
    """Refuse a key that is there twice: which of them counts is not ours to guess."""
    found = owner.named(key)
    if len(found) > 1:
        again = f"`{key}` is there twice"
        advice = "the program takes the last and ignores the others: remove all but one"
        raise Unfit(again, found[1].start, code="duplicate-key", advice=advice)


def check_hooks(hooks: Value) -> None:
    """Refuse hooks that the program would not read either: it might drop the whole file."""
    if not isinstance(hooks, Object):
        raise unfit(hooks, "`hooks` is an object with a list for each event")
    for member in hooks.members:
        check_once(hooks, member.key)
        if not isinstance(member.value, Array):
            raise unfit(member.value, f"the hooks of `{member.key}` are a list: `[…]`")
        for group in member.value.items:
            check_group(group, member.key)


def check_group(group: Value, event: str) -> None:
    """Refuse an entry of an event that is not as the program reads it."""
    if not isinstance(group, Object):
        raise unfit(group, f"an entry of `{event}` is an object with `hooks`")
    check_once(group, HOOKS)
    inner = group.get(HOOKS)
    if not isinstance(inner, Array):
        raise unfit(inner or group, f"an entry of `{event}` has a list `hooks`")
    for handler in inner.items:
        if not isinstance(handler, Object):
            raise unfit(handler, f"a hook of `{event}` is an object with `type`")
        check_once(handler, "command")
