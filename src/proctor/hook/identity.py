"""Who a hook is: what is written into its executable, and what counts where that is silent."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.role_chain import under

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CLAUDE_CODE = "claude-code"
GUARDED = "guarded"
# 5 s before the `timeout` of a hook's entry, and of the one beside the program's own dialog.
SECONDS, DIALOG_SECONDS = 595.0, 86_395.0


class Identity(NamedTuple):
    """
    What a hook's executable says of itself, in the order in which it is written there.

    `home` is Proctor's folder; empty, as in a managed installation, it is `.proctor` in the
    folder that the system knows as the user's. `role` and `agent` may be empty: then the
    environment counts. `ask_holds` says that an `ask` was proven to hold on the installed
    program. `seconds` is the hook's own deadline. `socket` is where the server of that home
    listens, as of the installation, and `user_home` what `~` was then; empty, the system says.
    `alone` says that it may decide by itself where no server answers; one in a sandbox may not,
    and denies. `dialog_seconds` is its deadline while the program's own dialog is open, 0 where
    that is no other.
    """

    program: str
    home: str
    role: str = ""
    agent: str = ""
    ask_holds: bool = False
    seconds: float = SECONDS
    socket: str = ""
    user_home: str = ""
    alone: bool = True
    dialog_seconds: float = 0.0


def role_of(identity: Identity, env: Mapping[str, str]) -> str:
    """Return the role that counts; a variable does only where nothing else says, and tightens."""
    said = env.get("PROCTOR_ROLE", "")
    return identity.role or (under(said, GUARDED) if said else GUARDED)


def agent_of(identity: Identity, env: Mapping[str, str]) -> str:
    """Return the name of the agent, empty where nobody says it."""
    return identity.agent or env.get("PROCTOR_AGENT", "")


def is_attended(identity: Identity, env: Mapping[str, str]) -> bool:
    """Say whether somebody sits at the program's own dialog, and it would hold the call."""
    at_terminal = env.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
    return identity.ask_holds and at_terminal and env.get("CLAUDE_CODE_SESSION_ATTENDED") == "1"


def project_of(env: Mapping[str, str], cwd: str) -> str:
    """Return the folder in which the session was started: the program's word, else the event's."""
    named = env.get("CLAUDE_PROJECT_DIR", "")
    return next((folder for folder in (named, cwd) if folder.startswith("/")), "/")
