"""What is known at one point of a script: values, functions, and where it is."""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.tree import Compound
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.run import Feed
from proctor.normalise.shell.variables import harmless, harmless_before
from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

DEFAULT_IFS = " \t\n"
# Variables that bash keeps itself: what is assigned to them does not stay.
NEVER_KNOWN = frozenset(
    "_ RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS EPOCHREALTIME FUNCNAME GROUPS DIRSTACK "
    "PIPESTATUS HISTCMD BASH_COMMAND BASH_SUBSHELL BASH_ARGV0 BASH_ARGV BASH_ARGC BASH_REMATCH "
    "BASH_SOURCE BASH_LINENO BASH_CMDS BASH_ALIASES UID EUID PPID SHELLOPTS BASHOPTS BASH_VERSINFO "
    "OPTARG OPTIND OPTERR REPLY COMP_WORDBREAKS PWD OLDPWD".split()
)
# Those that change how bash reads names and globs.
CHANGERS = frozenset(
    "GLOBIGNORE POSIXLY_CORRECT BASH_COMPAT BASH_ALIASES BASH_CMDS FUNCNEST".split()
)
CHANGED = "the meaning of later commands may have been changed"
# Those that are evaluated as an expression when they are assigned to.
INTEGERS = frozenset({"RANDOM", "SECONDS", "OPTIND", "OPTERR", "HISTCMD", "LINENO"})
# Those that hold a number whatever happens, as long as nobody declares them otherwise.
NUMBERS = frozenset(
    "RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS UID EUID PPID SHLVL # ? $ !".split()
)


class Glob:
    """
    The value of a variable that runs over file names: the pattern that they match.

    No tuple, for these are the values of arrays.
    """

    __slots__ = ("pattern",)

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __eq__(self, other: object) -> bool:
        return self.pattern == other.pattern if isinstance(other, Glob) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.pattern)


class Number:
    """A value that is not certain, but is a number."""


class Functions(NamedTuple):
    """The bodies that a function may have; not `certain` if it may not be defined at all."""

    bodies: tuple[Compound, ...]
    certain: bool = True


# What these cost, in steps, and how many names are copied or compared in one.
FORK, MERGE, NAMES_A_STEP, MERGED_A_STEP = 2, 2, 32, 8
# How many items of an array, or arguments, are looked at in one step.
ITEMS_A_STEP = 8
COUNT = lazy(r"0|[1-9][0-9]{0,5}")
NUMBER = Number()
Value = str | Glob | Number | tuple[Argument, ...] | None
ABSENT = object()


class State:
    """
    What is known at one point of a script.

    A name that is not in `values` comes from outside: its value is not known,
    but for `HOME` and `PWD`. `lost` says that any of them may have been set.
    `odd` holds names to which an assignment does something else than assign.
    `changed` says why words may mean something else from here on; `dead` that
    nothing gets here; `feed` what stands on the standard input of this shell;
    `apart` that it is a shell of its own, which changes nothing outside;
    `exports` that what is assigned reaches the programs that are run.
    """

    __slots__ = (
        "apart", "arguments", "budget", "calls", "changed", "dead", "exports", "feed", "folders",
        "functions", "home", "local", "loops", "lost", "odd", "values",
    )  # fmt: skip

    def __init__(self, folders: Folders, home: str, budget: Budget) -> None:
        self.budget = budget
        self.folders = folders
        self.home = home
        self.values: dict[str, Value] = {}
        self.arguments: tuple[Argument, ...] | None = None
        self.functions: dict[str, Functions] = {}
        self.odd: dict[str, str] = {}
        self.local: set[str] = set()
        self.feed: Feed | None = None
        self.changed: str | None = None
        self.lost = False
        self.dead = False
        self.apart = False
        self.exports = False
        self.calls = 0
        self.loops = 0

    def fork(self) -> State:
        """Return a copy, for what runs in a shell of its own or may not run."""
        other = State.__new__(State)  # `take` sets everything
        other.take(self)
        return other

    def shell(self) -> State:
        """Return a copy for a shell of its own."""
        other = self.fork()
        other.loops = 0
        other.apart = True
        return other

    def take(self, other: State) -> None:
        """Become a copy of another state."""
        self.budget = other.budget
        known = len(other.values) + len(other.functions) + len(other.odd) + len(other.local)
        other.budget.spend(FORK + known // NAMES_A_STEP)
        self.folders, self.home, self.arguments = other.folders, other.home, other.arguments
        self.values, self.functions = dict(other.values), dict(other.functions)
        self.odd, self.local = dict(other.odd), set(other.local)
        self.feed, self.changed, self.lost = other.feed, other.changed, other.lost
        self.dead, self.calls, self.loops = other.dead, other.calls, other.loops
        self.apart, self.exports = other.apart, other.exports

    def same(self, other: State) -> bool:
        """Say whether two states know the same."""
        return (
            self.values == other.values
            and self.folders == other.folders
            and self.arguments == other.arguments
            and self.functions == other.functions
            and self.odd == other.odd
            and self.exports == other.exports
            and (self.changed, self.lost, self.dead) == (other.changed, other.lost, other.dead)
        )

    def merge(self, other: State) -> None:
        """Keep only what holds here and in another outcome."""
        if other.dead:
            return
        if self.dead:
            self.take(other)
            return
        mine, theirs = self.values, other.values
        self.budget.spend(MERGE + (len(mine) + len(theirs) + len(other.functions)) // MERGED_A_STEP)
        if mine != theirs:
            for name in {*mine, *theirs}:
                a, b = mine.get(name, ABSENT), theirs.get(name, ABSENT)
                if a != b:
                    mine[name] = NUMBER if numeric(a) and numeric(b) else None
        if self.arguments != other.arguments:
            self.arguments = None
        self.merge_functions(other.functions)
        self.odd |= other.odd
        self.local |= other.local
        self.changed = self.changed or other.changed
        self.feed = self.feed if self.feed == other.feed else Feed(None)
        self.lost |= other.lost
        self.exports |= other.exports
        self.folders = self.folders.either(other.folders)

    def merge_functions(self, others: dict[str, Functions]) -> None:
        """Keep every body that a function may have."""
        if self.functions == others:
            return
        for name in {*self.functions, *others}:
            a, b = self.functions.get(name), others.get(name)
            if a != b:
                bodies = (*(a.bodies if a else ()), *(b.bodies if b else ()))
                unique = tuple({id(body): body for body in bodies}.values())
                certain = a is not None and b is not None and a.certain and b.certain
                self.functions[name] = Functions(unique, certain)

    def forget(self) -> None:
        """Forget every value: something ran that could have set any of them."""
        self.values = {}
        self.arguments = None
        self.lost = True

    def get(self, name: str) -> Value:
        """Return what is known of a variable; None if nothing is."""
        found = self.values.get(name, ABSENT)
        if found is not ABSENT:
            return found  # type: ignore[return-value]  # ABSENT is never stored
        if name in NUMBERS and not self.lost and name not in self.odd:
            return NUMBER
        if name[0] in "0123456789":
            return self.positional(count_of(name))
        if self.lost:
            return None
        if name == "HOME":
            return self.home
        if name == "PWD":
            places = self.folders
            sure = len(places.here) == 1 and not places.otherwise and not places.unknown
            return places.here[0] if sure else None
        return None

    def positional(self, number: int | None) -> Value:
        """Return an argument of this script or function."""
        if not number or self.arguments is None:
            return None
        self.budget.spend(number // ITEMS_A_STEP)
        before = self.arguments[: number - 1]
        # What may be several arguments or none moves those behind it.
        if any(argument.unknown or argument.wild for argument in before):
            return None
        return item(self.arguments, number - 1)

    def put(self, name: str, value: Value) -> None:
        """Keep the value of a variable, unless bash would not."""
        if name in CHANGERS or (self.exports and not harmless_before(name, told(value))):
            self.changed = self.changed or CHANGED
        self.values[name] = None if name in self.odd or name in NEVER_KNOWN else value

    def disturb(self, name: str) -> None:
        """Note that a name which says what programs do is set where no assignment shows it."""
        if not (harmless_before if self.exports else harmless)(name, ""):
            self.changed = self.changed or CHANGED

    @property
    def splits(self) -> bool:
        """Say whether unquoted values are split at blanks and nowhere else."""
        return not self.lost and self.values.get("IFS", DEFAULT_IFS) == DEFAULT_IFS


def told(value: Value) -> str:
    """Return a value as far as it is known."""
    return value if isinstance(value, str) else ""


def item(items: tuple[Argument, ...], index: int) -> Value:
    """Return one of several values; past their end there is nothing."""
    if any(argument.unknown or argument.wild for argument in items[:index]):
        return None
    if index >= len(items):
        return ""
    found = items[index]
    if found.unknown:
        return None
    return Glob(found.value) if found.wild else found.value


def count_of(text: str) -> int | None:
    """Return a small plain number; None for all that bash could read differently."""
    return int(text) if COUNT.fullmatch(text) else None


def numeric(value: object) -> bool:
    """Say whether a value is a number, known or not."""
    if isinstance(value, str):
        return value.isascii() and value.removeprefix("-").isdigit()
    return value is NUMBER
