"""What keeps records, as it is opened for the owner and for whoever only looks."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from proctor.audit.spool import Spool, record_line
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.keepers import open_reader, spooled
from tests.audit.homes import a_record
from tests.kept_homes import postgres_url
from tests.server.running import running


def test_a_look_into_memory_leaves_the_spool_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is spooled would be gone with that memory, so it waits for a store that keeps it."""
    Spool(tmp_path).put([record_line(a_record())])
    waiting = spooled(tmp_path)
    monkeypatch.setenv("PROCTOR_STORE", "memory")
    with closing(open_reader(tmp_path)) as store:
        seen = store.find(Filter())
    left = spooled(tmp_path)
    monkeypatch.delenv("PROCTOR_STORE")
    with closing(open_reader(tmp_path)) as store:
        kept = store.find(Filter())

    assert (seen, left, len(kept), spooled(tmp_path)) == ([], waiting, 1, 0)


def test_whoever_only_looks_makes_no_tables(fresh_postgres: str, tmp_path: Path) -> None:
    """A database without tables stays so, and the error says who makes them."""
    (tmp_path / "config.yaml").write_text(f'store: "{postgres_url(fresh_postgres)}"\n')
    with pytest.raises(StoreError, match="or by none") as error:
        open_reader(tmp_path)
    with psycopg.connect(fresh_postgres) as server:
        made = server.execute("SELECT to_regclass('proctor_schema')").fetchone()

    assert (error.value.help, made) == (
        "start `proctor up` once: it brings the store up to date", (None,),
    )  # fmt: skip


def test_whoever_looks_sees_what_was_just_spooled_beside_an_owner(tmp_path: Path) -> None:
    """It is the owner's to take in, and it does so when it is asked, not only by and by."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with running(home):
        for number in range(1, 4):
            Spool(home).put([record_line(a_record())])
            with closing(open_reader(home)) as store:
                assert len(store.find(Filter())) == number
