"""The parts of a tool that runs commands in a shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from proctor.normalise.fields import lists, text_fields, text_or_list
from proctor.normalise.paths import NOT_KNOWN, path_form, too_long, well_formed
from proctor.normalise.shell.command_part import quoted
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import scene_of
from proctor.normalise.shell.variables import harmless_to_all
from proctor.normalise.unreadable import broken_part, malformed_part
from proctor.terms.action import Does, Part
from proctor.terms.action_strings import string_name
from proctor.terms.catalogue import ToolInfo
from proctor.terms.classes import CLASSES
from proctor.terms.surroundings import Surroundings

# Where a shell tool says in which folder its command runs.
FOLDER_FIELDS = (
    "workdir", "dir_path", "cwd", "directory", "working_directory", "workingDirectory",
)  # fmt: skip
# Shell tools whose commands are not read, and why.
NOT_READ = {
    "PowerShell": "commands of PowerShell are not read",
    "write_stdin": "what a running command makes of it is not known",
}
# As a command of its own, or as the first word of a list, Codex takes it for its own tool.
PATCHES = ("apply_patch", "applypatch")


def command_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of every command that the input holds."""
    commands = text_fields(fields, info.fields)
    word_lists = lists(fields, info.fields)
    commands += [" ".join(map(quoted, words)) for words in word_lists]
    if info.name == "write_stdin" and fields.get(info.fields[0]) == "":
        return (broken_part(info, "", NOT_READ[info.name]),)  # it looks at what came out
    broken = [name for name in info.fields if name in fields and not text_or_list(fields[name])]
    if any(fields[name] != "" for name in broken):
        return (malformed_part(info, "a field of its command is not text"),)
    if broken and commands:
        return (malformed_part(info, "a field of its command is empty"),)
    if not commands:
        return (malformed_part(info, "it has no command"),)
    folders = own_folders(fields, around)
    if folders is None:
        return (malformed_part(info, NOT_KNOWN),)
    parts: list[Part] = []
    scene = scene_of(around, info.name, string_name(info), folders)
    for command in dict.fromkeys(commands):
        if not well_formed(command):
            parts.append(broken_part(info, command))
        elif info.name in NOT_READ:
            parts.append(broken_part(info, command, NOT_READ[info.name]))
        else:
            parts += shell_parts(command, scene)
    for words in word_lists:
        parts += patch_in_words(words, folders, around)
    why = changed_by(around.variables) if around.variables else None
    return tuple([running_code(part, why) for part in parts] if why else parts)


@lru_cache(maxsize=64)
def changed_by(variables: tuple[tuple[str, str, str], ...]) -> str | None:
    """Say which variable of the project's settings changes what every command runs."""
    for file, name, value in variables:
        if not harmless_to_all(name, value):
            return f"`{file}` sets `{name}`, which can make every command run code"
    return None


def running_code(part: Part, why: str) -> Part:
    """Return a part of a shell's call that runs code before anything else."""
    said = dict(zip(part.classes, part.reasons, strict=True))
    said.pop("read", None)
    said["code"] = why
    classes = tuple([one for one in CLASSES if one in said])
    reasons = tuple([said[one] for one in classes])
    return part._replace(classes=classes, reasons=reasons, does=Does.OTHER, brought=why)


def patch_in_words(
    words: Sequence[str], folders: Sequence[str], around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of a patch that a list of words hands to `apply_patch`."""
    if words[0].rpartition("/")[2] not in PATCHES or not words[1:]:
        return ()
    from proctor.normalise.files import parts_of_patches  # noqa: PLC0415 - for patches only

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
