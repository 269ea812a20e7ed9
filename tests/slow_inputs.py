"""
Inputs that are as expensive to decide as we know how to make them, beside a plain one.

The attack tests count the steps that they take, the bench and the fuzzer also measure the time.
They are decided in a real project, so that looks at the host count: many files, and a link.
"""

from __future__ import annotations

import atexit
import itertools
import shutil
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from proctor.approval.covered_files import snapshot
from proctor.approval.drafts import draft_of
from proctor.approval.scripts import contents, scripts_of
from proctor.audit.asked import fit
from proctor.audit.prepare import prepared
from proctor.audit.redaction.redact import Redactor
from proctor.normalise.shell.meaning.walk import kept_tree
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Record, Standing
from proctor.terms.surroundings import Surroundings

SIZE = 128 * 1024
# A command may cost so many times what a plain one of the same size does.
MOST_TIMES = 2.0
AROUND = Surroundings(
    cwd="/home/me/project",
    home="/home/me",
    root="/home/me/project",
    start="/home/me/project",
    proctor_home="/home/me/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
    program=("/usr/lib/proctor",),
)
# A project has so many folders, and so many files in each.
MANY = 100
LINK = "src/linked"
GUARDED = Policy.compile(PROFILES["guarded"])
STANDING = Standing(role="guarded")
KEY = bytes(32)
LINE = 265
PLAIN_LINES = (
    "git log --oneline -n 20 --",
    "grep -n alpha",
    "cat",
    "sed -n 1,90p",
    "wc -l",
    "npm run build --",
    "rm -rf build/alpha",
)


def plain_script(size: int = SIZE) -> str:
    """Return a script of ordinary commands, nearly as many as are looked at, all of them read."""
    names = itertools.cycle("alpha beta gamma delta omega sigma kappa theta lambda".split())
    lines: list[str] = []
    length = 0
    for start in itertools.cycle(PLAIN_LINES):
        line = start
        while len(line) < LINE:
            line += f" src/{next(names)}/{next(names)}.py"
        length += len(line) + 1
        if length > size:
            return "\n".join(lines)
        lines.append(line)
    raise AssertionError


def filled(start: str, again: str, end: str = "", size: int = SIZE) -> str:
    """Return a text of a size that repeats one piece as often as fits."""
    return start + again * ((size - len(start) - len(end)) // len(again)) + end


def made_project(root: Path) -> Path:
    """Make a project with ten thousand files, and a link that leads out of it."""
    for folder in range(MANY):
        place = root / f"folder{folder:02}"
        place.mkdir(parents=True)
        for file in range(MANY):
            (place / f"file{file:02}.txt").touch()
    (root / LINK).parent.mkdir()
    (root / LINK).symlink_to("/etc/hosts")
    return root


@cache
def project() -> Surroundings:
    """Return the surroundings of a project that is there until this process ends."""
    place = Path(tempfile.mkdtemp(prefix="slow-commands-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    root = made_project(place / "project")
    return surroundings(cwd=root, root=root, home=place / "home")


def different_globs(program: str, size: int = SIZE) -> str:
    """Return lines of a program with a hundred patterns each, every one another."""
    lines, length = [], 0
    for start in itertools.count(0, MANY):
        words = [f"folder{number % MANY:02}*/*{number}" for number in range(start, start + MANY)]
        lines.append(f"{program} {' '.join(words)}")
        length += len(lines[-1]) + 1
        if length > size:
            return "\n".join(lines[:-1])
    raise AssertionError


def worst_commands() -> Mapping[str, str]:
    """Return commands that were slow, or are as slow as commands get."""
    linked = f"cat {LINK};"
    return {
        "rows of `eval` with many words": ("eval " * 60 + "a " * 900 + ";") * 40,
        "1,600 times `eval`": "eval " * 1600 + "ls",
        "`eval` alone": filled("", "eval "),
        "`eval` of quotes in quotes": filled("eval ", "eval \\'a\\' "),
        "`env` in `env`": filled("", "env ", "ls"),
        "`sudo` in `sudo`": filled("", "sudo ", "ls"),
        "`((` that is not closed": filled("((", "A "),
        "backticks": filled("", "`a`"),
        "braces": filled("echo ", "{a,b}"),
        "nested braces": filled("echo ", "{a,"),
        "comparisons": filled("[[ ", "a -eq b && ", "a -eq b ]]"),
        "redirections": filled("cat ", "<a "),
        "assignments": filled("", "a=b "),
        "globs": filled("ls ", "* "),
        "one glob": filled("ls ", "*"),
        "variables": filled("echo ", "$a"),
        "loops in loops": "while a; do " * 20 + filled("", "b $c;", size=100_000) + "done;" * 20,
        "a value that grows": filled("a=", "x", size=60_000) + ";a+=b" * 400,
        "many names, many branches": "".join(f"a{n}=1;" for n in range(450)) + "a||" * 400 + "b",
        "blank lines for sqlite3": filled("sqlite3 <<E\n", "\n", "E\n"),
        "a bundle of options": filled("ls -", "l"),
        "a bundle of tar": filled('tar "', "c", '"'),
        "values with defaults": filled("rsync -e $(", "${a:-b}", ")"),
        "brackets that open": filled("npm $(", "[", ")"),
        "secrets in an open quote": filled("mysql -e '", "token: a \nE\n", "'"),
        "secrets by name": filled("alias -- ", "token: a "),
        "secrets for sudo": filled("sudo ", "token=é "),
        "secrets for curl": filled("curl ", "token=a "),
        "JSON that does not close": filled("timeout 5 { ", 'x["', ";}"),
        "commands that redaction reads": filled("crontab - a ", "a&&gh api "),
        "ranges in a substitution": filled("aws s3 $(", "\t{1..9}", ")"),
        "a row of options of declare": filled("declare ", "a -bcdef"),
        "a program of awk": filled("awk '", "{print $1}", "'"),
        "globs for ten thousand files": filled("ls ", "folder*/f* ", size=20_000),
        "globs in folders for ls": filled("ls ", "*/* ", size=20_000),
        "deeper globs for ls": filled("ls ", "*/*/* ", size=20_000),
        "globs in folders for bash": filled("bash ", "*/* ", size=20_000),
        "deeper globs for bash": filled("bash ", "*/*/* "),
        "a long path with globs": filled('declare "', "*/*/* ", '"'),
        "lines of globs": filled("", "ls */*\n"),
        "lines of globs for make": filled("", "make -C folder01 */*;"),
        "different globs for bash": different_globs("bash"),
        "different globs for cp": different_globs("cp"),
        "different globs for rm": different_globs("rm"),
        "different globs for mv": different_globs("mv"),
        "a link before different globs": linked + different_globs("cat", SIZE - len(linked)),
        "a link before globs for cp": linked + different_globs("cp", SIZE - len(linked)),
        "a link before a plain script": linked + plain_script(SIZE - len(linked)),
        "a link before rows of `eval`": linked + ("eval " * 60 + "a " * 900 + ";") * 40,
    }


def decide_whole(call: ToolCall) -> Decision:
    """Decide a call under `guarded`, and make all that is kept, shown and compared of it."""
    kept_tree.cache_clear()
    decision = decide(observed(call, project()), GUARDED)
    contents(scripts_of(decision.action))
    snapshot(decision.action)
    redactor = Redactor()
    record = Record.of(call, decision, None, STANDING, uid="u", timestamp="2026-01-01T00:00:00Z")
    prepared(record, redactor, KEY)
    fit(draft_of(call, decision, STANDING, uid="u", seconds=60), redactor)
    return decision


def shell_call(command: str) -> ToolCall:
    """Return the call of a shell tool."""
    return ToolCall(tool="Bash", input={"command": command})
