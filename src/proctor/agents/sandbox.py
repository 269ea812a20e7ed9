"""
Put an agent into a sandbox: bubblewrap, a filter for the kernel, and a socket of its own.

It reads the whole system, but for what is the person's: home, running services, Proctor. It
writes its project, and its own folder of the program's data. It sees no process but its own.
The network is there, because the model is; what listens on this machine can be reached.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

from proctor.agents import sandbox_inside, sandbox_start
from proctor.agents.sandbox_shields import shield
from proctor.agents.sandbox_view import (
    PEOPLES,
    SHARED,
    Kind,
    Mount,
    View,
    check_writable,
    homes_of,
    is_in,
)
from proctor.agents.seccomp import filter_of, machine_of
from proctor.agents.session_files import Session, write_whole
from proctor.errors import UsageError
from proctor.home import PRIVATE, make_private
from proctor.hook.executable import package_folder
from proctor.own_process import script_command
from proctor.terms.role import Role

PROGRAM, INSTALL = "bwrap", "apt install bubblewrap · dnf install bubblewrap"
# Where programs of the system lie; what an agent could have written is not looked for.
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
# The session's folder is seen here too: a socket's name has to be short.
INNER_FOLDER = "/run/proctor"
INNER_SOCKET = f"{INNER_FOLDER}/hook.sock"
OWN_DATA, CONFIG, CREDENTIALS = "claude", "CLAUDE_CONFIG_DIR", ".credentials.json"
RESOLVING = "/run/systemd/resolve"
RESOLVED = "/etc/resolv.conf"
GIT_FILES = (".gitconfig", ".config/git/config", ".config/git/ignore", ".config/git/attributes")
# What leads to services of the person's, which are not there.
DROPPED = (
    "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "GNOME_KEYRING_CONTROL", "DISPLAY",
    "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS",
    "XDG_RUNTIME_DIR", "DOCKER_HOST", "TMUX", "TMUX_PANE", "TMPDIR",
)  # fmt: skip
NAMESPACES = ("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts")
KEPT = ("--unshare-cgroup-try", "--die-with-parent", "--cap-drop", "ALL")
# A user who is root stays the owner of these, without any rights: what is written there is
# done by the kernel, outside.
OF_KERNEL = (
    "/proc/sys",
    "/proc/sysrq-trigger",
    "/proc/irq",
    "/proc/bus",
    "/proc/acpi",
    "/proc/scsi",
)
PATIENCE = 20.0


def sandboxed(  # noqa: PLR0913 - all that a sandbox is made of
    words: Sequence[str],
    session: Session,
    *,
    home: Path,
    folder: Path,
    role: Role | None,
    environ: Mapping[str, str],
) -> list[str]:
    """
    Return the words that run a program in a sandbox.

    Args:
        words: the program and its words.
        session: the session that it belongs to.
        home: Proctor's own folder.
        folder: the session's folder, as it will be called when the program starts.
        role: the role, for the folders that it may write besides.
        environ: the environment of the program.

    Raises:
        UsageError: there can be no sandbox here, or none that is a wall.

    """
    if trouble := sandbox_trouble():
        raise UsageError(f"the role wants a sandbox, and there can be none: {trouble}")
    real = Path(os.path.realpath(home))
    own = Path(os.path.realpath(folder))
    view = View()
    homes = homes_of(environ)
    view.hide([*SHARED, *PEOPLES, *homes])
    writable = folders_of(session, role, homes)
    for place in writable:
        check_writable(place, [*homes, str(real)], [str(real), *settings_of(environ, homes)])
        view.write(place)
    empty = make_empty(real)
    for place in writable:
        shield(view, place, empty)
    for place in between(session):
        shield(view, place)
    show_needed(view, environ, homes, str(real))
    view.mounts[str(real)] = Mount(Kind.HIDDEN)
    show_session(view, own)
    if session.program:
        show_data(view, own / OWN_DATA, environ, homes)
    program = found_program(words[0], session.cwd, environ)
    hold_programs(view, program, [*homes, str(real), *writable])
    for place in (environ.get("HOME", ""), session.project, session.cwd, str(folder)):
        view.link(place)
    inner = script_command(sandbox_inside.__file__, program, *words[1:])
    return [
        *starter(real, own / OWN_DATA if session.program else None),
        *NAMESPACES,
        *KEPT,
        *variables(session, own),
        *all_of(view, str(real)),
        *("--chdir", session.cwd, "--", *inner),
    ]


@cache
def sandbox_trouble() -> str:
    """Say why there can be no sandbox here; nothing where there can be one."""
    if sys.platform != "linux":
        return "bubblewrap needs Linux"
    program = shutil.which(PROGRAM, path=SYSTEM_PATH)
    if program is None:
        return f"bubblewrap is not installed ({INSTALL})"
    filtering = filter_of(machine_of())
    if filtering is None:
        return f"there is no filter for this kind of machine ({machine_of()})"
    view = View()
    view.hide([*SHARED, *PEOPLES])
    try:
        with TemporaryFile() as file:
            file.write(filtering)
            file.seek(0)
            own = ["--seccomp", str(file.fileno()), *NAMESPACES, *KEPT, *all_of(view, "")]
            done = subprocess.run(  # noqa: S603 - our own words
                [program, *own, "--", shutil.which("true", path=SYSTEM_PATH) or "true"],
                pass_fds=[file.fileno()],
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
                env={},
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run: {error}"
    said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    return f"bubblewrap does not work here: {said}" if done.returncode else ""


def starter(home: Path, data: Path | None) -> list[str]:
    """
    Return the words that start bubblewrap, with the filter in a file of ours.

    Raises:
        UsageError: there is no bubblewrap.

    """
    program, filtering = shutil.which(PROGRAM, path=SYSTEM_PATH), filter_of(machine_of())
    if program is None or filtering is None:
        raise UsageError("there is no bubblewrap", help=INSTALL)
    file = home / "sandbox" / f"{sha256(filtering).hexdigest()[:16]}.bpf"
    if not file.is_file() or file.read_bytes() != filtering:
        write_whole(file, filtering)
    return script_command(sandbox_start.__file__, str(file), str(data or ""), program)


def make_empty(home: Path) -> str:
    """Return an empty folder of ours; it is made if it is not there."""
    empty = home / "sandbox" / "empty"
    make_private(empty)
    # An earlier version has made it as open as the umask of its user said.
    empty.parent.chmod(PRIVATE)
    return str(empty)


def all_of(view: View, home: str) -> list[str]:
    """Return all mounts; what is empty of ours stays so."""
    words = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for path in OF_KERNEL:
        words += ["--ro-bind-try", path, path]
    words += view.words()
    kept = [path for path in (home, "/run") if path in view.mounts]
    return [*words, *(word for path in kept for word in ("--remount-ro", path))]


def folders_of(session: Session, role: Role | None, homes: Sequence[str]) -> list[str]:
    """Return the folders that an agent may write, without links, each once."""
    home = homes[0] if homes else "/"
    named = [
        f"{home}{place[1:]}" if place == "~" or place.startswith("~/") else place
        for place in (role.additional_directories if role else ())
    ]
    # As rules read them: what is not absolute is meant from the project's root.
    more = [os.path.join(session.project, place) for place in named]  # noqa: PTH118 - texts
    there = [place for place in more if os.path.isdir(place)]  # noqa: PTH112 - a text
    real = [os.path.realpath(place) for place in (session.project, session.cwd, *there)]
    return list(dict.fromkeys(real))


def between(session: Session) -> list[str]:
    """Return the folders from the project's root down to where the agent starts."""
    root, at = os.path.realpath(session.project), os.path.realpath(session.cwd)
    found = []
    while is_in(at, root) and at != root:
        found.append(at)
        at = os.path.dirname(at)  # noqa: PTH120 - a text
    return found


def settings_of(environ: Mapping[str, str], homes: Sequence[str]) -> list[str]:
    """Return the folders in which the agent program's own settings lie, outside."""
    named = [environ.get(CONFIG, ""), os.environ.get(CONFIG, "")]
    usual = [f"{home}/.claude" for home in homes]
    return [os.path.realpath(place) for place in (*named, *usual) if place]


def show_needed(view: View, environ: Mapping[str, str], homes: Sequence[str], ours: str) -> None:
    """Show what programs need of what is hidden: their folders, git's settings, names of hosts."""
    for place in environ.get("PATH", "").split(":"):
        real = os.path.realpath(place)
        open_to = any(is_in(private, real) for private in (*homes, ours))
        if place.startswith("/") and not open_to and not is_in(real, ours):
            view.show(place)
    for home in homes:
        for name in GIT_FILES:
            if os.path.isfile(f"{home}/{name}"):  # noqa: PTH113 - a text
                view.mounts[f"{home}/{name}"] = Mount(Kind.READ, os.path.realpath(f"{home}/{name}"))
    for place in (RESOLVING, RESOLVED):
        view.show(place)


def show_session(view: View, folder: Path) -> None:
    """Show the session's folder, to be read."""
    for place in (str(folder), INNER_FOLDER):
        view.mounts[place] = Mount(Kind.READ, str(folder))


def show_data(view: View, folder: Path, environ: Mapping[str, str], homes: Sequence[str]) -> None:
    """Let the program's own data be written, but for its settings, and show the login."""
    view.write(str(folder))
    for name in (*sandbox_start.FILES, *sandbox_start.FOLDERS):
        view.mounts[f"{folder}/{name}"] = Mount(Kind.READ, f"{folder}/{name}")
    for place in settings_of(environ, homes):
        login = os.path.realpath(f"{place}/{CREDENTIALS}")
        if os.path.isfile(login) and not is_in(login, str(folder)):  # noqa: PTH113 - a text
            view.mounts[f"{folder}/{CREDENTIALS}"] = Mount(Kind.READ, login)
            break


def hold_programs(view: View, program: str, never: Sequence[str]) -> None:
    """
    Let the agent's program, Python and our own files be read and not written, wherever they lie.

    Raises:
        UsageError: one could only be shown with something that must not be.

    """
    needed = [sys.prefix, sys.base_prefix, package_folder(), *program_files(program)]
    for place in dict.fromkeys(needed):
        real = os.path.realpath(place)
        if view.kind_at(real) is not Kind.READ:
            if any(is_in(private, real) for private in never):
                raise UsageError(
                    f"{real} is needed in the sandbox, and would lay open more than itself",
                    help="install it in a folder of its own",
                )
            view.read(real)
        view.show(place)
    for place in (sys.executable, program):
        if place.startswith("/"):
            view.show(place)


def found_program(word: str, cwd: str, environ: Mapping[str, str]) -> str:
    """Return the file that a command is; the word itself where there is none."""
    if "/" in word:
        return os.path.join(cwd, word)  # noqa: PTH118 - a text
    return shutil.which(word, path=environ.get("PATH")) or word


def program_files(program: str) -> list[str]:
    """Return what belongs to a program: the file, or the package or folder of versions it is in."""
    real = os.path.realpath(program)
    if not program.startswith("/") or not os.path.isfile(real):  # noqa: PTH113 - a text
        return []
    before, mark, package = real.rpartition("/node_modules/")
    if mark:
        depth = 2 if package.startswith("@") else 1
        return [f"{before}{mark}{'/'.join(package.split('/')[:depth])}"]
    return [real]


def variables(session: Session, folder: Path) -> list[str]:
    """Return the words that set the environment right: nothing that leads outside."""
    words = [word for name in DROPPED for word in ("--unsetenv", name)]
    if session.program:
        words += ["--setenv", CONFIG, str(folder / OWN_DATA)]
    return words
