"""
Write the executable file that an agent program starts: a hook with its identity inside.

It needs no arguments, because old programs drop them, and no variables, because a
repository can set them. It is compiled at every start, so it is short; what it does
lies in `proctor.hook.client`. Where that is gone, it blocks by itself, or asks whoever sits at
the program.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import proctor
from proctor.hook.identity import Identity

# What a `#!` line can hold on every system that we know.
LONGEST_SHEBANG = 120
BLANKS = " \t\n'\"\\"
# `-I` makes Python deaf to its variables and to the folder that it is started in, `-S` quick.
FLAGS = "-IS"

# A Python that is gone must block too: a shell looks for it first, with nothing but words
# that no variable can put a function in the place of. A signal that comes before we can
# answer it is one that never came.
BY_SHELL = """\
#!/bin/sh
''':'
trap '' 1 2 3 15
{{ :; }} 3<{python} || exit 2
trap 'exit 2' 0
exec {python} {flags} "$0"
'''
"""
TEXT = """\
import sys
sys.path.append({package!a})
try:
 from proctor.hook.client import main
 main({identity!a})
except BaseException as error:
 import posix
 said, env = b"", posix.environ.get
 try:
  while piece := posix.read(0, 65536): said += piece[:65536 - len(said)]
  why = b"Proctor cannot be started: " + type(error).__name__.encode("ascii", "replace")
  named = b'"hook_event_name"' in said.partition(b'"tool_input"')[0]
  asks = {ask_holds} and isinstance(error, (ImportError, SyntaxError)) and len(said) < 65536
  asks = asks and env(b"CLAUDE_CODE_ENTRYPOINT") == b"cli"
  asks = asks and env(b"CLAUDE_CODE_SESSION_ATTENDED") == b"1"
  for other in (b'"auto"', b'"bypassPermissions"', b'"ConfigChange"'):
   asks = asks and other not in said
  for at in (posix.getcwdb(), env(b"CLAUDE_PROJECT_DIR", b"")):
   asks = asks and at[:1] == b"/"
   for i in [i for i in range(len(at) + 1) if at[i:i + 1] in b"/" and at[:i] != {user!a}]:
    asks = asks and not posix.access(at[:i] + b"/.claude", 0)
  if b'"PreToolUse"' in said or b'"ConfigChange"' in said or not named:
   if not asks or b'"PreToolUse"' not in said: posix.write(2, why)
   elif posix.write(1, {ask!r} % why) == {length} + len(why): posix._exit(0)
  elif b'"PermissionRequest"' in said:
   if not asks: posix.write(1, {denial!r} % why)
   posix._exit(0)
  else: posix._exit(0)
 finally: posix._exit(2)
"""
DENIAL = (
    b'{"hookSpecificOutput":{"hookEventName":"PermissionRequest",'
    b'"decision":{"behavior":"deny","message":"%s"}}}'
)
# An event counts by the name that stands before the call: what is in the call, an agent wrote.
# Somebody at the terminal decides instead, where an ask was proven to hold, the package is gone
# or broken, and neither a mode nor anything of the project could answer in their place.
ASK = (
    b'{"hookSpecificOutput":{"hookEventName":"PreToolUse",'
    b'"permissionDecision":"ask","permissionDecisionReason":"%s"}}'
)


def package_folder() -> str:
    """Return the folder in which the package lies."""
    return str(Path(proctor.__file__).resolve().parent.parent)


def hook_text(identity: Identity, *, python: str, package: str, by_shell: bool = False) -> str:
    """
    Return the text of a hook.

    Started by a shell it takes about a millisecond longer, and blocks where that Python is
    gone; a first line that names a Python which is gone means yes to most programs.

    Args:
        identity: who it is.
        python: the full path of the interpreter.
        package: the folder that has our package in it.
        by_shell: let a shell start it, also where the system could.

    """
    line = f"#!{python} {FLAGS}"
    fits = len(os.fsencode(line)) <= LONGEST_SHEBANG and not set(python) & set(BLANKS)
    direct = fits and not by_shell
    start = f"{line}\n" if direct else BY_SHELL.format(python=shlex.quote(python), flags=FLAGS)
    return start + TEXT.format(
        package=package,
        identity=tuple(identity),
        ask_holds=identity.ask_holds is True,
        user=os.fsencode(identity.user_home),
        ask=ASK,
        length=len(ASK) - 2,
        denial=DENIAL,
    )


def write_hook(path: Path, text: str) -> None:
    """
    Put a hook in its place, whole, for its user alone.

    Raises:
        OSError: it cannot be written.

    """
    for folder in reversed(path.parents):
        folder.mkdir(mode=0o700, exist_ok=True)
    begun = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(begun, flags, 0o700), "wb") as file:
            file.write(os.fsencode(text))
            os.fchmod(file.fileno(), 0o700)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
