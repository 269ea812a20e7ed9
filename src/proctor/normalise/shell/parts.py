"""Turn a command line into parts: one a simple command, one a written redirection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proctor.normalise.shell.budget import Exhausted
from proctor.normalise.shell.command_part import (
    CONNECTIONS,
    CONNECTS,
    Redirection,
    command_part,
    line_of,
    puzzling,
    redirect_of,
    redirect_part,
    unread_part,
    writes_file,
)
from proctor.normalise.shell.deeds import COPIES, Deed, deed_of
from proctor.normalise.shell.knowledge.reading import APART, DELIMITED, FROM_INPUT, Inner
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.project_settings import LINKS
from proctor.normalise.shell.scene import Scene, SeenCommand
from proctor.normalise.shell.still import DECLARES, STILL
from proctor.normalise.shell.unreadable import LONGEST, Unreadable
from proctor.normalise.shell.variables import harmless, harmless_before
from proctor.terms.action import Command, Does, Part
from proctor.terms.lazy_pattern import lazy

DEEPEST = 8
MOST_PARTS = 1000
MOST_REDIRECTIONS = 100
LONGEST_GLOB = 4096
# What a part and a word of it cost, in steps, and how many characters are looked at in one.
PART, OPERAND = 40, 10
WRITTEN_A_STEP, SCANNED_A_STEP, SALVAGED_A_STEP = 16, 3, 8
# Variables on which the meaning of `~` and `cd` depends.
PLACES = frozenset("HOME CDPATH PWD OLDPWD".split())
# Programs that run a command as somebody else, with another home.
OTHER_USERS = frozenset({"sudo", "doas", "su", "runuser", "pkexec"})
# A value that names at most one thing.
ONE_WORD = lazy(r"[\w./:@%+,=~-]*", re.ASCII)
# Builtins for which a separator in front only says how they split what they read.
SPLITS = frozenset({"read", "mapfile", "readarray"})
# Programs that give a file or a program another name; see `made_names.py`.
NAME_MAKERS = COPIES | frozenset("link dd cat alias hash".split())
NO_COMMAND = "there is no command in it"
TOO_DEEP = "it is nested too deeply"


def shell_parts(text: str, scene: Scene) -> tuple[Part, ...]:
    """Return the parts of a command line; a line that cannot be read is one unread part."""
    seen: list[SeenCommand] = []
    scene = scene._replace(seen=seen)
    found = read_text(text, scene)
    if len(seen) > 1 and any(one.program in NAME_MAKERS for one in seen):
        found += up_to_budget(text, renamed_parts(seen), scene)
    if len(found) > MOST_PARTS:
        why = "it runs more commands than are looked at"
        return (*found[:MOST_PARTS], unread_part(text, why, scene))
    return tuple(found)


def renamed_parts(seen: Sequence[SeenCommand]) -> Iterator[Part]:
    """Return the parts of commands that use a name which the same line makes."""
    from proctor.normalise.shell.made_names import MOST_READINGS, MadeNames  # noqa: PLC0415 - rare

    names = MadeNames(seen)
    for one in seen if names else ():
        one.scene.budget.spend(PART + OPERAND * len(one.arguments))
        doubt = names.doubt(one)
        if doubt:
            yield unread_part(one.text, doubt, one.scene)
        for reading in names.readings(one)[:MOST_READINGS]:
            folders = one.scene.folders._replace(here=reading.folders, otherwise=())
            scene = one.scene._replace(folders=folders, seen=None)
            words = tuple(argument.value for argument in reading.arguments)
            command = one.command._replace(words=words, tilded=tilded(words, scene.around.home))
            if words:
                text = line_of(command)
                yield from command_parts(reading.arguments, command, text, scene, reading.inputs)
            for redirection in reading.redirections:
                yield redirect_part(redirection, command, scene)


def read_text(text: str, scene: Scene) -> list[Part]:
    """Read a text for a shell, of the call or of `bash -c` inside it."""
    if scene.unknown or scene.depth > DEEPEST:
        return [unread_part(text, scene.unknown or TOO_DEEP, scene)]
    if scene.other_home and "~" in text:
        return [unread_part(text, "the home folder of another user is not known", scene)]
    try:
        runs = runs_of(text, scene.around, scene.folders, scene.budget)
    except Unreadable as error:
        return [unread_part(text, str(error), scene), *salvaged(text, scene)]
    if not runs:
        return [nothing_part(text, scene)]
    return parts_of_runs(text, runs, scene)


def parts_of_runs(text: str, runs: Sequence[Run], scene: Scene) -> list[Part]:
    """Return the parts of the commands in a text; those behind the end of the budget in part."""
    begun: list[Run] = []
    found = up_to_budget(text, parts_in_turn(runs, scene, begun), scene)
    behind = parts_behind(runs[len(begun) :], scene)
    return [*found[:-1], *behind, found[-1]] if behind else found


def parts_in_turn(runs: Sequence[Run], scene: Scene, begun: list[Run]) -> Iterator[Part]:
    """Return the parts of commands, and note which were begun with."""
    for run in runs:
        begun.append(run)
        yield from run_parts(run, scene)


def parts_behind(runs: Sequence[Run], scene: Scene) -> list[Part]:
    """
    Return the parts of short commands for which no budget was left: they can only tighten.

    The reserve pays, and the shortest come first, so that a row of expensive commands does not
    hide `rm -rf /` from a deny.
    """
    found: list[Part] = []
    inside = scene._replace(budget=scene.budget.reserve)
    for run in sorted(runs, key=lambda run: len(run.arguments)):
        try:
            found += run_parts(run, inside)
        except Exhausted:
            break
    return found


def up_to_budget(text: str, parts: Iterator[Part], scene: Scene) -> list[Part]:
    """Return the parts that the budget allows; where it ends, the rest of the text is unread."""
    found: list[Part] = []
    try:
        for part in parts:
            found.append(part)  # noqa: PERF402 - those before an exception are kept
    except Exhausted as error:
        found.append(unread_part(text, str(error), scene))
    return found


def nothing_part(text: str, scene: Scene) -> Part:
    """Make the part of a text that runs nothing: comments and blanks."""
    if not text.strip():
        return unread_part(text, NO_COMMAND, scene)
    return idle_part(Command(()), text, scene)


def salvaged(text: str, scene: Scene) -> list[Part]:
    """Return the parts of what is plain in a line that cannot be read: they can only tighten."""
    from proctor.normalise.shell.salvage import fragments  # noqa: PLC0415 - it is hardly ever needed

    budget = scene.budget.reserve
    inside = scene._replace(depth=scene.depth + 1, budget=budget)
    parts: list[Part] = []
    if len(text) > LONGEST or budget.left < len(text) // SALVAGED_A_STEP:
        return parts
    budget.left -= len(text) // SALVAGED_A_STEP
    for piece in fragments(text):
        try:
            runs = runs_of(piece, scene.around, scene.folders, budget) if piece != text else []
        except Unreadable:
            continue  # the whole is unread already, and so is this
        parts += parts_of_runs(piece, runs, inside)
    return [part for part in parts if part.command or not part.unread]


def run_parts(run: Run, scene: Scene) -> Iterator[Part]:
    """Return the parts of one command: itself, what it runs, what it writes."""
    feed = run.feed or scene.feed
    scene = scene.at(run.folders, run.unknown or scene.unknown, feed)
    if not (run.arguments or run.assignments or run.redirections):
        yield part_without_words(run, scene)
        return
    if too_much(run):
        yield unread_part(run.text, "its words are longer, or more, than are looked at", scene)
        return
    scene.budget.spend(weight(run))
    assigned = tuple([(name, value.value) for name, value in run.assignments])
    redirects = tuple([redirect_of(r) for r in run.redirections]) if run.redirections else ()
    words = tuple([argument.value for argument in run.arguments])
    tame = all(plain(*pair, words) for pair in run.assignments)
    fed = (feed.text or "") if feed else ""
    command = Command(words, assigned, redirects, tame, tilded(words, scene.around.home), fed)
    inputs = [r[2] for r in run.redirections if r[1] in ("<", "<>")]
    if run.idle:
        yield idle_part(command, run.text, scene)
    elif words:
        yield from command_parts(run.arguments, command, run.text, scene, inputs)
    elif assigned:
        see(SeenCommand((), (), (), command, run.text, scene))
        yield command_part(command, run.text, None, scene, scene.unknown or carried(command))
    elif not any(writes_file(r) for r in run.redirections):
        yield from input_part(run, command, inputs, scene)
    written = tuple([r for r in run.redirections if writes_file(r)]) if redirects else ()
    if written:
        see(SeenCommand((), (), written, command, run.text, scene))
    for redirection in written:
        yield redirect_part(redirection, command, scene)


def see(command: SeenCommand) -> None:
    """Keep a command for the names that the line makes."""
    if command.scene.seen is not None:
        command.scene.seen.append(command)


def weight(run: Run) -> int:
    """Return what the parts of a command cost, in steps, apart from what its program does."""
    given = sum([len(value.value) for _, value in run.assignments])
    fed = len(run.feed.text or "") if run.feed else 0
    size = len(run.text) + given + fed
    return PART * (1 + len(run.redirections) + len(run.assignments)) + size // WRITTEN_A_STEP


def too_much(run: Run) -> bool:
    """Say whether a command has more redirections or longer globs than any file needs."""
    if len(run.redirections) > MOST_REDIRECTIONS:
        return True
    return any(word.wild and len(word.value) > LONGEST_GLOB for word in run.arguments)


def idle_part(command: Command, text: str, scene: Scene) -> Part:
    """Make the part of what does nothing by itself: a condition, a function, a loop's words."""
    part = command_part(command, text, None, scene)
    if not command.harmless or set(part.classes) - {"read"}:
        return part
    why = "it does nothing by itself"
    return part._replace(does=Does.IDLE, classes=("read",), reasons=(why,))


def plain(name: str, value: Argument, words: Sequence[str]) -> bool:
    """Say whether an assignment is harmless; before a command its value must be known too."""
    if name == "IFS" and words and words[0] in SPLITS:
        return value.unknown is None  # it says how this one line is split
    if not words:
        return harmless(name, value.value)
    return value.unknown is None and harmless_before(name, value.value)


def part_without_words(run: Run, scene: Scene) -> Part:
    """Make the part of something that is no command: a condition, a function, or unread."""
    if run.idle and not scene.unknown:
        return idle_part(Command(()), run.text, scene)
    return unread_part(run.text, scene.unknown or NO_COMMAND, scene)


def input_part(
    run: Run, command: Command, inputs: Sequence[Argument], scene: Scene
) -> Iterator[Part]:
    """Make the part of a group that only reads a file: as a `cat` of that file would."""
    reader = (Argument("cat"),)
    unknown = next((i.unknown for i in inputs if i.unknown), scene.unknown)
    deed = deed_of(reader, inputs, scene)
    see(SeenCommand(reader, tuple(inputs), (), command, run.text, scene))
    part = command_part(command, run.text, deed, scene, unknown)
    plain = part.classes == ("read",)
    yield part._replace(reasons=("it reads a file",)) if plain else part


def command_parts(
    arguments: Sequence[Argument],
    command: Command,
    source: str,
    scene: Scene,
    inputs: Sequence[Argument] = (),
) -> Iterator[Part]:
    """Return the part of a command with words, and those of the commands inside it."""
    size = sum([len(word.value) for word in arguments])
    scene.budget.spend(PART + OPERAND * len(arguments) + size // WRITTEN_A_STEP)
    deed = deed_of(arguments, inputs, scene)
    scene.budget.spend(deed.reading.scanned // SCANNED_A_STEP)
    uses = tuple(deed.reading.uses)
    see(SeenCommand(tuple(arguments), tuple(inputs), (), command, source, scene, uses))
    unread = why_unread(arguments, inputs, deed, scene) or carried(command)
    yield command_part(command, source, deed, scene, unread)
    program = arguments[0].value
    if arguments[0].unknown or not (deed.reading.inners or deed.reading.takes_input):
        return
    inside = elsewhere(scene._replace(depth=scene.depth + 1), command.assignments, program)
    if deed.folders != scene.folders.here:
        inside = inside._replace(folders=scene.folders._replace(here=deed.folders, otherwise=()))
    for inner in deed.reading.inners:
        yield from inner_parts(inner, inside)
    if deed.reading.takes_input:
        yield from input_parts(source, inside)


def why_unread(
    arguments: Sequence[Argument], inputs: Sequence[Argument], deed: Deed, scene: Scene
) -> str | None:
    """Say why a command cannot be read; None if it can."""
    if scene.unknown:
        return scene.unknown
    words = (*arguments, *inputs)
    for word in inputs:
        if word.unknown or word.wild:
            return word.unknown or "which file its wildcards stand for is not known"
        if word.value.startswith(CONNECTIONS):
            return CONNECTS
    if arguments[0].value.startswith("="):
        return "some shells take `=` for the path of a program"
    still = arguments[0].value in STILL
    if not still and (deed.reading.unknown or arguments[0].unknown):
        unknown = next((word.unknown for word in words if word.unknown), None)
        if unknown:
            return unknown
    if deed.reading.hidden:
        return deed.reading.hidden
    placed = deed.repositories or any(key != LINKS for key, _ in deed.looks_for)
    if scene.folders.unknown and (placed or relative(deed, words[1:])):
        return scene.folders.unknown
    return puzzling([word.value for word in words], deed.touches)


def carried(command: Command) -> str | None:
    """Say that a variable carries a command of its own: `PAGER='rm -rf x' git log`."""
    pairs = list(command.assignments)
    if command.words and command.words[0] in DECLARES:
        pairs += [(word.partition("=")[0], word.partition("=")[2]) for word in command.words[1:]]
    for name, value in pairs:
        if not ONE_WORD.fullmatch(value) and not harmless_before(name, value):
            return f"the value of `{name}` may be run as a command"
    return None


def relative(deed: Deed, words: Sequence[Argument]) -> bool:
    """Say whether a command has paths that a working folder would give a meaning."""
    if deed.reading.unknown is None:
        return any(not use.path.value.startswith("/") for use in deed.reading.uses)
    return any(not word.value.startswith(("-", "/")) for word in words)


def elsewhere(scene: Scene, assigned: Sequence[tuple[str, str]], program: str) -> Scene:
    """Return the scene of what a command runs, if that has another home or finds other folders."""
    if any(name in PLACES for name, _ in assigned):
        why = "a variable in front of it changes where paths lead"
        return scene._replace(unknown=scene.unknown or why)
    if program.rpartition("/")[2] in OTHER_USERS:
        return scene._replace(other_home=True)
    return scene


def tilded(words: Sequence[str], home: str) -> tuple[str, ...]:
    """Return words with `~` for the home folder; nothing if none of them lies there."""
    if home not in " ".join(words):
        return ()
    below = f"{home}/"
    return tuple(
        "~" + word[len(home) :] if word == home or word.startswith(below) else word
        for word in words
    )


def input_parts(source: str, scene: Scene) -> list[Part]:
    """Return the parts of what a shell takes from its standard input."""
    if scene.feed is None:
        return [unread_part(source, "a shell waits for commands", scene)]
    if scene.feed.text is None:
        return [unread_part(source, "a shell takes its commands from its input", scene)]
    # The commands read on where the shell has stopped: in its own text.
    return read_text(scene.feed.text, scene._replace(feed=Feed(None)))


def inner_parts(inner: Inner, scene: Scene) -> Iterator[Part]:
    """Return the parts of a command inside another: words as they are, or a text to read."""
    if inner.text is not None:
        # What stands on the input is for the commands in it; who of them reads it is not known.
        yield from read_text(inner.text, scene._replace(feed=Feed(None)) if scene.feed else scene)
        return
    arguments = tuple(with_input(inner.words, scene))
    if scene.depth > DEEPEST:
        text = " ".join(argument.value for argument in arguments)
        yield unread_part(text, TOO_DEEP, scene)
        return
    if not arguments:
        return
    pairs = tuple((name, value.value) for name, value in inner.assigned)
    tame = all(harmless_before(*pair) for pair in pairs)
    words = tuple(argument.value for argument in arguments)
    command = Command(words, pairs, harmless=tame, tilded=tilded(words, scene.around.home))
    yield from command_parts(arguments, command, line_of(command), scene)


def split_apart(word: Argument, text: str) -> bool:
    """Say whether it is not certain which words a text on the input becomes."""
    if not text or word.value or word.unknown == DELIMITED or set(text) & set("'\"\\"):
        return True
    return word.unknown == APART and len(text.split()) > 1


def with_input(words: Sequence[Argument], scene: Scene) -> Iterator[Argument]:
    """Put what standard input is known to hold in the place of arguments that come from it."""
    for word in words:
        if word.unknown not in (FROM_INPUT, APART, DELIMITED):
            yield word
        elif scene.feed is None:
            # Nothing comes from there, so only what stands around it is left.
            yield from [Argument(word.value)] if word.value else []
        elif scene.feed.names and not word.value:
            yield from scene.feed.names
        elif split_apart(word, scene.feed.text or ""):
            yield word
        else:
            yield from (Argument(piece) for piece in (scene.feed.text or "").split())


__all__ = ["Redirection", "shell_parts"]
