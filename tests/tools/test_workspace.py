"""A path cannot leave the workspace: not by `..`, by a link, by being absolute, or in between."""

import os
import socket
import stat
from pathlib import Path

import pytest

from proctor.errors import NotFound, UsageError
from proctor.tools import workspace as files
from proctor.tools.workspace import inside, opened_folder, read_bytes, read_in, write_bytes
from tests.tables import each_row
from tests.tools.workspaces import wrote


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A workspace with something secret beside it."""
    wrote(tmp_path, "outside/secret.txt", "secret\n")
    wrote(tmp_path, "shop/src/main.py", "print(1)\n")
    return tmp_path / "shop"


@each_row(
    ("path", "where"),
    [
        ("src/main.py", "/srv/app/src/main.py"),
        ("./src//main.py", "/srv/app/src/main.py"),
        ("/srv/app/src/main.py", "/srv/app/src/main.py"),
        ("/srv/app", "/srv/app"),
        (".", "/srv/app"),
        ("..a/b..", "/srv/app/..a/b.."),
    ],
)
def test_a_path_is_read_as_seen_from_the_workspace(path: str, where: str) -> None:
    """A relative path, and an absolute one that is inside, lead into the workspace."""
    assert Path(where) == inside(Path("/srv/app"), path)


@each_row(
    "path",
    [
        "",
        "../outside",
        "src/../../outside",
        "src/../main.py",
        "..",
        "/etc/passwd",
        "/srv/app2/x",
        "/srv/app/../app2",
        "/",
        "//srv/app/x",
        "~/x",
        "~root/x",
        "a\0b",
        "\ud800",
        "a" * 5000,
        "a" * 300,
    ],
)
def test_a_path_that_leads_out_is_refused(path: str) -> None:
    """Neither `..` nor an absolute path nor what is no path gets through."""
    with pytest.raises(UsageError):
        inside(Path("/srv/app"), path)


def test_a_file_is_read_and_written(shop: Path) -> None:
    """What was written is read again, and folders on the way are made."""
    assert write_bytes(shop, "a/b/c.txt", b"one") is True
    assert write_bytes(shop, "a/b/c.txt", b"two") is False
    assert read_bytes(shop, "a/b/c.txt").data == b"two"
    assert [shop / "a/b/c.txt"] == list((shop / "a/b").iterdir())


@pytest.mark.parametrize(
    "path", ["link.txt", "folder/secret.txt", "chain/secret.txt", "inner.py", "dangling"]
)
def test_a_link_is_not_followed(shop: Path, path: str) -> None:
    """A link leads nowhere, to read or to write, even where it stays inside."""
    (shop / "link.txt").symlink_to("../outside/secret.txt")
    (shop / "folder").symlink_to("../outside")
    (shop / "chain").symlink_to("folder")
    (shop / "inner.py").symlink_to("src/main.py")
    (shop / "dangling").symlink_to("../outside/new.txt")

    with pytest.raises(UsageError, match="is a link"):
        read_bytes(shop, path)
    with pytest.raises(UsageError, match="is a link"):
        write_bytes(shop, path, b"mine")
    with pytest.raises(UsageError, match="is a link"):
        write_bytes(shop, path, b"mine", create_only=True)
    assert (shop.parent / "outside/secret.txt").read_text() == "secret\n"
    assert not (shop.parent / "outside/new.txt").exists()


def test_a_folder_that_becomes_a_link_in_between_leads_nowhere(shop: Path) -> None:
    """A folder that was opened stays what it was, whatever is put in its place."""
    with opened_folder(shop, ("src",)) as folder:
        (shop / "src").rename(shop / "old")
        (shop / "src").symlink_to(shop.parent / "outside")
        found = read_in(folder, "main.py", "src/main.py", most=100)

        with pytest.raises(NotFound):
            read_in(folder, "secret.txt", "src/secret.txt", most=100)

    assert found.data == b"print(1)\n"


def test_a_file_that_becomes_a_link_in_between_is_not_followed(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that comes after the look and before the opening is refused by the system."""
    look = files.status_in

    def swapped(folder: int, name: str, shown: str) -> os.stat_result:
        found = look(folder, name, shown)
        (shop / "src/main.py").unlink(missing_ok=True)
        (shop / "src/main.py").symlink_to(shop.parent / "outside/secret.txt")
        return found

    with opened_folder(shop, ("src",)) as folder:
        monkeypatch.setattr(files, "status_in", swapped)
        with pytest.raises(OSError, match=r"(?i)symbolic"):
            read_in(folder, "main.py", "src/main.py", most=100)


def test_a_folder_that_is_made_a_link_while_it_is_walked_is_not_followed(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that takes the place of a folder after the look is refused by the system."""
    look = files.status_in

    def swapped(folder: int, name: str, shown: str) -> os.stat_result:
        found = look(folder, name, shown)
        if name == "src":
            (shop / "src").rename(shop / "old")
            (shop / "src").symlink_to(shop.parent / "outside")
        return found

    monkeypatch.setattr(files, "status_in", swapped)
    with pytest.raises(UsageError):
        read_bytes(shop, "src/secret.txt")


def test_what_is_no_plain_file_is_not_opened(shop: Path) -> None:
    """A pipe, a socket and a folder are refused at once; nobody waits for them."""
    os.mkfifo(shop / "pipe")
    with socket.socket(socket.AF_UNIX) as sock:
        here = Path.cwd()
        os.chdir(shop)
        try:
            sock.bind("socket")
        finally:
            os.chdir(here)
    for path in ("pipe", "socket", "src", "."):
        with pytest.raises(UsageError):
            read_bytes(shop, path)
        with pytest.raises(UsageError):
            write_bytes(shop, path, b"")


def test_what_is_not_there_is_said_so(shop: Path) -> None:
    """A missing file, a missing folder and a file as a folder each have their words."""
    with pytest.raises(NotFound, match=r"there is no `src/none\.py`"):
        read_bytes(shop, "src/none.py")
    with pytest.raises(NotFound, match="there is no `none`"):
        read_bytes(shop, "none/a.py")
    with pytest.raises(UsageError, match="no folder"):
        read_bytes(shop, "src/main.py/x")
    with pytest.raises(NotFound, match="workspace"):
        read_bytes(shop / "gone", "x")


def test_a_file_has_a_largest_size(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too large is neither read nor written."""
    wrote(shop, "big.txt", "x" * 11)

    assert len(read_bytes(shop, "big.txt", most=11).data) == 11
    with pytest.raises(UsageError, match="larger"):
        read_bytes(shop, "big.txt", most=10)
    monkeypatch.setattr(files, "LARGEST_WRITE", 10)
    with pytest.raises(UsageError, match="more than"):
        write_bytes(shop, "new.txt", b"x" * 11)
    assert not (shop / "new.txt").exists()


def test_a_file_that_is_there_stays_where_only_a_new_one_is_wanted(shop: Path) -> None:
    """With `create_only` nothing is replaced, and nothing is left lying about."""
    with pytest.raises(UsageError, match="there already"):
        write_bytes(shop, "src/main.py", b"", create_only=True)

    assert write_bytes(shop, "src/new.py", b"new", create_only=True) is True
    assert {file.name: file.read_text() for file in (shop / "src").iterdir()} == {
        "main.py": "print(1)\n",
        "new.py": "new",
    }


def test_a_second_name_of_a_file_outside_is_not_written_through(shop: Path) -> None:
    """A hard link is replaced by a new file; the other name keeps its content."""
    (shop / "hard.txt").hardlink_to(shop.parent / "outside/secret.txt")

    write_bytes(shop, "hard.txt", b"mine")

    assert (shop.parent / "outside/secret.txt").read_text() == "secret\n"
    assert (shop / "hard.txt").read_text() == "mine"


def test_a_script_stays_one_but_takes_no_rights_of_another(shop: Path) -> None:
    """A file keeps its mode when it is replaced, but for what lets it run as somebody else."""
    script = wrote(shop, "run.sh")
    script.chmod(0o4755)

    write_bytes(shop, "run.sh", b"new")

    assert stat.S_IMODE(script.stat().st_mode) == 0o755


def test_a_file_that_changed_since_it_was_read_is_not_replaced(shop: Path) -> None:
    """What was written meanwhile is not lost."""
    found = read_bytes(shop, "src/main.py")
    wrote(shop, "src/main.py", "somebody else's\n")

    with pytest.raises(UsageError, match="meanwhile"):
        write_bytes(shop, "src/main.py", b"mine", expected=found.status)
    assert (shop / "src/main.py").read_text() == "somebody else's\n"
