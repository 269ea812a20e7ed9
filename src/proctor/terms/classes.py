"""
The classes of commands that rules can name, from harmless to destructive.

`write-outside` is a part of `write`, and `destroy-outside` of `destroy`: a command that has it
has both.
"""

from __future__ import annotations

# What a shell command does, in the words of rules: `Bash(@read)`.
CLASSES = (
    "read",
    "write",
    "write-outside",
    "network",
    "code",
    "secret",
    "privileged",
    "destroy",
    "destroy-outside",
)
MEANINGS = {
    "read": "only reads",
    "write": "changes files, settings or what is running",
    "write-outside": "changes files beyond the project",
    "network": "sends data to other machines or fetches from them",
    "code": "runs code that is not in the command",
    "secret": "may show a secret",
    "privileged": "uses the rights of another user or of the system",
    "destroy": "destroys what cannot be brought back",
    "destroy-outside": "destroys what cannot be brought back, beyond the project",
}
