"""`proctor audit export`: JSON lines and tables."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.audit.export import FORMULAS, QUOTE, is_formula
from tests.audit.homes import a_record
from tests.cli.conftest import Proctor
from tests.cli.kept import HOSTILE, at, keep
from tests.cli.terminal import on_terminal
from tests.server.running import environment

# Only ends a hang.
PATIENCE = 60


@pytest.mark.usefixtures("kept")
def test_an_export_is_what_the_list_has_oldest_first(proctor: Proctor) -> None:
    """As JSON lines, and as a table that reads the same; filters count."""
    rows = json.loads(proctor("audit", "list", "--json").out)[::-1]
    lines = proctor("audit", "export").out.splitlines()
    table = list(csv.DictReader(io.StringIO(proctor("audit", "export", "--format", "csv").out)))

    assert [json.loads(line) for line in lines] == rows
    assert [row["action_string"] for row in table] == [row["action_string"] for row in rows]
    assert [json.loads(row["input"]) for row in table] == [row["input"] for row in rows]
    assert len(proctor("audit", "export", "--decision", "deny").out.splitlines()) == 2


@pytest.mark.usefixtures("kept")
def test_an_export_to_a_file_says_so_on_stderr(proctor: Proctor, tmp_path: Path) -> None:
    """Nothing is printed on stdout; what is in the file is what would be there."""
    file = tmp_path / "audit.csv"
    result = proctor("audit", "export", "--format", "csv", "--output", str(file))

    assert (result.status, result.out, result.err) == (0, "", f"5 records in {file}\n")
    assert file.read_bytes().decode() == proctor("audit", "export", "--format", "csv").out
    assert proctor("audit", "export", "-o", str(tmp_path / "no" / "x")).status == 2


def test_an_export_that_fails_leaves_the_last_one(
    proctor: Proctor, home: Path, tmp_path: Path
) -> None:
    """Where the store cannot be read, nothing is written over."""
    file = tmp_path / "audit.jsonl"
    file.write_text("yesterday")
    home.mkdir()
    (home / "proctor.db").write_text("no database, but long enough to be looked at as one" * 20)
    result = proctor("audit", "export", "--output", str(file))

    assert (result.status, file.read_text()) == (1, "yesterday")


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "'=1", "''=1", "\uff1d1", "'x", "x=1"]
)
def test_no_cell_is_a_formula_and_every_text_comes_back(
    proctor: Proctor, home: Path, text: str
) -> None:
    """A quote is put before what a spreadsheet would work out, and can be taken away again."""
    keep(home, a_record(text, detail=f"{text}\nand, more"))
    raw = proctor("audit", "export", "--format", "csv").out
    (row,) = csv.DictReader(io.StringIO(raw, newline=""))
    cells = [row["agent_name"], row["detail"]]

    assert not any(cell.lstrip().startswith(FORMULAS) for cell in cells)
    assert [unquoted(cell) for cell in cells] == [text, f"{text}\nand, more"]


def unquoted(cell: str) -> str:
    """Return the text of a cell."""
    quoted = cell.startswith(QUOTE) and is_formula(cell[1:])
    return cell[1:] if quoted else cell


def test_an_export_whose_reader_goes_away_ends_quietly(home: Path) -> None:
    """`export | head` is no error, and says nothing."""
    keep(home, *(at(8, f"make {number}" + " x" * 500) for number in range(500)))
    command = f"{sys.executable} -I -m proctor audit export | head -n 1"
    done = subprocess.run(
        ["/bin/bash", "-c", f"{command}; echo ${{PIPESTATUS[0]}}"],
        env=environment(home), capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    line, status = done.stdout.splitlines()

    assert (json.loads(line)["n"], status, done.stderr) == (1, "141", "")


def test_an_export_that_is_interrupted_ends_with_130(home: Path) -> None:
    """Ctrl-C gives no traceback."""
    keep(home, *(at(8, f"make {number}" + " x" * 500) for number in range(500)))
    with subprocess.Popen(
        [sys.executable, "-I", "-m", "proctor", "audit", "export"],
        env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        # It has written more than the pipe takes, and waits for us.
        process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)

    assert (process.returncode, said) == (130, "")


def test_a_table_that_goes_to_a_terminal_is_spelled_out_too(home: Path) -> None:
    """CSV keeps control characters, since it is for programs; a terminal never gets them."""
    keep(home, at(8, HOSTILE))
    shown = on_terminal(home, "audit", "export", "--format", "csv")

    assert r"tool:bash:echo \x1b[31mred\x1b[0m\r\n\u202egnp.exe\x07" in shown
    assert "\x1b" not in shown
