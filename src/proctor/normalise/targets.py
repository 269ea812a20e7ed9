"""The parts of tools that are neither shell nor file: URLs, queries, agents, any other input."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from proctor.normalise.fields import text_fields
from proctor.normalise.files import path_part
from proctor.normalise.paths import well_formed
from proctor.normalise.unreadable import broken_part, malformed_part
from proctor.normalise.urls import canonical_url
from proctor.terms.action import Does, Part
from proctor.terms.action_strings import SPECIAL, string_name
from proctor.terms.catalogue import ToolInfo
from proctor.terms.kind import FETCH, Kind
from proctor.terms.surroundings import Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# What an agent program starts when no kind of agent is named.
USUAL_AGENT = "general-purpose"
STARTS_AGENT = frozenset({"Agent", "spawn_impl_session"})


def target_parts(
    fields: Mapping[str, object], info: ToolInfo, around: Surroundings
) -> tuple[Part, ...]:
    """Return the parts of a tool that is neither shell nor file."""
    if info.kind is FETCH:
        return url_parts(fields, info)
    return other_parts(fields, info, around)


def url_parts(fields: Mapping[str, object], info: ToolInfo) -> tuple[Part, ...]:
    """Return a part for every URL that the input holds."""
    urls = text_fields(fields, info.fields)
    if not urls:
        wrong = [name for name in info.fields if not isinstance(fields.get(name, ""), str)]
        why = f"its `{wrong[0]}` is not text" if wrong else "it has no URL"
        return (malformed_part(info, why),)
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
    if not values and info.name in STARTS_AGENT:
        values = [USUAL_AGENT]
    if info.fields and not values:
        return (malformed_part(info, f"it has no `{info.fields[0]}`"),)
    if not values:
        return (one_part(compact_json(fields), info, other_json(fields)),)
    return tuple(one_part(target, info) for target in dict.fromkeys(values))


def one_part(target: str | None, info: ToolInfo, others: Sequence[str] = ()) -> Part:
    """Make the part of any target; `others` are further spellings, for deny and ask."""
    if target is None or not well_formed(target):
        return broken_part(info, target or "")
    return Part(
        tool=info.name,
        kind=info.kind,
        text=target,
        strings=(f"tool:{info.name}:{target}",),
        more_strings=tuple([f"tool:{info.name}:{one}" for one in others if one != target]),
        targets=(target,),
        more_targets=tuple([one for one in others if one != target]),
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


def special_part(
    fields: Mapping[str, object],
    info: ToolInfo,
    special: tuple[str, tuple[str, ...]],
    around: Surroundings,
) -> Part:
    """Make the part of a git or self-edit tool; only for git a missing parameter is empty."""
    template, names = special
    values = [fields.get(name, "") for name in names]
    if not all(isinstance(value, str) and well_formed(value) for value in values):
        return malformed_part(info, f"a parameter of {info.name} is not text")
    texts = [str(value) for value in values]
    if info.category == "self_edit" and not all(texts):
        return malformed_part(info, f"it has no `{names[0]}`")
    if info.name == "self_edit_docs":
        return docs_part(texts[0], info, template, around)
    string = template.format(*texts)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=string.partition(":")[2],
        strings=(string,),
        targets=(" ".join(texts),),
        does=does(info),
        destructive=info.annotations.destructive,
    )


def docs_part(path: str, info: ToolInfo, template: str, around: Surroundings) -> Part:
    """Make the part of a document that an agent edits: as written, and as it leads."""
    made = path_part(path, info, around)
    if made.broken or not made.touches:
        return malformed_part(info, "it has no path")
    strings = tuple(template.format(name) for name in made.targets)
    return made._replace(
        text=strings[0].partition(":")[2],
        strings=strings,
        more_strings=tuple(template.format(name) for name in made.more_targets),
        does=does(info),
        touches=tuple(touch._replace(reads=True, writes=True) for touch in made.touches),
    )


@cache
def load_dumps() -> Callable[..., str]:
    """Load what writes JSON, for tools of which nothing is known."""
    from json import dumps  # noqa: PLC0415 - see above

    return dumps


def compact_json(fields: Mapping[str, object]) -> str | None:
    """Return an input as compact JSON with sorted keys; None if it is too deep or not JSON."""
    try:
        text = load_dumps()(fields, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return None
    return None if "\\u0000" in text else text  # JSON hides a null byte, a program would not


def other_json(fields: Mapping[str, object]) -> list[str]:
    """
    Return an input as people expect JSON: with blanks or without, keys as given or sorted.

    Letters beyond ASCII stand as they are, and as Python escapes them.
    """
    try:
        texts = [
            load_dumps()(fields, separators=between, sort_keys=ordered, ensure_ascii=escaped)
            for between in ((", ", ": "), (",", ":"))
            for ordered in (False, True)
            for escaped in (False, True)
        ]
    except (TypeError, ValueError, RecursionError):
        return []  # then there is no canonical text either, and nothing allows the call
    return list(dict.fromkeys(texts))
