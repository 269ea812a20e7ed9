"""
Walk the tree of a command line and find every command that may run.

Variables are followed while their value is certain, functions into their
bodies, loops over known words. What may or may not have happened makes both
outcomes count. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from proctor.normalise.shell.budget import Budget, Exhausted
from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.grammar.tree import Compound, Item, Script, Simple
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.builtins import NEGATES
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.expand import expand
from proctor.normalise.shell.meaning.follow import Follows
from proctor.normalise.shell.meaning.inside import DEEPEST_WALK, STEP, UNKNOWN_INPUT
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.meaning.state import (
    CHANGED,
    NEVER_KNOWN,
    NUMBER,
    Functions,
    Glob,
    State,
    numeric,
)
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy
from proctor.terms.surroundings import Surroundings

MOST_ROUNDS = 8
MOST_TRIES = 6
FALLS_THROUGH = lazy(r";;?&")


@lru_cache(maxsize=8)
def kept_tree(text: str) -> list[tuple[Script, int]]:
    """Return where the tree of a text is kept, with the steps that it took."""
    del text
    return []


def parse_once(text: str, budget: Budget) -> Script:
    """Parse a text; a call is read twice, before its links are looked up, and after."""
    kept = kept_tree(text)
    if kept:
        script, steps = kept[0]
        budget.spend(steps)  # as if it had been parsed again, so that the outcome is the same
        return script
    before = budget.left
    script = parse(text, budget)
    kept.append((script, before - budget.left))
    return script


def walked(text: str, around: Surroundings, folders: Folders, budget: Budget) -> list[Run]:
    """
    Return every command that a text may run, in the order of their text.

    Where the budget runs out on the way, the last one stands for the rest.

    Raises:
        Unreadable: it cannot be read, or there is too much of it.

    """
    script = parse_once(text, budget)
    walker = Walker(around, budget)
    walker.negates = NEGATES.search(text) is not None
    walker.has_lines = "\n" in text
    try:
        walker.script(script, State(folders, around.home, budget), lines=True)
        if walker.defined or walker.loose:
            walker.rest(folders)
        if walker.watching:
            walker.watched(folders)
    except Exhausted as error:
        return [*walker.runs, Run((), (), (), folders, text, str(error))]
    return walker.runs


class Walker(Follows):
    """Collects what may run."""

    def __init__(self, around: Surroundings, budget: Budget) -> None:
        super().__init__(around, budget)
        self.negates = False
        self.jumps: list[State] = []
        self.called: set[int] = set()
        self.loose: list[Script] = []
        self.watching: list[Script] = []
        # Names that have been arrays somewhere.
        self.arrays: set[str] = set()
        self.defined: list[Compound] = []
        self.gathered: dict[str, tuple[Compound, ...]] = {}

    def rest(self, folders: Folders) -> None:
        """Walk what nothing here calls: functions, traps. Where and with what is not known."""
        walked: set[int] = set()
        for _ in range(MOST_TRIES):
            scripts = [f.scripts[0] for f in self.defined if self.uncalled(f)]
            fresh = [s for s in (*scripts, *self.loose) if id(s) not in walked]
            if not fresh:
                return
            for script in fresh:
                walked.add(id(script))
                state = State(
                    folders.lost("when it runs is not known"), self.around.home, self.budget
                )
                state.forget()
                state.calls = 1
                for node in self.defined:
                    bodies = (*self.gathered.get(node.name, ()), node)
                    self.gathered[node.name] = tuple({id(b): b for b in bodies}.values())
                for name, bodies in self.gathered.items():
                    state.functions[name] = Functions(bodies, certain=False)
                self.script(script, state)

    def watched(self, folders: Folders) -> None:
        """See whether a trap that may run at any time changes what the commands see."""
        kept = list(self.runs)
        for script in self.watching:
            state = State(folders, self.around.home, self.budget)
            for node in self.defined:
                state.merge_functions({node.name: Functions((node,))})
            before, jumps = state.fork(), len(self.jumps)
            self.script(script, state)
            moved = not state.same(before) and not state.dead
            if moved or len(self.jumps) > jumps:
                kept = [run._replace(unknown=run.unknown or CHANGED) for run in kept]
        self.runs = kept

    # Lists

    def script(self, script: Script, state: State, *, lines: bool = False) -> None:
        """Walk a list of commands; its `lines` go on behind an error."""
        items = script.items
        self.depth += 1
        if self.depth > DEEPEST_WALK:
            raise Unreadable("it is nested too deeply")
        index = 0
        while index < len(items):
            end = index + 1
            while end < len(items) and items[end].before != ";":
                end += 1
            state.folders = state.folders.after_failure()
            if lines and self.aborted is not None:
                self.resume(state)
            if end == index + 1:
                self.item(items[index], state)
            else:
                # A `&` behind the last sends the whole chain to a shell of its own.
                own = state.shell() if items[end - 1].background else state
                self.chain(items[index:end], own)
            index = end
        self.depth -= 1

    def chain(self, items: list[Item], state: State) -> None:
        """Walk commands joined by `&&` and `||`: each but the first may not run."""
        self.item(items[0], state)
        skipped: State | None = None
        either = self.negates
        for item in items[1:]:
            either |= item.before == "||"
            passed = state.fork()
            if either:
                # What is before it may have been left out, or have failed.
                if skipped is not None:
                    state.merge(skipped)
                state.folders = state.folders.after_failure()
            if item.before == "||" and not self.negates:
                passed.folders = passed.folders.after_success()
            else:
                passed.folders = passed.folders.after_failure()
            if skipped is None:
                skipped = passed
            else:
                skipped.merge(passed)
            if not either:
                state.folders = state.folders.after_success()
            self.item(item, state)
        if skipped is not None:
            state.folders = state.folders.after_failure() if self.negates else state.folders
            state.merge(skipped)

    def item(self, item: Item, state: State) -> None:
        """Walk one pipeline."""
        commands = item.pipeline.commands
        if len(commands) == 1 and not item.background:
            self.piped = False
            self.command(commands[0], state, state.feed)
            if self.negates:
                state.folders = state.folders.after_failure()
            return
        feed = state.feed
        for command in commands:
            own = state.shell()
            own.feed = feed and UNKNOWN_INPUT
            self.piped = command is not commands[-1]
            feed = self.command(command, own, feed)

    def command(self, node: Simple | Compound, state: State, feed: Feed | None) -> Feed | None:
        """Walk one command; return what it feeds to the next."""
        if isinstance(node, Simple):
            return self.simple(node, state, feed)
        unsure = state.fork() if node.redirections and self.may_fail(node.redirections) else None
        if node.redirections:
            found = self.redirections(node.redirections, state)
            if found:
                self.add(Run((), (), found, state.folders, node.raw, state.changed))
        outer = state.feed
        if feed or self.fed(node.redirections, state, None):
            state.feed = UNKNOWN_INPUT
        self.budget.spend(STEP)
        self.compound(node, state)
        state.feed = outer
        if unsure is not None:
            state.merge(unsure)
        return UNKNOWN_INPUT

    # Compound commands

    def compound(self, node: Compound, state: State) -> None:
        """Walk a compound command."""
        kind = node.kind
        if kind == "(":
            self.script(node.scripts[0], state.shell())
        elif kind == "{":
            self.script(node.scripts[0], state)
        elif kind == "if":
            self.branches(node, state)
        elif kind in ("while", "until"):
            self.repeat(lambda s: self.both(node, s), state)
        elif kind == "for((":
            self.expression(node.words[0], node.raw, state)
            self.repeat(lambda s: self.counted(node, s), state)
        elif kind in ("for", "for@", "select", "select@"):
            self.loop(node, state)
        elif kind in ("[[", "(("):
            self.evaluation(node, state)
        else:
            self.other(node, state)

    def other(self, node: Compound, state: State) -> None:
        """Walk a `case` or the definition of a function."""
        if node.kind == "case":
            self.case(node, state)
        elif node.kind == "function":
            self.add(Run((), (), (), state.folders, node.raw, state.changed, idle=True))
            state.functions[node.name] = Functions((node,))
            if not any(node is known for known in self.defined):
                self.defined.append(node)
        else:
            self.unread(node.raw, f"`{node.kind}` is not followed", state)
            state.forget()
            for script in node.scripts:
                self.script(script, state.fork())

    def branches(self, node: Compound, state: State) -> None:
        """Walk `if`: conditions one after the other, each body only behind its own."""
        outcomes: list[State] = []
        scripts = node.scripts
        for index in range(0, len(scripts) - 1, 2):
            self.script(scripts[index], state)
            inner = state.fork()
            self.script(scripts[index + 1], inner)
            outcomes.append(inner)
        if len(scripts) % 2:
            self.script(scripts[-1], state)
        for outcome in outcomes:
            state.merge(outcome)

    def case(self, node: Compound, state: State) -> None:
        """Walk `case`: any of its scripts may run, or none."""
        self.perhaps(node.words, state)
        start = state.fork()
        falls = FALLS_THROUGH.search(node.raw) is not None
        for script in node.scripts:
            inner = state.fork() if falls else start.fork()
            self.script(script, inner)
            state.merge(inner)

    # Loops

    def both(self, node: Compound, state: State) -> None:
        """Walk the condition and the body of a loop once."""
        for script in node.scripts:
            self.script(script, state)

    def counted(self, node: Compound, state: State) -> None:
        """Walk the body of `for ((…))` once, and its expression again."""
        self.script(node.scripts[0], state)
        self.expression(node.words[0], node.raw, state)

    def repeat(self, body: Callable[[State], None], state: State) -> None:
        """Walk what may run any number of times, until a further round tells nothing new."""
        place = len(self.runs)
        state.loops += 1
        for attempt in range(MOST_TRIES + 1):
            del self.runs[place:]
            self.budget.spend(STEP)
            if attempt == MOST_TRIES:
                state.forget()
                state.folders = state.folders.lost()
            start = state.fork()
            mark = len(self.jumps)
            body(state)
            self.land(mark, state)
            state.folders = state.folders.after_failure()
            state.merge(start)
            if state.same(start):
                break
        state.loops -= 1

    def loop(self, node: Compound, state: State) -> None:
        """Walk `for` over its words, round by round where they are certain and few."""
        self.words(node.words, state)
        items = [a for word in node.words for a in expand(word, state)]
        if node.kind == "for@" and state.arguments is not None:
            items = list(state.arguments)
        elif node.kind != "for":
            items = [Argument("", "what is chosen is not known")]
        if node.kind != "for":
            state.disturb(node.name)
        else:
            # The words count like values that are assigned: who uses the name may use them.
            text = f"for {node.name} in {' '.join(word.raw for word in node.words)}"
            given = tuple((node.name, item) for item in items[:MOST_ROUNDS])
            self.add(Run((), given, (), state.folders, text, idle=True))
        if len(items) > MOST_ROUNDS:
            items = [Argument("", "there are too many rounds", all_numbers(items))]
        unsure = not items or any(item.unknown or item.wild for item in items)
        # Where the name cannot be set there is no round.
        unsure |= node.name in state.odd or node.name in NEVER_KNOWN
        start, mark = state.fork(), len(self.jumps)
        for item in items or [Argument("", "there is no round")]:
            self.round(node, item, state)
        # Each round may have been the last.
        self.land(mark, state)
        if unsure:
            state.merge(start)

    def round(self, node: Compound, item: Argument, state: State) -> None:
        """Walk one round of a loop; one over file names stands for many."""

        def body(inner: State) -> None:
            if item.unknown or node.name in self.arrays:
                inner.put(node.name, NUMBER if item.wild and item.unknown else None)
                if node.kind.startswith("select"):
                    inner.values["REPLY"] = None
            else:
                inner.put(node.name, Glob(item.value) if item.wild else item.value)
            self.script(node.scripts[0], inner)

        if item.unknown or item.wild:
            self.repeat(body, state)
            return
        mark = len(self.jumps)
        state.loops += 1
        body(state)
        state.loops -= 1
        state.folders = state.folders.after_failure()
        self.land(mark, state)


def all_numbers(items: list[Argument]) -> bool:
    """Say whether a loop runs over numbers only."""
    return all(not item.unknown and not item.wild and numeric(item.value) for item in items)
