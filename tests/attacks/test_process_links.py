"""
Links of procfs as ways into Proctor's folder: what they lead to differs from process to process.

The host is real, with links that a clone can bring. `OPEN` allows everything, so what it does not
allow was stopped by the guard, and only a person can allow it; `READER` allows what only reads.
"""

from __future__ import annotations

import pytest

from proctor import Policy
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.rule import By
from tests.attacks.linked_host import OPEN, Host
from tests.tables import each_row

READER = Policy.of(allow=["Bash(@read)", "Read", "Grep", "Glob", "Write", "Edit"])
FIELDS = {"Bash": "command", "Glob": "pattern", "Grep": "path"}


@pytest.fixture(scope="session")
def made_links(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """Make the folders and links once: nothing here changes them."""
    host = Host(tmp_path_factory.mktemp("links").resolve())
    for folder in ("home/.proctor", "home/.ssh", "shop/src"):
        (host.top / folder).mkdir(parents=True)
    for file in ("home/.proctor/token", "home/.ssh/id_rsa", "shop/a.txt"):
        (host.top / file).write_text("x\n")
    for link, target in {
        "token": f"/proc/self/root{host.home}/.proctor/token",
        "token2": "/proc/self/cwd/../home/.proctor/token",
        "key": f"/proc/thread-self/root{host.home}/.ssh/id_rsa",
        "self": "/proc/self", "thread": "/proc/thread-self", "net": "/proc/net", "fd": "/dev/fd",
        "top": "/proc/self/root", "top2": "top", "cwd": "/proc/self/cwd", "in": "/dev/stdin",
        "proc": "/proc", "status": "/proc/self/status", "b.txt": "a.txt", "src/hh": "../../home",
    }.items():  # fmt: skip
        (host.shop / link).symlink_to(target)
    return host


@pytest.fixture
def links(made_links: Host, monkeypatch: pytest.MonkeyPatch) -> Host:
    """Give the host, and be at home there."""
    monkeypatch.setenv("HOME", str(made_links.home))
    return made_links


def decided(links: Host, tool: str, said: str, policy: Policy, cwd: str | None = None) -> Decision:
    """Decide a call; `TOP` stands for the folder around everything."""
    around = surroundings(cwd=links.shop, root=links.shop, home=links.home / ".proctor")
    given = {FIELDS.get(tool, "file_path"): said.replace("TOP", str(links.top))}
    extra = {"Grep": {"pattern": "x"}, "Write": {"content": "x"}}.get(tool, {})
    return Pipeline(policy, around).decide(ToolCall(tool=tool, input=given | extra, cwd=cwd))


def effects(links: Host, tool: str, said: str) -> set[Effect]:
    """Return what the widest policy and that of a reader say."""
    return {decided(links, tool, said, policy).effect for policy in (OPEN, READER)}


@each_row(
    ("tool", "said"),
    [
        ("Read", "TOP/shop/token"), ("Read", "token2"), ("Read", "top2TOP/home/.proctor/token"),
        ("Read", "/proc/self/rootTOP/home/.proctor/token"),
        ("Read", "/dev/fd/../rootTOP/home/.proctor/token"),
        ("Read", "/proc/thread-self/../../rootTOP/home/.proctor/token"),
        ("Read", "fd/../cwd/../home/.proctor/token"), ("Edit", "token"), ("Write", "token2"),
        ("Write", "topTOP/home/.claude/settings.json"),
        ("Grep", "TOP/shop/topTOP/home"), ("Grep", "token"), ("Grep", "cwd/../home/.proctor"),
        ("mcp__files__read", "/dev/fd/../cwd/../home/.proctor/token"),
        ("Glob", "topTOP/home/.proctor/*"), ("Glob", "/proc/self/rootTOP/home/**"),
    ],
)  # fmt: skip
def test_file_tools_do_not_reach_proctors_folder(tool: str, said: str, links: Host) -> None:
    """A link that is read by its text alone would hide where it leads."""
    assert effects(links, tool, said) == {Effect.DENY}


@each_row(
    "command",
    [
        "cat /dev/fd/../rootTOP/home/.proctor/token",
        "cd /dev/fd/../rootTOP/home/.proctor && cat token",
        "cd /dev/fd/../rootTOP/home && cat .proctor/token",
        "cd /dev/fd; cat ../rootTOP/home/.proctor/token",
        "cd fd; cat ../rootTOP/home/.proctor/token",
        "cd /proc/self; cat rootTOP/home/.proctor/token",
        "cd self; cat cwd/../home/.proctor/token",
        "git diff --no-index /dev/null /dev/fd/../rootTOP/home/.proctor/token",
        "sqlite3 -readonly /dev/fd/../rootTOP/home/.proctor/proctor.db .dump",
        "grep -r x /dev/fd/../cwd/../home", "rm -r /proc/self/rootTOP/home",
        "rm -r /proc/self/root", "tar cf x.tar /proc/self/rootTOP/home", "cp -r topTOP/home x",
        "cat /proc/self/root$HOME/.p*/token", "cat /proc/self/rootTOP/home/.p*/token",
        "cat /proc/self/roo?TOP/home/.proctor/token", "cat /proc/self/cw?/../home/.proctor/token",
        "cat /proc/1/roo?TOP/home/.proctor/token", "cat /d?v/f?/../rootTOP/home/.proctor/token",
        "cat self/cwd/../home/.proctor/token", "cat self/cw?/../home/.proctor/token",
        "cat topTOP/home/.p*/token", "cat to?TOP/home/.proctor/token", "cat to*",
        "cat thread/../../rootTOP/home/.proctor/token", "cat net/../rootTOP/home/.proctor/token",
        "cat /proc/net/../rootTOP/home/.proctor/token", "cat proc/self/rootTOP/home/.proctor/token",
        "cat token", "cat < token2", "x=$(< token)", "cat < /dev/fd/../rootTOP/home/.proctor/token",
        "echo x > /dev/fd/../rootTOP/home/.claude/settings.json",
        "echo x > topTOP/home/.proctor/config.yaml", "x=/dev/fd; cat $x/../rootTOP/home/.proctor/t",
        "ln -s /dev/fd r; cat r/../rootTOP/home/.proctor/token",
        "ln -s /proc/self/root r; cat rTOP/home/.proctor/token",
        "git -C topTOP/home/.proctor log", "unknown --file=/proc/self/rootTOP/home/.proctor/token",
        "find topTOP/home -type f -exec cat {} +", "cat /proc/1/rootTOP/home/.proctor/token",
        "cat /proc/1/root/x; cat TOP/home/.proctor/token",  # one part does not hide the other
        # Where a text with `..` leads nowhere, bash follows it as the kernel does.
        "cd src/hh/../home && cat .proctor/token", "cd src/hh; cd ../home; cat .proctor/token",
    ],
)  # fmt: skip
def test_commands_do_not_reach_proctors_folder(command: str, links: Host) -> None:
    """Names behind an unknown place that may name the folder, or one above it, are denied."""
    assert effects(links, "Bash", command) == {Effect.DENY}


@each_row(
    ("tool", "said"),
    [
        ("Read", "key"), ("Read", "cwd"), ("Read", "/proc/7/fd/3"), ("Write", "/proc/self/cwd/x"),
        ("Grep", "top"), ("Glob", "cwd/**"), ("Bash", "cat key"), ("Bash", "cat /proc/1/root/x"),
        ("Bash", "cat /proc/1/fd/7"), ("Bash", "cat /proc/7/map_files/1-2"),
        ("Bash", "cat /proc/1/fd/*"), ("Bash", "cat /dev/stdin/../x"), ("Bash", "ls cwd/"),
        ("Bash", "echo x > /proc/self/cwd/y"), ("Bash", "cd /proc/1/cwd && ls"),
        ("Bash", "grep -R x self/"), ("Bash", "git -C /proc/1/cwd log"),
        ("Bash", "/proc/self/exe -c id"), ("Bash", "rm -r /proc/self/root/*"),
        ("Bash", "bash /dev/fd/../cwd/x.sh"), ("Bash", "make -C /proc/1/root"),
    ],
)  # fmt: skip
def test_unknown_places_are_asked_of_a_person(tool: str, said: str, links: Host) -> None:
    """No role and no mode allows what nobody can know, and nothing about it raises."""
    for policy in (OPEN, READER):
        found = decided(links, tool, said, policy)
        assert (found.effect, found.by) == (Effect.ASK, By.HUMAN)


@each_row("cwd", ["/proc/self/cwd", "/proc/1/root", "/proc/1/cwd/..", "TOP/shop/top"])
def test_unknown_working_folder_is_asked(cwd: str, links: Host) -> None:
    """A call that says it runs there runs nowhere that is known."""
    folder = cwd.replace("TOP", str(links.top))
    assert decided(links, "Bash", "cat a.txt", READER, folder).effect is Effect.ASK


@each_row(
    ("tool", "said"),
    [
        ("Read", "/proc/self/status"), ("Read", "status"), ("Read", "b.txt"), ("Read", "in"),
        ("Bash", "cat /proc/self/status /proc/cpuinfo status proc/loadavg"),
        ("Bash", "cat /proc/net/dev net/dev /proc/mounts"), ("Bash", "cat /dev/null /dev/stdin in"),
        ("Bash", "cat /dev/fd/3"), ("Bash", "ls /proc/self/fd /dev/fd/ fd/"), ("Bash", "ls /dev"),
        ("Bash", "cat a.txt 2>/dev/null"), ("Bash", "echo x > /dev/stderr"),
        ("Bash", "echo x > /dev/fd/2"), ("Bash", "cat <(cat b.txt)"), ("Bash", "cat src/../a.txt"),
    ],
)  # fmt: skip
def test_plain_files_of_procfs_stay_allowed(tool: str, said: str, links: Host) -> None:
    """They are the same wherever they are read, or only what the command has open."""
    assert effects(links, tool, said) == {Effect.ALLOW}
