"""A role file is read once for its content; nothing of it is believed beyond that."""

from __future__ import annotations

from proctor.policy.profiles import PROFILES
from proctor.roles.permissions import Known
from proctor.roles.read import read_role_file
from proctor.roles.remembered import Memory, RememberedFiles
from proctor.terms.catalogue import BUILT_IN, Catalogue, unknown_tool

KNOWN = Known(BUILT_IN, PROFILES)
TEXT = b"name: x\ntools: [own_tool]\n"


def test_the_same_content_is_read_once() -> None:
    """What comes back is the very same; another name, note or content is another file."""
    files = RememberedFiles()
    first = files.read(TEXT, "roles/x.yaml", KNOWN)

    assert files.read(TEXT, "roles/x.yaml", KNOWN) is first
    assert files.read(TEXT, "roles/y.yaml", KNOWN) is not first
    assert files.read(TEXT, "roles/x.yaml", KNOWN, "as trusted") is not first
    assert files.read(TEXT + b"#", "roles/x.yaml", KNOWN) is not first
    assert first.problems == read_role_file(TEXT, "roles/x.yaml", KNOWN).problems


def test_other_tools_are_another_answer() -> None:
    """A tool that is declared later is known from then on, and unknown again when it goes."""
    files = RememberedFiles()
    more = Known(Catalogue((*BUILT_IN.tools, unknown_tool("own_tool"))), PROFILES)
    codes = [
        [problem.code for problem in files.read(TEXT, "roles/x.yaml", known).problems]
        for known in (KNOWN, more, KNOWN)
    ]

    assert codes == [["unknown-tool"], [], ["unknown-tool"]]


def test_a_rule_that_ends_is_looked_at_each_time() -> None:
    """Tomorrow it may have ended, and a warning says so."""
    files = RememberedFiles()
    text = b"permissions: {allow: [{rule: Read, until: 2999-01-01}]}\n"

    assert files.read(text, "roles/x.yaml", KNOWN) is not files.read(text, "roles/x.yaml", KNOWN)


def test_the_oldest_are_forgotten() -> None:
    """Not more is remembered than there is room for; what was used lately stays."""
    memory: Memory[str] = Memory(most=100)
    for name in ("a", "b", "a", "c"):
        memory.get(name, 40, lambda name=name: f"made {name}")  # type: ignore[misc]

    made: list[str] = []

    def again(name: str) -> str:
        made.append(name)
        return name

    for name in ("a", "c", "b"):
        memory.get(name, 40, lambda name=name: again(name))  # type: ignore[misc]

    assert made == ["b"]
    assert memory.size <= 100
