"""Doubt a program in a word with wildcards: the names of files could become it."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import Work

LANGUAGES = frozenset({"sed", "awk", "jq", "sql"})


def doubt_wild_program(work: Work) -> None:
    """Doubt a command whose program, as an operand or an option's value, has wildcards."""
    roles = work.roles()
    programs = [word for name, word in work.values.items() if is_program(work, name)]
    if roles and roles[0].role in LANGUAGES:
        programs += work.operands[:1]
    if any(word.wild for word in programs):
        work.reading.doubt("the names of files could become its program")


def is_program(work: Work, name: str) -> bool:
    """Say whether the value of an option, which may be shortened, is a program."""
    return any(
        way.role in LANGUAGES
        for full, ways in work.spec.options.items()
        if full == name or (name.startswith("--") and full.startswith(name))
        for way in ways
    )
