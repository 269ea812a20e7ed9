"""The user's service: its file, and what is never touched."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.errors import NotFound, ServerError, UsageError
from proctor.own_process import own_command
from proctor.server.user_service import LABEL, Service, install, service, uninstall

Make = Callable[[Path], Service]

HOME = Path('/home/ada/my "odd" $x 100% home')


def linux(user: Path, **environment: str) -> Service:
    """Return the service on Linux."""
    return service(HOME, user, environment, "linux")


def macos(user: Path) -> Service:
    """Return the service on macOS."""
    return service(HOME, user, {}, "darwin")


def test_systemd_runs_this_program_for_this_home(tmp_path: Path) -> None:
    """The unit names the interpreter whole, and every character of the home comes through."""
    unit = linux(tmp_path)
    lines = unit.text.splitlines()
    words = " ".join(f'"{word}"' for word in own_command("up"))

    assert unit.file == tmp_path / ".config" / "systemd" / "user" / "proctor.service"
    assert f"ExecStart={words}" in lines
    assert r'Environment="PROCTOR_HOME=/home/ada/my \"odd\" $x 100%% home"' in lines
    assert {"Restart=on-failure", "WantedBy=default.target"} <= set(lines)
    assert unit.enable[-1] == "systemctl --user enable --now proctor"


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """Where systemd is there, it finds nothing wrong with the file."""
    unit = linux(tmp_path)
    install(unit)
    program = shutil.which("systemd-analyze")
    done = subprocess.run(
        [program or "true", "verify", "--user", unit.file],
        env={"HOME": str(tmp_path), "PATH": os.defpath, "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "proctor.service" not in done.stderr


def test_the_place_of_settings_is_the_users(tmp_path: Path) -> None:
    """XDG_CONFIG_HOME counts, if it is a whole path."""
    name = "systemd/user/proctor.service"

    assert linux(tmp_path, XDG_CONFIG_HOME="/srv/settings").file == Path("/srv/settings") / name
    assert linux(tmp_path, XDG_CONFIG_HOME="settings").file == tmp_path / ".config" / name


def test_launchd_runs_this_program_for_this_home(tmp_path: Path) -> None:
    """The agent is a property list that says the same."""
    agent = macos(tmp_path)
    said = plistlib.loads(agent.text.encode())

    assert agent.file == tmp_path / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    assert said["ProgramArguments"] == own_command("up")
    assert said["EnvironmentVariables"] == {"PROCTOR_HOME": str(HOME)}
    assert said["KeepAlive"] == {"SuccessfulExit": False}
    assert "launchctl bootstrap" in agent.enable[0]


@pytest.mark.parametrize("make", [linux, macos])
def test_what_was_installed_can_be_removed(tmp_path: Path, make: Make) -> None:
    """It is written over by the next, and removed without a trace; then there is none."""
    wanted = make(tmp_path)
    install(wanted)
    install(wanted)
    assert [wanted.file] == list(wanted.file.parent.iterdir())

    uninstall(wanted)

    assert list(wanted.file.parent.iterdir()) == []
    with pytest.raises(NotFound, match="there is no "):
        uninstall(wanted)


@pytest.mark.parametrize("make", [linux, macos])
def test_a_file_of_the_users_own_is_left_alone(tmp_path: Path, make: Make) -> None:
    """What we did not write is neither written over nor removed."""
    wanted = make(tmp_path)
    wanted.file.parent.mkdir(parents=True)
    wanted.file.write_text("[Service]\nExecStart=/usr/bin/true\n")

    for change in (install, uninstall):
        with pytest.raises(ServerError, match="was not written by Proctor"):
            change(wanted)
    assert wanted.file.read_text() == "[Service]\nExecStart=/usr/bin/true\n"


def test_a_link_that_leads_nowhere_is_left_alone(tmp_path: Path) -> None:
    """Systemd masks a unit by such a link, which is the user's word too."""
    wanted = linux(tmp_path)
    wanted.file.parent.mkdir(parents=True)
    wanted.file.symlink_to(tmp_path / "nowhere")

    with pytest.raises(ServerError, match="was not written by Proctor"):
        install(wanted)
    assert wanted.file.is_symlink()


def test_what_enabling_has_left_is_removed_too(tmp_path: Path) -> None:
    """No link to a unit that is gone stays behind."""
    wanted = linux(tmp_path)
    install(wanted)
    link = wanted.file.parent / "default.target.wants" / "proctor.service"
    link.parent.mkdir()
    link.symlink_to(wanted.file)

    uninstall(wanted)

    assert not link.is_symlink()


def test_a_home_that_no_file_can_name_is_refused(tmp_path: Path) -> None:
    """A line break in a path would be a line of its own in the unit."""
    with pytest.raises(UsageError, match="control characters"):
        service(Path("/srv/a\nExecStartPre=x"), tmp_path, {}, "linux")
