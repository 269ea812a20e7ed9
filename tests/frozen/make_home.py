"""
Make the frozen home: what an installation of one commit leaves on a machine.

    git worktree add /tmp/old 3407ce0
    python -m venv /tmp/old/.venv && /tmp/old/.venv/bin/pip install '/tmp/old[postgres]'
    sudo unshare --mount --uts .venv/bin/python -m tests.frozen.make_home /tmp/old/.venv OUT

It runs in a mount namespace of its own, because records name the user's folder and are sealed:
there `/home/ada` is made up and `/opt/proctor` is the old environment. A frozen home is not made
anew when the code changes. Make another one, in a folder of its own, to freeze another version.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

from tests.postgres_server import running

USER, INSTALLED = Path("/home/ada"), Path("/opt/proctor")
HOME, SHOP = USER / ".proctor", USER / "shop"
DATABASE = "proctor.db"
ENV = {"HOME": str(USER), "PATH": f"{USER}/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}
# What only a running process needs, or what is made again from the rest.
LEFT_OUT = re.compile(
    r"\.git/|/proctor\.db|/compiled/|/logs/|/tmux/|\.lock$|/\.locks/|/bin/|ports?\.json$"
)
# Lines of a dump: comments, commands of psql, and settings, which would choose another schema.
NOT_NEEDED = ("--", "\\", "SET", "SELECT pg_catalog.set_config")
ROLES = {
    HOME / "roles/clerk.yaml": """\
name: clerk
description: Keeps the shop's files
permissions:
  allow:
    - Read
    - Bash(git status *)
    - Bash(make *)
  ask:
    - Bash(git push *)
  deny:
    - rule: Bash(git push --force *)
      why: the history of the shop is never rewritten
""",
    SHOP / ".proctor/roles/builder.yaml": """\
name: builder
description: Builds the shop
permissions:
  allow:
    - Read
    - Bash(make *)
  ask:
    - Bash(git push *)
  deny:
    - Bash(git push --force *)
""",
    HOME / "config.yaml": 'redact: ["SHOP-[0-9]{4}"]\n',
    USER / ".claude/settings.json": '{"model": "opus"}\n',
    # Runs until it is ended, as an agent program does.
    USER / "bin/claude": """\
#!/bin/sh
case $1 in --version) echo "2.1.325 (Claude Code)" ;; *) exec sleep 900 ;; esac
""",
}
# No real program is proven here.
PROVEN = """
from pathlib import Path
from proctor.installing.proof_memory import proof_of, remember
program = Path("/home/ada/bin/claude")
proof = proof_of(program, "2.1.325", ask_holds=True, words="made up")
remember(Path("/home/ada/.proctor"), proof)
"""
# The same records, questions and agents in PostgreSQL, sealed by the same chain.
COPIED = """
import sys
from pathlib import Path
from proctor.audit.rows import to_values
from proctor.audit.store import Filter, Link
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.sqlite import open_sqlite
old, new = open_sqlite(Path(sys.argv[1])), open_postgres(sys.argv[2])
rows = old.find(Filter(), limit=1000, newest=False)
links = [Link(row.host, row.home, row.seq, row.hash, to_values(row.record)) for row in rows]
new.insert(links)
for question in old.questions(): new.ask(question)
new.put_agents(old.agents())
assert new.find(Filter(), limit=1000, newest=False) == rows
old.close(), new.close()
"""


def proctor(*words: str) -> str:
    """Run the old command."""
    command = [f"{INSTALLED}/bin/proctor", *words]
    done = subprocess.run(command, env=ENV, cwd=SHOP, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def hooked(number: int, command: str) -> subprocess.Popen[bytes]:
    """Start the installed hook for a call."""
    event = {
        "session_id": "s-1",
        "hook_event_name": "PreToolUse",
        "cwd": str(SHOP),
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": f"toolu_{number}",
    }
    env = {**ENV, "CLAUDE_PROJECT_DIR": str(SHOP)}
    program = [str(HOME / "hooks/claude-code")]
    hook = subprocess.Popen(program, stdin=subprocess.PIPE, env=env, cwd=SHOP)
    assert hook.stdin
    hook.stdin.write(json.dumps(event).encode())
    hook.stdin.close()
    return hook


def decided(number: int, command: str, answer: str = "") -> None:
    """Let the hook decide a call, which a person answers if it is asked."""
    hook = hooked(number, command)
    while answer and hook.poll() is None:
        for question in json.loads(proctor("approvals", "--json")):
            proctor(answer, str(question["id"]))
        time.sleep(0.1)
    assert hook.wait() == 0


def make() -> None:
    """Make the home: install, decide, ask, run agents, and leave records in the spool."""
    for folder in (USER.parent, INSTALLED.parent):
        subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
    subprocess.run(["hostname", "anvil"], check=True)
    for path, text in ROLES.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    HOME.chmod(0o700)
    (USER / "bin/claude").chmod(0o755)
    INSTALLED.mkdir()
    subprocess.run(["mount", "--bind", sys.argv[1], INSTALLED], check=True)
    subprocess.run(["git", "init", "-q", SHOP], check=True)
    subprocess.run([INSTALLED / "bin/python", "-c", PROVEN], check=True)
    proctor("trust", "--yes")
    proctor("install", "claude-code", "--role", "clerk")
    decided(1, "make")
    decided(2, "git push --force origin main")
    proctor("up", "--background")
    decided(3, "make test")
    decided(4, "git push --force")
    decided(5, "git push origin main", "approve")
    decided(6, "git push origin tag", "deny")
    proctor("run", "--name", "clerk-1", "--role", "clerk", "--detach")
    proctor("run", "--name", "shell-1", "--detach", "--", "sleep", "900")
    proctor("down")
    decided(7, "make")
    decided(8, "git push --force origin")


def freeze(out: Path) -> None:
    """Write the home as text, with placeholders for what is another where it is put."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    files = {}
    for path in sorted(p for p in USER.rglob("*") if p.is_file() and not LEFT_OUT.search(str(p))):
        name = placeholders(str(path.relative_to(USER)))
        text = path.read_text()
        # Records stay as they are: they are sealed, or will be.
        text = text if path.parent.name == "spool" else placeholders(text)
        mode = f"{stat.S_IMODE(path.stat().st_mode):o}"
        files[name] = {"mode": mode, "lines": text.split("\n")}
    (out / "home.json").write_text(json.dumps(files, indent=1) + "\n")
    with gzip.GzipFile(out / f"{DATABASE}.gz", "wb", mtime=0) as packed:
        packed.write((HOME / DATABASE).read_bytes())
    with running() as server:
        copied = [f"{INSTALLED}/bin/python", "-c", COPIED, f"{HOME}/{DATABASE}", server.conninfo]
        subprocess.run(copied, check=True)
        dump = [f"{server.programs}/pg_dump", "--inserts", "--no-owner", "-d", server.conninfo]
        text = subprocess.run(dump, check=True, stdout=subprocess.PIPE, text=True).stdout
    (out / "postgres.sql").write_text(plain_sql(text))


def placeholders(text: str) -> str:
    """Replace what is another where the home is put."""
    environment = f"({re.escape(sys.argv[1])}|{re.escape(str(INSTALLED))})"
    changes = {
        rf"{environment}/bin/python\S*": "@PYTHON@",
        rf"{environment}/lib/[^/]+/site-packages": "@PACKAGES@",
        re.escape(str(USER)): "@USER@",
        r'"(supervisor|pid)": \d+': r'"\1": @PID@',
        r'"birth": "\d+"': '"birth": "@BIRTH@"',
        next((HOME / "trust").iterdir()).name: "@TRUSTED@",
    }
    for pattern, placeholder in changes.items():
        text = re.sub(pattern, placeholder, text)
    return text


def plain_sql(text: str) -> str:
    """Return a dump that psycopg runs, in whatever schema comes first."""
    lines = [line for line in text.splitlines() if line and not line.startswith(NOT_NEEDED)]
    return "\n".join(lines).replace("public.", "") + "\n"


if __name__ == "__main__":
    try:
        make()
        freeze(Path(sys.argv[2]))
    finally:
        subprocess.run(["tmux", "-S", HOME / "tmux/proctor", "kill-server"], check=False)
