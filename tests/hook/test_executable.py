"""The generated hook: short, with its identity inside, and it blocks where we are gone."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from tests.hook.rig import ATTENDED, DENIED, READS, REQUEST, UNATTENDED, Rig, Said
from tests.tables import each_row

IDENTITY = Identity("claude-code", "/home/ada/.proctor", "coder", "arch-1", True, 595.0, "/s.sock")
PYTHON = "/opt/proctor/bin/python"


def test_it_says_who_it_is_in_a_few_lines() -> None:
    """The whole identity stands in it, and it is short: it is compiled at every start."""
    text = hook_text(IDENTITY, python=PYTHON, package="/opt/proctor/lib")

    assert f"#!{PYTHON} -IS\n" == text.splitlines(keepends=True)[0]
    assert f" main({tuple(IDENTITY)!r})\n" in text
    assert len(text.splitlines()) < 35


@pytest.mark.parametrize(
    "python", [f"/opt/{'long' * 40}/python", "/opt/my python", "/opt/o'python"]
)
def test_an_odd_interpreter_is_started_by_a_shell(python: str) -> None:
    """A path that is too long for a first line, or has blanks in it, is quoted for a shell."""
    text = hook_text(IDENTITY, python=python, package="/opt/proctor/lib")

    assert text.startswith("#!/bin/sh\n")
    compile(text, "hook", "exec")


def test_a_shell_may_start_any_interpreter(rig: Rig) -> None:
    """It is started so where that is wished, and decides the same."""
    identity = Identity("claude-code", str(rig.home), "guarded")
    text = hook_text(identity, python=sys.executable, package=package_folder(), by_shell=True)
    write_hook(rig.hook, text)

    assert text.startswith("#!/bin/sh\n")
    assert rig.run(rig.event(command=DENIED)).decision == "deny"


def test_it_is_written_for_its_user_alone(tmp_path: Path) -> None:
    """The file and its folders are closed to others, and a second writing replaces the first."""
    path = tmp_path / "home" / "hooks" / "claude-code"
    write_hook(path, "#!/bin/sh\nexit 1\n")
    write_hook(path, "#!/bin/sh\nexit 2\n")

    assert [
        stat.S_IMODE(place.stat().st_mode) for place in (path, path.parent, path.parent.parent)
    ] == [0o700] * 3
    assert [path] == [*path.parent.iterdir()]
    assert subprocess.run([path], check=False).returncode == 2


def test_an_interpreter_with_blanks_in_its_path_works(rig: Rig) -> None:
    """A shell starts it, with the same verdicts and the same deafness to arguments."""
    odd = rig.home.parent / "my 'odd' pythons"
    odd.mkdir()
    (odd / "place").symlink_to(sys.prefix)
    rig.install(python=str(odd / "place" / "bin" / "python"))
    words = [str(rig.hook), "--help", "x y"]
    said = [rig.run(rig.event(command=c), words=words).decision for c in (READS, DENIED)]

    assert said == ["allow", "deny"]


@pytest.mark.parametrize("shell", ["/bin/sh", "bash", "bash --posix"])
def test_an_interpreter_that_is_gone_blocks(rig: Rig, shell: str) -> None:
    """Where a shell starts it, a Python that is not there any more is exit 2, not 127."""
    gone = rig.home.parent / "gone python"
    rig.install(python=str(gone))
    absent = rig.run(rig.event(), words=[*shell.split(), str(rig.hook)])
    gone.write_text("")
    broken = rig.run(rig.event(), words=["/bin/sh", str(rig.hook)])

    assert absent.status == 2
    assert broken.status != 0
    assert "" == absent.out == broken.out


def test_without_our_package_it_blocks(rig: Rig) -> None:
    """Uninstalled, a call is blocked, a request is denied, and other events end in silence."""
    rig.install(package="/srv/gone")
    call, request, stop = (rig.run(rig.event(name)) for name in ("PreToolUse", REQUEST, "Stop"))
    nothing = rig.run(b"")
    why = "Proctor cannot be started: ModuleNotFoundError"

    assert Said(2, "", why) == call == nothing
    assert (0, "deny", why) == (request.status, request.decision, request.why)
    assert Said(0, "") == stop


def test_without_our_package_it_asks_whoever_sits_there(rig: Rig) -> None:
    """Where an ask was proven to hold; the dialog that the program opens then stays open."""
    rig.install(package="/srv/gone", ask_holds=True, user_home=str(rig.home.parent))
    (rig.home.parent / ".claude").mkdir()
    call, request, stop, change = (
        rig.run(rig.event(name), ATTENDED)
        for name in ("PreToolUse", REQUEST, "Stop", "ConfigChange")
    )
    why = "Proctor cannot be started: ModuleNotFoundError"

    assert (0, "ask", why, "") == (call.status, call.decision, call.why, call.err)
    assert [Said(0, ""), Said(0, ""), Said(2, "", why)] == [request, stop, change]


@each_row(
    ("env", "identity", "event"),
    [
        (UNATTENDED, {}, {}),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli"}, {}, {}),
        ({**ATTENDED, "CLAUDE_PROJECT_DIR": ""}, {}, {}),
        ({**ATTENDED, "CLAUDE_PROJECT_DIR": "shop"}, {}, {}),
        # It was not proven on this version.
        (ATTENDED, {"ask_holds": False}, {}),
        # A model, or nobody, would answer.
        (ATTENDED, {}, {"permission_mode": "auto"}),
        (ATTENDED, {}, {"permission_mode": "bypassPermissions"}),
        # What is there may answer in a person's place.
        ({**ATTENDED, "CLAUDE_PROJECT_DIR": "/srv/claudes/a/b"}, {}, {}),
        (ATTENDED, {"user_home": "/home/ada"}, {}),
    ],
)
def test_without_our_package_it_blocks_where_nobody_would_be_asked(
    env: dict[str, str], identity: dict[str, Any], event: dict[str, str], rig: Rig
) -> None:
    """Also where the project, or a folder above it, could bring a hook that says yes."""
    there = rig.home.parent
    (there / ".claude").mkdir(exist_ok=True)
    said = {"ask_holds": True, "user_home": str(there), **identity}
    rig.install(package="/srv/gone", **said)
    odd = env.get("CLAUDE_PROJECT_DIR", "")
    if odd.startswith("/srv/claudes"):
        (there / "srv" / ".claude").mkdir(parents=True, exist_ok=True)
        env = {**env, "CLAUDE_PROJECT_DIR": odd.replace("/srv/claudes", str(there / "srv"))}
    call, request = (rig.run(rig.event(name, **event), env) for name in ("PreToolUse", REQUEST))

    assert (call.status, call.out, request.decision) == (2, "", "deny")


def test_a_closed_stdout_blocks_where_it_would_ask(rig: Rig) -> None:
    """An ask that nobody hears is no yes."""
    rig.install(package="/srv/gone", ask_holds=True, user_home=str(rig.home.parent))
    words = ["/bin/sh", "-c", f"exec {rig.hook} >&-"]

    assert rig.run(rig.event(), ATTENDED, words=words).status == 2


@pytest.mark.parametrize("text", ["raise ValueError", "raise MemoryError"])
def test_a_failure_that_may_pass_blocks_in_a_terminal_too(
    rig: Rig, tmp_path: Path, text: str
) -> None:
    """Only a package that is gone or broken asks: the rest could be brought about by an agent."""
    folder = tmp_path / "lib"
    (folder / "proctor" / "hook").mkdir(parents=True)
    for name in ("proctor/__init__.py", "proctor/hook/__init__.py", "proctor/hook/client.py"):
        (folder / name).write_text(text if name.endswith("client.py") else "")
    rig.install(package=str(folder), ask_holds=True, user_home=str(rig.home.parent))

    assert rig.run(rig.event(), ATTENDED).status == 2


@pytest.mark.parametrize("text", ["raise ValueError", "def", "import posix; posix._exit(0"])
def test_a_broken_package_blocks(rig: Rig, tmp_path: Path, text: str) -> None:
    """A package that does not even load is no yes."""
    folder = tmp_path / "lib"
    (folder / "proctor" / "hook").mkdir(parents=True)
    for name in ("proctor/__init__.py", "proctor/hook/__init__.py", "proctor/hook/client.py"):
        (folder / name).write_text(text if name.endswith("client.py") else "")
    rig.install(package=str(folder))

    assert rig.run(rig.event()).status == 2


def test_half_a_package_blocks(rig: Rig, tmp_path: Path) -> None:
    """Where only the client is left, what it cannot do alone is refused."""
    folder = tmp_path / "lib"
    source = Path(package_folder()) / "proctor"
    (folder / "proctor" / "hook").mkdir(parents=True)
    for name in ("__init__.py", "hook/__init__.py", "hook/client.py"):
        shutil.copy(source / name, folder / "proctor" / name)
    rig.install(package=str(folder))

    assert Said(2, "", "Proctor: the hook failed: ModuleNotFoundError\n") == rig.run(rig.event())


def test_a_file_beside_the_package_shadows_nothing(rig: Rig, tmp_path: Path) -> None:
    """The package's folder comes last: what lies in it does not stand for a part of Python."""
    folder = tmp_path / "lib"
    folder.mkdir()
    (folder / "proctor").symlink_to(Path(package_folder()) / "proctor")
    for name in ("json", "os", "enum", "datetime"):
        (folder / f"{name}.py").write_text("import posix\nposix._exit(0)\n")
    rig.install(package=str(folder))

    assert rig.run(rig.event(command=DENIED)).decision == "deny"
