"""
The guard and the server: what would end it, change its service or reach its socket.

Every command here meets the widest policy there is, so that whatever is not
allowed was stopped by the guard.
"""

from __future__ import annotations

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

OPEN = Policy.of(allow=["*", "tool:.*"], mode=Mode.BYPASS, otherwise="allow")

DENIED = [
    # its socket, in the home and in the folder for homes with long names
    "curl --unix-socket ~/.proctor/proctor.sock http://x/api/approvals",
    "nc -U ~/.proctor/proctor.sock",
    "ncat --unixsock ~/.proctor/proctor.sock",
    "socat - UNIX-CONNECT:/home/ada/.proctor/proctor.sock",
    "curl --unix-socket /tmp/proctor-1000/ab.sock http://x/",
    "nc -U /tmp/proctor-1000/ab.sock",
    "nc -lU /private/tmp/proctor-501/ab.sock",
    "nc -U /tmp/proctor-*/ab.sock",
    "socat - UNIX:/tmp/proctor-0/ab.sock",
    "rm -rf /tmp/proctor-1000",
    "mkdir /tmp/proctor-1000",
    "ln -s /srv/app /tmp/proctor-1000",
    # its store
    "sqlite3 ~/.proctor/proctor.db 'delete from records'",
    "sqlite3 'file:/home/ada/.proctor/proctor.db?mode=rw' .dump",
    "flock ~/.proctor/owner.lock sleep 100",
    # ending it
    "pkill proctor",
    "pkill -f proctor",
    "pkill -9 -f 'proctor up'",
    "pkill -f 'p[r]octor'",
    "pkill -f 'vite|proctor'",
    "killall proctor",
    "sudo killall -9 proctor",
    "kill $(pgrep -f proctor)",
    "kill -9 `pidof proctor`",
    "kill $(lsof -ti:7762)",
    "kill $(ps aux | grep '[p]roctor up' | awk '{print $2}')",
    "fuser -k 7762/tcp",
    "systemctl --user stop proctor",
    "systemctl --user stop 'proc*'",
    "systemctl --user disable --now proctor.service",
    "systemctl --user mask proctor",
    "systemctl --user -p status stop proctor",
    "systemctl --user edit proctor",
    "systemctl --user set-environment PROCTOR_STORE=memory",
    "launchctl bootout gui/501/io.github.proctor-gate",
    "launchctl unload ~/Library/LaunchAgents/io.github.proctor-gate.plist",
    "launchctl setenv PROCTOR_HOME /tmp/x",
    # its service
    "echo x > ~/.config/systemd/user/proctor.service",
    "rm ~/.config/systemd/user/proctor.service",
    "tee ~/.config/systemd/user/proctor.service.d/x.conf",
    "tee ~/.config/systemd/user/service.d/x.conf",
    "ln -sf /dev/null ~/.config/systemd/user/proctor.service",
    "rm -rf ~/.config/systemd",
    "rm -rf ~/.config",
    "sed -i s/x/y/ ~/Library/LaunchAgents/io.github.proctor-gate.plist",
    "rm -r ~/Library",
    # our commands with another home or store, or typed into a terminal
    "PROCTOR_HOME=/tmp/x proctor status",
    "PROCTOR_STORE=memory proctor list",
    "env PROCTOR_STORE=memory proctor status",
    "HOME=/tmp/x proctor run --role coder",
    "tmux new -d 'proctor approve 1'",
    "screen -dm proctor approve 1",
    "ipython -m proctor token",
    ".venv/bin/proctor approve 1",
    ".venv/bin/python -Im proctor up",
    "systemd-run --user proctor up",
    "xargs proctor approve <<< 1",
    *(f"proctor {verb}" for verb in ("up", "down", "token", "approvals", "approve 1", "deny 1")),
    *(
        f"proctor audit {verb}"
        for verb in ("list", "show 1", "export", "verify", "stats", "events")
    ),
    "tmux new -d \"pr''octor approve 1\"",
]
ASKED = [
    "killall python3",
    "pkill python",
    "pkill -f proct",
    "pkill -KILL -f hooks/claude-code",
    "pkill claude",
    "pkill -f '.*'",
    "pkill -u ada",
    "kill -9 $(pgrep python)",
    "kill -9 -1",
    "kill -s KILL -1",
    "pgrep -f proctor | xargs kill",
    "lsof -ti:7762 | xargs kill",
    "systemctl --user exit",
    "loginctl terminate-user ada",
    'psql "$PROCTOR_STORE" -c "delete from records"',
    "echo ${PROCTOR_STORE}",
    "printenv PROCTOR_STORE",
    "export PROCTOR_HOME=/tmp/x",
    "PROCTOR_STORE=memory make test",
    "tmux new -d proctor approve 1",
    "coproc proctor token",
    "make -f - <<< 'x:; proctor token'",
    "osascript -e 'do shell script \"proctor approve 1\"'",
    "osascript -e 'do shell script \"proctor workflow advance WF-20260601-001\"'",
    "perl -e 'exec \"proctor workflow task drop WF-20260601-001 T-001\"'",
    "node -e 'run(\"proctor tools sync --module shop\")'",
    "ruby -e 'system \"proctor role  edit coder\"'",
    "ruby -e 'system \"proctor role:edit coder\"'",
    "node -e 'run(\"proctor tools:sync --module shop\")'",
    "perl -e 'exec \"proctor task:approve WF-20260601-001 T-001\"'",
    "node -e 'read(\"/home/ada/.proctor/token\")'",
    "ruby -e 'puts File.read(Dir.home + \"/.proctor/token\")'",
    "python3 -m timeit 'import proctor'",
    # quotes inside of a word, and programs that are not known
    "gdb --args 'proctor' approve 1",
    "starter -d \"pr''octor approve 1\"",
    "bash -c \"pro''ctor approve $N\"",
    "perl -e 'exec \"pro\\ctor approve 1\"'",
    "rust-gdb --args proctor approve 1",
]
OPEN_TO_AGENTS = [
    "proctor status",
    "proctor status --json",
    "proctor list",
    "proctor ls",
    "kill 1234",
    "kill -9 1234",
    "kill -1 1234",
    "kill %1",
    "kill $(lsof -ti:3000)",
    "pkill node",
    "pkill -f vite",
    "pkill -f 'python manage.py runserver'",
    "pkill -9 -f 'uvicorn shop.app:app'",
    "killall node",
    "fuser -k 3000/tcp",
    "lsof -i :17762",
    "systemctl --user restart shop",
    "systemctl --user status proctor",
    "touch ~/.config/systemd/user/shop.service",
    "cat ~/.config/systemd/user/proctor.service",
    "ls ~/Library/LaunchAgents",
    "rm -rf /tmp/proctor-notes",
    "node -e 'console.log(1)'",
    "grep -rn PROCTOR_STORE src",
    "curl http://127.0.0.1:7762/healthz",
]


def effect_of(command: str, around: Surroundings) -> Effect:
    """Return what becomes of a command under the widest policy."""
    return decide(normalise(ToolCall(tool="Bash", input={"command": command}), around), OPEN).effect


@each_row("command", DENIED)
def test_reaching_for_the_server_is_denied(command: str, around: Surroundings) -> None:
    """Whatever plainly reaches, ends or changes the server is denied under the widest policy."""
    assert effect_of(command, around) is Effect.DENY


@each_row("command", ASKED)
def test_what_may_reach_the_server_is_asked(command: str, around: Surroundings) -> None:
    """Whatever may end the server, or names it in a text that runs, is for a person to answer."""
    assert effect_of(command, around) is Effect.ASK


@each_row("command", OPEN_TO_AGENTS)
def test_other_processes_are_no_concern(command: str, around: Surroundings) -> None:
    """Ending other processes and services, and looking at the server's, is left to the rules."""
    assert effect_of(command, around) is Effect.ALLOW


@each_row(
    "path",
    [
        "/tmp/proctor-1000/ab.sock",  # noqa: S108 - nothing is made there
        "~/.proctor/tokens.json",
        "~/.proctor/identity.json",
        "~/.proctor/spool/records.jsonl",
        "~/.config/systemd/user/proctor.service",
        "~/.config/systemd/user/default.target.wants/proctor.service",
        "~/Library/LaunchAgents/io.github.proctor-gate.plist",
    ],
)
def test_the_files_of_the_server_are_closed_to_tools(path: str, around: Surroundings) -> None:
    """No tool writes what the server is made of, or where it is reached."""
    call = ToolCall(tool="Write", input={"file_path": path, "content": "x"})

    assert decide(normalise(call, around), OPEN).effect is Effect.DENY
