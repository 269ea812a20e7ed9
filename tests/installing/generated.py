"""Settings files as people write them, and as no tidy program would."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

BLANKS = ("", " ", "  ", "\t", "\n", "\r\n", "\n  ", "\r\n\t", "\n\n   ")
EVENTS = ("PreToolUse", "PermissionRequest", "Stop", "SessionStart", "FileChanged")
WORDS = st.text(
    alphabet=st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8
) | st.sampled_from(["café", "\u2028", "😀", 'a"b', "a\\b", "\x7f"])
LEAVES = st.none() | st.booleans() | st.integers() | WORDS
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
HANDLERS = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["/srv/say", "echo hi", "a 'b"])},
    optional={"timeout": st.integers(1, 600), "note": VALUES},
)
GROUPS = st.fixed_dictionaries(
    {"hooks": st.lists(HANDLERS, max_size=2)}, optional={"matcher": WORDS}
)
HOOKS = st.dictionaries(st.sampled_from(EVENTS), st.lists(GROUPS, max_size=2), max_size=3)
VARIABLES = st.dictionaries(
    st.sampled_from(["LD_PRELOAD", "LD_LIBRARY_PATH", "LANG"]) | WORDS,
    st.sampled_from(["", "/opt/lib"]) | WORDS,
    max_size=3,
)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "model": WORDS,
        "hooks": HOOKS,
        "disableAllHooks": st.booleans() | LEAVES,
        "permissions": VALUES,
        "env": VARIABLES,
        "ünusual": VALUES,
    },
)


@st.composite
def settings_files(draw: st.DrawFn) -> str:
    """Return the text of a settings file, laid out by chance or by a program."""
    data = draw(SETTINGS)
    if draw(st.booleans()):
        indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
        text = json.dumps(data, indent=indent, ensure_ascii=draw(st.booleans()))
        text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
        text += draw(st.sampled_from(["", "\n", "\r\n", " \n\n"]))
    else:
        text = scattered(draw, data)
    return draw(st.sampled_from(["", "\ufeff"])) + text


def scattered(draw: st.DrawFn, value: Any) -> str:
    """Write a value with any blanks between its signs."""

    def blank() -> str:
        return draw(st.sampled_from(BLANKS))

    if isinstance(value, dict):
        entries = [
            f"{blank()}{json.dumps(key)}{blank()}:{blank()}{scattered(draw, inner)}{blank()}"
            for key, inner in value.items()
        ]
        return "{" + (",".join(entries) or blank()) + "}"
    if isinstance(value, list):
        entries = [f"{blank()}{scattered(draw, inner)}{blank()}" for inner in value]
        return "[" + (",".join(entries) or blank()) + "]"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))
