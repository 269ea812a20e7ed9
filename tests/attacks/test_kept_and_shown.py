"""What an agent can bring into the record, and what it can read there without a token."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from proctor.audit.ids import timestamp
from proctor.server import leaked_tokens
from proctor.server.tokens import Tokens, local_person
from proctor.terms.event import Event
from tests.server.hook_rig import hooks, run
from tests.server.line_house import house
from tests.server.offices import opened
from tests.tables import each_row


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def disguises(token: str) -> list[str]:
    """Return a token as an agent may write it."""
    return [
        token,
        f"x{token}",
        f"{token[:20]}''{token[20:]}",
        f'pro"ctor_"{token[8:]}',
        "".join(f"%{ord(char):02X}" for char in token),
        quote(f"a {token} b"),
        base64.b64encode(token.encode()).decode(),
        base64.b64encode(f"say {token}".encode()).decode(),
    ]


def test_own_tokens_are_kept_nowhere(home: Path, shop: Path) -> None:
    """Neither a record nor a question nor a file of the home has the token in any of its forms."""
    token = Tokens(home).local_token()

    async def work() -> None:
        async with hooks(home, shop, timeout=0.01) as here:
            peer = await here.here.peer()
            for said in disguises(token):
                command = f"echo {said}"
                call = {"op": "decide", "tool": "Bash", "input": {"command": command}}
                assert "ok" in await peer.call({**call, "cwd": str(shop)})
                draft = {"op": "ask", "tool": "Bash", "action": f"tool:bash:{command}"}
                asked = await peer.call({**draft, "input": {"command": command}, "seconds": 60})
                assert "ok" in asked, asked

    run(work())
    own = {home / "token"}
    for file in home.rglob("*"):
        if file.is_file() and file not in own:
            raw = file.read_bytes()
            for said in disguises(token):
                assert said.encode() not in raw, (file, said)


LOOKING: list[dict[str, object]] = [
    {"op": "records"}, {"op": "questions"}, {"op": "grants"}, {"op": "agents"}, {"op": "list"},
    {"op": "runs"}, {"op": "runs", "all": True}, {"op": "wait", "number": 1, "seconds": 0},
]  # fmt: skip


NOTHING: dict[str, object] = {}


def test_looking_on_the_socket_needs_the_right_of_http(home: Path) -> None:
    """Without a token, with a wrong one or with that of a stranger nothing is shown."""
    (home / "config.yaml").write_text("people: {ada: {roles: [viewer]}}\n", encoding="utf-8")
    ada, stranger = Tokens(home).new_token("ada"), Tokens(home).new_token("eve")

    async def work() -> None:
        async with house(home) as here:
            peer = await here.peer(known=False)
            draft = {"op": "ask", "tool": "Bash", "action": "tool:bash:make", "seconds": 60}
            asked = (await peer.call(draft))["ok"]
            for request in LOOKING:
                for more in (NOTHING, {"token": ""}, {"token": "x"}, {"token": stranger}):
                    answer = await peer.call({**request, **more})
                    assert answer["error"]["code"] == "not-allowed", (request, more)
                assert "ok" in await peer.call({**request, "token": ada}), request
            wait = {"op": "wait", "number": asked["id"], "seconds": 0}
            assert (await peer.call({**wait, "uid": asked["uid"]}))["ok"]["status"] == "pending"
            for uid in ("", "x", asked["mark"]):
                assert (await peer.call({**wait, "uid": uid}))["error"]["code"] == "not-found"

    run(work())


@each_row("piece", [1, 500])
def test_tokens_in_old_records_are_replaced_once(piece: int) -> None:
    """The local user has another, everybody else none, and the server says so until they know."""
    import tempfile  # noqa: PLC0415 - a row has no fixture of its own

    with tempfile.TemporaryDirectory() as place:
        replaced_once(Path(place) / "home", piece)


def replaced_once(home: Path, piece: int) -> None:
    """Keep tokens as an older version did, and start a server."""
    home.mkdir(mode=0o700)
    tokens = Tokens(home)
    mine, ada, safe = tokens.local_token(), tokens.new_token("ada"), tokens.new_token("bob")
    eve = tokens.new_token("eve")

    async def work() -> None:
        async with opened(home, timeout=0.01) as office:
            redactor = office.keepers.redactor
            office.keepers.trail.redactor = Unredacted()
            for number, token in enumerate((mine, ada, "nothing")):
                call = {"tool": "Bash", "input": {"command": f"echo {token}"}, "cwd": "/"}
                await office.decide({**call, "session": f"s-{number}"})
            office.keepers.trail.redactor = redactor
            event = Event("e" * 32, timestamp(), "h", "h", "note", body={"said": f"x {eve}"})
            office.keepers.store.put_events([event])
            (home / leaked_tokens.FILE).unlink(missing_ok=True)
            search = leaked_tokens.LeakedTokens(home, office.keepers.reader)
            while not leaked_tokens.read_state(home)["done"]:
                await search.search()
            said = (await office.status())["trouble"]
            new = tokens.local_token()
            assert new != mine
            people = [tokens.person_of(each) for each in (mine, ada, eve, safe, new)]
            assert people == [None, None, None, "bob", local_person()]
            assert "your token stood in old records" in said
            assert "`proctor token --new --person ada`" in said
            leaked_tokens.told(home, local_person())
            leaked_tokens.told(home, "ada")
            leaked_tokens.told(home, "eve")
            await search.search()
            assert (await office.status())["trouble"] is None
            assert tokens.local_token() == new

    before, leaked_tokens.PIECE = leaked_tokens.PIECE, piece
    try:
        run(work())
    finally:
        leaked_tokens.PIECE = before


class Unredacted:
    """Keeps everything, as versions did that did not know these tokens."""

    def text(self, text: str) -> str:
        """Return the text."""
        return text

    def value(self, value: object) -> object:
        """Return the value."""
        return json.loads(json.dumps(value))
