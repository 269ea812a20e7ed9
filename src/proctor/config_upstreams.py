"""
Read the `upstreams:` of a config.yaml: MCP servers whose tools are offered through the gateway.

An upstream is a command that the gateway starts, or an address. What is written in `env` and
`headers` may be a secret, so an error about it names the key and never the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from proctor.config_keeping import SIZE, UNITS
from proctor.config_seconds import read_seconds
from proctor.errors import Problem, UsageError
from proctor.nodes import Mapping, Node, Scalar, Sequence, visible
from proctor.roles.permissions import Fields
from proctor.roles.values import Notes, is_null
from proctor.terms.upstream import UpstreamSetting

UPSTREAM_KEYS = ("command", "url", "env", "headers", "cwd", "timeout", "start_timeout", "largest")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
NAMES = "small letters, digits and hyphens, at most 32, and no hyphen first"
SCHEMES = ("http://", "https://")
VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
REFERENCE = re.compile(r"\$\{([^}]*\}?)")
# What no server that is not trusted has any use for.
OURS = "PROCTOR_"
LONGEST_CALL, LONGEST_START = 3600, 600
LARGEST, SMALLEST = 100 * 10**6, 10**3
HIDDEN = "•"
SECRET_KEY = re.compile(r"(?:^|[\s{,])[\"']?(?:env|headers)[\"']?\s*:")
# So many lines above a line are looked at: a hostile file has no end of them.
MOST_LINES = 2000


def read_upstreams(node: Node, notes: Notes) -> tuple[UpstreamSetting, ...]:
    """Read every upstream; null is none."""
    found = []
    for key, value in notes.mapping(node, "`upstreams`"):
        if not NAME.fullmatch(key.text):
            message = f"`{visible(key.text)}` cannot be the name of an upstream"
            notes.error(key, "bad-id", message, help=f"a name has {NAMES}")
        elif not is_null(value):
            fields = read_fields(value, notes)
            if isinstance(value, Mapping) and check_together(key, value, notes):
                found.append(UpstreamSetting(name=key.text, **fields))
    return tuple(found)


def read_fields(node: Node, notes: Notes) -> Fields:
    """Read what is said of one upstream."""
    fields: Fields = {}
    for key, value in notes.mapping(node, "an upstream"):
        name = key.text
        if name not in UPSTREAM_KEYS:
            notes.unknown_key(key, "an upstream", UPSTREAM_KEYS)
        elif is_null(value):
            notes.error(key, "wrong-type", f"`{name}` is empty", help="leave it out, or say it")
        elif name == "command":
            fields[name] = read_command(value, notes)
        elif name == "url":
            fields[name] = read_url(value, notes)
        elif name in {"env", "headers"}:
            fields[name] = read_values(name, value, notes)
        elif name == "cwd":
            fields[name] = notes.line(value, "`cwd`") or ""
        elif name == "largest":
            fields[name] = read_largest(value, notes)
        else:
            most = LONGEST_CALL if name == "timeout" else LONGEST_START
            fields[name] = read_seconds(value, notes, most)
    return {name: value for name, value in fields.items() if value is not None}


def check_together(key: Scalar, node: Mapping, notes: Notes) -> bool:
    """Say whether the keys of an upstream go together."""
    given = {name.text for name, _ in node.pairs}
    what = f"the upstream `{key.text}`"
    if {"command", "url"} <= given:
        message = f"{what} has both a `command` and a `url`"
        notes.error(key, "both-given", message, help="leave one of them out")
    elif not given & {"command", "url"}:
        message = f"{what} has neither a `command` nor a `url`"
        notes.error(key, "missing-key", message, help="say how it is started, or where it is")
    elif wrong := sorted(given & ({"env", "cwd"} if "url" in given else {"headers"})):
        way = "a `url`" if "url" in given else "a `command`"
        at = node.key(wrong[0]) or key
        notes.error(at, "both-given", f"`{wrong[0]}` does not go with {way}")
    else:
        return True
    return False


def read_command(node: Node, notes: Notes) -> tuple[str, ...] | None:
    """Read a command: a list of words, or one text that is cut into words as a shell would."""
    if isinstance(node, Sequence):
        words = tuple(item.text for item in notes.texts(node, "`command`"))
    else:
        text = notes.line(node, "`command`")
        try:
            words = command_words(text) if text is not None else ("",)
        except UsageError as error:
            notes.error(node, "wrong-value", error.message, help=error.help)
            return None
        if text is None:
            return None
    if not words or not words[0] or not "".join(words).isprintable():
        notes.error(node, "wrong-value", "`command` is a program and its arguments")
        return None
    return words


def command_words(text: str) -> tuple[str, ...]:
    """
    Cut a command into words as a shell would, but for no shell: nothing in it is put in.

    Raises:
        UsageError: a quotation mark is not closed.

    """
    import shlex  # noqa: PLC0415 - for those who have upstreams only

    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(
            "the command cannot be cut into words",
            help=f"{str(error).lower()}; write it as a list",
        ) from error


def read_url(node: Node, notes: Notes) -> str | None:
    """Read an address."""
    text = notes.line(node, "`url`")
    if text is None or is_address(text):
        return text
    notes.error(
        node, "wrong-value", "`url` is an address", help="it begins with http:// or https://"
    )
    return None


def is_address(text: str) -> bool:
    """Say whether a text is the address of a server."""
    rest = next((text[len(scheme) :] for scheme in SCHEMES if text.startswith(scheme)), "")
    return bool(rest) and rest[0] not in "/:?#" and text.isprintable() and " " not in text


def read_values(name: str, node: Node, notes: Notes) -> tuple[tuple[str, str], ...]:
    """Read variables or headers; their values are in no message."""
    pattern = VARIABLE_NAME if name == "env" else HEADER_NAME
    found = []
    for key, value in notes.mapping(node, f"`{name}`"):
        shown = visible(key.text)
        if not pattern.fullmatch(key.text) or (name == "env" and key.text.startswith(OURS)):
            notes.error(key, "wrong-value", f"`{shown}` cannot be given to an upstream")
        elif not isinstance(value, Scalar) or value.value is None:
            notes.error(key, "wrong-type", f"the value of `{shown}` is a text")
        elif wrong := wrong_value(value.text):
            notes.error(key, "wrong-value", f"the value of `{shown}` {wrong}")
        else:
            found.append((key.text, value.text))
    return tuple(found)


def wrong_value(text: str) -> str:
    """Say what is wrong with the value of a variable or header, without showing it."""
    if not text.replace("\n", " ").replace("\t", " ").isprintable():
        return "has control characters"
    for named in REFERENCE.findall(text):
        name = named.removesuffix("}")
        if name == named or not VARIABLE_NAME.fullmatch(name):
            return "has a `${` that names no variable"
        if name.startswith(OURS):
            return f"names a variable that begins with `{OURS}`, which no upstream is given"
    return ""


def read_largest(node: Node, notes: Notes) -> int | None:
    """Read how much of one result is taken."""
    found = SIZE.fullmatch(node.text) if isinstance(node, Scalar) else None
    size = int(found[1]) * UNITS[found[2]] if found else 0
    if SMALLEST <= size <= LARGEST:
        return size
    message = "`largest` is a size of 1 KB to 100 MB"
    notes.error(node, "wrong-value", message, help="such as `500 KB` or `2 MB`")
    return None


def without_values(problems: list[Problem], root: Node | None, text: bytes) -> list[Problem]:
    """
    Return problems of a config in which the values of `env` and `headers` are hidden.

    Where the file can be read, its nodes say what stands there; where it cannot, or has a key
    twice, the lines above a line do.
    """
    values = list(values_in(root))
    lines = text.decode(errors="replace").split("\n")
    return [
        hidden(without_rest(problem, lines), values) if problem.line_text else problem
        for problem in problems
    ]


def without_rest(problem: Problem, lines: list[str]) -> Problem:
    """Hide what follows a key in the line of a problem, if that stands under `env` or `headers`."""
    at = problem.place.line - 1
    if problem.line_text is None or not 0 <= at < len(lines):
        return problem
    found = SECRET_KEY.search(lines[at])
    start = found.end() if found else len(lines[at])
    if found is None and is_under_secret_key(lines, at):
        key, colon, _ = lines[at].partition(":")
        start = len(key) + 1 if colon else 0
    line = problem.line_text
    return problem._replace(line_text=line[:start] + HIDDEN * len(line[start:]))


def is_under_secret_key(lines: list[str], at: int) -> bool:
    """Say whether a line is further in than a line above it that begins `env` or `headers`."""
    inner = indent(lines[at])
    for line in reversed(lines[max(0, at - MOST_LINES) : at]):
        if line.strip() and indent(line) < inner:
            inner = indent(line)
            if SECRET_KEY.search(line):
                return True
    return False


def indent(line: str) -> int:
    """Return how far in a line begins."""
    return len(line) - len(line.lstrip())


def values_in(root: Node | None) -> Iterator[Scalar]:
    """Return everything that is written under `env` and `headers` of an upstream."""
    top = root.get("upstreams") if isinstance(root, Mapping) else None
    for _, upstream in top.pairs if isinstance(top, Mapping) else ():
        for name in ("env", "headers"):
            given = upstream.get(name) if isinstance(upstream, Mapping) else None
            if given is not None:
                yield from scalars(given)


def scalars(node: Node) -> Iterator[Scalar]:
    """Return the values inside a node."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Mapping):
        for _, value in node.pairs:
            yield from scalars(value)


def hidden(problem: Problem, values: list[Scalar]) -> Problem:
    """Hide what stands in the line of a problem, where it stands, and in its words."""
    line = problem.line_text
    message, hint = problem.message, problem.help
    for value in values:
        if line is not None and value.line == problem.place.line:
            # To the end of the line: how long a value is, quoted or not, nobody has to know.
            start = value.column - 1
            line = line[:start] + HIDDEN * len(line[start:])
        for part in {value.text, visible(value.text)}:
            if part:
                message = message.replace(f"`{part}`", HIDDEN)
                hint = hint.replace(part, HIDDEN) if hint else hint
    return problem._replace(line_text=line, message=message, help=hint)
