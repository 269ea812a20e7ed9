"""
Uninstall: the settings first, then the executable, then what we remembered.

It needs neither the agent program nor a server nor a role: it must work for somebody who is
locked out.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from proctor.installing.putting_in import is_empty
from proctor.installing.receipts import Receipt, alone, forget, read_receipt
from proctor.installing.refusals import InstallError, problems_of
from proctor.installing.settings_env import NONE
from proctor.installing.settings_places import KEPT, SettingsPlace
from proctor.installing.settings_shape import Unfit
from proctor.installing.settings_text import before_of, without_hooks
from proctor.installing.whole_files import (
    Found,
    check_writable,
    look,
    remove_file,
    remove_folders,
    replace_file,
)


class Removed(NamedTuple):
    """
    What was done.

    `settings` is `restored` (as before, to the byte), `edited` (somebody had
    changed the file: only our hooks went), `removed` (it was ours alone), or
    `clean` (nothing of ours was in it).
    """

    settings: str
    program: bool
    target: Path


def uninstall(place: SettingsPlace) -> Removed:
    """
    Take our hooks out of the settings of a place, and leave nothing behind.

    Raises:
        InstallError: the file cannot be written.
        SettingsProblems: somebody has broken it since.
        OSError: the system does not let us.

    """
    there = place.file.exists() or place.executable.exists() or place.receipt.exists()
    if there and place.owner is not None and os.geteuid() != place.owner:
        raise InstallError("the managed settings are root's", help="run it with sudo")
    with alone(place) if (place.state / KEPT).is_dir() else nullcontext():
        receipt, found = read_receipt(place), look(place)
        wanted = text_without(place, found, receipt)
        how = put_back(found, receipt, wanted)
        program = place.executable.exists()
        remove_file(place.executable)
        forget(place)
    return Removed(how, program, found.target)


def text_without(place: SettingsPlace, found: Found, receipt: Receipt | None) -> str | None:
    """Return what the file shall say; nothing where it shall not be there."""
    text = found.text
    if text is None:
        return None
    if receipt and text in (receipt.written, receipt.before):
        return receipt.before
    programs = frozenset({str(place.executable), *([receipt.executable] if receipt else [])})
    before, left = (before_of(receipt.before), receipt.env) if receipt else (None, NONE)
    try:
        bare = without_hooks(text, programs, before, left)
    except Unfit as wrong:
        raise problems_of(wrong, place.file, text) from None
    alone_ours = receipt is not None and receipt.before is None
    return None if alone_ours and bare != text and is_empty(bare) else bare


def put_back(found: Found, receipt: Receipt | None, wanted: str | None) -> str:
    """Write the file as it shall be, or remove it."""
    folders = [Path(folder) for folder in (receipt.folders if receipt else [])]
    if wanted == found.text:
        remove_folders(folders)
        return "clean"
    check_writable(found)
    old = (found.text or "").encode()
    if wanted is not None:
        replace_file(found.target, wanted.encode(), found.mode, expected=old)
        return "restored" if receipt and wanted == receipt.before else "edited"
    remove_file(found.target)
    remove_folders(folders)
    return "removed"
