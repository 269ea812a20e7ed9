"""
Whatever a file has become, it harms itself only.

Thousands of variants of valid files of every kind: no reader raises, every problem has a place in
its file, and other roles go on loading and deciding.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from proctor.errors import FileProblems, Problem, ProctorError
from proctor.installing.proof_memory import file_of, read_all
from proctor.installing.receipts import read_receipt, variables_in
from proctor.installing.settings_places import SettingsPlace
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.rehearse.cases import CaseProblems, read_cases, run_case
from proctor.rehearse.check import check
from proctor.rehearse.inline_policy import compile_role
from proctor.roles.history import History
from proctor.roles.role_place import Files, Moment
from proctor.roles.trust import MANIFEST, trust
from proctor.roles.uses_of_all import uses_of_all
from proctor.server.role_board import read_board
from proctor.tools.categories import read_categories
from proctor.workflows.templates import templates
from tests.amounts import amount
from tests.attacks.harm import LISTS, OTHER, REMOVES, assert_others_decide, checked
from tests.attacks.mutations import mutants
from tests.attacks.valid_files import (
    CASES,
    CATALOGUE,
    CATEGORIES,
    CONFIG,
    INDEX,
    PINS,
    PROOFS,
    RECEIPT,
    ROLE,
    TEMPLATE,
)
from tests.roles.conftest import House


def in_batches(text: str, seed: str, count: int, most: int = 20) -> Iterable[list[bytes]]:
    """
    Yield the variants of a file in lists, which are then put into one folder.

    Together with the built-in roles they fit into what `read_document` keeps. Of a larger list
    each file would be parsed again by everything that looks at the folder.
    """
    batch: list[bytes] = []
    for data in mutants(text, seed, count):
        batch.append(data)
        if len(batch) == most:
            yield batch
            batch = []
    if batch:
        yield batch


def seen(house: House) -> Moment:
    """
    Return a shelf of the files as they are now, as the server's pages have one.

    It does not read a role file twice. Otherwise most of the time would go into reading the
    built-in roles again for each variant.
    """
    return Moment(Files.read(house.home, house.root))


def put(folder: Path, batch: list[bytes]) -> dict[str, bytes]:
    """Write the variants as files of a folder, in place of those before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = {f"m{number:02}.yaml": data for number, data in enumerate(batch)}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return files


def test_mutated_role_files_harm_no_other_role(house: House) -> None:
    """Every role that loads decides; of the others every problem has a place; others go on."""
    around = surroundings(cwd=house.root, root=house.root, home=house.home)
    for number, batch in enumerate(in_batches(ROLE, "roles", amount(120, 1600))):
        files = put(house.home / "roles", batch)
        house.at_home("roles/other.yaml", OTHER)
        shelf = house.shelf

        checked(shelf.problems() if number % 8 else check(house.home, house.root), files)
        for name in shelf.names():
            with suppress(FileProblems):
                policy = compile_role(shelf.load(name), shelf.config().catalogue)
                for call in (LISTS, REMOVES):
                    Pipeline(policy, around).decide(call)
        # Each reads the whole folder again, so they take turns.
        assert_others_decide(house, "guarded" if number % 2 else "other")
    assert read_board(house.home, house.root, ()).rows["other"].loads


def test_mutated_index_of_roles_harms_no_role_of_another_file(house: House) -> None:
    """A role of the same place goes on; one further out is never taken while it may be hidden."""
    house.at_home("roles/other.yaml", OTHER)
    for data in mutants(INDEX, "index", amount(200, 1200)):
        house.at_home("roles/index.yaml", data)
        shelf = seen(house)

        checked(shelf.problems(), {"index.yaml": data})
        for name in shelf.names():
            with suppress(FileProblems):
                shelf.load(name)
        assert shelf.load("other").id == "other"
        hidden = shelf.obstacles()
        assert all(each.place.file.endswith("index.yaml") for each in hidden)
        if not hidden:
            assert shelf.load("guarded").origin == "built in"


def test_mutated_roles_of_a_project_harm_no_other(house: House) -> None:
    """Neither as they are now nor as they were trusted."""
    for number, batch in enumerate(in_batches(ROLE, "project", amount(60, 800))):
        files = put(house.root / ".proctor" / "roles", batch)
        house.in_project("roles/other.yaml", OTHER)
        if number % 2:
            house.trust()
        shelf = seen(house)

        checked(shelf.problems(), files)
        for name in shelf.names():
            with suppress(FileProblems):
                shelf.load(name)
        uses_of_all(Files.read(house.home, house.root), shelf.names(), in_project=False)
        assert_others_decide(house, "guarded")
        assert shelf.load("other").id == "other"


@pytest.mark.parametrize("trusted", [True, False])
def test_mutated_config_loads_or_says_why(house: House, trusted: bool) -> None:
    """The home's config, and the project's as it is or as it was trusted."""
    for data in mutants(CONFIG, f"config {trusted}", amount(100, 1000)):
        folder = house.home if trusted else house.root / ".proctor"
        folder.mkdir(exist_ok=True)
        (folder / "config.yaml").write_bytes(data)
        shelf = seen(house)

        checked(shelf.problems(), {"config.yaml": data})
        try:
            shelf.config()
        except FileProblems as broken:
            checked(broken.problems, {"config.yaml": data})
            with pytest.raises(FileProblems):
                shelf.load("guarded")
        else:
            assert shelf.load("guarded").id == "guarded"


def test_mutated_workflow_templates_harm_no_other(house: House) -> None:
    """Each is a template or has problems; a good one beside them is found."""
    for batch in in_batches(TEMPLATE, "templates", amount(170, 3000)):
        files = put(house.home / "workflow-templates", batch)
        house.at_home("workflow-templates/good.yaml", TEMPLATE)
        found = {each.id: each for each in templates(house.root, house.home)}

        for each in found.values():
            checked(each.problems, files)
            assert each.template is not None or each.errors
        assert found["good"].template is not None
        assert not found["good"].errors


def test_mutated_case_files_are_run_or_refused(house: House, tmp_path: Path) -> None:
    """Every case that can be read is decided."""
    around = surroundings(cwd=house.root, root=house.root, home=house.home)
    file = tmp_path / "cases.yaml"
    for data in mutants(CASES, "cases", amount(100, 2500)):
        file.write_bytes(data)
        try:
            found = read_cases(file)
        except CaseProblems as broken:
            checked(broken.problems, {"cases.yaml": data})
            continue
        if found.policy is not None:
            judge = Pipeline(compile_role(found.policy), around)
            for case in found:
                run_case(case, judge)


@pytest.mark.parametrize("kind", ["catalogue", "categories", "pins"])
def test_mutated_files_of_tools_harm_no_role(house: House, kind: str) -> None:
    """What `tools sync` and `tools pin` write can be edited, copied and cut off."""
    name, text = {
        "catalogue": ("tools/index.yaml", CATALOGUE),
        "categories": ("tools/categories.yaml", CATEGORIES),
        "pins": ("tools/upstreams/github.json", PINS),
    }[kind]
    for data in mutants(text, kind, amount(120, 1500)):
        house.at_home(name, data).chmod(0o600)
        shelf = seen(house)
        problems = checked(shelf.problems(), {Path(name).name: data})
        if kind == "categories":
            checked(read_categories(data, name).problems, {})
        if kind != "catalogue" or not problems:
            assert shelf.load("guarded").id == "guarded"


def test_mutated_manifest_of_trust_is_damaged_or_whole(house: House) -> None:
    """What was trusted counts to the letter, or nothing of the project loads."""
    house.in_project("roles/mine.yaml", OTHER)
    manifest = trust(house.root, house.home).folder.parent / MANIFEST
    whole = manifest.read_text()
    for data in mutants(whole, "trust", amount(80, 1500)):
        manifest.write_bytes(data)
        problems: list[Problem] = []
        try:
            assert house.load("mine").origin == "project"
        except FileProblems as broken:
            problems = checked(broken.problems, {})
        assert {each.code for each in problems} <= {"trust-damaged"}
        uses_of_all(Files(house.home, None, house.shelf._home, None), ["guarded"], in_project=False)


def test_mutated_notes_of_ours_count_or_do_not(house: House) -> None:
    """Receipts, proofs and histories that are damaged are as good as none."""
    kept = house.home / "installed" / "x.json"
    settings = Path("/home/ada/.claude/settings.json")
    place = SettingsPlace("user", settings, kept, house.home, "x")
    history = house.home / "history" / "home" / "mine" / "000001.json"
    said = {
        "number": 1, "role": "mine", "what": "created", "by": "ada", "at": "2026", "file": "x",
        "before": None, "after": "name: x", "note": "",
    }  # fmt: skip
    readers: list[tuple[Path, str, Callable[[], object]]] = [
        (kept, RECEIPT, lambda: (read_receipt(place), variables_in(house.home, settings))),
        (file_of(house.home), PROOFS, lambda: read_all(house.home)),
        (history, json.dumps(said, indent=1), lambda: History(house.home).versions("mine")),
    ]
    for path, text, read in readers:
        path.parent.mkdir(parents=True, exist_ok=True)
        for data in mutants(text, path.name, amount(100, 1000)):
            path.write_bytes(data)
            with suppress(ProctorError):
                read()
        for deep in ("[" * 100_000, '{"a":' * 100_000):
            path.write_text(deep)
            with suppress(ProctorError):
                read()
