"""The files that Proctor runs from are all found, in every kind of installation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from proctor.policy.guard_places import PACKAGE_FOLDERS
from proctor.policy.inside import relative
from tests.server.running import PATIENCE

SOURCE = Path(__file__).parent.parent / "src"
SHOW = "import json; from proctor.trusted_base import *; print(json.dumps({what}()))"


def shown(what: str, python: Path, *options: str, **variables: str) -> list[str]:
    """Return what an interpreter finds; the package comes from the checkout, as if editable."""
    code = f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {SHOW.format(what=what)}"
    done = subprocess.run(
        [python, *options, "-c", code],
        env={"PATH": os.defpath, **variables}, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def places(python: Path, *options: str, path: str = os.defpath, **variables: str) -> list[str]:
    """Return the trusted places that an interpreter finds."""
    return shown("trusted_places", python, *options, PATH=path, **variables)


def is_covered(path: str, found: list[str]) -> bool:
    """Return whether a path is one of the places, or lies in one, as the guard sees it."""
    insides = (relative(path, place) for place in found)
    return any(
        inside is not None and inside.partition("/")[0] not in PACKAGE_FOLDERS for inside in insides
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a virtual environment, with a link to its command elsewhere on the PATH."""
    folder = tmp_path_factory.mktemp("trusted")
    venv.create(folder / "env", symlinks=True)
    (folder / "env" / "bin" / "proctor").write_text("#!/bin/sh\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "proctor").symlink_to(folder / "env" / "bin" / "proctor")
    return folder


@pytest.mark.parametrize("options", [[], ["-I"], ["-IS"]])
def test_virtual_environment_is_found_whole(made: Path, options: list[str]) -> None:
    """Its settings, packages, interpreter and command count, also for a hook without `site`."""
    env = made / "env"
    found = places(env / "bin" / "python", *options, path=f"{made / 'bin'}:{os.defpath}")

    packages = next((env / "lib").glob("python*")) / "site-packages"
    inside = [env / "pyvenv.cfg", packages / "zz.pth", env / "bin" / "proctor"]
    base = [os.path.realpath(sys.executable), os.__file__, json.__file__]
    links = [env / "bin" / "python", made / "bin" / "proctor", SOURCE / "proctor" / "x.py"]
    every = map(str, (*inside, *base, *links))
    missed = [path for path in every if not is_covered(path, found)]
    assert missed == []


@pytest.mark.parametrize("system", [False, True])
def test_every_folder_of_code_counts(tmp_path: Path, *, system: bool) -> None:
    """A module that is put beside the package of a checkout, or into the base, is refused too."""
    venv.create(tmp_path / "env", symlinks=True, system_site_packages=system)
    python = tmp_path / "env" / "bin" / "python"
    folders, found = shown("code_folders", python, "-IS"), places(python, "-IS")

    assert str(SOURCE) in folders
    base = [folder for folder in folders if is_covered(folder, [sys.base_prefix])]
    assert bool(base) is system
    assert [folder for folder in folders if not is_covered(f"{folder}/typer.py", found)] == []


def test_command_without_a_virtual_environment_is_guarded_by_its_files(tmp_path: Path) -> None:
    """All that it reads in its folder counts; the user's other programs there do not."""
    packages = tmp_path / ".local" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
    packages.mkdir(parents=True)
    python = Path(sys.base_prefix) / "bin" / "python3"
    found = places(python, PYTHONUSERBASE=str(tmp_path / ".local"))

    local = tmp_path / ".local"
    files = [local / "bin" / name for name in ("proctor", "proctor-gate", "python3")]
    wanted = map(str, (*files, local / "pyvenv.cfg", packages / "zz.pth"))
    assert [path for path in wanted if not is_covered(path, found)] == []
    assert not is_covered(str(local / "bin" / "black"), found)


def test_every_link_to_the_interpreter_counts(made: Path, tmp_path: Path) -> None:
    """A link on the way to the interpreter is as good as the interpreter."""
    first, second = tmp_path / "first", tmp_path / "second"
    second.symlink_to(made / "env" / "bin" / "python")
    first.symlink_to("second")

    found = places(first)

    assert {str(first), str(second), str(made / "env" / "bin" / "python")} <= set(found)


def test_no_system_folder_is_taken_whole(made: Path) -> None:
    """Only the interpreter's own files of `/usr` are guarded, not everybody's."""
    for python in (made / "env" / "bin" / "python", Path(sys.base_prefix) / "bin" / "python3"):
        found = places(python)

        assert not {"/", "/usr", "/usr/bin", "/usr/lib", sys.base_prefix} & set(found)


def test_folders_of_packages_count_without_a_virtual_environment() -> None:
    """What is installed beside Proctor runs in it, wherever that is."""
    found = places(Path(sys.base_prefix) / "bin" / "python3")

    folders = [path for path in found if path.endswith("-packages")]
    assert folders, found


def test_shared_library_of_the_interpreter_is_found(made: Path) -> None:
    """Where the interpreter has a shared library, it counts."""
    maps = Path("/proc/self/maps").read_text()
    mapped = {line[line.index("/") :] for line in maps.splitlines() if "/libpython" in line}

    assert mapped <= set(places(made / "env" / "bin" / "python"))
