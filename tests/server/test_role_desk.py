"""The roles of a home are read before somebody looks at them; their changes count at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.server.role_desk import RoleDesk, role_desk
from tests.server.front_door import URL, FrontDoor, at_the_door


async def read_by(desk: RoleDesk) -> None:
    """Wait for the roles that are being read."""
    assert desk.reading is not None
    await desk.reading


def test_roles_are_read_once_somebody_has_signed_in(tmp_path: Path) -> None:
    """Whoever only tried has nothing read."""

    async def work(at: FrontDoor) -> None:
        desk = role_desk(at.office)
        token = at.tokens.new_token("ada")
        await at.client(Origin=URL).post("/sign-in", data={"token": "nobody's"})
        assert not desk.boards.known
        assert desk.reading is None

        await at.client(Origin=URL).post("/sign-in", data={"token": token})
        await read_by(desk)
        assert "guarded" in desk.boards.known[None].rows

    at_the_door(tmp_path / "home", work)


def test_a_home_that_cannot_be_read_keeps_nobody_out(tmp_path: Path) -> None:
    """What is wrong is told to whoever looks."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "roles").symlink_to("roles")

    async def work(at: FrontDoor) -> int:
        form = {"token": at.tokens.new_token("ada")}
        answer = await at.client(Origin=URL).post("/sign-in", data=form)
        await read_by(role_desk(at.office))
        return answer.status_code

    assert at_the_door(home, work) == 200


def test_a_change_on_the_page_counts_at_the_next_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server does not go on deciding by its last look at a file that it has changed itself."""
    monkeypatch.setattr("proctor.server.posts.SECONDS", 3600.0)
    roles = tmp_path / "home" / "roles"
    roles.mkdir(mode=0o700, parents=True)
    (roles / "clerk.yaml").write_text("permissions: {allow: [Read]}\n")

    async def work(at: FrontDoor) -> tuple[str, ...]:
        desk, posts = role_desk(at.office), at.office.posts
        before = posts.get("clerk", str(tmp_path)).standing.policy_revision
        seen = (await desk.stored("clerk")).revision
        text = "permissions: {deny: [Read]}\n"
        change = await desk.write("clerk", text, person="ada", project="", seen=seen)
        after = posts.get("clerk", str(tmp_path)).standing.policy_revision
        await desk.restore("clerk", change.number - 1, person="ada", project="", seen="*")
        return before, after, posts.get("clerk", str(tmp_path)).standing.policy_revision

    before, after, restored = at_the_door(tmp_path / "home", work)
    assert before == restored
    assert after != before
