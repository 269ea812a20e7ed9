"""
Turn a tool call into an action, by the kind of its tool.

What reads a kind of tool is loaded with the first call of that kind: the hook reads one call.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from proctor.normalise.fields import text_fields, unknown_field
from proctor.normalise.paths import NOT_KNOWN, too_long, well_formed
from proctor.normalise.unreadable import broken_part, clean, malformed_part
from proctor.terms.action import INSTALLS, Action, Part
from proctor.terms.action_strings import string_name
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import EDIT, READ, SHELL
from proctor.terms.surroundings import Surroundings

# Where common tools say in which folder they work, or in which files.
PLACES = (
    "workdir", "working_directory", "workingDirectory", "directory", "dir_path", "cwd", "path",
    "paths", "include",
)  # fmt: skip
# Where an environment has its programs.
PROGRAM_FOLDERS = ("/bin", "/Scripts")
UNKNOWN_FIELD = "it has a field that is not known"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[Mapping[str, object], ToolInfo, Surroundings], tuple[Part, ...]]


def wants(call: ToolCall, around: Surroundings) -> frozenset[str]:
    """Return the absolute paths whose links must be known to read a call."""
    return lookups(normalise(call, around))


def lookups(action: Action) -> frozenset[str]:
    """
    Return the absolute paths whose links an action's decision depends on.

    In an environment of Python `bin/python` is a link itself, to a program elsewhere. Which
    environment it is, its folder says.
    """
    paths = [touch.path.lookup for part in action.parts for touch in part.touches]
    folders = [path.rpartition("/")[0] for path in paths]
    paths += [folder for folder in folders if folder.endswith(PROGRAM_FOLDERS)]
    # Installers find the environment of a project there.
    looks = (look for part in action.parts for look in part.looks_for)
    paths += [f"{folder}/.venv" for entry, folder in looks if entry.endswith(INSTALLS)]
    return frozenset([path for path in paths if not too_long(path)])


def patterns(action: Action) -> frozenset[str]:
    """Return the absolute patterns of which it must be known through which links they lead."""
    touches = (touch for part in action.parts for touch in part.touches)
    found = (pattern for touch in touches for pattern, _ in touch.patterns)
    return frozenset([pattern for pattern in found if not too_long(pattern)])


def opened(action: Action) -> frozenset[str]:
    """Return those of the patterns that count only where a path turns out to be a folder."""
    touches = (touch for part in action.parts for touch in part.touches if touch.opens)
    return frozenset([touch.patterns[-1][0] for touch in touches])


def repositories(action: Action) -> frozenset[str]:
    """Return the folders in which git works: what their repository's settings run counts."""
    return frozenset([folder for part in action.parts for folder in part.repositories])


def looked_for(action: Action) -> frozenset[tuple[str, str]]:
    """Return programs, each with a folder in which files of the project may make it run code."""
    return frozenset([look for part in action.parts for look in part.looks_for])


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
        called="" if call.tool == info.name else clean(str(call.tool)),
    )


def parts_of(call: ToolCall, info: ToolInfo, around: Surroundings) -> tuple[Part, ...]:
    """Return the parts of a call, by the kind of its tool."""
    tool, cwd = call.tool, around.cwd
    if not isinstance(tool, str) or clean(tool) != tool or not tool:
        why = "the name of the tool is broken" if tool else "it does not name one tool"
        return (malformed_part(info, why),)
    if not cwd.startswith("/") or not well_formed(cwd):
        return (malformed_part(info, NOT_KNOWN),)
    if call.input is None:
        return (malformed_part(info, "it has no input")._replace(missing=True),)
    if type(call.input) is not dict and not isinstance(call.input, Mapping):
        return (malformed_part(info, "the input is not an object"),)
    parts = reader_of(info)(call.input, info, around)
    if parts[0].malformed and is_missing(call.input, info):
        return (parts[0]._replace(missing=True),)
    odd = unknown_field(call.input, info.name, (*info.fields, *PLACES))
    if odd is None:
        return parts
    shown = f"{clean(str(odd))}={clean(str(call.input[odd]))}"
    return (*parts, broken_part(info, shown, UNKNOWN_FIELD))


def reader_of(info: ToolInfo) -> Reader:
    """Return what reads the input of a tool, by its kind."""
    if info.kind is SHELL:
        return load_command_parts()
    if info.name == "apply_patch":
        return load_patch_parts()
    return load_path_parts() if info.kind is READ or info.kind is EDIT else load_target_parts()


def is_missing(fields: Mapping[str, object], info: ToolInfo) -> bool:
    """Say whether an input has no field at all that could hold the target."""
    return not any(name in fields for name in info.fields) if info.fields else not fields


def whole_string(call: ToolCall, info: ToolInfo, parts: tuple[Part, ...]) -> str:
    """Return the action string of the whole call."""
    if info.kind is SHELL and (type(call.input) is dict or isinstance(call.input, Mapping)):
        commands = text_fields(call.input, info.fields)
        if commands:
            return f"tool:{string_name(info)}:{clean(commands[0])}"
    return parts[0].strings[0]


@cache
def load_command_parts() -> Reader:
    """Load what reads commands."""
    from proctor.normalise.commands import command_parts  # noqa: PLC0415 - see above

    return command_parts


@cache
def load_patch_parts() -> Reader:
    """Load what reads patches."""
    from proctor.normalise.files import patch_parts  # noqa: PLC0415 - see above

    return patch_parts


@cache
def load_path_parts() -> Reader:
    """Load what reads paths."""
    from proctor.normalise.files import path_parts  # noqa: PLC0415 - see above

    return path_parts


@cache
def load_target_parts() -> Reader:
    """Load what reads any other input."""
    from proctor.normalise.targets import target_parts  # noqa: PLC0415 - see above

    return target_parts
