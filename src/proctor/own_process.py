"""
How Proctor starts its own processes: without `site`.

`site` runs whatever a `.pth` file, `sitecustomize` or `usercustomize` says, in every Python of an
environment. So each Python that Proctor starts gets `-IS`, and finds its packages by a list of
folders that depends on nothing but where the interpreter and the package lie.

    python -IS …/proctor/start.py MODULE WORDS…
"""

from __future__ import annotations

import os
import sys

from proctor.home import above
from proctor.trusted_base import code_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# `-I` makes Python deaf to its variables and to the folder that it is started in; `-S` is `site`.
FLAGS = "-IS"
NAME, SCRIPT = "proctor", "start.py"


def own_command(*words: str) -> list[str]:
    """Return the words that run `proctor` with these words, whoever runs them and wherever."""
    return module_command(NAME, *words)


def module_command(module: str, *words: str) -> list[str]:
    """Return the words that run a module of ours as a program."""
    return script_command(f"{above(os.path.realpath(__file__))}/{SCRIPT}", module, *words)


def script_command(script: str, *words: str) -> list[str]:
    """Return the words that run a script of ours: no other place names our Python in a command."""
    return [sys.executable, FLAGS, script, *words]


def find_packages() -> None:
    """Let this process import packages of others; no code of a `.pth` file is run for that."""
    sys.path += [folder for folder in code_folders() if folder not in sys.path]


def run_module(words: list[str]) -> None:
    """Run the module that the first word names as a program, with the words behind it."""
    find_packages()
    import runpy  # noqa: PLC0415 - not for the command itself

    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def exec_command() -> NoReturn:
    """
    Become the command `proctor`: all that the entry point `proctor-gate` does.

    Its file tells the script `proctor` which Python it was installed for.
    """
    words = own_command(*sys.argv[1:])
    os.execv(words[0], words)  # noqa: S606 - our own program, by its full path
