"""The environment of an agent: what it has, and what never reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.environment import environment_of
from proctor.agents.session_files import Session
from tests.agents.test_session_files import a_session


def made(tmp_path: Path, *session: Session, **person: str) -> dict[str, str]:
    """Return the environment of an agent of somebody with these variables."""
    [agent] = session or [a_session()]
    return environment_of(agent, person=person, home=tmp_path, endpoint="")


def test_an_agent_knows_who_it_is(tmp_path: Path) -> None:
    """Name, role and folder are told, and what its person has stays."""
    folder = f"{tmp_path}/sessions/coder"

    assert {
        "PATH": "/usr/bin",
        "ANTHROPIC_API_KEY": "k",
        "TERM": "tmux-256color",
        "TERM_PROGRAM": "tmux",
        "PROCTOR_AGENT": "coder",
        "PROCTOR_ROLE": "coder",
        "PROCTOR_SESSION_DIR": folder,
    } == made(tmp_path, PATH="/usr/bin", ANTHROPIC_API_KEY="k", TERM="xterm")


@pytest.mark.parametrize(
    "name",
    [
        "TG_API_TOKEN", "TG_CHAT_ID", "PROCTOR_STORE", "PROCTOR_USE_TG", "PROCTOR_TOKEN",
        "CLAUDECODE", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE",
        "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_SSE_PORT",
        "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE",
        "CLAUDE_CODE_SHELL_PREFIX", "LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV",
        "TMUX", "TMUX_PANE", "TMUX_TMPDIR", "STY", "LINES", "COLUMNS", "BASH_FUNC_ls%%",
    ],
)  # fmt: skip
def test_what_is_ours_or_of_another_program_is_taken_away(name: str, tmp_path: Path) -> None:
    """Tokens, stores, a surrounding session, its terminal, and what switches hooks off."""
    assert name not in made(tmp_path, **{name: "1"})


@pytest.mark.parametrize(
    "name", ["CLAUDE_CONFIG_DIR", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_OAUTH_TOKEN", "LANG"]
)
def test_what_is_the_persons_own_stays(name: str, tmp_path: Path) -> None:
    """A login and a person's settings are not ours to take away."""
    assert made(tmp_path, **{name: "1"})[name] == "1"


def test_a_home_that_was_named_stays_named(tmp_path: Path) -> None:
    """The agent's `proctor list` looks where its person's does, and PROCTOR_AGENT is no lie."""
    found = made(tmp_path, PROCTOR_HOME="/srv/other", PROCTOR_AGENT="boss", PROCTOR_ROLE="open")

    assert (str(tmp_path), "coder", "coder") == (
        found["PROCTOR_HOME"], found["PROCTOR_AGENT"], found["PROCTOR_ROLE"],
    )  # fmt: skip


def test_config_says_what_else_is_none_of_an_agents(tmp_path: Path) -> None:
    """The password of the store and the key of the reviewer stay with the server."""
    (tmp_path / "config.yaml").write_text(
        "store: postgresql://ada@db/proctor\n"
        "reviewer: {style: openai, model: small, url: https://review.example, "
        "key_variable: REVIEW_KEY}\n"
    )
    found = made(tmp_path, PGPASSWORD="x", PGPASSFILE="x", REVIEW_KEY="x", OTHER="x")

    assert {"OTHER"} == {"PGPASSWORD", "PGPASSFILE", "REVIEW_KEY", "OTHER"} & set(found)


def test_without_a_database_of_ours_its_variables_are_the_persons(tmp_path: Path) -> None:
    """An agent may need the database that it works with."""
    assert made(tmp_path, PGPASSWORD="x")["PGPASSWORD"] == "x"


def test_a_config_that_does_not_load_takes_nothing_more(tmp_path: Path) -> None:
    """What is wrong in it is told elsewhere."""
    (tmp_path / "config.yaml").write_text("store: [\n")

    assert made(tmp_path, PATH="/bin")["PATH"] == "/bin"


@pytest.mark.parametrize("how", ["isolated", "sandbox"])
def test_an_isolated_agent_has_a_folder_of_its_own(how: str, tmp_path: Path) -> None:
    """Its program's data lies in its session, whatever its person has."""
    session = a_session(isolated=how == "isolated", sandbox=how == "sandbox")

    assert made(tmp_path, session, CLAUDE_CONFIG_DIR="/home/ada/.claude")["CLAUDE_CONFIG_DIR"] == (
        f"{tmp_path}/sessions/coder/claude"
    )


def test_without_a_role_there_is_none_to_tell(tmp_path: Path) -> None:
    """PROCTOR_ROLE of somebody else is not left there either."""
    assert "PROCTOR_ROLE" not in made(tmp_path, a_session(role=""), PROCTOR_ROLE="open")


def test_telemetry_comes_last(tmp_path: Path) -> None:
    """What a person has set for telemetry of their own does not lead it elsewhere."""
    found = environment_of(
        a_session(token="t"),  # noqa: S106 - an example
        person={"OTEL_EXPORTER_OTLP_ENDPOINT": "http://elsewhere"},
        home=tmp_path,
        endpoint="http://127.0.0.1:7762",
    )

    assert found["OTEL_EXPORTER_OTLP_ENDPOINT"] == "http://127.0.0.1:7762"
