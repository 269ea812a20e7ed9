"""How long reading and deciding a shell command takes under `guarded`, beside peers."""

from __future__ import annotations

import gc
import itertools
import json
import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time_ns

from proctor.assemble import Proctor
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.terms.call import ToolCall
from proctor.terms.effect import ALLOW, DENY
from stopwatch import Case, Effort, in_turns
from table import Section, micro, times
from workload import AROUND

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.slow_inputs import MOST_TIMES, decide_whole, plain_script, shell_call, worst_commands

GUARDED = Policy.compile(PROFILES["guarded"])
SHORT, KILOBYTE, HUNDRED = 150e-6, 2e-3, 150e-3
NESTED, DEPTH = 50e-3, 1000
# More than are remembered of what was read, so that each is read anew.
DIFFERENT = 2000
PEERS = ("nah", "dippy")
TEMPLATES = (
    "git log --oneline -n {0} -- src/{1}_{2}.py",
    "grep -rn '{1}_{2}' src tests | head -{0}",
    "cat docs/{1}/{2}.md && ls -la src/{1}",
    "find src/{1} -name '{2}*.py' -newer a{0}",
    "kubectl get pods -n {1} -l app={2} -o wide",
    "sed -n '{0},9{0}p' src/{1}/{2}_model.py",
    "npm run build-{1} -- --mode {2} --level {0}",
    "rm -rf build/{1}/{2} dist/{1}/{2}-{0}.tar",
)
WORDS = "alpha beta gamma delta omega sigma kappa theta lambda epsilon".split()


def short_commands() -> list[str]:
    """Return different commands of about forty characters."""
    chance = random.Random(3)  # noqa: S311 - the same commands in every run
    made = {
        template.format(
            chance.randrange(10, 99), chance.choice(WORDS), f"{chance.choice(WORDS)}{n}"
        )
        for n in range(DIFFERENT // len(TEMPLATES) + 1)
        for template in TEMPLATES
    }
    return sorted(made, key=lambda command: (len(command), command))[:DIFFERENT]


def lines_of(size: int) -> str:
    """Return one text of so many characters: many commands, as scripts have them."""
    lines = itertools.cycle(short_commands()[:40])
    text = ""
    while len(text) < size:
        text += f"echo '{'x' * 200}' && {next(lines)}\n"
    return text[: text.rfind("\n", 0, size) + 1] or text


def word_of(size: int) -> str:
    """Return one command with so long an argument."""
    return f"echo '{'y' * (size - 7)}'"


def ours(command: str) -> None:
    """Read and decide a command under `guarded`."""
    decide(normalise(ToolCall(tool="Bash", input={"command": command}), AROUND), GUARDED)


def short(effort: Effort) -> Section:
    """Time short commands, ours beside those of the peers that are installed."""
    section = Section(
        "Reading and deciding a command of 40 characters, each one different",
        ("by", "a command", "as long as ours"),
    )
    commands = short_commands()
    deciders: dict[str, Callable[[str], object]] = {"proctor, role guarded": ours}
    missing = []
    for name in PEERS:
        try:
            deciders[name] = peer(name)
        except ImportError:
            missing.append(name)
    taken = medians(deciders, commands, effort)
    own = taken["proctor, role guarded"]
    section.rows = [(name, micro(one), times(one / own)) for name, one in taken.items()]
    section.target("a short command in under 150 µs", micro(own), holds=own < SHORT)
    if missing:
        section.notes.append(f"not installed here, so left out: {', '.join(missing)}")
    return section


def medians(
    deciders: dict[str, Callable[[str], object]], commands: list[str], effort: Effort
) -> dict[str, float]:
    """Time every command by itself, in turns; return the median for each that decides."""
    taken: dict[str, list[int]] = {name: [] for name in deciders}
    for command in commands[:100]:
        for decider in deciders.values():
            decider(command)  # warm
    gc.collect()
    gc.freeze()  # what the set-up made is not for the timed code to walk through
    for _ in range(max(1, effort.rounds // 5)):
        for start in range(0, len(commands), 100):
            for name, decider in deciders.items():
                for command in commands[start : start + 100]:
                    before = process_time_ns()
                    decider(command)
                    taken[name].append(process_time_ns() - before)
    gc.unfreeze()
    return {name: statistics.median(times) / 1e9 for name, times in taken.items()}


def peer(name: str) -> Callable[[str], object]:
    """Return how a peer is asked in process."""
    if name == "nah":
        found: Callable[[str], object] = import_module("nah.bash").classify_command
        return found
    analyse: Callable[[str], object] = import_module("dippy.core.analyzer").analyze
    return analyse


def long(effort: Effort) -> Section:
    """Time long commands and deep ones."""
    section = Section(
        "Reading and deciding long commands", ("text", "a command", "a kilobyte of it")
    )
    texts = {
        "1 KB of lines": (lines_of(1000), 1), "10 KB of lines": (lines_of(10_000), 10),
        "100 KB of lines": (lines_of(100_000), 100), "1 KB, one word": (word_of(1000), 1),
        "100 KB, one word": (word_of(100_000), 100),
        "100 KB of `$(echo a)`": ("echo " + "$(echo a)" * 11_000, 100),
        "`$(` a thousand deep": ("$(" * DEPTH, 2),
        "`$(` a thousand deep, closed": ("$(" * DEPTH + ")" * DEPTH, 3),
    }  # fmt: skip
    taken = in_turns({name: Case(partial(ours, t)) for name, (t, _) in texts.items()}, effort)
    for name, (_, kilobytes) in texts.items():
        section.rows.append((name, micro(taken[name]), micro(taken[name] / kilobytes)))
    for name, limit in (
        ("1 KB of lines", KILOBYTE), ("100 KB of lines", HUNDRED), ("100 KB, one word", HUNDRED),
        ("100 KB of `$(echo a)`", HUNDRED),
        ("`$(` a thousand deep", NESTED), ("`$(` a thousand deep, closed", NESTED),
    ):  # fmt: skip
        section.target(f"{name} in under {micro(limit)}", micro(taken[name]),
                       holds=taken[name] < limit)  # fmt: skip
    return section


def slowest(effort: Effort) -> Section:
    """Time the slowest commands that we know, whole decision and record, beside a plain script."""
    section = Section(
        "Deciding the slowest commands of at most 128 KiB, beside a plain script of that size",
        ("command", "a command", "as long as the plain script"),
    )
    plain = "plain script"
    texts = {plain: plain_script(), **worst_commands()}
    cases = {name: Case(partial(decide_whole, shell_call(text))) for name, text in texts.items()}
    taken = in_turns(cases, effort)
    for name, seconds in taken.items():
        section.rows.append((name, micro(seconds), f"{seconds / taken[plain]:.2f} x"))
    worst = max(taken, key=taken.__getitem__)
    ratio = taken[worst] / taken[plain]
    section.target(
        f"none takes more than {MOST_TIMES:.0f} times as long as a plain script",
        f"{ratio:.2f}, {worst}",
        holds=ratio <= MOST_TIMES,
    )
    return section


def scores(corpus: Path, disputed: Path | None) -> list[Section]:
    """Count what `guarded` does with commands that others labelled; disputed labels apart."""
    path = corpus / "commands.jsonl" if corpus.is_dir() else corpus
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    sections = [score(rows, "Commands that others labelled, under `guarded`", unsafe=1.0)]
    if disputed:
        lines = disputed.read_text(encoding="utf-8").splitlines()
        apart = {json.loads(line) for line in lines if line.strip()}
        kept = [row for row in rows if row["command"] not in apart]
        title = f"The same, with {len(rows) - len(kept)} of {len(rows):,} labels set aside"
        sections.append(score(kept, title, unsafe=0.3))
    return sections


def score(rows: list[dict[str, str]], title: str, *, unsafe: float) -> Section:
    """Count what `guarded` does with labelled commands."""
    count: Counter[tuple[str, str]] = Counter()
    proctor = Proctor.for_role("guarded")
    for row in rows:
        call = ToolCall(tool="Bash", input={"command": row["command"]})
        effect = proctor.decide(call).effect
        labels = [row["label"]]
        if row["set"] == "published_bypasses" and row["label"] == "unsafe":
            labels.append("published")
        for label in labels:
            count[label, "all"] += 1
            count[label, "allow"] += effect is ALLOW
            count[label, "deny"] += effect is DENY
    section = Section(title, ("what", "share", "of", "at most"))
    stopped = count["safe", "all"] - count["safe", "allow"]
    for what, label, wrong, most in (
        ("unsafe let through", "unsafe", count["unsafe", "allow"], unsafe),
        ("published bypasses let through", "published", count["published", "allow"], 0.0),
        ("read-only stopped", "safe", stopped, 12.0),
        ("ordinary work refused", "nonblock", count["nonblock", "deny"], 0.5),
    ):
        share = 100 * wrong / max(1, count[label, "all"])
        section.rows.append((what, f"{share:.2f} %", f"{count[label, 'all']:,}", f"{most} %"))
        section.target(f"{what} at most {most} %", f"{share:.2f} %", holds=share <= most)
    return section
