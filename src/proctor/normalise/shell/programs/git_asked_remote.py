"""
Read `git ls-remote` and `git remote show`, which only ask another repository.

A remote that the repository's settings name is a service in use already, and
asking it is reading. A URL or a path in the words may lead anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

FLAGS = frozenset(
    "-h -b -t -q -n -v --heads --branches --tags --refs --quiet --exit-code --get-url --symref "
    "--verbose".split()
)
VALUES = frozenset({"--sort", "--server-option", "-o"})
PROGRAMS = ("--upload-pack", "--exec", "--e", "--u")
NAME = lazy(r"[A-Za-z0-9_][A-Za-z0-9_-]*|\.")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take flags, then the remote, then patterns; anything else is not certain."""
    operands: list[Argument] = []
    rest = iter(words[1:])
    ended = False
    for word in rest:
        text = word.value
        if word.unknown or word.wild:
            reading.doubt(word.unknown or "a wildcard may stand for an option or another machine")
        elif ended or not text.startswith("-"):
            operands.append(word)
        elif text == "--":
            ended = True
        elif text.startswith(PROGRAMS) and text not in FLAGS:
            reading.add(("code",), f"`{text}` names a program that git runs")
            reading.inners.append(Inner(text=text.partition("=")[2]))
        elif text in VALUES:
            next(rest, None)
        elif text not in FLAGS and text.partition("=")[0] not in VALUES:
            reading.doubt(f"`git {words[0].value}` has the option `{text}`, which is not known")
    for remote in operands if words[0].value == "show" else operands[:1]:
        if not NAME.fullmatch(remote.value):
            reading.urls.append(remote)
            reading.add(("network",), f"git reaches `{remote.value}`")
