"""The ports of the server of a home, for calls that may end whoever listens on a port."""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.terms.action import Part

# Where the server says its addresses, and the port that it had last.
FILES = ("owner.lock", "port.json")
LARGEST = 16_384
PORT = lazy(r'"(?:url|page)": "[^"]*:([0-9]{1,5})[/"]|"port": ([0-9]{1,5})')
# Without one of these no command ends a process by its port.
ENDS_PROCESSES = lazy(r"kill|fuser|lsof|\bss\b")


def may_end_processes(part: Part) -> bool:
    """Return whether a part may find or end a process by its port."""
    words = part.command.words if part.command else ()
    return ENDS_PROCESSES.search(" ".join((part.text, *words))) is not None


def server_ports(home: str) -> tuple[int, ...]:
    """Return the ports of the server of a home, as far as its files tell: this one's, the last."""
    found: list[int] = []
    for name in FILES:
        try:
            with open(f"{home}/{name}", "rb", buffering=0) as file:  # noqa: PTH123 - it is quicker
                text = file.read(LARGEST).decode(errors="replace")
        except OSError:
            continue
        found += [int(match[1] or match[2]) for match in PORT.finditer(text)]
    return tuple(dict.fromkeys(found))
