"""Homes whose config.yaml says something of asking."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

from proctor.config import load_config
from proctor.errors import ConfigProblems, Problem
from proctor.terms.asking import Asking

TELEGRAM_TOKEN = "4839201:" + "AbCdEfGhIj" * 3
DISCORD_TOKEN = f"{b64encode(b'700000000000000009').decode()}.Gabcde.{'x1Y2z3' * 5}"


def asking(home: Path, text: str) -> Asking:
    """Return what a home's config says of asking."""
    (home / "config.yaml").write_text(text)
    return load_config(home, None).asking


def problems(home: Path, text: str) -> list[Problem]:
    """Return what is wrong with a home's config."""
    with pytest.raises(ConfigProblems) as caught:
        asking(home, text)
    return list(caught.value.problems)
