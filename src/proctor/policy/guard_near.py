"""
The guard's first look: whether a part comes near anything that is guarded.

It is quick, and it must miss nothing: where it says no, no clause is asked.
"""

from __future__ import annotations

import re

from proctor.policy.guard_places import NEAR_SERVICE, NEAR_SOCKET
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.terms.action import Part
    from proctor.terms.surroundings import Surroundings

STORE = "PROCTOR_STORE"
# One of these is in every mark of `guard_texts`, and in `our_folder` unless it has another name.
QUOTING = str.maketrans("", "", "'\"\\")
HINT = lazy(r"proctor|disableAllHooks|CLAUDE_|CODEX_", re.IGNORECASE)


def near(path: str, around: Surroundings) -> bool:
    """Say whether a path could lie in a guarded place: by a name with a dot, or its start."""
    if "/." in path or around.folds_case or "/opencode.json" in path:
        return True
    real = around.proctor_home_real or around.proctor_home
    if path.startswith((around.proctor_home, real, "/etc/", "/Library/")):
        return True
    if NEAR_SOCKET in path or NEAR_SERVICE in path:
        return True
    return path.startswith(around.program)


def far(path: str, around: Surroundings) -> bool:
    """Say whether a path neither lies in a guarded place nor holds one; most paths do not."""
    if "/." in path or around.folds_case or "opencode" in path or "/etc" in path:
        return False
    if NEAR_SOCKET in path or NEAR_SERVICE in path:
        return False
    if around.home.startswith(path) or around.root.startswith(path):
        return False
    for place in (around.proctor_home, around.proctor_home_real, "/Library", *around.program):
        if place and (path.startswith(place) or place.startswith(path)):
            return False
    return True


def hinted(part: Part, around: Surroundings) -> bool:
    """Say whether the words of a command could name what is guarded; it must miss nothing."""
    if STORE in part.text:
        return True
    if part.command is None or (part.classes and "code" not in part.classes):
        return False
    homes = (around.proctor_home, around.proctor_home_real or around.proctor_home)
    words = [form for word in part.command.words for form in (word, unquoted(word))]
    return any(HINT.search(word) or any(home in word for home in homes) for word in words)


def unquoted(text: str) -> str:
    """Return a text without quotes and backslashes: a shell that reads it again drops them."""
    return text.translate(QUOTING)
