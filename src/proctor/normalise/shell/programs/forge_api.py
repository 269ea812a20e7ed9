"""
Read `gh api` and `glab api`: any request to GitHub's or GitLab's interface.

A GET only reads. Fields make it a POST unless the method is given. GraphQL is
always a POST, and reads only if its one text is a plain query.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs import jq
from proctor.terms.lazy_pattern import lazy

FLAGS = frozenset("-i --include --paginate --silent --slurp --verbose".split())
SHORT = {"-X": "method", "-f": "raw-field", "-F": "field", "-H": "header", "-q": "jq",
         "-t": "template", "-p": "preview"}  # fmt: skip
VALUES = frozenset({*SHORT.values(), "input", "hostname", "cache", "output", "form"})
HOSTS = frozenset({"github.com", "gitlab.com", "api.github.com"})
WHOLE = lazy(r"/?(?:repos/[^/?]+/[^/?]+|orgs/[^/?]+|projects/[^/?]+|groups/[^/?]+)/?")
# GitLab answers these with the values of secrets.
SECRETS = lazy(
    r"(?:.*/)?(?:projects|groups|admin)/(?:[^?]*/)?(?:variables|triggers|secure_files)(?:[/?].*)?"
)
SECRET_FIELDS = lazy(r"\b(?:ciVariables|inheritedCiVariables|runnersToken|token)\b")
GRAPHQL = lazy(r"(?:https?://[^/?#]+)?/?(?:api/)?graphql/?")
QUERY = lazy(r"\s*(?:query\b|\{)")
NOT_A_QUERY = lazy(r"\b(?:mutation|subscription)\b", re.IGNORECASE)
COMMENT = lazy(r"#[^\n]*")


class Request:
    """What the words ask for."""

    __slots__ = ("body", "endpoints", "method", "queries")

    def __init__(self) -> None:
        self.method = ""
        self.body = False
        self.queries: list[str] = []
        self.endpoints: list[Argument] = []


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Say what the request does."""
    request = Request()
    for name, value in options(words[1:], reading):
        if name == "":
            request.endpoints.append(value)
        elif name == "help":
            return
        else:
            take(name, value, request, reading)
    if len(request.endpoints) != 1:
        reading.doubt("the request does not name one address")
        return
    judge(request, request.endpoints[0].value, reading)


def options(words: Sequence[Argument], reading: Reading) -> Iterator[tuple[str, Argument]]:
    """Return the options with values and, without a name, the operands."""
    rest = iter(words)
    for word in rest:
        text = word.value
        if word.unknown or word.wild:
            reading.doubt(word.unknown or "a wildcard may stand for an option")
        if not text.startswith("-") or text == "-":
            yield "", word
        elif text in ("--help", "-h"):
            yield "help", word
        elif text in FLAGS:
            continue
        else:
            name, equals, value = option_of(text)
            if name not in VALUES:
                reading.doubt(f"the option `{text}` is not known")
                continue
            given = Argument(value) if equals else next(rest, Argument(""))
            if given.unknown:
                reading.doubt(given.unknown)
            yield name, given


def option_of(text: str) -> tuple[str, bool, str]:
    """Return an option's long name, whether its value is joined, and that value."""
    if text.startswith("--"):
        name, equals, value = text[2:].partition("=")
        return name, bool(equals), value
    joined = text[2:].removeprefix("=")
    return SHORT.get(text[:2], text), bool(text[2:]), joined


def take(name: str, value: Argument, request: Request, reading: Reading) -> None:
    """Let an option count."""
    text = value.value
    if name == "method":
        request.method = text.upper()
    elif name in ("field", "raw-field", "form"):
        request.body = True
        key, _, content = text.partition("=")
        if name != "raw-field" and content.startswith("@"):
            reading.uses.append(Use(Argument(content[1:]), "r"))
            reading.add(("network",), f"it sends the file `{content[1:]}`")
        if key == "query":
            request.queries.append(content)
    elif name == "input":
        request.body = True
        reading.uses.append(Use(value, "r"))
        reading.add(("network",), f"it sends the file `{text}`")
    elif name == "hostname" and text not in HOSTS:
        reading.urls.append(value)
        reading.add(("network",), f"it reaches `{text}`")
    elif name == "header" and "override" in text.lower():
        reading.doubt("a header says that the method is another one")
    elif name == "jq":
        jq.read_program(text, reading)


def judge(request: Request, endpoint: str, reading: Reading) -> None:
    """Say what the method does to the address."""
    if "://" in endpoint and endpoint.split("/")[2] not in HOSTS:
        reading.urls.append(Argument(endpoint))
        reading.add(("network",), f"it reaches `{endpoint}`")
    if "%" in endpoint.replace("%2F", "").replace("%2f", ""):
        reading.doubt("the address is written in a way that is not read")
    if SECRETS.fullmatch(endpoint) or any(SECRET_FIELDS.search(q) for q in request.queries):
        reading.add(("secret",), f"`{endpoint}` may hold tokens or passwords")
    method = request.method or ("POST" if request.body else "GET")
    if GRAPHQL.fullmatch(endpoint) and method in ("GET", "POST"):
        if not reads_only(request.queries):
            reading.add(("write",), "the GraphQL request may change something")
    elif method == "DELETE" and WHOLE.fullmatch(endpoint):
        reading.add(("destroy-outside",), f"it deletes `{endpoint}` with all that belongs to it")
    elif method not in ("GET", "HEAD"):
        reading.add(("write",), f"{method} changes `{endpoint}`")


def reads_only(queries: Sequence[str]) -> bool:
    """Say whether GraphQL has one text and that only asks."""
    if len(queries) != 1:
        return False
    # A `#` in a string is no comment, so the forbidden words count wherever they stand.
    text = COMMENT.sub("", queries[0])
    return QUERY.match(text) is not None and NOT_A_QUERY.search(queries[0]) is None
