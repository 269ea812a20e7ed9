"""
A program that does what it is told, one line at a time: an agent for tests, without a model.

    scripted_agent.py [LINE…]     lines that are done first

    exit N          end with a code              crash SIGNAL    end by a signal, `SIGSEGV`
    touch PATH      make a file                  env NAME        print a variable, `NAME=value`
    where           print the folder             pid             print the own process
    stop            stop, as Ctrl-Z would        deaf            ignore TERM and HUP from now on
    spawn WORDS     start words and forget them  fill N          print N lines
    title TEXT      set the terminal's title     colours         print some colours

Anything else is echoed: `heard: …`. It prints `ready>` whenever it waits for a line.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

PROMPT = "ready> "


def obey(line: str) -> None:
    """Do what a line says."""
    word, _, rest = line.strip().partition(" ")
    if word == "exit":
        sys.stdout.flush()
        os._exit(int(rest or 0))
    elif word == "crash":
        number = signal.Signals[rest]
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    elif word == "touch":
        Path(rest).touch()
    elif word == "stop":
        os.kill(0, signal.SIGSTOP)
    elif word == "deaf":
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        say("deaf now")
    elif word == "spawn":
        spawned = subprocess.Popen(shlex.split(rest), start_new_session=True)
        # It is nobody's here: the process lives on by itself.
        spawned.returncode = 0
        say(f"spawned {spawned.pid}")
    else:
        tell(word, rest, line)


def tell(word: str, rest: str, line: str) -> None:
    """Print what a line asks for."""
    if word == "env":
        say(f"{rest}={os.environ.get(rest, '<not set>')}")
    elif word == "where":
        say(f"in {Path.cwd()}")
    elif word == "pid":
        say(f"pid {os.getpid()}")
    elif word == "fill":
        for number in range(int(rest)):
            say(f"line {number}")
    elif word == "title":
        sys.stdout.write(f"\x1b]2;{rest}\x07")
    elif word == "colours":
        say("\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m")
    else:
        say(f"heard: {line.rstrip()}")


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Do the lines of the command, then those that are typed, until there are no more."""
    for line in sys.argv[1:]:
        obey(line)
    while line := asked():
        obey(line)
    # Who is deaf does not hear that the terminal is gone either.
    while signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.pause()


def asked() -> str:
    """Return the next line that is typed; nothing where no more will come."""
    try:
        sys.stdout.write(PROMPT)
        sys.stdout.flush()
        return sys.stdin.readline()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
