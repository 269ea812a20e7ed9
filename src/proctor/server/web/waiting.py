"""How many questions wait: every page says so in its side bar and its title."""

from __future__ import annotations

from proctor.audit.inbox import ALL
from proctor.errors import StoreError
from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.web import live
from proctor.server.web.render import words
from proctor.terms.question import Status


async def number_waiting(office: Office) -> int:
    """
    Return how many questions wait.

    Those of this home are known without a look at the store. One that is shared with other
    machines has theirs too; while it is out of reach, ours are all that are known.
    """
    ours = len(office.inbox.ends)
    if not office.keepers.shared:
        return ours
    try:
        store = office.keepers.store
        return len(await office.inbox.run(store.questions, Status.PENDING, limit=ALL))
    except StoreError:
        return ours


async def told(office: Office, _: Happening) -> str:
    """Return what open pages are told when a question is new or has ended."""
    return words("waiting.html", waiting=await number_waiting(office))


live.topic("waiting", of="question", render=told)
