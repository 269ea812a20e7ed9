"""What pages are made of: nothing inline, nothing from elsewhere, and no class without a style."""

from __future__ import annotations

import re
from pathlib import Path

from proctor.server.web.render import PAGES, PLACES
from proctor.server.web.static_files import FOLDER, KINDS
from tests.tables import each_row

WEB = FOLDER.parent
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
OURS = sorted(path for path in FOLDER.glob("*.js") if not path.name.startswith("htmx"))
CODE = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
# What must not stand in a template, and why.
FORBIDDEN = {
    "an inline script": r"<script(?![^>]*\ssrc=)|<script[^>]*>[^<]",
    "an inline style": r"<style|\sstyle\s*=",
    "a script in an attribute": r"\son[a-z]+\s*=\s*[\"']|hx-on|js:|javascript:",
    "a filter that needs eval": r"hx-trigger=\"[^\"]*\[",
    "something from elsewhere": r"(?:src|href|action)\s*=\s*[\"']?\s*(?:https?:)?//",
    "text that is not escaped": r"\|\s*safe\b|autoescape",
    "markup in an attribute": r"=\"[^\"<>]*{{[^}\"]*\|\s*shown[^}\"]*}}[^\"<>]*\"",
    "markup in an option or a title": r"(?:<option[^<]*|block title %})[^<%]*\|\s*shown",
}  # fmt: skip
# Where our own scripts would turn a text into markup or code.
DANGEROUS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|https?://"
)
CSS_CLASS = re.compile(r"\.((?:\\.|[\w-])+)")


def name_of(path: Path) -> str:
    """Return the name of a template."""
    return str(path.relative_to(WEB / "templates"))


@each_row("path", TEMPLATES, ids=name_of)
def test_a_template_has_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    """The policy of every page would stop it; and what is hostile stays a text."""
    text = path.read_text()
    found = [
        f"{what}: {hit[0][:80]}"
        for what, pattern in FORBIDDEN.items()
        for hit in re.finditer(pattern, text, re.IGNORECASE)
    ]

    assert found == []


@each_row("path", TEMPLATES, ids=name_of)
def test_a_template_can_be_read(path: Path) -> None:
    """A mistake in a template is found before somebody opens its page."""
    PAGES.get_template(name_of(path))


@each_row("path", OURS, ids=lambda path: path.name)
def test_our_scripts_make_no_markup_of_text(path: Path) -> None:
    """They set texts and attributes, run nothing that they are told, and load nothing."""
    assert DANGEROUS.findall(path.read_text()) == []


def test_the_style_sheet_loads_nothing() -> None:
    """No font and no picture of another site; only what is in it."""
    text = re.sub(r"url\(\"data:[^\"]*\"\)", "", (FOLDER / "app.css").read_text())

    assert re.findall(r"@import|url\([^)]*\)|https?://(?!tailwindcss.com|daisyui.com)", text) == []


def test_htmx_comes_with_its_licence() -> None:
    """Whose it is stands in the file, and nothing points to a map that is not there."""
    text = (FOLDER / "htmx.min.js").read_text()

    assert text.count("/*! htmx.org 4.0.0, licence BSD-0-Clause") == 2
    assert "sourceMappingURL" not in text


def test_every_static_file_is_one_that_is_sent() -> None:
    """Nothing lies there that no page can load."""
    assert [path.name for path in FOLDER.iterdir() if path.suffix not in KINDS] == []


def test_every_class_that_a_template_names_has_a_style() -> None:
    """Whoever adds a class runs `scripts/build-web`; some are there only to be found."""
    styled = {
        re.sub(r"\\(.)", r"\1", found)
        for found in CSS_CLASS.findall((FOLDER / "app.css").read_text())
    }
    scripts = "".join(path.read_text() for path in FOLDER.glob("*.js"))
    aims = "".join(re.findall(r'hx-[\w:-]+="[^"]*"', "".join(map(Path.read_text, TEMPLATES))))
    scripted = set(re.findall(r"\.([a-z][\w-]+)[\"' :,\[)]", scripts + aims))
    missing = {
        f"{name_of(path)}: {name}"
        for path in TEMPLATES
        for name in classes_of(path.read_text())
        if name not in styled | scripted
    }

    assert sorted(missing) == []


def classes_of(text: str) -> set[str]:
    """Return the classes that a template names, also those that only sometimes are there."""
    found: set[str] = set()
    for value in re.findall(r'\sclass="((?:{[{%].*?[%}]}|[^"{])*)"', text):
        whole = CODE.sub(" ", value)
        chosen = re.findall(r"{{.*?}}", value)
        words = [word for one in chosen for word in re.findall(r"[\"']([\w\s:/.-]*)[\"']", one)]
        found.update(" ".join([whole, *words]).split())
    return found


def test_the_keys_of_pages_are_their_own() -> None:
    """No two pages have the same key, and none that stands for something else."""
    keys = [key for _, _, key in PLACES]

    assert len(set(keys)) == len(PLACES)
    assert all(len(key) == 1 and key.isalpha() for key in keys)
