"""Templates of a place: made and changed only to what is a template, and never over another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.errors import NotFound, TemplateProblems, TooLate, UsageError
from proctor.roles.trust import project_files, trust
from proctor.workflows.template_store import TemplateStore, revision_of

ROLE = "description: Reads\npermissions: {allow: [Read], otherwise: deny}\n"
TEXT = "stages:\n  - name: plan\n    roleId: reader\n    gate: auto\n"
MORE = f"displayName: Mine\n{TEXT}"


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    """Give a home with a role, and a project with another."""
    home, root = tmp_path / "home", tmp_path / "shop"
    for folder, name in ((home, "reader"), (root / ".proctor", "local")):
        (folder / "roles").mkdir(parents=True)
        (folder / "roles" / f"{name}.yaml").write_text(ROLE)
    return home, root


def test_a_template_is_made_and_changed(place: tuple[Path, Path]) -> None:
    """What was written is what is there, under a name of exactly that text."""
    store = TemplateStore(place[0])

    made = store.create("mine", TEXT)
    saved = store.write("mine", MORE, expected=made.template.revision)

    assert (saved.template, saved.trusted) == (store.get("mine"), None)
    assert store.get("mine").text == MORE
    assert (place[0] / "workflow-templates" / "mine.yaml").stat().st_mode & 0o777 == 0o600


def test_what_somebody_else_has_changed_is_not_overwritten(place: tuple[Path, Path]) -> None:
    """Of two who edit at once the second is told; also where the file is gone."""
    store = TemplateStore(place[0])
    seen = store.create("mine", TEXT).template.revision
    store.write("mine", MORE, expected=seen)

    with pytest.raises(TooLate, match="has changed since it was read"):
        store.write("mine", f"{TEXT}# mine\n", expected=seen)
    assert store.get("mine").text == MORE
    (place[0] / "workflow-templates" / "mine.yaml").unlink()
    with pytest.raises(TooLate, match="not there any more"):
        store.write("mine", TEXT, expected=revision_of(MORE))


@pytest.mark.parametrize(
    "text",
    ["", "stages: []\n", "stages:\n  - name: x\n", TEXT.replace("auto", "open"), "\0", "a: [",
     f"{TEXT}# \ud800\n"],
    ids=["empty", "no-stage", "no-gate", "unknown-gate", "control", "no-yaml", "half-a-letter"],
)  # fmt: skip
def test_what_is_no_template_is_not_written(place: tuple[Path, Path], text: str) -> None:
    """The file stays as it was."""
    store = TemplateStore(place[0])
    seen = store.create("mine", TEXT).template.revision

    with pytest.raises((TemplateProblems, UsageError)):
        store.write("mine", text, expected=seen)
    with pytest.raises((TemplateProblems, UsageError)):
        store.create("other", text)
    assert store.get("mine").text == TEXT


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "x" * 65, "a b", "MINE", "mine"])
def test_a_name_is_checked(place: tuple[Path, Path], name: str) -> None:
    """It is a file's and nothing else, and nobody has it yet."""
    store = TemplateStore(place[0])
    store.create("mine", TEXT)

    with pytest.raises(UsageError):
        store.create(name, TEXT)


def test_a_role_that_is_missing(place: tuple[Path, Path]) -> None:
    """Of the home a project may have it; of a project it is an error."""
    home, root = place
    text = TEXT.replace("reader", "nobody")

    [warning] = TemplateStore(home).create("mine", text).warnings

    assert (warning.code, warning.warning) == ("unknown-role", True)
    with pytest.raises(TemplateProblems, match="there is no role `nobody`"):
        TemplateStore(home, root).create("mine", text)


def test_a_gate_that_never_opens_is_told(place: tuple[Path, Path]) -> None:
    """The role of the stage may not run the command."""
    text = TEXT.replace("auto", "{type: verification, commands: [make test]}")

    [warning] = TemplateStore(*place).create("mine", text).warnings

    assert warning.code == "denied-command"


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "not-trusted"])
def test_a_project_is_trusted_with_the_change_where_it_was_before(
    place: tuple[Path, Path], *, trusted: bool
) -> None:
    """What nobody has trusted stays so."""
    home, root = place
    if trusted:
        trust(root, home)

    saved = TemplateStore(home, root).create("mine", TEXT)

    assert saved.trusted is trusted
    assert project_files(root, home).changed is not trusted
    assert saved.template.file == ".proctor/workflow-templates/mine.yaml"


def test_nothing_is_written_through_a_link(place: tuple[Path, Path], tmp_path: Path) -> None:
    """Neither a file nor a folder of a project may lead elsewhere."""
    home, root = place
    (tmp_path / "elsewhere").mkdir()
    (root / ".proctor" / "workflow-templates").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(UsageError, match="is a link"):
        TemplateStore(home, root).create("mine", TEXT)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_two_files_of_one_name_are_told(place: tuple[Path, Path]) -> None:
    """Nobody guesses which of them is meant."""
    store = TemplateStore(place[0])
    store.create("mine", TEXT)
    (place[0] / "workflow-templates" / "mine.yml").write_text(TEXT)

    with pytest.raises(UsageError, match=r"mine\.yaml and"):
        store.get("mine")
    with pytest.raises(NotFound):
        store.get("other")
