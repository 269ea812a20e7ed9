"""Where a system keeps its own programs."""

from __future__ import annotations

# There `/usr/bin/git` is plainly the `git` that a rule or a table means.
SYSTEM_FOLDERS = frozenset(
    {"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/usr/libexec"}
)
