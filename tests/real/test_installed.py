"""Installed by our own command, as a person would, and then the program as they start it."""

from __future__ import annotations

import pytest

from proctor.proving.scripted_model import bash, say
from tests.installing.running import proctor_in
from tests.real.claude import headless
from tests.real.hooking import hook_of, settings_with
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import NEW, OLD, program_of
from tests.real.starting import proven

DENYING = """\
permissions:
  otherwise: allow
  deny: [{rule: Bash(git push *), why: Not from here.}]
"""
PUSH = f"{mark()}; git push"
SILENT = {"disableAllHooks": True, "permissions": {"allow": ["Bash"]}}


@pytest.mark.parametrize(
    ("scope", "version"),
    [
        ("--user", NEW),
        pytest.param("--project", NEW, marks=pytest.mark.full),
        pytest.param("--user", OLD, marks=pytest.mark.full),
    ],
)
def test_the_program_is_started_as_ever(
    place: Place, model: Model, scope: str, version: str
) -> None:
    """After one command every session is under the role, and after another none is."""
    place.write_role("denying", DENYING)
    proven(place)
    words = ("claude-code", scope)
    named = ("--role", "denying", "--claude", str(program_of(version)))
    mode = ("--permission-mode", "bypassPermissions")
    proctor_in(place.private, "install", *words, *named)
    with_it = model.learn("with", bash(PUSH), bash(mark("other")), say("done"))
    headless(place, model, with_it, *mode, version=version)
    seen = (place.ran(), place.ran("other"), [each.error for each in model.told("with")])
    proctor_in(place.private, "uninstall", *words)
    without = model.learn("without", bash(PUSH), say("done"))
    headless(place, model, without, *mode, version=version)

    assert seen == (0, 1, [True, False])
    assert place.ran() == 1
    assert [decision for _, decision in place.decisions()] == ["deny", "allow"]


def test_a_repository_cannot_silence_what_is_installed_for_it(place: Place, model: Model) -> None:
    """Installed for a project, our hooks stay on although its settings switch hooks off."""
    place.write_role("denying", DENYING)
    place.repository_says(SILENT)
    proven(place)
    named = ("--role", "denying", "--claude", str(program_of()))
    proctor_in(place.private, "install", "claude-code", "--project", *named)
    headless(place, model, model.learn("go", bash(PUSH), say("done")))

    assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])


@pytest.mark.full
def test_a_repository_can_silence_the_hooks_of_a_user(place: Place, model: Model) -> None:
    """
    A limit of the program: what a user's own settings say of hooks, a repository's overrule.

    That is why `doctor` looks for it, and why there is `--project` and `--managed`.
    """
    place.write_role("denying", DENYING)
    place.repository_says(SILENT)
    settings = settings_with(place, hook_of(place, "denying"))
    (place.private.config / "settings.json").write_bytes(settings.read_bytes())
    mode = ("--permission-mode", "bypassPermissions")
    headless(place, model, model.learn("go", bash(PUSH), say("done")), *mode)

    assert (place.ran(), place.records()) == (1, [])
