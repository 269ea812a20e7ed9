"""
Messages to the real program: prompts, and never a command or an answer, whatever they say.

The tests use one agent, one after the other: what it was told before is none of their business,
and each begins with a prompt of its own.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.engine import Engine
from proctor.agents.input_box import Box, read_box
from proctor.agents.messages import text_of
from proctor.agents.session_files import write_session
from proctor.agents.session_folder import session_folder
from proctor.owner.client import Client
from proctor.proving.scripted_model import Turn, bash, say
from proctor.proving.scripted_model import call as tool
from tests.agents.boxed import EMPTY
from tests.agents.terminals import launched, shows, terminals
from tests.real.hooking import under
from tests.real.lending import Lent
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import NEW, program_of
from tests.real.serving import answer, asked, serving, state_of, waiting
from tests.real.terminal import DIALOG, PAUSE, READY, seed
from tests.server.running import call, until
from tests.time_limit import SHARED

ASKING = """\
permissions:
  allow: [Read, "Bash(true)"]
  ask: [Bash]
  order: deny, allow, ask
"""
NAME = "arch-1"
DONE = "that was it"
SHELL = Box(in_shell=True, text="", empty=True)


class Agent:
    """The real program in a terminal of ours, and what it was told."""

    def __init__(self, place: Place, model: Model, engine: Engine) -> None:
        self.place = place
        self.model = model
        self.engine = engine

    def send(self, text: str, **more: Any) -> tuple[str, str]:
        """Send a message as the agent bob, and return what became of it."""
        fields = {"name": NAME, "text": text, "sender": "bob", **more}
        with Client.connect(self.place.home) as client:
            said = client.call("send", within=90, **fields)
        return said["state"], said["why"]

    def begin(self, word: str, *turns: Turn) -> None:
        """Send the prompt that begins a script, and wait until the model was told."""
        before = len(self.model.conversation(word))
        assert self.send(self.model.learn(word, *turns), seconds=60) == ("delivered", "")
        until(lambda: len(self.model.conversation(word)) > before)

    def is_told(self, text: str) -> None:
        """Send a message, and wait until the model was told, and there is nothing more to do."""
        assert self.send(text, seconds=60) == ("delivered", "")
        self.hears(text)

    def hears(self, text: str) -> None:
        """Wait until the model was told of a message."""
        words = text_of("bob (an unknown program)", text).split()
        until(lambda: any(words == said.split()[: len(words)] for said in self.messages))

    def press(self, keys: str) -> None:
        """Press keys, as somebody who sits there."""
        self.engine.raw(NAME, keys)

    def insist(self, keys: str, gone: str) -> None:
        """Press keys until something is gone: a dialog takes none in its first moments."""
        pressed = 0.0

        def is_gone() -> bool:
            nonlocal pressed
            if gone not in self.engine.screen(NAME):
                return True
            if time.monotonic() - pressed > PAUSE:
                self.press(keys)
                pressed = time.monotonic()
            return False

        until(is_gone)

    @property
    def box(self) -> Box | None:
        """Return its input box."""
        screen, _, row = self.engine.look(NAME)
        return read_box(screen, row)

    def shows_box(self, box: Box | None) -> None:
        """Wait until its box is like this."""
        until(lambda: self.box == box)

    def idle(self) -> None:
        """Wait until it has nothing to do."""
        until(lambda: self.state == "idle")

    @property
    def state(self) -> str:
        """Return what it does, as the server knows."""
        return state_of(self.place.home, NAME)

    @property
    def messages(self) -> list[str]:
        """Return the messages that the model was told, in order; some came in between."""
        return [text[text.index("From ") :] for text in self.prompts]

    @property
    def prompts(self) -> list[str]:
        """Return what the model was told by people and agents since a test began, in order."""
        talks = [body for body in list(self.model.requests) if body.get("tools")]
        found = []
        for message in talks[-1]["messages"] if talks else ():
            content = message["content"] if message["role"] == "user" else []
            blocks = [{"text": content}] if isinstance(content, str) else content
            texts = [str(block.get("text", "")) for block in blocks]
            found += [text for text in texts if "From " in text and "<system" not in text[:20]]
        return found


@contextmanager
def agent(folder: Path) -> Iterator[Agent]:
    """Run the program as one of our agents, in a terminal of ours, beside a server."""
    place = Place(folder)
    settings = under(place, "asking", ASKING, ask_holds=True, agent=NAME)
    with Model() as model, started(place, model, settings) as engine:
        yield Agent(place, model, engine)


@contextmanager
def started(place: Place, model: Model, settings: Path) -> Iterator[Engine]:
    """Start the program and the server, and give the terminals of the home."""
    seed(place, model, NEW)
    session = str(uuid.uuid4())
    words = [str(program_of(NEW)), "--settings", str(settings), "--session-id", session]
    words += ["--permission-mode", "default"]
    with serving(place.home, **{SHARED: "1"}), terminals(place.home) as engine:
        made = launched(
            engine,
            NAME,
            words,
            cwd=str(place.shop),
            env=place.private.environment(model),
            role="asking",
        )
        folder = Path(session_folder(str(place.home), NAME))
        write_session(folder, made._replace(program="claude-code", session_id=session))
        with Client.connect(place.home) as client:
            client.call("look", name=NAME)
        shows(engine, NAME, READY)
        yield engine


def is_sound(here: Agent) -> bool:
    """Return whether the next test can use an agent: it is idle, and nothing was run or left."""
    left = waiting(here.place.home) or here.place.ran() or here.place.ran("half")
    return here.state == "idle" and here.box == EMPTY and not left


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent[Agent]]:
    """Keep the agent that the tests share."""
    with Lent(lambda: agent(tmp_path_factory.mktemp("send")), is_sound) as made:
        yield made


@pytest.fixture
def here(lent: Lent[Agent]) -> Iterator[Agent]:
    """Give the agent to a test."""
    with lent.out() as made:
        yield made


def test_a_message_is_never_a_command(here: Agent) -> None:
    """What begins like a command, a paste that ends itself or another line is only words."""
    texts = ["!touch ran", "/clear", "\n!touch ran", "\x1b[201~\r!touch ran\r", "#x", "?"]
    texts += ["long " * 500 + "\n!touch ran\n/clear\n" * 3, "\r\r!touch ran", "\u2028/exit"]
    texts += ["ends with \\", "and /cle", "a\nb\n/exit", "quit\\\n!touch ran\\"]
    here.begin("command", *[say("ok")] * 20)
    for text in texts:
        here.idle()
        here.is_told(text)

    assert here.place.ran() == 0
    assert len(here.prompts) == len(texts) + 1
    assert all(text.startswith("From bob (an unknown program): ") for text in here.prompts)


@pytest.mark.full
def test_a_message_reads_no_file(here: Agent) -> None:
    """A name behind an `@` is only a name: the program would hand the file to the model."""
    (here.place.shop / "hush.txt").write_text("a word in a file")
    (here.place.root / "out.txt").write_text("a word in a file")
    inside, outside = here.place.shop / "hush.txt", here.place.root / "out.txt"
    here.begin("file", *[say("ok")] * 9)
    here.idle()
    for text in (
        f"see @hush.txt @{inside} @{outside}\n@{outside} \u3000@{outside}",
        f'see "@{outside}" @"{outside}" (@{outside}) \u200b@{outside}',
        f"\u00a0@{outside} <@{outside}> -@{outside} \\ @{outside}",
        "see @hus",
        "see @",
        f"see \\@{outside}",
    ):
        here.is_told(text)
        here.idle()

    assert "a word in a file" not in str(here.model.requests)
    # Typed by a person, it is read: the test would see it.
    here.press(f"see @{outside} now")
    until(lambda: here.box is not None and here.box.text.endswith(" now"))
    here.press("\r")
    until(lambda: "a word in a file" in str(here.model.requests))


def test_what_stands_in_the_box_is_not_sent_with_a_message(here: Agent) -> None:
    """Behind half a line or a `!` nothing is typed; once that is gone, the message comes."""
    here.model.learn("box", *[say("ok")] * 5)
    here.idle()
    here.press("!")
    here.shows_box(SHELL)
    held = ("held", f"{NAME}: its input box is in shell mode")
    assert here.send("please [[box]]; touch ran") == held
    here.press("touch half")
    here.shows_box(Box(in_shell=True, text="touch half", empty=False))
    assert here.send("and then?") == held
    here.press("\x15")
    here.shows_box(SHELL)
    here.press("\x7f")
    here.shows_box(EMPTY)
    here.hears("and then?")
    here.idle()
    here.press("/cle")
    until(lambda: here.box is not None and here.box.text.startswith("/cle"))
    occupied = ("held", f"{NAME}: somebody has left something in its input box")
    assert here.send("ar") == occupied
    here.press("\x15")
    here.is_told("the last one")

    assert (here.place.ran(), here.place.ran("half")) == (0, 0)
    wanted = ["please [[box]]; touch ran", "and then?", "ar", "the last one"]
    assert here.messages == [f"From bob (an unknown program): {text}" for text in wanted]


def test_a_message_never_answers_a_dialog(here: Agent) -> None:
    """While the dialog is open messages wait; closed from elsewhere, they come in order."""
    here.begin("dialog", bash(mark()), say(DONE))
    shows(here.engine, NAME, DIALOG)
    until(lambda: here.state == "blocked (permission: Bash)")
    for text in ("1", "y", "2"):
        held = ("held", f"{NAME} is blocked (permission: Bash)")
        assert here.send(text) == held
    assert here.place.ran() == 0
    assert DIALOG in here.engine.screen(NAME)
    answer(here.place.home, asked(here.place.home)["id"], "deny")
    here.is_told("the last one")

    assert here.place.ran() == 0
    wanted = ["please [[dialog]]", "1", "y", "2", "the last one"]
    lines = [text.partition("\n")[0] for text in here.messages]
    assert lines == [f"From bob (an unknown program): {text}" for text in wanted]


def test_a_dialog_opens_under_no_enter(here: Agent) -> None:
    """Messages by the dozen, while one dialog after the other opens, answer none of them."""
    over = threading.Event()
    sent: list[str] = []

    def speak() -> None:
        while not over.is_set():
            sent.append(f"1 {len(sent)}")
            here.send(sent[-1], seconds=5)

    here.begin("dialogs", *[bash(mark())] * 5, say("five were denied"))
    speaking = threading.Thread(target=speak)
    speaking.start()
    try:
        for _ in range(5):
            answer(here.place.home, asked(here.place.home)["id"], "deny")
            until(lambda: waiting(here.place.home) == [])
        shows(here.engine, NAME, "five were denied")
    finally:
        over.set()
        speaking.join()
    here.is_told("the last one")

    assert here.place.ran() == 0
    lines = [text.partition("\n")[0] for text in here.messages]
    assert lines == [
        f"From bob (an unknown program): {text}"
        for text in ("please [[dialogs]]", *sent, "the last one")
    ]


@pytest.mark.full
def test_a_dialog_of_trust_is_not_answered(place: Place, model: Model) -> None:
    """Before the program has begun nothing is typed into it."""
    settings = under(place, "asking", ASKING, ask_holds=True, agent=NAME)
    seed(place, model, NEW)
    state = place.private.config / ".claude.json"
    state.write_text(state.read_text().replace(str(place.shop), "/nowhere"))
    words = [str(program_of(NEW)), "--settings", str(settings)]
    with serving(place.home), terminals(place.home) as engine:
        env = place.private.environment(model)
        made = launched(engine, NAME, words, cwd=str(place.shop), env=env)
        folder = Path(session_folder(str(place.home), NAME))
        write_session(folder, made._replace(program="claude-code"))
        here = Agent(place, model, engine)
        shows(engine, NAME, "I trust this folder")
        assert here.send("1")[0] == "held"
        assert here.box is None
        assert "I trust this folder" in engine.screen(NAME)


@pytest.mark.full
def test_a_question_to_the_user_is_not_answered(here: Agent) -> None:
    """Where the program asks for words, a message is not taken for them."""
    options = [{"label": word, "description": word} for word in ("red", "blue")]
    asks = {"question": "Which?", "header": "Colour", "multiSelect": False, "options": options}
    here.begin("question", tool("AskUserQuestion", questions=[asks]), say(DONE))
    shows(here.engine, NAME, "Type something")
    until(lambda: here.state == "blocked (permission: AskUserQuestion)")
    assert here.send("red") == ("held", f"{NAME} is blocked (permission: AskUserQuestion)")
    here.insist("2", "Type something")
    here.hears("red")

    assert [("blue" in each.text, each.error) for each in here.model.told("question")] == [
        (True, False)
    ]


@pytest.mark.parametrize(("opens", "closes"), [("\x0f", "\x0f"), ("\x12", "\x1b")])
@pytest.mark.full
def test_nothing_is_typed_into_another_screen(here: Agent, opens: str, closes: str) -> None:
    """The transcript and the history take no message for theirs."""
    here.begin("screen", *[say("ok")] * 5)
    here.idle()
    here.press(opens)
    here.shows_box(None)
    assert here.send("hello") == ("held", f"{NAME}: its input box cannot be seen")
    here.press(closes)
    here.hears("hello")

    assert here.messages == [
        "From bob (an unknown program): please [[screen]]",
        "From bob (an unknown program): hello",
    ]


@pytest.mark.full
def test_a_dialog_that_somebody_has_left_holds_nothing_up(here: Agent) -> None:
    """Escape tells nobody anything; what waits is delivered all the same, a while later."""
    here.begin("left", bash(mark()), say(DONE))
    shows(here.engine, NAME, DIALOG)
    until(lambda: here.state == "blocked (permission: Bash)")
    here.insist("\x1b", DIALOG)
    here.shows_box(EMPTY)
    here.is_told("what now?")

    assert here.place.ran() == 0


@pytest.mark.full
def test_people_send_from_a_shell(here: Agent) -> None:
    """`proctor send` says whether it was delivered; --interrupt ends what is under way."""
    here.model.learn("shell", bash(mark()), *[say("ok")] * 5)
    here.idle()
    done = call(here.place.home, "send", NAME, "please [[shell]]")
    assert (done.stdout, done.stderr, done.returncode) == ("delivered\n", "", 0)
    shows(here.engine, NAME, DIALOG)
    until(lambda: here.state == "blocked (permission: Bash)")
    done = call(here.place.home, "send", NAME, "hello")
    assert done.stdout == f"held: {NAME} is blocked (permission: Bash)\n"
    done = call(here.place.home, "send", NAME, "--interrupt", "--wait", "--json", "stop that")
    assert '"state": "delivered"' in done.stdout
    until(lambda: len(here.messages) == 3)

    assert here.place.ran() == 0
    said = [text.partition(": ")[2].partition("\n")[0] for text in here.messages]
    assert said == ["please [[shell]]", "hello", "stop that"]
