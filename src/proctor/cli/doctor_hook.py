"""Our own hook for a trial: generated as `install` does it, with a home of its own."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import CLAUDE_CODE, Identity
from proctor.owner.socket_path import bind, socket_path
from proctor.proving.claude_run import PrivatePlace
from proctor.proving.scenarios import ROLE

NAME = "trial"


def our_hook(place: PrivatePlace, _: ExitStack) -> Path:
    """Write our hook, with the role of the trials; no server runs for its home."""
    home = trial_home(place)
    roles = home / "roles"
    roles.mkdir(mode=0o700, parents=True)
    (roles / f"{NAME}.yaml").write_text(ROLE)
    identity = Identity(
        program=CLAUDE_CODE, home=str(home), role=NAME, socket=str(socket_path(home))
    )
    path = home / "hooks" / CLAUDE_CODE
    text = hook_text(identity, python=sys.executable, package=package_folder())
    write_hook(path, text)
    return path


def hung_hook(place: PrivatePlace, stack: ExitStack) -> Path:
    """Write our hook, and listen in the server's place without ever answering."""
    path = our_hook(place, stack)
    place_of_socket = socket_path(trial_home(place))
    listening = bind(place_of_socket)
    stack.callback(place_of_socket.unlink, missing_ok=True)
    stack.callback(listening.close)
    listening.listen()
    return path


def trial_home(place: PrivatePlace) -> Path:
    """Return Proctor's home of a trial."""
    return place.folder / "proctor"
