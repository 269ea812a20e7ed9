"""
Write role files: new ones, and one rule more in an old one.

Comments and order stay. A file is replaced in one step, under a lock on its
folder, and never through a link.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proctor.errors import NotFound, ProctorError, UsageError
from proctor.home import make_private, proctor_home
from proctor.policy.rules import parse_rule
from proctor.roles.amend import with_rule
from proctor.roles.files import read_file
from proctor.roles.history import now_text
from proctor.roles.read import ID
from proctor.terms.effect import Effect

DEFAULT_ROLES = Path(__file__).parent / "default_roles" / "index.yaml"
NOW = "@NOW@"
# The end of a new role's `permissions`.
REVIEWER = (
    "  # An AI reviewer for what no rule decides; what it does not answer is for a person.",
    "  # agent:",
    "  #   model: haiku",
    "  #   instructions: |",
    "  #     ALLOW: what only reads, and the tests of this project",
    "  #     DENY: what deletes, publishes or changes the system",
    "  #     ASK_USER: everything else",
)
BETWEEN_TRIES = 0.02
PLAIN_ID = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")


def default_roles() -> str:
    """Return the text of the roles/index.yaml that `proctor init` makes, with today's dates."""
    return DEFAULT_ROLES.read_text(encoding="utf-8").replace(NOW, now_text())


def scaffold(name: str, *, extends: str | None = None) -> str:
    """
    Return the text of a new role file, to be filled in.

    Raises:
        UsageError: the name cannot be a role's id.

    """
    for word in (name, extends):
        if word is not None and not (ID.fullmatch(word) and PLAIN_ID.fullmatch(word)):
            message = f"`{word}` cannot be the name of a role"
            raise UsageError(message, help="letters, digits and . _ -, the first a letter")
    lines = [f"name: {name}", "description: What this role is for, in one line"]
    if extends:
        lines += [
            f"extends: {extends}",
            "",
            f"# All of {extends} holds here. What you write below changes that:",
            f"# - `deny` and `ask` add to the lists of {extends};",
            f"# - an `allow` of your own REPLACES the `allow` of {extends}: repeat in it what",
            f"#   shall stay. `proctor role show {extends}` prints the list.",
            "permissions:",
            "  deny: []",
            "  # ask:",
            "  #   - Bash(git push *)",
            "  # allow:",
            "  #   - Read                  # repeated",
            "  #   - Glob                  # repeated",
            "  #   - Grep                  # repeated",
            "  #   - Bash(npm run build)   # new",
        ]
    else:
        lines += [
            "# model: sonnet",
            "# permission_mode: acceptEdits",
            "instructions: |",
            f"  You are the {name} of this project.",
            "",
            "permissions:",
            "  allow:",
            "    - Read",
            "    - Glob",
            "    - Grep",
            "  ask:",
            "    - Bash(git push *)",
            "  deny:",
            "    - rule: Bash(rm -rf *)",
            "      why: It deletes without a way back. Name the files and use `rm`.",
            '      match: ["rm -fr build"]',
        ]
    return "\n".join([*lines, *REVIEWER]) + "\n"


def make_shared(folder: Path) -> None:
    """Make a folder of a project, as open as its other ones are."""
    folder.mkdir(parents=True, exist_ok=True)


def create_role(path: Path, text: str) -> None:
    """
    Write a new role file, and the folder for it.

    Raises:
        UsageError: there is a file already, or a link stands in the way.
        ProctorError: it cannot be written.

    """
    try:
        for place in (path.parent.parent, path.parent):
            if not place.is_dir() and not place.is_symlink():
                make = make_private if path.is_relative_to(proctor_home()) else make_shared
                make(place)
        with locked_folder(path) as folder:
            if os.path.lexists(path):
                raise UsageError(f"{path} is already there", help="take another name")
            replace_file(path, text.encode(), folder, mode=fitting_mode(folder))
    except OSError as error:
        raise cannot_write(path, error) from error


def add_rule(
    path: Path,
    effect: Effect,
    rule_text: str,
    *,
    role_id: str | None = None,
    why: str | None = None,
) -> None:
    """
    Add a rule to a list of a role, at its end.

    Args:
        path: the role file, or an index.yaml.
        effect: the list.
        rule_text: the rule, in one of its text forms.
        role_id: which role, where the file has several.
        why: the reason, if there is one to be written.

    Raises:
        RuleError: the rule cannot be read.
        RoleProblems: the file cannot be read.
        NotFound: the file has no such role.
        UsageError: the rule would do something else there, or a link stands in the way.

    """
    rule = parse_rule(rule_text, effect)
    entry = {"rule": rule.text, "why": why} if why else rule.text
    try:
        with locked_folder(path) as folder:
            new = with_rule(read_regular(path), str(path), effect, entry, role_id)
            replace_file(path, new, folder, mode=stat.S_IMODE(path.stat().st_mode))
    except OSError as error:
        raise cannot_write(path, error) from error


@contextmanager
def locked_folder(path: Path, *, patience: float | None = None) -> Iterator[int]:
    """
    Open and lock the folder of a file; neither it nor the one above may be a link.

    Args:
        path: the file.
        patience: how many seconds to wait for the lock; as long as it takes if not
            given. Anybody who may read a folder can hold its lock for ever.

    Raises:
        UsageError: a link stands in the way.
        OSError: the folder cannot be opened, or somebody else keeps the lock.

    """
    for place in (path.parent.parent, path.parent, path):
        if place.is_symlink():
            raise UsageError(f"{place} is a link", help="nothing is written through a link")
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path.parent, flags)
    try:
        lock(descriptor, patience)
        yield descriptor
    finally:
        os.close(descriptor)


def lock(descriptor: int, patience: float | None) -> None:
    """Take a lock, or give up after a while."""
    if patience is None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        return
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(BETWEEN_TRIES)
        else:
            return


def read_regular(path: Path) -> bytes:
    """Read a file that is one."""
    try:
        return read_file(str(path), follow=False)
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}") from None


def fitting_mode(folder: int) -> int:
    """Return 0600 in a folder that is its user's alone, else 0644."""
    private = not os.fstat(folder).st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return 0o600 if private else 0o644


def replace_file(path: Path, data: bytes, folder: int, *, mode: int) -> None:
    """Write beside the file, and put the whole of it in its place."""
    descriptor, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as new:
            new.write(data)
            new.flush()
            os.fchmod(new.fileno(), mode)
            os.fsync(new.fileno())
        os.replace(Path(name).name, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def cannot_write(path: Path, error: OSError) -> ProctorError:
    """Return the error for a file that the system does not let us write."""
    return ProctorError(f"{path} cannot be written: {(error.strerror or 'error').lower()}")
