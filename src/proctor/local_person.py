"""Who the person is whose process this is."""

from __future__ import annotations

import os


def local_person() -> str:
    """Return the name of the user whose process this is, by the system and not by a variable."""
    import pwd  # noqa: PLC0415 - few want it, and a config is read by everybody

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return f"uid-{os.geteuid()}"
