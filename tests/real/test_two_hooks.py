"""
The real Claude Code with two of our hooks: an installed one, and that of `proctor run`.

Before the server decided once for both, three of six starts wrote a file that nobody had
answered for: `guarded` asked, and the agent's own hook allowed it in the open dialog.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from proctor.adapters.claude_settings import hook_entries
from proctor.adapters.claude_versions import parse_version
from proctor.audit.store import Filter
from proctor.keepers import open_reader
from proctor.proving.scripted_model import Turn, bash, call, say
from proctor.terms.event import Event
from tests.agents.terminals import until
from tests.amounts import amount
from tests.installing.running import proctor_in
from tests.real.claude import headless
from tests.real.hooking import hook_of, under
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import NEW, program_of
from tests.real.serving import answer, asked, serving, waiting
from tests.real.starting import Starter, proven, starter
from tests.real.terminal import DIALOG

TRIES = amount(4, 20)
# Asked of people by this role, and by `guarded`.
MAKER = "permissions:\n  allow: [Read]\n  ask: [Bash, Write]\n"


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell who has installed our hook for all of their sessions."""
    proven(place)
    proctor_in(place.private, "install", "claude-code", "--user", "--claude", str(program_of()))
    with starter(place, model) as made:
        yield made


def finished(place: Place) -> list[str]:
    """Return the ids of the calls of which it is kept that they have run."""
    return [str(each.body["call_id"]) for each in events(place) if each.kind == "post-tool-use"]


def events(place: Place) -> list[Event]:
    """Return the events that are kept."""
    with closing(open_reader(place.home)) as reader:
        return list(reader.events())


def kinds(place: Place) -> set[str]:
    """Return which kinds of events are kept."""
    return {each.kind for each in events(place)}


def test_the_role_of_the_agent_decides_alone(person: Starter, place: Place, model: Model) -> None:
    """What the agent's role allows runs without a dialog, time and again, and is kept once."""
    turns: list[Turn] = []
    for number in range(TRIES):
        path = place.shop / f"made-{number}.txt"
        turns.append(call("Write", file_path=str(path), content="x"))
    prompt = model.learn("make", *turns, say("all is made"))
    with serving(place.home):
        person.run("--role", "coder", "--", prompt)
        screen = person.shows("coder", "all is made")
        until(lambda: len(place.records()) >= TRIES)
        until(lambda: len(finished(place)) >= TRIES)
        found = [(each["agent_name"], each["role"], each["decision"]) for each in place.records()]
        open_questions = waiting(place.home, "")

    assert len(finished(place)) == TRIES
    assert found == [("coder", "coder", "allow")] * TRIES
    assert (open_questions, "PermissionRequest" in screen) == ([], False)
    assert len(list(place.shop.glob("made-*.txt"))) == TRIES


@pytest.mark.parametrize("said", ["allow", pytest.param("deny", marks=pytest.mark.full)])
def test_one_question_is_asked_for_both(
    person: Starter, place: Place, model: Model, said: str
) -> None:
    """What the agent's role asks is asked once, and nothing runs before somebody has answered."""
    place.write_role("maker", MAKER)
    prompt = model.learn("make", bash(mark()), bash(mark("by-key")), say("that was it"))
    with serving(place.home):
        person.run("--role", "maker", "--", prompt)
        person.shows("maker", DIALOG)
        question = asked(place.home)
        before = place.ran()
        answer(place.home, question["id"], said)
        # The second is answered at the agent's own terminal.
        person.shows("maker", mark("by-key"), DIALOG)
        asked(place.home)
        between = place.ran("by-key")
        person.insist("maker", "1", lambda: DIALOG not in person.engine.screen("maker"))
        person.shows("maker", "that was it")
        outcome = "ask_approved" if said == "allow" else "ask_denied"
        wanted = ["ask_dialog", outcome, "ask_dialog", "dialog_approved"]
        until(lambda: [word for _, word in place.decisions()] == wanted)
        until(lambda: "stop" in kinds(place))
        rows = place.records()
        asked_for = [each["role"] for each in waiting(place.home, "")]

    allowed = said == "allow"
    assert (before, place.ran()) == (0, 1 if allowed else 0)
    assert (between, place.ran("by-key")) == (0, 1)
    assert ({each["role"] for each in rows}, asked_for) == ({"maker"}, ["maker"] * 2)
    calls = list(dict.fromkeys(str(each["call_id"]) for each in rows))
    assert [each["call_id"] for each in rows] == [calls[0]] * 2 + [calls[1]] * 2
    assert finished(place) == (calls if allowed else calls[1:])
    assert [word for _, word in place.decisions()] == wanted


@pytest.mark.full
def test_the_hook_of_another_home_counts(person: Starter, place: Place, model: Model) -> None:
    """The agent's role allows it, and `guarded` of the other home asks: its people decide."""
    other = place.user / "other-home"
    other.mkdir(mode=0o700)
    also_installed(place, other)
    paths = [place.shop / name for name in ("denied.txt", "allowed.txt")]
    turns = [call("Write", file_path=str(path), content="x") for path in paths]
    prompt = model.learn("make", *turns, say("all is made"))
    with serving(place.home), serving(other):
        person.run("--role", "coder", "--", prompt)
        for path, said in zip(paths, ("deny", "allow"), strict=True):
            until(partial(is_asked, other, path))
            assert not path.exists()
            answer(other, asked(other)["id"], said)
        screen = person.shows("coder", "all is made")
        until(lambda: [word for _, word in decided(place.home)] == ["allow"] * 2)
        until(lambda: len(decided(other)) == 2)
        open_questions = waiting(place.home, "")

    assert [path.exists() for path in paths] == [False, True]
    assert decided(place.home) == [("coder", "allow")] * 2
    assert decided(other) == [("guarded", "ask_denied"), ("guarded", "ask_approved")]
    assert (open_questions, DIALOG in screen) == ([], False)


def is_asked(home: Path, path: Path) -> bool:
    """Say whether a question about a file waits."""
    return path.name in str(waiting(home))


def also_installed(place: Place, home: Path) -> None:
    """Install a hook of another home for the same user."""
    hook = hook_of(place, "guarded", home=home, ask_holds=True)
    path = place.private.config / "settings.json"
    settings = json.loads(path.read_text())
    for event, entries in hook_entries(str(hook), parse_version(NEW)).items():
        settings["hooks"].setdefault(event, []).extend(entries)
    path.write_text(json.dumps(settings))


def decided(home: Path) -> list[tuple[str, str]]:
    """Return under which role each record of a home was decided, and how."""
    with closing(open_reader(home)) as reader:
        kept = reader.find(Filter(), limit=100, newest=False)
    return [(each.record.role, each.record.decision) for each in kept]


def test_without_a_server_the_strictest_hook_counts(
    person: Starter, place: Place, model: Model
) -> None:
    """Each decides by its own role: what `coder` allows and `guarded` asks does not run."""
    del person
    path = place.shop / "made.txt"
    settings = under(place, "coder", agent="arch-1", ask_holds=True)
    # No server can be started: something else stands where its log goes.
    shutil.rmtree(place.home / "logs", ignore_errors=True)
    (place.home / "logs").write_text("")
    steps = (bash("git status"), call("Write", file_path=str(path), content="x"))
    prompt = model.learn("make", *steps, say("that was it"))
    # As `proctor run` names them; to the installed hook they are only words.
    named = {"PROCTOR_AGENT": "arch-1", "PROCTOR_ROLE": "coder"}
    headless(place, model, prompt, settings=settings, **named)

    assert [told.error for told in model.told("make")] == [False, True]
    assert not path.exists()
    assert sorted(decided(place.home)) == [
        ("coder", "allow"), ("coder", "allow"), ("guarded", "allow"), ("guarded", "ask_timeout"),
    ]  # fmt: skip


@pytest.mark.full
def test_what_was_allowed_always_is_not_asked_of_an_agent(
    person: Starter, place: Place, model: Model
) -> None:
    """A yes for good in a session of the person's own holds under `proctor run`, too."""
    command = mark()
    # Each conversation describes the same command in other words.
    steps = [call("Bash", command=command, description=words) for words in ("Mark", "Mark it")]
    first = model.learn("first", steps[0], say("the first is done"))
    again = model.learn("again", steps[1], say("the second is done"))
    always = {"tool": "Bash", "answer": "allow", "scope": "always"}
    with serving(place.home, always):
        headless(place, model, first)
        asked_before = len(waiting(place.home, ""))
        person.run("--role", "guarded", "--", again)
        screen = person.shows("guarded", "the second is done")
        questions = waiting(place.home, "")

    assert (asked_before, len(questions)) == (1, 1)
    assert (place.ran(), "Do you want to proceed?" in screen) == (2, False)
