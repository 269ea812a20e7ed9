"""Volumes, arrays, pools: reports read, removing whole volumes and pools is ruin."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
lvs
lvs -a -o +devices
vgs --noheadings -o vg_name
pvs --units g
lvdisplay vg/data
vgdisplay -v
pvscan
lvm version
lvm lvs -o lv_name
dmsetup ls --tree
dmsetup info -c
dmsetup status
dmsetup table
mdadm --detail /dev/md0
mdadm -D --scan
mdadm --examine /dev/sda
mdadm -Q /dev/md0
cryptsetup status data
cryptsetup luksDump /dev/sda2
cryptsetup isLuks /dev/sda2
cryptsetup benchmark
zfs list
zfs list -t snapshot -o name,used
zfs get -H -o value compression tank
zfs diff tank@a tank
zpool status
zpool status -v tank
zpool list -o name,size
zpool iostat -v 1 2
zpool history tank
btrfs subvolume list /srv
btrfs filesystem df /srv
btrfs fi usage -h /srv
btrfs device stats /srv
btrfs scrub status /srv
btrfs property get /srv
nvme list
nvme smart-log /dev/nvme0
nvme id-ctrl -o json /dev/nvme0
smartctl -a /dev/sda
smartctl -H -i /dev/sda
smartctl -l error /dev/sda
smartctl --scan
smartctl -x --json /dev/sda
hdparm -I /dev/sda
hdparm -tT /dev/sda
lsscsi -g
[destroy destroy-outside]
lvremove vg/data
lvremove -f vg/data
vgremove --force vg
pvremove /dev/sda
lvm lvremove vg/data
dmsetup remove_all
cryptsetup luksFormat /dev/sda2
cryptsetup erase /dev/sda2
zfs destroy tank/data
zfs destroy -r tank/data
zpool destroy tank
zpool labelclear /dev/sda
nvme format /dev/nvme0n1
nvme sanitize -a 2 /dev/nvme0
[write privileged destroy destroy-outside]
mdadm --zero-superblock /dev/sda
hdparm --security-erase pass /dev/sda
[privileged]
lvremove --test vg/data
[write privileged]
lvcreate -L 10G -n data vg
lvextend -r -L +5G vg/data
vgchange -an vg
pvcreate /dev/sda
dmsetup remove data
mdadm --stop /dev/md0
mdadm --create /dev/md0
cryptsetup open /dev/sda2 data
cryptsetup luksClose data
cryptsetup luksRemoveKey /dev/sda2
zfs create tank/data
zfs snapshot tank@a
zfs destroy tank@a
zfs rollback tank@a
zfs set compression=lz4 tank
zpool scrub tank
zpool create tank /dev/sda
btrfs balance start /srv
btrfs subvolume snapshot a b
[read privileged]
zfs send tank@a
btrfs check /dev/sda1
[read secret]
dmsetup table --showkeys
cryptsetup luksDump --dump-volume-key /dev/sda2
[read write]
smartctl -t long /dev/sda
smartctl -s on /dev/sda
smartctl -X /dev/sda
btrfs device stats -z /srv
btrfs filesystem label /srv new
[read unknown]
lvs --config x
zpool status -c upath
zpool events -c
dmsetup ls --exec ./x
smartctl -l scterc,70,70 /dev/sda
smartctl --frob /dev/sda
hdparm -I -y /dev/sda
[write privileged unknown]
mdadm --frob
hdparm -y /dev/sda
[privileged write destroy]
btrfs subvolume delete /srv/a
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
