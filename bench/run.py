"""
Measure decisions and loading, beside what they are compared with, all in one run.

    python bench/run.py            prints the tables and writes bench/results.md
    python bench/run.py --quick    few rounds and small sizes; writes nothing

Machines differ and are busy: trust the ratios, not the times.
"""

from __future__ import annotations

import argparse
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from deciding import against_loop, against_peers, whole_way
from loading import loading
from stopwatch import FULL, QUICK, Effort

RESULTS = Path(__file__).with_name("results.md")
BENCHES = (against_loop, against_peers, whole_way, loading)


def main() -> None:
    """Run every bench and write down what came out."""
    parser = argparse.ArgumentParser(description="measure Proctor against its peers")
    parser.add_argument("--quick", action="store_true", help="few rounds; nothing is written")
    quick: bool = parser.parse_args().quick
    effort = QUICK if quick else FULL
    head = heading(effort)
    print(head)
    sections = []
    for bench in BENCHES:
        section = bench(effort).markdown()
        print(f"\n{section}", flush=True)
        sections.append(section)
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
