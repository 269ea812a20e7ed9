"""The programs that tell the time, the machine and the user; echo, printf and test."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
date
date +%F
date "+%Y-%m-%d %H:%M"
date -u +%FT%TZ
date -d '2 days ago' +%s
date -Iseconds
date -r a.txt
date -j -f %s 1700000000 +%F
date --rfc-3339=date
sleep 1
uname -a
uname -srm
hostname
hostname -f
hostname -I
domainname
hostid
whoami
logname
nproc --all
getconf PAGE_SIZE
getconf -a
tty
stty -a
stty size
stty
tput cols
tput setaf 1
clear
reset
locale
locale -a
units 1m ft
id
id -un
id -Gn ada
groups ada
users
who -b
who am i
pinky -l ada
printenv HOME
printenv SHELL
echo hello
echo -n hello
echo -e 'a\tb'
echo --help
echo --- title ---
echo -x -v anything
true
false --whatever
: anything at all
printf '%s\n' a b
printf '%d\n' 5
printf -v name '%s' value
printf -- '-x\n'
printf '100%%\n'
printf '%s' 'a[$(reboot)]'
test -f a.txt
[ -d a ]
[ -n "" -a 3 -gt 2 ]
[ a = b ]
test a.txt -nt b.txt
[[ -f a && 3 -eq 3 ]]
[[ a == b* ]]
[read privileged]
date -s 12:00
date -us 12:00
date --set=12:00
date --se=12:00
date 010203042026
hostname new
hostname -F name.txt
domainname new
[read write]
stty sane
stty raw
[write]
localedef a
[write privileged]
locale-gen en_GB.UTF-8
[secret]
printenv
printenv GITHUB_TOKEN
printenv DB_PASSWORD
printenv DATABASE_URL
printenv api_key
[read unknown]
printenv HOME USER
printf -v PATH /srv/x
printf -v 'a[$(reboot)]' x
printf %n name
printf '%d' 'a[$(reboot)]'
test -v name
[ -v name ]
[[ -R name ]]
[[ name -eq 1 ]]
[[ 'a[$(reboot)]' -eq 1 ]]
[ 'a[$(reboot)]' -eq 1 ]
uname -S new
id --frob
tty --frob
[read]
printenv XDG_SESSION_TYPE
printf -v line %s x
[secret]
printenv GH_PAT
printenv OP_SESSION_home
printenv SLACK_WEBHOOK
[read unknown]
printf -v RANDOM %s x
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
