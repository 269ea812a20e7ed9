"""
Completion for a shell that is named: `proctor --install-completion zsh`.

Typer's own options look which shell runs the command, and take no name. Its script for bash
knows nothing of names with a colon, such as `task:add`, so there is one of our own.
"""

from __future__ import annotations

from collections.abc import Sequence

import typer
from typer import _completion_shared as typers
from typer._completion_shared import Shells, get_completion_script, install

from proctor.errors import UsageError, did_you_mean

PROGRAM = "proctor"
VARIABLE = "_PROCTOR_COMPLETE"
INSTALL = "--install-completion"

# A doubled % is one: this is filled in with what is in parentheses.
BASH = r"""
%(complete_func)s() {
    local IFS=$'\n' line=$COMP_LINE part before= at current=0 head
    local words=()
    # bash breaks a word at each colon: put together again what has no blank in between.
    for at in "${!COMP_WORDS[@]}"; do
        part=${COMP_WORDS[at]}
        if [[ ${#words[@]} -gt 0 && $line != [[:blank:]]* && ($part == :* || $before == *:) ]]; then
            words[${#words[@]}-1]+=$part
        else
            words+=("$part")
        fi
        line=${line#"${line%%%%[![:blank:]]*}"}
        line=${line#"$part"}
        before=$part
        [[ $at -eq $COMP_CWORD ]] && current=$((${#words[@]} - 1))
    done
    COMPREPLY=( $( env COMP_WORDS="${words[*]}" \
                   COMP_CWORD=$current \
                   %(autocomplete_var)s=complete_bash $1 ) )
    # It puts in place only what is behind the last colon.
    if [[ ${words[current]} == *:* && $COMP_WORDBREAKS == *:* ]]; then
        head=${words[current]%%"${words[current]##*:}"}
        COMPREPLY=( "${COMPREPLY[@]#"$head"}" )
    fi
    return 0
}

complete -o default -F %(complete_func)s %(prog_name)s
"""


def teach_bash() -> None:
    """Have every option that shows or installs the script for bash take ours."""
    scripts = typers._completion_scripts  # noqa: SLF001 - there is no other way to give it one
    scripts[Shells.bash.value] = BASH


def complete_in(option: str, words: Sequence[str]) -> None:
    """
    Install or show the script for the one shell that is named.

    Raises:
        UsageError: it is none of those that can complete.

    """
    known = [shell.value for shell in Shells]
    shell = " ".join(words)
    if shell not in known:
        hint = did_you_mean(shell, known) or f"there are {', '.join(known)}"
        raise UsageError(f"`{shell}` is not a shell that can complete", help=hint)
    if option != INSTALL:
        typer.echo(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))
        return
    _, path = install(shell=shell, prog_name=PROGRAM, complete_var=VARIABLE)
    typer.echo(f"{shell} completion installed in {path}")
    typer.echo("It takes effect in the next terminal that you open.")
