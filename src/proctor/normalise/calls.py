"""Turn a tool call into an action, by the kind of its tool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from proctor.normalise.fields import lists, text_fields
from proctor.normalise.patches import patched_files
from proctor.normalise.paths import path_form, shown, well_formed
from proctor.normalise.shell.parts import quoted, shell_parts
from proctor.normalise.urls import canonical_url
from proctor.terms.action import Action, Does, Part, Touch
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings

# Tools whose action strings have names of their own.
STRING_NAMES = {"Read": "view", "Write": "create_file", "Edit": "str_replace", "Bash": "bash"}
SAME_STRING_AS_EDIT = frozenset({"MultiEdit", "NotebookEdit", "apply_patch"})
# What an agent program starts when no kind of agent is named.
USUAL_AGENT = "general-purpose"
TWO_WAYS = "it has characters or a form that programs read in different ways"


def wants(call: ToolCall, around: Surroundings) -> frozenset[str]:
    """Return the absolute paths whose links must be known to read a call."""
    action = normalise(call, around)
    return frozenset(touch.path.lookup for part in action.parts for touch in part.touches)


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
    if not isinstance(call.input, Mapping):
        return (malformed_part(info, "the input is not an object"),)
    if info.kind is Kind.SHELL:
        return command_parts(call.input, info, around)
    if info.name == "apply_patch":
        return patch_parts(call.input, info, around)
    if info.kind in (Kind.READ, Kind.EDIT):
        return path_parts(call.input, info, around)
    if info.kind is Kind.FETCH:
        return url_parts(call.input, info)
    return other_parts(call.input, info, around)


def whole_string(call: ToolCall, info: ToolInfo, parts: tuple[Part, ...]) -> str:
    """Return the action string of the whole call."""
    if info.kind is Kind.SHELL and isinstance(call.input, Mapping):
        commands = text_fields(call.input, info.fields)
        if commands:
            return f"tool:{string_name(info)}:{clean(commands[0])}"
    return parts[0].strings[0]


def string_name(info: ToolInfo) -> str:
    """Return the name of a tool in action strings."""
    return "str_replace" if info.name in SAME_STRING_AS_EDIT else STRING_NAMES.get(
        info.name, info.name
    )  # fmt: skip


def command_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of every command that the input holds."""
    commands = text_fields(fields, info.fields)
    commands += [" ".join(map(quoted, words)) for words in lists(fields, info.fields)]
    if not commands:
        return (malformed_part(info, "it has no command"),)
    parts: list[Part] = []
    for command in dict.fromkeys(commands):
        if not well_formed(command):
            parts.append(broken_part(info, command))
        elif info.name == "PowerShell":
            parts.append(broken_part(info, command, "commands of PowerShell are not read"))
        else:
            parts += shell_parts(command, moved(fields, around), info.name, string_name(info))
    return tuple(parts)


def moved(fields: Mapping[str, object], around: Surroundings) -> Surroundings:
    """Return the surroundings of a command that names a working folder of its own."""
    folders = text_fields(fields, ("workdir", "dir_path", "cwd"))
    form = path_form(folders[0], around) if folders else None
    return around if form is None else replace(around, cwd=form.absolute)


def path_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return a part for every path that a file tool names."""
    paths = text_fields(fields, info.fields)
    paths += [path for several in lists(fields, info.fields) for path in several]
    wrong = [name for name in info.fields if name in fields and not text_or_list(fields[name])]
    if wrong:
        return (malformed_part(info, f"`{wrong[0]}` is not a path"),)
    if info.name in ("Glob", "Grep", "LS"):
        paths = paths or [around.cwd]
        paths += searched(fields, info, paths[0])
    if not paths:
        return (malformed_part(info, "it has no path"),)
    looked_for = text_fields(fields, ("pattern",)) if info.name in ("Glob", "Grep") else []
    label = f"pattern={looked_for[0]} path=" if looked_for else ""
    return tuple(path_part(path, info, around, label) for path in dict.fromkeys(paths))


def text_or_list(value: object) -> bool:
    """Say whether a field can hold paths; an absent one is None."""
    return value is None or (isinstance(value, str) and bool(value)) or (
        isinstance(value, list) and all(isinstance(item, str) for item in value)
    )  # fmt: skip


def searched(fields: Mapping[str, object], info: ToolInfo, folder: str) -> list[str]:
    """Return where a glob pattern itself leads: `../../*` and `/etc/*` leave the folder."""
    if info.name != "Glob":
        return []
    found = []
    for pattern in text_fields(fields, ("pattern",)):
        wild = next((i for i, char in enumerate(pattern) if char in "*?[{"), len(pattern))
        plain = pattern[:wild] if wild == len(pattern) else pattern[:wild].rpartition("/")[0]
        if pattern.startswith("/"):
            found.append(plain or "/")
        elif plain:
            found.append(f"{folder.rstrip('/')}/{plain}")
    return found


def path_part(path: str, info: ToolInfo, around: Surroundings, label: str = "") -> Part:
    """Make the part of one path; `label` is what stands before it in strings and targets."""
    form = path_form(path, around)
    edits = info.kind is Kind.EDIT
    name = string_name(info)
    if form is None:
        return broken_part(info, path)
    if not well_formed(label):
        return broken_part(info, label)
    both = (shown(p, around.root) for p in (form.absolute, form.real))
    names = tuple(dict.fromkeys(label + name for name in both))
    forms = tuple(dict.fromkeys(label + f for f in (form.written, form.absolute, form.real)))
    return Part(
        tool=info.name,
        kind=info.kind,
        text=names[0],
        strings=tuple(f"tool:{name}:{shown_path}" for shown_path in names),
        more_strings=tuple(f"tool:{name}:{f}" for f in forms if f not in names),
        targets=names,
        more_targets=tuple(f for f in forms if f not in names),
        does=Does.EDIT if edits else Does.READ,
        touches=(Touch(form, reads=not edits, writes=edits),),
        destructive=info.annotations.destructive,
    )


def patch_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return a part for every file that a patch changes."""
    patches = text_fields(fields, info.fields)
    files = [file for patch in patches for file in patched_files(patch)]
    if not files:
        return (malformed_part(info, "it names no file"),)
    return tuple(path_part(file, info, around) for file in dict.fromkeys(files))


def url_parts(fields: Mapping[str, object], info: ToolInfo) -> tuple[Part, ...]:
    """Return a part for every URL that the input holds."""
    urls = text_fields(fields, info.fields)
    if not urls:
        return (malformed_part(info, "it has no URL"),)
    return tuple(url_part(url, info) for url in dict.fromkeys(urls))


def url_part(url: str, info: ToolInfo) -> Part:
    """Make the part of one URL; it sends data out, so it is never only a read."""
    canonical = canonical_url(url) if well_formed(url) else None
    name = string_name(info)
    if canonical is None:
        return broken_part(info, url)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=url,
        strings=(f"tool:{name}:{url}",),
        more_strings=(f"tool:{name}:{canonical}",),
        targets=(url,),
        more_targets=(canonical,),
        does=Does.OTHER,
        urls=(canonical,),
        destructive=info.annotations.destructive,
    )


def other_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return the part of a tool that is neither shell, file nor web."""
    special = SPECIAL.get(info.name)
    if special:
        return (special_part(fields, info, special, around),)
    values = text_fields(fields, info.fields)
    if any(name in fields and not isinstance(fields[name], str) for name in info.fields):
        return (malformed_part(info, f"its `{info.fields[0]}` is not text"),)
    if info.fields and not values and info.kind is not Kind.DELEGATE:
        return (malformed_part(info, f"it has no `{info.fields[0]}`"),)
    if info.kind is Kind.DELEGATE:
        values = values or [USUAL_AGENT]
    targets = tuple(dict.fromkeys(values)) or (compact_json(fields),)
    return tuple(target_part(target, info) for target in targets)


def target_part(target: str | None, info: ToolInfo) -> Part:
    """Make the part of any target."""
    if target is None or not well_formed(target):
        return broken_part(info, target or "")
    return Part(
        tool=info.name,
        kind=info.kind,
        text=target,
        strings=(f"tool:{info.name}:{target}",),
        targets=(target,),
        does=does(info),
        destructive=info.annotations.destructive,
    )


def does(info: ToolInfo) -> Does:
    """Return what a tool does by its annotations; without any it may change anything."""
    if info.kind is Kind.DELEGATE:
        return Does.DELEGATE
    if info.annotations.edit:
        return Does.EDIT
    return Does.READ if info.annotations.read_only else Does.OTHER


# Tool -> its action string, with the parameters in their order.
SPECIAL: dict[str, tuple[str, tuple[str, ...]]] = {
    "git_init": ("tool:git:init", ()),
    "git_commit": ("tool:git:commit", ()),
    "git_push": ("tool:git:push {} {}", ("remote", "branch")),
    "git_branch": ("tool:git:branch {}", ("name",)),
    "git_merge_request": ("tool:git:merge_request {}", ("target",)),
    "self_edit_system_prompt": ("tool:self_edit:system_prompt", ()),
    "self_edit_docs": ("tool:self_edit:docs:{}", ("path",)),
    "self_edit_permissions": ("tool:self_edit:permissions:{}", ("profile",)),
    "self_edit_model": ("tool:self_edit:model:{}", ("model",)),
}


def special_part(
    fields: Mapping[str, object],
    info: ToolInfo,
    special: tuple[str, tuple[str, ...]],
    around: Surroundings,
) -> Part:
    """Make the part of a git or self-edit tool; a missing parameter is empty."""
    template, names = special
    values = [fields.get(name, "") for name in names]
    if not all(isinstance(value, str) and well_formed(value) for value in values):
        return malformed_part(info, f"a parameter of {info.name} is not text")
    texts = [str(value) for value in values]
    touches: tuple[Touch, ...] = ()
    if info.name == "self_edit_docs":
        form = path_form(texts[0], around)
        if form is None:
            return malformed_part(info, "it has no path")
        texts, touches = [shown(form.absolute, around.root)], (Touch(form, True, True),)
    string = template.format(*texts)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=string.partition(":")[2],
        strings=(string,),
        targets=(" ".join(texts),),
        does=does(info),
        touches=touches,
        destructive=info.annotations.destructive,
    )


def compact_json(fields: Mapping[str, object]) -> str | None:
    """Return an input as compact JSON with sorted keys; None if it is too deep or not JSON."""
    try:
        return json.dumps(fields, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return None


def malformed_part(info: ToolInfo, why: str) -> Part:
    """Make the part of a call whose field is missing or of the wrong type."""
    return Part(
        tool=info.name,
        kind=info.kind,
        text=why,
        strings=(f"tool:{string_name(info)}:",),
        targets=("",),
        does=Does.OTHER,
        unread=why,
        malformed=True,
    )


def broken_part(info: ToolInfo, text: str, why: str = TWO_WAYS) -> Part:
    """Make the part of a target that cannot be compared with anything."""
    shown_text = clean(text)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=shown_text,
        strings=(f"tool:{string_name(info)}:{shown_text}",),
        targets=(shown_text,),
        does=Does.OTHER,
        unread=why,
    )


def clean(text: str) -> str:
    """Replace what no pattern can be tried on: null bytes and halves of characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
