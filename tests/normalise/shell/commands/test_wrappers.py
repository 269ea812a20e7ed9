"""Tests of the table of programs that run another one."""

from __future__ import annotations

import re

from proctor.normalise import normalise
from proctor.terms.call import ToolCall
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

# What is told of the wrapper alone; the command in it is read by itself.
COMMANDS = r"""
[read]
arch -arm64 ls
arch --arm64 ls
arch --arch x86_64 ls
arch --arch=arm64 ls
arch -x86_64h -64 ls
arch -d HOME ls
setsid -h
setsid -V
setsid -cw ls
ionice -V
taskset -ac 0 ls
taskset -h
chrt -V
chrt -e 0 ls
flock -h
prlimit -V
prlimit -h
prlimit --nofile=64 ls
watch -f -n 2 ls
watch -r ls
caffeinate -h
caffeinate -dims ls
gnice -n 5 ls
gnohup ls
rtk -V
rtk config
rtk init --show
rtk cc-economics
rtk rewrite 'git status'
screen -ls
screen -list
screen -v
[write]
rtk config --create
rtk init
rtk telemetry enable
flock a.lock ls
[code]
screen
screen ls
[unknown]
arch -e PATH=/srv/app ls
arch --e HOME=/srv ls
arch --frobnicate ls
[code unknown]
screen -dmS shop ls
screen -S shop -X stuff x
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_wrapper_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A wrapper has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)


# They run a command that the tables do not find, by its words or as a text.
HIDING = r"""
tmux new -d 'rm -rf /'
tmux new-session -d -s a -c /tmp rm -rf /
tmux -L x neww 'rm -rf /'
tmux send-keys -t a 'rm -rf /' Enter
tmux start-server \; run-shell 'rm -rf /'
tmux new tmux new -d rm -rf /
screen -dmS shop rm -rf /
gdb -ex run --args rm -rf /
gdb --args dd if=/dev/zero of=/dev/sda
rr record rm -rf /
cmake -E rm -rf /
cmake -E remove_directory /
cmake -E env A=1 rm -rf /
cmake -E env -- rm -rf /
cmake -E time rm -rf /
cmake -E chdir /tmp rm -rf /
gosu root sh -c 'rm -rf /'
softlimit -m 1 rm -rf /
dtach -n x rm -rf /
cpulimit -l 5 -- rm -rf /
capsh -- -c 'rm -rf /'
xterm -e 'rm -rf /'
hyperfine --prepare ls 'rm -rf /'
samply record rm -rf /
authbind --deep rm -rf /
eatmydata rm -rf /
systemd-cat rm -rf /
uclampset -m 1 rm -rf /
sem -j 2 rm -rf /
"""


# What is harmful in these.
HARM = re.compile(r"rm -rf /|remove_directory /|dd if=\S+ of=\S+")


@each_row("command", HIDING.strip().splitlines())
def test_command_behind_a_wrapper_is_judged_as_itself(command: str, around: Surroundings) -> None:
    """What is denied by itself stays denied; where it is harmless nothing is added."""
    found = []
    for text in (command, HARM.sub("ls", command)):
        parts = normalise(ToolCall(tool="Bash", input={"command": text}), around).parts
        found.append(any("destroy-outside" in part.classes for part in parts))

    assert found == [True, False]
