"""
The guard and installers: what would change the Python environment that Proctor runs from.

Code that is installed there runs inside Proctor. Where a command names another environment it is
no concern of the guard; where it names none, it counts as Proctor's if Proctor is installed in the
project, because that is the environment such commands find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proctor.policy.guard_places import (
    ENVIRONMENT_MAKERS,
    ENVIRONMENT_NAMES,
    INSTALL_TARGETS,
    OUR_NAMES,
    PACKAGE_ACTS,
    PIP,
    PROJECT_FOLDERS,
    PROJECT_INSTALLERS,
    SYSTEM_INSTALLERS,
    TOOL_ACTS,
    TOOL_INSTALLERS,
    VERSION,
)
from proctor.policy.guard_texts import Said, plain_paths
from proctor.policy.inside import relative
from proctor.terms.effect import ASK, DENY
from proctor.terms.surroundings import Surroundings

OUR_ENVIRONMENT = (
    "it would change the Python environment that Proctor runs from; use another one, "
    "or ask a person to install Proctor outside the project: pipx install proctor-gate"
)
MAYBE_OURS = "it may change the Python environment that Proctor runs from, so a person must agree"
SYSTEM = "it may replace the Python that Proctor runs on, so a person must agree"
REMOVES = "an agent does not install, change or remove Proctor"
PROGRAM_FOLDERS = ("bin", "Scripts")


def installing(words: Sequence[str], written: str, around: Surroundings) -> Iterable[Said]:
    """
    Say what the guard has against a command that installs or removes something.

    Args:
        words: The command, its program by name only; `python -m pip` is `pip`.
        written: The program as it was written, with its folder.
        around: What is known of the host.

    """
    name, acts = words[0], [word for word in words[1:] if not word.startswith("-")]
    if name == "uv" and acts[:1] == ["python"]:
        name, acts = "pyenv", acts[1:]
    if name in SYSTEM_INSTALLERS:
        # pacman and dpkg take theirs as options: `-S`, `-Syu`, `-i`.
        if not SYSTEM_INSTALLERS[name].isdisjoint((*acts[:1], *(word[:2] for word in words[1:]))):
            yield ASK, SYSTEM
    elif name in TOOL_INSTALLERS or (name == "uv" and acts[:1] == ["tool"]):
        yield from changing_tools(words)
    elif name == "uv" and acts[:1] == ["venv"]:
        yield from changing_environment(("virtualenv", *(acts[1:] or [".venv"])), "", around)
    elif changes_packages(words, acts):
        yield from changing_environment(words, written, around)


def changing_tools(words: Sequence[str]) -> Iterator[Said]:
    """Deny what changes Proctor's own environment by its name, ask about all at once."""
    names = {VERSION.split(word.rpartition("/")[2], maxsplit=1)[0] for word in words[1:]}
    if not names.isdisjoint(TOOL_ACTS) and not names.isdisjoint(OUR_NAMES):
        yield DENY, REMOVES
    elif any(word.endswith("-all") or word == "--all" for word in words[1:]):
        yield ASK, MAYBE_OURS


def changes_packages(words: Sequence[str], acts: Sequence[str]) -> bool:
    """Return whether a command changes the packages of an environment, or makes one."""
    name = words[0]
    if name == "uv" and acts[:1] == ["pip"]:
        name, acts = "pip", acts[1:]
    if PIP.fullmatch(name):
        return not PACKAGE_ACTS.isdisjoint(acts)
    if name in PROJECT_INSTALLERS:
        # Behind an option the first word may be its value.
        first = acts[: 2 if words[1:2] and words[1].startswith("-") else 1]
        return not PROJECT_INSTALLERS[name].isdisjoint(first)
    return name in ENVIRONMENT_MAKERS


def changing_environment(
    words: Sequence[str], written: str, around: Surroundings
) -> Iterator[Said]:
    """Say what holds for a command that changes an environment: which one it is decides."""
    ours = around.environment
    if "uninstall" in words and not OUR_NAMES.isdisjoint(words):
        yield DENY, REMOVES
    if not ours:
        return
    named = [*named_environments(words, around), *environment_of(written, around)]
    if any(relative(place, ours) is not None for place in named):
        yield DENY, OUR_ENVIRONMENT
    elif named:
        return
    elif relative(ours, around.root) is not None:
        yield DENY, OUR_ENVIRONMENT
    elif ours not in around.program:
        # Not a virtual environment: a bare installer finds this one, or that of another Python.
        yield ASK, MAYBE_OURS


def named_environments(words: Sequence[str], around: Surroundings) -> Iterator[str]:
    """Yield the folders that a command names as the place to install to."""
    for index, word in enumerate(words[1:], start=1):
        option, equals, value = word.partition("=")
        if option in INSTALL_TARGETS:
            yield from paths_of(value if equals else "".join(words[index + 1 : index + 2]), around)
        elif option in PROJECT_FOLDERS:
            folder = value if equals else "".join(words[index + 1 : index + 2])
            yield from paths_of(f"{folder}/.venv", around)
        elif option in ENVIRONMENT_NAMES and words[0] in PROJECT_INSTALLERS:
            name = value if equals else "".join(words[index + 1 : index + 2])
            yield f"{around.environment.rpartition('/')[0]}/{name}"
        elif words[0] in ENVIRONMENT_MAKERS and not word.startswith("-"):
            yield from paths_of(word, around)


def environment_of(written: str, around: Surroundings) -> Iterator[str]:
    """Yield the environment that a program lies in, if it was written with its folder."""
    place, _, folder = written.rpartition("/")[0].rpartition("/")
    # `./pip` and `bin/pip` do not say which environment it is.
    if folder in PROGRAM_FOLDERS and place:
        yield from paths_of(place, around)


def paths_of(text: str, around: Surroundings) -> Iterator[str]:
    """Yield what a text is as an absolute path, as written and where it leads."""
    for path in plain_paths(text if text.startswith(("/", "~", "$")) else f"./{text}", around):
        yield path
        yield around.links.get(path, path)
