"""A program that answers a prompt is run alone, and nothing of it is left."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import stat
from pathlib import Path

import pytest

from proctor.approval.reviewer import NoAnswer
from proctor.approval.reviewers.program import (
    MOST_OUTPUT,
    STDOUT,
    Listener,
    answer_of,
    empty_folder,
    found,
)
from tests.approval.scripts import SYSTEM_PATH, Wire, run, script

LOOPS = pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
ENVIRONMENT = {"PATH": SYSTEM_PATH, "LANG": "C.UTF-8"}


async def told(program: Path, prompt: str = "judge", **environment: str) -> str:
    """Return what a program says to a prompt."""
    with empty_folder(program.parent) as folder:
        return await answer_of(
            [str(program)], prompt, environment=ENVIRONMENT | environment, cwd=folder.here
        )


@LOOPS
def test_a_prompt_goes_in_and_an_answer_comes_out(loop: str, tmp_path: Path) -> None:
    """A program gets the prompt on its standard input, byte for byte."""
    prompt = "Gr\u00fc\u00dfe\n" * 50_000
    program = script(tmp_path / "judge", "cat | tail -c 8; echo; echo complaint >&2")

    assert run(loop, told(program, prompt)) == "Gr\u00fc\u00dfe\n"[-6:] + "\n"


@LOOPS
def test_a_program_gets_only_what_it_was_given(
    loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Environment and folder are ours; nothing of the process that asks reaches it."""
    monkeypatch.setenv("PROCTOR_HOME", "/srv/elsewhere")
    monkeypatch.setenv("SECRET", "s3cret")
    program = script(tmp_path / "judge", "env; pwd; ls -A | wc -l")
    lines = run(loop, told(program, EXTRA="1")).splitlines()
    names = {line.partition("=")[0] for line in lines[:-2]}

    assert names - {"PWD", "SHLVL", "_", "OLDPWD"} == {"PATH", "LANG", "EXTRA"}
    assert Path(lines[-2]).name == "here"
    assert lines[-1].strip() == "0"


@LOOPS
def test_a_program_that_does_not_listen_is_heard(loop: str, tmp_path: Path) -> None:
    """A program need not read the prompt to the end."""
    program = script(tmp_path / "judge", "exec <&-; echo ASK_USER")

    assert run(loop, told(program, "x" * 1_000_000)) == "ASK_USER\n"


@LOOPS
@pytest.mark.parametrize(
    ("text", "reason"),
    {
        "status": ("echo ALLOW; exit 3", "ended with status 3"),
        "killed": ("echo ALLOW; kill -9 $$", "ended with status -9"),
        "too much": ("while :; do echo ALLOW; done", f"said more than {MOST_OUTPUT} bytes"),
        "no text": ("printf 'ALLOW\\n\\377'", "said what is not UTF-8"),
    }.values(),
    ids=["status", "killed", "too much", "no text"],
)
def test_a_program_that_fails_gives_no_answer(
    loop: str, text: str, reason: str, tmp_path: Path
) -> None:
    """What a program said counts for nothing if it failed, or said it without end."""
    program = script(tmp_path / "judge", text)

    with pytest.raises(NoAnswer, match=f"the reviewer `judge` {reason}"):
        run(loop, told(program))


@LOOPS
def test_a_program_that_cannot_be_started_gives_no_answer(loop: str, tmp_path: Path) -> None:
    """A file that is no program is told of, without a word of what it was to be told."""
    program = tmp_path / "judge"
    program.write_bytes(b"\x7fELF nonsense")
    program.chmod(0o755)

    with pytest.raises(NoAnswer, match=r"could not be started: Exec format|ended with status 127"):
        run(loop, told(program))


@LOOPS
def test_nothing_runs_on_when_nobody_waits_any_more(loop: str, tmp_path: Path) -> None:
    """When a review is cancelled, the program and all that it started are killed."""
    wire = Wire(tmp_path / "wire")
    program = script(
        tmp_path / "judge",
        'exec 9>"$WIRE"; trap "" TERM INT HUP; (trap "" TERM INT HUP; sleep 1000) & '
        "echo begun >&9; sleep 1000",
    )

    async def main() -> bool:
        task = asyncio.create_task(told(program, WIRE=str(wire.path)))
        await asyncio.to_thread(wire.begun)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(loop, main())
    wire.ended()


@LOOPS
@pytest.mark.parametrize("moments", range(0, 20, 2))
def test_nothing_runs_on_whenever_that_was(loop: str, moments: int, tmp_path: Path) -> None:
    """A program that is only being started when a review is cancelled does not live on."""
    wire = Wire(tmp_path / "wire")
    program = script(tmp_path / "judge", 'exec 9>"$WIRE"; sleep 1000 & sleep 1000')

    async def main() -> bool:
        task = asyncio.create_task(told(program, WIRE=str(wire.path)))
        for _ in range(moments):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(loop, main())
    wire.let_go()
    wire.ended()


@LOOPS
def test_who_is_cancelled_twice_leaves_nothing_open(loop: str, tmp_path: Path) -> None:
    """A loop that ends cancels a review once more, while its program is being put down."""
    wire = Wire(tmp_path / "wire")
    # A child outside of the group holds the output open, so that its end is waited for.
    text = 'exec 3>"$WIRE"; echo begun >&3; setsid sleep 2 & sleep 1000'
    program = script(tmp_path / "judge", text)

    async def work() -> bool:
        task = asyncio.create_task(told(program, WIRE=str(wire.path)))
        await asyncio.to_thread(wire.begun)
        task.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(loop, work())
    gc.collect()


@LOOPS
def test_what_a_program_leaves_behind_is_killed(loop: str, tmp_path: Path) -> None:
    """A process that outlives the program, and keeps its output open, does not hold us up."""
    wire = Wire(tmp_path / "wire")
    program = script(tmp_path / "judge", 'exec 9>"$WIRE"; echo x >&9; sleep 1000 & echo DENY')

    assert run(loop, told(program, WIRE=str(wire.path))) == "DENY\n"
    wire.begun()
    wire.ended()


def test_output_that_fills_the_limit_exactly_is_not_taken_for_all() -> None:
    """Where more follows, the program has said too much; the beginning is no answer."""

    async def work() -> bool:
        listener = Listener()
        listener.pipe_data_received(STDOUT, b"x" * MOST_OUTPUT)
        assert not listener.too_much
        listener.pipe_data_received(STDOUT, b"x")
        return listener.over.done()

    assert asyncio.run(work())


def test_a_folder_is_ours_alone_and_goes(tmp_path: Path) -> None:
    """A program runs in an empty folder that nobody else can enter, and that is removed."""
    with empty_folder(tmp_path) as folder:
        modes = [stat.S_IMODE(each.stat().st_mode) for each in (folder.here.parent, *folder)]
        left = list(folder.here.iterdir())
        (folder.here / "litter").write_text("x")

    assert modes == [0o700] * 3
    assert left == []
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_found_on_its_own_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program is looked for on the path that was recorded, and in absolute folders only."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder in (ours, theirs):
        folder.mkdir()
        script(folder / "judge", "echo ALLOW")
    monkeypatch.setenv("PATH", f"{theirs}:{os.environ['PATH']}")
    monkeypatch.chdir(theirs)

    assert found("judge", {"PATH": f".:theirs::{ours}"}) == str(ours / "judge")
    assert found(str(theirs / "judge"), {}) == str(theirs / "judge")


@pytest.mark.parametrize("program", ["judge", "./judge", "../theirs/judge", "", "no\x00thing"])
@pytest.mark.parametrize("path", [{}, {"PATH": ""}, {"PATH": "."}])
def test_a_program_that_is_not_there_gives_no_answer(
    program: str, path: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is taken from where we happen to stand, nor from our own path."""
    script(tmp_path / "judge", "echo ALLOW")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)

    with pytest.raises((NoAnswer, ValueError)):
        found(program, path)


def test_words_are_no_shell(tmp_path: Path) -> None:
    """What is passed to a program reaches it as it is."""
    program = script(tmp_path / "judge", 'printf "%s\\n" "$@"')
    words = ["a b", "$(touch x)", ";", "*"]

    async def main() -> str:
        with empty_folder(tmp_path) as folder:
            return await answer_of(
                [str(program), *words], "", environment=ENVIRONMENT, cwd=folder.here
            )

    assert asyncio.run(main()).splitlines() == json.loads(json.dumps(words))
