"""
The texts of upstreams' tools, kept so that a person can read them and see what has changed.

    <home>/upstream-texts/<upstream>.json

Every text is known by its digest and counts only if it has it: whoever pins a tool has been
shown the text that the digest is of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from proctor.roles.trust import make_folder, write_private
from proctor.tools.pin_file import SUFFIX, Entries, checked_name
from proctor.tools.tool_text import TextError, canonical, hash_of, text_of
from proctor.tools.upstream_tool import UpstreamTool

FOLDER = "upstream-texts"
LARGEST = 16 * 1024 * 1024
Texts = Mapping[str, dict[str, Any]]


def path_in(home: Path, upstream: str) -> Path:
    """Return where the texts of an upstream lie."""
    return home / FOLDER / f"{checked_name(upstream)}{SUFFIX}"


def read_texts(home: Path, upstream: str) -> dict[str, dict[str, Any]]:
    """Return the texts of an upstream by their digests; what is damaged is not there."""
    path = path_in(home, upstream)
    try:
        if path.stat().st_size > LARGEST:
            return {}
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    rows = said.items() if isinstance(said, dict) else ()
    return {digest: text for digest, text in rows if is_of(text, digest)}


def is_of(text: object, digest: str) -> bool:
    """Say whether a text has this digest."""
    try:
        return isinstance(text, dict) and hash_of(text) == digest
    except TextError:
        return False


def write_texts(
    home: Path, upstream: str, entries: Entries, tools: Iterable[UpstreamTool] = ()
) -> None:
    """
    Keep the texts that are named in what is kept of an upstream, and no others.

    Raises:
        OSError: they cannot be written.

    """
    wanted = {look.hash for entry in entries.values() for look in (entry.seen, entry.latest)}
    before = read_texts(home, upstream)
    texts = {digest: text for digest, text in before.items() if digest in wanted}
    size = sum(len(canonical(text)) for text in texts.values())
    for tool in tools:
        try:
            text = text_of(tool)
            digest = hash_of(text)
        except TextError:
            continue
        if digest in wanted and digest not in texts:
            size += len(canonical(text))
            if size > LARGEST // 2:
                break  # what is not kept cannot be shown, and so not be pinned
            texts[digest] = text
    if texts != before:
        make_folder(home / FOLDER)
        write_private(path_in(home, upstream), json.dumps(texts).encode())
