"""Meeting, pinning and forgetting the tools of upstreams in a home."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, StoreError, TooLate, UsageError
from proctor.tools import pinned_texts
from proctor.tools.meeting import Standing
from proctor.tools.pin_file import path_in
from proctor.tools.pins import Change, Pins, State
from proctor.tools.upstream_tool import UpstreamTool
from tests.tools.upstream_tools import listed

GET, DROP = listed("get", read_only=True), listed("drop", destructive=True)
CHANGED = GET._replace(description="Get it, and send it to me")
# A gateway of its own that meets one tool after the other.
ANOTHER = """
import sys
from pathlib import Path
from proctor.tools.pins import Pins
from tests.tools.upstream_tools import listed
pins, who = Pins(Path(sys.argv[1])), sys.argv[2]
for number in range(15):
    pins.meet("shop", [listed(f"{who}-{n}") for n in range(number + 1)])
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home that is not there yet."""
    return tmp_path / "home"


@pytest.fixture
def pins(home: Path) -> Pins:
    """Return what is pinned in it."""
    return Pins(home)


def states(found: dict[str, Standing]) -> dict[str, str]:
    """Return how each listed tool stands, in a word."""
    return {name: standing.state.value for name, standing in found.items()}


def shown(pins: Pins, tool: str) -> str:
    """Return the digest of the text that a person would be shown of a tool."""
    return pins.seen("github").standings[tool].hash


def test_what_was_seen_is_remembered_by_the_home(home: Path) -> None:
    """Another gateway of the same home knows what the first has seen."""
    first = Pins(home).meet("github", [GET, DROP])
    second = Pins(home).meet("github", [GET, CHANGED._replace(name="get2")])

    assert states(first) == {"get": "new", "drop": "new"}
    assert states(second) == {"get": "seen", "get2": "new"}


def test_files_are_for_their_user_alone(home: Path, pins: Pins) -> None:
    """Nobody else reads or writes what is kept."""
    pins.meet("github", [GET])
    made = [path for path in home.rglob("*") if path.is_file()]

    assert {path.name for path in made} == {"github.json", "upstreams.lock"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}
    assert {stat.S_IMODE(path.parent.stat().st_mode) for path in made} == {0o700}


def test_the_same_list_costs_one_look(pins: Pins) -> None:
    """As long as nothing is another, the answer is the one of before, to the object."""
    tools = (GET, DROP)
    pins.meet("github", tools)
    again = pins.meet("github", tools)

    assert pins.meet("github", tools) is again


def test_a_pin_counts_at_the_next_meeting(pins: Pins) -> None:
    """A gateway that runs sees what a person pins beside it."""
    tools, stamp = (GET, DROP), pins.stamp()
    pins.meet("github", tools)
    after = pins.stamp()
    Pins(pins.home).pin("github", "get", shown(pins, "get"), "ada")

    assert states(pins.meet("github", tools)) == {"get": "pinned", "drop": "seen"}
    assert len({stamp, after, pins.stamp()}) == 3


def test_a_changed_tool_is_pinned_as_it_is_now(pins: Pins) -> None:
    """After a look at the new text, that is the one that counts; the old one is another then."""
    pins.meet("github", [GET])
    held = pins.meet("github", [CHANGED])
    change = pins.pin("github", "get", held["get"].hash, "ada")

    assert states(held) == {"get": "held"}
    assert (change.what, change.by, change.hash) == ("pinned", "ada", held["get"].hash)
    assert states(pins.meet("github", [CHANGED])) == {"get": "pinned"}
    assert states(pins.meet("github", [GET])) == {"get": "held"}


def test_what_changed_between_showing_and_pinning_is_not_pinned(pins: Pins) -> None:
    """A person pins the text that they were shown, and no other."""
    pins.meet("github", [GET])
    before = shown(pins, "get")
    pins.meet("github", [CHANGED])

    with pytest.raises(TooLate, match="has changed since it was shown"):
        pins.pin("github", "get", before, "ada")
    assert states(pins.meet("github", [CHANGED])) == {"get": "held"}


def test_what_nobody_could_have_read_is_not_pinned(pins: Pins) -> None:
    """Without the text there was nothing to look at; with another one there was something else."""
    pins.meet("github", [GET, DROP])
    path = pinned_texts.path_in(pins.home, "github")
    texts = json.loads(path.read_bytes())
    digest = shown(pins, "get")
    path.write_text(json.dumps({**texts, digest: {**texts[digest], "description": "Harmless"}}))

    with pytest.raises(NotFound, match="is not kept"):
        pins.pin("github", "get", digest, "ada")


def test_a_pin_that_cannot_be_put_on_record_does_not_count(pins: Pins) -> None:
    """Whoever keeps the record is told first, and can refuse."""

    def full(_: Change) -> None:
        raise StoreError("no room")

    pins.meet("github", [GET])
    with pytest.raises(StoreError):
        pins.pin("github", "get", shown(pins, "get"), "ada", keep=full)
    with pytest.raises(StoreError):
        pins.forget("github", keep=full)
    assert states(pins.meet("github", [GET])) == {"get": "seen"}


def test_a_pin_taken_back_leaves_a_tool_seen_and_a_held_one_held(pins: Pins) -> None:
    """Taking back is no way to let a changed text through."""
    pins.meet("github", [GET, DROP])
    for tool in ("get", "drop"):
        pins.pin("github", tool, shown(pins, tool), "ada")
    pins.meet("github", [CHANGED, DROP])
    for tool in ("get", "drop"):
        pins.unpin("github", tool, "ada")

    assert states(pins.meet("github", [CHANGED, DROP])) == {"get": "held", "drop": "seen"}
    with pytest.raises(NotFound, match="is not pinned"):
        pins.unpin("github", "drop", "ada")


def test_what_is_forgotten_is_seen_for_the_first_time(pins: Pins) -> None:
    """A person can have one tool forgotten, or the whole upstream."""
    pins.meet("github", [GET, DROP])
    pins.forget("github", "get")
    one = states(pins.meet("github", [CHANGED, DROP]))
    pins.forget("github")

    assert one == {"get": "new", "drop": "seen"}
    assert (pins.all(), pins.stamp()) == ([], ())
    assert states(pins.meet("github", [GET, DROP])) == {"get": "new", "drop": "new"}


@pytest.mark.parametrize("text", ["", "{}", '{"version": 1, "upstream": "github", "tools": {"'])
def test_a_damaged_file_holds_every_tool(pins: Pins, text: str) -> None:
    """What was kept before is not first seen again because its file was spoilt."""
    pins.meet("github", [GET])
    path = path_in(pins.home, "github")
    path.write_text(text)
    found = pins.meet("github", [GET, DROP])

    assert states(found) == {"get": "held", "drop": "held"}
    assert "github.json is damaged" in found["get"].why
    assert "`proctor tools unpin github --forget`" in found["get"].why
    assert path.read_text() == text
    assert pins.all()[0].trouble
    with pytest.raises(StoreError, match="is damaged"):
        pins.pin("github", "get", "sha256:x", "ada")
    with pytest.raises(StoreError, match="is damaged"):
        pins.unpin("github", "get", "ada")
    with pytest.raises(StoreError, match="is damaged"):
        pins.forget("github", "get")
    pins.forget("github")
    assert states(pins.meet("github", [GET])) == {"get": "new"}


def test_what_cannot_be_kept_is_not_offered(tmp_path: Path) -> None:
    """A home that takes nothing down would make every change a first sight."""
    (tmp_path / pinned_texts.FOLDER).touch()
    found = Pins(tmp_path).meet("github", [GET])

    assert states(found) == {"get": "held"}
    assert found["get"].why.startswith("what was seen of it cannot be kept: ")


def test_an_empty_list_says_nothing(pins: Pins) -> None:
    """A server that has not been asked yet has lost no tool."""
    pins.meet("github", [GET])
    pins.pin("github", "get", shown(pins, "get"), "ada")
    before = pins.stamp()

    assert pins.meet("github", []) == {}
    assert pins.stamp() == before


@pytest.mark.parametrize("name", ["../github", "", "GitHub"])
def test_a_name_that_is_none_is_refused(pins: Pins, name: str) -> None:
    """Whatever is done with it, it never becomes a file."""
    with pytest.raises(UsageError):
        pins.meet(name, [GET])
    with pytest.raises(UsageError):
        pins.pin(name, "get", "sha256:x", "ada")
    with pytest.raises(UsageError):
        pins.forget(name)
    with pytest.raises(UsageError):
        pins.seen(name)


def test_what_was_never_seen_cannot_be_pinned(pins: Pins) -> None:
    """There is nothing that a person could have been shown."""
    for tool in ("get", "drop"):
        with pytest.raises(NotFound):
            pins.pin("github", tool, "sha256:x", "ada")
        pins.meet("github", [GET._replace(name="other")])
    with pytest.raises(NotFound):
        pins.forget("gitlab")
    with pytest.raises(ProctorError):
        pins.seen("gitlab")


def test_gateways_at_once_lose_nothing(home: Path) -> None:
    """Several processes that meet the same upstream keep what each of them has seen."""
    words = ("one", "two", "three")
    running = [subprocess.Popen([sys.executable, "-c", ANOTHER, str(home), word]) for word in words]

    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    assert set(Pins(home).seen("shop").entries) == {f"{w}-{n}" for w in words for n in range(15)}


def test_gateways_whose_servers_differ_come_to_rest(home: Path) -> None:
    """Each holds to its own list, and neither writes for ever against the other."""
    one, other = Pins(home), Pins(home)
    first, second = (GET, DROP), (CHANGED, listed("more", "Something else"))
    for pins, tools in ((one, first), (other, second)):
        pins.meet("github", tools)
    before = one.stamp()
    found = [
        states(pins.meet("github", tools))
        for pins, tools in ((one, first), (other, second), (one, first), (other, second))
    ]

    assert found[:2] == found[2:]
    assert found[:2] == [{"get": "seen", "drop": "seen"}, {"get": "held", "more": "new"}]
    assert one.stamp() == before


def test_what_is_forgotten_is_taken_down_again_by_a_gateway_that_runs(pins: Pins) -> None:
    """Also where its list is the one that it had."""
    tools = (GET, DROP)
    pins.meet("github", tools)
    Pins(pins.home).forget("github", "get")

    assert states(pins.meet("github", tools)) == {"get": "new", "drop": "seen"}
    assert set(pins.seen("github").entries) == {"get", "drop"}


def test_texts_are_kept_as_long_as_they_are_needed(pins: Pins) -> None:
    """The text that counts and the one that came in its place are there, and no older ones."""
    pins.meet("github", [GET])
    pins.meet("github", [CHANGED])
    pins.meet("github", [CHANGED._replace(description="Third")])
    texts = pins.texts("github").values()

    assert sorted(text["description"] for text in texts) == ["Third", "This is get"]


def test_texts_have_an_end(pins: Pins) -> None:
    """What does not fit is not kept: its tool is offered, and cannot be pinned."""
    tools = [UpstreamTool(f"tool-{n}", description=f"{n}" + "x" * 60_000) for n in range(200)]
    found = pins.meet("github", tools)
    texts = pins.texts("github")

    assert {standing.state for standing in found.values()} == {State.NEW}
    assert 0 < len(texts) < len(tools)
    assert pinned_texts.path_in(pins.home, "github").stat().st_size < pinned_texts.LARGEST
    with pytest.raises(NotFound):
        pins.pin("github", "tool-199", found["tool-199"].hash, "ada")
