"""Follow what builtins do to the shell itself: values, functions, folders, what words mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.grammar.tree import Compound, Script, Simple
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.arithmetic import evaluated, subscript_runs
from proctor.normalise.shell.meaning.cd import moved
from proctor.normalise.shell.meaning.declare import DECLARES, EVALUATES, Declares
from proctor.normalise.shell.meaning.state import CHANGED, Functions, State, count_of
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

# Builtins behind which an assignment in front of them may stay.
KEEP_PREFIX = DECLARES | frozenset(
    "eval source . set unset shift trap return break continue exit : exec command builtin".split()
)
NOT_KNOWN = "what is run before it is not known"
# Options of `set` and `shopt` that change nothing of what words mean.
SET_LETTERS = lazy(r"[-+][abefhmnuvxCETo]+")
SET_NAMES = frozenset(
    "allexport errexit errtrace functrace nounset noglob noclobber notify pipefail verbose "
    "xtrace monitor ignoreeof nolog".split()
)
TAME_SHOPT = frozenset(
    "nullglob globstar nocasematch inherit_errexit huponexit "
    "checkwinsize cmdhist histappend globasciiranges checkjobs".split()
)
MOST_JUMPS = 300
# Words that mean the same however often they are read.
PLAIN_TEXT = lazy(r"[A-Za-z0-9_./@%+,: -]+")
# Behind a `!` what follows with `&&` runs where a `cd` failed.
NEGATES = lazy(r"!(?:\s|\\\n)")


def stripped(arguments: Sequence[Argument]) -> Sequence[Argument]:
    """Return a command without `command` or `builtin` in front; nothing if none is run."""
    while arguments and arguments[0].value in ("command", "builtin") and not arguments[0].unknown:
        rest = list(arguments[1:])
        while rest and not rest[0].unknown and rest[0].value in ("-p", "--"):
            rest.pop(0)
        if rest and not rest[0].unknown and rest[0].value.startswith("-"):
            return [] if set(rest[0].value[1:]) <= set("pvV") else [Argument("", NOT_KNOWN)]
        arguments = rest
    return arguments


def evaluated_words(words: Sequence[Argument]) -> Sequence[Argument]:
    """Return what is behind `eval`, and behind the `--` that may end its options."""
    return words[2:] if words[1:] and words[1].value == "--" else words[1:]


def text_of_eval(words: Sequence[Argument], state: State) -> str:
    """
    Return the text that `eval` reads.

    Where it is plain, a further `eval` in front changes nothing: a row of them is read as one, and
    not all that is left of the line again for each.
    """
    text = " ".join([a.value for a in words])
    if not text.startswith("eval ") or "eval" in state.functions or not PLAIN_TEXT.fullmatch(text):
        return text
    rest = text.split()
    at, last = 0, len(rest) - 1
    while at < last and rest[at] == "eval":
        at += 2 if rest[at + 1] == "--" and at + 1 < last else 1
    return " ".join(rest[at:])


class Builtins(Declares):
    """The walk over what builtins do."""

    # Set when the walk begins; see `walk`.
    jumps: list[State]
    called: set[int]
    negates: bool
    watching: list[Script]

    def builtin(self, node: Simple, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow a builtin; all other commands do nothing to the shell."""
        if not inner:
            return
        if inner[0].unknown or inner[0].wild:
            state.forget()
            state.folders = state.folders.lost(NOT_KNOWN)
            return
        name = inner[0].value
        if name in DECLARES:
            self.declare(node, place, inner, state)
        elif name in FOLLOWED:
            FOLLOWED[name](self, place, inner, state)

    def land(self, mark: int, state: State) -> None:
        """Count in what was left by `break`, `continue` or `return` since a mark."""
        calls, loops = state.calls, state.loops
        for jump in self.jumps[mark:]:
            state.merge(jump)
        # A jump leads out of the loop or the function that it was made in.
        state.calls, state.loops = calls, loops

    # Names

    def names(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Forget the names that `read` and its kin set."""
        name = inner[0].value
        words = inner[1:]
        if name == "printf" and not any(a.unknown or a.value.startswith("-v") for a in words[:1]):
            return
        if name == "wait" and not any(a.unknown or a.value.startswith("-p") for a in words):
            return
        if name in ("mapfile", "readarray") and any(re.match("-.*C", a.value) for a in words):
            self.doubt(place, "it runs a command for every few lines")
        for argument in words[:2] if name == "printf" else words:
            if argument.unknown or argument.wild:
                if name == "wait":
                    continue
                self.doubt(place, "which names it sets is not known")
                state.forget()
            elif subscript_runs(argument):
                self.doubt(place, EVALUATES)
            # An option may have its name joined to it.
            self.forget_name(argument.value, state)
            self.forget_name(argument.value.lstrip("-")[1:], state)
            self.arrays.add(argument.value)
            if name == "unset":
                self.unset(argument.value, state)
        for implied in ("REPLY", "MAPFILE", "OPTARG", "OPTIND", "COPROC"):
            state.values[implied] = None

    def unset(self, name: str, state: State) -> None:
        """Count in that a name, of a variable or a function, may be there no more."""
        if name == "PATH":
            state.disturb(name)  # then programs are looked for where the shell is
        if name in state.functions:
            state.functions[name] = Functions(state.functions[name].bodies, certain=False)

    def let(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow the expressions of `let`."""
        for argument in inner[1:]:
            certain = not argument.unknown and not argument.wild
            why = evaluated(argument.value if certain else None, state)
            if why:
                self.doubt(place, why)
                state.forget()

    def test(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """See whether `test -v` evaluates a subscript."""
        del state
        for index, argument in enumerate(inner):
            behind = inner[index + 1 : index + 2]
            if argument.unknown or argument.value in ("-v", "-R"):
                hidden = [a for a in behind if subscript_runs(a)]
                both = argument.unknown and hidden and hidden[0].unknown
                if both or (hidden and (not argument.unknown or "[" in hidden[0].value)):
                    self.doubt(place, EVALUATES)

    # Arguments and options

    def shift(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `shift`."""
        del place
        words = [a.value for a in inner[1:]]
        held = state.arguments
        count = count_of(words[0]) if words else 1
        if (
            held is None
            or count is None
            or len(words) > 1
            or any(a.unknown for a in inner)
            or any(a.unknown or a.wild for a in held[:count])
        ):
            state.arguments = None
        elif count <= len(held):
            state.arguments = held[count:]

    def set_options(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `set`: options, and arguments."""
        del place
        words = list(inner[1:])
        while words:
            word = words[0].value
            if words[0].unknown or word in ("-", "+"):
                state.arguments = None
                state.changed = state.changed or CHANGED
                return
            if word == "--":
                state.arguments = tuple(words[1:])
                return
            if word[:1] not in ("-", "+"):
                state.arguments = tuple(words)
                return
            words.pop(0)
            behind = words[0].value if words and word.endswith("o") else ""
            if "a" in word or behind == "allexport":
                state.exports = word[0] == "-"
            named = word.endswith("o") and bool(words) and words[0].value not in SET_NAMES
            if "P" in word or (word.endswith("o") and words and words[0].value == "physical"):
                state.folders = state.folders.lost("`set -P` changes where a `cd` leads")
            elif not SET_LETTERS.fullmatch(word) or named:
                state.changed = state.changed or CHANGED
            if word.endswith("o") and words:
                words.pop(0)

    def shopt(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `shopt`: most options change what words mean."""
        del place
        words = [a.value for a in inner[1:]]
        sets = any(a.unknown for a in inner) or any(
            word.startswith("-") and set(word) & set("suo") for word in words
        )
        if sets and any(w not in TAME_SHOPT for w in words if not w.startswith("-") or "o" in w):
            state.changed = state.changed or CHANGED

    def redefine(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `alias`, `enable` and `hash -p`, which change what names mean."""
        del place
        name, words = inner[0].value, inner[1:]
        tame = name == "alias" and not any(a.unknown or "=" in a.value for a in words)
        if name == "hash":
            tame = not any(a.unknown or re.match("-.*[pd]", a.value) for a in words)
        if words and not tame:
            state.changed = state.changed or CHANGED

    # Other commands

    def evaluate(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Walk what `eval` runs, in this very shell."""
        words = evaluated_words(inner)
        if any(a.unknown or a.wild for a in words):
            self.lose(place, "what is evaluated is not known", state)
            return
        text = text_of_eval(words, state)
        self.negates |= NEGATES.search(text) is not None
        try:
            script = parse(text, self.budget)
        except Unreadable as error:
            self.lose(place, str(error), state)
            return
        self.runs[place] = self.runs[place]._replace(idle=True)
        # What is behind an error in the text is left out, and what is behind `eval` is not.
        self.has_lines = True
        self.script(script, state, lines=True)
        self.resume(state)

    def lose(self, place: int, why: str, state: State) -> None:
        """Say that a command does what is not known to this shell."""
        self.doubt(place, why)
        state.forget()
        state.folders = state.folders.lost(NOT_KNOWN)

    def trap(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Keep the text of `trap` for the end: when it runs is not known."""
        del state
        words = [a for a in inner[1:] if a.unknown or a.value != "--"]
        if any(a.unknown or a.wild for a in words[:1]):
            self.doubt(place, "what is run by the trap is not known")
            return
        if len(words) > 1 and words[0].value not in ("", "-", "-l", "-p"):
            try:
                script = parse(words[0].value, self.budget)
                self.loose.append(script)
                if any(a.unknown or a.value not in ("EXIT", "0") for a in words[1:]):
                    self.watching.append(script)
            except Unreadable as error:
                self.doubt(place, str(error))
                return
        self.runs[place] = self.runs[place]._replace(idle=True)

    def source(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Forget what a file that is read here may have set."""
        del place, inner
        state.forget()

    def move(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `cd`."""
        if self.runs[place].assignments:
            state.folders = state.folders.lost()
            return
        home = state.get("HOME")
        searched = "CDPATH" in state.values or state.lost
        state.folders = moved(
            inner, self.around, state.folders, home if isinstance(home, str) else None,
            searched=searched,
        )  # fmt: skip

    def leave(self, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `return`, `break`, `continue` and `exit`: what is behind them is not reached."""
        del place
        name, words = inner[0].value, inner[1:]
        count = count_of(words[0].value) if len(words) == 1 and not words[0].unknown else None
        plain = not words or count is not None
        if name != "exit":
            if len(self.jumps) > MOST_JUMPS:
                raise Unreadable("it takes too many steps to follow")
            self.jumps.append(state.fork())
            plain = plain and (state.calls > 0 if name == "return" else state.loops > 0)
            plain = plain and (name == "return" or count != 0)
        state.dead |= plain

    def uncalled(self, body: Compound) -> bool:
        """Say whether nothing has called a function so far."""
        return id(body) not in self.called


Follow = Callable[[Builtins, int, Sequence[Argument], State], None]
FOLLOWED: dict[str, Follow] = {
    **dict.fromkeys(("read", "mapfile", "readarray", "getopts", "printf", "unset", "wait"),
                    Builtins.names),
    **dict.fromkeys(("test", "["), Builtins.test),
    **dict.fromkeys(("alias", "unalias", "enable", "hash"), Builtins.redefine),
    **dict.fromkeys(("source", "."), Builtins.source),
    **dict.fromkeys(("cd", "pushd", "popd"), Builtins.move),
    **dict.fromkeys(("return", "break", "continue", "exit"), Builtins.leave),
    "let": Builtins.let,
    "shift": Builtins.shift,
    "set": Builtins.set_options,
    "shopt": Builtins.shopt,
    "eval": Builtins.evaluate,
    "trap": Builtins.trap,
}  # fmt: skip
