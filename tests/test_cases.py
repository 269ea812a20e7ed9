"""Every case of `tests/cases/decisions`, through the library, `explain` and `replay`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from proctor import Proctor
from proctor.cli.main import run
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.policy.explain import as_json
from proctor.rehearse.cases import Case, CaseFile, Judge, read_cases, run_case
from proctor.rehearse.inline_policy import ROLE_KEYS, compile_role

FOLDER = Path(__file__).parent / "cases" / "decisions"
FILES = sorted(FOLDER.glob("*.yaml"))
ROLE = "under-test"
COMMAND = Path(sys.executable).with_name("proctor")
STATUS = {"allow": 0, "ask": 10, "deny": 20}
# A few of them run in a process of their own, as users run them.
IN_A_PROCESS = {
    ("shell-structure", "chain-by-semicolon"),
    ("shell-structure", "one-command"),
    ("redirections", "into-an-allowed-folder"),
    ("urls-allow", "userinfo-is-not-the-host"),
    ("self-protection", "read-proctors-home"),
}


@dataclass(frozen=True)
class Stage:
    """A project in which the cases are decided, and Proctor's home beside it."""

    root: Path
    home: Path

    def placed(self, case: Case) -> Case:
        """Return a case whose folder is absolute, as an agent program sends it."""
        if case.call is None:
            return case
        cwd = str(self.root / (case.call.cwd or "."))
        return replace(case, call=case.call._replace(cwd=cwd))

    def judge(self, file: CaseFile) -> Judge:
        """Return who decides the cases of a file."""
        if file.policy is None:
            return Proctor.for_role(file.role or "guarded", cwd=self.root, home=self.home)
        around = surroundings(cwd=self.root, root=self.root, home=self.home, start=self.root)
        return Pipeline(compile_role(file.policy), around)

    def role(self, file: CaseFile) -> str:
        """Return the role that stands for a file's policy, written into the home."""
        if file.policy is None:
            return file.role or "guarded"
        policy = policy_of(file.path)
        role: dict[str, Any] = {"name": ROLE, "permissions": {}}
        for key, value in policy.items():
            if key in ROLE_KEYS:
                role[ROLE_KEYS[key]] = value
            else:
                role["permissions"][key] = value
        if not role["permissions"]:
            del role["permissions"]
        path = self.home / "roles" / f"{ROLE}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(role, default=str))
        return ROLE


@cache
def policy_of(path: Path) -> dict[str, Any]:
    """Read the policy of a case file once."""
    policy: dict[str, Any] = YAML(typ="safe", pure=True).load(path)["policy"]
    return policy


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Stand in a project with a few files and links, with an empty home."""
    root, user = tmp_path / "project", tmp_path / "user"
    for folder in (".git", "sub", "docs", "src", "secrets"):
        (root / folder).mkdir(parents=True)
    (root / ".env").write_text("TOKEN=x\n")
    (root / "link-to-env").symlink_to(".env")
    (root / "link-to-etc").symlink_to("/etc")
    (root / "docs" / "link-out").symlink_to(tmp_path / "elsewhere")
    (root / "outside").symlink_to("docs")
    user.mkdir()
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PROCTOR_HOME", str(user / ".proctor"))
    for name in ("PROCTOR_ROLE", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(root)
    return Stage(root, user / ".proctor")


@cache
def cases_of(path: Path) -> CaseFile:
    """Read a case file once."""
    return read_cases(path)


@cache
def every_case() -> list[tuple[Path, Case]]:
    """Return every case with its file."""
    return [(path, case) for path in FILES for case in cases_of(path).cases]


def without_place(data: Mapping[str, Any]) -> dict[str, Any]:
    """Drop where rules are written: the role file is not the case file."""
    because = [{k: v for k, v in row.items() if k != "where"} for row in data["because"]]
    return {**data, "because": because}


def words(case: Case, role: str) -> list[str] | None:
    """Return how `explain` is called for a case; None if its command line cannot say it."""
    start = ["explain", "--role", role, "--json"]
    if case.call is None:
        return [*start, "--", case.action or ""]
    if case.call.mode or not isinstance(case.call.input, dict):
        return None  # what an agent program reports, and what is no object
    given = json.dumps(case.call.input)
    return [*start, "--cwd", case.call.cwd or ".", "--", case.call.tool, given]


def test_there_are_cases() -> None:
    """There are hundreds of cases, and each names a rule, or who decided without one."""
    unnamed = [
        f"{path.stem}-{case.id}"
        for path, case in every_case()
        if not (case.want.rule or case.want.no_rule or case.want.source)
        and not path.stem.startswith("guarded-pairs")  # told apart by their effect alone
    ]

    assert len(every_case()) >= 300
    assert unnamed == []


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_library_decides_as_expected(path: Path, stage: Stage) -> None:
    """The library gives the expected effect, by the expected rule, for every case of a file."""
    file = cases_of(path)
    judge = stage.judge(file)

    outcomes = {case.id: run_case(stage.placed(case), judge).wrong for case in file.cases}

    assert {name: wrong for name, wrong in outcomes.items() if wrong} == {}


@pytest.fixture
def roles_load_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load a role once for all calls of a test that are made in the same folder."""
    monkeypatch.setattr(Proctor, "for_role", cache(Proctor.for_role))


@pytest.mark.usefixtures("roles_load_once")
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_explain_prints_the_same_decision(
    path: Path, stage: Stage, capfd: pytest.CaptureFixture[str]
) -> None:
    """`proctor explain --json` prints the library's decision, and its status is the effect."""
    file = cases_of(path)
    judge = stage.judge(file)
    role = stage.role(file)
    differing = {}
    for case in map(stage.placed, file.cases):
        call = words(case, role)
        if call is None:
            continue
        decision = run_case(case, judge).decision

        status = run(call)

        captured = capfd.readouterr()
        assert captured.out, f"{case.id}: {captured.err}"
        printed = (status, without_place(json.loads(captured.out)))
        expected = (STATUS[decision.effect.word], without_place(as_json(decision)))
        if printed != expected:
            differing[case.id] = {"printed": printed, "expected": expected}

    assert differing == {}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_replay_says_the_same(path: Path, stage: Stage, capfd: pytest.CaptureFixture[str]) -> None:
    """`proctor replay --json` answers every call of a file as the library decides it."""
    file = cases_of(path)
    role = stage.role(file)
    called = [stage.placed(case) for case in file.cases if case.call]
    calls = [case.call for case in called if case.call]
    lines = [
        json.dumps({"tool": c.tool, "input": c.input, "cwd": c.cwd, "mode": c.mode}) for c in calls
    ]
    log = stage.root.parent / "calls.jsonl"
    log.write_text("".join(f"{line}\n" for line in lines))
    judge = stage.judge(file)
    decisions = [run_case(case, judge).decision for case in called]

    status = run(["replay", str(log), "--role", role, "--json"])

    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert status == 0
    assert answers == [
        {
            "n": n,
            "effect": decision.effect.word,
            "rule": decision.rule.text if decision.rule else None,
            "why": decision.why,
        }
        for n, decision in enumerate(decisions, start=1)
    ]


@pytest.mark.parametrize(("stem", "id_"), sorted(IN_A_PROCESS))
def test_real_command_prints_the_same_decision(stem: str, id_: str, stage: Stage) -> None:
    """`proctor explain` in a process of its own prints the library's decision."""
    file = cases_of(FOLDER / f"{stem}.yaml")
    (case,) = (stage.placed(case) for case in file.cases if case.id == id_)
    call = words(case, stage.role(file))
    assert call is not None
    decision = run_case(case, stage.judge(file)).decision

    done = subprocess.run([COMMAND, *call], capture_output=True, text=True, check=False, timeout=60)

    assert without_place(as_json(decision)) == without_place(json.loads(done.stdout))
    assert STATUS[decision.effect.word] == done.returncode
