"""Members of archives that hold secrets, shown and only listed."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told
from tests.tables import each_row


@each_row(
    "command",
    [
        "unzip -p a.zip .env",
        "unzip -c a.zip app/.env",
        "unzip -p a.zip '*.env'",
        "unzip -p a.zip '*nv'",
        "unzip -p a.zip 'config/.e*'",
        "7z e -so a.7z .env",
        "7z x -so a.7z id_rsa",
        "unrar p a.rar server.pem",
        "zipgrep key a.zip .env",
        "tar xOf a.tar .env",
        "tar -x --to-stdout -f a.tar app/.env",
        "bsdtar -xOf a.tar .env",
        "bsdtar -xOf a.tar --include='*.env'",
    ],
)
def test_a_member_that_is_shown_may_be_a_secret(command: str) -> None:
    """Its name says so, as that of a file would."""
    assert {"secret"} == told(command)


def test_a_member_of_an_archive_that_may_be_thin_is_not_known() -> None:
    """A thin archive shows files that lie elsewhere; a secret name still counts."""
    assert {"secret", "unknown"} == told("ar p a.a .env")


@each_row(
    "command",
    [
        "unzip -p a.zip README.md",
        "unzip -p a.zip '*.json'",
        "unzip -l a.zip .env",
        "7z l a.7z .env",
        "7z e -so a.7z src/main.c",
        "unrar p a.rar notes.txt",
        "unrar l a.rar .env",
        "ar t a.a",
        "tar tf a.tar .env",
        "tar xOf a.tar README.md",
        "zipgrep key a.zip notes.txt",
    ],
)
def test_other_members_and_names_are_read(command: str) -> None:
    """A list shows no content."""
    assert {"read"} == told(command)


def test_what_is_unpacked_is_written() -> None:
    """Without an option that shows, members become files."""
    assert {"write"} == told("unzip a.zip")
    assert {"write"} == told("7z x a.7z")
    assert {"write"} == told("ar r a.a b.o")
