"""
The hook where a server runs: hand the bytes over, print what comes back.

Agent programs fail open: a hook that is killed, crashes or is late means yes. So whatever
happens here ends in a verdict in the program's words, or in the exit status that blocks.
Whatever this client cannot do by itself is done by `proctor.hook.cold`.

It is started for every tool call, so it imports nothing that Python has not loaded already,
but for the C module of sockets: not even `os`.
"""

import _signal  # type: ignore[import-not-found]  # the part of `signal` that is in C
import _socket
import posix
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# What may come in, and what may come back.
LARGEST, LONGEST_ANSWER = 16 << 20, 1 << 18
# In a sandbox, where a server takes a line of 1 MiB, and what is sent has twice as many letters.
LARGEST_INSIDE = 500_000
PIECE = 1 << 16
# How long the server may take to be reached, and to say a first word: of what is left, a part.
CONNECT, FIRST, PART = 0.5, 5.0, 0.25
# Where nothing is to be decided, nobody shall wait for a server that hangs.
FIRST_OF_OTHERS = 0.5
# A verdict is ready so much before the deadline, at which everything is over.
MARGIN, SHARE = 1.0, 0.1
PAUSE = 0.01
# For a hook that needs one, the server may take longer, and be away when it had begun to ask.
FIRST_WORD, AWAY = 30.0, 10.0
NOBODY = b"no server answers this agent, and in its sandbox nothing is decided: proctor up"
TOO_LARGE = b"the call is larger than %s"
# Blocks the call; for a PermissionRequest, which it does not, there is the way of a failure.
BLOCKS, FAILS = 2, 1
PRE, REQUEST, CHANGE = b"PreToolUse", b"PermissionRequest", b"ConfigChange"
KEY, INPUT = b'"hook_event_name"', b'"tool_input"'
LONGEST_NAME = 100
# Of these the program asks by itself, and nothing is said of them.
NO_OPINION = (b'"AskUserQuestion"', b'"ExitPlanMode"')
NAME = "/proctor.sock"
OPEN_TO_OTHERS, FOLDER, KIND = 0o077, 0o040000, 0o170000
# All of the environment that anybody is told of.
VARIABLES = (
    b"CLAUDE_CODE_ENTRYPOINT", b"CLAUDE_CODE_SESSION_ATTENDED", b"CLAUDE_PROJECT_DIR",
    b"CLAUDE_PID", b"CLAUDE_CODE_SESSION_ID", b"PROCTOR_AGENT", b"PROCTOR_ROLE", b"PROCTOR_DEBUG",
    b"HANDSOFF_DEBUG",
)  # fmt: skip
# Whoever ends a hook by one of these must not get a yes for it.
ENDINGS = (
    _signal.SIGHUP, _signal.SIGINT, _signal.SIGQUIT, _signal.SIGTERM, _signal.SIGALRM,
    _signal.SIGUSR1, _signal.SIGUSR2, _signal.SIGXCPU,
)  # fmt: skip
DENIAL = (
    b'{"hookSpecificOutput":{"hookEventName":"PermissionRequest",'
    b'"decision":{"behavior":"deny","message":"%s"}}}'
)

# Ends the process, whatever else it was about to do.
leave = posix._exit  # noqa: SLF001 - this is its name

# program, home, role, agent, ask_holds, seconds, socket, user_home, alone, dialog_seconds: see
# proctor.hook.identity. The last ones may be missing.
Names = tuple[str, str, str, str, bool, float, str, str, bool, float]
# The exit status, and what is printed.
Answer = tuple[int, bytes]


class Hook:
    """One start of the hook: what it was told, and how it ends."""

    __slots__ = (
        "collects", "data", "declined", "default", "dumb", "end", "env", "id", "identity",
        "note", "speaking", "uid", "waited", "waiting",
    )  # fmt: skip

    def __init__(self, identity: Names, default: bytes, *, collects: bool) -> None:
        self.identity = identity
        self.default = default
        self.collects = collects
        self.data = b""
        # Stands behind the reason of a denial; is told at a terminal while people are asked.
        self.note = self.waiting = b""
        self.env: dict[bytes, bytes] = {}
        # A verdict is being printed, and there is something to print it to.
        self.speaking = self.dumb = False
        # The server has begun to ask people; it cannot decide this.
        self.waited = self.declined = False
        seconds = identity[5]
        self.end = time.monotonic() + seconds - min(MARGIN, seconds * SHARE)
        self.id = posix.urandom(8).hex().encode()
        self.uid = f"{time.time_ns() // 1_000_000:012x}{posix.urandom(10).hex()}"

    # How it begins

    def prepare(self) -> None:
        """Make sure that nothing ends this process but itself, and that it has three streams."""
        for number in ENDINGS:
            _signal.signal(number, self.interrupted)
        _signal.setitimer(_signal.ITIMER_REAL, max(self.identity[5], PAUSE))
        for stream in range(3):
            try:
                posix.fstat(stream)
            except OSError:
                # Else the next file that is opened would be taken for it.
                posix.open("/dev/null", posix.O_RDWR)
                self.dumb = self.dumb or stream == 1

    def interrupted(self, number: int, _: object) -> None:
        """Answer before somebody, or the time, ends us."""
        late = number == _signal.SIGALRM
        if self.speaking and not late:
            return  # it is being said already
        self.refuse(b"it was not decided in time" if late else b"the hook was ended from outside")

    def read(self) -> None:
        """Read what counts of the environment, and what the program says."""
        self.env = {name: posix.environ[name] for name in VARIABLES if posix.environ.get(name)}
        pieces = []
        size, largest = 0, LARGEST if self.alone() else LARGEST_INSIDE
        while piece := posix.read(0, PIECE):
            # Whoever ends us now ends what has come so far.
            self.data = self.data or piece
            pieces.append(piece)
            size += len(piece)
            if size > largest:
                inside = largest < LARGEST
                self.refuse(TOO_LARGE % (b"500 kB, the most in a sandbox" if inside else b"16 MiB"))
        self.data = b"".join(pieces)
        self.complete()
        self.stay()

    def complete(self) -> None:
        """Add what a program that says little leaves out: which event it is, and where."""
        start = self.data.lstrip()
        inside = start[1:].lstrip()
        if KEY not in self.data and start[:1] == b"{" and inside[:1] not in (b"}", b""):
            self.data = b'{%s:"%s",%s' % (KEY, self.default, inside)
        if b"CLAUDE_PROJECT_DIR" not in self.env and b'"cwd"' not in self.data:
            try:
                self.env[b"CLAUDE_PROJECT_DIR"] = posix.getcwdb()
            except OSError:
                return

    def stay(self) -> None:
        """Wait as long as the program's own dialog is open, where this is beside one."""
        longer = sum(self.identity[9:10]) - self.identity[5]
        if longer > 0 and self.event() == REQUEST and self.attended():
            self.end += longer
            left, _ = _signal.getitimer(_signal.ITIMER_REAL)
            _signal.setitimer(_signal.ITIMER_REAL, left + longer)

    # What it is about

    def events(self) -> set[bytes]:
        """
        Return the events that it may be about.

        The program names it before the call. What stands in the call itself was written by
        an agent, so it counts only where nothing else is named, and then for nothing alone.
        """
        named: set[bytes] = set()
        at, end = self.data.find(KEY), self.data.find(INPUT)
        while at >= 0 and not (named and 0 <= end < at):
            rest = self.data[at + len(KEY) : at + len(KEY) + LONGEST_NAME].lstrip()
            name = rest[1:].lstrip()
            if rest[:1] == b":" and name[:1] == b'"':
                if 0 <= end < at:
                    named.add(self.default)
                named.add(name[1:].partition(b'"')[0])
            at = self.data.find(KEY, at + 1)
        return named or {self.default}

    def event(self) -> bytes:
        """Return the event that it is about: of several the one that needs a verdict most."""
        named = self.events()
        return next((name for name in (PRE, REQUEST, CHANGE) if name in named), None) or named.pop()

    def attended(self) -> bool:
        """Say whether the program's own dialog is there to answer."""
        said = self.env.get
        at_terminal = said(b"CLAUDE_CODE_ENTRYPOINT") == b"cli"
        return self.identity[4] and at_terminal and said(b"CLAUDE_CODE_SESSION_ATTENDED") == b"1"

    def alone(self) -> bool:
        """Say whether it may decide without a server."""
        return self.identity[8:9] != (False,)

    # How it ends

    def refuse(self, why: bytes, *, also_dialogs: bool = False) -> "NoReturn":
        """End without a decision, in the way that blocks; a dialog stays open, or is closed too."""
        event = self.event()
        if self.collects:
            leave(0)
        if event in (PRE, CHANGE):
            self.say(BLOCKS, b"Proctor: " + why)
        if event != REQUEST or (self.attended() and not also_dialogs):
            leave(0)
        self.say(0, DENIAL % (b"Proctor: " + why))

    def say(self, status: int, text: bytes) -> "NoReturn":
        """Print a verdict whole, and end; where that is not possible, end in a way that blocks."""
        again, self.speaking = self.speaking, True
        out = 2 if status else 1
        try:
            if again or (self.dumb and text and not status):
                raise OSError  # noqa: TRY301 - half of it may be out
            rest = self.noted(text) + b"\n" if text and not self.collects else b""
            while rest:
                try:
                    rest = rest[posix.write(out, rest) :]
                except BlockingIOError:
                    time.sleep(PAUSE)
        except OSError:
            event = self.event()
            status = BLOCKS if event in (PRE, CHANGE) else FAILS if event == REQUEST else 0
        leave(0 if self.collects else status)

    def noted(self, text: bytes) -> bytes:
        """Return a verdict with our note behind the reason, if it is a denial that has one."""
        # Inside of a reason no quote stands as it is.
        said = text.rstrip(b"}")
        if not self.note or b':"deny",' not in said or said[-1:] != b'"':
            return text
        stop = b" " if said[-2:-1] in b".!?" else b". "
        return said[:-1] + stop + self.note + text[len(said) - 1 :]

    def tell_of_waiting(self) -> None:
        """Tell whoever sits at a terminal, once, that people are asked; a program hears nothing."""
        words, self.waiting = self.waiting, b""
        if words and posix.isatty(2):
            try:
                posix.write(2, words + b"\n")
            except OSError:
                return

    # The server

    def socket_path(self) -> str:
        """Return where the server listens."""
        if self.identity[6]:
            return self.identity[6]
        return self.home() + NAME

    def home(self) -> str:
        """Return Proctor's folder."""
        if self.identity[1]:
            return self.identity[1]
        import pwd  # noqa: PLC0415 - only where the executable does not name it

        return f"{pwd.getpwuid(posix.geteuid()).pw_dir}/.proctor"

    def request(self) -> bytes:
        """Return the line that asks; all texts are in hexadecimal, so that none breaks out."""
        program, home, role, agent, ask_holds, *_ = self.identity
        # One for everybody names no home.
        more = "" if home else ',"managed":true'
        # It is `proctor permission-request`, perhaps beside the agent's own hook.
        more += ',"only_dialogs":true' if self.default == REQUEST else ""
        env = ",".join(f'"{name.decode()}":"{value.hex()}"' for name, value in self.env.items())
        return (
            f'{{"op":"hook","v":1,"id":"{self.id.decode()}","program":"{program}",'
            f'"event":"{self.data.hex()}","role":"{role.encode().hex()}","agent":"{agent.encode().hex()}",'
            f'"ask_holds":{"true" if ask_holds else "false"},"seconds":{self.left():.3f},'
            f'"uid":"{self.uid}","env":{{{env}}}{more}}}\n'
        ).encode()

    def left(self) -> float:
        """Return how many seconds there are for a verdict."""
        return max(self.end - time.monotonic(), 0.0)

    def ask(self, path: str) -> Answer | None:
        """Ask the server; None where it is not there, or does not answer as it should."""
        try:
            with closing(connected(path)) as server:
                decides = self.event() in (PRE, REQUEST, CHANGE)
                patience = FIRST if self.alone() else FIRST_WORD
                patience = patience if decides else FIRST_OF_OTHERS
                first = max(min(patience, self.left() * PART), PAUSE)
                server.settimeout(first)
                server.sendall(self.request())
                return self.answer(server, time.monotonic() + first)
        except (OSError, ValueError):
            return None

    def ask_on(self, path: str) -> Answer | None:
        """Ask the server again that had begun to ask people and went away, or the one after it."""
        end = time.monotonic() + min(AWAY, self.left())
        answer = None
        while answer is None and self.waited and not self.declined and time.monotonic() < end:
            time.sleep(PAUSE)
            answer = self.ask(path)
        return answer

    def answer(self, server: _socket.socket, limit: float) -> Answer | None:
        """Read lines until the one that is the answer; the first comes before the limit."""
        rest = b""
        while True:
            while b"\n" not in rest:
                left = limit - time.monotonic()
                if left <= 0 or len(rest) > LONGEST_ANSWER:
                    return None
                server.settimeout(left)
                piece = server.recv(PIECE)
                if not piece:
                    return None
                rest += piece
            line, _, rest = rest.partition(b"\n")
            if line != self.id + b" wait" or limit == self.end:
                return self.believed(line)
            self.waited, limit = True, self.end
            self.tell_of_waiting()

    def believed(self, line: bytes) -> Answer | None:
        """Return what a line says, if it is an answer to what was asked."""
        name, _, rest = line.partition(b" ")
        word, _, text = rest.partition(b" ")
        self.declined = line == self.id + b" cold"
        if name != self.id or word not in (b"0", b"2"):
            return None
        if word == b"2":
            return BLOCKS, text
        events = self.events()
        if text in (b"", b"{}"):
            silent = events != {PRE} or any(tool in self.data for tool in NO_OPINION)
            return (0, b"") if silent else None
        start, _, end = text.partition(b'"hookEventName":"')
        whole = start == b'{"hookSpecificOutput":{' and text.endswith(b"}}") and text.isascii()
        return (0, text) if whole and end.partition(b'"')[0] in events else None


class closing:  # noqa: N801 - as the one of contextlib, which takes long to import
    """Close a socket at the end."""

    def __init__(self, server: _socket.socket) -> None:
        self.server = server

    def __enter__(self) -> _socket.socket:
        return self.server

    def __exit__(self, *problem: object) -> None:
        self.server.close()


def connected(path: str) -> _socket.socket:
    """
    Connect to the server, if it is ours.

    Raises:
        OSError: nobody is there, or somebody else.

    """
    ours = posix.geteuid()
    if not path.endswith(NAME):
        # It lies where everybody may make folders.
        folder = posix.lstat(path.rpartition("/")[0])
        if folder.st_mode & KIND != FOLDER or folder.st_mode & OPEN_TO_OTHERS:
            raise OSError
        if folder.st_uid != ours:
            raise OSError
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        server.settimeout(CONNECT)
        server.connect(path)
        if peer(server) != ours:
            raise OSError  # noqa: TRY301 - closed below
    except BaseException:
        server.close()
        raise
    return server


def peer(server: _socket.socket) -> int:
    """Return whose process listens, in the kernel's own word."""
    if sys.platform == "darwin":
        told = server.getsockopt(0, 1, 76)
    else:
        told = server.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(told[4:8], sys.byteorder)


def main(  # noqa: PLR0913 - keyword only
    identity: Names,
    event: str = "PreToolUse",
    *,
    collects: bool = False,
    refuses: bytes = b"",
    note: bytes = b"",
    waiting: bytes = b"",
) -> "NoReturn":
    """
    Answer one event of an agent program, and end the process.

    Args:
        identity: what is written in the executable.
        event: what it is taken for if it does not say so.
        collects: keep it, and print nothing.
        refuses: decide nothing, for this reason.
        note: what stands behind the reason of a denial, as inside of JSON.
        waiting: what is told at a terminal while people are asked.

    """
    hook = Hook(identity, event.encode(), collects=collects)
    hook.note, hook.waiting = note, waiting
    try:
        hook.prepare()
        hook.read()
        if refuses:
            hook.refuse(refuses, also_dialogs=True)
        # Whoever only collects leaves what needs a decision to whoever decides.
        silent = collects and hook.event() in (PRE, REQUEST)
        answer = None if silent else hook.ask(hook.socket_path())
        if answer is not None:
            hook.say(*answer)
        if hook.waited and not hook.left():
            hook.refuse(b"nobody answered in time")
        if not hook.alone():
            answer = hook.ask_on(hook.socket_path())
            if answer is not None:
                hook.say(*answer)
            hook.refuse(NOBODY)
        from proctor.hook.cold import main as cold  # noqa: PLC0415 - where a server runs, it does this

        cold(hook)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it must not mean yes
        hook.refuse(b"the hook failed: %s" % type(error).__name__.encode("ascii", "replace"))
