"""An MCP server whose tools are offered through ours, as a person has set it up."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

TIMEOUT, START_TIMEOUT = 60.0, 20.0
LARGEST = 1 << 20


class UpstreamSetting(NamedTuple):
    """
    How one upstream is reached, and how much is taken from it.

    Either `command` or `url` is there. A value of `env` or `headers` may hold `${NAME}`, a
    variable of whoever starts the gateway, and may be a secret: it is in no repr. `timeout`
    is of one call and `start_timeout` of a start, in seconds; `largest` is the size of one
    result, in bytes. A `cwd` that is not absolute counts from the workspace.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    cwd: str = ""
    timeout: float = TIMEOUT
    largest: int = LARGEST
    start_timeout: float = START_TIMEOUT

    def __repr__(self) -> str:
        """Name it only: a command, an address and a variable can each hold a secret."""
        return f"UpstreamSetting({self.name!r})"
