"""Where remembered answers lie: in the store, redacted."""

from __future__ import annotations

import logging
from contextlib import suppress

from proctor.audit.asked import fit_body
from proctor.audit.ids import SteadyClock, seconds, timestamp
from proctor.audit.inbox import Inbox
from proctor.errors import StoreError
from proctor.terms.grant import Grant

LOG = logging.getLogger("proctor.store")


class Shelf:
    """The grants of a store, reached the way its questions are."""

    def __init__(self, inbox: Inbox, clock: SteadyClock | None = None) -> None:
        self.inbox = inbox
        self.clock = clock or SteadyClock()
        self.began = False

    async def grants_for(self, key: str) -> list[Grant]:
        """Return the grants of a key that hold now; none where the store cannot be reached."""
        try:
            if not self.began:
                # The clock may have been set back while nobody was here to notice.
                for grant in await self.inbox.run(self.inbox.store.grants, limit=1):
                    with suppress(ValueError):  # another process may have written it
                        self.clock.not_before(seconds(grant.made_at))
                self.began = True
            at = timestamp(self.clock())
            return await self.inbox.run(self.inbox.store.grants_for, key, at=at)
        except StoreError as error:
            LOG.warning("remembered answers cannot be looked up: %s", error.message)
            return []

    async def add(self, grant: Grant) -> Grant:
        """
        Keep a grant.

        Raises:
            StoreError: it cannot be kept.

        """
        clean = grant._replace(body=fit_body(grant.body, self.inbox.redactor))
        return await self.inbox.patiently(self.inbox.store.grant, clean)
