"""What a call would do, part by part."""

from __future__ import annotations

from enum import Enum

from proctor.terms.kind import Kind
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import ANY_FOLDERS, THROUGH_LINKS, TRACKED, is_wild


class Does(Enum):
    """What a part does to the world, as far as we know for certain."""

    READ = "reads"
    EDIT = "edits a file"
    DELEGATE = "hands work to another agent"
    IDLE = "does nothing by itself"
    OTHER = "may change something"


# Behind the name of a program that a part looks for: it installs, and files can say where to.
INSTALLS = "!"


class PathForm(NamedTuple):
    """
    One path of a call.

    `written` is what the call said, `absolute` the same made absolute without
    following links, `real` where it leads. `lookup` is what the file system
    must be asked to know that.
    """

    written: str
    absolute: str
    real: str
    lookup: str


class Touch(NamedTuple):
    """
    A path that a part touches, and how.

    `certain` if the program is known to do so; `wild` if the path is a pattern
    that stands for any number of them; `deletes` if it would be gone; `deep` if all that is
    below it counts too, and `follows` if links that are met there are followed. `opens` is the
    pattern for what is read if the path turns out to be a folder, as in `diff docs a`. `tracked`
    if a pattern stands only for files that git has in its index.
    """

    path: PathForm
    reads: bool
    writes: bool
    certain: bool = True
    wild: bool = False
    deletes: bool = False
    deep: bool = False
    follows: bool = False
    opens: str = ""
    tracked: bool = False

    @property
    def patterns(self) -> tuple[tuple[str, str], ...]:
        """
        Return the patterns that may lead through links, each with the name that stands behind it.

        Whoever deletes a link, or only names it, has no more than the link: only the folder before
        it counts.
        """
        path, found = self.path.lookup, []
        if self.tracked:
            folder, _, end = path.partition(ANY_FOLDERS)
            return ((f"{folder}{TRACKED}{end.removeprefix('/*')}", ""),)
        if self.wild:
            itself = self.deletes or not (self.reads or self.writes)
            folder, _, name = path.rpartition("/") if itself else (path, "", "")
            found += [(folder, name)] if is_wild(folder) else []
        if self.follows:
            found.append((f"{path.rstrip('/')}/{THROUGH_LINKS}", ""))
        if self.opens:
            found.append((f"{path.rstrip('/')}/{self.opens}", ""))
        return tuple(found)


class Redirect(NamedTuple):
    """A redirection of a simple command; `target` is the word behind it."""

    operator: str
    target: str


class Command(NamedTuple):
    """
    One simple command, in the words that the shell would pass on.

    `assignments` are `NAME=value` prefixes; `harmless` says that none of them
    runs code or changes what is found. `tilded` are the words with `~` for the
    home folder, where that makes a difference: rules may be written so. `fed` is
    the text on its standard input, where that is known.
    """

    words: tuple[str, ...]
    assignments: tuple[tuple[str, str], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    harmless: bool = True
    tilded: tuple[str, ...] = ()
    fed: str = ""


class Part(NamedTuple):
    """
    One simple command, one written redirection, or one target of another tool.

    `tool` is the canonical tool whose rules the part meets, which for a
    redirection differs from the tool of the call. `strings` are its action
    strings and `targets` what a regex is searched in: an allow must match each
    of them, a deny or ask one of them or of `more_strings`, `more_targets`.
    `text` is what a person reads. `unread` says why the part could not be read;
    `malformed` marks a field that is missing or of the wrong type, `missing` that no field
    for a target is there at all, `broken` a text
    that no program takes or that is too long to look at: neither is ever allowed.
    A redirection carries the command that it belongs to. `classes` says what kind
    of command it is, `reasons` why, in the same order; `unsure` why that is not
    all there is to say, and then it never counts as one that only reads; `vague`
    that its words are not certain, so that a rule for its words may or may not
    meet it. `repositories` are the folders in which git works; `looks_for` names programs, and
    folders in which their settings count. `brought` says which file of the project makes a
    command run code that by itself would not: then only a rule for code allows it.
    """

    tool: str
    kind: Kind
    text: str
    strings: tuple[str, ...]
    targets: tuple[str, ...]
    does: Does
    more_strings: tuple[str, ...] = ()
    more_targets: tuple[str, ...] = ()
    command: Command | None = None
    redirect: Redirect | None = None
    touches: tuple[Touch, ...] = ()
    urls: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    looks_for: tuple[tuple[str, str], ...] = ()
    classes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    unsure: str | None = None
    vague: str | None = None
    brought: str | None = None
    destructive: bool = False
    unread: str | None = None
    malformed: bool = False
    broken: bool = False
    missing: bool = False


class Action(NamedTuple):
    """
    A call as the policy sees it; `mode` is what the program reported.

    `called` is the name that the caller has for the tool, where it is another one.
    """

    tool: str
    kind: Kind
    string: str
    parts: tuple[Part, ...]
    around: Surroundings
    mode: str | None = None
    called: str = ""

    def within(self, around: Surroundings) -> Action:
        """Return the same action in surroundings of which more is known."""
        return Action(
            tool=self.tool,
            kind=self.kind,
            string=self.string,
            parts=self.parts,
            around=around,
            mode=self.mode,
            called=self.called,
        )
