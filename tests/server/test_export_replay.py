"""`audit export` and `replay` are a pair: what was decided is decided again."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from proctor.audit.export import every, write_lines
from proctor.audit.store import Filter
from proctor.cli.main import run as proctor
from proctor.terms.reply import Answer
from tests.server.hook_rig import HEADLESS, Hooks, hooks, post, pre, run, wish


async def decided(here: Hooks) -> str:
    """Have calls decided in all the ways there are, and return the log of it."""
    await here.word(pre("git status", "call-0"))
    # Answered on a phone beside the program's dialog.
    await here.word(pre("make"))
    call = await here.start(wish("make"))
    await here.rings()
    await here.press(Answer.ALLOW)
    assert await call.word() == "allow"
    # Answered in the dialog.
    await here.word(pre("make all", "call-2"))
    call = await here.start(wish("make all"))
    await here.rings(2)
    await call.kill()
    await here.word(post("make all", "call-2"))
    await here.kept(5)
    # Asked where there is no dialog, and denied by a rule.
    call = await here.start(pre("make x", "call-3"), env=HEADLESS)
    await here.rings(3)
    await here.press(Answer.DENY)
    assert await call.word() == "deny"
    await here.word(pre("rm -rf /", "call-4"))
    await here.kept(7)
    lines = io.StringIO()
    write_lines(every(here.office.keepers.reader, Filter()), lines)
    return lines.getvalue()


def test_replay_of_an_export_decides_each_call_once(
    place: Path,
    shop: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A question is one call, however it was answered, and nothing is denied that was not."""

    async def work() -> str:
        async with hooks(place, shop) as here:
            return await decided(here)

    log = tmp_path / "log.jsonl"
    log.write_text(run(work()))
    monkeypatch.setenv("PROCTOR_HOME", str(place))
    monkeypatch.chdir(shop)

    status = proctor(["replay", str(log), "--role", "coder", "--json"])

    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    records = [json.loads(line) for line in log.read_text().splitlines()]
    about = "not a call: it records what became of an earlier call"
    assert status == 0
    assert [
        (record["decision"], answer["effect"], answer["why"] == about)
        for record, answer in zip(records, answers, strict=True)
    ] == [
        ("allow", "allow", False),
        ("ask_dialog", "ask", False),
        ("ask_approved", "ask", True),
        ("ask_dialog", "ask", False),
        ("dialog_approved", "ask", True),
        ("ask_denied", "ask", False),
        ("deny", "deny", False),
    ]
