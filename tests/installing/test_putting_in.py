"""Installing into real files, and what keeps us from it."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings

from proctor.installing.putting_in import Installed, install, plan_for
from proctor.installing.receipts import read_receipt
from proctor.installing.refusals import InstallError, SettingsProblems
from proctor.installing.settings_places import project_place
from proctor.installing.taking_out import Removed, uninstall
from tests.amounts import amount
from tests.installing.files import BLOCKS, managed_in, place_in, tree, wish_for, write
from tests.installing.generated import settings_files


@settings(max_examples=amount(20, 120), deadline=None)
@given(text=settings_files())
def test_out_again_it_is_as_before_to_the_byte(text: str) -> None:
    """Whatever a settings file looks like, install and uninstall leave it as it was."""
    with tempfile.TemporaryDirectory() as folder:
        place = place_in(Path(folder))
        before = write(place, text)
        place.file.chmod(0o640)
        first = install(place, wish_for(place))
        there = tree(Path(folder))
        second = install(place, wish_for(place))

        assert first == Installed(settings=True, program=True, target=place.file.resolve())
        assert second == Installed(settings=False, program=False, target=place.file.resolve())
        assert tree(Path(folder)) == there
        assert place.copy.read_bytes() == before
        assert uninstall(place) == Removed("restored", program=True, target=place.file.resolve())
        assert (place.file.read_bytes(), place.file.stat().st_mode & 0o777) == (before, 0o640)
        assert not place.executable.exists()
        assert list(place.receipt.parent.iterdir()) == []


def test_where_nothing_was_nothing_stays(tmp_path: Path) -> None:
    """A file and folders that we made go again, and only those."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    made = json.loads(place.file.read_text())

    assert list(made) == ["hooks", "disableAllHooks"]
    assert [each.stat().st_mode & 0o777 for each in (place.file, place.file.parent)] == [
        0o600,
        0o700,
    ]
    assert uninstall(place).settings == "removed"
    assert not place.file.parent.exists()
    assert tmp_path.exists()


def test_the_hook_is_there_and_blocks(tmp_path: Path) -> None:
    """What the settings name can be started, by its user alone, and refuses."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    hooks = json.loads(place.file.read_text())["hooks"]
    command = hooks["PreToolUse"][0]["hooks"][0]["command"]
    ended = subprocess.run(["sh", "-c", command], input=b"{}", capture_output=True, check=False)

    assert (ended.returncode, ended.stderr) == (2, b"refused\n")
    assert place.executable.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("#!/bin/sh\nexit 0\n", id="lets everything through"),
        pytest.param("#!/bin/sh\necho broken >&2\nexit 1\n", id="fails"),
        pytest.param("#!/srv/app/no-such-python\n", id="has no interpreter"),
    ],
)
def test_a_hook_that_does_not_block_is_not_installed(tmp_path: Path, program: str) -> None:
    """It is tried before the settings name it, and everything is as it was."""
    place = place_in(tmp_path)
    before = write(place, '{"model": "opus"}')

    with pytest.raises(InstallError, match=r"the hook .* does not (block|start)"):
        install(place, wish_for(place, program=program))

    assert place.file.read_bytes() == before
    assert not place.executable.exists()
    assert read_receipt(place) is None


def test_a_broken_new_hook_leaves_the_old_one(tmp_path: Path) -> None:
    """An upgrade that does not work leaves what worked."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    there = tree(tmp_path)

    with pytest.raises(InstallError):
        install(place, wish_for(place, "PreToolUse", program="#!/bin/sh\nexit 1\n"))

    assert tree(tmp_path) == there


def test_another_role_is_another_hook_and_nothing_else(tmp_path: Path) -> None:
    """The settings and the backup stay; the executable is rewritten, the receipt knows it."""
    place = place_in(tmp_path)
    write(place, '{"model": "opus"}')
    install(place, wish_for(place))
    text, copy = place.file.read_bytes(), place.copy.read_bytes()
    done = install(place, wish_for(place, role="coder"))
    kept = read_receipt(place)

    assert (done.settings, done.program) == (False, True)
    assert (place.file.read_bytes(), place.copy.read_bytes()) == (text, copy)
    assert place.executable.read_text() == f"{BLOCKS}# coder\n"
    assert kept is not None
    assert kept.role == "coder"


def test_an_upgrade_replaces_what_an_older_one_wrote(tmp_path: Path) -> None:
    """Other events than before: those go and these come, and the way back is the first file."""
    place = place_in(tmp_path)
    before = write(place, '{\n  "model": "opus"\n}\n')
    install(place, wish_for(place, "PreToolUse", "Setup"))
    done = install(place, wish_for(place, "PreToolUse", "Stop", "SessionEnd"))

    assert done.settings
    assert list(json.loads(place.file.read_text())["hooks"]) == ["PreToolUse", "Stop", "SessionEnd"]
    assert uninstall(place).settings == "restored"
    assert place.file.read_bytes() == before


def test_an_upgrade_of_a_changed_file_keeps_the_change(tmp_path: Path) -> None:
    """What a person wrote after us survives the upgrade and the removal."""
    place = place_in(tmp_path)
    write(place, '{\n  "model": "opus"\n}\n')
    install(place, wish_for(place, "PreToolUse", "Setup"))
    write(place, place.file.read_text().replace('"opus"', '"haiku"'))
    install(place, wish_for(place))
    uninstall(place)

    assert place.file.read_text() == '{\n  "model": "haiku"\n}\n'


def test_a_second_install_of_a_changed_file_changes_nothing(tmp_path: Path) -> None:
    """Where our hooks are still as they should be, neither the file nor the backup moves."""
    place = place_in(tmp_path)
    write(place, '{"model": "opus"}')
    install(place, wish_for(place))
    write(place, place.file.read_text().replace('"opus"', '"haiku"'))
    there = tree(tmp_path)
    done = install(place, wish_for(place))

    assert (done.settings, done.program) == (False, False)
    assert tree(tmp_path) == there


def test_without_what_we_remembered_ours_are_still_known(tmp_path: Path) -> None:
    """A lost home is no obstacle: our hooks are found by their command."""
    place = place_in(tmp_path)
    write(place, '{"model": "opus"}')
    install(place, wish_for(place))
    text = place.file.read_bytes()
    place.receipt.write_text("{ half a rec")
    install(place, wish_for(place))

    assert place.file.read_bytes() == text
    assert uninstall(place).settings == "restored"
    assert json.loads(place.file.read_text()) == {"model": "opus", "disableAllHooks": False}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Who keeps settings elsewhere finds them edited there, and restored there."""
    place = place_in(tmp_path)
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text('{"model": "opus"}')
    place.file.parent.mkdir()
    place.file.symlink_to(real)
    done = install(place, wish_for(place))

    assert (done.target, place.file.is_symlink()) == (real.resolve(), True)
    assert "hooks" in json.loads(real.read_text())
    assert uninstall(place).settings == "restored"
    assert (real.read_text(), place.file.is_symlink()) == ('{"model": "opus"}', True)


def test_a_projects_link_leads_nowhere_else(tmp_path: Path) -> None:
    """A repository cannot have us write to another file of its user."""
    root = tmp_path / "shop"
    (root / ".claude").mkdir(parents=True)
    (tmp_path / "other.json").write_text("{}")
    place = project_place(tmp_path / ".proctor", tmp_path / "ada", root)
    place.file.symlink_to(tmp_path / "other.json")

    with pytest.raises(InstallError, match="is a link out of"):
        install(place, wish_for(place))

    assert (tmp_path / "other.json").read_text() == "{}"


def test_a_project_whose_folder_is_a_link_is_refused_too(tmp_path: Path) -> None:
    """Neither can it by a link in the place of `.claude`."""
    root = tmp_path / "shop"
    root.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (root / ".claude").symlink_to(tmp_path / "elsewhere")
    place = project_place(tmp_path / ".proctor", tmp_path / "ada", root)

    with pytest.raises(InstallError, match="is a link out of"):
        plan_for(place, wish_for(place))


def dangling(path: Path) -> None:
    """Make a link that leads nowhere."""
    path.symlink_to(path.with_name("gone.json"))


def looped(path: Path) -> None:
    """Make a link to itself."""
    path.symlink_to(path)


def large(path: Path) -> None:
    """Make a file that no settings are as large as."""
    path.write_text('{"a": "' + "x" * (2 * 1024 * 1024) + '"}')


def protected(path: Path) -> None:
    """Make a file that its owner does not want to be written."""
    path.write_text("{}")
    path.chmod(0o444)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (dangling, "is a link that leads nowhere"),
        (looped, "symbolic links"),
        (large, "is larger than 2 MiB"),
        (protected, "cannot be written"),
        (os.mkfifo, "is not a file"),
        (Path.mkdir, "is not a file"),
    ],
)
def test_what_is_not_a_file_of_settings_is_refused(
    tmp_path: Path, make: object, message: str
) -> None:
    """It is a sentence, and nothing of ours is left anywhere."""
    place = place_in(tmp_path)
    place.file.parent.mkdir()
    assert callable(make)
    make(place.file)

    with pytest.raises(InstallError, match=message) as caught:
        install(place, wish_for(place))

    assert caught.value.exit_code == 1
    assert not place.executable.exists()
    assert list(place.receipt.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        (b'{\n  "model": "opus",\n}\n', "3:1: bad-json", "a key was expected, not `}`"),
        (b"{\r\n\t// mine\r\n}", "2:2: bad-json", "a key was expected, not `/`"),
        (b'{"a": "\xff"}', "1:8: bad-json", "this is not UTF-8 text"),
        (b"\xef\xbb\xbf[]", "1:1: wrong-type", "a settings file is an object: `{…}`"),
        (b'{"hooks": {},\n "hooks": {}}', "2:2: duplicate-key", "`hooks` is there twice"),
        ("{}".encode("utf-16"), "1:1: bad-json", "this is not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_place(
    tmp_path: Path, text: bytes, where: str, message: str
) -> None:
    """Line and column are said, and the file stays as it is."""
    place = place_in(tmp_path)
    before = write(place, text)

    with pytest.raises(SettingsProblems) as caught:
        install(place, wish_for(place))

    (problem,) = caught.value.problems
    assert problem.line() == f"{place.file}:{where}: {message}"
    assert (problem.help or "").endswith("mend the file, then run this again")
    assert (place.file.read_bytes(), place.executable.exists()) == (before, False)


def test_a_place_for_settings_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """A file in the place of the folder is a sentence too."""
    (tmp_path / ".claude").write_text("")
    place = place_in(tmp_path)

    with pytest.raises(InstallError):
        install(place, wish_for(place))


def test_two_at_once_are_one_after_the_other(tmp_path: Path) -> None:
    """Whoever comes second finds it done; the backup is that of the first."""
    place = place_in(tmp_path)
    before = write(place, '{"model": "opus"}')
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: install(place, wish_for(place)), range(4)))

    assert sorted(each.settings for each in done) == [False, False, False, True]
    assert place.copy.read_bytes() == before
    assert uninstall(place).settings == "restored"
    assert place.file.read_bytes() == before


def test_managed_settings_are_for_everybody(tmp_path: Path) -> None:
    """The file is our own, readable by all, with the hook beside it; nothing else is touched."""
    place = managed_in(tmp_path)
    write(place, "{}")
    other = place.file.with_name("10-firm.json")
    other.write_text('{"model": "opus"}')
    place.file.unlink()
    before = tree(tmp_path)
    install(place, wish_for(place))

    modes = [path.stat().st_mode & 0o777 for path in (place.file, place.executable, place.receipt)]
    assert modes == [0o644, 0o755, 0o644]
    assert place.executable == tmp_path / "proctor-hook"
    assert uninstall(place).settings == "removed"
    left = {name: data for name, data in tree(tmp_path).items() if not name.startswith("proctor")}
    assert left == before


def test_managed_settings_need_their_owner(tmp_path: Path) -> None:
    """Whoever is not root is told so before anything is written."""
    place = managed_in(tmp_path)._replace(owner=os.geteuid() + 1)

    with pytest.raises(InstallError, match="the managed settings are root's"):
        plan_for(place, wish_for(place))

    assert tree(tmp_path) == {}


def test_an_entry_that_is_not_ours_is_a_mistake_of_ours(tmp_path: Path) -> None:
    """What could not be found again is never written."""
    place = place_in(tmp_path)
    wish = wish_for(place)._replace(groups=wish_for(managed_in(tmp_path)).groups)

    with pytest.raises(ValueError, match="does not run"):
        install(place, wish)
