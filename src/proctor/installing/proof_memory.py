"""Which Claude Code was proven to let a hook block, so that one binary is proven once."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from proctor.installing.receipts import put
from proctor.installing.refusals import InstallError
from proctor.installing.settings_places import PROGRAM, PROOFS
from proctor.installing.whole_files import current, make_folders

MOST = 20
PRIVATE, READABLE = 0o600, 0o644


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProof:
    """A proof, and which file of which version it was made with."""

    claude: str
    version: str
    size: int
    changed: int
    ask_holds: bool
    words: str


def recall(state: Path, claude: Path, version: str) -> KeptProof | None:
    """Return the proof of exactly this binary; of another, or a damaged one, nothing."""
    real = claude.resolve()
    about = real.stat()
    wanted = (str(real), version, about.st_size, about.st_mtime_ns)
    for kept in read_all(state):
        if (kept.claude, kept.version, kept.size, kept.changed) == wanted:
            return kept
    return None


def proof_of(claude: Path, version: str, *, ask_holds: bool, words: str) -> KeptProof:
    """Return a proof that was made just now, bound to the file that it was made with."""
    real = claude.resolve()
    about = real.stat()
    return KeptProof(
        claude=str(real),
        version=version,
        size=about.st_size,
        changed=about.st_mtime_ns,
        ask_holds=ask_holds,
        words=words,
    )


def remember(state: Path, new: KeptProof, *, shared: bool = False) -> None:
    """Keep a proof; an older one of the same file goes."""
    others = [kept for kept in read_all(state) if kept.claude != new.claude]
    data = [asdict(kept) for kept in [new, *others][:MOST]]
    make_folders(state / PROOFS, 0o755 if shared else 0o700)
    text = json.dumps({"proofs": data}, indent=2) + "\n"
    put(file_of(state), text.encode(), READABLE if shared else PRIVATE)


def file_of(state: Path) -> Path:
    """Return where proofs are kept."""
    return state / PROOFS / f"{PROGRAM}.json"


def read_all(state: Path) -> list[KeptProof]:
    """Return every proof; whatever is damaged is none."""
    found = []
    try:
        data = json.loads((current(file_of(state)) or b"{}").decode())
        for one in data.get("proofs", []):
            kept = KeptProof(**{field.name: one[field.name] for field in fields(KeptProof)})
            if isinstance(kept.ask_holds, bool):
                found.append(kept)
    except (
        ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError, InstallError
    ):  # fmt: skip
        return []
    return found
