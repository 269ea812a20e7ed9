"""What hooks tell the server that must not pass unnoticed: changed settings, another command."""

from __future__ import annotations

from pathlib import Path

from tests.server.hook_rig import event, hooks, post, pre, run


def test_a_projects_settings_do_not_change_in_a_session(home: Path, shop: Path) -> None:
    """Whatever an agent may run can write them; what cannot silence us may change."""

    async def work() -> list[int | None]:
        async with hooks(home, shop) as here:
            changes = ("project_settings", "local_settings", "skills", "policy_settings")
            ends = [await here.end(event("ConfigChange", source=source)) for source in changes]
            return [status for status, _ in ends]

    assert run(work()) == [2, 2, 0, 0]


def test_a_command_that_another_hook_has_replaced_is_told(home: Path, shop: Path) -> None:
    """The program says what it ran; where that is not what was decided, an event is kept."""

    async def work() -> list[tuple[str, object]]:
        async with hooks(home, shop) as here:
            for call, ran in (("c-1", "git status"), ("c-2", "rm -rf precious")):
                assert await here.word(pre("git status", call)) == "allow"
                await here.end(post(ran, call))
            kept = await here.events(3)
            return sorted((one.kind, one.body["call_id"]) for one in kept)

    assert run(work()) == [
        ("post-tool-use", "c-1"), ("post-tool-use", "c-2"), ("ran-otherwise", "c-2"),
    ]  # fmt: skip
