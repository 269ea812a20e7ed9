"""What an agent can bring into the record, and what it can read there without a token."""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import json
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from urllib.parse import quote

import pytest

from proctor.agents.telemetry_variables import MARK
from proctor.audit.ids import timestamp
from proctor.cli.main import run as command
from proctor.gateway.http_token import http_token
from proctor.server import leaked_tokens
from proctor.server.agent_tokens import session_of
from proctor.server.office import Office
from proctor.server.run import LONGEST_MESSAGE, start_log
from proctor.server.tokens import Tokens, local_person
from proctor.terms.event import Event
from tests.kept_homes import postgres_url
from tests.server.hook_rig import hooks, pre, run
from tests.server.line_house import house
from tests.server.offices import opened
from tests.server.telling import a_session

LOG = logging.getLogger("proctor.server")


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a home; with SQLite, unless a test says otherwise by `STORES`."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    if getattr(request, "param", "sqlite") == "postgres":
        url = postgres_url(request.getfixturevalue("fresh_postgres"))
        (folder / "config.yaml").write_text(f'store: "{url}"\n')
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
        token.encode().hex(),
        token.encode().hex(" ").upper(),
        "".join(f"\\x{ord(char):02x}" for char in token),
        ", ".join(f"0x{ord(char):02x}" for char in token),
    ]


@contextmanager
def logging_to(file: Path) -> Iterator[None]:
    """Have the log of a server in this process, as one in the background has it."""
    root = logging.getLogger()
    before = root.handlers[:]
    file.parent.mkdir(exist_ok=True)
    with file.open("w", encoding="utf-8") as opened, redirect_stderr(opened):
        try:
            root.handlers[:] = []
            start_log()
            yield
        finally:
            root.handlers[:] = before


def texts_in(value: object) -> Iterator[str]:
    """Yield every text of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *texts_in(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def exported(home: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what `proctor audit export` writes."""
    monkeypatch.setenv("PROCTOR_HOME", str(home))
    file = home.parent / f"records.{form}"
    assert command(["audit", "export", "--format", form, "--output", str(file)]) == 0
    return file.read_text(encoding="utf-8")


def test_own_tokens_are_kept_nowhere(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No record, question, log, export or file of the home has the token in any of its forms."""
    token = Tokens(home).local_token()
    log = home / "logs" / "server.log"

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
                LOG.error("it failed: %s", said)
            # There is no such role, and the log says which.
            await here.end(pre("ls"), role=token)

    with logging_to(log):
        run(work())
    forms = disguises(token)
    logged = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in logged if "[redacted" not in line] == []
    assert len(logged) == len(forms) + 1
    lines = exported(home, "jsonl", monkeypatch).splitlines()
    rows = csv.reader(io.StringIO(exported(home, "csv", monkeypatch)))
    cells = [text for row in rows for cell in row for text in (cell, *texts_in(as_json(cell)))]
    texts = [*cells, *(text for line in lines for text in texts_in(json.loads(line)))]
    assert len(lines) >= len(forms)
    assert [said for said in forms for text in texts if said in text] == []
    own = {home / "token"}
    for file in home.rglob("*"):
        if file.is_file() and file not in own:
            raw = file.read_bytes()
            for said in forms:
                assert said.encode() not in raw, (file, said)


def as_json(text: str) -> object:
    """Return what a text is as JSON; nothing where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def test_token_at_the_cut_of_a_long_log_message_is_redacted(tmp_path: Path) -> None:
    """A long message is cut in its middle, and what is left of a token there is none."""
    token = f"proctor_{secrets.token_urlsafe(32)}"
    secret = token.removeprefix("proctor_")
    log = tmp_path / "logs" / "server.log"
    half = LONGEST_MESSAGE // 2
    with logging_to(log):
        # The second half would begin behind the prefix that gives the token away.
        LOG.error("%s %s%s", "x" * half, token, " y" * ((half - len(secret)) // 2))

    written = log.read_text(encoding="utf-8")
    assert (secret in written, "y y" in written) == (False, True)
    assert len(written) < LONGEST_MESSAGE + 100


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


def all_disguises(token: str) -> list[str]:
    """Return the disguises that redaction knows, also two over each other."""
    wrapped = base64.encodebytes(f"{'x' * 30}{token}".encode()).decode()
    hidden = base64.b64encode(f"say {token}".encode()).decode()
    return [
        *disguises(token),
        f"proctor_{token}",
        json.dumps({"said": f"\\u0070{token[1:]}"}).replace("\\\\u", "\\u"),
        quote(quote(f"a/{token}")).replace("proctor_", "%70roctor_"),
        base64.urlsafe_b64encode(f"say {token}".encode()).decode(),
        base64.b64encode(hidden.encode()).decode(),
        quote(hidden, safe="").replace("c", "%63"),
        f"{hidden[:20]}''{hidden[20:]}",
        "".join(f"'{line}' " for line in wrapped.splitlines()),
        f"Grüße: {hidden}",
    ]


STORES = pytest.mark.parametrize("home", ["sqlite", "postgres"], indirect=True)


@STORES
@pytest.mark.parametrize("piece", [1, 500])
def test_tokens_in_old_records_are_replaced_once(
    home: Path, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The local user has another, everybody else none, and the server says so until they know."""
    monkeypatch.setattr(leaked_tokens, "PIECE", piece)
    tokens = Tokens(home)
    mine, ada, safe = tokens.local_token(), tokens.new_token("ada"), tokens.new_token("bob")
    eve = tokens.new_token("eve")

    async def work() -> None:
        async with opened(home, timeout=0.01) as office:
            await keep_unredacted(office, [mine, ada, "nothing"])
            event = Event("e" * 32, timestamp(), "h", "h", "note", body={"said": f"x {eve}"})
            office.keepers.store.put_events([event])
            await search_all(office)
            said = (await office.status())["trouble"]
            new = tokens.local_token()
            assert new != mine
            people = [tokens.person_of(each) for each in (mine, ada, eve, safe, new)]
            assert people == [None, None, None, "bob", local_person()]
            assert "your token stood in old records" in said
            assert "`proctor token --new --person ada`" in said
            for person in (local_person(), "ada", "eve"):
                leaked_tokens.told(home, person)
            await leaked_tokens.LeakedTokens(home, office.keepers.reader).search()
            assert (await office.status())["trouble"] is None
            assert tokens.local_token() == new

    run(work())


@STORES
def test_tokens_in_disguise_in_old_records_are_replaced(home: Path) -> None:
    """A person's token is revoked whichever disguise it was kept in; the others' stay."""
    tokens = Tokens(home)
    amount_of_disguises = len(all_disguises("proctor_" + "x" * 43))
    theirs = {f"p{number}": tokens.new_token(f"p{number}") for number in range(amount_of_disguises)}
    safe = tokens.new_token("bob")
    written = [all_disguises(token)[at] for at, token in enumerate(theirs.values())]

    async def work() -> None:
        async with opened(home, timeout=0.01) as office:
            await keep_unredacted(office, written)
            await search_all(office)

    run(work())
    known = tokens.current()
    missed = [said for said, name in zip(written, theirs, strict=True) if name in known]
    assert missed == []
    assert tokens.person_of(safe) == "bob"


@STORES
def test_tokens_of_agents_and_gateways_in_old_records_are_removed(home: Path) -> None:
    """Agents of older versions have tokens without a prefix; a restarted one has another."""
    one, two, three = (secrets.token_urlsafe(32) for _ in range(3))
    agents = {"arch-1": one, "arch-2": two, "arch-3": three, "arch-4": f"proctor_agent_{two}x"}
    for name, token in agents.items():
        a_session(home, name, token=token)
    gateway = http_token(home)
    encoded = base64.b64encode(two.encode()).decode()
    leaked = [f"x{one}", encoded, agents["arch-4"], f"proctor_{gateway}"]

    async def work() -> str:
        async with opened(home, timeout=0.01) as office:
            await keep_unredacted(office, leaked)
            await search_all(office)
            before = str((await office.status())["trouble"])
            a_session(home, "arch-1", token=secrets.token_urlsafe(32))
            leaked_tokens.told(home, local_person())
            after = str((await office.status())["trouble"])
            assert ("agent arch-1" in after, "of gateways" in after) == (False, False)
            return before

    said = run(work())
    known = [session_of(home, f"{name}{MARK}{token}") for name, token in agents.items()]
    assert [each.name for each in known if each] == ["arch-3"]
    assert all(f"`proctor restart arch-{number}`" in said for number in (1, 2, 4))
    assert ("arch-3" in said, "the token of gateways" in said) == (False, True)
    assert http_token(home) != gateway


async def keep_unredacted(office: Office, said: list[str]) -> None:
    """Keep what agents have said as a version did that did not know these tokens."""
    # The office has looked through a store that is still empty.
    while not leaked_tokens.read_state(office.home).done:
        await asyncio.sleep(0.01)
    redactor = office.keepers.redactor
    office.keepers.trail.redactor = Unredacted()
    for number, text in enumerate(said):
        call = {"tool": "Bash", "input": {"command": f"echo {text}"}, "cwd": "/"}
        await office.decide({**call, "session": f"s-{number}"})
    office.keepers.trail.redactor = redactor


async def search_all(office: Office) -> None:
    """Search as the server does after an upgrade."""
    (office.home / leaked_tokens.FILE).unlink(missing_ok=True)
    search = leaked_tokens.LeakedTokens(office.home, office.keepers.reader)
    while not leaked_tokens.read_state(office.home).done:
        await search.search()


class Unredacted:
    """Keeps everything, as versions did that did not know these tokens."""

    def text(self, text: str) -> str:
        """Return the text."""
        return text

    def value(self, value: object) -> object:
        """Return the value."""
        return json.loads(json.dumps(value))
