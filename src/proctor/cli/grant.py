"""`proctor grant`: the answers that are remembered, and how to end them."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Annotated, Any

import typer

from proctor.audit.as_json import grant_json
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.rows import LARGEST
from proctor.cli import render
from proctor.cli.as_person import as_person
from proctor.cli.grant_add import add
from proctor.cli.json_option import JsonOption
from proctor.cli.moments import local_time
from proctor.errors import NotFound, ProctorError, UsageError
from proctor.home import proctor_home
from proctor.keepers import keeping_of, open_reader, open_store
from proctor.terms.grant import Grant

EPILOG = """\b
Examples:
  proctor grant list
  proctor grant list --all
  proctor grant add bash --agent frontend --session 8c1f --role coder
  proctor grant revoke 3
  proctor grant revoke --all
"""
STYLES = {"holds": "green", "used": "dim", "expired": "dim", "revoked": "dim"}
# So much of a name is shown.
NAME = 100
COMPLETED = 60

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)


@app.callback()
def grant() -> None:
    """List the answers that are remembered, give some in advance, and revoke them."""


app.command("add")(add)


def complete_grant(incomplete: str) -> list[tuple[str, str]]:
    """Return the grants that hold and begin so; a shell that completes never sees an error."""
    home = proctor_home()
    with (
        suppress(ProctorError, OSError),
        closing(open_store(home, keeping_of(home), reads=True)) as store,
    ):
        return [
            (str(each.id), render.shorten(what_of(grant_json(each)), COMPLETED))
            for each in store.grants(live_at=timestamp())
            if str(each.id).startswith(incomplete)
        ]
    return []


@app.command("list")
def list_grants(
    every: Annotated[
        bool, typer.Option("--all", help="Also those that are used up, over or revoked.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    List the answers that are remembered, the oldest first.

    Each has its number, for how long it holds, for what, under which role, for which agent,
    who gave it and when, and where. No grant lifts a deny.
    """
    now = timestamp()
    grants = [row_of(each, now) for each in kept_grants("" if every else now)]
    if as_json:
        render.out_json(grants)
        return
    for each in grants:
        show_grant(each)
    if not grants:
        render.out("nothing is remembered", err=True)


@app.command("revoke")
def revoke(
    numbers: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="ID", autocompletion=complete_grant, help="Their numbers in `grant list`."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All that hold.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Revoke grants: from then on, the same is asked again."""
    if bool(numbers) == every:
        raise UsageError("which grants?", help="name their numbers, or --all: `proctor grant list`")
    live = {each.id: each for each in kept_grants(timestamp())}
    wanted = list(live) if every else list(dict.fromkeys(numbers or []))
    missing = [number for number in wanted if number not in live]
    done = revoke_each([number for number in wanted if number in live], missing)
    if as_json:
        render.out_json(done)
    else:
        for each in done:
            number = each["id"]
            what = render.shorten(what_of(grant_json(live[number])))
            render.out(("revoked", "bold"), f"  {number}  ", what)
    if missing:
        which = ", ".join(map(str, missing))
        none = "there is no grant" if len(missing) == 1 else "there are no grants"
        raise NotFound(f"{none} {which} to revoke", help="see `proctor grant list`")
    if not done and not as_json:
        render.out("nothing is remembered", err=True)


def revoke_each(numbers: list[int], missing: list[int]) -> list[dict[str, Any]]:
    """Revoke grants, one by one; those that somebody else was quicker with are missing."""
    done: list[dict[str, Any]] = []
    if not numbers:
        return done  # no server is started for nothing
    with as_person(proctor_home()) as server:
        for number in numbers:
            try:
                done.append(server.call("revoke", number=number))
            except NotFound:
                missing.append(number)
    return done


def kept_grants(live_at: str) -> list[Grant]:
    """Return the grants of the store; only those that hold at a time, if one is given."""
    with closing(open_reader(proctor_home())) as store:
        return store.grants(live_at=live_at, limit=LARGEST)


def row_of(each: Grant, now: str) -> dict[str, Any]:
    """Return a grant as JSON, with how it stands."""
    state = "holds"
    if each.revoked_at:
        state = "revoked"
    elif each.used_at:
        state = "used"
    elif each.expires_at and moment(each.expires_at) <= moment(now):
        state = "expired"
    return {**grant_json(each), "state": state}


def what_of(row: dict[str, Any]) -> str:
    """Return what a grant allows."""
    body = row["body"] if isinstance(row["body"], dict) else {}
    if body.get("category"):
        return f"every `{body['category']}` call that the rules ask about"
    return str(body.get("action") or row["key"])


def where_of(row: dict[str, Any]) -> str:
    """Return where a grant holds: one for a whole category in all of its project."""
    body = row["body"] if isinstance(row["body"], dict) else {}
    if body.get("category"):
        return f"the project {body.get('project') or '-'}"
    return str(body.get("cwd") or "")


def show_grant(row: dict[str, Any]) -> None:
    """Print a grant."""
    state = row["state"]
    render.out(
        (f"{row['id']:>4}  ", "bold"),
        (state, STYLES[state]),
        f"  {lasting(row)}",
        (f"  role {render.shorten(row['role'] or '-', NAME)}", "dim"),
        *([f"  agent {render.shorten(row['agent'], NAME)}"] if row["agent"] else []),
    )
    render.out("      ", (render.both_ends(what_of(row)), "bold"))
    if place := where_of(row):
        render.out("      ", (f"in {render.both_ends(place)}", "dim"))
    given = f"given by {render.shorten(row['made_by'], NAME)} {local_time(row['made_at'])}"
    ended = ""
    if row["revoked_at"]:
        by = render.shorten(row["revoked_by"], NAME)
        ended = f", revoked by {by} {local_time(row['revoked_at'])}"
    elif row["used_at"]:
        ended = f", used {local_time(row['used_at'])}"
    render.out("      ", (f"{given}{ended}", "dim"))


def lasting(row: dict[str, Any]) -> str:
    """Say for how long a grant holds."""
    if row["expires_at"]:
        return f"until {local_time(row['expires_at'])}"
    words = {"once": "once", "session": "for its session", "always": "until it is revoked"}
    return words.get(row["scope"], str(row["scope"]))
