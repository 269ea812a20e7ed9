"""Allow and deny on the real program, where a server runs and where none does."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from proctor.proving.scripted_model import bash, call, results_in, say
from tests.real.claude import headless
from tests.real.hooking import hook_of, settings_with, under
from tests.real.model import Model, Told
from tests.real.place import FREE, Place, mark
from tests.real.programs import BOTH_VERSIONS
from tests.server.running import running

CAREFUL = """\
permissions:
  otherwise: allow
  deny:
    - rule: Bash(git push *)
      why: Pushes are for the pipeline. Open a pull request.
    - Edit(notes/**)
"""
WHOSE = ("session", "call_id", "project", "cwd", "harness", "role", "agent_name", "spooled")
VERSIONS = pytest.mark.parametrize("version", BOTH_VERSIONS)


@VERSIONS
@pytest.mark.parametrize("path", ["cold", "warm"])
def test_what_is_allowed_runs_once(place: Place, model: Model, path: str, version: str) -> None:
    """A call that the role allows runs once, the model sees its output, a record says whose."""
    settings = under(place, "free", FREE, version=version)
    prompt = model.learn("go", bash(mark()), say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        run = headless(place, model, prompt, settings=settings, version=version)

    assert (run.status, place.ran(), model.told("go")) == (0, 1, [Told("x")])
    assert place.decisions() == [(f"tool:bash:{mark()}", "allow")]
    assert place.verified() == ""
    [kept] = place.records()
    session = run.stream[0]["session_id"]
    [result] = results_in(model.conversation("go")[-1]["messages"])
    assert {name: kept[name] for name in WHOSE} == {
        "session": session,
        "call_id": result.id,
        "project": str(place.shop),
        "cwd": str(place.shop),
        "harness": "claude-code",
        "role": "free",
        "agent_name": f"claude-{session[:8]}",
        "spooled": path == "cold",
    }


@VERSIONS
@pytest.mark.parametrize("path", ["cold", pytest.param("warm", marks=pytest.mark.full)])
def test_what_is_denied_does_not_run(place: Place, model: Model, path: str, version: str) -> None:
    """A call that the role denies does not run, and the model is told why, in our words."""
    place.write_role("careful", CAREFUL)
    settings = settings_with(place, hook_of(place, "careful"), version=version)
    command = f"{mark()} && git push origin main"
    edit = call("Write", file_path=str(place.shop / "notes" / "a.txt"), content="x")
    prompt = model.learn("go", bash(command), edit, say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, prompt, settings=settings, version=version)
    pushed, written = model.told("go")

    assert pushed.error
    assert "Pushes are for the pipeline. Open a pull request." in pushed.text
    assert written.error
    assert "Edit(notes/**)" in written.text
    assert (place.ran(), (place.shop / "notes").exists()) == (0, False)
    assert place.decisions() == [
        (f"tool:bash:{command}", "deny"),
        ("tool:create_file:notes/a.txt", "deny"),
    ]


@VERSIONS
@pytest.mark.full
def test_a_deny_of_the_settings_comes_first(place: Place, model: Model, version: str) -> None:
    """
    What a role's settings deny of files is refused by the program itself, before any hook.

    So the reason is the program's, and there is no record. Commands come to the hook first.
    """
    settings = under(place, "careful", CAREFUL, version=version)
    edit = call("Write", file_path=str(place.shop / "notes" / "a.txt"), content="x")
    prompt = model.learn("go", edit, bash("git push"), say("done"))
    headless(place, model, prompt, settings=settings, version=version)
    written, pushed = model.told("go")

    assert (written.error, (place.shop / "notes").exists()) == (True, False)
    assert "denied by your permission settings" in written.text
    assert "Pushes are for the pipeline. Open a pull request." in pushed.text
    assert place.decisions() == [("tool:bash:git push", "deny")]
