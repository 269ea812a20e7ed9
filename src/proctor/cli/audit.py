"""`proctor audit`: look at what was decided, and prove that nobody changed it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import AbstractContextManager, closing, nullcontext
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from proctor.audit.as_json import kept_json
from proctor.audit.chain import Chain, Head
from proctor.audit.export import every, write_csv, write_lines
from proctor.audit.kept_heads import heads_of
from proctor.audit.rows import LARGEST
from proctor.audit.store import Filter, Store
from proctor.audit.verify import Verified, verify
from proctor.cli import audit_acknowledge, audit_events, render
from proctor.cli.audit_filters import filtered
from proctor.cli.audit_pages import show_list, show_record, show_stats, show_verified
from proctor.cli.json_option import JsonOption
from proctor.errors import NotFound, UsageError
from proctor.home import proctor_home
from proctor.keepers import keeping_of, known_heads, open_reader, trouble_aside
from proctor.terms.plain import plain

PAGE = 50
BROKEN = 1
NO_RECORDS = "nothing is kept yet"
NONE_LIKE_IT = "no record is like that"
EPILOG = """\b
Examples:
  proctor audit list --since 2h --decision deny
  proctor audit list --agent frontend --text 'git push'
  proctor audit show 12
  proctor audit verify
  proctor audit export --format csv --output audit.csv
  proctor audit events --kind tool-ran
  proctor audit acknowledge
"""
LIST_EPILOG = """\b
Examples:
  proctor audit list --since today --decision deny
  proctor audit list --agent frontend --text 'git push' -n 10
  proctor audit list --json | jq '.[].action_string'
"""
VERIFY_EPILOG = """\b
Examples:
  proctor audit verify
  proctor audit verify --note /mnt/elsewhere/heads.json
  proctor audit verify --heads heads.json --note heads.json
  proctor audit verify --file ~/.proctor/proctor-damaged-20261118T051200Z.db
"""
EXPORT_EPILOG = """\b
Examples:
  proctor audit export --since 2026-11-01 > november.jsonl
  proctor audit export --format csv --output audit.csv --decision deny
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)


class Format(StrEnum):
    """How records are written out."""

    JSONL = "jsonl"
    CSV = "csv"


@app.callback()
def audit() -> None:
    """Look at what was decided, and prove that nobody changed it."""


@app.command("list", epilog=LIST_EPILOG)
@filtered
def list_records(
    *,
    wanted: Filter,
    before: Annotated[
        int | None, typer.Option("--before", metavar="N", help="Older than this record.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many.")
    ] = PAGE,
    as_json: JsonOption = False,
) -> None:
    """List decisions: the newest ones, the last of them at the bottom."""
    if before is not None:
        wanted = wanted._replace(before=max(0, min(before, LARGEST)))
    with reading() as store:
        # One more than is shown tells whether there are more.
        found = store.find(wanted, limit=min(limit, LARGEST - 1) + 1)
    shown = found[:limit]
    if as_json:
        render.out_json([kept_json(kept) for kept in shown])
        return
    show_list(shown)
    if not found:
        render.out(NONE_LIKE_IT if wanted != Filter() else NO_RECORDS, err=True)
    elif len(found) > limit:
        render.out((f"older ones: --before {shown[-1].n}", "dim"), err=True)


@app.command("show")
def show(
    number: Annotated[int, typer.Argument(metavar="N", help="The record's number in the list.")],
    as_json: JsonOption = False,
) -> None:
    """Show everything that is kept of one decision."""
    with reading() as store:
        kept = store.get(number) if 0 <= number <= LARGEST else None
    if kept is None:
        raise NotFound(f"there is no record {number}", help="`proctor audit list` has the numbers")
    if as_json:
        render.out_json(kept_json(kept))
    else:
        show_record(kept)


@app.command("verify", epilog=VERIFY_EPILOG)
def verify_chains(
    *,
    heads: Annotated[
        Path | None,
        typer.Option(
            "--heads", metavar="FILE", help="Heads that were noted before: they must be there."
        ),
    ] = None,
    note: Annotated[
        Path | None,
        typer.Option("--note", metavar="FILE", help="Write the heads to this file, for next time."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="A SQLite store that was set aside, not the home's."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Prove that no record was changed, removed or moved. Exit 1 if one was, saying where.

    What was cut off at the end of a chain can only be seen by its head: note the
    heads where agents cannot write, and compare.
    """
    noted = read_heads(heads) if heads else {}
    home = proctor_home()
    if file is None:
        # Read before the store, which may grow meanwhile.
        noted = {**known_heads(home), **noted}
    opened = reading() if file is None else reading_file(file)
    with opened as store, render.Progress("records") as progress:
        found = verify(store, noted=noted, progress=progress.at)
    if as_json:
        render.out_json(verified_json(found))
    else:
        show_verified(found)
    if file is None and (aside := trouble_aside(home, keeping_of(home))):
        render.out((aside, "yellow"), err=True)
    if note:
        note_heads(note, found)
    raise typer.Exit(BROKEN if found.breaks else 0)


@app.command("export", epilog=EXPORT_EPILOG)
@filtered
def export(
    *,
    form: Annotated[Format, typer.Option("--format", help="JSON lines or CSV.")] = Format.JSONL,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Instead of stdout.")
    ] = None,
    wanted: Filter,
) -> None:
    """Write decisions out, oldest first: one JSON object a line, or a table."""
    terminal = output is None and sys.stdout.isatty()
    # What goes to a terminal must not write to it by itself. JSON never does.
    as_table = partial(write_csv, shown=plain) if terminal else write_csv
    write = as_table if form is Format.CSV else write_lines
    # In this order: where the store cannot be read, an export of yesterday stays.
    with reading() as store, render.Progress("records") as progress, target(output) as file:
        number = write(every(store, wanted), file, None if terminal else progress.at)
    if not number:
        render.out(NONE_LIKE_IT if wanted != Filter() else NO_RECORDS, err=True)
    elif output is not None:
        render.out(f"{render.count(number, 'record')} in {output}", err=True)


@app.command("stats")
@filtered
def stats(
    *,
    wanted: Filter,
    as_json: JsonOption = False,
) -> None:
    """Count decisions: over time, by decision, decider, tool and role."""
    with reading() as store:
        counts = store.count(wanted)
    if as_json:
        render.out_json([count._asdict() for count in counts])
    else:
        show_stats(counts)


app.command("events", epilog=audit_events.EPILOG)(audit_events.events)
app.command("acknowledge", epilog=audit_acknowledge.EPILOG)(audit_acknowledge.acknowledge)


def target(output: Path | None) -> AbstractContextManager[TextIO]:
    """Open what is written to: a file, or stdout."""
    if output is None:
        return nullcontext(sys.stdout)
    return output.open("w", encoding="utf-8", newline="", errors="backslashreplace")


def reading() -> AbstractContextManager[Store]:
    """Open the store of this home for looking."""
    return closing(open_reader(proctor_home()))


def reading_file(path: Path) -> AbstractContextManager[Store]:
    """
    Open a SQLite store by its name, for looking.

    Raises:
        UsageError: there is no such file.
        StoreError: it cannot be read.

    """
    from proctor.audit.stores.sqlite import open_sqlite  # noqa: PLC0415 - seldom needed

    if not path.is_file():
        raise UsageError(f"`{path}` is not a file")
    return closing(open_sqlite(path, read_only=True))


def verified_json(found: Verified) -> dict[str, Any]:
    """Return what was found as data."""
    return {
        "whole": not found.breaks,
        "records": found.records,
        "heads": heads_json(found),
        "breaks": [
            {**dict(zip(("host", "home", "agent"), one.chain, strict=True)),
             "seq": one.seq, "n": one.n, "what": one.what}
            for one in found.breaks
        ],
    }  # fmt: skip


def note_heads(path: Path, found: Verified) -> None:
    """Write the heads down, unless something is wrong: then what was noted before counts on."""
    if found.breaks:
        render.out(f"nothing was noted in {path}", err=True)
        return
    write_whole(path, json.dumps(heads_json(found), indent=2) + "\n")
    render.out(f"{render.count(len(found.heads), 'head')} noted in {path}", err=True)


def write_whole(path: Path, text: str) -> None:
    """
    Replace a file in one step, for its user alone: half of the heads would prove nothing.

    Where a link leads there, it stays; what is no file, a pipe or a terminal, is written to.

    Raises:
        UsageError: it cannot be written; what was there is as it was.

    """
    place = Path(os.path.realpath(path))
    try:
        if place.exists() and not place.is_file():
            place.write_text(text, encoding="utf-8")
            return
        descriptor, name = tempfile.mkstemp(prefix=f".{place.name[:100]}.", dir=place.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as new:
                new.write(text)
                new.flush()
                os.fsync(new.fileno())
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"`{path}` cannot be written: {why}") from None


def heads_json(found: Verified) -> list[dict[str, Any]]:
    """Return the last link of each chain as data."""
    return [
        {"host": host, "home": home, "agent": agent, "seq": head.seq, "hash": head.hash}
        for (host, home, agent), head in sorted(found.heads.items())
    ]


def read_heads(path: Path) -> dict[Chain, Head]:
    """
    Read heads that were noted.

    Raises:
        UsageError: the file has none.

    """
    try:
        return heads_of(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise UsageError(f"`{path}` is not there", help="`--note FILE` writes one") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"`{path}` has no heads", help="`--note FILE` writes them") from None
