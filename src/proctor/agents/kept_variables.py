"""
The variables that an agent was started with, for its next start by a key.

They are a person's and may hold secrets, so no file has them: the terminal's own server
remembers them, as it remembers the screen, until the terminal goes.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping

from proctor.agents.engine import Engine, target
from proctor.errors import EngineError

OPTION = "@variables"
LARGEST = 4 << 20


def keep_variables(engine: Engine, name: str, variables: Mapping[str, str]) -> None:
    """
    Let the terminal of an agent remember variables.

    Raises:
        EngineError: it has none.

    """
    packed = base64.b64encode(zlib.compress(json.dumps(dict(variables)).encode())).decode()
    engine.tell("source-file", "-", said=f"set-option -t {target(name)} {OPTION} {packed}\n")


def kept_variables(engine: Engine, name: str) -> dict[str, str]:
    """Return the variables that the terminal of an agent remembers; none where it has gone."""
    try:
        packed = engine.tell("show-options", "-qv", "-t", target(name), OPTION).strip()
        unpacked = zlib.decompressobj().decompress(base64.b64decode(packed), LARGEST)
        said = json.loads(unpacked)
    except (EngineError, binascii.Error, zlib.error, ValueError):
        return {}
    return {str(key): str(value) for key, value in said.items()} if isinstance(said, dict) else {}
