"""Hardware and the kernel: lists read, loading code and setting values need rights."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
lspci
lspci -nnk
lspci -vv -s 00:1f.2
lsusb -t
lsusb -v -d 046d:
lshw -short
lshw -C network -json
hwinfo --short
inxi -Fxz
dmidecode -t memory
dmidecode -s bios-version
sensors
sensors -j
acpi -V
upower -e
upower -i /org/x
powerprofilesctl get
cpupower frequency-info
nvidia-smi
nvidia-smi -L
nvidia-smi --query-gpu=name --format=csv
nvidia-smi -q -d MEMORY
nvidia-smi topo -m
nvidia-smi dmon -c 1
rocm-smi --showuse
glxinfo -B
vulkaninfo --summary
lsmod
modinfo ext4
modinfo -F version ext4
modprobe --show-depends ext4
modprobe -c
efibootmgr -v
bootctl status
bootctl list
mokutil --sb-state
dmesg
dmesg -T
dmesg -wH
dmesg --level=err,warn --since yesterday
dmesg -k --ctime
sysctl -a
sysctl kernel.hostname
sysctl -n hw.ncpu hw.memsize
sysctl -n a b c d
udevadm info -q all -n /dev/sda
udevadm info --attribute-walk /dev/sda
udevadm monitor
fwupdmgr get-devices
rfkill
rfkill list
hwclock
hwclock --show
i2cdetect -l
[read write]
lshw -dump a.db
dmidecode --dump-bin a.bin
hwinfo --log a
nvidia-smi -f a
udevadm info --cleanup-db
[read network]
lspci -q
[network]
fwupdmgr get-updates
[read privileged]
lspci -H1
sensors -s
nvidia-smi -pl 100
nvidia-smi --gpu-reset
dmesg -C
dmesg -Tc
dmesg --clear
dmesg -n 1
dmesg -D
sysctl -p
sysctl --system
hwclock -w
hwclock --hctosys
i2cdetect 1
[privileged]
sysctl -w a=1
sysctl vm.swappiness=10
sysctl -n a b=1
[privileged code]
modprobe ext4
insmod a.ko
[write privileged code]
modprobe -r ext4
[read write]
modprobe -D ext4 -r
[write privileged]
rmmod ext4
depmod
dracut
bootctl install
mokutil --import a.der
powerprofilesctl set balanced
udevadm trigger
fwupdmgr update
rfkill block wifi
setpci a
efibootmgr
[code]
bpftrace a.bt
powertop
[read unknown]
lspci --frob
dmesg --frob
dmesg -Q
cpupower monitor ls
efibootmgr -v -B
[unknown]
sysctl -n /../../srv/x
sysctl -n a ../x
[read]
dmesg -V
dmesg -S
dmesg -a
dmesg -M core -N kernel
sysctl -t kern
sysctl -V
[read privileged]
dmesg -aC
[read]
mokutil --list-enrolled
[read write]
vulkaninfo --json
vulkaninfo -j
[privileged write]
mokutil -x
mokutil --export
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
