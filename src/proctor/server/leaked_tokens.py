"""
Replace tokens that older versions of Proctor left in the store: once for each home.

Records cannot be changed without breaking their chains, so the token is what has to go. The
local user gets a new one at once. Another person's is revoked: a new one would be printed here
and nowhere else. `replaced-tokens.json` has how far the search is, and who still has to be told.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from proctor.audit.as_json import kept_json, question_json
from proctor.audit.store import Filter, Store
from proctor.errors import NotFound
from proctor.server.tokens import PREFIX, Tokens, digest, local_person

FILE = "replaced-tokens.json"
# So many records are looked through at a time, so often.
PIECE, EVERY = 500, 1.0
MOST_QUESTIONS = 100_000
TOKEN = re.compile(PREFIX + r"(?:mcp_)?[A-Za-z0-9_-]{43}")
# The token of gateways by HTTP; a gateway that finds none makes another.
GATEWAY_TOKEN, GATEWAYS = "mcp-token", "gateways"
OWN = "your token stood in old records and was replaced: `proctor token` prints the new one"
OTHERS = (
    "the token of {name} stood in old records and was revoked: "
    "`proctor token --new --person {name}` makes another"
)
OF_GATEWAYS = (
    "the token of gateways stood in old records and was removed: a new one is made when a gateway "
    "starts; `proctor token` ends this message"
)


class LeakedTokens:
    """Looks through what was kept before tokens were redacted, in pieces."""

    def __init__(self, home: Path, store: Store) -> None:
        self.home = home
        self.store = store
        self.tokens = Tokens(home)

    async def search(self) -> None:
        """Look through the next piece; nothing is left to do once all of them were."""
        if not read_state(self.home)["done"]:
            await asyncio.to_thread(self.search_piece)

    def search_piece(self) -> None:
        """
        Look through the next records, and at the end through questions and events.

        Raises:
            StoreError: the store, or the list of tokens, cannot be read.
            OSError: how far it is cannot be kept.

        """
        state = read_state(self.home)
        found = self.store.find(Filter(after=state["after"]), limit=PIECE, newest=False)
        texts = [json.dumps(kept_json(kept)) for kept in found]
        state["done"] = len(found) < PIECE
        if state["done"]:
            asked = self.store.questions(limit=MOST_QUESTIONS)
            texts += [json.dumps(question_json(each)) for each in asked]
            texts += self.events()
        else:
            state["after"] = found[-1].n
        state["replaced"] = sorted({*state["replaced"], *self.replace(texts)})
        self.tokens.write(self.home / FILE, json.dumps(state) + "\n")

    def events(self) -> Iterator[str]:
        """Return every event that is kept, as text."""
        last = 0
        while found := self.store.events(after=last, limit=PIECE):
            yield from (json.dumps(each._asdict(), default=str) for each in found)
            last = found[-1].n

    def replace(self, texts: Iterable[str]) -> list[str]:
        """Replace every token of ours that stands in one of some texts; return whose they were."""
        given = {token for text in texts for token in TOKEN.findall(text)}
        digests = {digest(token) for token in given}
        persons = [who for who, kept in self.tokens.current().items() if kept in digests]
        for person in persons:
            self.replace_token(person)
        if self.gateway_token() in given:
            (self.home / GATEWAY_TOKEN).unlink(missing_ok=True)
            persons.append(GATEWAYS)
        return persons

    def replace_token(self, person: str) -> None:
        """Let a person's token count no more; the local user gets another."""
        if person == local_person():
            self.tokens.new_token(person)
            return
        try:
            self.tokens.revoke(person)
        except NotFound:
            return  # somebody else has done so meanwhile

    def gateway_token(self) -> str:
        """Return the token of gateways; nothing where there is none."""
        try:
            return (self.home / GATEWAY_TOKEN).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""


def read_state(home: Path) -> dict[str, Any]:
    """Return how far the search is; from its beginning where that cannot be read."""
    try:
        found = json.loads((home / FILE).read_text(encoding="utf-8"))
        return {
            "after": int(found["after"]),
            "done": bool(found["done"]),
            "replaced": [str(each) for each in found["replaced"]],
        }
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {"after": 0, "done": False, "replaced": []}


def untold(home: Path) -> str:
    """Say whose tokens were replaced, and how to get a new one; nothing where all were told."""
    words = {local_person(): OWN, GATEWAYS: OF_GATEWAYS}
    return "; ".join(
        words.get(name, OTHERS.format(name=name)) for name in read_state(home)["replaced"]
    )


def told(home: Path, person: str) -> None:
    """Note that a person has their new token: no more needs to be said of it."""
    state = read_state(home)
    left = [name for name in state["replaced"] if name not in (person, GATEWAYS)]
    if left != state["replaced"]:
        Tokens(home).write(home / FILE, json.dumps({**state, "replaced": left}) + "\n")
