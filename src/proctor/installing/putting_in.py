"""
Install: the executable, what we remember, then the settings, in that order.

INVARIANT: a settings file never names an executable that is not there, and whatever ends us
in between leaves the settings as they were, or as they shall be.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from proctor.installing.receipts import Receipt, alone, forget, read_receipt, write_receipt
from proctor.installing.refusals import InstallError, problems_of
from proctor.installing.settings_env import NONE, Variables, env_in
from proctor.installing.settings_places import SettingsPlace
from proctor.installing.settings_shape import BLANK, HOOKS, MARK, Unfit
from proctor.installing.settings_text import (
    Groups,
    Ours,
    before_of,
    runs,
    with_hooks,
    without_hooks,
)
from proctor.installing.whole_files import (
    Found,
    check_writable,
    current,
    look,
    make_folders,
    remove_file,
    remove_folders,
    replace_file,
)

PROGRAM_MODE, SHARED_PROGRAM_MODE = 0o700, 0o755
FOLDER_MODE, SHARED_FOLDER_MODE = 0o700, 0o755
# What the executable answers to an event that cannot be told: it blocks.
BLOCKS, DENIES = 2, b'"permissionDecision":"deny"'
PATIENCE = 60


class Wish(NamedTuple):
    """What shall be installed: the hooks of each event, what they run, and variables."""

    groups: Mapping[str, Groups]
    program: str
    role: str
    claude: str | None
    version: str
    env: Mapping[str, str] = NONE


class Plan(NamedTuple):
    """What an installation would do to the settings; `env` are the variables that it adds."""

    found: Found
    receipt: Receipt | None
    before: str | None
    written: str
    env: Mapping[str, str] = NONE

    @property
    def changed(self) -> bool:
        """Say whether the settings become other than they are."""
        return self.found.text != self.written


class Installed(NamedTuple):
    """What was done."""

    settings: bool
    program: bool
    target: Path


def check_owner(place: SettingsPlace) -> None:
    """
    Refuse settings that only root may write to every other user.

    Raises:
        InstallError: the user is not root.

    """
    if place.owner is not None and os.geteuid() != place.owner:
        raise InstallError(
            "the managed settings are root's", help="run it with sudo, or install for --user"
        )


def plan_for(place: SettingsPlace, wish: Wish) -> Plan:
    """
    Work out what the settings become; nothing is written.

    Raises:
        InstallError: this cannot be installed here.
        SettingsProblems: the file is not as we could edit it.

    """
    check_owner(place)
    found, receipt = look(place), read_receipt(place)
    ours = ours_of(place, wish, receipt)
    try:
        before = origin(found.text, receipt, ours)
        there = found.text is not None and with_hooks(found.text, ours) == found.text
        written = found.text if found.text is not None and there else with_hooks(before, ours)
    except Unfit as wrong:
        raise problems_of(wrong, place.file, found.text or "") from None
    theirs = env_in(before)
    added = {name: value for name, value in wish.env.items() if name not in theirs}
    plan = Plan(found, receipt, before, written, added)
    if plan.changed:
        check_writable(found)
    return plan


def ours_of(place: SettingsPlace, wish: Wish, receipt: Receipt | None) -> Ours:
    """Return what is ours: what we want, and what we ever put or named here."""
    programs = frozenset({str(place.executable), *([receipt.executable] if receipt else [])})
    try:
        str(place.executable).encode()
    except UnicodeEncodeError:
        raise InstallError(
            f"{place.executable} cannot be written into settings: its name is not UTF-8",
            help="set PROCTOR_HOME to another folder",
        ) from None
    for event, entries in wish.groups.items():
        for group in entries:
            handlers = group[HOOKS]
            if not isinstance(handlers, list) or not all(
                runs(one.get("command"), programs) for one in handlers
            ):
                raise ValueError(f"an entry of {event} does not run {place.executable}")
    return Ours(wish.groups, programs, Variables(wish.env, receipt.env if receipt else NONE))


def origin(text: str | None, receipt: Receipt | None, ours: Ours) -> str | None:
    """Return the file as it would be without us."""
    if receipt and text in (receipt.written, receipt.before):
        return receipt.before
    if text is None:
        return None
    before = before_of(receipt.before) if receipt else None
    bare = without_hooks(text, ours.programs, before, ours.variables.left)
    return None if receipt and receipt.before is None and is_empty(bare) else bare


def is_empty(text: str) -> bool:
    """Say whether a settings file says nothing at all."""
    body = text.removeprefix(MARK).strip(BLANK)
    return not body or json.loads(body) == {}


def install(place: SettingsPlace, wish: Wish) -> Installed:
    """
    Put our hooks into the settings of a place; a second time changes nothing.

    Raises:
        InstallError: this cannot be installed here.
        SettingsProblems: the file is not as we could edit it.
        OSError: the system does not let us.

    """
    with alone(place):
        plan = plan_for(place, wish)
        program, old = os.fsencode(wish.program), current(place.executable)
        made: list[Path] = []
        try:
            renew_program(place, program, old)
            if plan.changed:
                made = make_folders(plan.found.target.parent, folder_mode(place))
            keep_receipt(place, plan, wish, made)
            write_settings(plan)
        except BaseException:
            if current(plan.found.target) != plan.written.encode():
                undo(place, plan, old)
                remove_folders(made)
            raise
    return Installed(plan.changed, program != old, plan.found.target)


def folder_mode(place: SettingsPlace) -> int:
    """Return the mode of folders that we make."""
    return SHARED_FOLDER_MODE if place.shared else FOLDER_MODE


def renew_program(place: SettingsPlace, program: bytes, old: bytes | None) -> None:
    """Write the executable where it is not so already, and see whether it starts."""
    mode = SHARED_PROGRAM_MODE if place.shared else PROGRAM_MODE
    if program != old or place.executable.stat().st_mode & 0o777 != mode:
        make_folders(place.executable.parent, folder_mode(place))
        replace_file(place.executable, program, mode, expected=old)
    try:
        ended = subprocess.run(  # noqa: S603 - the file that we have just written
            [str(place.executable)],
            input=b"",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd="/",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InstallError(f"the hook {place.executable} does not start: {error}") from None
    if ended.returncode != BLOCKS and DENIES not in ended.stdout:
        said = ended.stderr.decode(errors="replace").strip()[-300:]
        raise InstallError(
            f"the hook {place.executable} does not block: it ended with {ended.returncode}"
            + (f", {said}" if said else "")
        )


def keep_receipt(place: SettingsPlace, plan: Plan, wish: Wish, made: list[Path]) -> None:
    """Keep what is needed to undo it, before it is done."""
    old, now = plan.receipt, datetime.now(UTC).isoformat(timespec="seconds")
    if old and not plan.changed:
        # Whatever else somebody changed in the file since, what we know of it still holds.
        new = replace(old, role=wish.role, claude=wish.claude, version=wish.version)
        if new != old:
            write_receipt(place, replace(new, at=now))
        return
    same_origin = old is not None and old.before is None and plan.before is None
    receipt = Receipt(
        file=str(place.file),
        before=plan.before,
        written=plan.written,
        executable=str(place.executable),
        folders=[str(folder) for folder in made] or (old.folders if old and same_origin else []),
        role=wish.role,
        claude=wish.claude,
        version=wish.version,
        at=now,
        env=dict(plan.env),
    )
    write_receipt(place, receipt)


def write_settings(plan: Plan) -> None:
    """Replace the settings, if they change."""
    if plan.changed:
        old = plan.found.text
        expected = None if old is None else old.encode()
        replace_file(plan.found.target, plan.written.encode(), plan.found.mode, expected=expected)


def undo(place: SettingsPlace, plan: Plan, old: bytes | None) -> None:
    """Bring back what was there before: the settings were not reached."""
    if old is None:
        remove_file(place.executable)
    else:
        mode = SHARED_PROGRAM_MODE if place.shared else PROGRAM_MODE
        replace_file(place.executable, old, mode, expected=current(place.executable))
    if plan.receipt:
        write_receipt(place, plan.receipt)
    else:
        forget(place)
