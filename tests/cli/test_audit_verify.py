"""`proctor audit verify`: whole, or where not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Proctor
from tests.cli.kept import at, change, keep, some


@pytest.mark.usefixtures("kept")
def test_a_whole_trail_is_whole(proctor: Proctor) -> None:
    """Verify says how much it looked at, with status 0."""
    result = proctor("audit", "verify")
    data = json.loads(proctor("audit", "verify", "--json").out)

    assert (result.status, result.out) == (0, "whole: 5 records in 2 chains\n")
    assert (data["whole"], data["records"], data["breaks"]) == (True, 5, [])
    assert [(head["agent"], head["seq"]) for head in data["heads"]] == [
        ("arch-1", 3),
        ("docs-1", 2),
    ]


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE records SET decision = 'allow' WHERE n = 4",
         "record 4 (number 3 of `arch-1` on anvil): it is not what was written"),
        ("UPDATE records SET input = 'no json' WHERE n = 4",
         "record 4 (number 3 of `arch-1` on anvil): it is not what was written"),
        ("DELETE FROM records WHERE n = 2",
         "record 4 (number 3 of `arch-1` on anvil): 1 before it is missing"),
        ("DELETE FROM records WHERE n = 1",
         "record 2 (number 2 of `arch-1` on anvil): 1 before it is missing"),
        ("UPDATE records SET seq = 9 WHERE n = 5",
         "record 5 (number 9 of `docs-1` on anvil): 7 before it are missing"),
    ],
)  # fmt: skip
def test_a_broken_trail_is_told_with_its_place(
    proctor: Proctor, kept: Path, statement: str, where: str
) -> None:
    """A record that was changed, removed or moved is found, with status 1."""
    change(kept, statement)
    result = proctor("audit", "verify")

    assert (result.status, result.err) == (1, "")
    assert result.out.splitlines()[0].startswith("broken: 1 place; ")
    assert result.out.splitlines()[1:] == [f"  {where}"]
    assert json.loads(proctor("audit", "verify", "--json").out)["whole"] is False


def test_a_tail_that_was_cut_off_shows_against_noted_heads_only(
    proctor: Proctor, kept: Path, tmp_path: Path
) -> None:
    """The rows alone cannot show it; the heads beside the store do, or those noted elsewhere."""
    heads = tmp_path / "heads.json"
    noted = proctor("audit", "verify", "--note", str(heads))
    keep(kept, at(13, "make"))
    grown = proctor("audit", "verify", "--heads", str(heads))
    change(kept, "DELETE FROM records WHERE n IN (4, 6)")

    assert (noted.status, noted.err) == (0, f"2 heads noted in {heads}\n")
    assert (grown.status, grown.out) == (0, "whole: 6 records in 2 chains\n")
    beside = kept / "heads.json"
    assert proctor("audit", "verify").status == (1 if beside.exists() else 0)
    beside.unlink(missing_ok=True)
    assert proctor("audit", "verify").status == 0
    cut = proctor("audit", "verify", "--heads", str(heads))
    assert (cut.status, cut.out.splitlines()[1:]) == (
        1, ["  record 2 (number 2 of `arch-1` on anvil): 1 behind it is missing"],
    )  # fmt: skip


def test_a_chain_of_which_nothing_is_left_shows_against_noted_heads(
    proctor: Proctor, kept: Path, tmp_path: Path
) -> None:
    """An agent whose records are all gone is told of by name."""
    heads = tmp_path / "heads.json"
    proctor("audit", "verify", "--note", str(heads))
    change(kept, "DELETE FROM records WHERE agent_name = 'docs-1'")
    result = proctor("audit", "verify", "--heads", str(heads))

    assert (result.status, result.out.splitlines()[1:]) == (
        1, ["  the store (number 2 of `docs-1` on anvil): nothing of the chain is left"],
    )  # fmt: skip


def test_heads_of_a_broken_trail_are_not_noted(
    proctor: Proctor, kept: Path, tmp_path: Path
) -> None:
    """What was noted before counts on."""
    heads = tmp_path / "heads.json"
    heads.write_text("[]\n")
    change(kept, "DELETE FROM records WHERE n = 1")
    result = proctor("audit", "verify", "--note", str(heads))

    assert (result.status, result.err) == (1, f"nothing was noted in {heads}\n")
    assert heads.read_text() == "[]\n"


@pytest.mark.usefixtures("kept")
def test_heads_are_noted_in_one_step(proctor: Proctor, tmp_path: Path) -> None:
    """The file is replaced whole, for its user alone, also behind a link; nothing else stays."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    heads, link = place / "heads.json", tmp_path / "link.json"
    heads.write_text("[]\n")
    heads.chmod(0o644)
    link.symlink_to(heads)
    with heads.open() as before:
        noted = proctor("audit", "verify", "--note", str(link))

        # Whoever had it open reads what was there: nobody ever sees a half of the new one.
        assert (noted.status, before.read()) == (0, "[]\n")
    assert [head["agent"] for head in json.loads(heads.read_text())] == ["arch-1", "docs-1"]
    assert (link.is_symlink(), heads.stat().st_mode & 0o777) == (True, 0o600)
    assert [path.name for path in place.iterdir()] == ["heads.json"]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", ["gone/heads.json", "folder", "x" * 300])
def test_heads_that_cannot_be_noted_are_told_of(
    proctor: Proctor, tmp_path: Path, name: str
) -> None:
    """A place where nothing can be written is a wrong call, and nothing is left there."""
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    result = proctor("audit", "verify", "--note", str(tmp_path / name))

    assert result.status == 2
    assert "cannot be written: " in result.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("kept")
def test_heads_go_to_what_is_no_file(proctor: Proctor) -> None:
    """A device is written to, and stays one."""
    assert proctor("audit", "verify", "--note", "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    "text", ["", "{}", "null", '"x"', "[1]", '[{"host": "a"}]', "[" * 100_000, "\udcff"]
)
def test_a_file_without_heads_is_refused(proctor: Proctor, tmp_path: Path, text: str) -> None:
    """A file that names none must not pass for one that is met."""
    heads = tmp_path / "heads.json"
    heads.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = proctor("audit", "verify", "--heads", str(heads))

    assert (result.status, result.out) == (2, "")
    assert f"`{heads}` has no heads" in result.err
    assert "is not there" in proctor("audit", "verify", "--heads", str(tmp_path / "none")).err


def test_bytes_in_place_of_a_text_are_shown_and_broken(proctor: Proctor, home: Path) -> None:
    """SQLite takes anything anywhere: neither a list nor verify falls over it."""
    keep(home, *some())
    change(home, "UPDATE records SET action_string = x'ff00' WHERE n = 2")
    result = proctor("audit", "verify")

    assert r"b'\xff\x00'" in proctor("audit", "list").out
    assert proctor("audit", "export", "--format", "csv").status == 0
    assert (result.status, "record 2 (number 2 of `arch-1`" in result.out) == (1, True)


def test_a_damaged_store_is_broken_and_says_so(proctor: Proctor, home: Path) -> None:
    """What cannot be read is not whole."""
    keep(home, *some())
    database = home / "proctor.db"
    whole = bytearray(database.read_bytes())
    whole[4096:] = b"\xa5" * (len(whole) - 4096)
    database.write_bytes(bytes(whole))
    result = proctor("audit", "verify")

    assert result.status == 1
    assert str(database) in result.out + result.err
