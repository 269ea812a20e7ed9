"""
A role file as a form, and a form as a role file: whatever the form does not show stays.

The lists of rules are shared out: the name of a tool alone is a button of that tool, another
text is a line, and a map (`why`, `match`, `until`…) is shown and kept as it is. Of the text
only those keys are written anew that somebody has changed, so comments and order stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from ruamel.yaml import YAML

from proctor.errors import UsageError
from proctor.roles.role_text import plain_of
from proctor.roles.stored_role import path_of, spelled_out
from proctor.roles.yaml_edit import with_key
from proctor.terms.catalogue import Catalogue

EFFECTS = ("allow", "ask", "deny")
WILD = frozenset("*?")
FILE = "the role"
# Keys that are a text, by the name that they have in the form.
LINES = {
    "name": "name",
    "description": "description",
    "extends": "extends",
    "model": "model",
    "mode": "permission_mode",
    "profile": "permissions.profile",
    "otherwise": "permissions.otherwise",
    "reviewer_model": "permissions.agent.model",
}
TEXTS = {"instructions": "instructions", "reviewer_instructions": "permissions.agent.instructions"}
ORDER, ENABLED = "permissions.order", "permissions.agent.enabled"
SHOWN = {"name", "description", "extends", "model", "permission_mode", "instructions"}
SHOWN |= {"permissions", "tools", "toolIds", "id", "createdAt", "updatedAt"}
SWITCH = {"true": True, "false": False, "": None}


@dataclass(frozen=True, slots=True)
class Filled:
    """
    What the form shows of a role.

    `tools` are the listed ones that are known, by the name that all names of a tool share,
    None where it has all; `others` are the rest of that list: globs, and names of MCP servers.
    `effects` has tools that a rule names alone, `lines` the rules that are a text, `kept`
    those that are more, as YAML. `further` are keys that only the text shows.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    tools: frozenset[str] | None = None
    others: tuple[str, ...] = ()
    effects: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    further: Mapping[str, str] = field(default_factory=dict)

    def word(self, name: str) -> str:
        """Return a field."""
        return self.words.get(name, "")


def filled(text: str, known: Catalogue) -> Filled:
    """
    Return what the form shows of a role's text.

    Raises:
        RoleProblems: the text cannot be read.
        UsageError: it says something that the form has no place for.

    """
    said = plain_of(text, FILE)
    if not isinstance(said, dict):
        raise no_place("it is no map")
    permissions = part(said, "permissions")
    words = {name: line_of(said, key) for name, key in LINES.items()}
    words |= {name: line_of(said, key) for name, key in TEXTS.items()}
    words["order"] = order_of(permissions.get("order"))
    enabled = part(permissions, "agent").get("enabled")
    if enabled not in (None, True, False):
        raise no_place("`enabled` is neither true nor false")
    words["reviewer"] = "" if enabled is None else str(enabled).lower()
    listed = texts_of(said.get("tools", said.get("toolIds")), "`tools`")
    entries = {effect: entries_of(permissions.get(effect), effect) for effect in EFFECTS}
    named = effects_of(entries, known)
    return Filled(
        words,
        None if listed is None else frozenset(known_ones(listed, known)),
        tuple(name for name in listed or () if not is_known(name, known)),
        {tool: effect for tool, (effect, _) in named.items()},
        {effect: tuple(lines_in(entries[effect], effect, named, known)) for effect in EFFECTS},
        {
            effect: tuple(dumped(one) for one in entries[effect] if is_kept(one))
            for effect in EFFECTS
        },
        {key: dumped(value) for key, value in said.items() if key not in SHOWN},
    )


def applied(text: str, form: Filled, known: Catalogue) -> str:
    """
    Return a role's text with what somebody has changed in the form.

    Raises:
        RoleProblems: the text cannot be read.
        UsageError: it says something that the form has no place for.
        ProctorError: it cannot be changed without loss.

    """
    before = filled(text, known)
    said: dict[str, Any] = dict(plain_of(text, FILE))  # type: ignore[call-overload]  # a map
    changes = changed_words(before, form)
    if (form.tools, form.others) != (before.tools, before.others):
        listed = said.get("tools", said.get("toolIds"))
        changes["tools"] = new_tools(listed, form, known)
    permissions = part(said, "permissions")
    for effect in EFFECTS:
        entries = entries_of(permissions.get(effect), effect)
        wanted = new_entries(entries, effect, before, form, known)
        if wanted != entries:
            changes[f"permissions.{effect}"] = wanted
    text = spelled_out(text, FILE, known) if changes else text
    for key, value in changes.items():
        text = with_key(text, FILE, path_of(key, said), value)
    return text


def changed_words(before: Filled, form: Filled) -> dict[str, Any]:
    """Return the keys whose texts are other than they were; None for one that was emptied."""
    changes: dict[str, Any] = {}
    for name, key in LINES.items():
        if form.word(name) != before.word(name):
            changes[key] = form.word(name) or None
    for name, key in TEXTS.items():
        if form.word(name).rstrip("\n") != before.word(name).rstrip("\n"):
            changes[key] = block(form.word(name))
    if form.word("order") != before.word("order"):
        changes[ORDER] = form.word("order") or None
    if form.word("reviewer") != before.word("reviewer"):
        changes[ENABLED] = SWITCH.get(form.word("reviewer"))
    return changes


def new_tools(listed: object, form: Filled, known: Catalogue) -> list[str] | None:
    """Return the list of tools: what stays in its place, then what is new."""
    if form.tools is None:
        return None
    before = [str(name) for name in listed] if isinstance(listed, list) else []
    kept = [
        name
        for name in before
        if (known.canonical(name) in form.tools if is_known(name, known) else name in form.others)
    ]
    had = {known.canonical(name) for name in kept}
    more = [known.get(tool).id for tool in sorted(form.tools) if tool not in had]
    return [*kept, *more, *(name for name in form.others if name not in kept)]


def new_entries(
    entries: Sequence[Any], effect: str, before: Filled, form: Filled, known: Catalogue
) -> list[Any]:
    """Return a list of rules: what stays in its place, then what is new."""
    lines = list(form.lines.get(effect, ()))
    tools = {tool for tool, said in form.effects.items() if said == effect}
    kept: list[Any] = []
    for entry in entries:
        tool = known.canonical(entry.strip()) if isinstance(entry, str) else ""
        if is_kept(entry):
            kept.append(entry)
        elif before.effects.get(tool) == effect and entry not in before.lines[effect]:
            kept += [entry] if tool in tools else []
            tools.discard(tool)
        elif entry in lines:
            lines.remove(entry)
            kept.append(entry)
    return [*kept, *sorted(tools), *lines]


def effects_of(
    entries: Mapping[str, Sequence[Any]], known: Catalogue
) -> dict[str, tuple[str, str]]:
    """Return tools that one rule names alone, each with its effect and as it is written."""
    found: dict[str, list[tuple[str, str]]] = {}
    for effect, listed in entries.items():
        for entry in listed:
            if isinstance(entry, str) and is_known(entry.strip(), known):
                found.setdefault(known.canonical(entry.strip()), []).append((effect, entry))
    return {tool: said[0] for tool, said in found.items() if len(said) == 1}


def lines_in(
    entries: Iterable[Any], effect: str, named: Mapping[str, tuple[str, str]], known: Catalogue
) -> Iterable[str]:
    """Return the rules of a list that are a line of their own in the form."""
    for entry in entries:
        if not is_kept(entry):
            tool = known.canonical(entry.strip())
            if named.get(tool) != (effect, entry):
                yield entry


def is_known(name: str, known: Catalogue) -> bool:
    """Say whether a name is that of one tool of the catalogue."""
    return not WILD & set(name) and name in known.names


def known_ones(names: Iterable[str], known: Catalogue) -> Iterable[str]:
    """Return the tools that are known, by the name that all their names share."""
    return (known.canonical(name) for name in names if is_known(name, known))


def is_kept(entry: object) -> bool:
    """Say whether a rule is more than a line."""
    return not isinstance(entry, str) or "\n" in entry or not entry.strip()


def part(said: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a map in a map; nothing where it is not there."""
    found = said.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise no_place(f"`{key}` is no map")
    return found


def line_of(said: Mapping[str, Any], key: str) -> str:
    """Return a text under a key, empty where there is none."""
    *above, last = key.split(".")
    for name in above:
        said = part(said, name)
    found = said.get(last)
    if found is not None and not isinstance(found, str):
        raise no_place(f"`{key}` is no text")
    return found or ""


def order_of(said: object) -> str:
    """Return the order of the lists, as one text."""
    if said is None:
        return ""
    words = said.split(",") if isinstance(said, str) else said if isinstance(said, list) else [said]
    return ", ".join(str(word).strip() for word in words)


def texts_of(said: object, what: str) -> list[str] | None:
    """Return a list of texts; None where there is none."""
    if said is None:
        return None
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise no_place(f"{what} is no list of names")
    return said


def entries_of(said: object, effect: str) -> list[Any]:
    """Return a list of rules."""
    if said is None:
        return []
    if not isinstance(said, list):
        raise no_place(f"`{effect}` is no list")
    return said


def no_place(why: str) -> UsageError:
    """Return the error for a role that the form cannot show."""
    return UsageError(f"the form cannot show this role: {why}", help="change it as text")


def block(text: str) -> str | None:
    """Return a text as it stands in a file: one of several lines ends with one."""
    bare = text.rstrip("\n")
    return f"{bare}\n" if "\n" in bare else bare or None


def dumped(value: object) -> str:
    """Return a value as YAML."""
    stream = StringIO()
    yaml = YAML()
    yaml.width = 1_000_000
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.dump(value, stream)
    return stream.getvalue().removesuffix("...\n").rstrip("\n")
