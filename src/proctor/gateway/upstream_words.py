"""Read an upstream that stands on a command line: `NAME=COMMAND` or `NAME=URL`."""

from __future__ import annotations

import re

from proctor.config_upstreams import NAME, NAMES, SCHEMES, command_words, is_address
from proctor.errors import UsageError
from proctor.nodes import visible
from proctor.terms.upstream import UpstreamSetting

FORM = 'write it as NAME=COMMAND, such as `--upstream "github=npx server-github"`, or NAME=URL'

OTHER_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def read_upstream(text: str) -> UpstreamSetting:
    """
    Return the upstream that a word of a command line means.

    Raises:
        UsageError: it means none. What stands behind the name may be a secret and is not shown.

    """
    name, equals, rest = text.partition("=")
    if not equals:
        raise UsageError("this upstream has no `=`", help=FORM)
    if not NAME.fullmatch(name):
        what = f"`{visible(name)}` cannot be the name of an upstream"
        raise UsageError(what, help=f"a name has {NAMES}")
    rest = rest.strip()
    if rest.lower().startswith(SCHEMES):
        if not is_address(rest):
            raise UsageError(f"the upstream `{name}` has no address that can be reached", help=FORM)
        return UpstreamSetting(name=name, url=rest)
    if OTHER_SCHEME.match(rest):
        what = f"the upstream `{name}` has an address of a kind that is not spoken here"
        raise UsageError(what, help="an address begins with http:// or https://")
    command = command_words(rest)
    if not command or not command[0] or not "".join(command).isprintable():
        raise UsageError(f"the upstream `{name}` has no command", help=FORM)
    return UpstreamSetting(name=name, command=command)


def read_upstreams(texts: list[str]) -> tuple[UpstreamSetting, ...]:
    """
    Return the upstreams that are given on a command line.

    Raises:
        UsageError: one of them means none, or two have one name.

    """
    found: dict[str, UpstreamSetting] = {}
    for text in texts:
        upstream = read_upstream(text)
        if upstream.name in found:
            raise UsageError(
                f"there are two upstreams `{upstream.name}`",
                help=f"give one of them another name, such as `{upstream.name[:30]}-2=…`",
            )
        found[upstream.name] = upstream
    return tuple(found.values())
