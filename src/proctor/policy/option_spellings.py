"""
Which long and short options of common programs are the same, as data.

Deny and ask rules must not be escaped by another spelling: `rm -rf` is
`rm --recursive --force`. Only pairs that people write rules about are here;
an option in no pair is compared as it is written.
"""

from __future__ import annotations

from functools import cache

# Program -> "letter long-name" pairs; `R=r` says that two letters are one.
PAIRS: dict[str, str] = {
    "rm": "r:recursive f:force i:interactive d:dir v:verbose R=r",
    "cp": "r:recursive f:force a:archive p:preserve R=r",
    "mv": "f:force n:no-clobber i:interactive",
    "ln": "s:symbolic f:force",
    "chmod": "R:recursive f:silent",
    "chown": "R:recursive f:silent",
    "chgrp": "R:recursive f:silent",
    "mkdir": "p:parents m:mode",
    "git": "f:force d:delete n:dry-run a:all m:message p:patch q:quiet u:set-upstream n:no-verify",
    "docker": "f:force v:volume d:detach i:interactive t:tty e:env",
    "podman": "f:force v:volume d:detach i:interactive t:tty e:env",
    "kubectl": "f:filename n:namespace o:output A:all-namespaces l:selector",
    "npm": "g:global f:force y:yes S:save D:save-dev",
    "curl": "X:request d:data o:output O:remote-name L:location s:silent k:insecure "
    "F:form T:upload-file u:user H:header I:head",
    "wget": "O:output-document q:quiet r:recursive P:directory-prefix",
    "tar": "x:extract c:create f:file z:gzip v:verbose C:directory t:list",
    "sed": "i:in-place n:quiet e:expression f:file",
    "grep": "r:recursive i:ignore-case n:line-number v:invert-match f:file R=r",
    "rsync": "a:archive r:recursive v:verbose z:compress n:dry-run",
    "make": "C:directory f:file j:jobs n:dry-run B:always-make k:keep-going",
    "gh": "R:repo f:field X:method H:header",
    "pip": "r:requirement e:editable U:upgrade t:target",
    "systemctl": "f:force H:host q:quiet",
    "kill": "s:signal l:list",
    "sudo": "u:user g:group i:login s:shell E:preserve-env",
}


@cache
def spellings(program: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return long name -> letter and letter -> letter of a program."""
    longs: dict[str, str] = {}
    same: dict[str, str] = {}
    for pair in PAIRS.get(program, "").split():
        letter, mark, other = pair[0], pair[1], pair[2:]
        if mark == ":":
            longs[other] = letter
        else:
            same[letter] = other
    return longs, same


def known_long(program: str, name: str) -> bool:
    """Say whether a long option is one of its own, and so no abbreviation of another."""
    return not name or name in spellings(program)[0]


def letters_of(program: str, options: tuple[str, ...]) -> frozenset[str]:
    """
    Return the short letters that a row of options amounts to.

    `-rf`, `-r -f` and `--recursive --force` of rm are all {r, f}; a long option
    that has no letter adds nothing.
    """
    longs, same = spellings(program)
    letters: set[str] = set()
    for option in options:
        if option.startswith("--"):
            name = option[2:].partition("=")[0]
            letters |= {letter for long, letter in longs.items() if name and long.startswith(name)}
        else:
            letters |= {same.get(letter, letter) for letter in option[1:]}
    return frozenset(letters)
