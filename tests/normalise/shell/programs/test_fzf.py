"""The words of fzf, and the commands in them."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def told(command: str) -> str:
    """Return in one text what is told of a command: classes, `unknown`, what it runs."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    words = [*sorted(reading.classes), *(["unknown"] if reading.unknown else [])]
    words += [f"runs:{inner.text}" for inner in reading.inners]
    return " ".join(words)


CASES = [
    ("fzf --bind ctrl-a:select-all+accept,tab:down", "read"),
    ("fzf --bind 'a:change-prompt(x> ),b:put(y)'", "read"),
    ("fzf --bind 'a:reload(ls)'", "read runs:ls"),
    ("fzf --bind 'a:reload(ls)+clear-query'", "read runs:ls"),
    ("fzf --bind 'a:abort,b:execute(cat {})'", "read runs:cat {}"),
    ("fzf --bind 'a:reload(ls),b:reload(ls -a)'", "read runs:ls runs:ls -a"),
    ("fzf --bind 'a,b:reload:ls'", "read runs:ls"),
    ("fzf --bind 'a:execute[cat {}]'", "read runs:cat {}"),
    ("fzf --bind 'a:execute<cat {}>+abort'", "read runs:cat {}"),
    ("fzf --bind 'a:execute~cat {}~'", "read runs:cat {}"),
    ("fzf --bind 'a:execute|cat {}|'", "read runs:cat {}"),
    ("fzf --bind 'a:EXECUTE(rm x)'", "read runs:rm x"),
    ("fzf --bind 'a:Become(rm x)'", "read runs:rm x"),
    ("fzf --bind 'a:abort+execute-silent(rm x)'", "read runs:rm x"),
    ("fzf --bind 'a:execute(rm {})'", "read unknown runs:rm {}"),
    ("fzf --bind 'a:toggle:b:execute(rm x)'", "code read unknown"),
    ("fzf --bind 'a:execute(ls (x))'", "code read unknown"),
    ("fzf --bind 'a:execute(ls)b:execute(rm x)'", "code read unknown"),
    ("fzf --bind 'a:execute{cat {}}'", "code read unknown"),
    ("fzf --bind 'execute(rm x)'", "code read unknown"),
    ("fzf --bind 'a:transform(echo abort)'", "code read runs:echo abort"),
    ("fzf --bind 'a:transform-header(date)'", "read runs:date"),
    ("fzf --preview 'cat {}'", "read runs:cat {}"),
    ("fzf --preview 'grep -n x {}'", "read runs:grep -n x {}"),
    ("fzf --preview 'cat {} 2>/dev/null | head'", "read runs:cat {} 2>/dev/null | head"),
    ("fzf --preview 'ls | xargs rm {}'", "read unknown runs:ls | xargs rm {}"),
    ("fzf --preview 'git show {}'", "read unknown runs:git show {}"),
    ("fzf --preview 'sh {}'", "read unknown runs:sh {}"),
    ("fzf --info-command date", "read runs:date"),
    ("fzf --listen", "network read"),
    ("fzf --listen-unsafe=1", "code read"),
    ("fzf --with-shell='sh -c'", "code read"),
]


@each_row(("command", "expected"), CASES)
def test_the_commands_of_keys_and_previews_are_found(command: str, expected: str) -> None:
    """What a key or the preview runs is handed on; where its end is not certain, nothing is."""
    assert expected == told(command)
