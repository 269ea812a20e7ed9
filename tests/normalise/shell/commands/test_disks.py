"""Disks: looking reads, partitions and mounts need rights, making file systems is ruin."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
mkfs.ext4 -V
lsblk
lsblk -f
lsblk -o NAME,SIZE,MOUNTPOINT
lsblk -dnpo NAME /dev/sda
lsblk --json --output-all
blkid
blkid /dev/sda1
blkid -s UUID -o value /dev/sda1
blkid -c /dev/null
mount
mount -l
mount -t ext4
udisksctl status
udisksctl info -b /dev/sda
swapon -s
swapon --show
swapon --show=NAME,SIZE
zramctl
zramctl --output-all
fdisk -l
fdisk -l /dev/sda
gdisk -l /dev/sda
sgdisk -p /dev/sda
sgdisk --print /dev/sda
sgdisk -i 1 /dev/sda
sfdisk -l
sfdisk -d /dev/sda
sfdisk --json /dev/sda
parted -l
parted /dev/sda print
parted -s /dev/sda unit MiB print free
partprobe -d
partx -s /dev/sda
wipefs /dev/sda
wipefs -n /dev/sda
badblocks -sv /dev/sda
blockdev --getsize64 /dev/sda
blockdev --report
losetup
losetup -a
losetup -j disk.img
losetup -f
tune2fs -l /dev/sda1
dumpe2fs -h /dev/sda1
xfs_info /srv
filefrag -v a
quota -s
repquota -a
duf
dust -d 2 /srv
[read write privileged]
mount /dev/sda1 /srv
mount -o remount,rw /
mount --bind a b
mount -a
[write privileged]
umount /srv
umount -l /srv
udisksctl mount -b /dev/sda1
swapon /dev/sda2
swapon -a
swapoff -a
mkswap /dev/sda2
fstrim -av
fdisk /dev/sda
cfdisk /dev/sda
parted /dev/sda mkpart primary 0% 100%
parted /dev/sda
partprobe
fsck -y /dev/sda1
e2fsck -f /dev/sda1
resize2fs /dev/sda1
blockdev --setro /dev/sda
sgdisk -n 1:0:0 /dev/sda
[read privileged]
losetup /dev/loop0 disk.img
losetup -d /dev/loop0
zramctl -r /dev/zram0
[write privileged]
mkfs.ext4 -n /dev/sda1
[privileged secret]
debugfs /dev/sda1
[write]
eject
[read write]
blkid -g
blkid -c cache
badblocks -n /dev/sda
badblocks -o list /dev/sda
[write destroy destroy-outside]
mkfs.ext4 /dev/sda1
mkfs -t ext4 /dev/sda1
mke2fs -F -L name /dev/sda1
mkfs.xfs -f /dev/sda1
mkfs.vfat -n NAME /dev/sda1
mkdosfs /dev/sda1
blkdiscard /dev/sda
[read destroy destroy-outside]
wipefs -a /dev/sda
wipefs -na /dev/sda
wipefs --all --force /dev/sda
badblocks -wsv /dev/sda
[destroy destroy-outside]
sfdisk /dev/sda
sfdisk --delete /dev/sda
parted -s /dev/sda mklabel gpt
parted /dev/sda rm 1
[write privileged destroy destroy-outside]
sgdisk -Z /dev/sda
sgdisk --zap-all /dev/sda
sgdisk -d 1 /dev/sda
[code]
ncdu
[read unknown]
lsblk --frob
wipefs --frob /dev/sda
parted /dev/sda print mklabel gpt
[write privileged unknown]
fdisk --frob /dev/sda
[destroy destroy-outside write unknown]
mkfs.ext4 --frob /dev/sda1
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
