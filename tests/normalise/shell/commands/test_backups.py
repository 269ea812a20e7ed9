"""Tests of the tables of backup programs."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
restic snapshots
restic -r /srv/repo snapshots
restic snapshots --json --tag prod
restic list locks
restic ls latest
restic ls -l latest /srv
restic find '*.txt'
restic stats --mode raw-data
restic diff a b
restic check
restic check --read-data-subset=5%
restic version
restic key list
restic forget --keep-last 3 --dry-run
restic forget -n --prune
restic prune --dry-run
restic restore latest --target /srv/x --dry-run
restic backup --dry-run /srv
borg list /srv/repo
borg list /srv/repo::monday
borg list repo::monday
borg info --json /srv/repo
borg check /srv/repo
borg diff /srv/repo::a b
borg prune -n --keep-daily 7 /srv/repo
borg delete --dry-run /srv/repo::a
borg extract --dry-run /srv/repo::a
borg repo-info
borg version
duplicity collection-status file:///srv/b
velero get backups
velero backup get
velero backup describe daily --details
velero backup logs daily
velero restore get
velero schedule get
velero plugin get
velero backup-location get
velero version
tarsnap --list-archives
kopia snapshot list
kopia repository status
kopia policy show --global
rdiff-backup --list-increments /srv/b
snapper list
[write]
restic restore latest --target /srv/x
restic key add
borg extract /srv/repo::a
borg compact
borg break-lock /srv/repo
borg rename /srv/repo::a b
borg check --repair /srv/repo
[write network]
restic backup /srv
restic unlock
restic init
borg create /srv/repo::a /srv
velero backup create x
velero restore create --from-backup x
kopia snapshot create /srv
tarsnap -c -f x /srv
[destroy destroy-outside]
restic forget --keep-last 1
restic forget --prune abcd
restic prune
borg delete /srv/repo
borg delete /srv/repo::a
borg prune --keep-daily 7 /srv/repo
borg repo-delete
velero backup delete x
velero schedule delete x --confirm
velero delete backup x
velero uninstall
duplicity remove-older-than 1Y file:///srv/b
kopia snapshot delete x
[destroy destroy-outside network write]
tarsnap -d -f x
[network]
restic -r sftp:host:/repo snapshots
restic --repo rest:https://example.org ls latest
borg list ada@example.org:repo
borg list ssh://example.org/repo
[code]
restic --password-command id snapshots
borg list --rsh 'sh -c id' /srv/repo
[code write]
restic mount /mnt
[secret]
restic cat config
restic dump latest /srv/a
borg key export /srv/repo
[unknown]
restic -o sftp.command=id snapshots
restic frobnicate
restic snapshots --frobnicate
borg frobnicate
[read]
duplicity collection-status /srv/b
velero client config get
rdiff-backup -l /srv/b
kopia ls k1
[network]
duplicity collection-status scp://host/b
[write]
velero client config set a=b
[code network]
rdiff-backup -l host::/srv/b
[secret]
kopia show k1
borg extract --stdout /srv/b::a x
[code write]
borgmatic list
resticprofile snapshots
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
