"""
The guard and the environment that Proctor runs from.

Every call meets the widest policy there is, so whatever is not allowed was stopped by the guard.
"""

from __future__ import annotations

import pytest

from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.policy.test_guard import judged, ran
from tests.policy.test_guard_commands import asks_a_human
from tests.tables import each_row

OUTSIDE = "/home/ada/.local/share/pipx/venvs/proctor-gate"
INSIDE = "/home/ada/shop/.venv"
BASE = ("/usr/bin/python3", "/usr/lib/python3.11", "/usr/lib/libpython3.11.so.1.0")


@pytest.fixture
def outside(around: Surroundings) -> Surroundings:
    """Return a host where Proctor has an environment of its own, outside the project."""
    command = "/home/ada/.local/bin/proctor"
    return around._replace(program=(OUTSIDE, command, *BASE), environment=OUTSIDE)


@pytest.fixture
def inside(around: Surroundings) -> Surroundings:
    """Return a host where Proctor is installed in the project's own environment."""
    return around._replace(program=(INSIDE, *BASE), environment=INSIDE)


@pytest.fixture
def shared(around: Surroundings) -> Surroundings:
    """Return a host where Proctor is installed without a virtual environment."""
    packages = "/usr/lib/python3.11/site-packages"
    return around._replace(program=(packages, *BASE), environment="/usr")


@each_row(
    "path",
    [
        f"{OUTSIDE}/pyvenv.cfg",
        f"{OUTSIDE}/lib/python3.11/site-packages/zz.pth",
        f"{OUTSIDE}/lib/python3.11/site-packages/sitecustomize.py",
        f"{OUTSIDE}/lib/python3.11/site-packages/typer/__init__.py",
        f"{OUTSIDE}/bin/python",
        "/home/ada/.local/bin/proctor",
        "/usr/bin/python3",
        "/usr/lib/python3.11/os.py",
        "/usr/lib/python3.11/lib-dynload/_ssl.so",
        "/usr/lib/libpython3.11.so.1.0",
    ],
)
def test_writing_the_trusted_base_is_denied(path: str, outside: Surroundings) -> None:
    """No file of it is written, moved, linked over or deleted, by any tool."""
    for tool in ("Write", "Edit", "Delete"):
        assert judged(tool, {"file_path": path}, outside).effect is Effect.DENY, tool
    for command in ("echo x >", "tee", "rm -f", "ln -sf /tmp/x", "cp x", "mv x", "install x"):
        assert ran(f"{command} {path}", outside).effect is Effect.DENY, command
    assert ran(f"mv {path} /tmp/x", outside).effect is Effect.DENY
    assert ran(f"cat {path}", outside).effect is Effect.ALLOW


@each_row(
    "path",
    [
        "pyvenv.cfg",
        "lib/python3.11/site-packages/zz.pth",
        "lib/python3.11/site-packages/shop.py",
        "bin/proctor",
    ],
)
def test_environment_in_a_project_is_guarded_too(path: str, inside: Surroundings) -> None:
    """The project's own environment is closed to agents while Proctor runs from it."""
    assert judged("Write", {"file_path": f".venv/{path}"}, inside).effect is Effect.DENY
    assert ran(f"echo x > .venv/{path}", inside).effect is Effect.DENY
    assert ran("rm -rf .venv", inside).effect is Effect.DENY
    assert ran("mv .venv old", inside).effect is Effect.DENY


@each_row(
    "path", ["/usr/lib/python3.11/site-packages/x.py", "/usr/lib/python3.12/os.py", "/usr/bin/x"]
)
def test_the_rest_of_the_machine_is_not_guarded(path: str, outside: Surroundings) -> None:
    """Packages of the base interpreter and other programs are no part of Proctor."""
    assert judged("Write", {"file_path": path}, outside).effect is Effect.ALLOW


def test_packages_are_guarded_where_proctor_uses_them(shared: Surroundings) -> None:
    """Without a virtual environment the folder of packages is part of Proctor."""
    path = "/usr/lib/python3.11/site-packages/zz.pth"

    assert judged("Write", {"file_path": path}, shared).effect is Effect.DENY


OURS = [
    f"{OUTSIDE}/bin/pip install x",
    f"{OUTSIDE}/bin/python -m pip install x",
    f"{OUTSIDE}/bin/python3 -Im pip uninstall -y typer",
    f"{OUTSIDE}/bin/python -m ensurepip",
    f"pip install --target {OUTSIDE}/lib/python3.11/site-packages x",
    f"pip install --prefix={OUTSIDE} x",
    f"pip --python {OUTSIDE} install x",
    f"uv pip install --python {OUTSIDE}/bin/python x",
    f"uv pip sync -p {OUTSIDE} requirements.txt",
    f"python -m venv --clear {OUTSIDE}",
    f"python3 -m venv {OUTSIDE}",
    f"virtualenv {OUTSIDE}",
    f"uv venv {OUTSIDE}",
    f"conda install -p {OUTSIDE} x",
    f"conda install -p{OUTSIDE} x",
    "conda install -n proctor-gate x",
    "conda install -nproctor-gate x",
    f"conda create -p {OUTSIDE} x",
    "conda create -n proctor-gate x",
    f"conda env update -p {OUTSIDE}",
    f"conda env remove -p {OUTSIDE}",
    f"mamba env create --prefix {OUTSIDE}",
    f"conda run -p {OUTSIDE} pip install x",
    f"conda activate {OUTSIDE} && pip install x",
    "conda activate proctor-gate && pip install x",
    f"cd {OUTSIDE}/bin && ./pip install x",
    f"pip install -qt {OUTSIDE} x",
    f"uv run --python {OUTSIDE} pip install x",
    # Variables say it too, for the command itself or for those behind it.
    f"VIRTUAL_ENV={OUTSIDE} uv pip install x",
    f"VIRTUAL_ENV={OUTSIDE}/bin/.. uv pip install x",
    f"env VIRTUAL_ENV={OUTSIDE} uv pip install x",
    f"export VIRTUAL_ENV={OUTSIDE}; uv pip install x",
    f"VIRTUAL_ENV={OUTSIDE} sh -c 'uv pip install x'",
    f"set -a; VIRTUAL_ENV={OUTSIDE}; uv pip install x",
    f"VIRTUAL_ENV={OUTSIDE} uv sync --active",
    f"UV_PROJECT_ENVIRONMENT={OUTSIDE} uv sync",
    f"UV_PROJECT_ENVIRONMENT={OUTSIDE} uv run pytest",
    f"UV_PYTHON={OUTSIDE} uv pip install x",
    f"PIP_TARGET={OUTSIDE} pip install x",
    f"PIP_PREFIX={OUTSIDE} pip install x",
    f"PIP_PYTHON={OUTSIDE} pip install x",
    f"PYTHONUSERBASE={OUTSIDE} pip install --user x",
    f"CONDA_PREFIX={OUTSIDE} conda install x",
    f"PATH={OUTSIDE}/bin:$PATH pip install x",
    f"PATH=/usr/bin:{OUTSIDE}/bin python -m pip install x",
    f". {OUTSIDE}/bin/activate && pip install x",
    f"source {OUTSIDE}/bin/activate; uv pip install x",
    f"read VIRTUAL_ENV <<< {OUTSIDE}; export VIRTUAL_ENV; uv pip install x",
    f"printf -v VIRTUAL_ENV {OUTSIDE}; export VIRTUAL_ENV; uv pip install x",
    # So does another name for it, or another way to pip.
    f"ln -s {OUTSIDE} .venv && uv pip install x",
    f"ln -s {OUTSIDE} .venv",
    f"{OUTSIDE}/bin/python /usr/bin/pip install x",
    f"{OUTSIDE}/bin/python /usr/lib/python3/dist-packages/pip/__main__.py install x",
    f"pip-sync --python-executable {OUTSIDE}/bin/python",
    f"flit install --python {OUTSIDE}/bin/python",
    "uv tool install --force proctor-gate",
    "uv tool upgrade proctor-gate",
    "uv tool uninstall proctor-gate",
    "pipx inject proctor-gate x",
    "pipx runpip proctor-gate install x",
    "pipx install 'proctor-gate==0.0.1'",
    "pip uninstall -y proctor-gate",
]


@each_row("command", OURS)
def test_installer_of_the_own_environment_is_denied(command: str, outside: Surroundings) -> None:
    """What names Proctor or its environment is denied, wherever that lies."""
    assert ran(command, outside).effect is Effect.DENY


@each_row("command", ["pip install x", "pip3.11 uninstall -y x", "python -m pip install -e .",
     ".venv/bin/pip install x", "./.venv/bin/python -m pip install x",
     "cd .venv/bin && ./pip install x", "uv --quiet sync", "uv --directory /home/ada/shop sync",
     "uv pip install x", "uv sync", "uv add x", "uv remove x", "uv venv", "uv venv .venv",
     "poetry install", "pdm add x", "pipenv install", "pipenv --rm", "python -m venv .venv",
     "uv run pytest", "uv run --with x pytest", "uv run pytest --no-sync",
     "uv run pytest --project /srv/other", "uv --quiet run pytest", "conda env update",
     "conda env remove", "pip-sync", "flit install", "python .venv/bin/pip install x",
     ". .venv/bin/activate && pip install x",
     "/home/ada/shop/.venv/bin/pip install x"])  # fmt: skip
def test_bare_installer_is_denied_where_it_finds_proctor(
    command: str, inside: Surroundings
) -> None:
    """In a project that Proctor is installed in, its environment is the one they find."""
    assert ran(command, inside).effect is Effect.DENY


@each_row(
    ("command", "way"),
    [
        ("pip install x", "pipx install proctor-gate"),
        ("uv run pytest", "pipx install proctor-gate"),
        ("uv tool upgrade proctor-gate", "ask a person"),
        ("pipx uninstall proctor-gate", "ask a person"),
        ("pip uninstall -y proctor-gate", "ask a person"),
    ],
)
def test_denied_installer_is_told_the_way_out(command: str, way: str, inside: Surroundings) -> None:
    """The reason says how Proctor is installed outside the project, or who may change it."""
    assert way in ran(command, inside).why


@each_row(
    "command",
    [
        f"export PATH={OUTSIDE}/bin:$PATH",
        f"PATH={OUTSIDE}/bin:/usr/bin; pip install x",
        f"PATH={OUTSIDE}/bin:$PATH sh -c 'pip install x'",
        # Settings that could not be read.
        "PIP_CONFIG_FILE=a.conf pip install x",
        "export UV_CONFIG_FILE=a.toml; uv pip install x",
        "XDG_CONFIG_HOME=. pip install x",
        "HOME=/tmp/h pip install x",
        "uv --config-file a.toml pip install x",
        "uv pip install --config-file=a.toml x",
        "CONDARC=a conda install x",
        "micromamba install --rc-file a x",
    ],
)
def test_programs_of_the_own_environment_in_front_ask_a_human(
    command: str, outside: Surroundings
) -> None:
    """What an installer then changes may be Proctor's environment."""
    assert asks_a_human(ran(command, outside))


@each_row(
    ("name", "value", "command"),
    [
        ("UV_PROJECT_ENVIRONMENT", OUTSIDE, "uv sync"),
        ("PATH", f"{OUTSIDE}/bin:/usr/bin", "pip install x"),
    ],
)
def test_variables_of_the_project_count_for_installers(
    name: str, value: str, command: str, outside: Surroundings
) -> None:
    """Settings of the project that name Proctor's environment are as good as an option."""
    settings = ((".claude/settings.json", name, value),)

    assert ran(command, outside._replace(variables=settings)).effect is Effect.DENY
    assert ran("ls", outside._replace(variables=settings)).effect is Effect.ALLOW


@each_row("command", ["pip install x", "pip install -e .", "uv sync", "uv add x", "poetry install",
     "python -m venv .venv", "uv venv", ".venv/bin/pip install x", "pipx install black",
     "conda install -n shop x",
     "uv tool install ruff", "pip list", "pip show typer", "pip download x", "uv pip list",
     "ln -s .venv env", "read VIRTUAL_ENV <<< .venv", "pip-sync", "python /usr/bin/pip install x",
     "uv run pytest", "conda create -n shop x", "conda env list", "conda env update -n shop",
     "VIRTUAL_ENV=/srv/env uv pip install x", "UV_PROJECT_ENVIRONMENT=.env uv sync",
     "PIP_TARGET=vendor pip install x", ". .venv/bin/activate && pip install x",
     "conda activate shop && conda install x", "apt list",
     "apt-cache policy jq", "brew info jq", "dpkg -l",
     "pyenv versions",
     "uv python list"])  # fmt: skip
def test_other_environments_are_left_alone(command: str, outside: Surroundings) -> None:
    """With Proctor outside the project, installing into the project is for the rules to decide."""
    assert ran(command, outside).effect is Effect.ALLOW


@each_row("command", ["other/.venv/bin/pip install x", "pip install --target vendor x",
     "/srv/env/bin/pip install x", "uv venv other", "python -m venv /tmp/env",
     "uv run --no-sync pytest", "uv run --no-project --with x pytest",
     "uv run --directory /srv/other pytest", "conda env list", "conda env update -n shop",
     ". .venv/bin/activate && pytest", "VIRTUAL_ENV=.venv pytest"])  # fmt: skip
def test_another_environment_is_left_alone_inside_too(command: str, inside: Surroundings) -> None:
    """A command that names an environment means that one."""
    assert ran(command, inside).effect is Effect.ALLOW


@each_row("command", ["apt install jq", "sudo apt-get install -y python3", "apt-get remove python3",
     "dpkg -i x.deb", "dnf update", "brew upgrade", "pacman -Syu", "apk add python3",
     "pyenv install 3.12",
     "uv python uninstall 3.11", "snap install x", "rpm -U x.rpm", "pipx upgrade-all",
     "uv tool upgrade --all"])  # fmt: skip
def test_system_package_manager_asks_a_human(command: str, outside: Surroundings) -> None:
    """It may replace the interpreter, and no rule or mode can answer for that."""
    assert asks_a_human(ran(command, outside))


@each_row("command", ["uv run pytest", "VIRTUAL_ENV=/srv/env pytest"])
def test_other_commands_are_left_alone_without_a_virtual_environment(
    command: str, shared: Surroundings
) -> None:
    """They find no environment of Proctor's."""
    assert ran(command, shared).effect is Effect.ALLOW


def test_variables_count_without_a_virtual_environment(shared: Surroundings) -> None:
    """One that names the folder of Proctor's packages is as good as an option."""
    command = "PIP_TARGET=/usr/lib/python3.11/site-packages pip install x"

    assert ran(command, shared).effect is Effect.DENY


@each_row("command", ["pip install x", "uv pip install --system x", "pip3 uninstall -y x"])
def test_bare_installer_asks_without_a_virtual_environment(
    command: str, shared: Surroundings
) -> None:
    """Which Python it installs for is not certain then."""
    assert asks_a_human(ran(command, shared))
