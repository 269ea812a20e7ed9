"""What a command writes, kept within a size: the beginning and the end."""

from __future__ import annotations


class KeptOutput:
    """Keeps the first and the last bytes of an output, however long that gets."""

    def __init__(self, most: int) -> None:
        self.half = max(most // 2, 1)
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0

    def add(self, chunk: bytes) -> None:
        """Take a piece of the output."""
        self.total += len(chunk)
        room = self.half - len(self.head)
        self.head += chunk[:room] if room > 0 else b""
        self.tail += chunk[max(room, 0) :]
        # Seldom, so that a long output is not moved for every piece of it.
        if len(self.tail) > 4 * self.half:
            del self.tail[: -self.half]

    @property
    def cut(self) -> bool:
        """Say whether something was left out."""
        return self.total > 2 * self.half

    def text(self) -> str:
        """Return what was kept, with a line that says how much was left out."""
        end = bytes(self.tail[-self.half :])
        left_out = self.total - len(self.head) - len(end)
        if not left_out:
            return readable(bytes(self.head) + end)
        note = f"\n[… {left_out:,} bytes are left out here …]\n"
        return f"{readable(bytes(self.head))}{note}{readable(end)}"


def readable(data: bytes) -> str:
    """Return an output as text: what is no text is marked, and null bytes are shown."""
    return data.decode("utf-8", errors="replace").replace("\0", "\N{SYMBOL FOR NULL}")
