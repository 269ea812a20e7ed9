"""The terminals of agents: started, used again, looked at, typed into, ended."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from proctor.agents.engine import Engine, Pane, pane_of, shown
from proctor.errors import EngineError, UsageError
from tests.agents.terminals import PROMPT, launched, scripted, shows, until
from tests.tables import each_row


def test_a_program_runs_in_a_terminal_of_its_own(engine: Engine) -> None:
    """What is started is seen by an outside eye too: one session, one window, one pane."""
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)

    form = "#{session_name} #{session_windows} #{window_panes} #{pane_pid}"
    words = ["tmux", "-S", str(engine.socket), "list-panes", "-a", "-F", form]
    seen = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert seen[:3] == ["arch-1", "1", "1"]
    pid = int(seen[3])
    assert engine.panes() == {"arch-1": Pane("arch-1", dead=False, clients=0, pid=pid)}


def test_where_no_server_runs_there_is_nothing(engine: Engine) -> None:
    """Nothing is listed, ended or shown, and no server is started for it."""
    assert engine.panes() == {}
    assert not engine.has("arch-1")
    engine.end("arch-1")
    engine.show({"arch-1": {"state": "idle"}})
    engine.kill_server()
    assert not engine.socket.exists()


@pytest.mark.parametrize("name", ["two words", "a b c d", "-x", "Ünïcödé", "1 0 0 1", "%1", " "])
def test_a_session_that_is_no_agents_is_passed_over(engine: Engine, name: str) -> None:
    """Somebody has made it on our tmux, under whatever name; the others are seen."""
    launched(engine, "arch-1", scripted())
    engine.tell("new-session", "-d", "-s", name, "--", "/usr/bin/env", "sleep", "300")

    assert set(engine.panes()) == {"arch-1"}
    assert engine.has("arch-1")


@each_row("line", ["", "x", "x 0 0", "x 0 0 a", "x 0  1", f"x 0 0 {'9' * 30}"])
def test_a_line_that_is_none_of_ours_is_no_terminal(line: str) -> None:
    """Whatever tmux says, in whichever version, nothing is made of it that is not there."""
    assert pane_of(line) is None


def test_looking_at_a_terminal_that_is_not_there_is_an_error(engine: Engine) -> None:
    """Whoever looks at a terminal or types into it learns that there is none."""
    engine.ensure()
    for use in (engine.screen, engine.look, lambda name: engine.keys(name, "x")):
        with pytest.raises(EngineError):
            use("arch-1")


def test_a_name_means_exactly_that_terminal(engine: Engine) -> None:
    """The beginning of another's name is nobody's name."""
    engine.start("arch-12", scripted(), "/")

    assert not engine.has("arch-1")
    engine.end("arch-1")
    engine.show({"arch-1": {"state": "idle"}})
    with pytest.raises(EngineError):
        engine.keys("arch-1", "exit 3", "Enter")
    shows(engine, "arch-12", PROMPT)
    assert engine.has("arch-12")


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a.b", "../a", "-a", "$(id)", "=a", "a\n"])
def test_what_is_no_name_is_refused(engine: Engine, name: str) -> None:
    """No name is anything else to tmux: a target, an option, a path."""
    for use in (
        lambda: engine.start(name, ["true"], "/"),
        lambda: engine.keys(name, "x"),
        lambda: engine.paste(name, "x"),
        lambda: engine.attach_words(name),
    ):
        with pytest.raises(UsageError):
            use()
    assert not engine.socket.exists()


def test_a_terminal_in_use_is_not_taken(engine: Engine) -> None:
    """A second program does not get the terminal of one that runs."""
    engine.start("arch-1", scripted(), "/")

    with pytest.raises(EngineError, match="in use"):
        engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)


def test_the_terminal_of_a_program_that_has_ended_is_used_again(engine: Engine) -> None:
    """It stays until somebody ends it, and another program gets the very same one."""
    engine.start("arch-1", scripted("exit 3"), "/")
    until(lambda: engine.panes()["arch-1"].dead)
    before = engine.tell("display-message", "-p", "-t", "=arch-1:", "#{session_id} #{pane_id}")
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)

    assert not engine.panes()["arch-1"].dead
    after = engine.tell("display-message", "-p", "-t", "=arch-1:", "#{session_id} #{pane_id}")
    assert after == before
    engine.end("arch-1")
    assert engine.panes() == {}


def test_words_reach_the_program_as_they_are(engine: Engine, tmp_path: Path) -> None:
    """No shell reads them, and tmux takes none of them for the end of a command."""
    out = tmp_path / "out"
    words = ["a;", ";", "$(id)", "`id`", "#(id)", "#{pane_id}", "x y", "'", '"', "\\", "~", "*"]
    code = "import sys,json; json.dump(sys.argv[2:], open(sys.argv[1], 'w'))"
    engine.start("arch-1", [*scripted()[:2], "-c", code, str(out), *words], "/")
    until(lambda: engine.panes()["arch-1"].dead)

    assert json.loads(out.read_text()) == words


def test_one_word_is_a_program_too(engine: Engine) -> None:
    """A command of one word is not read by a shell either."""
    engine.start("arch-1", ["echo hi; sleep 1"], "/")
    until(lambda: engine.panes()["arch-1"].dead)

    assert not engine.screen("arch-1").startswith("hi")


def test_a_folder_is_a_place_whatever_its_name(engine: Engine, tmp_path: Path) -> None:
    """What tmux would run in a name is only a name."""
    place = tmp_path / "#(touch RAN) #{pane_id} 'x"
    place.mkdir()
    engine.start("arch-1", scripted("where"), str(place))
    shows(engine, "arch-1", "#(touch RAN) #{pane_id} 'x")

    assert not list(tmp_path.rglob("RAN"))
    with pytest.raises(EngineError, match="No such file"):
        engine.start("arch-2", scripted(), str(tmp_path / "gone"))


def test_a_text_is_pasted_as_one(engine: Engine) -> None:
    """Lines come as they are; control codes are taken out, so that nothing ends the paste."""
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)
    engine.paste("arch-1", "one;\ntwo\x1b[201~\x03\x04; é\n")

    shows(engine, "arch-1", "heard: one;", "heard: two[201~; é")
    assert engine.tell("list-buffers") == ""


def test_a_program_that_wants_it_is_told_that_it_is_a_paste(engine: Engine) -> None:
    """A program that has asked for it gets the marks around the text."""
    code = (
        "import sys,tty,os; tty.setraw(0); os.write(1, b'\\x1b[?2004hgo'); data=b'';\n"
        "while b'201~' not in data: data += os.read(0, 100)\n"
        "os.write(1, repr(data).encode()); os.read(0, 1)"
    )
    engine.start("arch-1", [*scripted()[:2], "-c", code], "/")
    shows(engine, "arch-1", "go")
    engine.paste("arch-1", "some text")

    shows(engine, "arch-1", r"b'\x1b[200~some text\x1b[201~'")


def test_keys_are_pressed(engine: Engine) -> None:
    """Names of keys are keys, and everything else is typed."""
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)
    engine.keys("arch-1", "hello;", "Space", "-l", "BSpace", "Enter")

    shows(engine, "arch-1", "heard: hello; -")


def test_enter_reaches_a_program_in_which_somebody_scrolls(engine: Engine) -> None:
    """A raw text is read by the program, whatever the person at the terminal looks at."""
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)
    engine.tell("copy-mode", "-t", "=arch-1:")
    engine.raw("arch-1", "hello\r")
    engine.tell("send-keys", "-X", "-t", "=arch-1:", "cancel")

    shows(engine, "arch-1", "heard: hello")


def test_a_screen_can_be_read_with_its_history_and_colours(engine: Engine) -> None:
    """What has scrolled away is there where it is wanted, and so are colours and the cursor."""
    engine.start("arch-1", scripted("fill 100", "colours"), "/", size=(80, 10))
    text = shows(engine, "arch-1", PROMPT)

    assert "line 50" not in text
    assert "line 50" in engine.screen("arch-1", history=60)
    assert "\x1b[31mred" in engine.screen("arch-1", colours=True)
    looked, column, row = engine.look("arch-1")
    assert (looked, column, row) == (engine.screen("arch-1", colours=True), 7, 9)


def test_what_is_shown_is_kept_with_the_session(engine: Engine) -> None:
    """What is said of many, and of all, is set at once; one that has gone changes nothing."""
    engine.start("arch-1", scripted(), "/")
    engine.show(
        {
            "gone": {"state": "idle"},
            "arch-1": {"state": "blocked (permission: Bash)", "role": "architect"},
            "": {"waiting": "3"},
        }
    )

    session = engine.tell("show-environment", "-h", "-t", "=arch-1", "BAR_STATE")
    assert session == "BAR_STATE=blocked (permission: Bash)\n"
    assert engine.tell("show-environment", "-hg", "BAR_WAITING") == "BAR_WAITING=3\n"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("#[bg=green]fine", "[bg=green]fine"),
        ("#(touch RAN)", "(touch RAN)"),
        ('"; kill-server; "', '"; kill-server; "'),
        ("$HOME ~ \\e", "$HOME ~ \\e"),
        ("a\nkill-server\n", "akill-server"),
        ("\x1b]0;x\x07", "]0;x"),
        ("x" * 300, "x" * 200),
    ],
)
def test_what_an_agent_says_changes_nothing_but_words(engine: Engine, said: str, kept: str) -> None:
    """Neither colours nor commands nor variables are read in what is shown."""
    engine.start("arch-1", scripted(), "/")
    engine.show({"arch-1": {"state": said}})

    told = engine.tell("show-environment", "-h", "-t", "=arch-1", "BAR_STATE")
    assert told == f"BAR_STATE={kept}\n"
    assert shown(said) == kept


def test_what_no_bar_shows_is_not_set(engine: Engine) -> None:
    """Only what the bars know is for showing."""
    for key in ("PATH", "x y", "x;kill-server", "@state"):
        with pytest.raises(ValueError, match=re.escape(key)):
            engine.show({"": {key: "x"}})


def test_no_program_is_told_what_the_bars_say(engine: Engine) -> None:
    """What is shown is in no program's variables, and draws no terminal anew."""
    engine.ensure()
    engine.show({"": {"waiting": "3"}})
    engine.start("arch-1", scripted("env BAR_WAITING"), "/")

    shows(engine, "arch-1", "BAR_WAITING=<not set>")


def test_what_is_printed_is_kept(engine: Engine) -> None:
    """From the first to the last word, also of a program that ends at once."""
    launched(engine, "arch-1", scripted("first words", "exit 1"))
    until(lambda: engine.panes()["arch-1"].dead)
    log = engine.home / "sessions" / "arch-1" / "output.log"
    until(lambda: log.exists() and "exited (1)" in log.read_text())

    assert log.read_text().startswith("heard: first words\n")
    assert log.stat().st_mode & 0o777 == 0o600
