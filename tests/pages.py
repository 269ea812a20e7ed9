"""Read the pages of the documentation: their fenced blocks, tables, links and anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changelog.d/*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
CODE = re.compile(r"(?<!`)(`+)(?!`) ?(.+?) ?(?<!`)\1(?!`)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; `behind` is the text between it and the block before it."""

    page: Path
    line: int
    language: str
    text: str
    behind: str

    def __str__(self) -> str:
        """Name the block for a test's id."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, language: str = "") -> list[Block]:
    """Return the fenced blocks of a page, of one language or of all."""
    text = page.read_text()
    found: list[Block] = []
    end = 0
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, match[1], match[2], text[end : match.start()]))
        end = match.end()
    return [block for block in found if not language or block.language == language]


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return FENCE.sub("", page.read_text())


def tables(page: Path) -> Iterator[list[list[str]]]:
    """Return the tables of a page, the first row of each its head."""
    rows: list[list[str]] = []
    for line in [*prose(page).splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            yield [rows[0], *rows[2:]]
            rows = []


def table(page: Path, *head: str) -> list[list[str]]:
    """Return the rows of the tables whose head begins so."""
    return [row for found in tables(page) if found[0][: len(head)] == [*head] for row in found[1:]]


def words(cell: str) -> list[str]:
    """Return what stands in backticks."""
    return [match[2] for match in CODE.finditer(cell)]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def every_block(language: str) -> list[Block]:
    """Return the blocks of a language, of all pages."""
    return [block for page in PAGES for block in blocks(page, language)]


def with_language(language: str) -> list[Path]:
    """Return the pages that have blocks of a language."""
    return [page for page in PAGES if blocks(page, language)]


def name(page: Path) -> str:
    """Name a page for a test's id."""
    return str(page.relative_to(ROOT))
