"""`proctor trust`."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, Golden, Proctor, Write

ROLE = """\
permissions:
  allow: [Bash(make *)]
  deny: [Bash(sudo *)]
hooks:
  PostToolUse: [{command: notify.sh}]
"""

PATTERNS = "permissions:\n  allow: ['tool:bash:npm .*']\n  ask: ['tool:bash:.*']\n"
# Exit statuses of `explain`.
ALLOWED, ASKED = 0, 10

# Makes stdin the terminal of a new session, so that Ctrl-C reaches the command.
AT_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execv(sys.argv[1], sys.argv[1:])"
)


@pytest.fixture
def builder(write: Write) -> Path:
    """Have a role in the project that nobody trusted."""
    return write(".proctor/roles/builder.yaml", ROLE)


def allowed(proctor: Proctor) -> bool:
    """Say whether the project's role may allow."""
    return proctor("explain", "--role", "builder", "Bash", "make").status == 0


def test_yes_trusts(process: Proctor, proctor: Proctor, builder: Path) -> None:
    """With --yes the files are shown and trusted."""
    assert not allowed(proctor)

    result = process("trust", "--yes")

    assert (result.status, result.err) == (0, "")
    assert result.out.splitlines()[-1] == f"trusted {builder.parent.parent}"
    assert allowed(proctor)


def test_nobody_to_ask_is_no(process: Proctor, proctor: Proctor, builder: Path) -> None:
    """Without a terminal and without --yes nothing is trusted, with status 2."""
    result = process("trust", stdin=subprocess.DEVNULL)

    assert (result.status, result.err.splitlines()[0]) == (
        2,
        "error: nobody is here to ask: nothing was trusted",
    )
    assert not allowed(proctor)


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 1), ("\n", 1), ("\x03", 130)])
def test_a_person_is_asked(
    proctor: Proctor, project: Path, builder: Path, answer: str, status: int
) -> None:
    """At a terminal the answer counts, and only a yes is one."""
    person, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL, COMMAND, "trust"],
        stdin=terminal,
        stderr=terminal,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        os.close(terminal)
        asked = read_until(person, b"[y/N]:")
        os.write(person, answer.encode())
        assert running.stdout
        running.stdout.read()
        running.wait(timeout=30)
    os.close(person)

    assert b"Trust these files?" in asked
    assert running.returncode == status
    assert allowed(proctor) is (status == 0)


def read_until(descriptor: int, end: bytes) -> bytes:
    """Read what a terminal shows."""
    seen = b""
    while not seen.endswith(end):
        seen += os.read(descriptor, 1000)
    return seen


def test_what_would_be_trusted_is_shown(
    proctor: Proctor, project: Path, builder: Path, write: Write, golden: Golden
) -> None:
    """The first time, roles and what they allow are shown, and other files whole."""
    write(".proctor/config.yaml", "additional_directories: [../shared]\n")

    result = proctor("trust", "--yes")

    golden("cli/trust.txt", result.out.replace(str(project), "PROJECT"))


def test_a_copy_trusted_by_an_earlier_version_is_trusted_anew(
    proctor: Proctor, home: Path, write: Write
) -> None:
    """Nothing has changed in the files, but how they are read: that is shown, then pinned."""
    write(".proctor/roles/npm.yaml", PATTERNS)
    proctor("trust", "--yes")
    [manifest] = home.glob("trust/*/manifest.json")
    manifest.write_text(json.dumps({**json.loads(manifest.read_bytes()), "reading": 1}))
    call = ("explain", "--role", "npm", "Bash", "npm test")
    before = proctor(*call).status
    warned = proctor("check").out
    shown = proctor("trust", "--yes").out

    assert "read-as-before" in warned
    assert "an earlier version" in shown
    assert "order: deny, allow, ask" in shown
    assert (before, proctor(*call).status) == (ASKED, ALLOWED)
    assert proctor("trust").out.endswith("nothing has changed since\n")


def test_a_change_is_shown_as_a_diff(proctor: Proctor, builder: Path) -> None:
    """Later, what has changed since is shown line by line."""
    proctor("trust", "--yes")
    builder.write_text(ROLE.replace("make", "npm"))

    result = proctor("trust", "--yes")

    assert "  changed .proctor/roles/builder.yaml" in result.out.splitlines()
    assert "  -  allow: [Bash(make *)]" in result.out.splitlines()
    assert "  +  allow: [Bash(npm *)]" in result.out.splitlines()


def test_nothing_new_needs_no_answer(process: Proctor, builder: Path) -> None:
    """Where nothing has changed nobody is asked."""
    process("trust", "--yes")

    result = process("trust", stdin=subprocess.DEVNULL)

    assert result.status == 0
    assert result.out.splitlines()[-1] == "  nothing has changed since"


BUILDER: dict[str, object] = {
    "id": "builder",
    "allow": ["Bash(make *)"],
    "ask": [],
    "deny": ["Bash(sudo *)"],
    "otherwise": "ask",
    "order": "deny, ask, allow",
    "profile": None,
    "mode": None,
    "follow_bypass": False,
    "tools": None,
    "delegates": [],
    "additional_directories": [],
    "hooks": ["PostToolUse: notify.sh"],
    "settings": {},
    "command": [],
    "isolated": False,
    "sandbox": False,
    "reviewer": None,
    "model": None,
    "system_prompt": None,
    "instructions": None,
}


def test_trust_as_json(proctor: Proctor, project: Path, builder: Path) -> None:
    """The JSON says what was trusted, whole, and what is new in it."""
    result = proctor("trust", "--yes", "--json")

    assert json.loads(result.out) == {
        "root": str(project),
        "changes": ["new .proctor/roles/builder.yaml"],
        "diff": [
            "--- .proctor/roles/builder.yaml (trusted)",
            "+++ .proctor/roles/builder.yaml (now)",
            "@@ -0,0 +1,5 @@",
            *(f"+{line}" for line in ROLE.splitlines()),
        ],
        "roles": [BUILDER],
        "tools": [],
        "upstreams": [],
        "trusted": True,
    }


def test_json_without_yes_is_a_dry_run(process: Proctor, proctor: Proctor, builder: Path) -> None:
    """What would be trusted is printed, nothing is, and the status is 2."""
    result = process("trust", "--json", stdin=subprocess.DEVNULL)

    data = json.loads(result.out)
    assert (result.status, data["roles"], data["trusted"]) == (2, [BUILDER], False)
    assert not allowed(proctor)


def test_what_is_shown_is_what_would_hold(proctor: Proctor, write: Write) -> None:
    """Rules of a profile that changes with the same trust are the new ones, as text and JSON."""
    write(".proctor/roles/x.yaml", "permissions: {profile: team}\n")
    write(".proctor/config.yaml", "profiles: {team: {allow: [Bash(make *)]}}\n")
    proctor("trust", "--yes")
    write(
        ".proctor/config.yaml",
        "profiles: {team: {allow: [Bash], otherwise: allow, order: 'deny, allow, ask'}}\n"
        "tools: {look: {read_only: true}}\nadditional_directories: [/x]\n",
    )

    dry = json.loads(proctor("trust", "--json").out)
    text = proctor("trust", "--yes").out.splitlines()
    role = dry["roles"][0]

    assert role == {
        **BUILDER,
        "id": "x",
        "allow": ["Bash"],
        "deny": [],
        "otherwise": "allow",
        "order": "deny, allow, ask",
        "profile": "team",
        "additional_directories": ["/x"],
        "hooks": [],
    }
    assert dry["tools"] == [
        {
            "name": "look",
            "names": ["look"],
            "kind": "other",
            "fields": [],
            "marks": ["read_only"],
        }
    ]
    assert "-profiles: {team: {allow: [Bash(make *)]}}" in dry["diff"]
    assert {"    allow: Bash", "    otherwise: allow", "    order: deny, allow, ask"} <= {*text}
    assert "  coder (built in), changed:" in text


def test_the_commands_of_upstreams_are_shown(proctor: Proctor, write: Write) -> None:
    """What the gateway would start, reach and give away of variables is there before a yes."""
    write(
        ".proctor/config.yaml",
        "upstreams:\n  shop: {command: [shop, 'a b'], env: {KEY: '${SHOP_KEY}', B: c}}\n"
        "  far: {url: 'https://far.example/mcp', headers: {x-key: '${FAR_KEY}'}}\n",
    )
    shown = [
        "shop: starts shop 'a b', given KEY=${SHOP_KEY}",
        "far: reaches https://far.example/mcp, given x-key: ${FAR_KEY}",
    ]

    assert json.loads(proctor("trust", "--json").out)["upstreams"] == shown
    text = proctor("trust", "--yes").out.splitlines()
    assert [line for line in text if line.startswith("  upstream ")] == [
        f"  upstream {line}" for line in shown
    ]


def test_a_role_of_the_home_that_would_change_is_shown(
    proctor: Proctor, home: Path, write: Write
) -> None:
    """A project's profile takes the place of the home's, and so reaches the home's roles."""
    (home / "roles").mkdir(parents=True)
    (home / "config.yaml").write_text("profiles: {team: {allow: [Read]}}\n")
    (home / "roles" / "mine.yaml").write_text("permissions: {profile: team}\n")
    write(".proctor/config.yaml", "profiles: {team: {allow: [Bash]}}\n")

    text = proctor("trust", "--yes").out.splitlines()

    assert text[text.index("  mine (home), changed:") + 1] == "    allow: Bash"


def test_a_long_list_is_shown_to_its_end(proctor: Proctor, write: Write) -> None:
    """Nothing that would be granted is cut off."""
    rules = [f"Bash(make target-number-{number})" for number in range(200)]
    write(".proctor/roles/x.yaml", f"permissions: {{allow: {json.dumps(rules)}}}\n")

    lines = proctor("trust", "--yes").out.splitlines()

    assert {f"      {rule}" for rule in rules} <= {*lines}


def test_a_file_that_changes_while_a_person_looks_is_not_trusted(
    proctor: Proctor, project: Path, builder: Path
) -> None:
    """The answer is for what was shown: the status is 1, and nothing is trusted."""
    person, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL, COMMAND, "trust"],
        stdin=terminal,
        stderr=terminal,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        os.close(terminal)
        read_until(person, b"[y/N]:")
        builder.write_text("permissions: {allow: [Bash]}\n")
        os.write(person, b"y\n")
        told = read_until(person, b"look once more\r\n")
        running.wait(timeout=30)
    os.close(person)

    assert running.returncode == 1
    assert b"changed-meanwhile" in told
    assert not allowed(proctor)


def test_a_broken_file_is_not_trusted(proctor: Proctor, builder: Path) -> None:
    """Nobody can know what a broken file would allow."""
    builder.write_text("alow: []\n")

    result = proctor("trust", "--yes")

    assert result.status == 1
    assert result.err.startswith(".proctor/roles/builder.yaml:1:1: unknown-key: ")


def test_a_link_is_not_trusted(proctor: Proctor, project: Path, builder: Path) -> None:
    """A link in the folder is refused, whatever it leads to."""
    (project / ".proctor" / "roles" / "x.yaml").symlink_to(builder)

    result = proctor("trust", "--yes")

    assert result.status == 1
    assert ".proctor/roles/x.yaml:1:1: link: " in result.err


def test_a_damaged_copy_can_be_trusted_again(proctor: Proctor, home: Path, builder: Path) -> None:
    """Where the copy was tampered with nothing is decided until a person looks again."""
    proctor("trust", "--yes")
    copy = next((home / "trust").rglob("builder.yaml"))
    copy.write_text(ROLE.replace("make", "rm"))

    broken = proctor("explain", "--role", "builder", "Bash", "make")
    again = proctor("trust", "--yes")

    assert (broken.status, again.status) == (1, 0)
    assert "trust-damaged" in again.err
    assert allowed(proctor)


def test_no_files_no_trust(proctor: Proctor) -> None:
    """In a project without .proctor/ there is nothing to trust."""
    result = proctor("trust", "--yes")

    assert result.status == 2
    assert result.err.splitlines()[1] == "help: `proctor init` makes one"


def test_what_is_gone_can_be_forgotten(proctor: Proctor, builder: Path) -> None:
    """A role that was deleted counts until a person trusts the project without it."""
    proctor("trust", "--yes")
    builder.unlink()
    kept = allowed(proctor)

    result = proctor("trust", "--yes")

    assert kept
    assert "  gone .proctor/roles/builder.yaml" in result.out.splitlines()
    assert proctor("role", "show", "builder").status == 2


def test_what_a_role_would_delegate_is_shown(proctor: Proctor, write: Write) -> None:
    """Whoever trusts it lets its agents start others in their own right."""
    write(".proctor/roles/lead.yaml", "tools: [Read]\ndelegates: [guarded, none-such]\n")
    shown = proctor("trust", "--yes")
    role = json.loads(proctor("role", "show", "lead", "--json").out)
    checked = proctor("role", "check", "lead")

    assert "delegates: guarded" in shown.out.replace("\n    ", " ").replace("  ", " ")
    assert role["delegates"] == ["guarded", "none-such"]
    assert "there is no role `none-such` to delegate to" in checked.out + checked.err
