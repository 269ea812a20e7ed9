"""Which records a command of `proctor audit` looks at: the options, written once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from typing import Annotated, Any

import typer

from proctor.audit.store import Filter
from proctor.audit.stores.words import words_of
from proctor.cli.moments import FORMS, read_moment
from proctor.cli.options import complete_role, complete_tool, shelf
from proctor.errors import ProctorError, UsageError, did_you_mean
from proctor.home import proctor_home
from proctor.keepers import keeping_of, open_store
from proctor.terms.record import Outcome

WANTED = "wanted"
# An agent chose its name, and a shell puts what it is offered on the command line.
PLAIN = re.compile(r"[A-Za-z0-9][\w.@:-]*", re.ASCII)


def complete_decision(incomplete: str) -> list[str]:
    """Return the decisions that begin so."""
    return [word.value for word in Outcome if word.startswith(incomplete)]


def complete_agent(incomplete: str) -> list[str]:
    """Return the agents of which something is kept; a shell that completes never sees an error."""
    try:
        home = proctor_home()
        with closing(open_store(home, keeping_of(home), reads=True)) as store:
            names = {agent for _, _, agent in store.chains()}
    except (ProctorError, OSError):
        return []
    return sorted(name for name in names if name.startswith(incomplete) and PLAIN.fullmatch(name))


OPTIONS: dict[str, Any] = {
    "agent": typer.Option(
        "--agent", metavar="NAME", autocompletion=complete_agent, help="Of this agent only."
    ),
    "role": typer.Option(
        "--role", metavar="ROLE", autocompletion=complete_role, help="Under this role."
    ),
    "decision": typer.Option(
        "--decision",
        metavar="WORD",
        autocompletion=complete_decision,
        help=f"One of {', '.join(Outcome)}.",
    ),
    "tool": typer.Option(
        "--tool", metavar="TOOL", autocompletion=complete_tool, help="Of this tool."
    ),
    "person": typer.Option(
        "--person", metavar="NAME", help="Asked for or answered by this person."
    ),
    "session": typer.Option("--session", metavar="ID", help="Of this session."),
    "host": typer.Option("--host", metavar="NAME", help="Made on this machine."),
    "since": typer.Option("--since", metavar="WHEN", help=f"Not before: {FORMS}."),
    "until": typer.Option("--until", metavar="WHEN", help="Before this moment."),
    "text": typer.Option(
        "--text",
        metavar="WORDS",
        help="With these words in the action or the detail, one after the other.",
    ),
}


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes `wanted`, a Filter, the options that say which records."""
    own = inspect.signature(command, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = [
        inspect.Parameter(name, keyword, default="", annotation=Annotated[str, option])
        for name, option in OPTIONS.items()
    ]
    others = [one for one in own.parameters.values() if one.name != WANTED]

    @wraps(command)
    def with_options(**given: Any) -> None:
        words = {name: given.pop(name) for name in OPTIONS}
        command(**given, wanted=read_filter(words))

    parameters = [*(one.replace(kind=keyword) for one in others), *options]
    with_options.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined] # what inspect looks for
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options


def read_filter(words: dict[str, str]) -> Filter:
    """
    Return which records are wanted.

    Raises:
        UsageError: a moment or a decision is none, or a text has no words.

    """
    decision = words["decision"]
    if decision and decision not in set(Outcome):
        known = [word.value for word in Outcome]
        hint = did_you_mean(decision, known) or f"there are {', '.join(known)}"
        raise UsageError(f"`{decision}` is not a decision", help=hint)
    if words["text"] and not words_of(words["text"]):
        raise UsageError(
            f"`--text` looks for words, and `{words['text']}` has none",
            help="a word is letters and digits; what stands between them does not count",
        )
    if words["tool"]:
        words = {**words, "tool": kept_name(words["tool"])}
    moments = {name: read_moment(words[name]) for name in ("since", "until")}
    texts: dict[str, Any] = {**words, **moments}
    return Filter(**texts)


def kept_name(tool: str) -> str:
    """Return the name by which a tool stands in records: tools that are equal have one."""
    try:
        return shelf().config().catalogue.get(tool).name
    except (ProctorError, OSError):
        return tool  # a config that is wrong is no reason not to look at records
