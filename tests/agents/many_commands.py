"""
Run many commands of Proctor, and print how each of them ended.

    python -P many_commands.py FILE

The file has a list of command lines. Each is run by a process of its own, as from a shell, but
forked from this one: Python and Proctor are loaded once.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

# What most commands load, so that it is loaded once.
import proctor.agents.launching
import proctor.cli.render  # noqa: F401
from proctor.cli.main import main


def tried(line: str) -> dict[str, Any]:
    """Run a command to its end, and return its status and everything it printed."""
    with tempfile.TemporaryFile() as printed, open(os.devnull, "rb") as nothing:  # noqa: PTH123 - no file
        pid = os.fork()
        if pid == 0:
            for number, file in enumerate((nothing, printed, printed)):
                os.dup2(file.fileno(), number)
            sys.argv = ["proctor", *shlex.split(line)]
            main()  # It exits.
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        printed.seek(0)
        return {"status": status, "said": printed.read().decode()}


if __name__ == "__main__":
    lines = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps({line: tried(line) for line in lines}))
