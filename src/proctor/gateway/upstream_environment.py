"""
What an upstream is given of the environment: a few harmless variables, and what is set up.

A server that is not trusted learns nothing of Proctor, of the model's keys or of the channels
to people, unless a person names a variable for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from proctor.errors import UpstreamError
from proctor.terms.upstream import UpstreamSetting

HANDED_ON = frozenset("PATH HOME LANG TERM TZ TMPDIR USER SHELL LOGNAME".split())
LOCALE = "LC_"
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def environment_of(setting: UpstreamSetting, variables: Mapping[str, str]) -> dict[str, str]:
    """
    Return the environment in which an upstream is started.

    Raises:
        UpstreamError: a variable that is named for it is not there.

    """
    kept = {
        name: value
        for name, value in variables.items()
        if name in HANDED_ON or name.startswith(LOCALE)
    }
    return kept | {name: filled(setting, value, variables) for name, value in setting.env}


def headers_of(setting: UpstreamSetting, variables: Mapping[str, str]) -> dict[str, str]:
    """
    Return the headers that an upstream is sent.

    Raises:
        UpstreamError: a variable that is named for one is not there, or cannot be in a header.

    """
    headers = {name: filled(setting, value, variables) for name, value in setting.headers}
    for name, value in headers.items():
        if not value.isprintable() or not value.isascii():
            raise UpstreamError(
                f"the MCP server `{setting.name}` cannot be reached: the header `{name}` has "
                "characters that no header may have",
                code="bad-setting",
            )
    return headers


def filled(setting: UpstreamSetting, value: str, variables: Mapping[str, str]) -> str:
    """Put variables where a value names them; one that is missing is never left out."""
    missing = [name for name in VARIABLE.findall(value) if name not in variables]
    if missing:
        raise UpstreamError(
            f"the MCP server `{setting.name}` is not started: there is no variable `{missing[0]}`",
            code="bad-setting",
            help=f"set {missing[0]} for the program that starts the gateway",
        )
    return VARIABLE.sub(lambda found: variables[found[1]], value)
