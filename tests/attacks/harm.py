"""Look at what broken files do: their problems have places, and other roles go on."""

from __future__ import annotations

from collections.abc import Iterable

from proctor.errors import Problem
from proctor.server.posts import Posts
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from tests.roles.conftest import House

LISTS = ToolCall(tool="Bash", input={"command": "ls"})
REMOVES = ToolCall(tool="Bash", input={"command": "rm -rf x"})
OTHER = "permissions: {otherwise: allow, deny: ['Bash(rm *)']}\n"


def checked(problems: Iterable[Problem], data: dict[str, bytes]) -> list[Problem]:
    """Return problems after checking that each has a place in its file and can be shown."""
    found = list(problems)
    for problem in found:
        place = problem.place
        assert problem.code
        assert problem.message
        assert place.file
        assert place.line >= 1
        assert place.column >= 1
        text = next((data[name] for name in data if place.file.endswith(f"/{name}")), None)
        if text is not None and b"\0" not in text and not place.note:
            lines = text.decode("utf-8", "replace").replace("\r", "\n").split("\n")
            assert place.line <= len(lines), problem
        problem.render().encode()
        assert "\n" not in problem.line()
        assert len(problem.line()) < 2000, problem.line()[:300]
        assert problem.code != "unreadable", f"a reader raised: {problem.render()}"
    return found


def assert_others_decide(house: House, *names: str) -> None:
    """Check that roles load and decide as ever, as the owner and a hook load them."""
    posts = Posts(house.home)
    for name in names:
        pipeline = posts.get(name, str(house.root)).pipeline
        assert pipeline.decide(LISTS).effect is Effect.ALLOW
        assert pipeline.decide(REMOVES).effect > Effect.ALLOW
