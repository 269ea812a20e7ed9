"""
Read how Python is started: a module that the tables know is read as the program it is.

`python -m pip list` is `pip list`; `python -m json.tool x` has the entry
`python:json.tool`. Everything else is code, and so is a module
for which a file in the working folder could stand: `-I` and `-P` rule that out.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

# Flags that change nothing about what runs, and those that take the next word.
PLAIN = lazy(r"-[bBdEIOPqRsSu]+")
VALUED = frozenset({"-W", "-X", "--check-hash-based-pycs"})
HARMLESS = lazy(
    r"(error|ignore|default|always|module|once)(::\w*Warning)?|dev|utf8(=[01])?|importtime"
    r"|faulthandler|tracemalloc(=\d+)?|no_debug_ranges|always|never"
)
# With one of these, Python does not look for modules in the folder that it runs in.
ALONE = lazy(r"-[bBdEOqRsSu]*[IP].*")
FOUND_HERE = (
    "Python looks for a module in this folder first, and a file there could take its place; "
    "with `-I` it does not"
)
MODULE = lazy(r"-[bBdEIOPqRsSu]*m(.*)")
# Modules that are the same as the program of their name.
PROGRAMS = frozenset(
    "bandit black coverage flake8 isort mypy nox pip pipx poetry pycodestyle pydocstyle pyflakes"
    " pylint pyright pytest radon ruff tox unittest uv venv virtualenv vulture yamllint".split()
)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words as those of the module that is started, or else as code."""
    at = 1
    while at < len(words) and words[at].unknown is None:
        text = words[at].value
        if PLAIN.fullmatch(text):
            at += 1
        elif text in VALUED:
            if at + 1 < len(words) and not HARMLESS.fullmatch(words[at + 1].value):
                reading.doubt(f"`{text}` of Python can import code or write files")
            at += 2
        else:
            break
    found = module_at(words, at)
    if found is not None:
        work = Work(*found, reading)
        work.name = work.words[0].value
        work.follow()
        if not any(ALONE.fullmatch(word.value) for word in words[1 : at + 1]):
            reading.add(("code",), FOUND_HERE)
        return
    spec = spec_of("python.program")
    if spec is None:
        reading.doubt("how Python is started is not in the tables")
        return
    work = Work(spec, words, reading)
    work.name = words[0].value.rpartition("/")[2]
    work.follow()


def module_at(words: Sequence[Argument], at: int) -> tuple[Spec, list[Argument]] | None:
    """Return the entry of the module that `-m` names there, with its words."""
    if at >= len(words) or words[at].unknown:
        return None
    match = MODULE.fullmatch(words[at].value)
    if match is None:
        return None
    rest = list(words[at + (1 if match[1] else 2) :])
    name = Argument(match[1]) if match[1] else words[at + 1] if at + 1 < len(words) else None
    if name is None or name.unknown or name.wild:
        return None
    if name.value in PROGRAMS:
        spec, shown = spec_of(name.value), name.value
    else:
        spec, shown = spec_of(f"python:{name.value}"), f"python -m {name.value}"
    return (spec, [Argument(shown), *rest]) if spec else None
