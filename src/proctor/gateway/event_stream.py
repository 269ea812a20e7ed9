"""Take the messages out of a stream of server-sent events, of which each is of limited size."""

from __future__ import annotations

from collections.abc import Iterator


class EventStream:
    """The events of one answer; `longest` is how many bytes of one are kept."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.line = bytearray()
        self.data: list[bytes] = []
        self.size = 0
        # Whether something of this event, and of this line, was dropped.
        self.overlong = False
        self.dropped = False

    def add(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the data of each event that has ended; None for one that was too long."""
        *ends, rest = chunk.split(b"\n")
        for part in ends:
            self.keep(part)
            line, dropped = bytes(self.line).rstrip(b"\r"), self.dropped
            self.line.clear()
            self.dropped = False
            if not line and not dropped:
                yield from self.event()
            elif line.startswith(b"data:"):
                self.data.append(line[5:].removeprefix(b" "))
                self.size += len(line)
        self.keep(rest)

    def keep(self, part: bytes) -> None:
        """Add to the line that is being read, while there is room."""
        if self.size + len(self.line) + len(part) > self.longest:
            self.overlong = True
            self.line.clear()
            self.data.clear()
        if not self.overlong:
            self.line += part
        elif part not in {b"", b"\r"}:
            self.dropped = True

    def event(self) -> Iterator[bytes | None]:
        """End an event."""
        if self.overlong:
            yield None
        elif self.data:
            yield b"\n".join(self.data)
        self.data, self.size, self.overlong = [], 0, False
