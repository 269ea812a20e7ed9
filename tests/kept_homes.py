"""A home of Proctor's for each kind of store that keeps something."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from psycopg.conninfo import conninfo_to_dict


def postgres_url(conninfo: str) -> str:
    """Return the address of a PostgreSQL as a config names it."""
    words = {name: str(value) for name, value in conninfo_to_dict(conninfo).items()}
    return f"postgresql:///{words.pop('dbname', 'postgres')}?{urlencode(words, quote_via=quote)}"


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Give a new home, whose config names one of the stores."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    if request.param == "postgres":
        url = postgres_url(request.getfixturevalue("fresh_postgres"))
        (folder / "config.yaml").write_text(f'store: "{url}"\n')
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder
