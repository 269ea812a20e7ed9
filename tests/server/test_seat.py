"""One request's seat at the desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Policy
from proctor.approval.people import People
from proctor.approval.rights import Rights
from proctor.server.posts import Posts
from proctor.server.requests import read_request
from proctor.server.seat import Seat
from proctor.terms.call import ToolCall
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.terms.person import ADMINISTRATOR, Person
from tests.approval.desk_rig import Rig, Scripted
from tests.server.asking_rig import CODER, coder, write_role

OPEN = ToolCall(tool="self_edit_permissions", input={"profile": "open"}, requester="bob")


def seated(home: Path, shop: Path) -> Seat:
    """Return the seat of a request."""
    posts = Posts(home)
    request = read_request(coder("make", shop, role="clerk"))
    desk = Rig(Scripted()).desk
    people = People([Person(name="ada", roles=frozenset({ADMINISTRATOR})), Person(name="bob")])
    desk.rights = Rights(lambda: people)
    return Seat(desk, posts, posts.get(request.role, request.project), request)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a home with a role."""
    home = tmp_path / "home"
    home.mkdir()
    write_role(home, name="clerk")
    return home


def test_permissions_that_nobody_is_asked_about_need_a_requester_who_may(
    place: Path, shop: Path
) -> None:
    """Every part of the decision is denied then, and no rule is named that did not deny."""
    decision = Policy.of(allow=["self_edit_permissions"]).decide(OPEN)
    found = seated(place, shop).unasked(OPEN, decision)

    assert found.effect is Effect.DENY
    assert [(each.effect, each.source, each.rule) for each in found.because] == [
        (Effect.DENY, Source.RIGHTS, None)
    ]
    assert found.why == f"bob does not have the role `{ADMINISTRATOR}`, which may grant `open`"


@pytest.mark.parametrize("rules", [Policy.of(allow=["Bash"]), Policy.of(deny=["Bash"])])
def test_everything_else_stays_as_it_was_decided(rules: Policy, place: Path, shop: Path) -> None:
    """The right to grant is asked for where something is granted."""
    call = ToolCall(tool="Bash", input={"command": "make"})
    decision = rules.decide(call)

    assert seated(place, shop).unasked(call, decision) is decision


def test_a_deny_stays_a_deny(place: Path, shop: Path) -> None:
    """With its own reason, not with that of a right that nobody asked for."""
    decision = Policy.of(deny=["self_edit_permissions"]).decide(OPEN)

    assert seated(place, shop).unasked(OPEN, decision) is decision


def test_the_rules_of_now_are_read_at_that_moment(place: Path, shop: Path) -> None:
    """A role that is changed while people think counts; of one that is gone, its last denies."""
    seat = seated(place, shop)
    call = ToolCall(tool="Bash", input={"command": "make"}, cwd=str(shop))
    seen = [seat.now(call).effect]
    write_role(place, CODER + "  deny: [Bash]\n", "clerk")
    seat.posts.looked.clear()
    seat.posts.known.clear()
    seen.append(seat.now(call).effect)
    (place / "roles" / "clerk.yaml").unlink()
    seat.posts.known.clear()
    gone = seat.now(call)

    assert seen == [Effect.ASK, Effect.DENY]
    assert gone.effect is Effect.DENY
    assert seat.now(call._replace(tool="Read", input={"file_path": "a"})).effect is Effect.ASK
