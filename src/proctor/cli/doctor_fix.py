"""
What `doctor --fix` repairs: our own entries and files, and nothing of anybody else's.

A stale installation is written anew as `install` does it, with the role that it had, which
also switches hooks on in that file; what others can change is closed to them.
"""

from __future__ import annotations

import stat
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from proctor.cli import render
from proctor.cli.claude_proof import Claude, proven
from proctor.cli.doctor_home import identity_of
from proctor.cli.install import wish_of
from proctor.cli.install_scope import place_of
from proctor.errors import UsageError
from proctor.installing.putting_in import install as put_in
from proctor.installing.receipts import read_receipt
from proctor.installing.settings_places import SettingsPlace
from proctor.proving.finding import Finding, Fix
from proctor.proving.settings_seen import LOCAL, MANAGED_SCOPE, USER

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
SCOPES = {USER: "user", LOCAL: "project", MANAGED_SCOPE: "managed"}


def fixes_of(findings: Sequence[Finding]) -> list[Fix]:
    """Return the repairs that are possible, each once."""
    wanted = dict.fromkeys(finding.fix for finding in findings if finding.fix)
    again = {fix.scope for fix in wanted if fix.kind in {"reinstall", "switch-on"}}
    closing = [fix for fix in wanted if fix.kind == "close"]
    return [*(Fix("reinstall", "", scope) for scope in again if scope in SCOPES), *closing]


def words_of(fix: Fix) -> str:
    """Return what a repair does."""
    if fix.kind == "close":
        return f"close {fix.path} to others, and let it run"
    return f"install claude-code again ({SCOPES[fix.scope]} settings)"


def confirm(fixes: Sequence[Fix], *, yes: bool, blind: bool) -> bool:
    """
    Ask the person at the terminal.

    Raises:
        UsageError: nobody is there to ask.

    """
    if yes or not fixes:
        return bool(fixes)
    if blind or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("nobody is here to ask: nothing was repaired", help="use --fix --yes")
    for fix in fixes:
        render.out(f"would {words_of(fix)}", err=True)
    return typer.confirm("Repair this?", default=False, err=True)


def repair(fix: Fix, claude: Claude, hooks: Sequence[Path]) -> None:
    """
    Do one repair.

    Raises:
        ProctorError: it cannot be installed, or the role is not known.
        OSError: the system does not let us.

    """
    if fix.kind == "close":
        path = Path(fix.path)
        mode = path.stat().st_mode
        path.chmod((stat.S_IMODE(mode) & ~OTHERS_WRITE) | stat.S_IRWXU)
        return
    scope = SCOPES[fix.scope]
    place = place_of(user=scope == "user", project=scope == "project", managed=scope == "managed")
    proof = proven(claude, place, wanted=True)
    role = role_of(place, hooks)
    put_in(place, wish_of(place, role, claude, ask_holds=proof.ask_holds))


def role_of(place: SettingsPlace, hooks: Sequence[Path]) -> str:
    """
    Return the role that was installed: as we remember it, else as the hook itself says.

    Raises:
        UsageError: nobody knows it, and we do not choose another.

    """
    if (receipt := read_receipt(place)) and receipt.role:
        return receipt.role
    found = identity_of(place.executable) if place.executable in hooks else None
    if found and found.role:
        return found.role
    raise UsageError(
        f"which role {place.executable} had is not known",
        help="proctor install claude-code --role ROLE",
    )
