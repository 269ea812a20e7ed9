"""Read a git subcommand by the entry under its dashed name: `git push` is `git-push`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Let the subcommand's own entry say what the words do; an alias has none."""
    spec = subcommand(words[0].value)
    if spec is None:
        reading.doubt(f"`git {words[0].value}` is not in the tables; it may be an alias")
        return
    Work(spec, words, reading).follow()
    values = [word.value for word in words[1:]]
    behind = values[values.index("--") + 1 :] if "--" in values else []
    if any(value[:1] == "-" for value in behind):
        reading.doubt("git may take a word behind `--` for an option")
    if words[0].value == "checkout" and (behind or "." in values):
        # Files, then: what the branch has takes the place of what is in the folder.
        reading.add(("destroy",), "changes that are not committed are lost")
    hidden = next((value for value in values if harmful(value.partition("=")[0], spec)), None)
    if hidden is not None and reading.classes.keys() == {"read"}:
        reading.doubt(f"git may take `{hidden}` for an option")


def harmful(name: str, spec: Spec) -> bool:
    """
    Say whether a word would do more than read if git took it for an option.

    git reads the words of some subcommands twice, with other options each time:
    what is a value in one pass can be an option in the other.
    """
    return name == "--output" or any(not way.tame for way in spec.options.get(name, ()))


@lru_cache(maxsize=256)
def subcommand(name: str) -> Spec | None:
    """Return a subcommand's entry, named as people write it."""
    spec = spec_of(f"git-{name}")
    return spec.but(name=f"git {name}", made={}) if spec else None
