"""Whatever a hook is given for stdin, stdout, environment and folder, it never says yes by it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.hook.rig import (
    ASKS,
    ATTENDED,
    DENIED,
    READS,
    REQUEST,
    FakeServer,
    Rig,
    Said,
    allow,
    says,
)

LARGEST = 16 << 20
NOT_READ = Said(2, "", "the event is not one that can be read\n")


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}", b"[]", b"null", b"{", b"\xff\xfe\0\1", b'"PreToolUse"', b"{" * 100_000],
    ids=["empty", "a newline", "no keys", "a list", "null", "half", "binary", "a text", "deep"],
)
def test_what_is_no_event_blocks(rig: Rig, data: bytes) -> None:
    """Of what cannot be told it is not known that it needs no verdict."""
    assert rig.run(data) == NOT_READ


def test_a_closed_stdin_blocks(rig: Rig) -> None:
    """Nothing came in, so nothing can be allowed."""
    said = rig.run(b"", words=["/bin/sh", "-c", f"{rig.hook} <&-"])

    assert said == NOT_READ


def test_a_call_of_any_size_is_decided_or_refused(rig: Rig) -> None:
    """Up to 16 MiB a call is read; what is larger blocks, without being read to its end."""
    large = rig.event(command=f"echo {'x' * (LARGEST - 10_000)}; {DENIED}")
    larger = rig.event(command="x" * LARGEST)
    request = rig.event(REQUEST, command="x" * LARGEST)
    words = "Proctor: the call is larger than 16 MiB"

    assert rig.run(large).blocks
    assert Said(2, "", f"{words}\n") == rig.run(larger)
    assert words == rig.run(request).why


@contextmanager
def unheard(kind: str) -> Iterator[dict[str, Any]]:
    """Give a stdout that takes no verdict, as options of a run."""
    if kind == "full":
        with Path("/dev/full").open("wb") as full:
            yield {"stdout": full}
        return
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        yield {"stdout": theirs}
    finally:
        os.close(theirs)


@pytest.mark.parametrize("kind", ["closed", "full", "gone"])
@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
def test_a_verdict_that_nobody_hears_blocks(rig: Rig, kind: str, warm: bool) -> None:
    """Half a verdict, or none, means yes to the program; so the status says no."""
    options: AbstractContextManager[dict[str, Any]]
    if kind == "closed":
        options = nullcontext({"words": ["/bin/sh", "-c", f"{rig.hook} >&-"]})
    else:
        options = unheard(kind)
    server = FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")) if warm else nullcontext()
    with options as where, server:
        said = rig.run(rig.event(command=READS if warm else DENIED), **where)

    assert said.status == 2


def test_half_a_verdict_blocks(rig: Rig) -> None:
    """A reader that goes away in the middle of a long answer has not heard it."""
    answer = f'{{id}} 0 {allow()[:-2]},"x":"{"x" * 200_000}"}}}}\n'
    with FakeServer(rig.home, says(answer)), rig.started(rig.event()) as process:
        assert process.stdout is not None
        process.stdout.read(10)
        process.stdout.close()

        assert process.wait(60) == 2


def test_a_closed_stdout_is_not_taken_for_another_file(rig: Rig) -> None:
    """What is opened next gets the number of a closed stream; no verdict goes in there."""
    said = rig.run(rig.event(), words=["/bin/sh", "-c", f"{rig.hook} >&- 2>&-"])
    kept = [path for path in rig.home.rglob("*") if path.is_file()]

    assert said.status == 2
    assert [path for path in kept if b"hookSpecificOutput" in path.read_bytes()] == []


def test_a_denial_that_nobody_hears_is_a_failure(rig: Rig) -> None:
    """Exit 2 does not deny a request; a failure does, where the program is told to block then."""
    said = rig.run(rig.event(REQUEST, DENIED), words=["/bin/sh", "-c", f"{rig.hook} >&-"])

    assert said.status == 1


def test_without_any_environment(rig: Rig) -> None:
    """`env -i` changes nothing."""
    words = ["/usr/bin/env", "-i", str(rig.hook)]
    decisions = [rig.run(rig.event(command=c), words=words).decision for c in (READS, DENIED)]

    assert decisions == ["allow", "deny"]


def test_a_hostile_environment_changes_nothing(rig: Rig, tmp_path: Path) -> None:
    """Neither Python's variables nor ours, nor a home, reach a hook that says who it is."""
    evil = tmp_path / "evil"
    (evil / "proctor").mkdir(parents=True)
    for name in ("proctor/__init__.py", "os.py", "json.py", "sitecustomize.py", "startup.py"):
        (evil / name).write_text("import posix\nposix.write(1, b'got in')\nposix._exit(0)\n")
    (evil / ".proctor" / "roles").mkdir(parents=True)
    (evil / ".proctor" / "roles" / "guarded.yaml").write_text(
        "name: guarded\npermissions: {allow: [Bash]}\n"
    )
    env = {
        "PYTHONPATH": str(evil),
        "PYTHONSTARTUP": str(evil / "startup.py"),
        "PYTHONHOME": str(evil),
        "PYTHONINSPECT": "1",
        "PYTHONUSERBASE": str(evil),
        "PYTHONSAFEPATH": "",
        "HOME": str(evil),
        "PROCTOR_HOME": str(evil / ".proctor"),
        "PROCTOR_ROLE": "open",
        "PROCTOR_STORE": "memory",
        "PATH": str(evil),
        "LD_LIBRARY_PATH": str(evil),
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
        "TG_API_TOKEN": "x",
    }
    said = [rig.run(rig.event(command=c), env, cwd=evil) for c in (READS, DENIED)]

    assert [(one.status, one.decision) for one in said] == [(0, "allow"), (0, "deny")]
    assert len(rig.rows()) == 2
    assert {"guarded"} == {row["role"] for row in rig.rows()}


def test_arguments_are_ignored(rig: Rig) -> None:
    """Whatever is written behind it, the hook is who it is."""
    words = [str(rig.hook), "--role", "open", "-c", "print('allow')", "--help"]

    assert rig.run(rig.event(command=DENIED), words=words).decision == "deny"


def test_a_folder_that_is_gone_changes_nothing(rig: Rig, tmp_path: Path) -> None:
    """A hook whose working folder was deleted decides as in any other."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && {rig.hook}"
    decisions = [
        rig.run(
            rig.event(command=c), words=["/bin/sh", "-c", f"mkdir -p {gone}; {script}"]
        ).decision
        for c in (READS, DENIED)
    ]

    assert decisions == ["allow", "deny"]


def test_the_root_is_that_of_the_session(rig: Rig) -> None:
    """A project's role counts where the session began, wherever the agent has gone since."""
    roles = rig.project / ".proctor" / "roles"
    roles.mkdir(parents=True)
    (roles / "guarded.yaml").write_text("name: guarded\npermissions: {deny: [Bash(git status)]}\n")
    elsewhere = rig.project.parent / "elsewhere"
    elsewhere.mkdir()
    inside = rig.run(rig.event(cwd=str(elsewhere)))
    by_cwd = rig.run(rig.event(cwd=str(elsewhere)), {"CLAUDE_PROJECT_DIR": ""})
    relative = rig.run(rig.event(), {"CLAUDE_PROJECT_DIR": "shop"})

    assert [inside.decision, by_cwd.decision, relative.decision] == ["deny", "allow", "deny"]
    assert {str(rig.project), str(elsewhere)} == {row["project"] for row in rig.rows()}


def test_user_without_a_home_gets_no_yes(rig: Rig) -> None:
    """A hook that names no home asks the system for the user's, which need not be there."""
    rig.install(home="", socket="")
    shutil.rmtree(rig.home)
    # In namespaces of its own it is `nobody`, whose home is not there, nor can it be made.
    script = 'mount -o remount,bind,ro / && exec unshare --user "$0"'
    place = ["unshare", "--user", "--map-root-user", "--mount"]
    words = [*place, "/bin/sh", "-c", script, str(rig.hook)]
    said = rig.run(rig.event(command=DENIED), words=words)

    assert said.blocks


def test_what_is_asked_of_a_dialog_is_asked_of_it(rig: Rig) -> None:
    """Attended, on a version where that holds, an ask without a server is the dialog's."""
    rig.install(ask_holds=True)
    (rig.home / "config.yaml").write_text("store: nonsense\n")
    headless = rig.run(rig.event(command=ASKS))
    attended = rig.run(rig.event(command=ASKS), ATTENDED)

    assert [headless.decision, attended.decision] == ["deny", "ask"]


def test_only_one_line_of_json_is_printed(rig: Rig) -> None:
    """The answer is one line of ASCII that ends with its newline."""
    out = rig.run(rig.event(command=DENIED)).out

    assert out.isascii()
    assert out.count("\n") == 1
    assert {"hookSpecificOutput"} == set(json.loads(out))
    assert out.endswith("}}\n")


def test_nothing_is_left_running(rig: Rig) -> None:
    """A verdict that needs nobody starts no server."""
    for command in (READS, DENIED):
        rig.run(rig.event(command=command))
    subprocess.run([str(rig.hook)], input=rig.event("Stop"), check=True, timeout=60)

    assert not (rig.home / "start.lock").exists()
    assert not os.path.lexists(rig.home / "proctor.sock")
