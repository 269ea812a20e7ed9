"""
The guard and the server: ending it, and changing the service that runs it.

A number says nothing of whose process it is, so a plain `kill 1234` is no concern
of the guard; what names Proctor, its port, or every process of the user, is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proctor.policy.guard_places import (
    A_PORT,
    DEFAULT_PORT,
    OUR_LABEL,
    OUR_LINES,
    OUR_UNIT,
    OUR_WORD,
    PORT_ENDERS,
    PROCESS_ENDERS,
    PROCESS_LOOKERS,
    SERVICE_ACTS,
    SERVICE_LOOKS,
    SERVICE_PROGRAMS,
    SESSION_ENDERS,
    VERSION,
)
from proctor.policy.guard_texts import Said
from proctor.terms.effect import ASK, DENY
from proctor.terms.lazy_pattern import lazy

ENDS = "an agent does not end or change Proctor's server"
EVERY = "it may end Proctor's server or hook with other processes, so a person must agree"
FINDS_PYTHON = lazy(r"\b(pgrep|pidof)\b[^|;&]{0,200}python")
# `ss -K` closes sockets.
SS_KILLS = lazy(r"-[A-Za-z0-9]*K[A-Za-z0-9]*|--kill")
# What is no plain letter in the pattern of a process or a unit.
PATTERN = lazy(r"[\\\[\](){}.*+?^$]+")


def ending(words: Sequence[str], text: str, ports: Sequence[int]) -> Iterable[Said]:
    """Say what the guard has against a command that may end the server, or change its service."""
    name = words[0]
    if name in PROCESS_ENDERS:
        yield from ending_processes(words, text, ports)
    elif name == "ss":
        if any(SS_KILLS.fullmatch(word) for word in words) and names_port(" ".join(words), ports):
            yield DENY, ENDS
    elif name in PROCESS_LOOKERS:
        if any(OUR_WORD.search(word) or names_port(word, ports) for word in words[1:]):
            kills = name == "fuser" and any(re.match(r"-\w*k|--kill", word) for word in words)
            yield (DENY, ENDS) if kills else (ASK, "it looks for Proctor's server, as to end it")
    elif name in SERVICE_PROGRAMS:
        yield from changing_services(words)
    programs = {VERSION.split(word, maxsplit=1)[0] for word in words}
    if not PORT_ENDERS.isdisjoint(programs) and any(names_port(word, ports) for word in words):
        yield DENY, ENDS


def names_port(text: str, ports: Sequence[int]) -> bool:
    """Return whether a text names a port of the server: its usual one, or one that it has."""
    ours = {DEFAULT_PORT, *ports}
    return any(int(number) in ours for number in A_PORT.findall(text))


def ending_processes(words: Sequence[str], text: str, ports: Sequence[int]) -> Iterable[Said]:
    """Say what the guard has against a command that ends processes."""
    if words[0] == "kill":
        # The words of what finds the process: `kill $(ps | grep [p]roctor)`.
        if OUR_WORD.search(plain(text)) or names_port(text, ports):
            yield DENY, ENDS
        elif FINDS_PYTHON.search(text):
            yield ASK, EVERY
        # The first word may be a signal, 1; behind it, -1 is everybody.
        if "-1" in words[2:]:
            yield ASK, EVERY
        return
    end = words.index("--") if "--" in words else len(words)
    patterns = [word for word in words[1:end] if not word.startswith("-")] + [*words[end + 1 :]]
    for pattern in patterns:
        for one in pattern.split("|"):
            if any(stands_for(one, line) for line in OUR_LINES):
                yield (DENY, ENDS) if OUR_WORD.search(plain(one)) else (ASK, EVERY)
    if any(re.match(r"-[uUG]|--(user|euid|uid|group)", word) for word in words[1:]):
        yield ASK, EVERY


def changing_services(words: Sequence[str]) -> Iterable[Said]:
    """Say what the guard has against a command that starts, ends or changes services."""
    verbs = [word for word in words[1:] if not word.startswith("-")]
    # An option may have a value that is called like a verb: `-p status stop proctor`.
    if verbs and verbs[0] in SERVICE_LOOKS and SERVICE_ACTS.isdisjoint(verbs):
        return
    named = (word.rpartition("/")[2] for word in verbs[1:])
    if any(stands_for(name, unit) for name in named for unit in (OUR_UNIT, OUR_LABEL)) or any(
        "PROCTOR_" in word or OUR_WORD.search(word) for word in verbs[1:]
    ):
        yield DENY, ENDS
    if not SESSION_ENDERS.isdisjoint(verbs[:1]):
        yield ASK, EVERY


def plain(pattern: str) -> str:
    """Return the plain letters of a pattern: `p[r]octor` is one way to write another word."""
    return PATTERN.sub("", pattern)


def stands_for(pattern: str, text: str) -> bool:
    """Say whether a pattern may match a text: each of its plain pieces is in it, or all of them."""
    pieces = [piece for piece in PATTERN.split(pattern) if piece]
    return all(piece in text for piece in pieces) or plain(pattern) in text
