"""
A client that appends records, for the test that kills the owner.

`python -m tests.audit.small_client HOME NAME` hands records to the owner, or to the
spool if there is none or if it does not answer, until there is a file `enough`. The
uids of those that it was told to be kept go to `HOME/NAME.told`.
"""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

from proctor.audit.spool import Spool, record_line
from tests.audit.homes import a_record
from tests.audit.small_owner import SOCKET

PAUSE = 0.004


class Owner:
    """The owner, if there is one."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None

    def keeps(self, line: bytes) -> bool:
        """Hand in a line; False if it is not known to be kept."""
        try:
            if self._socket is None:
                self._socket = socket.socket(socket.AF_UNIX)
                self._socket.settimeout(30)
                self._socket.connect(SOCKET)
            self._socket.sendall(line + b"\n")
            if self._socket.recv(16) == b"kept\n":
                return True
        except OSError:
            pass
        self.leave()
        return False

    def leave(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def main(home: Path, name: str) -> None:
    """Append records until it is enough."""
    owner, spool = Owner(), Spool(home)
    enough = home / "enough"
    with (home / f"{name}.told").open("a", buffering=1) as told:
        while not enough.exists():
            record = a_record(name)
            line = record_line(record)
            if owner.keeps(line) or spool.put([line]):
                told.write(f"{record.uid}\n")
            time.sleep(PAUSE)
    owner.leave()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
