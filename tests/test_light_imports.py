"""What the hook loads for one call: it starts anew for each, and every module takes its time."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from proctor.terms.lazy_pattern import LazyPattern
from tests.tables import each_row

SOURCE = Path(__file__).parent.parent / "src"
# Each of these takes longer to load than most calls take to be read.
HEAVY = frozenset(
    "typing dataclasses pathlib contextlib asyncio re2 yaml ruamel logging inspect subprocess "
    "tempfile urllib ipaddress difflib hashlib socket".split()
)
READING = """
import sys, json
sys.path.append(sys.argv[1])
from proctor.normalise import lookups, normalise, repositories
from proctor.terms.call import ToolCall
from proctor.terms.surroundings import Surroundings

tool, fields = json.loads(sys.argv[2])
around = Surroundings(
    cwd="/srv/app", home="/home/ada", root="/srv/app", start="/srv/app",
    proctor_home="/home/ada/.proctor", now=None,
)
action = normalise(ToolCall(tool, fields, cwd="/srv/app"), around)
assert action.parts[0].unread is None, action.parts[0].unread
lookups(action), repositories(action)
print("\\n".join(sys.modules))
"""
IMPORTING = """
import sys
sys.path.append(sys.argv[1])
__import__(sys.argv[2])
print("\\n".join(sys.modules))
"""


def loaded(code: str, *arguments: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded at the end of some code."""
    command = [sys.executable, "-I", "-S", "-c", code, str(SOURCE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def loaded_to_read(tool: str, fields: dict[str, str]) -> set[str]:
    """Return the modules that are loaded to read one call."""
    return loaded(READING, json.dumps([tool, fields]))


@each_row(
    ("tool", "fields"),
    [
        ("Bash", {"command": "git status"}),
        ("Bash", {"command": "rm -rf build/*.o"}),
        ("Bash", {"command": "cd src && git log --oneline | head -5; pytest -q > out.txt"}),
        ("Bash", {"command": 'for f in a b; do [[ -f $f ]] && cat "$f"; done; n=$((1 + 2))'}),
        ("Bash", {"command": "curl -s https://example.org/a | jq .x"}),
        ("Read", {"file_path": "src/app.py"}),
        ("Edit", {"file_path": "src/app.py", "old_string": "a", "new_string": "b"}),
        ("WebFetch", {"url": "https://example.org/a"}),
        ("mcp__shop__find", {"query": "x"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_reading_a_call_loads_nothing_heavy(tool: str, fields: dict[str, str]) -> None:
    """Neither the rooms nor what they import of the standard library make the hook wait."""
    assert set() == loaded_to_read(tool, fields) & HEAVY


def test_a_line_of_words_is_read_without_the_grammar() -> None:
    """What follows variables and keywords is for the lines that have some."""
    rooms = {name.rpartition(".")[0] for name in loaded_to_read("Bash", {"command": "git status"})}

    assert "proctor.normalise.shell.knowledge" in rooms
    assert "proctor.normalise.shell.grammar" not in rooms


def test_a_file_tool_is_read_without_the_shell() -> None:
    """A path needs no table of commands."""
    names = loaded_to_read("Read", {"file_path": "src/app.py"})

    assert "proctor.normalise.files" in names
    assert not [name for name in names if name.startswith("proctor.normalise.shell")]


def test_the_rules_of_a_role_are_loaded_without_the_role() -> None:
    """A policy is made of permissions; what else a role has is for those who start agents."""
    names = loaded(IMPORTING, "proctor.terms.permissions")

    assert set() == names & (HEAVY | {"proctor.terms.role"})


def patterns() -> list[tuple[str, LazyPattern]]:
    """Return every pattern that stands in a module of the rooms that decide, with its name."""
    found = []
    for room in ("terms", "normalise", "policy"):
        package = import_module(f"proctor.{room}")
        for info in walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(info.name)).items():
                values = value.values() if isinstance(value, dict) else (value,)
                found += [(f"{info.name}.{name}", v) for v in values if isinstance(v, LazyPattern)]
    return found


def test_every_pattern_can_be_compiled() -> None:
    """A pattern that is compiled by its first use is compiled here first."""
    found = patterns()

    assert len(found) > 200
    for name, pattern in found:
        assert pattern.match is not None, name
