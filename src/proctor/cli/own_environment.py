"""Where Proctor itself is installed: outside every project, or with a warning."""

from __future__ import annotations

from pathlib import Path

from proctor.errors import UsageError
from proctor.trusted_base import inside_project

CODE = "environment-in-project"
OUTSIDE = (
    "install Proctor outside: `pipx install proctor-gate`, or `uv tool install proctor-gate`, or "
    "`python3 -m venv ~/.local/share/proctor` and "
    "`~/.local/share/proctor/bin/pip install proctor-gate`; in a clone write `.` for `proctor-gate`"
)


class EnvironmentInProject(UsageError):
    """Proctor runs from an environment that agents may work in."""

    code = CODE


def environment_note(home: Path) -> str:
    """Return what is wrong with the place that Proctor runs from; "" where nothing is."""
    place, project = inside_project(str(home))
    if not project:
        return ""
    return (
        f"Proctor runs from {place}, inside the project {project}: "
        "whatever changes files there changes what decides"
    )


def check_environment(home: Path, *, force: bool) -> list[str]:
    """
    Make sure that Proctor is installed outside every project.

    Returns:
        What to tell the person, where it is not and they want it so.

    Raises:
        EnvironmentInProject: it is not.

    """
    said = environment_note(home)
    if said and not force:
        raise EnvironmentInProject(said, help=f"{OUTSIDE}; `--force` installs from here")
    return [f"{said}; {OUTSIDE}"] if said else []
