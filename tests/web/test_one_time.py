"""One-time links: who gets one, and that it is good once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from proctor.server.agent_sockets import AgentOps
from proctor.server.tokens import digest
from proctor.server.web.one_time import MOST_OF_ONE, PATH, VALID, OneTimeLinks
from proctor.server.web.own_paths import own_path, sign_in_for
from tests.server.front_door import URL, FrontDoor, at_the_door
from tests.server.telling import a_session
from tests.tables import each_row

Json = dict[str, Any]
ELSEWHERE = {
    "slashes": "//evil.example",
    "backslash": "/\\evil.example",
    "backslashes": "\\\\evil.example",
    "scheme": "https://evil.example/",
    "script": "javascript:alert(1)",
    "data": "data:text/html,x",
    "relative": "evil.example",
    "tab": "/\t/evil.example",
    "newline": "/\n/evil.example",
    "header": "/\r\nSet-Cookie: a=b",
    "nul": "/\0",
    "inside": "/a\\..\\b",
    "quote": "/é",
    "sign-in": "/sign-in/abc",
    "sign-out": "/sign-out",
    "api": "/api/status",
    "stream": "/live?topics=approvals",
    "long": "/" + "x" * 3000,
    "empty": "",
}


class Clock:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def code_of(path: str) -> str:
    """Return the code of a link."""
    assert path.startswith(PATH)
    return path.removeprefix(PATH)


def test_a_link_is_good_once() -> None:
    """It says whose it is and where it leads; the second time it says nothing."""
    links = OneTimeLinks()
    code = code_of(links.make("ada", "/approvals"))
    found = links.use(code)

    assert found is not None
    assert (found.person, found.page) == ("ada", "/approvals")
    assert links.use(code) is None


def test_only_its_digest_is_kept() -> None:
    """What is in memory opens nothing."""
    links = OneTimeLinks()
    code = code_of(links.make("ada"))

    assert list(links.pending) == [digest(code)]
    assert links.use(digest(code)) is None


def test_an_old_link_is_none() -> None:
    """It is good for five minutes."""
    clock = Clock()
    links = OneTimeLinks(clock=clock)
    young, old = links.make("ada"), links.make("ada")
    clock.now += VALID - 1
    assert links.use(code_of(young)) is not None
    clock.now += 1

    assert links.use(code_of(old)) is None
    assert not links.pending


def test_there_are_few_at_a_time() -> None:
    """One more, and the oldest of that person counts no more."""
    links = OneTimeLinks()
    other = links.make("grace")
    made = [links.make("ada") for _ in range(MOST_OF_ONE + 1)]

    assert [links.use(code_of(path)) is not None for path in made] == [False, *[True] * MOST_OF_ONE]
    assert links.use(code_of(other)) is not None


@each_row("asked", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_link_leads_nowhere_else(asked: str) -> None:
    """Whatever page was asked for, it is one of ours."""
    links = OneTimeLinks()
    found = links.use(code_of(links.make("ada", asked)))

    assert found is not None
    assert found.page == own_path(asked) == "/"
    assert sign_in_for(asked) == "/sign-in"


@pytest.mark.parametrize("asked", ["/", "/approvals", "/audit?role=a%2Fb&x=1#n", "/roles/a:b"])
def test_our_pages_are_ours(asked: str) -> None:
    """A path, what is asked of it, and a place in it."""
    assert own_path(asked) == asked


def test_a_person_gets_a_link_on_the_socket(tmp_path: Path) -> None:
    """By their token; an administrator also gets one for somebody else who can sign in."""

    async def work(door: FrontDoor) -> dict[str, Json]:
        tokens = {name: door.tokens.new_token(name) for name in ("ada", "dan", "eve")}

        async def ask(who: str, **fields: Any) -> Json:
            given = {"token": tokens[who]} if who else {}
            return dict(json.loads(await door.ops.reply("link", {**given, **fields})))

        return {
            "own": await ask("dan", page="/approvals"),
            "other": await ask("ada", person="dan"),
            "not-admin": await ask("dan", person="ada"),
            "stranger": await ask("eve"),
            "for-stranger": await ask("ada", person="eve"),
            "no-token": await ask("ada", person="vera"),
            "nobody": await ask(""),
            "page": await ask("ada", page="//evil.example"),
            "name": await ask("ada", person=7),
            "field": await ask("ada", pgae="/"),
        }

    told = at_the_door(tmp_path / "home", work)

    assert told["own"]["ok"]["url"].startswith(f"{URL}{PATH}")
    assert [told[name]["ok"]["person"] for name in ("own", "other")] == ["dan", "dan"]
    codes = {name: said["error"]["code"] for name, said in told.items() if "error" in said}
    assert codes == {
        "not-admin": "not-allowed",
        "stranger": "not-allowed",
        "for-stranger": "not-allowed",
        "no-token": "not-found",
        "nobody": "not-allowed",
        "page": "usage-error",
        "name": "usage-error",
        "field": "usage-error",
    }


def test_an_agent_in_the_sandbox_gets_none(tmp_path: Path) -> None:
    """The op is not there on its socket, whatever it sends with it."""
    home = tmp_path / "home"
    session = a_session(home)

    async def work(door: FrontDoor) -> list[str]:
        said = []
        line = json.dumps({"op": "link", "token": door.tokens.new_token("ada")}).encode()
        with pytest.raises(UsageError) as error:
            AgentOps(door.ops, session).read(line)
        said.append(error.value.message)
        return [*said, *door.access.links.pending]

    assert len(at_the_door(home, work)) == 1
