"""Keep on record who changed what, by a page or by the API."""

from __future__ import annotations

from proctor.audit.asked import fit_text
from proctor.audit.ids import new_uid, timestamp
from proctor.errors import StoreError
from proctor.server.office import Office
from proctor.terms.event import Event

CHANGED = "changed"


async def note_change(office: Office, person: str, what: str, **detail: str) -> None:
    """
    Keep an event: a person has changed something.

    It is written before this returns; where the store is in trouble, it goes to the spool.

    Args:
        office: where it is kept.
        person: who did it.
        what: in a few words with a dash, `role-saved`, `agent-stopped`.
        detail: what it was about, as short texts; secrets in them are taken out.

    """
    identity, redactor = office.keepers.identity, office.keepers.redactor
    body = {name: fit_text(text, redactor) for name, text in detail.items()}
    told = {**body, "person": person, "what": what}
    event = Event(
        uid=new_uid(),
        timestamp=timestamp(),
        host=identity.host,
        home=identity.home,
        kind=CHANGED,
        body=told,
    )
    try:
        await office.inbox.patiently(office.keepers.trail.put_events, [event])
    except StoreError:
        office.writer.leave(event)
    office.bus.tell("change", told)
