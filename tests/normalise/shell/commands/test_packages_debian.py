"""Package managers of Debian and its kin: looking is told apart from installing."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
apt-get install -s curl
apt-get install --help
apt list --installed
[read]
dpkg-deb -c shop.deb
apt list --installed
apt list --upgradable -a
apt search nginx
apt show nginx
apt -h
apt policy nginx
apt depends nginx
apt rdepends --installed nginx
apt-get install -s nginx
apt-get upgrade --dry-run
apt-get remove --simulate nginx
apt-get check
apt-get --version
apt-get download --print-uris nginx
apt-cache search --names-only nginx
apt-cache policy
apt-cache madison nginx
apt-cache rdepends --recurse nginx
apt-mark showmanual
apt-mark showhold
apt-config dump
apt-key list
apt-file search bin/nginx
apt-file list -x nginx
aptitude search nginx
aptitude why nginx
add-apt-repository --list
dpkg -l
dpkg -l 'nginx*'
dpkg -L nginx
dpkg -S /usr/bin/env
dpkg -s nginx
dpkg -I nginx.deb
dpkg -c nginx.deb
dpkg --get-selections
dpkg --print-architecture
dpkg --compare-versions 1 lt 2
dpkg-query -W -f '${Package}' nginx
dpkg-query --list
dpkg-divert --list
dpkg-architecture -q DEB_HOST_ARCH
snap list --all
snap find editor
snap info core
snap refresh --list
snap connections
flatpak list --app
flatpak info org.gnome.Maps
flatpak remotes -d
flatpak config --list
apk info -vv
apk list --installed
apk search -x nginx
apk add --simulate nginx
[write network code]
apt install nginx
apt-get install -y --no-install-recommends nginx
apt-get -y dist-upgrade
apt-get source nginx
snap install --classic code
snap refresh
flatpak install flathub org.gnome.Maps
apk add --no-cache nginx
[write code]
apt-get purge nginx
apt autoremove
dpkg -i nginx.deb
dpkg --purge nginx
dpkg -r -l
apk del nginx
apt edit-sources
[write network]
apt-get update
apt-get -s update
apt download nginx
apt-file update
add-apt-repository ppa:ada/shop
flatpak remote-add shop https://shop.example/repo
[write]
dpkg-deb -x shop.deb out
apt-mark hold nginx
apt-get clean
apt-cache gencaches
dpkg --set-selections
snap remove core
flatpak uninstall org.gnome.Maps
flatpak config --set languages de
dpkg-divert --add /bin/env
[code]
apt list -o APT::Something=1
apt-get check -o DPkg::Pre-Invoke=reboot
apt-cache -c ./apt.conf search x
snap run code
flatpak run org.gnome.Maps --help
[network]
apk --repository https://shop.example search x
[unknown]
apt frobnicate
apt list --frobnicate
dpkg --frobnicate
dpkg-query --frob x
snap frobnicate
apk frobnicate
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
