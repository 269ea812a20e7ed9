"""Turn a command line into parts: one a simple command, one a written redirection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from proctor.normalise.git import git_strings
from proctor.normalise.paths import leads_anywhere, path_form, shown
from proctor.normalise.shell.folders import DECLARES, PLACES, Folders, moved, sets_places
from proctor.normalise.shell.operands import MOST_WORDS, touched_by_name, touches_of, urls_of
from proctor.normalise.shell.reader import LONGEST, Redirection, Simple, Unreadable, read
from proctor.normalise.shell.salvage import fragments
from proctor.normalise.shell.variables import harmless
from proctor.normalise.shell.wrappers import ASSIGNMENT, Inner, UnknownOption, inner_commands
from proctor.terms.action import Command, Does, Part, Redirect, Touch
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings

DEEPEST = 8
NOWHERE = re.compile(r"/dev/(null|stdout|stderr|tty|fd/\d+)")
SAFE_WORD = re.compile(r"[\w@%+=:,./^~-]+|\{\}", re.ASCII)
DIGITS = "0123456789"
# Without those that change what later words or paths mean: k, H, P, posix, history.
SET_OPTION = re.compile(r"[-+][abefhmnuvxBCETo]+")
SET_NAMES = frozenset(
    "allexport errexit errtrace functrace nounset noglob noclobber notify pipefail verbose "
    "xtrace monitor".split()
)
# Programs that run a command as somebody else, with another home.
OTHER_USERS = frozenset({"sudo", "doas"})
# Builtins that evaluate the subscript of a name they are given, with the commands in it.
EVALUATES = frozenset(
    "test [ let declare typeset local export readonly read unset printf wait mapfile".split()
)
cached_read = lru_cache(maxsize=256)(read)


@dataclass(frozen=True, slots=True)
class Scene:
    """
    What surrounds a command while it is read.

    `name` is the tool's name in action strings. `unknown` says why the words of
    the command are not certain, `other_home` that `~` is not our own home.
    """

    around: Surroundings
    folders: Folders
    tool: str
    name: str
    depth: int = 0
    unknown: str | None = None
    other_home: bool = False


def shell_parts(
    text: str, around: Surroundings, tool: str, name: str, folders: Sequence[str] = ()
) -> tuple[Part, ...]:
    """
    Return the parts of a command line; a line that cannot be read is one unread part.

    A call may name `folders` of its own. Its program may or may not know that
    field, so it may run there or where the agent is: all of these places count.
    """
    here = tuple(dict.fromkeys((*folders, around.cwd)))
    return tuple(read_text(text, Scene(around, Folders(here), tool, name)))


def read_text(text: str, scene: Scene) -> list[Part]:
    """Read a text for a shell, of the call or of `bash -c` inside it."""
    if scene.unknown or scene.depth > DEEPEST:
        why = scene.unknown or "it is nested too deeply"
        return [unread_part(text, why, scene)]
    if scene.other_home and "~" in text:
        return [unread_part(text, "the home folder of another user is not known", scene)]
    try:
        simples = cached_read(text, scene.around.home)
    except Unreadable as error:
        return [unread_part(text, str(error), scene), *salvaged(text, scene)]
    if not simples:
        return [unread_part(text, "there is no command in it", scene)]
    parts: list[Part] = []
    folders, lost = scene.folders, None
    for simple in simples:
        if simple.before != "&&" and folders.else_here:
            both = dict.fromkeys((*folders.here, *folders.else_here))
            folders = Folders(tuple(both), unknown=folders.unknown)
        parts += simple_parts(simple, replace(scene, folders=folders, unknown=lost))
        folders = moved(simple, scene.around, folders)
        if sets_places(simple):
            lost = "a variable before it changes where paths lead"
    return parts


def salvaged(text: str, scene: Scene) -> list[Part]:
    """Return the parts of what is plain in a line that cannot be read: they can only tighten."""
    inside = replace(scene, depth=scene.depth + 1)
    pieces = fragments(text) if len(text) <= LONGEST else []
    parts = (part for piece in pieces if piece != text for part in read_text(piece, inside))
    return [part for part in parts if part.command or not part.unread]


def simple_parts(simple: Simple, scene: Scene) -> list[Part]:
    """Return the parts of one simple command: itself, what it runs, what it writes."""
    words = tuple(word.value for word in simple.words)
    certain = [*simple.every_word, *(r.target for r in simple.redirections if "<" in r.operator)]
    unknown = next((word.unknown for word in certain if word.unknown), scene.unknown)
    scene = replace(scene, unknown=unknown)
    assigned = simple.assigned
    redirects = tuple(redirect_of(r) for r in simple.redirections)
    tame = all(harmless(*pair) for pair in assigned)
    command = Command(words, assigned, redirects, tame, tilded(words, scene.around.home))
    parts: list[Part] = []
    if words or assigned:
        parts.append(command_part(command, simple.text, scene))
    if words:
        parts += inner_parts(words, elsewhere(scene, assigned, words[0]))
    parts += redirect_parts(simple, command, scene)
    return parts or [unread_part(simple.text, "there is no command in it", scene)]


def elsewhere(scene: Scene, assigned: Sequence[tuple[str, str]], program: str) -> Scene:
    """Return the scene of what a command runs, if that has another home or finds other folders."""
    if any(name in PLACES for name, _ in assigned):
        why = "a variable in front of it changes where paths lead"
        return replace(scene, unknown=scene.unknown or why)
    if program.rpartition("/")[2] in OTHER_USERS:
        return replace(scene, other_home=True)
    return scene


def tilded(words: Sequence[str], home: str) -> tuple[str, ...]:
    """Return words with `~` for the home folder; nothing if none of them lies there."""
    if not any(word.startswith(home) for word in words):
        return ()
    below = f"{home}/"
    return tuple(
        "~" + word[len(home) :] if word == home or word.startswith(below) else word
        for word in words
    )


def redirect_of(redirection: Redirection) -> Redirect:
    """Return a redirection in the form that rules have: `2>&1` is `2>` to `&1`."""
    operator, target = redirection.operator, redirection.target.value
    if operator in (">&", "<&") and (target.isdigit() or target == "-"):
        return Redirect(redirection.descriptor + operator[0], f"&{target}")
    return Redirect(redirection.descriptor + operator, target)


def relative_words(words: Sequence[str]) -> bool:
    """Say whether a command has words that a working folder would give a meaning."""
    return any(not word.startswith(("-", "/")) for word in words[1:])


def command_part(command: Command, source: str, scene: Scene) -> Part:
    """Make the part of a simple command."""
    text, bare = line_of(command), line_of(Command(command.words))
    plain = " ".join((*(f"{n}={v}" for n, v in command.assignments), *command.words))
    # A harmless variable in front changes nothing, so an allow need not name it.
    own = bare if command.harmless and command.words else text
    forms = dict.fromkeys((text, bare, source, plain))
    inputs = (r.target for r in command.redirects if r.operator.lstrip(DIGITS) in ("<", "<>"))
    words = (*command.words, *inputs)
    folders = scene.folders
    unread = scene.unknown or (folders.unknown if relative_words(words) else None)
    unread = unread or puzzling(words)
    own_string = f"tool:{scene.name}:{own}"
    names = dict.fromkeys((scene.name, "bash"))
    named = [f"tool:{name}:{form}" for name in names for form in forms]
    return Part(
        tool=scene.tool,
        kind=Kind.SHELL,
        text=source,
        strings=(own_string,),
        targets=(own,),
        more_strings=others(own_string, named, git_strings(command.words)),
        more_targets=tuple(form for form in forms if form != own),
        does=Does.IDLE if unread is None and idle(command) else Does.OTHER,
        command=command,
        touches=(
            *touches_of(words, scene.around, folders.here),
            *touched_by_name(given_values(command), scene.around, folders.here),
        ),
        urls=tuple(url for url in urls_of(words) if url),
        unread=unread,
    )


def given_values(command: Command) -> list[str]:
    """Return the values that a command gives to variables: what follows may read them."""
    values = [value for _, value in command.assignments]
    if command.words and command.words[0] in DECLARES:
        values += [word.partition("=")[2] for word in command.words[1:]]
    return [value for value in values if value]


def puzzling(words: Sequence[str]) -> str | None:
    """Say why words that are certain still cannot be compared with rules."""
    if len(words) > MOST_WORDS:
        return f"it has more than {MOST_WORDS} words"
    if any(leads_anywhere(path) for word in words for path in (word, word.rpartition("=")[2])):
        return "it names a place that differs from process to process"
    if None in urls_of(words):
        return "it has a URL that programs read in different ways"
    if words and words[0] in EVALUATES and any("$(" in w or "`" in w for w in words[1:]):
        return f"`{words[0]}` evaluates what stands in its words"
    return None


def others(own: str, *lists: Sequence[str]) -> tuple[str, ...]:
    """Return every string of some lists once, without the part's own."""
    return tuple(text for text in dict.fromkeys(t for texts in lists for t in texts) if text != own)


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


def idle(command: Command) -> bool:
    """Say whether a command does nothing by itself."""
    if not command.words:
        return command.harmless
    name, *rest = command.words
    if not command.harmless:
        return False
    if name in (":", "true", "cd"):
        return True
    if name == "set":
        return bool(rest) and all(set_word(rest, index) for index in range(len(rest)))
    if name == "export":
        pairs = [word.partition("=") for word in rest]
        return bool(rest) and all(
            ASSIGNMENT.match(word) and harmless(pair[0], pair[2])
            for word, pair in zip(rest, pairs, strict=True)
        )
    return False


def set_word(words: Sequence[str], index: int) -> bool:
    """Say whether a word behind `set` is an option or the name behind `-o`."""
    if SET_OPTION.fullmatch(words[index]):
        return True
    before = words[index - 1] if index else ""
    return before[:1] in ("-", "+") and before.endswith("o") and words[index] in SET_NAMES


def inner_parts(words: Sequence[str], scene: Scene) -> list[Part]:
    """Return the parts of the commands that a wrapper runs."""
    try:
        inners = inner_commands(words)
    except UnknownOption as error:
        return [unread_part(" ".join(words), str(error), scene)]
    inside = replace(scene, depth=scene.depth + 1)
    parts: list[Part] = []
    for inner in inners:
        if inner.text is not None:
            parts += read_text(inner.text, inside)
        else:
            parts += wrapped_words(inner, inside)
    return parts


def wrapped_words(inner: Inner, scene: Scene) -> list[Part]:
    """Return the parts of words that a wrapper runs as a command."""
    if scene.depth > DEEPEST:
        return [unread_part(" ".join(inner.words), "it is nested too deeply", scene)]
    if inner.more:
        scene = replace(scene, unknown=scene.unknown or "more arguments come from its input")
    pairs = inner.assigned
    tame = all(harmless(*pair) for pair in pairs)
    home = scene.around.home
    command = Command(inner.words, pairs, harmless=tame, tilded=tilded(inner.words, home))
    inside = elsewhere(scene, pairs, inner.words[0])
    return [command_part(command, line_of(command), scene), *inner_parts(inner.words, inside)]


def redirect_parts(simple: Simple, command: Command, scene: Scene) -> list[Part]:
    """Return a part for every redirection that writes a file."""
    return [
        redirect_part(redirection, command, scene)
        for redirection in simple.redirections
        if writes_file(redirection)
    ]


def writes_file(redirection: Redirection) -> bool:
    """Say whether a redirection writes a file, and not only to a descriptor or nowhere."""
    redirect, target = redirect_of(redirection), redirection.target
    if ">" not in redirect.operator or redirect.target.startswith("&"):
        return False
    return bool(target.unknown) or NOWHERE.fullmatch(target.value) is None


def redirect_part(redirection: Redirection, command: Command, scene: Scene) -> Part:
    """Make the part of a redirection that writes: an edit of that path."""
    target, folders, root = redirection.target, scene.folders, scene.around.root
    forms = [path_form(target.value, scene.around, folder) for folder in folders.here]
    touches = tuple(Touch(form, reads=False, writes=True) for form in forms if form)
    paths = (path for t in touches for path in (t.path.absolute, t.path.real))
    names = tuple(dict.fromkeys(shown(path, root) for path in paths)) or (target.raw,)
    unread = target.unknown or (None if target.value.startswith("/") else folders.unknown)
    if target.value.startswith(("/dev/tcp/", "/dev/udp/")):
        unread = "it opens a connection to another machine"
    redirect = redirect_of(redirection)
    return Part(
        tool="Edit",
        kind=Kind.EDIT,
        text=f"{redirect.operator} {target.raw}",
        strings=tuple(f"tool:str_replace:{name}" for name in names),
        more_strings=tuple(f"tool:create_file:{name}" for name in names),
        targets=names,
        more_targets=(target.value,),
        does=Does.EDIT,
        command=command,
        redirect=redirect,
        touches=touches,
        unread=unread or (None if touches else "it writes to what is not a path"),
    )


def unread_part(text: str, why: str, scene: Scene) -> Part:
    """Make the part that stands for what could not be read."""
    return Part(
        tool=scene.tool,
        kind=Kind.SHELL,
        text=text,
        strings=(f"tool:{scene.name}:{text}",),
        more_strings=(f"tool:bash:{text}",) if scene.name != "bash" else (),
        targets=(text,),
        does=Does.OTHER,
        unread=why,
        broken=len(text) > LONGEST,
    )
