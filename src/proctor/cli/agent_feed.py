"""
The agents of a home, from whoever can tell: the server, else the store, and always the files.

Nothing here waits for long: a server, a store or a tmux that hangs or is broken only makes
the list say less, and say so.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from proctor.agents.listing import Listed, Terminal, listed
from proctor.errors import NoOwner, ProctorError
from proctor.terms.agent import Agent
from proctor.terms.role_chain import RUN

# Seconds for the server, and for tmux, which is asked meanwhile.
SERVER, TMUX = 2.0, 2.0
# What `keepers.py` looks at, without all that it loads.
CONFIG, FILE, STORE = "config.yaml", "proctor.db", "PROCTOR_STORE"
NO_SERVER = "no server runs: what the agents do is what was heard last"
# More than ever wait at once.
ALL = 1_000_000

Panes = Mapping[str, Terminal]
TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.audit.store import Store


class Told(NamedTuple):
    """What is known of agents, and what is not, in words."""

    rows: list[Agent]
    questions: dict[str, int]
    trouble: tuple[str, ...] = ()


class Agents(NamedTuple):
    """The agents of a home, and what keeps us from knowing more of them."""

    agents: list[Listed]
    trouble: tuple[str, ...]


def look(home: Path, *, every: bool = False) -> Agents:
    """Return the agents of a home as they are now; with `every`, also others' that are gone."""
    looking = Looking(home)
    looking.start()
    told = ask_server(home)
    panes, trouble = looking.result()
    agents = listed(home, told.rows, told.questions, panes, every=every)
    if any(RUN in one.role for one in agents if one.live):
        from proctor.cli.agent_runs import with_runs  # noqa: PLC0415 - it takes a while to load

        agents = with_runs(agents, home, served=not told.trouble, opened=opened)
    live = any(one.live for one in agents)
    said = [words for words in (*told.trouble, trouble) if words and (live or words != NO_SERVER)]
    return Agents(agents, tuple(said))


def ask_server(home: Path) -> Told:
    """Return what the server says of agents; what the store says where it says nothing."""
    from proctor.owner.client import Client  # noqa: PLC0415 - beside tmux, which takes longer

    try:
        with Client.connect(home, SERVER) as client:
            said = client.call("list")
        rows = [agent_of(row) for row in said["agents"]]
        return Told(rows, {str(name): int(many) for name, many in said["questions"].items()})
    except NoOwner:
        trouble = NO_SERVER
    except ProctorError as error:
        trouble = f"the server: {error.message}"
    except (KeyError, TypeError, ValueError, AttributeError):
        trouble = "the server is another version, and says nothing of agents"
    told = ask_store(home)
    return told._replace(trouble=(trouble, *told.trouble))


def ask_store(home: Path) -> Told:
    """Return what the store says of the agents of this home."""
    from proctor.audit.identity import load_identity  # noqa: PLC0415 - only where no server runs
    from proctor.terms.question import Status  # noqa: PLC0415 - likewise

    if not home.is_dir():
        return Told([], {})
    try:
        store, host = opened(home)
        if store is None:
            return Told([], {})
        with closing(store):
            rows, waiting = store.agents(), store.questions(Status.PENDING, limit=ALL)
        here = load_identity(home, host=host)[:2] if rows or waiting else ()
    except (ProctorError, OSError) as error:
        words = error.message if isinstance(error, ProctorError) else str(error.strerror)
        return Told([], {}, (f"the store: {words}",))
    counted: dict[str, int] = {}
    for question in waiting:
        if (question.host, question.home) == here:
            counted[question.agent] = counted.get(question.agent, 0) + 1
    return Told([row for row in rows if (row.host, row.home) == here], counted)


def opened(home: Path) -> tuple[Store | None, str]:
    """
    Return the store of a home, for looking, and the name that this machine has in it.

    Nothing is taken in before, as others do who look: what was spooled says nothing of agents.

    Raises:
        ProctorError: it cannot be opened, or the config is wrong.

    """
    if (home / CONFIG).exists() or os.environ.get(STORE):
        from proctor.keepers import keeping_of, open_store  # noqa: PLC0415 - it takes long to load

        keeping = keeping_of(home)
        if keeping.store:
            return open_store(home, keeping, reads=True), keeping.host
        host = keeping.host
    else:
        host = ""
    if not (home / FILE).exists():
        return None, host
    from proctor.audit.stores.sqlite import open_sqlite  # noqa: PLC0415 - only where it is needed

    return open_sqlite(home / FILE, read_only=True), host


def agent_of(said: Mapping[str, Any]) -> Agent:
    """
    Return an agent that the server tells of.

    Raises:
        KeyError, TypeError: it is none.

    """
    row = Agent(**{name: said[name] for name in Agent._fields})
    if not isinstance(row.body, dict) or not all(isinstance(text, str) for text in row[:-1]):
        message = "an agent is not as it should be"
        raise TypeError(message)
    return row


class Looking(threading.Thread):
    """Looks at the terminals while others are asked; one that hangs holds up nobody."""

    def __init__(self, home: Path) -> None:
        super().__init__(daemon=True)
        self.home = home
        self.panes: Panes | None = None
        self.trouble = ""

    def run(self) -> None:
        """Look."""
        from proctor.agents.engine import Engine  # noqa: PLC0415 - it takes a while to load

        try:
            self.panes = Engine(self.home).panes()
        except ProctorError as error:
            self.trouble = f"the terminals: {error.message}"
        except (OSError, ValueError):
            self.trouble = "the terminals cannot be looked at"

    def result(self) -> tuple[Panes | None, str]:
        """Return the terminals, None where nobody knows; and what is wrong with them."""
        self.join(TMUX)
        if self.is_alive():
            return None, f"tmux did not answer in {TMUX:.0f} s"
        return self.panes, self.trouble
