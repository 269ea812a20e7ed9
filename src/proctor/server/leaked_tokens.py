"""
Replace tokens that older versions of Proctor left in the store: once for each home.

Records cannot be changed without breaking their chains, so the token is what has to go. The
local user gets a new one at once. Another person's is revoked: a new one would be printed here
and nowhere else. An agent's ends until the agent is started again. `replaced-tokens.json` has
how far the search is, and who still has to be told.

People's tokens are kept as digests, so whatever has their shape is compared by its digest.
Agents of older versions have tokens without a prefix; those, and the gateways', are known in
plain, and searched for as they are. A token also counts in a disguise that redaction knows.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from proctor.agents.name_locks import hold_name
from proctor.agents.session_files import read_session, sessions, write_session
from proctor.agents.session_folder import session_folder
from proctor.audit.as_json import kept_json, question_json
from proctor.audit.redaction.secret_disguised import plain_readings
from proctor.audit.store import Filter, Store
from proctor.errors import NotFound
from proctor.server.tokens import PREFIX, Tokens, digest, local_person

FILE = "replaced-tokens.json"
# So many records are looked through at a time, so often.
PIECE, EVERY = 500, 1.0
MOST_OTHERS = 100_000
# Characters of a token behind its prefix; no text that is shorter holds one.
SHORTEST = 43
# One may begin within another, so none is taken for read.
PERSONS_TOKEN = re.compile(rf"(?=({PREFIX}[A-Za-z0-9_-]{{{SHORTEST}}}))")
# The token of gateways by HTTP; a gateway that finds none makes another.
GATEWAY_TOKEN = "mcp-token"  # noqa: S105 - the name of a file
# How long an agent may be in the middle of a start or stop, in seconds.
PATIENCE = 2.0
OWN = "your token stood in old records and was replaced: `proctor token` prints the new one"
OTHERS = (
    "the token of {name} stood in old records and was revoked: "
    "`proctor token --new --person {name}` makes another"
)
OF_GATEWAYS = (
    "the token of gateways stood in old records and was removed: a new one is made when a gateway "
    "starts; `proctor token` ends this message"
)
OF_AGENT = (
    "the token of agent {name} stood in old records and was removed: its telemetry is refused "
    "until `proctor restart {name}`"
)


class State(NamedTuple):
    """How far the search is, and whose tokens were found that were not told of yet."""

    after: int = 0
    done: bool = False
    people: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    gateways: bool = False


class Found(NamedTuple):
    """Whose tokens stood in some texts."""

    people: tuple[str, ...]
    agents: tuple[str, ...]
    gateways: bool


class LeakedTokens:
    """Looks through what was kept before tokens were redacted, in pieces."""

    def __init__(self, home: Path, store: Store) -> None:
        self.home = home
        self.store = store
        self.tokens = Tokens(home)

    async def search(self) -> None:
        """Look through the next piece; nothing is left to do once all of them were."""
        if not read_state(self.home).done:
            await asyncio.to_thread(self.search_piece)

    def search_piece(self) -> None:
        """
        Look through the next records, and at the end through everything else that is kept.

        Raises:
            StoreError: the store, or the list of tokens, cannot be read.
            UsageError: an agent is being started or stopped; the piece comes again.
            OSError: how far it is cannot be kept.

        """
        state = read_state(self.home)
        found = self.store.find(Filter(after=state.after), limit=PIECE, newest=False)
        texts = {text for kept in found for text in texts_in(kept_json(kept))}
        done = len(found) < PIECE
        if done:
            texts.update(text for each in self.others() for text in texts_in(each))
        leaked = self.find_leaked(texts)
        # INVARIANT: who has to be told is kept first: a token that is gone is not found again.
        self.note(leaked)
        self.replace(leaked)
        after = state.after if done else found[-1].n
        change_state(self.home, lambda kept: kept._replace(after=after, done=done))

    def note(self, leaked: Found) -> None:
        """Keep whose tokens were found, with those of earlier pieces."""
        if any(leaked):
            change_state(
                self.home,
                lambda kept: kept._replace(
                    people=tuple(sorted({*kept.people, *leaked.people})),
                    agents=tuple(sorted({*kept.agents, *leaked.agents})),
                    gateways=kept.gateways or leaked.gateways,
                ),
            )

    def others(self) -> Iterator[object]:
        """Return what is kept beside records."""
        yield from map(question_json, self.store.questions(limit=MOST_OTHERS))
        for kept in (self.store.grants(limit=MOST_OTHERS), self.store.agents()):
            yield from (each._asdict() for each in kept)
        yield from (each._asdict() for each in self.store.runs(limit=MOST_OTHERS))
        last = 0
        while found := self.store.events(after=last, limit=PIECE):
            yield from (each._asdict() for each in found)
            last = found[-1].n

    def find_leaked(self, texts: Iterable[str]) -> Found:
        """Return whose tokens stand in some texts, plain or in a disguise."""
        agents = {each.name: each.token for each in sessions(self.home) if each.token}
        gateway = self.gateway_token()
        digests: set[str] = set()
        named: set[str] = set()
        gateways = False
        for text in texts:
            for reading in plain_readings(text):
                digests.update(digest(shaped[1]) for shaped in PERSONS_TOKEN.finditer(reading))
                named.update(name for name, token in agents.items() if token in reading)
                gateways = gateways or (bool(gateway) and gateway in reading)
        people = [who for who, kept in self.tokens.current().items() if kept in digests]
        return Found(tuple(people), tuple(sorted(named)), gateways)

    def replace(self, leaked: Found) -> None:
        """Let leaked tokens count no more; the local user gets another."""
        for person in leaked.people:
            self.replace_token(person)
        for agent in leaked.agents:
            self.remove_agent_token(agent)
        if leaked.gateways:
            (self.home / GATEWAY_TOKEN).unlink(missing_ok=True)

    def replace_token(self, person: str) -> None:
        """Let a person's token count no more; the local user gets another."""
        if person == local_person():
            self.tokens.new_token(person)
            return
        try:
            self.tokens.revoke(person)
        except NotFound:
            return  # somebody else has done so meanwhile

    def remove_agent_token(self, name: str) -> None:
        """Let an agent's token count no more; its next start makes another."""
        with hold_name(self.home, name, PATIENCE):
            try:
                session = read_session(self.home, name)
            except NotFound:
                return  # it was removed meanwhile
            write_session(Path(session_folder(str(self.home), name)), session._replace(token=""))

    def gateway_token(self) -> str:
        """Return the token of gateways; nothing where there is none."""
        try:
            return (self.home / GATEWAY_TOKEN).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""


def texts_in(value: object) -> Iterator[str]:
    """Return each text of a JSON value that is long enough to hold a token, keys included."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            if len(each) >= SHORTEST:
                yield each
        elif isinstance(each, Mapping):
            waiting += (*each.keys(), *each.values())
        elif isinstance(each, list | tuple):
            waiting += each


def read_state(home: Path) -> State:
    """Return how far the search is; from its beginning where that cannot be read."""
    try:
        found: dict[str, Any] = json.loads((home / FILE).read_text(encoding="utf-8"))
        return State(
            after=int(found["after"]),
            done=bool(found["done"]),
            people=tuple(map(str, found["people"])),
            agents=tuple(map(str, found["agents"])),
            gateways=bool(found["gateways"]),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return State()


def change_state(home: Path, change: Callable[[State], State]) -> None:
    """
    Change what is kept of the search; the server and `proctor token` may do so at once.

    Raises:
        OSError: it cannot be kept.

    """
    tokens = Tokens(home)
    with tokens.alone():
        before = read_state(home)
        if (after := change(before)) != before:
            tokens.write(home / FILE, json.dumps(after._asdict()) + "\n")


def untold(home: Path) -> str:
    """Say whose tokens were replaced, and how to get a new one; nothing where all were told."""
    state = read_state(home)
    # An agent that was started again has another token, and nothing is left to be done.
    waiting = {each.name for each in sessions(home) if not each.token} if state.agents else set()
    said = [OWN if name == local_person() else OTHERS.format(name=name) for name in state.people]
    said += [OF_AGENT.format(name=name) for name in state.agents if name in waiting]
    return "; ".join([*said, *([OF_GATEWAYS] if state.gateways else [])])


def told(home: Path, person: str) -> None:
    """Note that a person has their new token: no more needs to be said of it."""
    change_state(
        home,
        lambda kept: kept._replace(
            people=tuple(name for name in kept.people if name != person), gateways=False
        ),
    )
