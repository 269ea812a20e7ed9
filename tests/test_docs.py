"""
The documentation is true: its examples run, its links lead somewhere, nothing is left out.

A `python` block is executed, a `text` block right behind it is what it prints. A `yaml` block
loads. A `console` block is run, each line with `$`, and must print what stands below it. A
table with the columns rule, call, allow and "deny, ask" is decided row by row.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.approval.channels import discord_settings, telegram_settings
from proctor.cli.main import COMMANDS, load_command, run
from proctor.config import KEYS, load_config
from proctor.config_asking import APPROVAL_KEYS
from proctor.config_channels import CHANNELS
from proctor.config_keeping import TELEMETRY_KEYS
from proctor.config_people import PERSON_KEYS
from proctor.config_reviewer import REVIEWER_KEYS
from proctor.config_tools import TOOL_KEYS
from proctor.documents import MAX_BYTES, read_document
from proctor.nodes import Mapping, Sequence
from proctor.normalise import normalise
from proctor.normalise.shell.grammar import scan
from proctor.normalise.shell.meaning.inside import MOST_RUNS
from proctor.normalise.shell.operands import MOST_WORDS
from proctor.normalise.shell.parts import DEEPEST
from proctor.normalise.shell.unreadable import LONGEST
from proctor.policy.decide import decide
from proctor.policy.modes import EVERYTHING, ONLY_READS, TABLE, Row
from proctor.policy.patterns import LONGEST_FOR_RE
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import LONGEST_RULE, RULE_KEYS
from proctor.rehearse.cases import CALL_KEYS, CASE_KEYS, FILE_KEYS, WANT_KEYS, read_cases
from proctor.roles.permissions import AGENT_KEYS, PERMISSION_KEYS, Known
from proctor.roles.read import HOOK_KEYS, ROLE_KEYS, read_role_file
from proctor.terms.action import Does
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Source
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from proctor.tools.categories import read_categories
from proctor.tools.index_reader import read_index
from proctor.workflows.read import GATE_KEYS, STAGE_KEYS, TEMPLATE_KEYS, read_template
from tests.pages import (
    FENCE,
    LINK,
    PAGES,
    ROOT,
    Block,
    anchors,
    blocks,
    every_block,
    name,
    prose,
    table,
    with_language,
    words,
)
from tests.raised_codes import error_codes
from tests.tables import each_row

SOURCE = ROOT / "src" / "proctor"
README = ROOT / "README.md"
RULES = ROOT / "docs" / "rules.md"
THREATS = ROOT / "docs" / "threat-model.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
FRAGMENT = re.compile(r"\d+\.(security|removed|deprecated|added|changed|fixed)\.md")
SENTENCE = (
    "Proctor gives every AI agent a role, checks each tool call before it runs, asks the right "
    "person where the rules are silent, and keeps the record."
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project, with the README's role in the home."""
    root, user = tmp_path / "project", tmp_path / "user"
    (root / ".git").mkdir(parents=True)
    roles = user / ".proctor" / "roles"
    roles.mkdir(parents=True)
    (roles / "builder.yaml").write_text(blocks(README, "yaml")[0].text)
    monkeypatch.setenv("HOME", str(user))
    for variable in ("PROCTOR_HOME", "PROCTOR_ROLE", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(root)
    return root


# Examples


@pytest.mark.parametrize("page", with_language("python"), ids=name)
def test_python_examples_run(page: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python of a page runs from top to bottom, and prints what the page says it prints."""
    space: dict[str, Any] = {"__name__": "example"}
    printed: str | None = None
    for block in blocks(page):
        if block.language == "python":
            code = compile(block.text, str(block), "exec", dont_inherit=True)
            exec(code, space)  # noqa: S102 - our own pages
            printed = capsys.readouterr().out
        elif block.language == "text" and printed and not block.behind.strip():
            assert block.text == printed
            printed = None


def test_python_examples_are_there() -> None:
    """The pages for builders of agents have examples."""
    assert {README, ROOT / "docs" / "library.md"} <= set(with_language("python"))


@pytest.mark.parametrize("block", every_block("yaml"), ids=str)
def test_yaml_examples_load(block: Block, tmp_path: Path) -> None:
    """Every role, rule, config and case file of the documentation loads without an error."""
    assert problems_of(block.text, tmp_path) == []


def problems_of(text: str, folder: Path) -> list[str]:
    """Return what is wrong in an example, read as the kind of file that it is."""
    document = read_document(text.encode(), "example.yaml")
    root = document.root
    keys = {key.text for key, _ in root.pairs} if isinstance(root, Mapping) else set()
    if keys & {"cases"}:
        (folder / "cases.yaml").write_text(text)
        read_cases(folder / "cases.yaml")
        return []
    if "stages" in keys:
        return [problem.line() for problem in read_template(text.encode(), "feature.yaml").problems]
    if keys & {"sourceHash", "categories"}:
        reader = read_index if "sourceHash" in keys else read_categories
        return [problem.line() for problem in reader(text.encode(), "example.yaml").problems]
    tools = root.get("tools") if isinstance(root, Mapping) else None
    if keys and keys <= set(KEYS) and not isinstance(tools, Sequence):
        (folder / "config.yaml").write_text(text)
        load_config(folder, None)
        return []
    if isinstance(root, Sequence):
        text = "ask:\n" + indent(text, "  ")
    if isinstance(root, Sequence) or keys <= set(PERMISSION_KEYS):
        text = "permissions:\n" + indent(text, "  ")
    file = "roles/index.yaml" if "roles" in keys else "roles/example.yaml"
    read = read_role_file(text.encode(), file, Known(BUILT_IN, PROFILES))
    return [problem.line() for problem in read.problems if not problem.warning]


@pytest.mark.parametrize("block", every_block("console"), ids=str)
def test_console_examples_print_what_they_show(
    block: Block, project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A command of the documentation prints what the page says."""
    for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = example.partition("\n")
        program, *arguments = shlex.split(command)
        run(arguments)

        assert ("proctor", expected) == (program, capfd.readouterr().out)


def test_the_readme_shows_what_the_demo_prints(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The README's pieces of the demo are in the demo."""
    run(["demo", "--fast"])
    printed = capfd.readouterr().out

    assert [block.text in printed for block in blocks(README, "text")[:2]] == [True, True]


def test_the_first_steps_of_the_readme_can_be_taken(project: Path) -> None:
    """The commands under "First steps" work one after the other, in a new project."""
    lines = [line for block in blocks(README, "sh") for line in block.text.splitlines()]
    steps = [shlex.split(line, comments=True) for line in lines if line.startswith("proctor ")]
    # These two need a Claude Code: tests/real/test_readme.py takes them.
    steps = [step for step in steps if step[1] not in {"install", "uninstall"}]
    for _, *arguments in steps:
        # Nobody is at the terminal to say yes.
        yes = ["--yes"] if arguments == ["trust"] else []

        assert run([*arguments, *yes]) in {0, 10}

    assert len(steps) > 5


def rule_rows() -> list[list[str]]:
    """Return the rows of the tables that say what a rule matches."""
    return table(RULES, "rule", "call", "allow", "deny, ask")


@pytest.mark.parametrize("row", rule_rows(), ids=lambda row: f"{row[0]} {row[1]}")
def test_rules_match_what_the_tables_say(row: list[str], project: Path) -> None:
    """A rule matches a call, in each direction, as its row says."""
    (rule,), call = words(row[0]), words(row[1])
    found = [matches(effect, rule, call) for effect in (Effect.ALLOW, Effect.ASK, Effect.DENY)]

    assert {row[2], row[3]} <= {"yes", "no"}
    assert [row[2] == "yes", row[3] == "yes", row[3] == "yes"] == found


def matches(effect: Effect, rule: str, call: list[str]) -> bool:
    """Say whether a rule alone gives its effect to a call: a tool and a target, or a target."""
    lists: dict[str, Any] = {effect.word: [rule]}
    policy = Policy.of(**lists)
    if call[0].startswith("tool:"):
        decision = policy.check(call[0])
    else:
        tool = call[0] if len(call) > 1 else rule.partition("(")[0]
        field = BUILT_IN.get(tool).fields[0]
        decision = policy.decide(ToolCall(tool=tool, input={field: call[-1]}))
    spoken = any(found.rule and found.effect is effect for found in decision.because)
    return decision.effect is effect and spoken


def test_there_are_tables_of_what_rules_match() -> None:
    """The tables are found, so that none of them passes unread."""
    assert len(rule_rows()) > 50


@each_row("row", table(THREATS, "example"), ids=lambda row: row[0])
def test_the_guard_says_what_the_page_says(row: list[str], around: Surroundings) -> None:
    """Whatever the rules allow, the guard denies or asks about an example as its row says."""
    (tool, target), (field, *_) = words(row[0]), BUILT_IN.get(words(row[0])[0]).fields
    action = normalise(ToolCall(tool=tool, input={field: target}), around)
    decision = decide(action, Policy.of(allow=["*"], otherwise="allow"))
    finding = next(f for f in decision.because if f.effect is decision.effect)

    assert (Effect.of(row[1]), Source.GUARD) == (decision.effect, finding.source)


def test_the_table_of_modes_is_the_one_that_counts() -> None:
    """Every cell of the page's table of modes is that of the code."""
    rows = {mode.value: [f"`{mode}`", *cells(row)] for mode, row in TABLE.items()}

    assert rows == {words(row[0])[0]: row for row in table(RULES, "mode", "read")}
    assert {mode.value for mode in Mode} == set(rows)


def cells(row: Row) -> list[str]:
    """Return a mode's row in the words of the page."""
    asks = {
        EVERYTHING: "ask",
        (): "deny",
        ONLY_READS: "ask if it only reads, else deny",
        (*ONLY_READS, Does.DELEGATE): "ask if it only reads or delegates, else deny",
    }
    return [cell.value for cell in (row.read, row.edit, row.delegate, row.other)] + [asks[row.asks]]


def test_the_table_of_profiles_is_the_one_that_counts() -> None:
    """Order and otherwise of each built-in profile are those of the code."""
    expected = {
        name: [", ".join(effect.word for effect in found.order), found.otherwise.word]
        for name, found in PROFILES.items()
    }

    assert expected == {words(row[0])[0]: row[3:] for row in table(RULES, "profile", "allow")}


# Nothing is left out


@each_row("page", PAGES, ids=name)
def test_relative_links_lead_somewhere(page: Path) -> None:
    """A link to a file of ours leads to a file, and its anchor to a heading."""
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        goal = (page.parent / path).resolve() if path else page

        assert goal.exists(), link
        assert not anchor or anchor in anchors(goal), link


def options() -> Iterator[tuple[str, str]]:
    """Return every command, and each command with each of its options."""
    for command in COMMANDS:
        loaded = load_command(command)
        inner = {
            f"{command} {sub}": found for sub, found in getattr(loaded, "commands", {}).items()
        }
        for full, found in (inner or {command: loaded}).items():
            yield full, ""
            texts = (text for option in found.params for text in option.opts)
            yield from ((full, text) for text in texts if text.startswith("-"))


@each_row(("command", "option"), list(options()))
def test_every_command_and_option_is_in_the_reference(command: str, option: str) -> None:
    """A command has a section in docs/cli.md, and each of its options stands in that section."""
    sections = re.split(r"^#+ ", prose_and_blocks("cli"), flags=re.MULTILINE)
    heading = re.compile(rf"`?proctor {command}`?\s*$")
    mine = [text for text in sections if heading.match(text.partition("\n")[0])]

    assert mine
    assert not option or re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", mine[0])


def prose_and_blocks(page: str) -> str:
    """Return a page of docs/ whole."""
    return (ROOT / "docs" / f"{page}.md").read_text()


KEYS_OF_PAGES = {
    "roles": (ROLE_KEYS, PERMISSION_KEYS, AGENT_KEYS, HOOK_KEYS, RULE_KEYS),
    "rules": (RULE_KEYS,),
    "config": (
        *(KEYS, TELEMETRY_KEYS, TOOL_KEYS, PERSON_KEYS, CHANNELS, APPROVAL_KEYS, REVIEWER_KEYS),
        *(telegram_settings.KEYS, discord_settings.KEYS),
    ),
    "workflows": (TEMPLATE_KEYS, STAGE_KEYS, GATE_KEYS),
    "testing-rules": (FILE_KEYS, CASE_KEYS, CALL_KEYS, WANT_KEYS),
}


@each_row("page", KEYS_OF_PAGES)
def test_every_key_is_documented(page: str) -> None:
    """Every key that a file can have stands on its page, as code."""
    text = prose_and_blocks(page)
    code = " ".join([*words(FENCE.sub("", text)), *(match[2] for match in FENCE.finditer(text))])
    known = set(re.findall(r"[A-Za-z_]+", code))

    assert set() == {key for keys in KEYS_OF_PAGES[page] for key in keys} - known


def test_every_error_code_is_explained() -> None:
    """A code that the program can print stands, as code, on a page of docs/."""
    explained = {word for page in ROOT.glob("docs/*.md") for word in words(prose(page))}

    assert {code: file for code, file in error_codes().items() if code not in explained} == {}


def test_the_codes_of_rules_are_on_the_page_of_rules() -> None:
    """What parsing a rule can say is explained where rules are."""
    listed = {code for row in table(RULES, "code") for code in words(row[0])}
    raised = {code for code, file in error_codes().items() if file.startswith("policy/")}

    assert set() == raised - listed
    assert set() == listed - set(error_codes())


def test_the_limits_are_those_of_the_code() -> None:
    """A number that a page gives is the one that counts."""
    reader = (
        f"a line over {LONGEST // 1024} KiB, what is nested more than {scan.DEEPEST} levels or "
        f"{DEEPEST} wrappers deep, a line that runs more than {MOST_RUNS} commands, "
        f"and a command of more than {MOST_WORDS} words"
    )

    assert reader in prose(RULES)
    assert f"more than {LONGEST_RULE:,} characters" in prose(RULES)
    assert f"at most {LONGEST_FOR_RE // 1024} KB" in prose(RULES)
    assert f"at most {MAX_BYTES // 1024} KiB" in prose_and_blocks("roles")


# The form of pages


def test_the_first_screen_of_the_readme_shows_the_product() -> None:
    """One sentence, a role of twelve lines, one command, its output with rule, place and reason."""
    screen = "\n".join(README.read_text().splitlines()[:45])
    role, output = blocks(README)[:2]

    assert SENTENCE in screen.partition("```")[0]
    assert (role.language, role.text.count("\n")) == ("yaml", 12)
    assert output.text.startswith("$ proctor explain --role builder ")
    assert "~/.proctor/roles/builder.yaml:11\n" in output.text
    assert output.text in screen + "\n"


def test_architecture_is_a_short_page_about_what_is_there() -> None:
    """The page has at most 160 lines, names every room, and no file or test that is not there."""
    text = ARCHITECTURE.read_text()
    paths = [word for word in words(prose(ARCHITECTURE)) if "/" in word and word[0] != "/"]
    places = (ROOT, SOURCE, SOURCE / "normalise")
    missing = [path for path in paths if not any((place / path).exists() for place in places)]
    tests = (ROOT / "tests" / "test_architecture.py").read_text()
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name[0] not in "_."}

    assert len(text.splitlines()) <= 160
    assert not missing
    assert set() == {w for w in words(text) if re.fullmatch(r"test_\w+", w) and w not in tests}
    assert set() == rooms - {Path(path).name for path in paths}


def test_changelog_fragments_are_named_by_issue_and_kind() -> None:
    """A fragment is `<issue>.<kind>.md`, and every line of it is an entry or goes on with one."""
    fragments = [path for path in (ROOT / "changelog.d").iterdir() if path.name[0] != "."]

    assert not [path.name for path in fragments if not FRAGMENT.fullmatch(path.name)]
    for fragment in fragments:
        assert all(line.startswith(("- ", "  ")) for line in fragment.read_text().splitlines())
