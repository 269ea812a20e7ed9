"""Users and rights: looking reads, changing needs rights, hashes are secret."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
getent passwd
getent passwd ada
getent group sudo
getent services ssh
getent hosts
passwd -S ada
passwd --status ada
chage -l ada
chsh -l
pwck -r
visudo -c
visudo -cf a
getfacl a.txt
getfacl -R --omit-header /srv/app
getfacl -p /srv/app
lsattr a.txt
lsattr -dR /srv
getcap /srv/a
getcap -r /srv
getpcaps 1
getfattr -d a
getfattr -n user.x a
getenforce
sestatus -v
getsebool -a
aa-status
ausearch -m avc
aureport --summary
auditctl -l
attr -l a
[read write]
passwd -S -d ada
[read network]
getent hosts example.com
getent ahosts example.com
[secret]
getent shadow
getent shadow root
getent gshadow
[write privileged]
passwd
passwd ada
passwd -d ada
chage -d 0 ada
useradd -m ada
useradd -G sudo -s /bin/sh ada
usermod -aG docker ada
userdel -r ada
groupadd staff
gpasswd -a ada staff
chpasswd
chsh -s /bin/zsh ada
vipw
chattr +i a.txt
chattr -i a.txt
chattr -R +a a
chattr =e a
chflags uchg a
setcap cap_net_raw+ep a
setcap -r a
setenforce 0
setsebool -P x on
semanage port
restorecon -R a
aa-disable a
auditctl
[write]
setfacl -m u:ada:rw a
setfacl -R -m g:staff:rX a
setfacl -b a
setfattr -n user.x -v 1 a
attr -s x -V 1 a
[privileged code]
visudo
login ada
sulogin
[code]
aa-exec ls
runcon x ls
[read unknown]
getent frob x
getfacl --frob a
lsattr -Q a
[write privileged unknown]
useradd --frob ada
setcap --frob a
auditctl -w a
[write unknown]
setfacl --frob a
[read]
getent -s files passwd
visudo -c -x -
[code read]
getent -s x/y passwd
getent --service=./x passwd
[read write]
visudo -c -x out.json
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
