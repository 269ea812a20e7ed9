"""How every run begins and ends."""

from __future__ import annotations

import ast
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proctor.cli.main import COMMANDS
from tests.cli.conftest import COMMAND, Complete, Golden, Proctor
from tests.outside_environment import command_of, make_environment, packages_of

# What these print is for a program, and is JSON already.
SPEAK_JSON = {"hook", "permission-request"}
# It prints nothing of its own, and shows a terminal.
SHOW_TERMINAL = {"attach"}
# Their own commands speak it.
GROUPS = {"role", "tools", "workflow", "audit", "grant", "channel", "session"}


@pytest.mark.parametrize("words", [["ls", "--json"], ["ls", "--json", "--all"], ["list", "--json"]])
def test_ls_is_list(proctor: Proctor, words: list[str]) -> None:
    """The short name is the same command, whatever way it is called."""
    assert proctor(*words).out == "[]\n"


def test_what_list_does_not_take_is_refused_under_both_names(proctor: Proctor) -> None:
    """The quick way to list is for plain calls only."""
    refused = [proctor(name, "--jsn") for name in ("ls", "list")]

    assert [one.status for one in refused] == [2, 2]
    assert all("No such option: --jsn" in one.err for one in refused)


COLON_FORMS = [
    ("tools:sync", "tools sync"),
    ("tools:list", "tools list"),
    ("role:show", "role show"),
    ("chain:status", "workflow status"),
    ("chain:new", "workflow start"),
    ("task:add", "workflow task add"),
    ("task:start", "workflow task start"),
    ("task:complete", "workflow task complete"),
    ("task:approve", "workflow task approve"),
    ("task:status", "workflow task status"),
    ("task:list", "workflow task list"),
]


@pytest.mark.parametrize(("colon", "words"), COLON_FORMS)
def test_colon_form_is_the_command(proctor: Proctor, colon: str, words: str) -> None:
    """The way in which choragen writes a command, and each of its ids with a colon, names ours."""
    shown = proctor(*words.split(), "--help")

    assert shown.status == 0
    assert proctor(colon, "--help") == shown
    assert proctor("help", colon) == shown


@pytest.mark.parametrize("word", ["approve:12", "tools:", ":sync", "tolls:sync", "list:all"])
def test_colon_without_a_group_names_no_command(proctor: Proctor, word: str) -> None:
    """Only a command with commands below it can stand before the colon."""
    result = proctor(word)

    assert (result.status, result.out) == (2, "")
    assert f"error: No such command '{word}'." in result.err


def test_help_lists_every_command(proctor: Proctor, golden: Golden) -> None:
    """`proctor --help` names every command of the table, and is as we last read it."""
    result = proctor("--help")

    assert result.status == 0
    golden("cli/help.txt", result.out)
    assert all(f"  {name} " in result.out for name in COMMANDS)


def test_no_summary_is_cut_on_a_narrow_terminal(
    proctor: Proctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns each is there to its last word."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = proctor("--help").out

    assert [what for _, what in COMMANDS.values() if what not in shown] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_and_json(proctor: Proctor, name: str) -> None:
    """Every command explains itself with an example."""
    result = proctor(name, "--help")

    assert (result.status, result.err) == (0, "")
    assert "Examples:" in result.out
    assert f"proctor {name}" in result.out
    assert "--json" in result.out or name in GROUPS | SPEAK_JSON | SHOW_TERMINAL


def test_the_version_is_told(process: Proctor) -> None:
    """`proctor --version` prints the installed version."""
    result = process("--version")

    assert (result.status, result.out) == (0, "proctor 0.1.0\n")


def test_the_package_can_be_run(project: Path) -> None:
    """`python -m proctor` is the command."""
    done = subprocess.run(
        [sys.executable, "-m", "proctor", "--version"], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "proctor 0.1.0\n", "")


@pytest.mark.parametrize("words", [[], ["explain"], ["role"], ["role", "show"]])
def test_help_has_three_spellings(proctor: Proctor, words: list[str]) -> None:
    """`--help`, `-h` and `help` before a command say the same."""
    long = proctor(*words, "--help")

    assert (long.status, long.err) == (0, "")
    assert proctor(*words, "-h") == long
    assert proctor("help", *words) == long


def test_help_for_what_is_not_there_is_a_sentence(proctor: Proctor) -> None:
    """`proctor help` of a wrong word says what was meant."""
    result = proctor("help", "exlain")

    assert (result.status, result.out) == (2, "")
    assert "error: No such command 'exlain'. Did you mean 'explain'?" in result.err


def test_no_command_is_a_wrong_call(proctor: Proctor) -> None:
    """Without a command the help goes to stderr, and the status says that the call was wrong."""
    result = proctor()

    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("Usage: proctor [OPTIONS] COMMAND [ARGS]...")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["exlain"], "error: No such command 'exlain'. Did you mean 'explain'?"),
        (["--nope"], "error: No such option: --nope"),
        (["explain"], "error: Missing argument 'TOOL'."),
        (["replay"], "error: Missing argument 'FILE.jsonl'."),
        (["role", "shwo"], "error: No such command 'shwo'. Did you mean 'show'?"),
        (["ex\x1b[31mlain"], r"error: No such command 'ex\x1b[31mlain'. Did you mean 'explain'?"),
    ],
)
def test_a_wrong_call_is_a_sentence(proctor: Proctor, args: list[str], error: str) -> None:
    """What is wrong with a call is said on stderr, with exit status 2."""
    result = proctor(*args)

    assert (result.status, result.out) == (2, "")
    assert error in result.err.splitlines()


@pytest.mark.parametrize(
    ("args", "absent"),
    [
        (["--help"], ("rich", "pydantic", "proctor.cli.")),
        (["--version"], ("rich", "pydantic", "proctor.cli.")),
        (["nope"], ("rich", *(module for module, _ in COMMANDS.values()))),
        (["demo", "--json"], ("rich",)),
    ],
)
def test_only_what_is_needed_is_imported(args: list[str], absent: tuple[str, ...]) -> None:
    """Help and version load no command, and what has no colours loads no rich."""
    code = (
        "import sys; from proctor.cli.main import run; sys.argv[1:] and run(sys.argv[1:]);"
        "print(sorted(sys.modules), file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=True
    )

    loaded = set(ast.literal_eval(done.stderr.splitlines()[-1])) - {"proctor.cli.main"}
    assert [name for name in sorted(loaded) if name.startswith(absent)] == []


def test_a_reader_that_goes_away_is_no_error(project: Path) -> None:
    """`proctor … | head` ends without a traceback."""
    calls = project / "calls.jsonl"
    calls.write_text('{"tool": "Read", "input": {"file_path": "a"}}\n' * 5000)

    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} replay calls.jsonl --role coder --json | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert json.loads(done.stdout)["n"] == 1
    assert done.stderr == ""


def test_a_reader_that_is_gone_already_is_no_error(project: Path) -> None:
    """A closed pipe at the very end is quiet too, and gives its own status."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [COMMAND, "role", "list"], stdout=gone, stderr=subprocess.PIPE, check=False
        )

    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_crash(project: Path, closed: str) -> None:
    """Without stdin, stdout or stderr the command still ends as it should."""
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} explain --role coder --mode default Bash 'sudo x' {closed}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (20, "")


def test_a_full_disk_is_a_sentence(project: Path) -> None:
    """What cannot be written is said, once."""
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} role list > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


def test_an_interrupt_is_quiet(project: Path) -> None:
    """Ctrl-C ends with status 130 and without a word."""
    with subprocess.Popen(
        [COMMAND, "replay", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(b"{}\n")
        running.stdin.flush()
        # The first answer shows that it reads; then it waits for more.
        assert running.stdout.readline().startswith(b'{"n": 1')
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, b"")


def test_an_early_interrupt_is_quiet(project: Path, tmp_path: Path) -> None:
    """Ctrl-C while the command is still being loaded gives no traceback either."""
    early = make_environment(tmp_path / "early")
    (packages_of(early) / "typer").unlink()
    (packages_of(early) / "typer.py").write_text("raise KeyboardInterrupt\n")

    done = subprocess.run(
        [command_of(early), "role", "list"], capture_output=True, check=False, timeout=60
    )

    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_no_answer_is_no(project: Path) -> None:
    """Ctrl-D at a question says that nothing was done, with status 1."""
    (project / ".proctor" / "roles").mkdir(parents=True)
    (project / ".proctor" / "roles" / "a.yaml").write_text("permissions: {allow: [Bash]}\n")
    person, terminal = pty.openpty()
    with subprocess.Popen(
        [COMMAND, "trust"], stdin=terminal, stderr=terminal, stdout=subprocess.PIPE
    ) as running:
        os.close(terminal)
        seen = b""
        while not seen.endswith(b"[y/N]:"):
            seen += os.read(person, 1000)
        os.write(person, b"\x04")
        while b"done" not in seen:
            seen += os.read(person, 1000)
        assert running.stdout
        running.stdout.read()
        running.wait(timeout=30)
    os.close(person)

    assert (running.returncode, b"no answer: nothing was done" in seen) == (1, True)


def test_a_folder_that_is_gone_is_a_sentence(project: Path) -> None:
    """In a deleted folder there is an error, not a traceback."""
    gone = project / "gone"
    gone.mkdir()

    done = subprocess.run(
        ["sh", "-c", f"cd {gone} && rmdir {gone} && {COMMAND} role list"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    # Before it, some shells say that there is no such folder.
    assert done.stderr.splitlines()[-1].startswith("error: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("proctor ex", ["explain"]),
        ("proctor role sh", ["show"]),
        ("proctor explain --role cod", ["coder"]),
        ("proctor explain --mode acc", ["acceptEdits"]),
        ("proctor explain WebF", ["WebFetch"]),
        ("proctor role show arch", ["architect"]),
        ("proctor test --role op", ["open", "ops"]),
        ("proctor gr", ["grant"]),
        ("proctor grant re", ["revoke"]),
        ("proctor channel test tele", ["telegram"]),
        ("proctor approve 1", []),
        ("proctor grant revoke 1", []),
    ],
)
def test_words_complete(complete: Complete, words: str, found: list[str]) -> None:
    """Commands, roles, modes and tools complete."""
    assert complete(words) == found


def test_the_completion_script_is_shown(process: Proctor) -> None:
    """`--show-completion` prints a script for the shell."""
    env = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}

    result = process("--show-completion", "bash", env=env)

    assert "_PROCTOR_COMPLETE" in result.out


@pytest.mark.parametrize(("shell", "file"), [("zsh", ".zfunc/_proctor"), ("fish", ".config/fish")])
def test_completion_is_installed_for_the_shell_that_is_named(
    process: Proctor, project: Path, shell: str, file: str
) -> None:
    """`--install-completion zsh` means zsh, whatever runs the command."""
    result = process("--install-completion", shell)

    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(f"{shell} completion installed in ")
    assert (project.parent / "user" / file).exists()


def test_a_shell_that_is_none_is_a_sentence(process: Proctor) -> None:
    """A shell that nobody knows is a wrong call."""
    result = process("--show-completion", "zhs")

    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "error: `zhs` is not a shell that can complete\nhelp: did you mean `zsh`?\n"
    )
