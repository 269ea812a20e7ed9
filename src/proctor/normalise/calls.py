"""Turn a tool call into an action, by the kind of its tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proctor.normalise.fields import lists, text_fields, text_or_list
from proctor.normalise.files import parts_of_patches, patch_parts, path_parts
from proctor.normalise.paths import path_form, too_long, well_formed
from proctor.normalise.shell.command_part import quoted
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.targets import other_parts, url_parts
from proctor.normalise.unreadable import broken_part, clean, malformed_part, string_name
from proctor.terms.action import Action, Part
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import EDIT, FETCH, READ, SHELL
from proctor.terms.surroundings import Surroundings

# Where a shell tool says in which folder its command runs.
FOLDER_FIELDS = ("workdir", "dir_path", "cwd")
# Shell tools whose commands are not read, and why.
NOT_READ = {
    "PowerShell": "commands of PowerShell are not read",
    "write_stdin": "what a running command makes of it is not known",
}
# As a command of its own, or as the first word of a list, Codex takes it for its own tool.
PATCHES = ("apply_patch", "applypatch")


def wants(call: ToolCall, around: Surroundings) -> frozenset[str]:
    """Return the absolute paths whose links must be known to read a call."""
    return lookups(normalise(call, around))


def lookups(action: Action) -> frozenset[str]:
    """Return the absolute paths whose links an action's decision depends on."""
    paths = [touch.path.lookup for part in action.parts for touch in part.touches]
    return frozenset([path for path in paths if not too_long(path)])


def repositories(action: Action) -> frozenset[str]:
    """Return the folders in which git works: what their repository's settings run counts."""
    return frozenset([folder for part in action.parts for folder in part.repositories])


def normalise(call: ToolCall, around: Surroundings) -> Action:
    """Read a call; whatever is in it, the answer is an action with at least one part."""
    info = around.catalogue.get(clean(str(call.tool)))
    parts = parts_of(call, info, around)
    return Action(
        tool=info.name,
        kind=info.kind,
        string=whole_string(call, info, parts),
        parts=parts,
        around=around,
        mode=call.mode,
    )


def parts_of(call: ToolCall, info: ToolInfo, around: Surroundings) -> tuple[Part, ...]:
    """Return the parts of a call, by the kind of its tool."""
    if not isinstance(call.tool, str) or clean(call.tool) != call.tool or not call.tool:
        return (malformed_part(info, "the name of the tool is broken"),)
    if not around.cwd.startswith("/") or not well_formed(around.cwd):
        return (malformed_part(info, "the folder that it would run in is not known"),)
    if type(call.input) is not dict and not isinstance(call.input, Mapping):
        return (malformed_part(info, "the input is not an object"),)
    if info.kind is SHELL:
        return command_parts(call.input, info, around)
    if info.name == "apply_patch":
        return patch_parts(call.input, info, around)
    if info.kind in (READ, EDIT):
        return path_parts(call.input, info, around)
    if info.kind is FETCH:
        return url_parts(call.input, info)
    return other_parts(call.input, info, around)


def whole_string(call: ToolCall, info: ToolInfo, parts: tuple[Part, ...]) -> str:
    """Return the action string of the whole call."""
    if info.kind is SHELL and (type(call.input) is dict or isinstance(call.input, Mapping)):
        commands = text_fields(call.input, info.fields)
        if commands:
            return f"tool:{string_name(info)}:{clean(commands[0])}"
    return parts[0].strings[0]


def command_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of every command that the input holds."""
    commands = text_fields(fields, info.fields)
    word_lists = lists(fields, info.fields)
    commands += [" ".join(map(quoted, words)) for words in word_lists]
    if info.name == "write_stdin" and fields.get(info.fields[0]) == "":
        return (broken_part(info, "", NOT_READ[info.name]),)  # it looks at what came out
    if not commands:
        return (malformed_part(info, "it has no command"),)
    if any(name in fields and not text_or_list(fields[name]) for name in info.fields):
        return (malformed_part(info, "a field of its command is not text"),)
    folders = own_folders(fields, around)
    if folders is None:
        return (malformed_part(info, "the folder that it would run in is not known"),)
    parts: list[Part] = []
    for command in dict.fromkeys(commands):
        if not well_formed(command):
            parts.append(broken_part(info, command))
        elif info.name in NOT_READ:
            parts.append(broken_part(info, command, NOT_READ[info.name]))
        else:
            parts += shell_parts(command, around, info.name, string_name(info), folders)
    for words in word_lists:
        parts += patch_in_words(words, folders, around)
    return tuple(parts)


def patch_in_words(
    words: Sequence[str], folders: Sequence[str], around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of a patch that a list of words hands to `apply_patch`."""
    if words[0].rpartition("/")[2] not in PATCHES or not words[1:]:
        return ()
    info = around.catalogue.get(PATCHES[0])
    places = dict.fromkeys((*folders, around.cwd))
    return tuple(
        part
        for place in places
        for part in parts_of_patches([list(words[1:])], info, around._replace(cwd=place))
    )


def own_folders(fields: Mapping[str, object], around: Surroundings) -> list[str] | None:
    """Return the working folders that an input names itself; None if one is not a path."""
    named = [fields[name] for name in FOLDER_FIELDS if fields.get(name) is not None]
    if not named:
        return []
    texts = [name if isinstance(name, str) and not too_long(name) else "" for name in named]
    forms = [path_form(text, around) for text in texts]
    found = [form.absolute for form in forms if form]
    return found if len(found) == len(named) else None
