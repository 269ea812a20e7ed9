"""A home that is missing, broken or somebody else's never makes a hook say yes to a change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.hook.alone import has_overrides
from tests.hook.rig import ATTENDED, DENIED, READS, Rig
from tests.server.backgrounds import nobody_stays
from tests.tables import each_row

WRITER = """
name: writer
permissions: {allow: [Write, Bash(git status)], deny: [Bash(rm *)]}
"""
# A hook as a user who may write nothing here; everything is loaded before.
AS_NOBODY = """
import os, runpy, sys
import proctor.hook.cold, proctor.audit.handing_in, proctor.owner.background
import proctor.server.posts, proctor.owner.socket_path, proctor.adapters.claude_code
import encodings.utf_8_sig, encodings.utf_16_le, json, site
from proctor.assemble import Proctor
from proctor.terms.call import ToolCall
proctor = Proctor.for_role("guarded", cwd="/", home="/srv/none")
proctor.decide(ToolCall("Bash", {"command": "git status"}))
proctor.decide(ToolCall("Write", {"file_path": "a", "content": ""}))
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
from proctor.hook.client import main
main(("claude-code", sys.argv[1], "writer", "", sys.argv[2] == "attended", 60.0, ""))
"""


def write(rig: Rig, name: str = "a.txt") -> bytes:
    """Return a call that changes something, which the role allows."""
    given = {"file_path": f"{rig.project}/{name}", "content": ""}
    return rig.event(tool_name="Write", tool_input=given)


def decisions(rig: Rig, env: dict[str, str] | None = None) -> list[str]:
    """Return what becomes of what reads, what is denied, and what changes something."""
    calls = (rig.event(command=READS), rig.event(command=DENIED), write(rig))
    return [rig.run(call, env).decision for call in calls]


@each_row(
    ("make", "wanted"),
    [
        (lambda path: None, False),
        (lambda path: path.mkdir(), False),
        (lambda path: (path.mkdir(), (path / "arch-1.yaml").touch()), True),
        (lambda path: path.touch(), True),
    ],
    ids=["none", "empty", "one", "unreadable"],
)
def test_overrides_that_cannot_be_read_count_as_there(
    tmp_path_factory: pytest.TempPathFactory, make: Callable[[Path], object], *, wanted: bool
) -> None:
    """What was changed for an agent, such as a permission taken away, is never passed over."""
    home = tmp_path_factory.mktemp("home")
    make(home / "overrides")
    assert has_overrides(str(home)) is wanted


@pytest.fixture
def writer(rig: Rig) -> Rig:
    """Install a hook of a role that may write."""
    (rig.home / "roles").mkdir()
    (rig.home / "roles" / "writer.yaml").write_text(WRITER)
    return rig.install(role="writer", ask_holds=True)


def test_a_home_that_is_not_there_is_made(rig: Rig) -> None:
    """The built-in role needs none; the record makes one, for its user alone."""
    shutil.rmtree(rig.home)

    assert [rig.run(rig.event(command=command)).decision for command in (READS, DENIED)] == [
        "allow",
        "deny",
    ]
    assert rig.decisions() == ["allow", "deny"]
    assert rig.home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["a file", "a link to nowhere", "a link to itself"])
def test_a_home_that_is_none_allows_nothing(rig: Rig, kind: str) -> None:
    """Where the home cannot be looked into, no role of it is known: all is refused or asked."""
    rig.install(ask_holds=True)
    shutil.rmtree(rig.home)
    if kind == "a file":
        rig.home.write_text("")
    else:
        rig.home.symlink_to(rig.home if kind.endswith("itself") else rig.home.parent / "gone")
    said = [
        rig.run(rig.event(command=command), env).decision
        for command in (READS, DENIED, "touch a")
        for env in (None, ATTENDED)
    ]

    assert "deny" == said[2] == said[4]
    assert "allow" not in said[4:]


def test_without_a_record_nothing_changes(writer: Rig) -> None:
    """Where no record can be written, plain reads run and nothing else does."""
    before = decisions(writer)
    shutil.rmtree(writer.home / "spool")
    (writer.home / "spool").write_text("")
    (writer.home / "logs").write_text("")

    assert before == ["allow", "deny", "allow"]
    assert decisions(writer) == ["allow", "deny", "deny"]
    assert decisions(writer, ATTENDED) == ["allow", "deny", "deny"]


@pytest.mark.parametrize("attended", ["attended", "headless"])
def test_a_home_that_cannot_be_written(attended: str) -> None:
    """It is the same where the home may only be read, and a policy is kept in it or not."""
    top = Path(tempfile.mkdtemp(prefix="hook-"))
    try:
        home, project = top / "home", top / "shop"
        (home / "roles").mkdir(parents=True)
        (project / ".git").mkdir(parents=True)
        (home / "roles" / "writer.yaml").write_text(WRITER)
        rig = Rig(home, project, top / "hook")
        for path in (*home.rglob("*"), home, top):
            path.chmod(0o555 if path.is_dir() else 0o444)
        words = [sys.executable, "-c", AS_NOBODY, str(home), attended]
        env = ATTENDED if attended == "attended" else None
        said = [
            rig.run(call, env, words=words, cwd="/")
            for call in (rig.event(command=READS), rig.event(command=DENIED), write(rig))
        ]
    finally:
        for path in (top, top / "home", top / "home" / "roles"):
            path.chmod(0o700)
        shutil.rmtree(top)

    assert [one.decision for one in said] == ["allow", "deny", "deny"], said[0].err


def test_a_kept_policy_that_is_half_written_is_not_used(writer: Rig) -> None:
    """At whatever byte it was cut, the role is loaded anew and decides as it says."""
    writer.run(write(writer))
    (kept,) = (writer.home / "compiled").iterdir()
    whole = kept.read_bytes()
    for size in (0, 1, 33, len(whole) // 2, len(whole) - 1):
        kept.write_bytes(whole[:size])

        assert writer.run(writer.event(command=DENIED)).decision == "deny"
        assert whole == kept.read_bytes()


def test_a_kept_policy_that_was_tampered_with_is_not_used(writer: Rig) -> None:
    """What does not fit its checksum, or what others may have written, counts for nothing."""
    writer.run(write(writer))
    (kept,) = (writer.home / "compiled").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole.replace(b"Bash(rm *)", b"Bash(xx *)"))
    changed = writer.run(writer.event(command=DENIED)).decision
    kept.chmod(0o666)
    opened = writer.run(writer.event(command=DENIED)).decision
    closed_again = kept.stat().st_mode & 0o777
    kept.rename(writer.home / "elsewhere.json")
    kept.symlink_to(writer.home / "elsewhere.json")
    linked = writer.run(writer.event(command=DENIED)).decision

    assert [changed, opened, linked] == ["deny"] * 3
    assert closed_again == 0o600
    assert not kept.is_symlink()


def test_a_pipe_in_the_place_of_anything_is_not_waited_for(writer: Rig) -> None:
    """Whoever puts a pipe where a file of ours should be does not stop a hook."""
    writer.run(write(writer))
    (kept,) = (writer.home / "compiled").iterdir()
    kept.unlink()
    os.mkfifo(kept)
    decided = writer.run(writer.event(command=DENIED)).decision
    os.mkfifo(writer.home / "roles" / "pipe.yaml")
    with nobody_stays(writer.home):
        said = writer.run(writer.event(command=READS))

    assert decided == "deny"
    assert said.status in (0, 2)


def test_a_home_with_a_long_name_works(rig: Rig) -> None:
    """Where the socket lies elsewhere, decisions and records are the same."""
    rig.home = rig.home / ("deep" * 25)
    rig.install(socket="")

    assert [rig.run(rig.event(command=command)).decision for command in (READS, DENIED)] == [
        "allow",
        "deny",
    ]
    assert rig.decisions() == ["allow", "deny"]


def test_a_managed_hook_finds_the_home_of_its_user(rig: Rig) -> None:
    """One that names no home asks the system whose it is, not the environment."""
    code = (
        "import os, posix, pwd, sys\n"
        "from proctor.hook.client import Hook\n"
        "hook = Hook(('claude-code', '', '', '', False, 1.0, ''), b'Stop', collects=False)\n"
        "print(hook.home() == pwd.getpwuid(os.geteuid()).pw_dir + '/.proctor')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"HOME": str(rig.home), "PROCTOR_HOME": str(rig.home)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "True\n"
