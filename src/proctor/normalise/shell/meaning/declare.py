"""Follow `export`, `declare`, `local`, `readonly`: names, their values and their nature."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.grammar.tree import Script, Simple
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.arithmetic import evaluated, subscript_runs
from proctor.normalise.shell.meaning.inside import Inside
from proctor.normalise.shell.meaning.state import CHANGED, NUMBER, State
from proctor.terms.lazy_pattern import lazy

DECLARES = frozenset({"export", "declare", "typeset", "local", "readonly"})
EVALUATES = "a subscript in it may be evaluated"
ASSIGNED = lazy(r"([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=(.*)", re.DOTALL | re.ASCII)
NAME = lazy(r"[A-Za-z_]\w*", re.ASCII)


class Declares(Inside):
    """The walk over what declares names."""

    # Set when the walk begins; see `walk`.
    loose: list[Script]
    arrays: set[str]

    def doubt(self, place: int, why: str) -> None:
        """Say that a command that was kept cannot be read."""
        run = self.runs[place]
        self.runs[place] = run._replace(unknown=run.unknown or why)

    def declare(self, node: Simple, place: int, inner: Sequence[Argument], state: State) -> None:
        """Follow `export`, `declare`, `local` and their kin."""
        name = inner[0].value
        certain = bool(node.words) and node.words[0].plain == name
        # Outside a function `local` fails.
        certain = certain and (name != "local" or state.calls > 0)
        given = (a.value for a in inner[1:] if a.value[:1] in "-+" and not a.unknown)
        # Their letters, each once: they are looked at again for every name.
        options = frozenset("".join(given))
        if "f" in options or "F" in options:
            self.loosen(inner, state)
            return
        if "n" in options and name != "export":
            self.doubt(place, "a name that stands for another is not followed")
            state.forget()
            state.changed = state.changed or CHANGED
            return
        scoped = name in ("local", "declare", "typeset") and state.calls > 0
        for argument in inner[1:]:
            if argument.unknown and not ASSIGNED.match(argument.value):
                self.doubt(place, "which names it sets is not known")
                state.forget()
            elif argument.value[:1] not in ("-", "+", ""):
                self.declared(place, argument, options, state, scoped and "g" not in options)
        if not certain or (state.calls and "g" in options):
            self.forget_names(inner, state)
        for array, _ in self.runs[place].assignments:
            state.put(array, None)
        if name == "readonly" or "r" in options:
            self.pin(inner, state)

    def pin(self, inner: Sequence[Argument], state: State) -> None:
        """Remember names that keep their value, so that no later one is believed."""
        for argument in inner[1:]:
            found = NAME.match(argument.value)
            if found:
                state.odd[found[0]] = "kept"

    def declared(
        self, place: int, argument: Argument, options: frozenset[str], state: State, local: bool
    ) -> None:
        """Follow one name behind `declare`, with its value if it has one."""
        match = ASSIGNED.fullmatch(argument.value)
        found = NAME.match(argument.value)
        if found is None:
            return
        name = found[0]
        if match is None and subscript_runs(argument):
            self.doubt(place, EVALUATES)
        if local:
            state.local.add(name)
        integer = "i" in options or state.odd.get(name) == "integer"
        if integer:
            state.odd[name] = "integer"
        elif options & frozenset("ulcaA"):
            state.odd[name] = "array" if "A" in options else state.odd.get(name, "odd")
            state.values[name] = None
        if match is not None:
            self.given(place, argument, match, state)
        elif local:
            if name == "PATH":  # without one, programs are looked for where the shell is
                state.disturb(name)
            state.values[name] = None

    def given(self, place: int, argument: Argument, match: re.Match[str], state: State) -> None:
        """Follow a value behind `declare`, which bash may evaluate."""
        name, subscript, append, value = match.groups()
        if subscript and (argument.unknown or subscript_runs(Argument(name + subscript))):
            self.doubt(place, EVALUATES)
        if value.startswith("(") and value != "(…)":
            self.doubt(place, "the items of an array may be evaluated")
        if state.odd.get(name) == "integer":
            why = evaluated(None if argument.unknown else value, state)
            if why:
                self.doubt(place, why)
            state.values[name] = NUMBER
            return
        array = state.odd.get(name) in ("odd", "array") or name in self.arrays
        if array and (argument.unknown or argument.wild):
            self.doubt(place, "the items of an array may be evaluated")
        sure = not (argument.unknown or argument.wild or subscript or append)
        sure = sure and name not in self.arrays
        state.put(name, value if sure and value != "(…)" else None)

    def forget_names(self, inner: Sequence[Argument], state: State) -> None:
        """Forget the values of all names behind a builtin."""
        for argument in inner[1:]:
            self.forget_name(argument.value, state)

    def forget_name(self, text: str, state: State) -> None:
        """Forget the value of a name that a builtin sets."""
        found = NAME.match(text)
        if found:
            state.put(found[0], None)

    def loosen(self, inner: Sequence[Argument], state: State) -> None:
        """Count functions that are handed on as ones that may be called by anybody."""
        for argument in inner[1:]:
            found = state.functions.get(argument.value)
            for body in found.bodies if found else ():
                self.loose.append(body.scripts[0])
