"""What decides a call and keeps its record in a process of its own loads little."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import proctor
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES

SOURCE = str(Path(proctor.__file__).parent.parent)
HEAVY = (
    "typing", "dataclasses", "pathlib", "contextlib", "asyncio", "re2", "yaml", "ruamel", "logging",
    "inspect", "subprocess", "urllib", "urllib.parse", "difflib", "tempfile", "ipaddress",
    "hashlib", "datetime", "traceback", "shutil", "pydantic", "typer",
)  # fmt: skip
JUDGE = """
import sys
sys.path.append({source!r})
import json
from proctor.audit.handing_in import hand_in
from proctor.observe import surroundings
from proctor.pipeline import Gate, Pipeline
from proctor.policy.policy import Policy
from proctor.terms.call import ToolCall
from proctor.terms.record import Standing

class Desk:
    async def ask(self, call, decision, standing, *, uid):
        return None
    def unasked(self, call, decision):
        return decision

class Audit:
    async def append(self, record):
        hand_in({home!r}, record, patterns=["ACME-[0-9]+"])
        return True

with open({file!r}) as file:
    policy = Policy.load(json.load(file), engine="re")
around = surroundings(cwd={cwd!r}, root={cwd!r}, home={home!r})
gate = Gate(Pipeline(policy, around), Standing(role="guarded"), desk=Desk(), audit=Audit())
call = ToolCall("Bash", {{"command": {command!r}, "description": "d"}}, cwd={cwd!r})
try:
    gate.judge(call).send(None)
except StopIteration as ended:
    print(ended.value.verdict.effect.word)
print(*(name for name in {heavy!r} if name in sys.modules))
"""


def judged(tmp_path: Path, command: str) -> tuple[str, list[str], dict[str, object]]:
    """Judge a command in a bare process; return what it said, loaded and kept."""
    work, home, file = tmp_path / "shop", tmp_path / "home", tmp_path / "policy.json"
    work.mkdir()
    file.write_text(json.dumps(Policy.compile(PROFILES["guarded"]).dump_sorted()))
    code = JUDGE.format(
        source=SOURCE, home=str(home), file=str(file), cwd=str(work), heavy=HEAVY, command=command
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    effect, loaded = done.stdout.split("\n")[:2]
    row: dict[str, object] = json.loads((home / "spool" / "records.jsonl").read_text())["row"]
    return effect, loaded.split(), row


@pytest.mark.parametrize(
    ("command", "effect", "kept"),
    [
        ("git status", "allow", "git status"),
        ("cat ACME-4711 .env", "ask", "cat [redacted] .env"),
        ("rm -rf /", "deny", "rm -rf /"),
    ],
)
def test_a_hook_without_a_server_loads_little(
    tmp_path: Path, command: str, effect: str, kept: str
) -> None:
    """It loads a policy, decides and hands in a record, and no slow module is loaded for it."""
    said, loaded, row = judged(tmp_path, command)

    assert (said, loaded) == (effect, [])
    assert row["input"] == {"command": kept, "description": "d"}
    assert row["role"] == "guarded"


def test_the_rooms_themselves_load_little() -> None:
    """To import what a hook may need of ours loads no slow module either."""
    code = f"""
import sys
sys.path.append({SOURCE!r})
import proctor.errors, proctor.home, proctor.observe, proctor.pipeline, proctor.roles.identity
import proctor.policy.decide, proctor.policy.possible, proctor.policy.guard_paths
import proctor.policy.guard_programs, proctor.policy.guard_texts, proctor.policy.path_index
import proctor.policy.url_patterns, proctor.audit.handing_in
import proctor.audit.redaction.secret_json, proctor.audit.redaction.secret_named
import proctor.audit.redaction.secret_urls
print(*(name for name in {HEAVY!r} if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("\n", "")
