"""
Measure deciding, loading, keeping and serving, beside what they are compared with, all in one run.

    python bench/run.py            prints the tables and writes bench/results.md
    python bench/run.py --quick    few rounds and small sizes; writes nothing
    python bench/run.py --only through_a_plug    one of them again, put into bench/results.md
    python bench/run.py --corpus FOLDER    adds how labelled commands come out

Machines differ and are busy: trust the ratios, not the times.
"""

from __future__ import annotations

import argparse
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from crowd import crowds
from deciding import against_loop, against_peers, whole_way
from gateway import through_the_gateway
from hooking import whole_hooks
from keeping import appending, many_processes, million
from loading import loading
from plugs import through_a_plug
from restarting import restarting
from serving import deciding_by_http, waking
from shell import long, scores, short, slowest
from stopwatch import FULL, QUICK, Effort
from tools import catalogues
from web import web_page
from web_audit import audit_pages

RESULTS = Path(__file__).with_name("results.md")
BENCHES = (
    whole_hooks,
    short,
    long,
    slowest,
    against_loop,
    against_peers,
    whole_way,
    loading,
    catalogues,
    appending,
    deciding_by_http,
    through_the_gateway,
    through_a_plug,
    waking,
    restarting,
    crowds,
    web_page,
    many_processes,
    million,
    audit_pages,
)


def main() -> None:
    """Run every bench and write down what came out."""
    parser = argparse.ArgumentParser(description="measure Proctor against its peers")
    parser.add_argument("--quick", action="store_true", help="few rounds; nothing is written")
    names = [bench.__name__ for bench in BENCHES]
    parser.add_argument("--only", action="append", choices=names, help="this one; may be repeated")
    parser.add_argument("--corpus", type=Path, help="a folder or file of labelled commands")
    parser.add_argument("--disputed", type=Path, help="commands whose labels are set aside")
    chosen = parser.parse_args()
    quick: bool = chosen.quick
    effort = QUICK if quick else FULL
    head = heading(effort)
    print(head)
    sections = []
    for bench in BENCHES:
        if chosen.only and bench.__name__ not in chosen.only:
            continue
        section = bench(effort).markdown()
        print(f"\n{section}", flush=True)
        sections.append(section)
    if chosen.corpus:
        for scored in scores(chosen.corpus, chosen.disputed):
            sections.append(scored.markdown())
            print(f"\n{sections[-1]}", flush=True)
    if not quick:
        before = RESULTS.read_text(encoding="utf-8")
        whole = renewed(before, sections) if chosen.only else [head, *sections]
        RESULTS.write_text("\n\n".join(whole) + "\n", encoding="utf-8")


def renewed(text: str, sections: list[str]) -> list[str]:
    """Return the parts of the results with some of them measured again, and said so."""
    parts = [part.strip() for part in text.replace("\n## ", "\0## ").split("\0")]
    places = {title_of(part): number for number, part in enumerate(parts)}
    day = datetime.now(UTC).date().isoformat()
    for section in sections:
        again = f"{section}\n* measured in a run of its own, {day}"
        if title_of(section) in places:
            parts[places[title_of(section)]] = again
        else:
            parts.append(again)
    return parts


def title_of(section: str) -> str:
    """Return the first line of a section."""
    return section.partition("\n")[0]


def heading(effort: Effort) -> str:
    """Say what was measured on what, and how."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    day = datetime.now(UTC).date().isoformat()
    return (
        "# What `make bench` measured\n\n"
        f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, {day}. "
        f"CPU time, median of {effort.rounds} rounds, everything in turns within one run: "
        "trust the ratios, not the times."
    )


if __name__ == "__main__":
    main()
