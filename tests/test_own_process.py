"""The command and Proctor's processes find their Python and packages by themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.own_process import module_command, own_command, script_command
from tests.outside_environment import CHECKOUT, OWN_LINK, command_of, make_environment
from tests.server.running import PATIENCE

START = str(CHECKOUT / "src" / "proctor" / "start.py")


def version_of(*words: object, cwd: Path | str = "/") -> str:
    """Run a command without any variable, and return what it says of its version."""
    done = subprocess.run(
        [*map(str, words), "--version"],
        env={}, cwd=cwd, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    return f"{done.stdout}{done.stderr}".split(" ")[0]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment in a folder whose name has blanks."""
    return make_environment(tmp_path_factory.mktemp("with blanks") / "an env")


def test_every_process_of_ours_is_started_without_site() -> None:
    """One form for all of them: the interpreter, its flags, our start, the module, the words."""
    assert own_command("up") == [sys.executable, "-IS", START, "proctor", "up"]
    assert script_command("/x.py", "a") == [sys.executable, "-IS", "/x.py", "a"]
    assert module_command("proctor.x", "a") == [sys.executable, "-IS", START, "proctor.x", "a"]
    assert version_of(*own_command()) == "proctor"


def test_the_command_is_found_by_whatever_name(environment: Path, tmp_path: Path) -> None:
    """By its path, from its folder, by a shell, and by links as pipx and uv make them."""
    command = command_of(environment)
    (tmp_path / "absolute").symlink_to(command)
    (tmp_path / "second").symlink_to("absolute")
    relative = environment.parent / "relative"
    relative.symlink_to(Path(environment.name) / "bin" / "proctor")

    found = [version_of(command), version_of(tmp_path / "second"), version_of(relative)]
    found += [version_of(f"./{name}", cwd=command.parent) for name in ("proctor", "../bin/proctor")]
    found += [version_of("/bin/sh", "proctor", cwd=command.parent)]

    assert found == ["proctor"] * 6


@pytest.mark.parametrize(
    "top",
    [
        "#!{python}\n# -*- coding: utf-8 -*-\n",
        "#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n",
        "#!/bin/sh\n'''exec' '{python}' \"$0\" \"$@\"\n' '''\n",
        "#!/bin/sh\n'''exec' {python} \"$0\" \"$@\"\n' '''\n",
    ],
)
def test_without_a_virtual_environment_the_entry_point_names_the_python(
    environment: Path, tmp_path: Path, top: str
) -> None:
    """With `pip install --user` there is no Python beside the command; each installer's form."""
    packages = tmp_path / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
    packages.mkdir(parents=True)
    (packages / OWN_LINK).write_text(str(CHECKOUT / "src"))
    (tmp_path / "bin").mkdir()
    shutil.copy(CHECKOUT / "scripts" / "proctor", tmp_path / "bin" / "proctor")
    python = environment / "bin" / "python3"
    (tmp_path / "bin" / "proctor-gate").write_text(top.format(python=python))

    assert version_of(tmp_path / "bin" / "proctor") == "proctor"


def test_a_command_without_python_or_package_says_so(tmp_path: Path) -> None:
    """A moved or broken environment is a sentence, not a traceback."""
    environment = make_environment(tmp_path / "env")
    (environment / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / OWN_LINK).unlink()

    assert version_of(command_of(environment)) == "proctor:"
    (environment / "bin" / "python3").unlink()
    assert version_of(command_of(environment)) == "proctor:"
