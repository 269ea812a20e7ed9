"""The variables and settings by which a program tells us, and nobody else, what it does."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.agents.session_files import Session
from proctor.agents.telemetry_variables import telemetry_variables, with_telemetry
from tests.agents.test_session_files import a_session

SERVER = "http://127.0.0.1:7762"


def told(**more: Any) -> Session:
    """Return a session that tells."""
    return a_session(name="coder", program="claude-code", token="t0k")._replace(**more)  # noqa: S106 - of a session that is made for a test


def test_everything_that_is_told_goes_to_our_server() -> None:
    """Each kind is named by itself, with the token, so that none of the person's own wins."""
    said = telemetry_variables(told(), f"{SERVER}/")
    bearer = "Authorization=Bearer coder.t0k"

    assert {
        "CLAUDE_CODE_ENABLE_TELEMETRY": "1",
        "OTEL_SDK_DISABLED": "false",
        "OTEL_LOGS_EXPORTER": "otlp",
        "OTEL_METRICS_EXPORTER": "otlp",
        "OTEL_TRACES_EXPORTER": "none",
        "OTEL_LOGS_EXPORT_INTERVAL": "1000",
        "OTEL_METRIC_EXPORT_INTERVAL": "2000",
        "OTEL_EXPORTER_OTLP_ENDPOINT": SERVER,
        "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json",
        "OTEL_EXPORTER_OTLP_HEADERS": bearer,
        "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": f"{SERVER}/v1/logs",
        "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL": "http/json",
        "OTEL_EXPORTER_OTLP_LOGS_HEADERS": bearer,
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": f"{SERVER}/v1/metrics",
        "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL": "http/json",
        "OTEL_EXPORTER_OTLP_METRICS_HEADERS": bearer,
        "OTEL_LOG_USER_PROMPTS": "0",
        "OTEL_LOG_ASSISTANT_RESPONSES": "0",
        "OTEL_LOG_TOOL_DETAILS": "0",
        "OTEL_LOG_TOOL_CONTENT": "0",
        "OTEL_LOG_RAW_API_BODIES": "0",
    } == said


@pytest.mark.parametrize(
    ("session", "endpoint"),
    [(told(), ""), (told(token=""), SERVER), (told(program=""), SERVER)],
    ids=["no server", "no token", "a program that tells nothing"],
)
def test_without_somebody_who_takes_it_nothing_is_said(session: Session, endpoint: str) -> None:
    """Where nobody listens, or nobody would tell, the person's own telemetry stays as it is."""
    assert (
        telemetry_variables(session, endpoint),
        with_telemetry({"env": {"A": "1"}}, session, endpoint),
    ) == ({}, {"env": {"A": "1"}})


def test_the_settings_say_the_same() -> None:
    """They are stronger than the user's and the project's, and take every helper away."""
    said = with_telemetry(
        {"hooks": {}, "env": {"A": "1", "OTEL_LOGS_EXPORTER": "none"}}, told(), SERVER
    )

    assert {
        "hooks": {},
        "env": {"A": "1", **telemetry_variables(told(), SERVER)},
        "otelHeadersHelper": "",
    } == said
