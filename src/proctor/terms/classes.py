"""The classes of commands that rules can name, from harmless to ruinous."""

from __future__ import annotations

# What a shell command does, in the words of rules: `Bash(@read)`.
CLASSES = ("read", "write", "network", "code", "secret", "privileged", "destroy")
MEANINGS = {
    "read": "only reads",
    "write": "changes files, settings or what is running",
    "network": "sends data to other machines or fetches from them",
    "code": "runs code that is not in the command",
    "secret": "may show a secret",
    "privileged": "uses the rights of another user or of the system",
    "destroy": "destroys what cannot be brought back",
}
