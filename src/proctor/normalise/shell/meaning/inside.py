"""Find what runs inside words: substitutions, expressions, subscripts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Compound,
    Piece,
    Process,
    Script,
    Substitution,
    Text,
    Variable,
    Word,
)
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.arithmetic import evaluated, expression_of, may_fail
from proctor.normalise.shell.meaning.expand import lookup, value_of
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.meaning.state import State
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy
from proctor.terms.surroundings import Surroundings

MOST_RUNS = 500
# What following a command costs, in steps, apart from its words.
STEP = 15
# What following `${…}` costs, in steps.
EXPANDED = 5
# What looking for a word in a condition costs, and how many characters are searched in one step.
TESTED, SEARCHED_A_STEP = 150, 20
DEEPEST_WALK = 70
MOST_TESTED = 200
UNKNOWN_INPUT = Feed(None)
COMPARES = r"-(?:eq|ne|lt|le|gt|ge)"
COMPARED = lazy(rf"\s{COMPARES}[\s\\]")
BLANK = r"(?:\s|\\\n)+"
OF_NAMES = frozenset({"-v", "-R"})


class Inside:
    """Collects what may run; the walk over commands is built on it."""

    def __init__(self, around: Surroundings, budget: Budget) -> None:
        self.around = around
        self.budget = budget
        self.runs: list[Run] = []
        self.depth = 0
        # Behind an error bash goes on with the next line; there is none without a newline.
        self.has_lines = False
        self.aborted: State | None = None

    def may_abort(self, state: State) -> None:
        """Remember what is known where bash may leave the line because of an error."""
        if not self.has_lines or state.apart or state.dead:
            return
        if self.aborted is None:
            self.aborted = state.fork()
        else:
            self.aborted.merge(state)

    def resume(self, state: State) -> None:
        """Count in that an error before this line may have kept the rest of it from running."""
        if self.aborted is not None:
            kept = (state.arguments, state.calls, state.loops, state.local, state.apart)
            state.merge(self.aborted)
            arguments, state.calls, state.loops, state.local, state.apart = kept
            state.arguments = arguments if arguments == state.arguments else None

    def script(self, script: Script, state: State, *, lines: bool = False) -> None:
        """Walk a list of commands; the walker does that."""
        raise NotImplementedError

    def add(self, run: Run) -> None:
        """
        Keep a command.

        Raises:
            Unreadable: there are too many.

        """
        self.runs.append(run)
        if len(self.runs) > MOST_RUNS:
            raise Unreadable("it runs more commands than are looked at")

    def unread(self, text: str, why: str, state: State) -> None:
        """Keep something that cannot be read."""
        self.add(Run((), (), (), state.folders, text, why))

    def words(self, words: Sequence[Word], state: State) -> None:
        """Walk the commands inside words."""
        for word in words:
            for piece in word.pieces:
                if not isinstance(piece, Text):
                    self.piece(piece, state)

    def perhaps(self, words: Sequence[Word], state: State) -> None:
        """Walk the commands inside words that may not be expanded at all, or elsewhere."""
        if all(isinstance(piece, Text) for word in words for piece in word.pieces):
            return
        before = state.fork()
        self.words(words, state)
        state.merge(before)

    def piece(self, piece: Piece, state: State) -> None:
        """Walk the commands inside one piece of a word."""
        if isinstance(piece, Variable):
            self.variable(piece, state)
        elif isinstance(piece, Substitution):
            self.script(piece.script, state.shell())
        elif isinstance(piece, Process):
            own = state.shell()
            if piece.direction == ">":
                own.feed = UNKNOWN_INPUT
            self.script(piece.script, own)
        elif isinstance(piece, Arithmetic):
            if may_fail(expression_of(piece.expression, state), state):
                self.may_abort(state)
            self.expression(piece.expression, piece.raw, state)

    def nested(self, words: Sequence[Word], state: State) -> None:
        """Walk the commands inside words that stand inside a word."""
        self.depth += 1
        if self.depth > DEEPEST_WALK:
            raise Unreadable("it is nested too deeply")
        self.perhaps(words, state)
        self.depth -= 1

    def variable(self, piece: Variable, state: State) -> None:
        """Walk the commands inside `${…}`, and see whether it evaluates a value."""
        argument, index, operator = piece.argument, piece.index, piece.operator
        if not operator and index is None:
            return
        if index is not None or operator[:1] == "!" or operator[-1:] in (":", "?", "@"):
            self.may_abort(state)
        self.budget.spend(EXPANDED)
        if argument is not None:
            self.nested([argument], state)
        if index is not None and index.raw not in ("@", "*") and piece.name not in state.odd:
            self.expression(index, piece.raw, state)
        elif index is not None:
            self.nested([index], state)
        if operator:
            self.operated(piece, state)

    def operated(self, piece: Variable, state: State) -> None:
        """See whether the operator of `${…}` evaluates a value, or sets one."""
        argument, operator = piece.argument, piece.operator
        if operator.startswith("!"):
            self.indirect(piece, state)
        elif operator == ":" and argument is not None:
            self.check(evaluated(expression_of(argument, state), state), piece.raw, state)
        elif operator.endswith("@") and argument is not None:
            # Of the transformations only a few are known to leave a value a value.
            if argument.raw not in ("Q", "U", "u", "L", "a", "K", "k", "E"):
                self.unread(piece.raw, "`@P` runs what is in the variable", state)
        elif "=" in operator and not isinstance(lookup(piece, state), str):
            state.disturb(piece.name)
            state.put(piece.name, None)

    def indirect(self, piece: Variable, state: State) -> None:
        """See whether `${!name}` may evaluate a subscript that stands in a value."""
        listed = piece.raw.endswith(("*}", "@}")) or (
            piece.index is not None and piece.index.raw in ("@", "*")
        )
        if listed and piece.operator == "!" and piece.argument is None:
            return
        value = state.get(piece.name)
        if isinstance(value, str) and value.isidentifier() and piece.operator == "!":
            # What it shows is that variable, by whatever name it is asked for.
            shows = (Argument("printenv"), Argument(value))
            self.add(Run(shows, (), (), state.folders, piece.raw, state.changed))
        if not isinstance(value, str) or "[" in value or piece.operator != "!":
            self.unread(piece.raw, "a subscript in a value may be evaluated", state)

    def expression(self, word: Word, raw: str, state: State) -> None:
        """Walk an arithmetic expression."""
        self.nested([word], state)
        self.check(evaluated(expression_of(word, state), state), raw, state)

    def check(self, why: str | None, raw: str, state: State) -> None:
        """Keep an expression that may run a command as one that cannot be read."""
        if why:
            self.unread(raw, why, state)
            state.forget()

    def evaluation(self, node: Compound, state: State) -> None:
        """Walk `[[ ]]` and `(( ))`: they run nothing but what is in their expansions."""
        before = len(self.runs)
        if node.kind == "((":
            self.expression(node.words[0], node.raw, state)
        else:
            self.perhaps(node.words, state)
            if len(node.words) > MOST_TESTED:
                self.unread(node.raw, "it has too many conditions", state)
            for index, word in enumerate(node.words[:MOST_TESTED]):
                self.test_word(word, index, node, state)
        unread = any(run.unknown and run.text == node.raw for run in self.runs[before:])
        if not unread:
            self.add(Run((), (), (), state.folders, node.raw, state.changed, idle=True))

    def test_word(self, word: Word, index: int, node: Compound, state: State) -> None:
        """See whether `[[` evaluates one of its words, or the one behind it."""
        if word.plain in OF_NAMES:
            for beside in node.words[index + 1 :][:1]:
                name = value_of(beside, state)
                if name.unknown or "[" in name.value:
                    self.unread(node.raw, "a subscript in it may be evaluated", state)
        elif COMPARED.search(node.raw):
            # The tree has no operators: what stands beside one is seen in the text.
            self.budget.spend(TESTED + len(word.raw) + len(node.raw) // SEARCHED_A_STEP)
            raw = re.escape(word.raw)
            if re.search(f"{raw}{BLANK}{COMPARES}|{COMPARES}{BLANK}{raw}", node.raw):
                self.check(evaluated(expression_of(word, state), state), node.raw, state)
