"""The first oracle: whatever we accept, `bash -n` accepts without a word."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Sequence

from tests.fuzz.generate import command_line
from tests.fuzz.ours import accepted
from tests.fuzz.shrink import shrunk

BATCH = 60


def refused(text: str) -> bool:
    """Say whether bash refuses a text, or warns of it."""
    done = subprocess.run(
        ["bash", "--norc", "--noprofile", "-n"],
        input=text.encode(),
        capture_output=True,
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    return done.returncode != 0 or bool(done.stderr)


def first_refused(texts: Sequence[str]) -> str | None:
    """
    Return the first text that bash refuses.

    Texts that are whole are whole one behind the other too, so many are asked
    for at once and one by one only if that is refused.
    """
    if not refused("".join(f"{text}\n" for text in texts)):
        return None
    return next((text for text in texts if refused(text)), None)


def is_finding(text: str) -> bool:
    """Say whether we accept what bash refuses."""
    return accepted(text) and refused(text)


def find(rng: random.Random) -> str | None:
    """Try one batch of command lines; return the smallest that is a finding."""
    texts = [text for text in (command_line(rng) for _ in range(BATCH)) if accepted(text)]
    found = first_refused(texts)
    return None if found is None else f"bash refuses {shrunk(found, is_finding)!r}"
