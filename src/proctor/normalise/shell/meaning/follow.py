"""Follow simple commands: their words, assignments, redirections, and functions they call."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.grammar.tree import Assignment, Redirection, Simple, Tilde, Word
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.arithmetic import evaluated, expression_of, is_number
from proctor.normalise.shell.meaning.braces import has_braces
from proctor.normalise.shell.meaning.builtins import KEEP_PREFIX, NOT_KNOWN, Builtins, stripped
from proctor.normalise.shell.meaning.declare import DECLARES
from proctor.normalise.shell.meaning.expand import ASSIGNS, expand, value_of
from proctor.normalise.shell.meaning.feeding import feeding
from proctor.normalise.shell.meaning.inside import STEP, UNKNOWN_INPUT
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.meaning.state import (
    INTEGERS,
    NEVER_KNOWN,
    NUMBER,
    Functions,
    Glob,
    State,
    Value,
)
from proctor.normalise.shell.unreadable import Unreadable

MOST_WORDS = 1000
MOST_CALLS = 6
# How many plain words are taken in one step.
WORDS_A_STEP = 3


class Follows(Builtins):
    """The walk over simple commands."""

    # Whether a descriptor may have been closed somewhere.
    closes = False
    # Whether what the command prints goes to another one.
    piped = False

    def simple(self, node: Simple, state: State, feed: Feed | None) -> Feed | None:
        """Walk a simple command; return what it feeds to the command behind a pipe."""
        self.budget.spend(STEP)
        piped = self.piped
        unsure = state.fork() if node.redirections and self.may_fail(node.redirections) else None
        arguments = self.arguments(node.words, state)
        redirections: tuple[tuple[str, str, Argument], ...] = ()
        if node.redirections:
            redirections = self.redirected(node, state)
            feed = self.fed(node.redirections, state, feed)
        assigned = self.assignments(node, state, arguments) if node.assignments else ()
        found = self.function(arguments, state)
        run = Run(
            arguments, assigned, redirections, state.folders, node.raw, state.changed, feed,
            bool(found and found.certain),
        )  # fmt: skip
        if len(arguments) > MOST_WORDS:
            self.unfollowed(run, state)
            return UNKNOWN_INPUT
        self.add(run)
        if arguments:
            self.happens(node, len(self.runs) - 1, state, found)
        if unsure is not None:
            state.merge(unsure)
        return feeding(run, is_function=found is not None) if piped else None

    def unfollowed(self, run: Run, state: State) -> None:
        """Keep a command with too many words: what those left out do to the shell is not known."""
        why = f"it has more than {MOST_WORDS} words"
        words = run.arguments[:MOST_WORDS]
        self.add(run._replace(arguments=words, unknown=run.unknown or why, idle=False))
        state.forget()
        state.folders = state.folders.lost(NOT_KNOWN)

    def happens(self, node: Simple, place: int, state: State, found: Functions | None) -> None:
        """Follow what a command does to the shell itself."""
        run = self.runs[place]
        outer, state.feed = state.feed, run.feed and UNKNOWN_INPUT
        inner = stripped(run.arguments)
        prefix = run.assignments if not declared_arrays(node) else ()
        stays = found is not None or (inner and (inner[0].unknown or inner[0].value in KEEP_PREFIX))
        if prefix and stays:
            # Inside `eval` bash does not always see what stands in front of it.
            for name, value in prefix:
                state.put(name, known(value) if found and found.certain else None)
        if found:
            self.call(found, run.arguments, state)
        if not (found and found.certain):
            function = state.fork() if found else None
            self.builtin(node, place, inner, state)
            if function is not None:
                state.merge(function)
        if prefix and stays:
            for name, _ in prefix:
                state.values[name] = None
        # `exec < file` gives this shell another input.
        shells_own = len(inner) == 1 and inner[0].value == "exec" and run.feed is not None
        state.feed = UNKNOWN_INPUT if shells_own else outer

    def arguments(self, words: Sequence[Word], state: State) -> tuple[Argument, ...]:
        """Return the arguments that words become, and walk what is inside them."""
        found: list[Argument] = []
        self.budget.spend(len(words) // WORDS_A_STEP)
        declares = bool(words) and words[0].plain in DECLARES
        for word in words:
            plain = word.plain
            if plain is not None and "{" not in plain:
                found.append(Argument(plain))
                continue
            self.words((word,), state)
            if declares and ASSIGNS.match(word.raw) and not has_braces(word.pieces):
                found.append(value_of(word, state))
            elif declares and ASSIGNS.match(word.raw):
                found.append(Argument(word.raw, "braces are expanded by the shell"))
            else:
                found += expand(word, state)
            if len(found) > MOST_WORDS:
                break
        if found and found[0].wild and not found[0].unknown:
            found[0] = found[0]._replace(unknown="a file name decides what is run")
        return tuple(found)

    # Assignments

    def assignments(
        self, node: Simple, state: State, arguments: Sequence[Argument]
    ) -> tuple[tuple[str, Argument], ...]:
        """Return what is assigned; without a command behind, it stays."""
        found: list[tuple[str, Argument]] = []
        if len(node.assignments) > MOST_WORDS:
            raise Unreadable("it has too many assignments")
        # In front of a command, the later ones see the earlier.
        scope = state.fork() if arguments else state
        expanded: set[str] = set()
        for assignment in node.assignments:
            odd = assignment.name in state.odd or assignment.name in NEVER_KNOWN
            if not arguments and (odd or assignment.index is not None):
                self.may_abort(state)
            values = dict(scope.values) if arguments else scope.values
            self.words([assignment.value, *(assignment.items or ())], scope)
            if values != scope.values:
                # An expansion has set a name, and that stays.
                expanded |= {n for n in scope.values if scope.values[n] != values.get(n)}
            if assignment.index is not None and state.odd.get(assignment.name) != "array":
                self.expression(assignment.index, node.raw, scope)
            elif assignment.index is not None:
                self.words([assignment.index], scope)
            value = self.assigned(assignment, scope, node.raw)
            found.append((assignment.name, shown(assignment, value)))
            scope.put(assignment.name, value)
            if scope.odd.get(assignment.name) == "integer":
                scope.values[assignment.name] = NUMBER
        for name in expanded:
            state.put(name, None)
        if scope.lost:
            state.forget()
        return tuple(found)

    def assigned(self, node: Assignment, state: State, raw: str) -> Value:
        """Return the value that an assignment gives."""
        if node.items is not None or node.index is not None:
            self.arrays.add(node.name)
        if node.items is not None:
            return self.array(node, state)
        if node.name in self.arrays:
            return None  # a plain value is that of the first item
        if state.odd.get(node.name) == "integer" or node.name in INTEGERS:
            self.check(evaluated(expression_of(node.value, state), state), raw, state)
            return NUMBER
        value = value_of(node.value, state)
        if not node.append:
            return NUMBER if value.unknown and is_number(node.value, state) else known(value)
        before = state.get(node.name)
        if not isinstance(before, str) or value.unknown or value.wild:
            return None
        return before + value.value

    def array(self, node: Assignment, state: State) -> Value:
        """Return the items of an array."""
        items: list[Argument] = []
        before = state.get(node.name) if node.append else ()
        if not isinstance(before, tuple) or state.odd.get(node.name):
            return None
        for word in node.items or ():
            if word.raw.startswith("["):
                return None
            items += expand(word, state)
        return (*before, *items) if len(items) + len(before) <= MOST_WORDS else None

    # Redirections

    def redirected(self, node: Simple, state: State) -> tuple[tuple[str, str, Argument], ...]:
        """Return the redirections of a command, which may see the names it assigns or not."""
        if not node.assignments:
            return self.redirections(node.redirections, state)
        unsure = state.fork()
        for assignment in node.assignments:
            unsure.values[assignment.name] = None
        return self.redirections(node.redirections, unsure)

    def redirections(
        self, nodes: Sequence[Redirection], state: State
    ) -> tuple[tuple[str, str, Argument], ...]:
        """Return redirections with their targets expanded; here-documents have none."""
        found: list[tuple[str, str, Argument]] = []
        for node in nodes:
            if node.descriptor.startswith("{"):
                state.disturb(node.descriptor.strip("{}"))
                state.values[node.descriptor.strip("{}")] = None
            if node.body is not None:
                self.perhaps([node.body], state)
            elif not node.operator.startswith("<<"):
                self.perhaps([node.target], state)
                targets = expand(node.target, state)
                if len(targets) != 1:
                    targets = [Argument(node.target.raw, "it is not one file name")]
                found.append((node.descriptor, node.operator, targets[0]))
            elif node.operator == "<<<":
                self.perhaps([node.target], state)
        return tuple(found)

    def may_fail(self, nodes: Sequence[Redirection]) -> bool:
        """Say whether a redirection may fail: then its command does not run."""
        for node in nodes:
            target = node.target.plain or ""
            if node.operator in (">&", "<&"):
                self.closes |= not target.isdigit() or bool(node.descriptor.strip("012"))
        return any(self.failing(node) for node in nodes)

    def failing(self, node: Redirection) -> bool:
        """Say whether one redirection may fail."""
        if node.operator.startswith("<<"):
            return False
        target = node.target.plain
        if node.operator in (">&", "<&") and target in ("0", "1", "2"):
            return self.closes
        return target != "/dev/null"

    def fed(self, nodes: Sequence[Redirection], state: State, feed: Feed | None) -> Feed | None:
        """Return what stands on a command's standard input."""
        for node in nodes:
            if node.descriptor not in ("", "0") or not node.operator.startswith("<"):
                continue
            word = node.target if node.operator == "<<<" else node.body
            feed = UNKNOWN_INPUT
            if word is not None and not any(isinstance(p, Tilde) for p in word.pieces[1:]):
                value = value_of(word, state)
                if not value.unknown and not value.wild:
                    feed = Feed(value.value + ("\n" if node.operator == "<<<" else ""))
        return feed

    # Functions

    def function(self, arguments: Sequence[Argument], state: State) -> Functions | None:
        """Return the function that a command calls."""
        if not state.functions or not arguments or arguments[0].unknown:
            return None
        return state.functions.get(arguments[0].value)

    def call(self, found: Functions, arguments: Sequence[Argument], state: State) -> None:
        """Walk into a function, with its arguments."""
        name = arguments[0].value
        if state.calls >= MOST_CALLS:
            self.unread(name, "functions call each other too deeply", state)
            state.forget()
            return
        start = state.fork()
        state.dead = found.certain
        for body in found.bodies:
            self.called.add(id(body))
            inner = start.fork()
            inner.arguments = tuple(arguments[1:])
            inner.calls, inner.loops, inner.local = start.calls + 1, 0, set()
            mark = len(self.jumps)
            self.script(body.scripts[0], inner)
            self.land(mark, inner)
            # What leaves a function leaves nothing outside of it.
            del self.jumps[mark:]
            for one in inner.local:
                inner.values[one] = None
            inner.arguments, inner.calls = start.arguments, start.calls
            inner.loops, inner.local = start.loops, set(start.local)
            state.merge(inner)


def declared_arrays(node: Simple) -> bool:
    """Say whether the assignments of a command are arrays behind `declare` or its kin."""
    return bool(node.words) and node.words[0].plain in DECLARES


def known(value: Argument) -> Value:
    """Return what is known of a variable that has the value of an argument."""
    if value.unknown:
        return None
    return Glob(value.value) if value.wild else value.value


def shown(node: Assignment, value: Value) -> Argument:
    """Return the value of an assignment as an argument."""
    if isinstance(value, str):
        return Argument(value)
    if isinstance(value, Glob):
        return Argument(value.pattern, wild=True)
    if isinstance(value, tuple):
        doubt = next((one.unknown for one in value if one.unknown), None)
        text = " ".join(one.value for one in value)
        return Argument(text, doubt, any(one.wild for one in value) and not doubt)
    if node.items is not None or node.index is not None:
        return Argument(f"{node.name}=(…)", "the values of an array are not followed")
    return Argument(node.value.raw, f"the value of `{node.name}` is not known")
