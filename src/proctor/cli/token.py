"""`proctor token`: a person's token, by which the server knows them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.server.leaked_tokens import told
from proctor.server.tokens import Tokens, local_person

EPILOG = """\b
Examples:
  proctor token
  proctor token --person ada
  proctor token --person ada --new
  proctor token --person ada --revoke
  curl -H "Authorization: Bearer $(proctor token)" http://127.0.0.1:7762/api/status
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def token(
    person: Annotated[
        str | None,
        typer.Option("--person", metavar="NAME", help="Whose token; else yours."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Make a new one; the old one ends at once.")
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Let it count no more.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Print a person's token: whoever has it answers questions and grants in their name.

    On a terminal it is the last word; elsewhere it is printed alone. Yours is made when it is
    first needed and kept in Proctor's home. That of another person is printed once, when it
    is made.
    """
    if new and revoke:
        raise UsageError("--new and --revoke do not go together", help="take one of them")
    name = person or local_person()
    tokens = Tokens(proctor_home())
    if revoke:
        tokens.revoke(name)
        if as_json:
            render.out_json({"person": name, "revoked": True})
        else:
            render.out(f"the token of {name} counts no more")
        return
    printed = current(tokens, name, new=new)
    told(tokens.home, name)
    if as_json:
        render.out_json({"person": name, "token": printed})
    elif sys.stdout.isatty():
        render.out(f"{name}: {printed}")
    else:
        # For `$(proctor token)`: a name before it would be taken for a part of it.
        render.out(printed)


def current(tokens: Tokens, name: str, *, new: bool) -> str:
    """
    Return the token to print.

    Raises:
        UsageError: only its digest is known.

    """
    if new:
        return tokens.new_token(name)
    if name == local_person():
        return tokens.local_token()
    if name in tokens.current():
        raise UsageError(
            f"`{name}` has a token, which was printed when it was made and is kept nowhere",
            help="--new makes another; the old one ends at once",
        )
    return tokens.new_token(name)
