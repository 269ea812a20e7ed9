"""Server-sent events: whole messages however they are cut, and none that is too long."""

from __future__ import annotations

from proctor.gateway.event_stream import EventStream
from tests.tables import each_row

STREAM = b": hello\n\nid: 1\nevent: message\ndata: one\n\ndata:two\r\ndata: more\r\n\r\ndata: cut"


@each_row("size", [1, 2, 3, 7, 1000])
def test_events_are_read_however_they_are_cut(size: int) -> None:
    """Comments and other fields are dropped, and what has not ended yet is not there."""
    stream = EventStream(1000)
    chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]

    assert [data for chunk in chunks for data in stream.add(chunk)] == [b"one", b"two\nmore"]


@each_row("size", [1, 3, 50])
@each_row("end", [b"\n", b"\r\n"])
def test_an_event_that_is_too_long_is_dropped_alone(size: int, end: bytes) -> None:
    """It is noted as it passes, nothing of it is kept, and the next one is read."""
    stream = EventStream(20)
    lines = [b"data: " + b"x" * 15, b"data: " + b"y" * 15, b"", b"data: z", b"", b""]
    text = end.join(lines)
    chunks = [text[at : at + size] for at in range(0, len(text), size)]

    assert [data for chunk in chunks for data in stream.add(chunk)] == [None, b"z"]


def test_a_line_without_end_is_not_kept() -> None:
    """However much comes, no more than the limit is held."""
    stream = EventStream(20)
    for _ in range(1000):
        assert list(stream.add(b"x" * 1000)) == []

    assert stream.overlong
    assert len(stream.line) <= 20
