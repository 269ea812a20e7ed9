"""Questions whose server dies: the asker goes on waiting, and gets its own answer, once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.owner import owner_of
from proctor.audit.store import Filter
from proctor.keepers import keeping_of, open_store
from proctor.owner.asking import ask_a_person
from proctor.owner.background import own_environment
from proctor.owner.client import wait_for_answer
from proctor.terms.record import Record
from tests.amounts import amount
from tests.owner.test_background import environment_of
from tests.server.backgrounds import answer, kill, nobody_stays, pending
from tests.server.deciding_client import Caller, decided
from tests.server.running import PATIENCE, call, running, until
from tests.server.stores import BOTH_STORES

QUESTION: dict[str, Any] = {
    "uid": "q-1",
    "tool": "Bash",
    "action": "tool:bash:make",
    "input": {"command": "make"},
    "seconds": 3600,
}
LONG = 4 * PATIENCE
ASKERS = amount(6, 20)
ASK = """
import json, sys
from pathlib import Path
from proctor.owner.asking import ask_a_person
print(json.dumps(ask_a_person(Path(sys.argv[1]), json.loads(sys.argv[2]), 120)))
"""


@pytest.fixture(autouse=True)
def _nobody_stays(home: Path) -> Iterator[None]:
    """End whatever server a question has started."""
    with nobody_stays(home):
        yield


def number_of(home: Path) -> int:
    """Return the number of the one question that waits, as soon as a server has it."""
    until(lambda: len(pending(home)) == 1)
    return int(pending(home)[0]["id"])


def said(ended: dict[str, Any] | None) -> tuple[Any, ...]:
    """Return what an asker got."""
    assert ended is not None
    return ended["id"], ended["status"], ended["reply"] and ended["reply"]["answer"]


def records(home: Path) -> list[Record]:
    """Return what is on record."""
    with closing(open_store(home, keeping_of(home), reads=True)) as store:
        return [kept.record for kept in store.find(Filter(), limit=100)]


def test_the_first_question_starts_a_server_and_each_death_another(home: Path) -> None:
    """Killed three times while somebody waits, it is there again each time, with its question."""
    with ThreadPoolExecutor(1) as pool:
        asker = pool.submit(ask_a_person, home, QUESTION, LONG)
        numbers = [number_of(home)]
        for _ in range(3):
            kill(home)
            numbers.append(number_of(home))
        answer(home, numbers[0], "deny", words="use a branch")
        ended = asker.result(PATIENCE)

    assert numbers == [numbers[0]] * 4
    assert said(ended) == (numbers[0], "answered", "deny")
    assert ended is not None
    assert ended["reply"]["words"] == "use a branch"


@BOTH_STORES
def test_a_server_that_a_person_starts_again_has_the_question(home: Path) -> None:
    """Whoever waits and may start nothing is answered by the next server, whoever starts it."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(wait_for_answer, home, QUESTION, LONG)
            number = number_of(home)
            first.kill()
        with running(home):
            assert number_of(home) == number
            answer(home, number)
            assert said(asker.result(PATIENCE)) == (number, "answered", "allow")


@BOTH_STORES
def test_a_call_that_waits_is_asked_once_and_kept_once(home: Path, shop: Path) -> None:
    """A call that is handed in again after a crash is the same question, with one record."""
    command = {"command": "curl https://example.org"}
    wanted = {"tool": "Bash", "input": command, "cwd": str(shop), "agent": "arch-1", "uid": "c-1"}
    caller = Caller(home)
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(decided, caller, wanted, home / "never")
            number = number_of(home)
            first.kill()
        with running(home) as second:
            assert number_of(home) == number
            answer(home, number)
            assert asker.result(PATIENCE) == "allow"
            # The answer was lost on its way: whoever asks again gets it again, and no other.
            second.kill()
        with running(home):
            assert decided(caller, wanted, home / "never") == "allow"
            assert pending(home) == []
            other = {**wanted, "input": {"command": "curl https://example.com"}}
            asker = pool.submit(decided, caller, other, home / "never")
            second_number = number_of(home)
            answer(home, second_number, "deny")
            assert asker.result(PATIENCE) == "deny"
    caller.close()

    assert second_number != number
    assert [(record.decision, record.question) for record in records(home)] == [
        ("ask_denied", second_number),
        ("ask_approved", number),
    ]


def test_an_answer_brings_the_server_back(home: Path) -> None:
    """A person who approves while no server runs starts one, and whoever waits hears of it."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(wait_for_answer, home, QUESTION, LONG)
            number = number_of(home)
            first.kill()
        listed = json.loads(call(home, "approvals", "--json").stdout)
        done = call(home, "approve", str(number))
        ended = asker.result(PATIENCE)

    assert [(found["id"], found["status"]) for found in listed] == [(number, "pending")]
    assert (done.returncode, done.stderr) == (0, "")
    assert said(ended) == (number, "answered", "allow")
    assert call(home, "approve", str(number)).returncode != 0


def test_a_question_that_ends_while_nobody_runs_is_no_yes(home: Path) -> None:
    """It expires, whoever waits is told so, and no answer counts any more."""
    question = {**QUESTION, "seconds": 2}
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(wait_for_answer, home, question, LONG)
            number = number_of(home)
            first.kill()
        time.sleep(2)  # its whole time, and not a question of how quick this machine is
        with running(home):
            ended = asker.result(PATIENCE)
        late = call(home, "approve", str(number))

    assert said(ended) == (number, "expired", None)
    assert late.returncode != 0
    assert f"question {number} has expired" in late.stderr


def test_an_asker_stops_by_its_own_clock(home: Path) -> None:
    """Where no server comes back, nobody is left hanging, and nothing is a yes."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(wait_for_answer, home, QUESTION, 4.0)
            number_of(home)
            first.kill()
        assert asker.result(PATIENCE) is None


def test_many_askers_start_one_server_that_has_nothing_of_theirs(
    home: Path, tmp_path: Path
) -> None:
    """Agents that ask at once get one server, with none of their variables, and answers."""
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "sitecustomize.py").write_text(
        f"import os\nopen({str(evil / 'ran')!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    )
    given = {
        "PROCTOR_HOME": str(tmp_path / "other"),
        "PROCTOR_STORE": "memory",
        "PYTHONPATH": str(evil),
        "PYTHONSTARTUP": str(evil / "sitecustomize.py"),
        "LD_LIBRARY_PATH": str(evil),
        "PATH": str(evil),
        "HOME": str(evil),
        "TMPDIR": str(evil),
        "TG_TOKEN": "x",
    }
    askers = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, home, json.dumps({**QUESTION, "uid": f"q-{number}"})],
            env={**os.environ, **given},
            cwd=evil,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(ASKERS)
    ]
    until(lambda: len(pending(home)) == ASKERS)
    owner = owner_of(home)
    for number, question in enumerate(pending(home)):
        answer(home, question["id"], "allow" if number % 2 else "deny", words=question["mark"])
    answers = [json.loads(asker.communicate(timeout=PATIENCE)[0]) for asker in askers]

    assert owner is not None
    environment = environment_of(owner["pid"])
    own = own_environment(home)
    assert {name: environment.get(name) for name in own} == own
    assert not (environment.keys() & given.keys()) - own.keys()
    assert str(owner["pid"]) not in (evil / "ran").read_text().split()
    assert not (tmp_path / "other").exists()
    assert (home / "logs" / "server.log").read_text().count("proctor is up") == 1
    # Each got the answer to its own question.
    assert [found["reply"]["words"] for found in answers] == [found["mark"] for found in answers]
    assert len({found["id"] for found in answers}) == ASKERS
