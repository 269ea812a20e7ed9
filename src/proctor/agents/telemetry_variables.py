"""
What makes an agent program tell us, and nobody else, what it does.

Measured on Claude Code 2.1.325: the `env` of a repository's settings does not move these
variables, the user's own settings do, and a repository's `otelHeadersHelper` takes the place
of our token. Both are overruled by the settings that a program is started with, so what is
said in its environment is said there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proctor.agents.session_files import Session

# How often the program hands in what it has, in milliseconds.
LOGS_INTERVAL, METRICS_INTERVAL = "1000", "2000"
SIGNALS = ("LOGS", "METRICS")
EXPORTER = "OTEL_EXPORTER_OTLP"
# What people say to it, what it says, and what its tools read and write.
CONTENTS = (
    "USER_PROMPTS",
    "ASSISTANT_RESPONSES",
    "TOOL_DETAILS",
    "TOOL_CONTENT",
    "RAW_API_BODIES",
)
# Between the name of an agent, which never has one, and its token.
MARK = "."
# A setting that is null makes the program drop the whole file; an empty one is none.
NO_HELPER = ""


def telemetry_variables(session: Session, endpoint: str) -> dict[str, str]:
    """
    Return the variables for one session; none where nobody takes its telemetry.

    `endpoint` is the address of the server, `http://127.0.0.1:7762`, or empty. What the person
    has set for one kind of telemetry alone would win over what is said for all, so each kind
    is named too.
    """
    if not endpoint or not session.token or not session.program:
        return {}
    address = endpoint.rstrip("/")
    bearer = f"Authorization=Bearer {session.name}{MARK}{session.token}"
    said = {
        "CLAUDE_CODE_ENABLE_TELEMETRY": "1",
        "OTEL_SDK_DISABLED": "false",
        "OTEL_LOGS_EXPORTER": "otlp",
        "OTEL_METRICS_EXPORTER": "otlp",
        "OTEL_TRACES_EXPORTER": "none",
        "OTEL_LOGS_EXPORT_INTERVAL": LOGS_INTERVAL,
        "OTEL_METRIC_EXPORT_INTERVAL": METRICS_INTERVAL,
        f"{EXPORTER}_ENDPOINT": address,
        f"{EXPORTER}_PROTOCOL": "http/json",
        f"{EXPORTER}_HEADERS": bearer,
    }
    for signal in SIGNALS:
        said[f"{EXPORTER}_{signal}_ENDPOINT"] = f"{address}/v1/{signal.lower()}"
        said[f"{EXPORTER}_{signal}_PROTOCOL"] = "http/json"
        said[f"{EXPORTER}_{signal}_HEADERS"] = bearer
    return said | {f"OTEL_LOG_{content}": "0" for content in CONTENTS}


def with_telemetry(settings: Mapping[str, Any], session: Session, endpoint: str) -> dict[str, Any]:
    """Return the settings of a session, in which the same is said as in its environment."""
    said = telemetry_variables(session, endpoint)
    if not said:
        return dict(settings)
    env = settings.get("env")
    kept = env if isinstance(env, Mapping) else {}
    return {**settings, "env": {**kept, **said}, "otelHeadersHelper": NO_HELPER}
