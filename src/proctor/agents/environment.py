"""
The environment of an agent: its person's, without what is ours or another agent's.

What is taken away never reaches the program: the tokens by which people answer, where records
are kept, the terminal that somebody else sits at, and whatever a surrounding agent program
says of itself. What switches hooks off goes as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from proctor.agents.caller import AGENT
from proctor.agents.session_files import Session
from proctor.agents.session_folder import session_folder
from proctor.agents.telemetry_variables import telemetry_variables
from proctor.config import load_config
from proctor.errors import ProctorError
from proctor.terms.keeping import POSTGRES

HOME = "PROCTOR_HOME"
ROLE, FOLDER = "PROCTOR_ROLE", "PROCTOR_SESSION_DIR"
CONFIG, OWN_CONFIG = "CLAUDE_CONFIG_DIR", "claude"
# What begins so is ours, or of the bot's, or of a terminal in which the agent does not run.
PREFIXES = (
    "PROCTOR_", "TG_", "AGENTIZE_USE_TG", "TMUX", "BASH_FUNC_",
    "CLAUDE_CODE_MESSAGING_", "CLAUDE_CODE_REMOTE", "CLAUDE_CODE_BRIDGE_",
)  # fmt: skip
NAMES = frozenset({
    # What a surrounding Claude Code says of itself.
    "CLAUDECODE", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE", "CLAUDE_EFFORT",
    "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_EXECPATH",
    # What switches hooks off, stands before each command, or ends what it is told to start.
    "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SHELL_PREFIX",
    "LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV",
    # Another terminal's.
    "STY", "WINDOW", "LINES", "COLUMNS", "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "WINDOWID",
})  # fmt: skip
# By these the program may know its user's account: a reviewer that has the same key is no reason
# to take it away.
PROGRAMS_OWN = frozenset({"ANTHROPIC_API_KEY", "OPENAI_API_KEY"})
OF_DATABASE = ("PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSERVICEFILE")
# What tmux says to what runs in it, but for where to reach it.
TERMINAL = {"TERM": "tmux-256color", "TERM_PROGRAM": "tmux"}


def environment_of(
    session: Session, *, person: Mapping[str, str], home: Path, endpoint: str
) -> dict[str, str]:
    """
    Return the whole environment of a session's program.

    Args:
        session: what is started.
        person: the variables of the person who starts it.
        home: Proctor's own folder.
        endpoint: where the server takes telemetry; empty where it takes none.

    """
    hidden = {*NAMES, *hidden_by_config(home)}
    kept = {
        name: value
        for name, value in person.items()
        if name not in hidden and not name.startswith(PREFIXES)
    }
    folder = session_folder(str(home), session.name)
    ours = {AGENT: session.name, FOLDER: folder}
    if session.role:
        ours[ROLE] = session.role
    if HOME in person:
        ours[HOME] = str(home)
    if session.program and (session.isolated or session.sandbox):
        ours[CONFIG] = f"{folder}/{OWN_CONFIG}"
    return {**kept, **TERMINAL, **ours, **telemetry_variables(session, endpoint)}


def hidden_by_config(home: Path) -> Iterator[str]:
    """Return the variables that config.yaml has a use for which is none of an agent's."""
    with suppress(ProctorError):
        config = load_config(home, None)
        if config.keeping.store.startswith(POSTGRES):
            yield from OF_DATABASE
        key = config.asking.reviewer.key_variable
        if key not in PROGRAMS_OWN:
            yield key
