"""Keep a record or an event where no server runs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.terms.event import Event
    from proctor.terms.record import Record


def handed_in(home: str, row: Record | Event, redact: tuple[str, ...] = (), host: str = "") -> bool:
    """Put something into the spool; False if that was not possible."""
    try:
        from proctor.audit.handing_in import hand_in  # noqa: PLC0415 - not for what is asked

        hand_in(home, row, patterns=redact, host=host)
    except Exception:  # noqa: BLE001 - whatever it is, it is not kept
        return False
    return True
