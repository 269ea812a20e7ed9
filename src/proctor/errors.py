"""
Everything that can go wrong, in one tree.

    ProctorError            exit 2
    ├── UsageError          exit 2   the call itself is wrong
    ├── NotFound            exit 2   a role, profile or file that is not there
    ├── RuleError           exit 1   one rule cannot be read; knows the offset in its text
    └── FileProblems        exit 1   all problems of the files that were read, at once
        ├── RoleProblems             in role files
        ├── ConfigProblems           in a config.yaml
        └── CaseProblems    exit 2   in case files (`rehearse/cases.py`)

A `Problem` is not raised: it is what `FileProblems` carries, one for each
thing that is wrong, with code, place, caret and help.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from proctor.terms.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
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
        """Render `file:line:column: code: message`."""
        where = f"{self.place.file}:{self.place.line}:{self.place.column}"
        return f"{where}: {self.code}: {self.message}"

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

    exit_code = 2

    def __init__(self, message: str, *, help: str | None = None) -> None:  # noqa: A002 - the user's word
        super().__init__(message)
        self.message = message
        self.help = help

    def render(self) -> str:
        """Render the error for a terminal."""
        return f"{self.message}\nhelp: {self.help}" if self.help else self.message


class UsageError(ProctorError):
    """The call itself is wrong."""


class NotFound(ProctorError):
    """Something that was named is not there."""


class RuleError(ProctorError):
    """
    A rule cannot be read.

    `offset` counts from the start of the rule's own text; whoever knows where
    that text stands makes a `Problem` of it.
    """

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

    exit_code = 1

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column))
        )
        super().__init__("\n".join(problem.line() for problem in self.problems))

    def render(self) -> str:
        """Render every problem with caret and help."""
        return "\n".join(problem.render() for problem in self.problems)


class RoleProblems(FileProblems):
    """A role file is wrong."""


class ConfigProblems(FileProblems):
    """A config.yaml is wrong."""


def did_you_mean(word: str, known: Sequence[str]) -> str | None:
    """Return a help sentence that names the nearest known word, if one is near."""
    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(name.lower(), name)
    near = get_close_matches(word.lower(), list(folded), n=1, cutoff=0.6)
    return f"did you mean `{folded[near[0]]}`?" if near else None
