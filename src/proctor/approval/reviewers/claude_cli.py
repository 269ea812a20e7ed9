"""
Have a call judged by Claude Code: `claude --print`, cut off from everything around it.

Measured on 2.1.325: without all of this the project's CLAUDE.md reaches the model, hooks
and servers of the project start, and a mere `@/some/file` in what is judged puts the text
of that file beside the prompt. An agent could so instruct its own judge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.approval.review_request import Request
from proctor.approval.reviewer import SECONDS, NoAnswer, Review, Said, review_with
from proctor.approval.reviewers.program import Failed, answer_of, empty_folder, found
from proctor.terms.asking import REVIEWER_VARIABLES

PROGRAM = "claude"
MODEL = "haiku"
SYSTEM = (
    "You judge one tool call of another agent. You have no tools. "
    "You answer in the two lines that you are asked for, and in nothing else."
)
SETTINGS = json.dumps({"disableAllHooks": True})
# No settings of user or project, hence none of their memory, hooks, plugins and servers;
# no tools, no servers, no skills; nothing kept of the session.
ISOLATED = (
    *("--settings", SETTINGS),
    *("--setting-sources", ""),
    *("--tools", ""),
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--no-session-persistence",
    *("--system-prompt", SYSTEM),
    *("--output-format", "json"),
)
# The same once more, for what no option covers; a version that does not know one ignores it.
SWITCHES = {
    "CLAUDE_CODE_SAFE_MODE": "1",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_ATTACHMENTS": "1",
    "CLAUDE_CODE_DISABLE_FILE_MENTIONS": "1",
    "CLAUDE_CODE_DISABLE_ULTRATHINK": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}
# What it needs to run, and what leads it to its login and its service; not another one's key.
NEEDED = {
    *"PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TZ".split(),
    *REVIEWER_VARIABLES - {"OPENAI_API_KEY"},
}


# What it says where no answer came from its service, and the codes that tell why.
UNREACHED, NOT_REACHED = "connection_failed", "its service could not be reached"
CAUSES = {
    "ECONNREFUSED": "connection refused",
    "ECONNRESET": "connection reset",
    "ENOTFOUND": "its service's host was not found",
    "EAI_AGAIN": "its service's host was not found",
    "ETIMEDOUT": "connection timed out",
    "EHOSTUNREACH": "no route to its service",
    "ENETUNREACH": "no network",
}


class ClaudeCli:
    """
    Claude Code as a reviewer, with the user's own login.

    `environment` is what was recorded when Proctor was installed; only what the program
    needs is passed on, so nothing of an agent's reaches it.
    """

    def __init__(  # noqa: PLR0913 - each of them is a key of the configuration
        self,
        *,
        instructions: str,
        environment: Mapping[str, str],
        model: str = MODEL,
        program: str = PROGRAM,
        seconds: float = SECONDS,
        place: Path | None = None,
    ) -> None:
        self.instructions = instructions
        self.environment = {
            name: value for name, value in environment.items() if name in NEEDED
        } | SWITCHES
        self.model = model
        self.program = program
        self.seconds = seconds
        self.place = place

    async def review(self, request: Request) -> Review:
        """Judge a call; what goes wrong is ASK_USER."""
        return await review_with(
            self.ask, request, self.instructions, model=self.model, seconds=self.seconds
        )

    async def ask(self, prompt: str) -> Said:
        """Return what the model says to a prompt."""
        program = found(self.program, self.environment)
        with empty_folder(self.place) as folder:
            scratch = str(folder.scratch)
            # git goes no further up than here, whatever lies there.
            ceiling = str(folder.here.parent)
            own = {
                "TMPDIR": scratch,
                "CLAUDE_CODE_TMPDIR": scratch,
                "GIT_CEILING_DIRECTORIES": ceiling,
            }
            try:
                text = await answer_of(
                    (program, "--print", "--model", self.model, *ISOLATED),
                    prompt,
                    environment=self.environment | own,
                    cwd=folder.here,
                )
            except Failed as failure:
                raise NoAnswer(f"{failure}{cause_in(failure.text)}") from None
        return said_in(text)


def said_in(text: str) -> Said:
    """
    Return what the model said, of the JSON that the program prints.

    Raises:
        NoAnswer: it is not what the program prints when all went well.

    """
    result = result_in(text)
    if result is None:
        raise NoAnswer("Claude Code did not answer in the form that was asked for")
    words = result.get("result")
    well = result.get("is_error") is False and result.get("subtype") == "success"
    if not well or not isinstance(words, str):
        raise NoAnswer("Claude Code said that the review went wrong")
    return Said(words, cost_in(result.get("total_cost_usd")), model_in(result.get("modelUsage")))


def result_in(text: str) -> dict[str, Any] | None:
    """Return the result that the program printed, if that is what it printed."""
    try:
        result = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) and result.get("type") == "result" else None


def cause_in(text: str) -> str:
    """Say what a person can do about a failure, but nothing that a service said: it may quote."""
    result = result_in(text)
    if result is None:
        return ""
    status = result.get("api_error_status")
    if type(status) is int:
        return f": its service answered with status {status}"
    if result.get("api_error") == UNREACHED:
        codes = re.findall(r"\b[A-Z_]{5,}\b", str(result.get("result")))
        return f": {next((CAUSES[code] for code in codes if code in CAUSES), NOT_REACHED)}"
    return ": is it logged in? try `claude --print hello`"


def cost_in(value: Any) -> float | None:
    """Return the price that is named, if one is."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number and value >= 0 else None


def model_in(usage: Any) -> str:
    """Return the model that answered, if it is named."""
    return next(iter(usage), "") if isinstance(usage, dict) else ""
