"""
What other programs and people rely on, written down whole: a change shows in the diff.

The API by its description, the library by its public names, and the guard by every case in which it
speaks. Each test says how its golden file is renewed.
"""

from __future__ import annotations

import inspect
import json
import os
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path

import pytest

import proctor
from tests.pages import ROOT
from tests.server.front_door import FrontDoor, at_the_door
from tests.test_cases import FILES, Stage, cases_of, stage

__all__ = ["stage"]

GOLDEN = Path(__file__).parent / "golden"
GUARD = "guard"
IMPORT = re.compile(r"^from (proctor[\w.]*) import ([\w, ]+)$", re.MULTILINE)
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
# Parts of the library that examples import by their modules.
MODULES = ("proctor.testing",)


def compare(name: str, text: str, request: pytest.FixtureRequest) -> None:
    """Compare a text with its golden file, or write it where asked to."""
    path = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text)
    renew = f"to renew tests/golden/{name}: GOLDEN=write pytest {request.node.nodeid}"
    assert path.read_text().splitlines() == text.splitlines(), renew


def test_openapi_description_is_kept(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every path, parameter, body and answer of the HTTP API is as it was."""

    async def asked(door: FrontDoor) -> str:
        async with door.bearer("ada") as client:
            return (await client.get("/api/openapi.json")).text

    described = json.loads(at_the_door(tmp_path / "home", asked))
    described["info"]["version"] = "VERSION"

    compare("openapi.json", json.dumps(described, indent=1, sort_keys=True) + "\n", request)


def test_public_names_are_kept(request: pytest.FixtureRequest) -> None:
    """Every public name, and every name that the documentation imports, has its signature."""
    public = {("proctor", name) for name in proctor.__all__}
    public |= {(module, name) for module in MODULES for name in import_module(module).__all__}
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        for module, names in IMPORT.findall(page.read_text()):
            public |= {(module, name.strip()) for name in names.split(",")}
    lines = [line for module, name in sorted(public) for line in described_name(module, name)]

    compare("public-names.txt", "".join(f"{line}\n" for line in lines), request)


def described_name(module: str, name: str) -> Iterator[str]:
    """Return a public name with its signature, and those of its methods."""
    value = getattr(import_module(module), name)
    yield f"{module}.{name}{signature_of(value)}"
    if not isinstance(value, type):
        return
    if issubclass(value, Enum):
        yield from (f"    {member.name} = {member.value!r}" for member in value)
    bases = [base for base in value.__mro__ if base.__module__.startswith("proctor")]
    for member in sorted({one for base in bases for one in vars(base) if one[0] != "_"}):
        found = inspect.getattr_static(value, member)
        if isinstance(found, property):
            yield f"    {member}: {found.fget.__annotations__.get('return')}"
        elif callable(getattr(value, member)):
            kind = "async " if inspect.iscoroutinefunction(getattr(value, member)) else ""
            yield f"    {kind}{member}{signature_of(getattr(value, member))}"


def signature_of(value: object) -> str:
    """Return the signature of what can be called, if it is ours and not Python's."""
    if isinstance(value, type) and (issubclass(value, Enum) or is_protocol(value)):
        return ""
    try:
        return ADDRESS.sub("", str(inspect.signature(value)))  # type: ignore[arg-type]  # tried
    except (TypeError, ValueError):
        return ""


def is_protocol(value: type) -> bool:
    """Return whether a class only says what others have to do."""
    return bool(getattr(value, "_is_protocol", False))


def test_guard_table_is_kept(stage: Stage, request: pytest.FixtureRequest) -> None:
    """Every case in which the guard speaks has its effect, who may answer, and the reason."""
    rows = []
    for path in FILES:
        file = cases_of(path)
        judge = stage.judge(file)
        for case in map(stage.placed, file):
            decision = judge.decide(case.call) if case.call else judge.check(case.action or "")
            for finding in decision.because:
                if finding.source.value == GUARD:
                    said = f"{finding.effect.word} by {finding.by.value}: {finding.why}"
                    rows.append(f"{path.stem} {case.id}: {said}")
    text = "".join(f"{row}\n" for row in rows).replace(str(stage.root.parent), "PLACE")

    compare("guard-table.txt", text, request)
