"""Make the reviewer of a role: how it is reached is configured, whom it serves is the role's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.approval.reviewer import Reviewer
from proctor.approval.reviewers.claude_cli import PROGRAM, ClaudeCli
from proctor.approval.reviewers.command import Command
from proctor.errors import WrongWord
from proctor.terms import role as roles
from proctor.terms.asking import ReviewerSettings

KINDS = ("claude", "command", "anthropic", "openai")


class Service(NamedTuple):
    """Where a service is, and which variable holds its key, if nothing else is configured."""

    url: str
    variable: str


SERVICES = {
    "anthropic": Service("https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    "openai": Service("https://api.openai.com", "OPENAI_API_KEY"),
}


def make_reviewer(
    settings: ReviewerSettings,
    role: roles.Reviewer,
    *,
    place: Path,
    env: Mapping[str, str],
) -> Reviewer:
    """
    Return the reviewer of a role.

    Args:
        settings: how it is reached; a command of the kind `claude` is where that program lies.
        role: whom it serves; its model counts before that of the settings.
        place: a folder of ours, in which its programs get an empty folder for each run.
        env: the environment that was recorded; nothing of anybody else's reaches it.

    Raises:
        WrongWord: the settings name no way to reach one.
        MissingExtra: what is needed to reach it is not installed.

    """
    instructions = role.instructions or ""
    if settings.kind == "claude":
        return ClaudeCli(
            instructions=instructions,
            environment=env,
            model=role.model or settings.model,
            program=settings.command[0] if settings.command else PROGRAM,
            seconds=settings.seconds,
            place=place,
        )
    if settings.kind == "command":
        return Command(
            settings.command,
            instructions=instructions,
            environment=env,
            seconds=settings.seconds,
            place=place,
        )
    if settings.kind in SERVICES:
        return http_reviewer(settings, role, env)
    raise WrongWord(
        f"`{settings.kind}` is no kind of reviewer", help=f"it is one of {', '.join(KINDS)}"
    )


def http_reviewer(
    settings: ReviewerSettings, role: roles.Reviewer, env: Mapping[str, str]
) -> Reviewer:
    """Return a model behind HTTP; the key of a known service goes to that service only."""
    # It needs a package that is installed only when asked for.
    from proctor.approval.reviewers.http import Http, Key, Style  # noqa: PLC0415 - see above

    known = SERVICES[settings.kind]
    return Http(
        style=Style(settings.kind),
        url=settings.url or known.url,
        model=role.model or settings.model,
        instructions=role.instructions or "",
        key=Key(variable=settings.key_variable or ("" if settings.url else known.variable)),
        environment=env,
        seconds=settings.seconds,
    )
