"""The real Claude Code in a sandbox: it works there, under its rules, and sees nothing else."""

from __future__ import annotations

import json

import pytest

from proctor.proving.scripted_model import bash, say
from tests.agents.boxes import SECRET
from tests.real.model import Model
from tests.real.place import Place
from tests.real.serving import state_of
from tests.real.starting import proven, starter
from tests.real.terminal import DIALOG
from tests.server.running import until

ROLE = """\
description: Works in a sandbox
sandbox: true
permissions:
  allow: [Read, "Bash(touch *)", "Bash(cat *)", "Bash(ls *)"]
  ask: [Bash]
  order: deny, allow, ask
  deny: ["Bash(git push *)"]
"""
DONE = "that was it"


def test_it_works_there_under_its_rules(place: Place, model: Model) -> None:
    """An allowed call runs, a denied one does not, an asked one when a person outside says so."""
    place.write_role("boxed", ROLE)
    (place.user / "diary.txt").write_text(SECRET)
    proven(place)
    prompt = model.learn(
        "go",
        bash("touch allowed"),
        bash("git push origin main"),
        bash("make -v > asked"),
        bash(f"cat {place.user}/diary.txt"),
        say(DONE),
    )
    with starter(place, model) as shell:
        shell.run("--role", "boxed", "--name", "box-1")
        shell.say("box-1", prompt)
        until(lambda: state_of(place.home, "box-1") == "blocked (permission: Bash)")
        # It is held outside: a dialog inside could be answered by what is inside.
        assert DIALOG not in shell.engine.screen("box-1")
        approved = shell.types("approve", "1")
        until(lambda: DONE in shell.engine.screen("box-1"))
        stopped = shell.types("stop", "box-1")
        told = model.told("go")

    assert (approved.returncode, approved.stderr) == (0, "")
    assert stopped.returncode == 0, stopped.stderr
    assert sorted(path.name for path in place.shop.iterdir() if path.is_file()) == [
        "allowed",
        "asked",
    ]
    assert [one.error for one in told] == [False, True, False, True]
    assert not any(SECRET in one.text for one in told)
    assert [one for one in place.decisions() if one[1] in ("allow", "deny")] == [
        ("tool:bash:touch allowed", "allow"),
        ("tool:bash:git push origin main", "deny"),
        (f"tool:bash:cat {place.user}/diary.txt", "allow"),
    ]


@pytest.mark.full
def test_it_goes_on_after_a_restart(place: Place, model: Model) -> None:
    """Its own data lies in its session: a conversation is resumed, with the same walls."""
    place.write_role("boxed", ROLE)
    proven(place)
    first = model.learn("first", bash("touch one"), say(DONE))
    with starter(place, model) as shell:
        shell.run("--role", "boxed", "--name", "box-1")
        shell.say("box-1", first)
        until(lambda: DONE in shell.engine.screen("box-1"))
        shell.types("stop", "box-1")
        ended = json.loads(shell.types("list", "--json", "--all").stdout)
        resumed = shell.types("resume", "box-1", "--detach")
        assert resumed.returncode == 0, resumed.stderr
        model.learn("first", bash("touch one"), say(DONE), bash("touch two"), say("again"))
        shell.say("box-1", "go on")
        until((place.shop / "two").exists)
        stopped = shell.types("stop", "box-1")

    assert [(one["state"], one["signal"], one["sandbox"]) for one in ended] == [
        ("exited", "SIGTERM", True)
    ]
    assert stopped.returncode == 0, stopped.stderr
    assert place.decisions() == [
        ("tool:bash:touch one", "allow"),
        ("tool:bash:touch two", "allow"),
    ]
