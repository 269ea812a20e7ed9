"""
Measure deciding, loading, keeping and serving, beside what they are compared with, all in one run.

    python bench/run.py            prints the tables and writes bench/results.md
    python bench/run.py --quick    few rounds and small sizes; writes nothing
    python bench/run.py --corpus FOLDER    adds how labelled commands come out

Machines differ and are busy: trust the ratios, not the times.
"""

from __future__ import annotations

import argparse
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from deciding import against_loop, against_peers, whole_way
from hooking import whole_hooks
from keeping import appending, many_processes, million
from loading import loading
from serving import deciding_by_http, waking
from shell import long, scores, short
from stopwatch import FULL, QUICK, Effort

RESULTS = Path(__file__).with_name("results.md")
BENCHES = (
    whole_hooks,
    short,
    long,
    against_loop,
    against_peers,
    whole_way,
    loading,
    appending,
    deciding_by_http,
    waking,
    many_processes,
    million,
)


def main() -> None:
    """Run every bench and write down what came out."""
    parser = argparse.ArgumentParser(description="measure Proctor against its peers")
    parser.add_argument("--quick", action="store_true", help="few rounds; nothing is written")
    parser.add_argument("--corpus", type=Path, help="a folder or file of labelled commands")
    parser.add_argument("--disputed", type=Path, help="commands whose labels are set aside")
    chosen = parser.parse_args()
    quick: bool = chosen.quick
    effort = QUICK if quick else FULL
    head = heading(effort)
    print(head)
    sections = []
    for bench in BENCHES:
        section = bench(effort).markdown()
        print(f"\n{section}", flush=True)
        sections.append(section)
    if chosen.corpus:
        for scored in scores(chosen.corpus, chosen.disputed):
            sections.append(scored.markdown())
            print(f"\n{sections[-1]}", flush=True)
    if not quick:
        RESULTS.write_text("\n\n".join([head, *sections]) + "\n", encoding="utf-8")


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
