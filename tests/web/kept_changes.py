"""What is on record of changes that people made by a page or by the API."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from proctor.keepers import open_reader
from proctor.server.web.changes import CHANGED
from tests.web.sites import Site


def changes(site: Site, what: str) -> list[dict[str, Any]]:
    """Return what was kept of changes of a kind, newest first."""
    with closing(open_reader(site.home)) as store:
        found = store.events(newest=True, limit=1000)
    return [event.body for event in found if event.kind == CHANGED and event.body["what"] == what]
