"""Tests of the tables of virtual machines and system containers."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code]
vagrant version
vagrant help up
[read]
vagrant --version
qemu-img info disk.qcow2
[network]
qemu-img info nbd:host:10809
[read]
vagrant --version
multipass list --format json
multipass info vm
multipass version
multipass networks
lxc list
lxc ls --format json
lxc info web
lxc image list
lxc config show web
lxc config device list web
lxc storage volume list default
lxc network show lxdbr0
lxc version
incus list --all-projects
incus profile show default
virsh list --all
virsh dominfo vm
virsh domstate vm --reason
virsh dumpxml vm
virsh net-list --all
virsh pool-info default
virsh vol-list default
virsh domifaddr vm --source agent
virsh domblklist vm
virsh snapshot-list vm --tree
virsh nodeinfo
virsh version
qemu-img info disk.qcow2
qemu-img info --backing-chain --output=json disk.qcow2
qemu-img check disk.qcow2
qemu-img compare a.img b.img
qemu-img map disk.img
VBoxManage list vms
VBoxManage list --long runningvms
VBoxManage showvminfo vm
VBoxManage guestproperty enumerate vm
machinectl list
machinectl status web
machinectl show web -p State
[code]
vagrant status
vagrant ssh -c ls
multipass exec vm -- ls
lxc exec web -- ls
lxc exec web ls
incus exec web -- ls
[write network code]
vagrant up
vagrant destroy -f
vagrant box add x
[network code]
multipass launch
multipass shell vm
lxc launch ubuntu:24.04 web
[write]
multipass delete vm
lxc config device add web d disk source=/ path=/mnt
lxc file push a web/srv/a
lxc file pull web/srv/a b
qemu-img create -f qcow2 disk.qcow2 10G
qemu-img convert a b
qemu-img snapshot -d s disk.qcow2
[destroy destroy-outside]
multipass purge
[network code unknown]
lxc init ubuntu:24.04 web -c security.privileged=true
[write unknown]
lxc delete -f web
[write network]
lxc config set web a=b
lxc image import a.tar.gz
[read unknown]
lxc list --frobnicate
virsh desc vm new
[privileged]
lxd init
machinectl shell web /bin/ls
[write privileged]
virsh destroy vm
virsh start vm
virsh define vm.xml
virsh 'list; destroy vm'
VBoxManage unregistervm vm --delete
machinectl remove web
[write privileged unknown]
virsh undefine vm --remove-all-storage
[read secret]
virsh dumpxml vm --security-info
[secret]
virsh secret-get-value 1
[read network]
virsh -c qemu+ssh://host/system list
machinectl -H host list
[read write]
qemu-img check -r all disk.qcow2
[code privileged]
VBoxManage startvm vm
VBoxManage guestcontrol vm run
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
