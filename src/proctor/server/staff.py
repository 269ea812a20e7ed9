"""The people of a home, as its config.yaml names them now."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from proctor.approval.people import People
from proctor.config import NAME, load_config
from proctor.errors import ProctorError
from proctor.server.tokens import local_person
from proctor.terms.asking import Asking

LOG = logging.getLogger("proctor.server")


class Staff:
    """
    Who may answer, read again when the file changes: who is taken off may not any more.

    A file that cannot be read says nothing: the last one that could counts.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.path = str(home / NAME)
        self.seen: tuple[int, int, int] | None = None
        self.asking = load_config(home, None).asking
        self.known = people_of(self.asking)
        self.seen = self.signature()

    def people(self) -> People:
        """Return the people of now."""
        now = self.signature()
        if now != self.seen:
            self.seen = now
            try:
                self.known = people_of(load_config(self.home, None).asking)
            except ProctorError as error:
                LOG.warning("config.yaml cannot be read, the people stay: %s", error.message)
        return self.known

    def signature(self) -> tuple[int, int, int] | None:
        """Return what tells whether the file has changed; None where there is none."""
        try:
            found = os.stat(self.path)  # noqa: PTH116 - for every answer, and Path is slow
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def people_of(asking: Asking) -> People:
    """Return the people that a config names."""
    return People(
        asking.people,
        approvers=asking.approvers,
        permission_grants=asking.permission_grants,
        local=local_person(),
        chat_roles=asking.chat_roles,
    )
