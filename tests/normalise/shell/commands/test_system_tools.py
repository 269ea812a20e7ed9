"""The smaller tools: what shows reads, what sets or starts does not."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
pv a
pv -ptebar a
pv -s 10m -N name a
ts
ts '%H:%M:%S'
ts -i
isutf8 a
errno -l
errno ENOENT
envsubst '$HOME'
fgconsole
showconsolefont
nologin
zdump UTC
zdump -v UTC
chronyc
chronyc tracking
chronyc sources -v
fc-list
fc-list :lang=en
fc-match sans
mimetype a
mimetype -b a
xset q
xrandr -q
xrandr --listmonitors
xinput list
xprop -root
gsettings get org.x key
gsettings list-schemas
gsettings list-recursively org.x
dconf read /org/x
dconf dump /
gio info a
gio list -l .
gio mime text/plain
trash-list
pactl list
pactl info
amixer info
aplay -l
dstat -cdn 1 5
[read write]
pv -o b a
pv --output=b a
pv -R 123
dstat --output a.csv 1
[write]
sponge a
sponge -a a
zic a
fc-cache
xset s off
xinput disable 5
notify-send hello
gsettings set org.x key 1
gsettings reset org.x key
dconf write /org/x 1
dconf reset /org/x
gio trash a
trash a
trash-put a b
trash-empty
pactl set-sink-mute 0 1
updatedb
mmv a b
mbuffer a
tmpreaper a
[write privileged]
chvt 1
loadkeys de
sosreport
[privileged]
chronyc makestep
[privileged network]
ntpdate pool.example.com
[network]
ntpq
[code]
vipe
chronic ls
ifne ls
xdotool key a
gio open a
gio launch a.desktop
btop
glances
aplay a.wav
[privileged code]
openvt ls
agetty tty1
logrotate a.conf
[read unknown]
pv --frob a
chronyc --frob
fc-list --frob
mimetype --frob a
[write unknown]
sponge --frob a
notify-send --frob a
xrandr --frob
[read]
envsubst -v '$HOME $TERM'
pv a.txt
dstat -c 1
[secret]
envsubst
envsubst '$HOME $GH_TOKEN'
[read write]
pv -U /srv/copy a.txt
[code unknown]
collectl -f /srv/out
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
