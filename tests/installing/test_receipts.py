"""What we remember of an installation, and the lock around it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.installing import receipts
from proctor.installing.putting_in import install
from proctor.installing.receipts import Receipt, alone, read_receipt
from proctor.installing.refusals import InstallError
from tests.installing.files import place_in, wish_for, write


def test_it_holds_all_that_is_needed_to_go_back(tmp_path: Path) -> None:
    """The file before and after, what was made for it, and for whom."""
    place = place_in(tmp_path)
    write(place, "\ufeff{}\r\n")
    install(place, wish_for(place, role="coder"))
    kept = read_receipt(place)

    assert kept is not None
    assert kept == Receipt(
        file=str(place.file),
        before="\ufeff{}\r\n",
        written=place.file.read_bytes().decode(),
        executable=str(place.executable),
        folders=[],
        role="coder",
        claude="/usr/local/bin/claude",
        version="2.1.325",
        at=kept.at,
    )
    assert [path.stat().st_mode & 0o777 for path in (place.receipt, place.copy)] == [0o600, 0o600]


@pytest.mark.parametrize(
    "wrong",
    [{"before": 1}, {"written": None}, {"folders": "x"}, {"folders": [1]}, {"file": "/srv/x"}],
)
def test_what_is_damaged_is_not_believed(tmp_path: Path, wrong: dict[str, object]) -> None:
    """A receipt that is not ours to the last field counts as none."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    data = json.loads(place.receipt.read_text())
    place.receipt.write_text(json.dumps({**data, **wrong}))

    assert read_receipt(place) is None


def test_whoever_waits_too_long_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one that hangs is a sentence, not a hang."""
    place = place_in(tmp_path)
    monkeypatch.setattr(receipts, "PATIENCE", 0.1)

    with (
        alone(place),
        pytest.raises(InstallError, match="another install or uninstall is running"),
        alone(place),
    ):
        pass
