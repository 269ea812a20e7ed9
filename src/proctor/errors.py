"""
Everything that can go wrong, in one tree.

    ProctorError            exit 2
    ├── UsageError          exit 2   the call itself is wrong
    │   ├── WrongWord                a word that is none of those that are possible
    │   ├── TooLate                  what was wanted has happened already
    │   ├── MoveRefused              a workflow run, or a task of it, does not go that way
    │   ├── ToolDeclarationError     a function cannot be a tool as it is declared
    │   ├── ModuleMissing            there is no such module (`tools/importing.py`)
    │   └── ToolInputError           what a model gave to a tool is not what the tool takes
    ├── NotAllowed          exit 2   only a person may do this, and none is known by their token
    ├── NotFound            exit 2   a role, profile or file that is not there
    │   └── NoStageRole              a workflow run that has ended, or is unknown, gives no role
    ├── StoreError          exit 1   what is kept cannot be read or written
    │   ├── NewerSchema              a newer program has written it
    │   ├── DamagedStore             its file is damaged
    │   └── MissingExtra             a part that is installed only when asked for
    ├── ServerError         exit 1   `proctor up` cannot run, or does not answer as it should
    │   └── NoOwner                  nobody runs it
    ├── ChannelError        exit 1   people cannot be reached this way
    ├── EngineError         exit 1   the terminals of agents cannot be made or reached
    ├── UpstreamError       exit 1   an MCP server behind the gateway fails, or is none
    ├── RuleError           exit 1   one rule cannot be read; knows the offset in its text
    └── FileProblems        exit 1   all problems of the files that were read, at once
        ├── RoleProblems             in role files
        ├── ConfigProblems           in a config.yaml
        ├── TemplateProblems         in workflow templates
        └── CaseProblems    exit 2   in case files (`rehearse/cases.py`)

Each has a word for its kind, `code`: on the socket and by HTTP, programs go by it.
A `Problem` is not raised: it is what `FileProblems` carries, one for each
thing that is wrong, with code, place, caret and help.
"""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from proctor.terms.place import Place

# How much of two words is the same: 1 is all.
LOOSELY_ALIKE, MUCH_ALIKE = 0.6, 0.8
# No word of ours is so long, and to compare a long one takes long.
LONGEST_WORD = 200
TWO = 2
# A traceback is no place for more.
MOST_HINTS = 10


class Problem(NamedTuple):
    """
    One thing that is wrong in a file, in the user's words.

    `line_text` is the line that `place` points into, `length` how many
    characters the caret underlines. A warning does not stop anything.
    """

    code: str
    message: str
    place: Place
    help: str | None = None
    line_text: str | None = None
    length: int = 1
    warning: bool = False

    def line(self) -> str:
        """Render `file:line:column: code: message`, with `warning: ` before a warning's code."""
        where = f"{self.place.file}:{self.place.line}:{self.place.column}"
        kind = "warning: " if self.warning else ""
        return f"{where}: {kind}{self.code}: {self.message}"

    def render(self) -> str:
        """Render the problem with its line, caret and help."""
        lines = [self.line()]
        if self.line_text is not None:
            number = f"{self.place.line:>5}"
            caret = " " * (self.place.column - 1) + "^" * max(1, self.length)
            lines += [f"{number} | {self.line_text}", f"{'':>5} | {caret}"]
        if self.help:
            lines.append(f"      help: {self.help}")
        return "\n".join(lines)


class ProctorError(Exception):
    """The root: whoever catches this catches everything of ours."""

    # A word for the kind of error, which stays the same: programs go by it.
    code: str = "proctor-error"
    exit_code = 2

    def __init__(self, message: str, *, help: str | None = None) -> None:  # noqa: A002 - the user's word
        super().__init__(message)
        self.message = message
        self._note = ""
        self.help = help

    @property
    def help(self) -> str | None:
        """Return what to do."""
        return self._help

    @help.setter  # noqa: A003 - the user's word
    def help(self, words: str | None) -> None:
        """Say what to do, in a traceback too: Python shows of an error its words and its notes."""
        self._help = words
        self._put_note(f"help: {words}" if words else "")

    def _put_note(self, note: str) -> None:
        """Put our note in the place of the last one; those of others stay."""
        if self._note and self._note in getattr(self, "__notes__", ()):
            self.__notes__.remove(self._note)
        self._note = note
        if note:
            self.add_note(note)

    def render(self) -> str:
        """Render the error for a terminal."""
        return f"{self.message}\nhelp: {self.help}" if self.help else self.message


class UsageError(ProctorError):
    """The call itself is wrong."""

    code = "usage-error"


class WrongWord(UsageError, ValueError):
    """A word is none of those that are possible; Python's own name for that is ValueError."""

    code = "wrong-word"


class TooLate(UsageError):
    """What was wanted has happened already, or cannot happen any more."""

    code = "too-late"


class ToolDeclarationError(UsageError):
    """A function cannot be a tool as it is declared; the help says what to change."""

    code = "tool-declaration-error"


class ToolInputError(UsageError):
    """
    What a model gave to a tool is not what the tool takes; the tool did not run.

    The message is written for the model, which can mend its call by it.
    """

    code = "tool-input-error"

    def __init__(
        self,
        message: str,
        *,
        code: str,
        help: str | None = None,  # noqa: A002 - the user's word
    ) -> None:
        super().__init__(message, help=help)
        self.code = code


class MoveRefused(UsageError):
    """A workflow run, or a task of it, does not go that way; the message says why."""

    code = "move-refused"


class NotAllowed(ProctorError):
    """Only a person may do this, and no valid token came with it."""

    code = "not-allowed"


class NotFound(ProctorError):
    """Something that was named is not there."""

    code = "not-found"


class NoStageRole(NotFound):
    """A workflow run gives no role: it has ended, or nobody knows it. All is denied under it."""

    code = "no-stage-role"


class StoreError(ProctorError):
    """
    What is kept cannot be read or written.

    `passing` says that the same may work in a moment: the store is locked,
    restarting or out of reach, and nothing is known to be wrong with it.
    """

    code = "store-error"
    exit_code = 1

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the user's word
        passing: bool = False,
    ) -> None:
        super().__init__(message, help=help)
        self.passing = passing


class NewerSchema(StoreError):
    """The store was written by a newer program; nothing in it is touched."""

    code = "newer-schema"


class DamagedStore(StoreError):
    """The store's file is damaged; the server sets it aside and starts a new one."""

    code = "damaged-store"


class MissingExtra(StoreError):
    """A part is needed that is installed only when asked for; the message names it."""

    code = "missing-extra"


class ServerError(ProctorError):
    """The server cannot be started, reached or understood."""

    code = "server-error"
    exit_code = 1


class NoOwner(ServerError):
    """No server runs for this home; the help says how to start one."""

    code = "no-owner"

    def __init__(
        self,
        message: str = "no server is running",
        *,
        help: str | None = "start it: proctor up",  # noqa: A002 - the user's word
    ) -> None:
        super().__init__(message, help=help)


class ChannelError(ProctorError):
    """People cannot be reached this way; others may be."""

    code = "channel-error"
    exit_code = 1


class EngineError(ProctorError):
    """The terminals of agents cannot be made or reached."""

    code = "engine-error"
    exit_code = 1


class UpstreamError(ProctorError):
    """
    An MCP server behind the gateway fails; the gateway and the other servers go on.

    The message names the server and is written for the model that called its tool: what
    happened, and in the help what to do. `code` is why in a word.
    """

    code = "upstream-error"
    exit_code = 1

    def __init__(
        self,
        message: str,
        *,
        code: str,
        help: str | None = None,  # noqa: A002 - the user's word
    ) -> None:
        super().__init__(message, help=help)
        self.code = code


class RuleError(ProctorError):
    """
    A rule cannot be read.

    `offset` counts from the start of the rule's own text; whoever knows where
    that text stands makes a `Problem` of it.
    """

    code = "rule-error"
    exit_code = 1

    def __init__(
        self,
        code: str,
        message: str,
        *,
        offset: int = 0,
        length: int = 1,
        help: str | None = None,  # noqa: A002 - the user's word
    ) -> None:
        super().__init__(message, help=help)
        self.code = code
        self.offset = offset
        self.length = length


class FileProblems(ProctorError):
    """Everything that is wrong in the files that were read, sorted by place."""

    code = "file-problems"
    exit_code = 1

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column))
        )
        super().__init__("\n".join(problem.line() for problem in self.problems))
        hints = dict.fromkeys(problem.help for problem in self.problems if problem.help)
        self._put_note("\n".join(f"help: {words}" for words in list(hints)[:MOST_HINTS]))

    def render(self) -> str:
        """Render every problem with caret and help."""
        return "\n".join(problem.render() for problem in self.problems)


class RoleProblems(FileProblems):
    """A role file is wrong."""

    code = "role-problems"


class ConfigProblems(FileProblems):
    """A config.yaml is wrong."""

    code = "config-problems"


class TemplateProblems(FileProblems):
    """A workflow template is wrong."""

    code = "template-problems"


def did_you_mean(word: str, known: Sequence[str], *, only_slips: bool = False) -> str | None:
    """
    Return a help sentence that names the nearest known word, if one is near.

    Near is what one slip of the finger makes of it or, without `only_slips`,
    what is the same for the most part. `nope` is not near `open`: nobody shall
    be led to something more permissive that they did not mean.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - slow to load, for those in error only

    folded: dict[str, str] = {}
    if len(word) > LONGEST_WORD:
        return None
    for name in known:
        folded.setdefault(name.lower(), name)
    typed = word.lower()
    for near in get_close_matches(typed, list(folded), n=5, cutoff=LOOSELY_ALIKE):
        if one_slip(typed, near) or not (only_slips or quite_other(typed, near)):
            return f"did you mean `{folded[near]}`?"
    return None


def one_slip(typed: str, meant: str) -> bool:
    """Say whether a letter too many, missing or wrong, or two in the wrong order, explain it."""
    start = same_start(typed, meant)
    typed, meant = typed[start:], meant[start:]
    end = same_start(typed[::-1], meant[::-1])
    typed, meant = typed[: len(typed) - end], meant[: len(meant) - end]
    return max(len(typed), len(meant)) <= 1 or (len(typed) == TWO and typed == meant[::-1])


def same_start(one: str, other: str) -> int:
    """Count the letters that two words begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def quite_other(typed: str, meant: str) -> bool:
    """Say whether two words have too little in common to be taken for each other."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - see above

    return SequenceMatcher(None, typed, meant).ratio() < MUCH_ALIKE


def unloaded(role: str, error: ProctorError) -> str:
    """Say in one line that a role does not load, why, and what a person does about it."""
    why = error.message.partition("\n")[0]
    return f"the role `{role}` does not load: {why}. {way_to_load(role, error)}"


def way_to_load(role: str, error: ProctorError) -> str:
    """Say what a person does about a role that does not load: one that is missing, or broken."""
    one = role if " " not in role and not role.startswith("@") else ""
    if isinstance(error, NotFound):
        make = f", or make it: `proctor role create {one}`" if one else ""
        return f"Name one of `proctor role list`{make}"
    of_role = isinstance(error, RoleProblems) and one
    look = f"role check {one}" if of_role else "check"
    return f"A person mends it: `proctor {look}` says what is wrong"
