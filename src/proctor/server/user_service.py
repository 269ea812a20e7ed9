"""
A service of the user's own that runs the server: systemd on Linux, launchd on macOS.

The file is written and the command that enables it told; whether and when it runs
is the user's to say. A file that we did not write is never touched.
"""

from __future__ import annotations

import os
import plistlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.errors import NotFound, ServerError, UsageError
from proctor.own_process import own_command
from proctor.owner.background import LOG, LOG_FOLDER

MARK = "Written by `proctor up --install`; `proctor up --uninstall` removes it."
UNIT, LABEL = "proctor.service", "io.github.proctor-gate"
WANTS = "default.target.wants"

UNIT_FORM = """\
# {mark}
[Unit]
Description=Proctor: decides, asks and keeps the record
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
ExecStart={command}
Environment={environment}
Restart=on-failure
RestartSec=2
TimeoutStopSec=10
UMask=0077

[Install]
WantedBy=default.target
"""


class Service(NamedTuple):
    """A service: its file, what is in it, and the commands that switch it on and off."""

    file: Path
    text: str
    enable: tuple[str, ...]
    disable: tuple[str, ...]


def service(
    home: Path, user: Path, environment: Mapping[str, str], platform: str = sys.platform
) -> Service:
    """
    Return the service that runs the server of a home.

    Args:
        home: Proctor's home.
        user: the user's home folder.
        environment: says where the user's settings are.
        platform: as `sys.platform` has it.

    Raises:
        UsageError: a path has a character that no such file can hold.

    """
    if any(not text.isprintable() for text in (str(home), *own_command("up"))):
        raise UsageError("a path with control characters cannot stand in a service's file")
    if platform == "darwin":
        return launch_agent(home, user)
    named = environment.get("XDG_CONFIG_HOME", "")
    settings = Path(named) if named.startswith("/") else user / ".config"
    return systemd_unit(home, settings)


def systemd_unit(home: Path, settings: Path) -> Service:
    """Return the unit for systemd."""
    command = " ".join(quoted(word).replace("$", "$$") for word in own_command("up"))
    text = UNIT_FORM.format(mark=MARK, command=command, environment=quoted(f"PROCTOR_HOME={home}"))
    return Service(
        settings / "systemd" / "user" / UNIT,
        text,
        ("systemctl --user daemon-reload", "systemctl --user enable --now proctor"),
        ("systemctl --user stop proctor", "systemctl --user daemon-reload"),
    )


def quoted(word: str) -> str:
    """Return a word as systemd reads it back."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def launch_agent(home: Path, user: Path) -> Service:
    """Return the agent for launchd."""
    log = str(home / LOG_FOLDER / LOG)
    data = {
        "Label": LABEL,
        "ProgramArguments": own_command("up"),
        "EnvironmentVariables": {"PROCTOR_HOME": str(home)},
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 10,
        "WorkingDirectory": "/",
        "Umask": 0o077,
        "StandardOutPath": log,
        "StandardErrorPath": log,
    }
    first, rest = plistlib.dumps(data).decode().split("\n", 1)
    file = user / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    domain = f"gui/{os.getuid()}"
    return Service(
        file,
        # Two dashes may not stand in a comment there.
        f"{first}\n<!-- {MARK.replace('--', '')} -->\n{rest}",
        (f'launchctl bootstrap {domain} "{file}"',),
        (f"launchctl bootout {domain}/{LABEL}",),
    )


def install(wanted: Service) -> None:
    """
    Write a service's file.

    Raises:
        ServerError: there is a file that is not ours.

    """
    file = wanted.file
    check_ours(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.new")
    new.write_text(wanted.text, encoding="utf-8")
    new.replace(file)


def uninstall(wanted: Service) -> None:
    """
    Remove a service's file, and what enabling it has left beside it.

    Raises:
        NotFound: there is none.
        ServerError: the file is not ours.

    """
    file = wanted.file
    if not os.path.lexists(file):
        raise NotFound(f"there is no {file}", help="`proctor up --install` writes it")
    check_ours(file)
    file.unlink()
    link = file.parent / WANTS / file.name
    if link.is_symlink():
        link.unlink()


def check_ours(file: Path) -> None:
    """
    Look whether a file may be written over or removed: it is ours, or not there.

    Raises:
        ServerError: it is someone else's.

    """
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        if not file.is_symlink():
            return
        text = ""
    if not any(mark in text for mark in (MARK, MARK.replace("--", ""))):
        raise ServerError(f"{file} was not written by Proctor, and is left as it is")
