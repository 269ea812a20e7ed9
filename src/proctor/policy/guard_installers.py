"""
The guard and installers: what would change the Python environment that Proctor runs from.

Code that is installed there runs inside Proctor. Where a command names another environment it is
no concern of the guard; where it names none, it counts as Proctor's if Proctor is installed in the
project, because that is the environment such commands find. Variables and activated environments
say which one it is too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proctor.policy.guard_places import (
    CONDA_ENV_ACTS,
    CONDAS,
    ENVIRONMENT_MAKERS,
    ENVIRONMENT_NAMES,
    ENVIRONMENT_VARIABLES,
    INSTALL_TARGETS,
    KEEPERS,
    LAUNCHERS,
    LINKERS,
    NO_SETTINGS,
    OUR_NAMES,
    PACKAGE_ACTS,
    PIP,
    PROJECT_FOLDERS,
    PROJECT_INSTALLERS,
    PROJECT_VARIABLES,
    SEARCH_PATH,
    SETTERS,
    SETTINGS_FOLDERS,
    SETTINGS_OPTIONS,
    SETTINGS_VARIABLES,
    SOURCES,
    SYSTEM_INSTALLERS,
    TOOL_ACTS,
    TOOL_INSTALLERS,
    UV_RUN_VALUES,
    VERSION,
    WITHOUT_SYNC,
)
from proctor.policy.guard_texts import Said, plain_paths
from proctor.policy.inside import relative
from proctor.terms.action import INSTALLS, Part, Touch
from proctor.terms.effect import ASK, DENY
from proctor.terms.surroundings import Surroundings

OUR_ENVIRONMENT = (
    "it would change the Python environment that Proctor runs from; use another one, "
    "or ask a person to install Proctor outside the project: pipx install proctor-gate"
)
MAYBE_OURS = "it may change the Python environment that Proctor runs from, so a person must agree"
STEERED = "{what}, and that may be the environment that Proctor runs from"
CHOOSES = (
    "it makes installers change the Python environment that Proctor runs from; "
    "use another environment"
)
SYSTEM = "it may replace the Python that Proctor runs on, so a person must agree"
REMOVES = "an agent does not install, change or remove Proctor; ask a person to run this command"
PROGRAM_FOLDERS = ("bin", "Scripts")
RUN = "run"


def installing(
    words: Sequence[str], written: str, part: Part, around: Surroundings
) -> Iterable[Said]:
    """
    Say what the guard has against a command that installs or removes something.

    Args:
        words: The command, its program by name only; `python -m pip` is `pip`.
        written: The program as it was written, with its folder.
        part: What the words are of, with the paths and variables that they name.
        around: What is known of the host.

    """
    name, acts = words[0], [word for word in words[1:] if not word.startswith("-")]
    if name == "uv" and acts[:1] == ["python"]:
        name, acts = "pyenv", acts[1:]
    if name in SYSTEM_INSTALLERS:
        # pacman and dpkg take theirs as options: `-S`, `-Syu`, `-i`.
        if not SYSTEM_INSTALLERS[name].isdisjoint((*acts[:1], *(word[:2] for word in words[1:]))):
            yield ASK, SYSTEM
    elif name == "uv" and acts[:1] == ["venv"]:
        made = ("virtualenv", *(acts[1:] or [".venv"]))
        yield from changing_environment(made, "", part, around)
    elif changes_packages(words, acts):
        yield from changing_environment(words, written, part, around)
    elif runs_installer(words, acts) and names_ours(part, around):
        yield DENY, OUR_ENVIRONMENT


def choosing(part: Part, around: Surroundings) -> Iterator[Said]:
    """
    Say what the guard has against making Proctor's environment the one that installers find.

    In a project with that environment this is everyday, and the installers themselves are denied.
    """
    command, ours = part.command, around.environment
    if command is None or not has_own_environment(around) or in_project(around):
        return
    for name, value in variables_of(part):
        if is_ours(variable_places(name, value, around), around):
            yield DENY, CHOOSES
            continue
        in_front = name == SEARCH_PATH and is_ours(search_places(value, around), around)
        if in_front or (name in SETTINGS_VARIABLES and value not in NO_SETTINGS):
            yield ASK, MAYBE_OURS
    name, words = (command.words or ("",))[0].rpartition("/")[2], command.words[1:]
    named = names_ours(part, around)
    if name in SOURCES | LINKERS and named:
        yield DENY, CHOOSES
    if name in KEEPERS and not ENVIRONMENT_VARIABLES.isdisjoint(words):
        texts = (command.fed.strip(), *words)
        if is_ours((path for text in texts for path in paths_of(text, around)), around):
            yield DENY, CHOOSES
    if name in CONDAS and "activate" in words and (named or ours.rpartition("/")[2] in words):
        yield DENY, CHOOSES


def changing_tools(words: Sequence[str]) -> Iterator[Said]:
    """Deny what changes Proctor's own environment by its name, ask about all at once."""
    acts = [word for word in words[1:] if not word.startswith("-")]
    if words[0] not in TOOL_INSTALLERS and (words[0] != "uv" or acts[:1] != ["tool"]):
        return
    names = {VERSION.split(word.rpartition("/")[2], maxsplit=1)[0] for word in words[1:]}
    if not names.isdisjoint(TOOL_ACTS) and not names.isdisjoint(OUR_NAMES):
        yield DENY, REMOVES
    elif any(word.endswith("-all") or word == "--all" for word in words[1:]):
        yield ASK, MAYBE_OURS


def changes_packages(words: Sequence[str], acts: Sequence[str]) -> bool:
    """Return whether a command changes the packages of an environment, or makes one."""
    name = words[0]
    if name == "uv" and "pip" in acts and not PACKAGE_ACTS.isdisjoint(acts[acts.index("pip") :]):
        return True
    if PIP.fullmatch(name):
        return not PACKAGE_ACTS.isdisjoint(acts)
    if name in PROJECT_INSTALLERS:
        # Behind an option the first word may be its value.
        first = acts[: 2 if words[1:2] and words[1].startswith("-") else 1]
        if name in CONDAS and "env" in first:
            return not CONDA_ENV_ACTS.isdisjoint(acts)
        if name == "uv" and RUN in first and not WITHOUT_SYNC.isdisjoint(before_program(words)):
            return False
        # pipenv takes one of its acts as an option.
        options = (word for word in words[1:] if word.startswith("-"))
        return not PROJECT_INSTALLERS[name].isdisjoint((*first, *options))
    return name in ENVIRONMENT_MAKERS


def runs_installer(words: Sequence[str], acts: Sequence[str]) -> bool:
    """Return whether a command runs an installer in an environment: `conda run -p X pip …`."""
    if RUN not in acts or words[0] not in LAUNCHERS | CONDAS:
        return False
    return any(PIP.fullmatch(word.rpartition("/")[2]) for word in acts)


def before_program(words: Sequence[str]) -> Sequence[str]:
    """Return the words of `uv run` before the program that it runs, which has options too."""
    index = words.index(RUN) + 1 if RUN in words else len(words)
    while index < len(words) and words[index].startswith("-") and words[index] != "--":
        index += 2 if words[index] in UV_RUN_VALUES else 1
    return words[:index]


def changing_environment(
    words: Sequence[str], written: str, part: Part, around: Surroundings
) -> Iterator[Said]:
    """Say what holds for a command that changes an environment: which one it is decides."""
    ours = around.environment
    if "uninstall" in words and not OUR_NAMES.isdisjoint(words):
        yield DENY, REMOVES
    if not ours:
        return
    runs = words[0] == "uv" and RUN in words
    said = before_program(words) if runs else words
    named = [*named_environments(said, around), *environment_of(written, around)]
    found = (named_ours(part, around) for named_ours in (names_ours, in_variables, found_links))
    if is_ours(named, around) or any(found):
        yield DENY, OUR_ENVIRONMENT
    elif steers(words, part, around):
        yield ASK, steers(words, part, around)
    elif named:
        return
    elif in_project(around):
        yield DENY, OUR_ENVIRONMENT
    elif not has_own_environment(around) and not runs:
        # Not a virtual environment: a bare installer finds this one, or that of another Python.
        yield ASK, MAYBE_OURS


def found_links(part: Part, around: Surroundings) -> bool:
    """Return whether the `.venv` that an installer finds is a link to Proctor's environment."""
    if in_project(around):
        return False  # there it is no link, and other environments may be named
    found = (f"{folder}/.venv" for _, folder in part.looks_for)
    return is_ours((around.links.get(path, path) for path in found), around)


def steers(words: Sequence[str], part: Part, around: Surroundings) -> str:
    """Say what may make an installer change another environment than its words tell."""
    if not has_own_environment(around) or in_project(around):
        return ""
    looks = (look for look in part.looks_for if look[0].endswith(INSTALLS))
    file = next(filter(None, map(around.code_files.get, looks)), "")
    if file:
        return STEERED.format(what=f"`{file}` says where to it installs")
    settings = ((name, value) for _, name, value in around.variables)
    for name, value in (*variables_of(part), *settings):
        if name in SETTINGS_FOLDERS | SETTINGS_VARIABLES and value not in NO_SETTINGS:
            return STEERED.format(what=f"`{name}` says which settings it takes")
    option = next((word for word in words if word.partition("=")[0] in SETTINGS_OPTIONS), "")
    return STEERED.format(what=f"`{option}` says which settings it takes") if option else ""


def has_own_environment(around: Surroundings) -> bool:
    """Return whether Proctor runs from a virtual environment."""
    return bool(around.environment) and around.environment in around.program


def in_project(around: Surroundings) -> bool:
    """Return whether Proctor's environment lies in the project."""
    return relative(around.environment, around.root) is not None


def is_ours(places: Iterable[str], around: Surroundings) -> bool:
    """Return whether one of these places lies in Proctor's environment."""
    alike = str.lower if around.folds_case else str
    ours = alike(around.environment)
    return any(relative(alike(place), ours) is not None for place in places)


def names_ours(part: Part, around: Surroundings) -> bool:
    """Return whether any word or variable of a command names a place in Proctor's environment."""
    # Without a virtual environment that is a folder such as /usr, with much else in it.
    return has_own_environment(around) and any(
        is_ours(places_of(touch, around), around) for touch in part.touches
    )


def places_of(touch: Touch, around: Surroundings) -> Iterator[str]:
    """Yield where a path of a command lies: as written, where it leads, where its folder leads."""
    yield touch.path.absolute
    yield touch.path.real
    folder = touch.path.lookup.rpartition("/")[0]
    yield around.links.get(folder, folder)


def in_variables(part: Part, around: Surroundings) -> bool:
    """Return whether a variable says that Proctor's environment is to be changed."""
    own = has_own_environment(around)
    settings = ((name, value) for _, name, value in around.variables)
    return any(
        is_ours(variable_places(name, value, around), around)
        or (own and name == SEARCH_PATH and is_ours(search_places(value, around), around))
        for name, value in (*variables_of(part), *settings)
    )


def variables_of(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the variables that a command sets, for itself or for those behind it."""
    if part.command is None:
        return
    yield from part.command.assignments
    words = part.command.words
    if words and words[0].rpartition("/")[2] in SETTERS:
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if equals:
                yield name, value


def variable_places(name: str, value: str, around: Surroundings) -> Iterator[str]:
    """Yield the environments that a variable names to installers."""
    if name in ENVIRONMENT_VARIABLES:
        yield from paths_of(value, around)
    elif name in PROJECT_VARIABLES:
        yield from paths_of(f"{value}/.venv", around)


def search_places(value: str, around: Surroundings) -> Iterator[str]:
    """Yield the folders of a search path."""
    for folder in value.split(":"):
        if folder.startswith(("/", "~")):
            yield from paths_of(folder, around)


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
            yield beside_ours(name, around)
        elif word[:2] in ENVIRONMENT_NAMES and word[1] != "-" and words[0] in CONDAS:
            yield beside_ours(word[2:], around)
        elif words[0] in ENVIRONMENT_MAKERS and not word.startswith("-"):
            yield from paths_of(word, around)


def beside_ours(name: str, around: Surroundings) -> str:
    """Return where an environment of this name would lie if it lay beside Proctor's."""
    return f"{around.environment.rpartition('/')[0]}/{name}"


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
