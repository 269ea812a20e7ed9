"""`POST /api/explain`: what a role would do with a call, for whoever may look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from proctor.audit.store import Filter
from proctor.cli.explain import app
from proctor.roles.trust import trust
from proctor.server.known_projects import known_projects
from tests.server.api_rig import Asker, asking

ROLE = """\
name: careful
permissions:
  allow: [Read, "Bash(git status)"]
  deny:
    - rule: Bash(git push --force *)
      why: It rewrites shared history.
"""
WRONG: tuple[tuple[Any, int, str], ...] = (
    ({"tool": "Bash", "input": "ls", "role": "gaurded"}, 404, "did you mean `guarded`?"),
    ({"tool": "Bash", "input": "ls", "role": "../config"}, 404, "no role"),
    ({"tool": "Bash", "input": "ls", "mode": "plann"}, 400, "not a mode"),
    ({"tool": "Bash", "input": "ls", "mode": "auto"}, 400, "not a mode"),
    ({"tool": "Bahs", "input": "ls"}, 400, "not a tool"),
    ({"tool": "", "input": "ls"}, 400, "which tool"),
    ({"input": "ls"}, 400, "`tool` is a text"),
    ({"tool": "Bash", "input": ""}, 400, "work on"),
    ({"tool": "Bash", "input": "{ls"}, 400, "whole input as JSON"),
    ({"tool": "tool:bash:ls", "input": "ls"}, 400, "stands alone"),
    ({"tool": "tool:", "input": None}, 400, "tool:"),
    ({"tool": "Bash", "input": "ls", "role": 0}, 400, "`role` is a text"),
    ({"tool": "Bash", "input": "ls", "cwd": "/etc"}, 404, "no project"),
    ({"tool": "Bash", "input": "ls", "cwd": "shop"}, 404, "no project"),
    ({"tool": "Bash", "input": "ls", "rol": "x"}, 400, "did you mean"),
    ({"tool": "x" * 600, "input": {}}, 400, "at most"),
    ({"tool": "Bash", "input": "ls", "role": "a\ud800"}, 400, "`role` is a text"),
    ([], 400, "not an object"),
    (b"{", 400, "not JSON"),
)


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """Ask one office, whose project is trusted."""
    with asking(tmp_path_factory.mktemp("explain")) as one:
        (one.home / "roles" / "careful.yaml").write_text(ROLE)
        trust(one.project, one.home)
        yield one


def explained(asker: Asker, body: Any, status: int = 200) -> Any:
    """Ask, and return what is said."""
    answer = asker.post("/api/explain", body)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("tool", "said", "role", "mode"),
    [
        ("Bash", "git status && git push --force origin main", "careful", None),
        ("Bash", "echo x > notes.txt", "careful", "acceptEdits"),
        ("Read", ".env", "guarded", None),
        ("Write", {"file_path": "docs/a.md", "content": "x"}, "guarded", "plan"),
        ("WebFetch", "https://example.com/x", "standard", None),
        ("tool:bash:npm test", None, "standard", None),
        ("Bash", "ls", "careful under standard", None),
    ],
    ids=["chain", "redirection", "secret", "whole-input", "url", "string", "two-roles"],
)
def test_it_says_what_the_command_says(
    asker: Asker, tool: str, said: Any, role: str, mode: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the call, the answer is that of `proctor explain --json`, to the letter."""
    monkeypatch.chdir(asker.project)
    monkeypatch.setenv("PROCTOR_HOME", str(asker.home))
    target = [json.dumps(said) if isinstance(said, dict) else said] if said else []
    more = ["--mode", mode] if mode else []
    printed = CliRunner().invoke(app, [tool, *target, "--role", role, "--json", *more]).stdout
    call = {"tool": tool, "input": said, "role": role, "mode": mode, "cwd": str(asker.project)}

    assert explained(asker, call) == json.loads(printed)


def test_the_rule_is_named_with_its_place(asker: Asker) -> None:
    """Whoever asks sees which part was denied, by which line of which file."""
    call = {"tool": "Bash", "input": {"command": "git push --force origin main"}}
    found = explained(asker, {**call, "role": "careful"})

    (part,) = found["because"]
    assert (found["effect"], part["why"]) == ("deny", "It rewrites shared history.")
    assert part["rule"] == "Bash(git push --force *)"
    assert part["where"].endswith("roles/careful.yaml:5")


def test_nothing_is_kept_and_nobody_asked(asker: Asker) -> None:
    """An ask stays an answer: no record, no question."""
    found = explained(asker, {"tool": "Bash", "input": "npm publish"})

    assert found["effect"] == "ask"
    assert asker.office.keepers.reader.find(Filter(), limit=10) == []
    assert asker.do(lambda: asker.office.questions("pending")) == []


def test_what_is_no_call_is_refused(asker: Asker) -> None:
    """With what is wrong, and never with an answer."""
    for body, status, said in WRONG:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = asker.post("/api/explain", data)

        assert (answer.status_code, said in answer.text) == (status, True), (body, answer.text)


def test_a_role_that_does_not_load_says_why(asker: Asker) -> None:
    """The answer names the file and the line, as the command does."""
    broken = asker.home / "roles" / "broken.yaml"
    broken.write_text("name: broken\npermissions:\n  alow: [Read]\n")
    found = explained(asker, {"tool": "Read", "input": "a", "role": "broken"}, 422)
    broken.unlink()

    (problem,) = found["problems"]
    assert (problem["line"], problem["code"]) == (3, "unknown-key")


def test_a_large_input_is_answered_and_a_larger_one_refused(asker: Asker) -> None:
    """A megabyte is decided, and never allowed by being long; what is larger is not read."""
    long = {"tool": "Bash", "input": {"command": "echo " + "a" * (1 << 20)}, "role": "open"}
    huge = b'{"tool": "Bash", "input": "' + b"a" * (3 << 20) + b'"}'

    string = {"tool": "tool:bash:" + "echo a; " * 1000}

    assert explained(asker, long)["effect"] != "allow"
    assert explained(asker, string)["because"][1]["part"] == "echo a"
    assert asker.post("/api/explain", huge).status_code == 413


def test_an_input_that_is_no_object_is_never_allowed(asker: Asker) -> None:
    """Lists, numbers and deep nests are malformed calls, and decided as such."""
    deep: Any = "x"
    for _ in range(200):
        deep = {"a": deep}

    odd: list[Any] = [[], 7, {"command": {"ls": 1}}, deep, {"command": "ls\x00"}, True]
    for said in odd:
        found = explained(asker, {"tool": "Bash", "input": said, "role": "open"})
        assert found["effect"] != "allow", said


def test_only_the_project_is_looked_at(asker: Asker) -> None:
    """A link in the project is followed; one that lies elsewhere counts as what it seems."""
    elsewhere = asker.home.parent / "elsewhere"
    elsewhere.mkdir()
    for folder in (asker.project, elsewhere):
        (folder / "notes").symlink_to(asker.home / "config.yaml")
    near, far = str(asker.project / "notes"), str(elsewhere / "notes")
    upwards = f"{asker.project}/../elsewhere/notes"

    def effect(path: str, cwd: str | None) -> str:
        return str(explained(asker, {"tool": "Read", "input": path, "cwd": cwd})["effect"])

    here = str(asker.project)
    # What the link leads to is ours, and the guard denies it to everybody who is seen to go there.
    assert effect(near, here) == "deny"
    assert {effect(far, here), effect(upwards, here), effect(far, None), effect(near, None)} == {
        effect(str(elsewhere / "nothing"), None)
    }


def test_a_folder_outside_of_the_project_is_refused(asker: Asker) -> None:
    """Neither upwards nor through a link does a call stand where nothing is known."""
    (asker.project / "out").symlink_to("/etc")
    here = asker.project

    for cwd in (f"{here}/out", f"{here}/../x", f"{here}-2", f"{here}/\0", "/", str(here.parent)):
        body = {"tool": "Bash", "input": "ls", "cwd": cwd}
        assert asker.post("/api/explain", body).status_code == 404, cwd


def test_projects_are_those_that_the_home_knows(asker: Asker) -> None:
    """What was trusted, and where agents were started; a manifest that lies counts for nothing."""
    other, gone = asker.home.parent / "other", asker.home.parent / "gone"
    other.mkdir()
    for name, root in (("arch-1", other), ("arch-2", gone)):
        session = asker.home / "sessions" / name
        session.mkdir(parents=True)
        (session / "agent.json").write_text(json.dumps({"project": str(root)}))
    forged = asker.home / "trust" / "forged"
    forged.mkdir()
    (forged / "manifest.json").write_text(json.dumps({"project": "folder /etc"}))

    found = {one["project"]: one["trusted"] for one in asker.get("/api/projects").json()}

    assert found == {str(asker.project): True, str(other): False}


def test_a_stranger_is_told_nothing(asker: Asker) -> None:
    """Without a token there is no answer, and no list of folders."""
    body = {"tool": "Bash", "input": "ls"}

    assert asker.do(lambda: asker.client.post("/api/explain", json=body)).status_code == 401
    assert asker.do(lambda: asker.client.get("/api/projects")).status_code == 401


def test_where_agents_work_counts_only_in_a_project(asker: Asker) -> None:
    """An agent that moves about does not make every folder a known one."""
    inside, plain = asker.project / "src", asker.home.parent / "plain"
    inside.mkdir()
    plain.mkdir()
    seen = [str(inside), str(plain), "/etc", "relative", "", "/\0"]
    found = [one.root for one in known_projects(asker.home, seen=seen)]

    assert str(asker.project) in found
    assert not {str(plain), "/etc", "/"} & set(found)


def test_what_a_person_has_named_counts_only_in_a_project(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is the folder around a home one, though it has what marks a project: the home itself."""
    around = asker.home.parent / "around"
    (around / ".proctor").mkdir(parents=True)
    (around / "bare").mkdir()
    named = [str(asker.project), str(around), str(around / "bare"), "/etc"]
    monkeypatch.setenv("HOME", str(around))
    found = [one.root for one in known_projects(around / ".proctor", named, named)]

    assert found == [str(asker.project)]
