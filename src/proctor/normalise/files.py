"""The parts of tools that work on files: one for every path that a call names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from proctor.normalise.fields import every_text, lists, text_fields, text_or_list
from proctor.normalise.patches import patched_files
from proctor.normalise.paths import (
    NOT_KNOWN,
    hangs_on_folder,
    path_form,
    shown,
    too_long,
    well_formed,
)
from proctor.normalise.unreadable import broken_part, malformed_part
from proctor.terms.action import Does, Part, PathForm, Touch
from proctor.terms.action_strings import string_name
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import EDIT
from proctor.terms.lazy_pattern import lazy
from proctor.terms.process_links import leads_anywhere
from proctor.terms.secret_places import secret_place
from proctor.terms.surroundings import Surroundings

# More files than this are not looked at: what is left of them is unread.
MOST_PARTS = 500
# More alternatives of a pattern than this are not followed.
MOST_ALTERNATIVES = 64
# Tools that show names only.
LISTERS = ("Glob", "LS")
SEARCHES = ("Glob", "Grep", "LS")
FOLDERS = ("path", "dir_path")
# The only fields that hold a list of paths.
FOR_SEVERAL = ("include", "paths")
# Where a search says by a pattern which files it looks at.
PATTERNS = {"Glob": ("pattern",), "Grep": ("glob", "include")}
WILD = "*?[{\\"
WILD_PATH = lazy(r"[*?\[{\\]|[@+!]\(|/$")
GROUP = lazy(r"[@?+*!]\(")
BETWEEN = lazy(r"[/{},]")
BRACES = lazy(r"\{([^{}]*)\}")

TOO_LONG = "it is longer than any path can be"
ANYWHERE = "it leads through a link that differs from process to process"
# Bound once, because looking a member up in its class takes long.
READS, EDITS, OTHER = Does.READ, Does.EDIT, Does.OTHER
MANY_FILES = f"it names more than {MOST_PARTS} files"
WILD_FILES = "which files its wildcards stand for is not known"
WILD_FOLDERS = "which folders its pattern leads to is not known"


def path_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return a part for every path that a file tool names."""
    paths = every_text(fields, info.fields)
    wrong = [name for name in info.fields if name in fields and not is_target(name, fields[name])]
    if wrong:
        return (malformed_part(info, f"`{wrong[0]}` is not a path"),)
    unread = None
    if info.name in SEARCHES:
        named = every_text(fields, FOLDERS)
        folders = named or [around.cwd]
        patterns = every_text(fields, PATTERNS.get(info.name, ()))
        leads = [lead for pattern in patterns for lead in searched(pattern, info, folders)]
        unread = WILD_FOLDERS if None in leads else None
        if around.strays and not named:
            unread = NOT_KNOWN
        paths = [*folders, *paths, *(lead for lead in leads if lead)]
    if not paths:
        return (malformed_part(info, "it has no path"),)
    looked_for = text_fields(fields, ("pattern",)) if info.name in ("Glob", "Grep") else []
    label = f"pattern={looked_for[0]} path=" if looked_for else ""
    return limited([path_part(p, info, around, label, unread) for p in few(paths)], paths, info)


def is_target(name: str, value: object) -> bool:
    """Say whether a field holds what its name says: a path, or paths where it is for several."""
    return text_or_list(value) and (name in FOR_SEVERAL or not isinstance(value, list))


def few(paths: Iterable[str]) -> list[str]:
    """Return each path once, and no more of them than are looked at."""
    return list(dict.fromkeys(paths))[:MOST_PARTS]


def limited(parts: Iterable[Part], paths: Collection[str], info: ToolInfo) -> tuple[Part, ...]:
    """Return the parts of the paths that are looked at, and one for those that are not."""
    found = tuple(parts)
    if len(paths) <= MOST_PARTS or len(set(paths)) <= MOST_PARTS:
        return found
    return (*found, broken_part(info, MANY_FILES, MANY_FILES))


def searched(pattern: str, info: ToolInfo, folders: Iterable[str]) -> Iterator[str | None]:
    """
    Return where a pattern itself leads: `../../*` and `/etc/*` leave the folder.

    None stands for a place that cannot be known. The pattern of Grep is a
    filter below its folder, and counts only where it leaves it.
    """
    if GROUP.search(pattern) or too_long(pattern):
        yield None
        return
    choices = alternatives(pattern)
    if choices is None or climbs(pattern):
        yield None
    for choice in choices or ():
        if climbs(choice):
            yield None
        plain = choice[: plain_length(choice)]
        if choice.startswith("/"):
            yield plain or "/"
        elif plain and (info.name == "Glob" or ".." in plain.split("/")):
            yield from (f"{folder.rstrip('/')}/{plain}" for folder in folders)


def plain_length(pattern: str) -> int:
    """Return how far a pattern is plain: up to the folder before its first wildcard."""
    wild = next((i for i, char in enumerate(pattern) if char in WILD), len(pattern))
    return wild if wild == len(pattern) else max(pattern.rfind("/", 0, wild), 0)


def climbs(pattern: str) -> bool:
    """Say whether a pattern goes up behind a wildcard, from a folder that is not known."""
    behind = pattern[plain_length(pattern) :].replace("\\", "")
    return ".." in BETWEEN.split(behind)


def alternatives(pattern: str) -> list[str] | None:
    """Return the patterns that `{a,b}` stands for; None if there are too many."""
    done: list[str] = []
    todo = [pattern]
    while todo:
        if len(todo) + len(done) > MOST_ALTERNATIVES:
            return None
        text = todo.pop()
        match = BRACES.search(text)
        if match is None:
            done.append(text)
            continue
        todo += [text[: match.start()] + one + text[match.end() :] for one in match[1].split(",")]
    return done


def path_part(
    path: str, info: ToolInfo, around: Surroundings, label: str = "", unread: str | None = None
) -> Part:
    """Make the part of one path; `label` is what stands before it in strings and targets."""
    form = path_form(path, around)
    edits = info.kind is EDIT
    name = string_name(info)
    if form is None:
        return broken_part(info, path)
    if not well_formed(label):
        return broken_part(info, label)
    touches = (Touch(form, reads=not edits, writes=edits),)
    if too_long(path):
        # What is left of it when `.` and `..` are gone may still be what a rule denies.
        return broken_part(info, path, TOO_LONG)._replace(
            touches=() if too_long(form.absolute) else touches,
        )
    unread = unread or uncertain(path, form, info)
    if around.strays and hangs_on_folder(path):
        unread = NOT_KNOWN
    names, more = spellings(form, around.root, label)
    secret = None if info.name in LISTERS else secret_of(form)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=names[0],
        strings=tuple([f"tool:{name}:{one}" for one in names]),
        more_strings=tuple([f"tool:{name}:{one}" for one in more]),
        targets=names,
        more_targets=more,
        does=OTHER if unread else EDITS if edits else READS,
        touches=touches,
        classes=("secret",) if secret else (),
        reasons=(secret,) if secret else (),
        destructive=info.annotations.destructive,
        unread=unread,
    )


def spellings(form: PathForm, root: str, label: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how a path is shown, and how else it may be written."""
    absolute, written = form.absolute, form.written
    if form.real == absolute and written == absolute and not label:
        # Most paths lead to themselves, and every file that is read or edited comes by here.
        name = shown(absolute, root)
        return (name,), () if name == absolute else (absolute,)
    both = (absolute, form.real)
    names = tuple(dict.fromkeys([label + shown(one, root) for one in both]))
    forms = dict.fromkeys([label + one for one in (written, *both)])
    return names, tuple([one for one in forms if one not in names])


def secret_of(form: PathForm) -> str | None:
    """Say why a file holds secrets, as written or as it leads."""
    found = secret_place(form.absolute)
    if found is None and form.real != form.absolute:
        found = secret_place(form.real)
    return f"`{form.written}`: {found}" if found else None


def uncertain(path: str, form: PathForm, info: ToolInfo) -> str | None:
    """Say why it is not known which file a path means; None if it is."""
    if leads_anywhere(form.real):
        return ANYWHERE
    if info.name == "read_many_files" and WILD_PATH.search(path):
        return WILD_FILES
    return None


def patch_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return a part for every file that a patch changes."""
    wrong = [name for name in info.fields if name in fields and not text_or_list(fields[name])]
    if wrong:
        return (malformed_part(info, f"`{wrong[0]}` is not a patch"),)
    patches = [[text] for text in text_fields(fields, info.fields)] + lists(fields, info.fields)
    return parts_of_patches(patches, info, around)


def parts_of_patches(
    patches: Iterable[list[str]], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return a part for every file of some patches, each of them in one text or in several."""
    files: dict[str, bool] = {}
    found = [[patched_files(text) for text in texts] for texts in patches]
    if not found or not all(any(texts) for texts in found):
        return (malformed_part(info, "it names no file"),)
    for named in (named for texts in found for named in texts):
        for name, deleted in named.items():
            files[name] = files.get(name, False) or deleted
    parts = (
        part._replace(destructive=True) if files[name] else part
        for name in few(files)
        for part in [path_part(name, info, around)]
    )
    return limited(parts, files, info)
