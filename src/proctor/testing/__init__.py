"""
Test your own policies in your own suite: the whole way of a call, in memory.

    >>> from proctor.testing import Trial, deny
    >>> with Trial(allow=["Read"], ask=["Bash(git push *)"], answers=[deny("Friday")]) as trial:
    ...     trial.call("Bash", {"command": "git push"}).why
    'Friday'

Nothing runs by it, nobody is asked, and nothing is left behind.
"""

from __future__ import annotations

from proctor.approval.channels.scripted import Line
from proctor.testing.answers import allow, deny
from proctor.testing.outcome import Outcome
from proctor.testing.trial import Trial

__all__ = ["Line", "Outcome", "Trial", "allow", "deny"]
