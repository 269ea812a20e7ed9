"""Read what a config.yaml says of keeping: the store, the server, secrets, age, telemetry."""

from __future__ import annotations

import re

from proctor.errors import RuleError
from proctor.nodes import Node, Scalar
from proctor.policy.patterns import read_regex
from proctor.roles.values import Notes
from proctor.terms.keeping import MEMORY, POSTGRES, Keeping, Unrecorded

KEEPING_KEYS = ("store", "server", "redact", "retention", "telemetry", "unrecorded")
SERVER_KEYS = ("port", "name")
RETENTION_KEYS = ("days", "size")
TELEMETRY_KEYS = ("enabled",)
HIGHEST_PORT = 65_535
SIZE = re.compile(r"(\d{1,12}) ?([KMGT]B)")
UNITS = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
LONGEST_NAME = 253


def read_keeping(keeping: Keeping, name: str, node: Node, notes: Notes) -> Keeping:
    """Return how things are kept, with what one key says."""
    if name == "store":
        return keeping._replace(store=read_store(node, notes))
    if name == "server":
        return read_server(keeping, node, notes)
    if name == "retention":
        return read_retention(keeping, node, notes)
    if name == "telemetry":
        return read_telemetry(keeping, node, notes)
    if name == "unrecorded":
        return keeping._replace(unrecorded=read_unrecorded(node, notes))
    return keeping._replace(redact=read_redact(node, notes))


def read_unrecorded(node: Node, notes: Notes) -> Unrecorded:
    """Read what may run while no record can be written."""
    choices = [one.value for one in Unrecorded]
    text = notes.line(node, "`unrecorded`")
    if text in choices:
        return Unrecorded(text)
    if text is not None:
        notes.error(
            node,
            "wrong-value",
            "`unrecorded` is `reads` or `refuse`",
            help="`reads` lets plain reads run while no record can be written, `refuse` nothing",
        )
    return Unrecorded.REFUSE


def read_store(node: Node, notes: Notes) -> str:
    """Read where records go."""
    text = notes.line(node, "`store`") or ""
    if text and text != MEMORY and not text.startswith(POSTGRES):
        notes.error(
            node,
            "wrong-value",
            "`store` is the address of a PostgreSQL database",
            help="write `postgresql://user@host/name`, or leave it out: a file in the home it is",
        )
    return text


def read_server(keeping: Keeping, node: Node, notes: Notes) -> Keeping:
    """Read where the server listens, and what this machine is called."""
    for key, value in notes.mapping(node, "`server`"):
        if key.text == "port":
            port = notes.number(value, "`port`")
            if port is not None and port > HIGHEST_PORT:
                notes.error(value, "wrong-value", f"`port` is at most {HIGHEST_PORT}")
            keeping = keeping._replace(port=port)
        elif key.text == "name":
            name = notes.line(value, "`name`")
            if name is not None and (not name.strip() or len(name) > LONGEST_NAME):
                notes.error(value, "wrong-value", "`name` is what this machine is called")
            keeping = keeping._replace(host=name or "")
        else:
            notes.unknown_key(key, "`server`", SERVER_KEYS)
    return keeping


def read_retention(keeping: Keeping, node: Node, notes: Notes) -> Keeping:
    """Read for how long, and how much, is kept."""
    for key, value in notes.mapping(node, "`retention`"):
        if key.text == "days":
            keeping = keeping._replace(keep_days=notes.number(value, "`days`"))
        elif key.text == "size":
            keeping = keeping._replace(keep_bytes=read_size(value, notes))
        else:
            notes.unknown_key(key, "`retention`", RETENTION_KEYS)
    return keeping


def read_telemetry(keeping: Keeping, node: Node, notes: Notes) -> Keeping:
    """Read whether agents tell what they do."""
    for key, value in notes.mapping(node, "`telemetry`"):
        if key.text == "enabled":
            said = notes.boolean(value, "`enabled`")
            keeping = keeping._replace(telemetry=keeping.telemetry if said is None else said)
        else:
            notes.unknown_key(key, "`telemetry`", TELEMETRY_KEYS)
    return keeping


def read_size(node: Node, notes: Notes) -> int | None:
    """Read a size such as `500 MB`."""
    text = node.text if isinstance(node, Scalar) else ""
    found = SIZE.fullmatch(text)
    if not found or not int(found[1]):
        message = "`size` is a number with its unit"
        notes.error(node, "wrong-value", message, help=f"`500 MB`; units: {', '.join(UNITS)}")
        return None
    return int(found[1]) * UNITS[found[2]]


def read_redact(node: Node, notes: Notes) -> tuple[str, ...]:
    """Read patterns of secrets; one that cannot be searched for does not load."""
    patterns = []
    for item in notes.texts(node, "`redact`"):
        try:
            read_regex(item.text, search=True)
        except RuleError as error:
            notes.error(item, error.code, error.message, help=error.help, offset=error.offset)
            continue
        if re.search(item.text, ""):
            notes.error(item, "wrong-value", "this pattern matches where nothing stands")
            continue
        patterns.append(item.text)
    return tuple(patterns)
