"""Calls that are replayed are decided in three ways, and two runs can be compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.replay_calls import DECISIONS, ROOT, main

CALLS = (
    {"command": "git status"},
    {"command": "rm -rf {HOME}"},
    {"command": "npm publish"},
    {"tool": "Read", "input": {"file_path": "{PROJECT}/README.md"}},
)


@pytest.fixture
def replayed(tmp_path: Path) -> Path:
    """Replay some calls, in a process of their own: they see another environment."""
    calls = tmp_path / "calls.jsonl"
    calls.write_text("".join(f"{json.dumps(call)}\n" for call in CALLS))
    words = ["-m", "tests.replay_calls", str(calls), "--out", str(tmp_path / "old")]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "4/4 calls" in done.stderr
    return tmp_path / "old"


def test_replay_decides_in_every_way(
    replayed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server, a hook and a plug decide alike; a changed effect is listed and counted."""
    lines = [json.loads(line) for line in (replayed / DECISIONS).read_text().splitlines()]
    effects = [
        (line["guarded"]["warm"]["effect"], line["guarded"]["cold"], line["guarded"]["plug"])
        for line in lines
    ]
    left = {"effect": "left to the server"}
    assert effects == [
        ("allow", "as warm", "as warm"),
        ("deny", "as warm", left),
        ("ask", "as warm", left),
        ("allow", "as warm", "as warm"),
    ]

    other = tmp_path / "new"
    other.mkdir()
    for file in replayed.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    assert main(["--compare", str(replayed), str(other)]) == 0
    lines[1]["guarded"]["warm"]["effect"] = "allow"
    (other / DECISIONS).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    capsys.readouterr()
    assert main(["--compare", str(replayed), str(other)]) == 1
    said = capsys.readouterr().out
    assert 'guarded warm effect: tool:bash:rm -rf {HOME}\n  - "deny"\n  + "allow"' in said
