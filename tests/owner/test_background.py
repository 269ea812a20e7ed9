"""Starting the server in the background: once, apart, and with a clean environment."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proctor.audit.owner import owner_of
from proctor.errors import NoOwner, ServerError
from proctor.owner import background
from proctor.owner.background import (
    LARGEST_LOG,
    PATH,
    answering,
    ensure_owner,
    open_log,
    own_environment,
    personal_environment,
    start_in_background,
)
from proctor.owner.client import Client, wait_for_answer
from proctor.server.tokens import Tokens
from tests.amounts import amount
from tests.server.running import PATIENCE, running, until

PROCESSES = amount(6, 20)
ENSURE = """
import sys
from pathlib import Path
from proctor.owner.background import ensure_owner
print(ensure_owner(Path(sys.argv[1]), 60)["pid"])
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Return a home that is not there yet; whatever runs for it ends with the test."""
    home = tmp_path / "home"
    yield home
    owner = owner_of(home)
    if owner is not None:
        os.kill(owner["pid"], signal.SIGTERM)
        until(lambda: owner_of(home) is None)


def environment_of(pid: int) -> dict[str, str]:
    """Return the environment of a process, as the system knows it."""
    try:
        raw = Path(f"/proc/{pid}/environ").read_bytes().rstrip(b"\0").split(b"\0")
    except FileNotFoundError:
        # macOS: the variables stand behind the command's words.
        words = subprocess.check_output(["ps", "-wwEo", "command=", "-p", str(pid)]).split()
        raw = [word for word in words if b"=" in word]
    return dict(os.fsdecode(entry).split("=", 1) for entry in raw)


def test_many_at_once_start_one(home: Path) -> None:
    """Processes that need a server at once get one and the same, which runs apart."""
    asking = {**os.environ, "ANTHROPIC_API_KEY": "k", "PROCTOR_STORE": "memory", "HOME": "/srv/app"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ENSURE, home], env=asking, stdout=subprocess.PIPE, text=True
        )
        for _ in range(PROCESSES)
    ]
    pids = {process.communicate()[0] for process in started}
    owner = owner_of(home)

    assert owner is not None
    assert pids == {f"{owner['pid']}\n"}
    assert [process.returncode for process in started] == [0] * PROCESSES
    assert os.getsid(owner["pid"]) == owner["pid"]
    # Nothing of whoever asked has reached it; the system's own loader may add a variable.
    told = environment_of(owner["pid"])
    assert {name: told.get(name) for name in own_environment(home)} == own_environment(home)
    assert not set(told) & {"ANTHROPIC_API_KEY", "PROCTOR_STORE"}
    assert ensure_owner(home)["pid"] == owner["pid"]


def test_a_question_starts_a_server_again_when_it_dies(home: Path) -> None:
    """Whoever waits for an answer brings the server back, with the question in it."""
    question = {"uid": "q-1", "tool": "Bash", "action": "tool:bash:make", "seconds": 3600}

    def start(seconds: float) -> None:
        ensure_owner(home, seconds)

    with ThreadPoolExecutor(1) as pool:
        asker = pool.submit(wait_for_answer, home, question, 4 * PATIENCE, start=start)
        until(lambda: pending(home))
        first = ensure_owner(home)["pid"]
        os.kill(first, signal.SIGKILL)
        until(lambda: pending(home) and ensure_owner(home)["pid"] != first)
        with Client.connect(home) as client:
            client.call("answer", number=1, answer="allow", token=Tokens(home).local_token())
        ended = asker.result(PATIENCE)

    assert ended is not None
    assert (ended["id"], ended["reply"]["answer"]) == (1, "allow")


def pending(home: Path) -> bool:
    """Say whether a server runs and has a question."""
    try:
        with Client.connect(home) as client:
            return bool(client.call("questions", status="pending"))
    except NoOwner:
        return False


def test_one_that_runs_is_not_started_again(home: Path) -> None:
    """Where somebody has typed `proctor up`, that one is found."""
    with running(home, PROCTOR_STORE="memory") as server:
        assert ensure_owner(home)["pid"] == server.info["pid"]
        assert not (home / "logs").exists()


def test_one_that_dies_shows_the_end_of_its_log(home: Path) -> None:
    """Why it did not start is in the message, and only what this one has written."""
    (home / "logs").mkdir(parents=True)
    (home / "logs" / "server.log").write_text("from another time\n")
    environment = {**own_environment(home), "PROCTOR_STORE": "nonsense"}

    with pytest.raises(ServerError) as error:
        start_in_background(home, environment=environment, seconds=60)

    assert error.value.message.startswith("the server did not start\nerror: the store is ")
    assert "from another time" not in error.value.message
    assert error.value.help == f"its log is {home / 'logs' / 'server.log'}"


def test_one_that_takes_too_long_is_an_error(home: Path) -> None:
    """Whoever waits stops when the time is over, and was told how long it has been."""
    waited: list[float] = []
    with pytest.raises(ServerError, match="does not answer after 0 s"):
        start_in_background(
            home, environment=own_environment(home), seconds=0.1, progress=waited.append
        )

    assert waited == sorted(waited)
    assert waited
    # It goes on starting; the next who asks finds it.
    until(lambda: answering(home))


# What leads a reviewer to its service: one of each kind.
LEADING = dict.fromkeys(
    """ANTHROPIC_BASE_URL ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CONFIG_DIR HTTPS_PROXY
    no_proxy NODE_EXTRA_CA_CERTS CLAUDE_CODE_USE_BEDROCK AWS_PROFILE CLAUDE_CODE_USE_VERTEX
    CLOUD_ML_REGION OPENAI_API_KEY""".split(),
    "x",
)


def test_an_environment_has_nothing_that_was_not_chosen(home: Path) -> None:
    """A person's has what is theirs, and what they named for store, bot and reviewer."""
    typed = {
        "HOME": "/home/ada",
        "LANG": "en_GB.UTF-8",
        "PROCTOR_STORE": "postgresql://db/proctor",
        "PATH": "/home/ada/bin",
        "LD_PRELOAD": "/srv/app/evil.so",
        "PYTHONPATH": "/srv/app",
        "PROCTOR_HOME": "/srv/app/other",
        "TG_TOKEN": "x",
        "TG_API_TOKEN": "1:x",
        # An empty list of users is an error, and must not be taken for no list.
        "TG_ALLOWED_USER_IDS": "",
        "TG_CHAT_ID": "",
        "JUDGE_KEY": "k",
        **LEADING,
        "OTHER_KEY": "k",
    }
    reviewer = "{style: openai, model: m, url: 'http://localhost:1', key_variable: JUDGE_KEY}"
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text(f"reviewer: {reviewer}\n")
    ours = ("PROCTOR_STORE", "TG_API_TOKEN", "TG_ALLOWED_USER_IDS", "JUDGE_KEY")
    kept = ("HOME", "LANG", "PATH", *ours, *LEADING)
    own = own_environment(home)

    assert personal_environment(home, typed) == {**own, **{name: typed[name] for name in kept}}
    assert (own["PATH"], own["PROCTOR_HOME"]) == (PATH, str(home))
    assert set(own) <= {"HOME", "USER", "LOGNAME", "LANG", "PATH", "PROCTOR_HOME"}


def test_a_large_log_is_put_aside(home: Path) -> None:
    """A log over the limit becomes the old one; both are for their owner only."""
    home.mkdir()
    os.close(open_log(home))
    log = home / "logs" / "server.log"
    os.truncate(log, LARGEST_LOG + 1)

    os.close(open_log(home))
    sizes = {path.name: path.stat().st_size for path in log.parent.iterdir()}
    modes = {stat.S_IMODE(path.stat().st_mode) for path in log.parent.iterdir()}

    assert sizes == {"server.log": 0, "server.log.1": LARGEST_LOG + 1}
    assert modes == {0o600}
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


def test_a_link_in_the_place_of_the_log_is_not_followed(home: Path, tmp_path: Path) -> None:
    """Nobody makes us write into another file."""
    (home / "logs").mkdir(parents=True)
    (home / "logs" / "server.log").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match="symbolic link"):
        open_log(home)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("name", [background.LOCK, background.LOG_FOLDER])
def test_what_keeps_a_server_from_being_started_is_told(home: Path, name: str) -> None:
    """A link that leads nowhere in the place of a file of ours is a sentence, never a traceback."""
    home.mkdir()
    (home / name).symlink_to(home / "nowhere" / "else")

    with pytest.raises(ServerError, match="no server can be started in") as error:
        ensure_owner(home)
    assert error.value.help == "see to whom the folder belongs, and whether its disk is full"
