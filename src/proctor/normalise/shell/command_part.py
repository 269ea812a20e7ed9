"""Make the parts of one command: itself, and each file that it writes by a redirection."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.git import git_strings
from proctor.normalise.paths import path_form, shown, with_matched
from proctor.normalise.shell.deeds import Deed, disk_at, is_outside, named_secret
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.operands import FETCHES, MOST_WORDS, touched_by_name, urls_of
from proctor.normalise.shell.scene import Scene
from proctor.normalise.shell.still import DECLARES, idle
from proctor.normalise.shell.unreadable import LONGEST
from proctor.normalise.shell.variables import harmless
from proctor.terms.action import Command, Does, Part, Redirect, Touch
from proctor.terms.kind import EDIT, SHELL
from proctor.terms.lazy_pattern import lazy
from proctor.terms.process_links import leads_anywhere
from proctor.terms.secret_places import secret_place

NOWHERE = lazy(r"/dev/(null|stdout|stderr|tty|fd/\d+)")
SAFE_LINE = lazy(r"[\w@%+=:,./^~ -]+", re.ASCII)
SAFE_WORD = lazy(r"[\w@%+=:,./^~-]+|\{\}", re.ASCII)
CONNECTIONS = ("/dev/tcp/", "/dev/udp/")
DIFFERS = "it names a place that differs from process to process"
CONNECTS = "it opens a connection to another machine"
# Bound once, because looking a member up in its class takes long.
IDLE, OTHER, EDITS = Does.IDLE, Does.OTHER, Does.EDIT
Redirection = tuple[str, str, Argument]


def command_part(
    command: Command, source: str, deed: Deed | None, scene: Scene, unread: str | None = None
) -> Part:
    """Make the part of a simple command; one that only assigns does no deed."""
    own, forms = forms_of(command, source)
    own_string = f"tool:{scene.name}:{own}"
    still = unread is None and idle(command)
    classes, reasons = classes_of(command, source, deed, still=still)
    touches = deed.touches if deed else ()
    values = given_values(command)
    if values:
        touches = (*touches, *touched_by_name(values, scene.around, scene.folders.here))
    return Part(
        tool=scene.tool,
        kind=SHELL,
        text=source,
        strings=(own_string,),
        targets=(own,),
        more_strings=more_strings(command, own_string, forms, scene.name),
        more_targets=tuple([form for form in forms if form != own]),
        does=does_of(command, deed, unread, still=still),
        command=command,
        touches=touches,
        urls=tuple([url for url in urls_of(command.words) if url]) if has_url(source) else (),
        repositories=deed.repositories if deed else (),
        looks_for=deed.looks_for if deed else (),
        classes=classes,
        reasons=reasons,
        unsure=deed.reading.unknown if deed and not still else None,
        vague=deed.vague if deed and not still else None,
        brought=deed.reading.brought if deed else None,
        destructive=deed.destructive if deed else False,
        unread=unread,
    )


def forms_of(command: Command, source: str) -> tuple[str, Sequence[str]]:
    """Return a command in the one form that its words have, and in all that rules may mean."""
    plain = " ".join(command.words)
    if plain == source and not command.assignments and SAFE_LINE.fullmatch(plain):
        return plain, (plain,)  # most commands: nothing in them needs quotes
    bare = " ".join([quoted(word) for word in command.words])
    text = line_of(command) if command.assignments else bare
    written = " ".join((*(f"{n}={v}" for n, v in command.assignments), plain))
    # A harmless variable in front changes nothing, so an allow need not name it.
    own = bare if command.harmless and command.words else text
    return own, tuple(dict.fromkeys((text, bare, source, written)))


def more_strings(command: Command, own: str, forms: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the action strings that deny and ask look at too, without the part's own."""
    names = ("bash",) if name == "bash" else (name, "bash")
    found = [f"tool:{one}:{form}" for one in names for form in forms]
    found += git_strings(command.words)
    return tuple([text for text in dict.fromkeys(found) if text != own])


def has_url(source: str) -> bool:
    """Say whether a command could have a URL or a host among its words."""
    return ":" in source or "/dev/" in source or not FETCHES.isdisjoint(source.split())


def does_of(command: Command, deed: Deed | None, unread: str | None, *, still: bool) -> Does:
    """Say what a command does, as modes see it; what is not certain may change something."""
    if still:
        return IDLE
    if unread or deed is None or not command.harmless:
        return OTHER
    return deed.does


def classes_of(
    command: Command, source: str, deed: Deed | None, *, still: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes of a command with their reasons, those of its variables among them."""
    found = {one: deed.reading.classes[one] for one in deed.classes} if deed else {}
    if not command.harmless:
        name = next((n for n, v in command.assignments if not harmless(n, v)), "a variable")
        found.pop("read", None)
        found.setdefault("code", f"setting `{name}` can change which code runs")
    elif still:
        found = {"read": "it does nothing by itself"}
    secret = named_secret(source, command.words[0] if command.words else "[")
    if command.assignments and not command.words:
        secret = named_secret(source, "")
    if secret:
        found.pop("read", None)
        found.setdefault("secret", secret)
    return tuple(found), tuple(found.values())


def given_values(command: Command) -> list[str]:
    """Return the values that a command gives to variables: what follows may read them."""
    values = [value for _, value in command.assignments]
    if command.words and command.words[0] in DECLARES:
        values += [word.partition("=")[2] for word in command.words[1:]]
    return [value for value in values if value]


def puzzling(words: Sequence[str], touches: Sequence[Touch] = ()) -> str | None:
    """Say why words that are certain still cannot be compared with rules."""
    if len(words) > MOST_WORDS:
        return f"it has more than {MOST_WORDS} words"
    text = " ".join(words)
    # Without one of these no path leads through a link that differs from process to process.
    may_lead = "proc" in text or "dev" in text or ".." in text
    if may_lead and any(
        leads_anywhere(path) for word in words for path in (word, word.rpartition("=")[2])
    ):
        return DIFFERS
    if any(leads_anywhere(touch.path.real) for touch in touches):
        return DIFFERS
    if ":" in text and None in urls_of(words):
        return "it has a URL that programs read in different ways"
    return None


def line_of(command: Command) -> str:
    """Write a command in the one form that its words have."""
    pieces = [f"{name}={quoted(value)}" for name, value in command.assignments]
    return " ".join([*pieces, *(quoted(word) for word in command.words)])


def quoted(word: str) -> str:
    """Quote a word where it needs quotes."""
    if SAFE_WORD.fullmatch(word):
        return word
    if word and not set(word) & set('"$`\\!'):
        return f'"{word}"'
    return "'" + word.replace("'", "'\\''") + "'"


def redirect_of(redirection: Redirection) -> Redirect:
    """Return a redirection in the form that rules have: `2>&1` is `2>` to `&1`."""
    descriptor, operator, word = redirection
    target = word.value
    if operator in (">&", "<&") and (target.rstrip("-").isdigit() or target == "-"):
        return Redirect(descriptor + operator[0], f"&{target}")
    return Redirect(descriptor + operator, target)


def writes_file(redirection: Redirection) -> bool:
    """Say whether a redirection writes a file, and not only to a descriptor or nowhere."""
    redirect, target = redirect_of(redirection), redirection[2]
    if ">" not in redirect.operator or redirect.target.startswith("&"):
        return False
    return bool(target.unknown) or NOWHERE.fullmatch(target.value) is None


def redirect_part(redirection: Redirection, command: Command, scene: Scene) -> Part:
    """Make the part of a redirection that writes: an edit of that path."""
    target, folders, root = redirection[2], scene.folders, scene.around.root
    forms = [path_form(target.value, scene.around, folder) for folder in folders.here]
    written = (Touch(form, False, writes=True, wild=target.wild) for form in forms if form)
    touches = tuple(one for touch in written for one in with_matched(touch, scene.around))
    paths = (path for t in touches for path in (t.path.absolute, t.path.real))
    names = tuple(dict.fromkeys(shown(path, root) for path in paths)) or (target.value,)
    unread = target.unknown or (None if target.value.startswith("/") else folders.unknown)
    if target.value == "!":
        unread = "some shells take `>!` for a redirection of its own"
    if target.wild:
        unread = unread or "which file its wildcards stand for is not known"
    if target.value.startswith(CONNECTIONS):
        unread = CONNECTS
    elif any(leads_anywhere(touch.path.real) for touch in touches):
        unread = unread or DIFFERS
    redirect = redirect_of(redirection)
    classes = {"write": f"it writes `{target.value}`"}
    for path in (path for t in touches for path in (t.path.absolute, t.path.real)):
        disk, secret = disk_at(path), secret_place(path)
        if is_outside(path, scene.around):
            classes["write-outside"] = f"`{target.value}` lies outside the project"
        if disk:
            classes |= {"destroy": disk, "destroy-outside": disk}
        if secret:
            classes["secret"] = f"`{target.value}`: {secret}"
    return Part(
        tool="Edit",
        kind=EDIT,
        text=f"{redirect.operator} {target.value}",
        strings=tuple(f"tool:str_replace:{name}" for name in names),
        more_strings=tuple(f"tool:create_file:{name}" for name in names),
        targets=names,
        more_targets=(target.value,),
        does=EDITS,
        command=command,
        redirect=redirect,
        touches=touches,
        classes=tuple(classes),
        reasons=tuple(classes.values()),
        unread=unread or (None if touches else "it writes to what is not a path"),
    )


def unread_part(text: str, why: str, scene: Scene) -> Part:
    """Make the part that stands for what could not be read."""
    return Part(
        tool=scene.tool,
        kind=SHELL,
        text=text,
        strings=(f"tool:{scene.name}:{text}",),
        more_strings=(f"tool:bash:{text}",) if scene.name != "bash" else (),
        targets=(text,),
        does=OTHER,
        unread=why,
        broken=len(text) > LONGEST,
    )
