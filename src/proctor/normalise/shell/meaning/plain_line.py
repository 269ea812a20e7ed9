"""
Find every command that a text may run.

Most lines are words and nothing else, and are told from the others here: the grammar, and
all that follows variables, is loaded for the first line that needs it.
"""

from __future__ import annotations

from functools import cache

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.run import Run
from proctor.terms.lazy_pattern import lazy
from proctor.terms.surroundings import Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Words without quotes, expansions, operators or globs, and nothing else.
PLAIN = lazy(r" *[A-Za-z0-9_./@%+,:=-]+(?: +[A-Za-z0-9_./@%+,:=-]+)* *")
SHORT = 1000
# What bash does itself, or reads in a way of its own.
OF_THE_SHELL = frozenset(
    "if then elif else fi for while until do done case esac function select time coproc in . : "
    "alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs "
    "disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let "
    "local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt "
    "source suspend test times trap true type typeset ulimit umask unalias unset wait".split()
)


def runs_of(text: str, around: Surroundings, folders: Folders, budget: Budget) -> list[Run]:
    """
    Return every command that a text may run, in the order of their text.

    Raises:
        Unreadable: it cannot be read, or there is too much of it.

    """
    if len(text) < SHORT and PLAIN.fullmatch(text):
        words = text.split()
        if words[0] not in OF_THE_SHELL and "=" not in words[0]:
            # There is nothing to follow in them.
            return [Run(tuple([Argument(w) for w in words]), (), (), folders, text.strip())]
    return load_walked()(text, around, folders, budget)


@cache
def load_walked() -> Callable[[str, Surroundings, Folders, Budget], list[Run]]:
    """Load what follows any other line."""
    from proctor.normalise.shell.meaning.walk import walked  # noqa: PLC0415 - see above

    return walked
