"""
Which tools of upstream MCP servers were seen, pinned by a person, or are held.

Every gateway of a home meets its upstreams' tools here, and `proctor tools pin` pins them.
Nothing is taken as first seen where anything was kept before, though it be damaged: then every
tool of that upstream is held until a person says that it shall be forgotten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proctor.errors import NotFound, StoreError, TooLate
from proctor.nodes import visible
from proctor.roles.history import now_text
from proctor.roles.trust import locked, make_folder, write_private
from proctor.terms.named_tuple import NamedTuple
from proctor.tools import pinned_texts
from proctor.tools.meeting import Met, Standing, State, held, met, standings_of
from proctor.tools.pin_file import (
    FOLDER,
    SUFFIX,
    UPSTREAM,
    DamagedError,
    Entries,
    Entry,
    checked_name,
    content,
    path_in,
    read_entries,
    text_of,
)
from proctor.tools.upstream_tool import UpstreamTool

__all__ = ["Pins", "SeenUpstream", "Standing", "State"]

LOCK = "upstreams.lock"
FORGET = "`proctor tools unpin {} --forget` makes a new start"
Stamp = tuple[int, int, int] | None


class Change(NamedTuple):
    """What a person did to a tool: `pinned`, `unpinned` or `forgotten`."""

    what: str
    upstream: str
    tool: str
    hash: str
    by: str
    at: str


# Told of a change before it counts; one that raises keeps it from happening.
Keep = Callable[[Change], None]


class SeenUpstream(NamedTuple):
    """All that is kept of an upstream; `trouble` says what is wrong with the file, if it is."""

    name: str
    entries: Entries
    trouble: str = ""

    @property
    def standings(self) -> Mapping[str, Standing]:
        """Return how each of its tools stands."""
        return standings_of(self.entries)


class Pins:
    """The tools of upstreams that a home knows."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._last: dict[str, tuple[Stamp, Sequence[UpstreamTool], dict[str, Standing]]] = {}

    def meet(self, upstream: str, tools: Sequence[UpstreamTool]) -> dict[str, Standing]:
        """
        Return how each listed tool stands; those that are new are taken down.

        An empty list says nothing: the server may not have been asked yet. As long as neither
        the file nor the list is another, this costs one look at the file.

        Raises:
            UsageError: no upstream can be called so.

        """
        path = path_in(self.home, upstream)
        if not tools:
            return {}
        last = self._last.get(upstream)
        if last is not None and last[1] is tools and last[0] == stamp_of(path):
            return last[2]
        try:
            again = last is not None and last[1] is tools
            stamp, standings = self._met(upstream, tools, again=again)
        except DamagedError as error:
            why = f"{path.name} is damaged ({error}): {FORGET.format(upstream)}"
            return {tool.name: held(why) for tool in tools}
        except OSError as error:
            why = f"what was seen of it cannot be kept: {(error.strerror or 'error').lower()}"
            return {tool.name: held(why) for tool in tools}
        self._last[upstream] = (stamp, tools, standings)
        return standings

    def _met(
        self, upstream: str, tools: Sequence[UpstreamTool], *, again: bool
    ) -> tuple[Stamp, dict[str, Standing]]:
        """
        Compare a list with what is kept, and keep what is new.

        A list that was met before has nothing to add but what a person had forgotten: two
        gateways whose servers of one name differ would else write against each other forever.
        """
        path = path_in(self.home, upstream)
        stamp, kept = stamp_of(path), self._read(upstream)
        found = met(kept, tools, now_text())
        nothing_new = kept is not None and found.entries.keys() == kept.keys()
        if found.entries == kept or (again and nothing_new):
            return stamp, found.standings
        with self._locked():
            kept = self._read(upstream)
            found = met(kept, tools, now_text())
            if found.entries != kept:
                self._write(upstream, found, tools)
            return stamp_of(path), found.standings

    def pin(
        self, upstream: str, tool: str, hash_shown: str, by: str, *, keep: Keep | None = None
    ) -> Change:
        """
        Believe a tool as it is, because a person has looked at it.

        Args:
            upstream: the name of its upstream.
            tool: its name there.
            hash_shown: of the text that the person was shown.
            by: who that was.
            keep: told of it before it counts.

        Raises:
            NotFound: it was never seen, or its text is not kept.
            TooLate: its text is another by now.
            StoreError: what is kept of the upstream is damaged.

        """
        with self._changing(upstream) as entries:
            entry = self._entry(entries, upstream, tool)
            latest = entry.latest
            if latest.hash != hash_shown:
                message = f"`{upstream}/{tool}` has changed since it was shown"
                raise TooLate(message, help="look at it again; nothing was pinned")
            if latest.hash not in pinned_texts.read_texts(self.home, upstream):
                raise NotFound(f"the text of `{upstream}/{tool}` is not kept", help=LIST_AGAIN)
            change = Change("pinned", upstream, tool, latest.hash, by, now_text())
            if keep is not None:
                keep(change)
            entries[tool] = Entry(latest, gone=entry.gone, pinned_by=by, pinned_at=change.at)
        return change

    def unpin(self, upstream: str, tool: str, by: str, *, keep: Keep | None = None) -> Change:
        """
        Take a pin back: the tool is as if it had only been seen. What is held stays held.

        Raises:
            NotFound: it was never seen, or is not pinned.
            StoreError: what is kept of the upstream is damaged.

        """
        with self._changing(upstream) as entries:
            entry = self._entry(entries, upstream, tool)
            if not entry.pinned_at:
                raise NotFound(f"`{upstream}/{tool}` is not pinned")
            change = Change("unpinned", upstream, tool, entry.seen.hash, by, now_text())
            if keep is not None:
                keep(change)
            entries[tool] = entry._replace(pinned_by="", pinned_at="")
        return change

    def forget(
        self, upstream: str, tool: str = "", by: str = "", *, keep: Keep | None = None
    ) -> Change:
        """
        Forget a tool, or all of an upstream: what it lists next is seen for the first time.

        Raises:
            NotFound: nothing of it is kept.
            StoreError: what is kept of the upstream is damaged, and only one tool was named.

        """
        change = Change("forgotten", upstream, tool, "", by, now_text())
        if tool:
            with self._changing(upstream) as entries:
                self._entry(entries, upstream, tool)
                if keep is not None:
                    keep(change)
                del entries[tool]
            return change
        path = path_in(self.home, upstream)
        with self._locked():
            if not os.path.lexists(path):
                raise NotFound(f"no tool of `{upstream}` was ever seen", help=SEE)
            if keep is not None:
                keep(change)
            path.unlink()
            pinned_texts.path_in(self.home, upstream).unlink(missing_ok=True)
        return change

    def all(self) -> list[SeenUpstream]:
        """Return every upstream that was ever seen."""
        try:
            names = sorted(os.listdir(self.home / FOLDER))  # noqa: PTH208 - names
        except OSError:
            return []
        stems = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
        return [self.seen(stem) for stem in stems if UPSTREAM.fullmatch(stem)]

    def seen(self, upstream: str) -> SeenUpstream:
        """
        Return what is kept of an upstream.

        Raises:
            NotFound: it was never seen.
            UsageError: no upstream can be called so.

        """
        try:
            entries = self._read(checked_name(upstream))
        except DamagedError as error:
            return SeenUpstream(upstream, {}, str(error))
        if entries is None:
            raise NotFound(f"no tool of `{upstream}` was ever seen", help=SEE)
        return SeenUpstream(upstream, entries)

    def texts(self, upstream: str) -> pinned_texts.Texts:
        """Return the texts that are kept of an upstream's tools, by their digests."""
        return pinned_texts.read_texts(self.home, upstream)

    def stamp(self) -> tuple[Any, ...]:
        """Return what is another one once a tool was pinned, held or forgotten anywhere."""
        try:
            names = sorted(os.listdir(self.home / FOLDER))  # noqa: PTH208 - names
        except OSError:
            return ()
        return tuple((name, stamp_of(self.home / FOLDER / name)) for name in names)

    def _read(self, upstream: str) -> dict[str, Entry] | None:
        """Return what is kept of an upstream, None if nothing is."""
        data = content(path_in(self.home, upstream))
        return None if data is None else read_entries(data, upstream)

    def _entry(self, entries: Entries, upstream: str, tool: str) -> Entry:
        """Return what is kept of a tool."""
        if tool not in entries:
            raise NotFound(f"no tool `{visible(tool)}` of `{upstream}` was ever seen", help=SEE)
        return entries[tool]

    @contextmanager
    def _changing(self, upstream: str) -> Iterator[dict[str, Entry]]:
        """Change what is kept of an upstream; nothing is written where anything goes wrong."""
        with self._locked():
            try:
                entries = self._read(upstream)
            except DamagedError as error:
                message = f"{path_in(self.home, upstream)} is damaged: {error}"
                raise StoreError(message, help=FORGET.format(upstream)) from error
            if entries is None:
                raise NotFound(f"no tool of `{upstream}` was ever seen", help=SEE)
            yield entries
            self._write(upstream, Met(entries, {}))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other writers out."""
        make_folder(self.home / pinned_texts.FOLDER)
        with locked(self.home / pinned_texts.FOLDER / LOCK):
            yield

    def _write(self, upstream: str, found: Met, tools: Sequence[UpstreamTool] = ()) -> None:
        """Keep what was found; the texts first, so that nothing is seen that cannot be shown."""
        pinned_texts.write_texts(self.home, upstream, found.entries, tools)
        path = path_in(self.home, upstream)
        make_folder(path.parent)
        write_private(path, text_of(upstream, found.entries))


SEE = "`proctor tools upstreams` lists what was seen; a gateway has to list it first"
LIST_AGAIN = "start the gateway, so that it lists the tool again; nothing was pinned"


def stamp_of(path: Path) -> Stamp:
    """Return what tells whether a file was replaced."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino)
