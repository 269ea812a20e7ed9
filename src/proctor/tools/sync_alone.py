"""
Bring a catalogue up to date in a process of its own, for a server that runs nobody's code.

    python -IS start.py proctor.tools.sync_alone HOME [PROJECT]

It imports the modules of the last time and none others; of a project's catalogue only such as a
person has trusted. Its last line is JSON: `{"ok": …}`, or `{"error": {message, help}}`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from proctor.errors import ProctorError
from proctor.roles.trust import project_files
from proctor.tools.sync import sync

# Its own name, the home, and perhaps a project.
WORDS = (2, 3)


def main(words: list[str]) -> int:
    """Do it, and say what became of it."""
    if len(words) not in WORDS:
        return 2
    home = Path(words[1])
    root = Path(words[2]) if words[2:] else None
    said: dict[str, object]
    try:
        done = sync(root, None, home)
        trusted = root is None or not project_files(root, home).changed
        said = {"ok": done.as_data(trusted=trusted)}
    except ProctorError as error:
        said = {"error": {"message": error.message, "help": error.help}}
    sys.stdout.write(f"\n{json.dumps(said)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
