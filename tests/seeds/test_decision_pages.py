"""The pages that explain where we differ from the seeds."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tables import each_row

PAGES = Path(__file__).parents[2] / "docs" / "decisions"
HEADINGS = ["Summary", "Example", "Motivation", "Design", "Drawbacks", "Alternatives"]


@each_row("page", sorted(PAGES.glob("*.md")), ids=lambda page: str(page.name))
def test_a_page_has_its_headings_and_its_number(page: Path) -> None:
    """Every page has the same six headings, and its title repeats the number of its file."""
    text = page.read_text()

    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert text.startswith(f"# {page.name[:4]}: ")


def test_the_numbers_have_no_gap() -> None:
    """Pages are numbered from 0001 on, each number once."""
    numbers = [int(page.name[:4]) for page in sorted(PAGES.glob("*.md"))]

    assert numbers == list(range(1, len(numbers) + 1))


@each_row("module", sorted(Path(__file__).parent.glob("test_*.py")), ids=lambda m: str(m.name))
def test_a_page_that_a_test_names_is_there(module: Path) -> None:
    """A docstring that sends its reader to a page sends them to one that exists."""
    named = re.findall(r"\b\d{4}-[a-z0-9-]+\.md", module.read_text())

    assert [name for name in named if not (PAGES / name).is_file()] == []
