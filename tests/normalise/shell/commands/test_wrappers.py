"""Tests of the table of programs that run another one."""

from __future__ import annotations

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
