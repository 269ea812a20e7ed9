"""Tests of the tables of secret stores, password managers and keys."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
gpg --list-keys
gpg -k
gpg -K --with-colons
gpg --list-secret-keys --keyid-format=long
gpg --verify a.sig a
gpg --fingerprint ada
gpg --show-keys k.asc
gpg --export --armor ada
gpg --list-packets a.gpg
gpg --version
gpgv --keyring k.gpg a.sig a
gpgconf --list-dirs
sops filestatus a.yaml
pass ls
pass find mail
gopass ls
op item list
op item list --vault Private --format json
op vault list
op vault get Private
op user list
op document list
op whoami
bw status
bw list folders
vault status
vault kv list secret
vault kv metadata get secret/a
vault policy list
vault policy read p
vault auth list
vault secrets list -detailed
vault token capabilities a
vault operator raft list-peers
vault lease lookup x
bao status
keyring diagnose
ssh-keygen -l -f k.pub
ssh-keygen -lf k.pub -E md5
ssh-keygen -F example.org
ssh-keygen -y -f k
ssh-keygen -Y find-principals -f k
ssh-add -l
ssh-add -L
[secret]
pass show mail
pass mail
pass grep word
gopass show mail
op item get mail
op read op://a/b/c
op document get x
op run -- env
bw get password mail
bw list items
bw unlock
vault read secret/a
vault kv get secret/a
vault kv get -field=password secret/a
vault token lookup
vault print token
keyring get a b
secret-tool lookup a b
age-keygen
sops decrypt a.yaml
aws-vault list
[secret write]
gpg -d a.gpg
gpg --decrypt a.gpg
gpg --export-secret-keys ada
vault token create
pass generate mail
[secret code write]
sops -d a.yaml
[write]
gpg --import k.asc
gpg -e -r ada a
gpg --sign a
gpg --delete-keys ada
gpg --export -o k.asc ada
gpg --list-keys --import k.asc
op item create
op item delete mail
op vault delete Private
bw delete item x
vault kv put secret/a b=c
vault kv delete secret/a
vault policy write p p.hcl
vault policy fmt p.hcl
vault policy delete p
vault auth disable github
vault write a b=c
gpgconf --list-dirs --kill gpg-agent
ssh-keygen -t ed25519 -f k
ssh-keygen -R example.org
ssh-keygen -l -s ca -I id k.pub
ssh-keygen -p -f k
ssh-add k
ssh-add -l -D
pass rm mail
[destroy destroy-outside]
vault kv destroy -versions=1 secret/a
vault secrets disable kv
[code write]
ssh-keygen -D ./lib.so
[code]
gpg --list-keys --agent-program ./x
gpg --verify --photo ./x a
ssh-agent bash
[network]
ssh-keyscan example.org
vault status -address=https://example.org
gpg --list-keys --auto-key-locate=wkd
[network write]
gpg --recv-keys ABCD
ssh-copy-id ada@example.org
[privileged]
vault operator raft autopilot set-config
[unknown]
gpg --list-keys --frobnicate
vault status -frob
[unknown write]
vault frobnicate
[read]
pass ls mail/
keyring --list-backends
[secret]
pass ls mail/work
pass list mail/work
[code]
keyring -b evil.Keyring diagnose
keyring -p . diagnose
ssh-add -S x.so -l
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
