"""The parts of tools that work on files: one for every path that a call names."""

from __future__ import annotations

from collections.abc import Mapping

from proctor.normalise.fields import lists, text_fields, text_or_list
from proctor.normalise.patches import patched_files
from proctor.normalise.paths import path_form, shown, well_formed
from proctor.normalise.unreadable import broken_part, malformed_part, string_name
from proctor.terms.action import Does, Part, Touch
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings


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
