"""Services and logs: states and logs read; starting, stopping and planning do not."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
systemctl
systemctl status
systemctl status nginx --no-pager
systemctl --user status app
systemctl show -p MainPID --value nginx
systemctl cat nginx
systemctl is-active nginx
systemctl list-units --type=service --state=failed
systemctl list-timers --all
systemctl --failed
systemctl get-default
journalctl
journalctl -u nginx -n 100 --no-pager
journalctl -n100 -fu nginx
journalctl -b -1 -p err
journalctl --since yesterday --until now
journalctl -k -o json
journalctl _PID=1
journalctl --disk-usage
journalctl --list-boots
journalctl -xe
loginctl
loginctl list-sessions
loginctl show-user ada
timedatectl
timedatectl status
timedatectl list-timezones
hostnamectl
hostnamectl hostname
localectl list-locales
resolvectl status
resolvectl dns
networkctl list
systemd-analyze
systemd-analyze blame
systemd-analyze critical-chain nginx
systemd-analyze verify a.service
systemd-cgls
systemd-cgtop -b -n 1
systemd-detect-virt
systemd-escape -p /srv/app
systemd-id128 new
systemd-tmpfiles --cat-config
coredumpctl list
coredumpctl info 123
busctl list
busctl tree org.example
service nginx status
service --status-all
rc-service nginx status
rc-status
rc-update show
sv status nginx
supervisorctl status
crontab -l
at -l
atq
cronnext
runlevel
update-alternatives --list java
update-alternatives --display java
ldconfig -p
lsb_release -a
tuned-adm active
[write privileged]
systemctl start nginx
systemctl stop nginx
systemctl restart nginx
systemctl --user restart app
systemctl enable --now nginx
systemctl daemon-reload
systemctl mask nginx
loginctl terminate-user ada
loginctl kill-session 1
networkctl down eth0
systemd-tmpfiles --clean
resolvectl flush-caches
initctl stop nginx
sv restart nginx
supervisorctl restart all
chkconfig nginx on
update-alternatives --set java /srv/java
ldconfig
[privileged]
systemctl reboot
systemctl poweroff
timedatectl set-time 12:00
timedatectl set-ntp false
hostnamectl set-hostname new
localectl set-locale LANG=C
shutdown -h now
shutdown -r +5
reboot
halt
poweroff
init 6
[read privileged]
hostnamectl hostname new
resolvectl dns eth0 1.1.1.1
systemd-analyze log-level debug
crontab -u root -l
[privileged code]
systemctl edit nginx
service nginx restart
rc-service nginx stop
crontab a.txt
crontab -
crontab -e
busctl call a b c d
[write privileged code]
crontab -r
[code]
at now
at -f a.sh now
batch
coredumpctl debug 123
ldd a
dbus-send x
[read write]
journalctl --vacuum-time=1d
journalctl --rotate
journalctl --cursor-file=a
[write]
atrm 5
[secret]
coredumpctl dump 123
systemctl show-environment
[read network]
systemctl -H ada@example.com status
[network]
resolvectl query example.com
[read code]
busctl --address=unixexec:path=x list
[read unknown]
systemctl frob nginx
systemctl --frob
journalctl --frob
coredumpctl frob
[privileged code unknown]
service --frob nginx restart
[read]
systemctl -h
journalctl -h
journalctl --synchronize-on-exit=yes -f
crontab -V
[privileged code]
crontab -u ada plan.txt
crontab -u ada
[read]
systemd-analyze cat-config systemd/system.conf
rc-service sshd status
[code privileged]
service ../../srv/app/x status
rc-service ../../srv/app/x status
[secret]
at -c 7
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
