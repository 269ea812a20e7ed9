"""Programs for processes: listing reads, ending writes, environments are secret."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
ps
ps aux
ps -ef
ps -eo pid,cmd --sort=-%mem
ps -p 123 -o command=
ps -u ada
ps -aux
ps axo pid,args
ps ax
ps U ada
ps 123
ps --forest -C node
top -b -n 1
top -bn1
top -l 1 -n 10
top -o %CPU
htop
htop -u ada
pgrep node
pgrep -fl 'node server'
pgrep -u ada -c
pgrep --full --list-name x
pidof nginx
pidof -s nginx
pwdx 123
pmap -x 123
pstree -p
pstree -aps 123
lsof
lsof -i :8080
lsof -iTCP -sTCP:LISTEN -n -P
lsof -p 123
lsof +D /srv/app
lsof -u ada -a -i
lsof -t -i:80
fuser 80/tcp
fuser -v /srv/app
uptime
uptime -p
w
w -h ada
free -h
free -m -s 1 -c 2
vmstat 1 5
vmstat -s
iostat -x 1 3
mpstat -P ALL
pidstat -p 123 1
pidstat -d
sar -u 1 3
sar -f a
slabtop -o
iotop -bon1
last -n 5
last -5 ada
lastb
lastlog -u ada
prtstat 123
procs node
[secret]
ps e
ps auxe
ps eww
[read secret]
ps -E
ps -auxe
[write]
pkill node
pkill -9 -f 'node server'
pkill -TERM -u ada node
pkill --signal HUP nginx
killall node
killall -9 node
killall -u ada
skill -9 ada
[read write]
fuser -k 80/tcp
fuser --kill /srv/app
sar -o a 1
lastlog -C -u ada
[privileged secret]
gcore 123
reptyr 123
[read unknown]
ps ax e
ps 123 e
pidstat -e ls
lsof -D b
htop --frob
free --frob
w a b
pgrep --frob x
pmap -n
[write unknown]
pkill --frob x
killall --frob x
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
