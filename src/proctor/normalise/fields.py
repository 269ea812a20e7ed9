"""Take targets out of an input, whatever an agent put there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# Fields of the tools that every agent program has, which change neither the files that a call
# touches nor the commands that it runs. The others are the tool's own fields (`ToolInfo.fields`)
# and those that say where it works.
PLAIN_FIELDS = {
    "Bash": frozenset(
        "description explanation justification mode session_id sessionId sandbox_permissions "
        "timeout timeout_ms".split()
    ),
    "Read": frozenset("description explanation pages offset limit view_range encoding".split()),
    "Write": frozenset("content contents file_text text description explanation".split()),
    "Edit": frozenset(
        "old_string new_string oldString newString old_str new_str command insert_text text edits "
        "instruction instructions description explanation code_edit file_text view_range".split()
    ),
    "MultiEdit": frozenset("edits description explanation".split()),
    "NotebookEdit": frozenset(
        "new_source cell_id cell_type edit_mode description explanation".split()
    ),
    "Grep": frozenset(
        "pattern query regex regexp type output_mode glob include exclude description explanation "
        "include_pattern includePattern exclude_pattern case_sensitive -A -B -C -n -i -o".split()
    ),
    "Glob": frozenset("pattern description explanation ignore exclude".split()),
    "LS": frozenset("ignore description explanation pattern".split()),
}


def text_fields(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every non-empty text among the named fields, in their order."""
    return [v for name in names if isinstance(v := fields.get(name), str) and v]


def lists(fields: Mapping[str, object], names: Iterable[str]) -> list[list[str]]:
    """Return every list of texts among the named fields."""
    return text_lists([fields.get(name) for name in names])


def text_lists(values: Iterable[object]) -> list[list[str]]:
    """Return the values that are lists of texts, and not empty."""
    full = [value for value in values if isinstance(value, list) and value]
    return [value for value in full if all(isinstance(item, str) for item in value)]


def every_text(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every text among the named fields, those in lists behind the others."""
    values = [v for name in names if (v := fields.get(name)) is not None]
    found = [v for v in values if isinstance(v, str) and v]
    if len(found) < len(values):
        found += [text for texts in text_lists(values) for text in texts]
    return found


def text_or_list(value: object) -> bool:
    """Say whether a field can hold a target; an absent one is None."""
    return value is None or (isinstance(value, str) and bool(value)) or (
        isinstance(value, list) and all(isinstance(item, str) for item in value)
    )  # fmt: skip


def unknown_field(fields: Mapping[str, object], tool: str, own: Iterable[str]) -> str | None:
    """
    Return a field of a common tool that says something, and is not known; None if there is none.

    Some program may take it for a folder, a file or a variable.
    """
    plain = PLAIN_FIELDS.get(tool)
    if plain is None:
        return None
    for name, value in fields.items():
        if name in plain or name in own:
            continue
        # A number switches or limits something; whatever else is there may name something.
        if value and not isinstance(value, (int, float)):
            return name
    return None
