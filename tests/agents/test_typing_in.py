"""A message is typed into a box that is seen to be empty, and entered only where it is seen."""

from __future__ import annotations

import pytest

from proctor.agents.engine import Engine
from proctor.agents.input_box import Box
from proctor.agents.messages import ENTERED, TYPING, WAITING, Message, text_of
from proctor.agents.typing_in import (
    NO_BOX,
    NOT_SHOWN,
    NOT_TAKEN,
    OCCUPIED,
    SHELL,
    AgentTerminal,
    Typist,
    Window,
)
from tests.agents.boxed import EMPTY, Boxed, boxed
from tests.agents.terminals import until

LONG = 3.0


class Typed:
    """One attempt to type a message: why it was not taken, and the steps that were noted."""

    def __init__(
        self,
        agent: Boxed,
        text: str,
        *,
        stage: str = WAITING,
        terminal: AgentTerminal | None = None,
        seconds: float = LONG,
    ) -> None:
        self.steps: list[str] = []
        self.text = text_of("bob", text)
        message = Message(1, "0" * 16, "bob", self.text, stage)
        self.why = Typist(
            terminal or AgentTerminal(agent.engine, agent.name),
            message,
            note=self.steps.append,
            window=Window(seconds),
        ).type_in()


class Interfering(AgentTerminal):
    """A terminal in which somebody presses keys before each paste, or before each Enter."""

    def __init__(self, agent: Boxed, *, paste: str = "", enter: str = "", dialog: bool) -> None:
        super().__init__(agent.engine, agent.name)
        self.agent = agent
        self.before_paste = paste
        self.before_enter = enter
        self.dialog = dialog

    def paste(self, text: str) -> None:
        """Come in between, then paste."""
        if self.before_paste:
            self.engine.raw(self.name, self.before_paste)
        if self.dialog:
            self.agent.set("dialog")
            self.agent.shows(None)
        super().paste(text)

    def enter(self) -> None:
        """Come in between, then press Enter."""
        if self.before_enter:
            self.engine.raw(self.name, self.before_enter)
        super().enter()


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "!touch RAN",
        "/clear",
        "\n!touch RAN",
        "\x1b[201~\r!touch RAN\r",
        "two\nlines",
        "many\n" * 40 + "lines",
        "long words " * 300,
        "w" * 790,
        "odd 日本語 é \u0646\u0645\u06cc\u200c\u062e",
    ],
)
def test_a_message_becomes_a_prompt(engine: Engine, text: str) -> None:
    """Whatever it says, it is entered as one prompt, whole."""
    agent = boxed(engine)
    typed = Typed(agent, text)

    assert (typed.why, typed.steps) == ("", [TYPING, ENTERED])
    assert agent.taken == [("prompt", typed.text)]


def test_a_suggestion_in_the_box_is_nothing(engine: Engine) -> None:
    """What the program suggests in pale letters does not hold a message up."""
    agent = boxed(engine)
    agent.set("suggests")
    agent.shows(EMPTY._replace(text="Try something"))

    assert Typed(agent, "hello").why == ""
    assert agent.prompts == ["From bob: hello"]


def test_scrolling_back_holds_nothing_up(engine: Engine) -> None:
    """While somebody looks at what was before, a message is delivered all the same."""
    agent = boxed(engine)
    engine.tell("copy-mode", "-t", "=arch-1:")

    assert Typed(agent, "hello").why == ""
    assert agent.prompts == ["From bob: hello"]


@pytest.mark.parametrize(
    ("keys", "why"), [("half", OCCUPIED), ("!", SHELL), ("!ls", SHELL), ("/", OCCUPIED)]
)
def test_what_somebody_has_left_there_stays(engine: Engine, keys: str, why: str) -> None:
    """Where something stands in the box nothing is typed; once it is gone, the message comes."""
    agent = boxed(engine)
    engine.raw("arch-1", keys)
    shell = keys.startswith("!")
    left = Box(in_shell=shell, text=keys.lstrip("!"), empty=keys == "!")
    agent.shows(left)
    typed = Typed(agent, "hello; touch RAN")

    assert (why, [], []) == (typed.why, typed.steps, agent.taken)
    assert agent.box == left
    engine.raw("arch-1", "\x15\x7f")
    agent.shows(EMPTY)
    assert Typed(agent, "hello").why == ""
    assert agent.prompts == ["From bob: hello"]


def test_nothing_is_typed_into_a_dialog(engine: Engine) -> None:
    """While a dialog is open no key is pressed."""
    agent = boxed(engine)
    agent.set("dialog")
    agent.shows(None)
    typed = Typed(agent, "1")

    assert (typed.why, typed.steps, agent.taken) == (NO_BOX, [], [])


@pytest.mark.parametrize("size", [("1", "1"), ("8", "3")])
def test_nothing_is_typed_where_nothing_can_be_seen(engine: Engine, size: tuple[str, str]) -> None:
    """In a window that shows no box a message waits."""
    agent = boxed(engine)
    engine.tell("resize-window", "-t", "=arch-1:", "-x", size[0], "-y", size[1])
    if size == ("1", "1"):
        agent.shows(None)
        assert Typed(agent, "hello").why == NO_BOX
    engine.tell("resize-window", "-t", "=arch-1:", "-x", "120", "-y", "40")
    agent.shows(EMPTY)
    assert Typed(agent, "hello").why == ""
    assert agent.prompts == ["From bob: hello"]


def test_somebody_who_begins_a_command_in_between_runs_nothing(engine: Engine) -> None:
    """Pasted behind a `!` that was not there a moment before, a message is taken out again."""
    agent = boxed(engine)
    typed = Typed(agent, "x; touch RAN", terminal=Interfering(agent, paste="!", dialog=False))

    assert (typed.why, typed.steps, agent.taken) == (SHELL, [TYPING], [])
    agent.shows(EMPTY)


def test_somebody_who_types_in_between_is_not_entered(engine: Engine) -> None:
    """Pasted behind words that were not there a moment before, a message is not entered."""
    agent = boxed(engine)
    typed = Typed(agent, "hello", terminal=Interfering(agent, paste="/x ", dialog=False))

    assert (typed.why, typed.steps, agent.taken) == (NOT_SHOWN, [TYPING], [])


def test_a_dialog_that_opens_in_between_is_not_answered(engine: Engine) -> None:
    """Where a dialog opens after the box was looked at, Enter is not pressed."""
    agent = boxed(engine)
    typed = Typed(agent, "hello", terminal=Interfering(agent, dialog=True))

    assert (typed.why, typed.steps, agent.taken) == (NOT_SHOWN, [TYPING], [])


def test_words_behind_a_message_go_with_it(engine: Engine) -> None:
    """Who types on behind a message that is about to be entered has it entered as well."""
    agent = boxed(engine)
    typed = Typed(agent, "hello", terminal=Interfering(agent, enter=" !", dialog=False))

    assert typed.why == ""
    assert agent.prompts == ["From bob: hello !"]


@pytest.mark.parametrize("text", ["hello", "two\nmore\nlines", "many\n" * 9 + "lines"])
def test_a_program_that_hangs_is_told_once(engine: Engine, text: str) -> None:
    """One that shows nothing gets no Enter; however often that was, it gets the message once."""
    agent = boxed(engine)
    agent.set("deaf")
    first = Typed(agent, text)
    again = Typed(agent, text, stage=TYPING)

    assert (first.why, first.steps, again.why) == (NOT_SHOWN, [TYPING], NOT_SHOWN)
    agent.unset("deaf")
    until(lambda: agent.box != EMPTY)
    assert Typed(agent, text, stage=TYPING).why == ""
    assert agent.prompts == [first.text]


def test_after_its_time_no_key_is_pressed(engine: Engine) -> None:
    """A window that is over lets nothing be entered."""
    agent = boxed(engine)
    typed = Typed(agent, "hello", seconds=0.0)

    assert (typed.why in (NOT_SHOWN, NOT_TAKEN), agent.taken) == (True, [])


@pytest.mark.parametrize("pasted", [False, True])
def test_a_message_that_another_was_typing_is_taken_up(engine: Engine, *, pasted: bool) -> None:
    """Killed before Enter, it stands in the box or not, and is entered once either way."""
    agent = boxed(engine)
    if pasted:
        engine.paste("arch-1", "From bob: hello")
        agent.shows(Box(in_shell=False, text="From bob: hello", empty=False))

    assert Typed(agent, "hello", stage=TYPING).why == ""
    assert agent.prompts == ["From bob: hello"]


@pytest.mark.parametrize("taken", [False, True])
def test_a_message_that_another_has_entered_is_entered_once(engine: Engine, *, taken: bool) -> None:
    """Killed about Enter, it is entered if it still stands there, and never a second time."""
    agent = boxed(engine)
    engine.paste("arch-1", "From bob: hello")
    agent.shows(Box(in_shell=False, text="From bob: hello", empty=False))
    if taken:
        engine.raw("arch-1", "\r")
        agent.shows(EMPTY)

    assert Typed(agent, "hello", stage=ENTERED).why == ""
    assert agent.prompts == ["From bob: hello"]


def test_nobody_elses_words_are_entered_for_a_message(engine: Engine) -> None:
    """What a person has typed after a message was entered is not sent in its name."""
    agent = boxed(engine)
    engine.raw("arch-1", "my own")
    agent.shows(Box(in_shell=False, text="my own", empty=False))

    assert Typed(agent, "hello", stage=ENTERED).why == ""
    assert Typed(agent, "hello", stage=TYPING).why == OCCUPIED
    assert agent.taken == []


def test_another_message_of_the_same_sender_is_not_taken_for_it(engine: Engine) -> None:
    """What a person has called back into the box is theirs, whoever has sent it once."""
    agent = boxed(engine)
    engine.paste("arch-1", "From bob: something else")
    agent.shows(Box(in_shell=False, text="From bob: something else", empty=False))

    assert Typed(agent, "hello", stage=TYPING).why == OCCUPIED
    assert Typed(agent, "hello", stage=ENTERED).why == ""
    assert agent.taken == []
