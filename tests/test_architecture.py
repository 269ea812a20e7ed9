"""
Data flows one way. These tests are the map; the code must match it.

Each law is one test, which lists every file that breaks it.
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "src" / "proctor"
STAGES = {"adapters", "normalise", "policy", "approval", "audit"}
KNOW_ALL = {"pipeline", "assemble"}
MAY_USE_STAGES = {
    "roles": {"normalise", "policy"},
    "rehearse": {"normalise", "policy"},
    "tools": {"normalise", "policy"},
    "config": {"normalise", "policy"},
    "config_tools": {"policy"},
    "config_keeping": {"policy"},
    "config_channels": {"approval"},
    "keepers": {"audit"},
    # What the server does for a home, for one program.
    "permissions": {"policy", "approval", "audit"},
    # What was changed for one agent is sealed with the key of the home.
    "agent_overrides": {"audit"},
    # Who holds the home is written in its lock.
    "owner": {"audit"},
    "observe": {"normalise"},
    "observe_git": {"normalise"},
    "observe_project": {"normalise"},
    "__init__": {"policy"},
}
DOORS = {"__main__", "cli", "server", "gateway", "plugs", "agents", "hook", "testing"}
PURE = {"terms", "normalise", "policy"}
IMPURE = {
    "os", "io", "socket", "subprocess", "sqlite3", "time", "random", "secrets", "asyncio",
    "logging", "httpx", "yaml", "ruamel", "tempfile", "shutil", "pathlib", "threading", "signal",
    "urllib", "uuid",
}  # fmt: skip
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "__import__"}
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base"}
POSSESSIVE_GROUP = re.compile(r"[)}](?:[*+?]|\{\d*,?\d*\})\+")
FILES = sorted(ROOT.rglob("*.py"))


def room_of(path: Path) -> str:
    """Return the room of a file: its folder, or its own name at the top."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a file once."""
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> frozenset[str]:
    """Return every module that a file imports, wherever in it; "." where an import is relative."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "." if node.level == 0 else ".")
    return frozenset(found)


@cache
def ours(path: Path) -> frozenset[str]:
    """Return the rooms of ours that a file imports."""
    parts = (module.split(".") for module in imports(path))
    return frozenset(p[1] if len(p) > 1 else "__init__" for p in parts if p[0] == "proctor")


def offenders(found: dict[Path, object]) -> dict[str, object]:
    """Return what is wrong by file, without the files where nothing is."""
    return {str(path.relative_to(ROOT)): wrong for path, wrong in found.items() if wrong}


def test_there_are_files() -> None:
    """The laws look at the whole package."""
    assert len(FILES) > 100


def test_imports_are_absolute() -> None:
    """A relative import hides the room that it reaches into."""
    assert offenders({path: "." in imports(path) for path in FILES}) == {}


def test_stages_do_not_import_each_other() -> None:
    """Only the pipeline and what assembles it know several stages."""
    wrong: dict[Path, object] = {
        path: (ours(path) & STAGES) - {room_of(path)} - MAY_USE_STAGES.get(room_of(path), set())
        for path in FILES
        if room_of(path) not in DOORS | KNOW_ALL
    }

    assert offenders(wrong) == {}


def test_terms_import_nothing_of_ours_but_terms() -> None:
    """The nouns stand at the bottom."""
    wrong: dict[Path, object] = {
        path: ours(path) - {"terms"} for path in FILES if room_of(path) == "terms"
    }

    assert wrong
    assert offenders(wrong) == {}


def is_pure(path: Path) -> bool:
    """Say whether a file touches nothing outside: the rooms that decide, and what redacts."""
    return room_of(path) in PURE or path.parent.name == "redaction"


def impurities(path: Path) -> set[str]:
    """Return what a file uses of the world outside."""
    called = {n.func.id for n in ast.walk(tree_of(path)) if isinstance(n, ast.Call)
              and isinstance(n.func, ast.Name)}  # fmt: skip
    attributes = {n.attr for n in ast.walk(tree_of(path)) if isinstance(n, ast.Attribute)}
    # `now` is not among them: Surroundings.now is a value.
    clocks = attributes & {"today", "utcnow", "environ", "getenv"}
    modules = {module.split(".")[0] for module in imports(path)} & IMPURE
    return modules | (called & IMPURE_NAMES) | clocks


def test_pure_rooms_touch_nothing_outside() -> None:
    """No file, clock, network, environment, randomness or log in the rooms that decide."""
    wrong: dict[Path, object] = {path: impurities(path) for path in FILES if is_pure(path)}

    assert wrong
    assert offenders(wrong) == {}


def test_entry_points_are_not_imported() -> None:
    """Doors call in; no other room calls them."""
    wrong: dict[Path, object] = {
        path: ours(path) & DOORS for path in FILES if room_of(path) not in DOORS
    }

    assert offenders(wrong) == {}


def starts_python(path: Path) -> list[int]:
    """Return the lines with a command in them that begins with the Python that we run on."""
    lists = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.List))
    return [
        node.lineno
        for node in lists
        if any(
            ast.unparse(word).endswith(("sys.executable", "sys.executable)")) for word in node.elts
        )
    ]


def test_python_is_started_in_one_way() -> None:
    """One place names our Python in a command, and a test of its own says that `-IS` follows."""
    found = {path.relative_to(ROOT).as_posix(): starts_python(path) for path in FILES}

    assert [name for name, lines in found.items() if lines] == ["own_process.py"]
    assert len(found["own_process.py"]) == 1


def test_files_stay_readable() -> None:
    """A file is a chapter: at most 500 lines."""
    lengths = {path: len(path.read_text().splitlines()) for path in FILES}

    assert offenders({path: n for path, n in lengths.items() if n > 500}) == {}


def long_functions(path: Path) -> list[str]:
    """Return the functions of a file that are too long, docstring and signature included."""
    found = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            limit = 20 if (node.name, path.name) == ("decide", "decide.py") else 60
            if length > limit:
                found.append(f"{node.name} (line {node.lineno}) has {length} lines")
    return found


def test_functions_are_short() -> None:
    """A function has at most 60 lines; `decide` has 20."""
    assert offenders({path: long_functions(path) for path in FILES}) == {}


def test_patterns_have_no_possessive_groups() -> None:
    """Python before 3.11.5 goes wrong in `(?:…)*+`; `(?>(?:…)*)` means the same and is right."""
    assert [path.name for path in FILES if POSSESSIVE_GROUP.search(path.read_text())] == []


def test_every_file_has_a_name_of_its_own() -> None:
    """A file is found by what it does, so none is called utils."""
    wrong: dict[Path, object] = {path: {path.stem, path.parent.name} & NO_NAMES for path in FILES}

    assert offenders(wrong) == {}


def test_the_public_names_are_sorted_and_there() -> None:
    """What `proctor` exports is spelled out once, in order, and exists."""
    import proctor  # noqa: PLC0415 - the module under test

    assert sorted(proctor.__all__) == proctor.__all__
    assert set(proctor.__all__) == set(proctor._HOMES)
    assert all(hasattr(proctor, exported) for exported in proctor.__all__)
