"""Files that hold secrets, each beside one that does not."""

from __future__ import annotations

import pytest

from proctor.terms.secret_places import secret_folder, secret_place
from tests.tables import each_row

PAIRS = [
    ("/srv/app/.env", "/srv/app/.env.example"),
    ("/srv/app/.env.production", "/srv/app/.env.sample"),
    ("/srv/app/prod.env", "/srv/app/env.py"),
    ("/srv/app/.envrc", "/srv/app/environment.yml"),
    ("/srv/app/.ENV", "/srv/app/.ENV.EXAMPLE"),
    ("/home/ada/.ssh/id_ed25519", "/home/ada/.ssh/id_ed25519.pub"),
    ("/home/ada/.ssh/config", "/home/ada/.ssh/known_hosts"),
    ("/srv/old/id_rsa", "/srv/old/id_rsa.pub"),
    ("/srv/app/server.key", "/srv/app/server.crt"),
    ("/srv/app/tls.pem", "/srv/app/tls.txt"),
    ("/srv/app/a.b.pfx", "/srv/app/pfx"),
    ("/home/ada/.aws/credentials", "/home/ada/aws/credentials"),
    ("/srv/copy/.aws/config", "/srv/copy/.awsx/config"),
    ("/home/ada/.kube/config", "/srv/app/kube/config"),
    ("/home/ada/.netrc", "/home/ada/netrc"),
    ("/home/ada/.npmrc", "/home/ada/.nvmrc"),
    ("/home/ada/.docker/config.json", "/home/ada/.docker/daemon.json"),
    ("/home/ada/.config/gh/hosts.yml", "/srv/app/hosts.yml"),
    ("/home/ada/.config/gcloud/x.db", "/home/ada/.config/nvim/x.db"),
    ("/etc/shadow", "/srv/app/shadow"),
    ("/etc/sudoers", "/srv/docs/sudoers"),
    ("/etc/ssl/private/a", "/etc/ssl/certs/a"),
    ("/run/secrets/db", "/run/app/db"),
    ("/home/ada/.bash_history", "/home/ada/.bashrc"),
    ("/srv/app/secrets.yml", "/srv/app/settings.yml"),
    ("/srv/infra/terraform.tfstate", "/srv/infra/main.tf"),
    ("/srv/infra/prod.tfvars", "/srv/infra/variables.tf"),
    ("/proc/self/environ", "/proc/self/status"),
    ("/proc/1/mem", "/proc/meminfo"),
    ("/dev/mem", "/dev/memo"),
    ("/srv/app/server.pem.1", "/srv/app/server.log.1"),
    ("/srv/app/.netrc-old", "/srv/app/notes-old"),
    ("/srv/app/id_rsa.bak2", "/srv/app/main.py.bak2"),
    ("/srv/app/.env.bak.2", "/srv/app/.env.example.bak.2"),
    ("/srv/app/.env~1", "/srv/app/a~1"),
    ("/srv/app/.pgpass.~3~", "/srv/app/a.~3~"),
    ("/srv/app/credentials.json.2024-01-31", "/srv/app/package.json.2024-01-31"),
    ("/srv/app/credentials-old.json", "/srv/app/package-old.json"),
    ("/srv/app/.env (1)", "/srv/app/a (1)"),
    ("/srv/app/copy of .env", "/srv/app/copy of it"),
    ("/srv/app/#.env#", "/srv/app/#a#"),
    ("/srv/app/.secrets.yml.swp", "/srv/app/.main.py.swp"),
    ("/srv/app/secrets.yml.dpkg-old", "/srv/app/a.yml.dpkg-old"),
    ("/srv/app/secrets.yml.gz", "/srv/app/a.yml.gz"),
    ("/srv/app/.netrc2", "/srv/app/.bashrc2"),
    ("/home/ada/.Xauthority", "/home/ada/.Xresources"),
    ("/home/ada/.cargo/credentials.toml", "/home/ada/.cargo/config.toml"),
]


@each_row(("secret", "plain"), PAIRS)
def test_a_file_holds_secrets_by_its_name_or_its_place(secret: str, plain: str) -> None:
    """A copy elsewhere counts too; a sample, a public key or a name alike does not."""
    assert secret_place(secret)
    assert secret_place(plain) is None


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/a/.env", "it holds the settings of an environment, passwords among them"),
        ("/a/id_rsa", "it is a private key or a key store"),
        ("/a/.netrc", "it holds passwords or access tokens"),
        ("/a/.bash_history", "it holds what was typed, passwords among it"),
    ],
)
def test_the_reason_is_told_in_words(path: str, why: str) -> None:
    """A person reads why a file counts."""
    assert secret_place(path) == why


def test_a_folder_of_secrets_counts_with_all_below_it() -> None:
    """The folder itself and what lies deep in it; not what only begins alike."""
    found = [secret_folder(path) for path in ("/a/.ssh", "/a/.ssh/b/c", "/a/.sshx", "/a/x.ssh")]

    assert [why is not None for why in found] == [True, True, False, False]


@each_row("path", ["", "/", ".", "/a/", "/a/b", "//", "/.../x"])
def test_what_says_nothing_is_no_secret(path: str) -> None:
    """Odd paths are no secrets, and no error."""
    assert secret_place(path) is None
