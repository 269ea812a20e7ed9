"""Files and streams that are broken or made to hurt: a sentence, never a traceback or a yes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor import Proctor, RoleProblems
from proctor.cli.main import run


@pytest.fixture
def roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project, and return where the home's roles lie."""
    root, user = tmp_path / "project", tmp_path / "user"
    (root / ".git").mkdir(parents=True)
    folder = user / ".proctor" / "roles"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PROCTOR_HOME", str(user / ".proctor"))
    monkeypatch.chdir(root)
    return folder


ALLOW = b"name: bad\npermissions: {allow: ['*']}\n"
FILES: dict[str, bytes] = {
    "malformed YAML": b"name: bad\npermissions: {allow: [\n",
    "a tab": b"name: bad\npermissions:\n\tallow: []\n",
    "a 5 MB file": ALLOW + b"# x\n" * (5 << 18),
    "a rule of 1 MB": b"name: bad\npermissions: {allow: ['Bash(" + b"x" * (1 << 20) + b")']}\n",
    "deep YAML": b"name: bad\npermissions: " + b"[" * 100_000,
    "an alias bomb": b"a: &a [x]\n"
    + b"".join(b"%c: &%c [*%c,*%c]\n" % (n + 1, n + 1, n, n) for n in range(97, 121)),
    "a null byte": b"name: bad\0\n",
    "no UTF-8": b"name: bad\xff\n",
    "an exploding pattern": b"name: bad\npermissions: {deny: ['tool:bash:(a+)+$']}\n",
    "an exploding regex": b"name: bad\npermissions: {deny: [{tool: Bash, regex: '(a|a)*b'}]}\n",
    "a list": b"- allow\n",
    "a string for a list": b"name: bad\npermissions: {allow: Read}\n",
    "a duplicate key": b"name: bad\nname: worse\npermissions: {allow: ['*']}\n",
    "an unknown key": b"name: bad\npermissions: {alow: ['*']}\n",
    "a wrong example": b"name: bad\npermissions: {deny: [{rule: Bash(x), match: [y]}]}\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_role_does_not_load(name: str, roles: Path) -> None:
    """All that is wrong is an error of ours, with a place in the file."""
    (roles / "bad.yaml").write_bytes(FILES[name])

    with pytest.raises(RoleProblems) as caught:
        Proctor.for_role("bad")

    assert all(problem.place.line >= 1 for problem in caught.value.problems)


@pytest.mark.parametrize("name", FILES)
def test_the_command_says_what_is_wrong(
    name: str, roles: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`explain` with a broken role ends with 1 and prints no decision."""
    (roles / "bad.yaml").write_bytes(FILES[name])

    status = run(["explain", "--role", "bad", "--json", "Bash", "ls"])

    captured = capfd.readouterr()
    assert (status, captured.out) == (1, "")
    assert "Traceback" not in captured.err
    assert len(captured.err) < 20_000


LINES: dict[str, str] = {
    "deep JSON": '{"tool": "mcp__x", "input": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep objects": '{"tool": "mcp__x", "input": ' + '{"a":' * 100_000 + "1" + "}" * 100_001,
    "not JSON": "{",
    "a list": "[]",
    "no tool": '{"input": {}}',
    "no input": '{"tool": "Bash"}',
    "a number as tool": '{"tool": 7, "input": {}}',
    "half a character": '{"tool": "Bash", "input": {"command": "ls \\ud800"}}',
    "a null byte": '{"tool": "Bash", "input": {"command": "ls \\u0000"}}',
    "a list as input": '{"tool": "Bash", "input": ["ls"]}',
    "a 1 MB command": json.dumps({"tool": "Bash", "input": {"command": "ls " + "x" * (1 << 20)}}),
    "a huge number": '{"tool": "Bash", "input": ' + "9" * 10_000 + "}",
    "nothing": "",
}


def test_a_broken_line_is_answered_and_never_allowed(
    roles: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`replay` answers every line; what is no call, or a broken one, is not allowed."""
    log = roles / "calls.jsonl"
    log.write_text("".join(f"{line}\n" for line in LINES.values()))

    status = run(["replay", str(log), "--role", "open", "--json"])

    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert status == 0
    assert [answer["n"] for answer in answers] == list(range(1, len(LINES) + 1))
    assert {
        name: answer["effect"]
        for name, answer in zip(LINES, answers, strict=True)
        if answer["effect"] == "allow"
    } == {}
