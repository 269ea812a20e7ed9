"""
Keep one record or event where no owner runs: prepared as an owner does it, and spooled.

This runs in a hook, once in a process: it imports what one row needs.
"""

from __future__ import annotations

from proctor.audit.identity import load_identity
from proctor.audit.prepare import prepared, prepared_event
from proctor.audit.redaction.redact import Redactor
from proctor.audit.spool import Spool, event_line, record_line
from proctor.terms.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proctor.terms.event import Event


def hand_in(
    home: str, row: Record | Event, *, patterns: Sequence[str] = (), host: str = ""
) -> None:
    """
    Redact and cut a row, give it its digest, and append it to the spool of a home.

    Args:
        home: the folder; it is made if it is not there.
        row: an event without a place gets that of this home.
        patterns: the home's own, `redact:` of its config, as they were checked.
        host: the machine's name, if it shall be another than the machine says.

    Raises:
        StoreError: it is not kept, nothing of it: the home cannot be used, or it is
            not possible to say what is secret in it.

    """
    redactor = redactor_of(patterns)
    identity = load_identity(home, host)
    if isinstance(row, Record):
        line = record_line(prepared(row, redactor, identity.key))
    else:
        placed = row._replace(host=row.host or identity.host, home=row.home or identity.home)
        line = event_line(prepared_event(placed, redactor))
    Spool(home).put([line])


def redactor_of(patterns: Sequence[str]) -> Redactor:
    """Return what replaces secrets, by patterns of the user's own too."""
    try:
        return Redactor(patterns)
    except Exception as error:
        from proctor.errors import StoreError  # noqa: PLC0415 - every hook would pay for it

        raise StoreError(
            f"a pattern of `redact:` cannot be used: {error}", help="see `proctor check`"
        ) from error
