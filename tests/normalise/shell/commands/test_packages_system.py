"""Package managers of other systems: looking is told apart from installing."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[secret]
nix config show
nix config show access-tokens
nix show-config
[read]
nix config show max-jobs
rpm -qa
[code]
rpm -qE '%(id)'
rpm -qaD 'x y'
[read]
dnf list installed
dnf info nginx
dnf search nginx
dnf -q repolist --all
dnf provides /usr/bin/env
dnf repoquery --requires nginx
dnf repoquery -l nginx
dnf history
dnf history info 3
dnf check-update
dnf module list
dnf group list
yum list available
yum updateinfo
microdnf repoquery nginx
zypper search -i nginx
zypper se nginx
zypper info nginx
zypper lr -u
zypper list-updates
rpm -qa
rpm -qa --last
rpm -qi nginx
rpm -ql nginx
rpm -qf /usr/bin/env
rpm -q --changelog nginx
rpm -qpl ./nginx.rpm
rpm -q --qf '%{NAME}' nginx
rpm --version
rpm -K ./nginx.rpm
pacman -Q
pacman -Qi bash
pacman -Qdtq
pacman -Qu
pacman -Ss nginx
pacman -Si nginx
pacman -Fl nginx
pacman -V
yay -Qm
paru -Ss nginx
pactree -r bash
emerge -p nginx
emerge --search nginx
xbps-query -l
xbps-query -Rs nginx
port installed
port info nginx
port select --list python
pkg info
pkg search nginx
pkg which /bin/ls
nix search nixpkgs hello
nix profile list
nix store ls /nix/store/x
nix path-info -rSh /run/current-system
nix hash file a.txt
nix-env -q
nix-env -qa --description hello
nix-store -q --references /nix/store/x
nix-store --query --tree /nix/store/x
nix-channel --list
nix-collect-garbage --dry-run
guix search hello
guix package --list-installed
guix package -I
[write network code]
dnf install -y nginx
dnf upgrade
dnf history undo 3
dnf group install tools
yum localinstall ./x.rpm
zypper in nginx
zypper dup
pacman -S nginx
pacman -Syu
pacman -U ./x.pkg.tar.zst
yay -Syu
emerge nginx
xbps-install -Su
port install nginx
pkg install nginx
nix build .
nix run nixpkgs#hello
nix profile install nixpkgs#hello
nix-env -i hello
nix-shell -p hello
nixos-rebuild switch
guix install hello
rpm -ivh ./x.rpm
rpm -Uvh ./x.rpm
[write code]
dnf remove nginx
rpm -e nginx
pacman -Rns nginx
pkg delete nginx
rpmbuild x.spec
[write]
nix-channel --list --add https://shop.example x
port select python python312
pacman -D --asdeps nginx
rpm --import key
nix store gc
nix-store --gc
nix-collect-garbage -d
dnf repolist --installroot /mnt
[write network]
dnf clean all
dnf makecache
zypper ref
nix-channel --update
pacman -Fy
[code]
nix search . x
rpm --eval '%(reboot)'
rpm -E x
rpm -qa --define 'x %(reboot)'
rpm --pipe reboot
rpm -Va
dnf list --setopt=pluginpath=/srv/app
zypper -c ./zypp.conf lr
[network]
rpm -qpl https://shop.example/x.rpm
nix search github:ada/shop x
zypper -p https://shop.example se x
[network code]
nix path-info .#shop
nix log .#shop
nix flake show
nix flake metadata github:ada/shop
[code unknown]
pacman --config ./p.conf -Q
[unknown]
dnf frobnicate
rpm --frobnicate
rpm -qa --frobnicate
pacman -Qi --frobnicate bash
pacman nginx
zypper frob
nix frobnicate
guix frobnicate
pkg frobnicate
rpm -qpl ./a.rpm https://shop.example/x.rpm
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
