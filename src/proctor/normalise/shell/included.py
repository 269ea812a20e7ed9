"""Files that a search or an archive is asked for by an option: `grep --include=.env`."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.wild import secret_example, secret_wild
from proctor.terms.secret_places import secret_place

INCLUDES = frozenset({"-g", "--glob", "--iglob", "--include", "-G", "--file-search-regex"})


def judge_included(arguments: Sequence[Argument], reading: Reading) -> None:
    """Add that a search or an archive is asked for a file that holds secrets, by an option."""
    before = ""
    for argument in arguments[1:]:
        value = argument.value
        name, _, joined = value.partition("=")
        wanted = joined if name.startswith("-") else value if before in INCLUDES else ""
        if name[:2] == "-g" and len(name) > len("-g"):
            wanted = value[2:]
        if name.startswith("--exclude"):
            wanted = ""  # what is left out is not shown
        last = wanted.rpartition("/")[2]
        example = secret_example(last) if last[:1] in ("*", "?") else None
        why = secret_place(f"/{example}") if example else secret_wild(f"/{wanted}")
        if why:
            reading.add(("secret",), f"`{wanted}` may stand for such a file: {why}")
        before = value
