"""The workflows' pages, asked as a browser asks: who may what, and what is refused in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.workflows.template_store import revision_of
from tests.web.kept_changes import changes
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, WORKFLOW, Site

SCRIPT = "<script>alert(1)</script>"
EDITOR = "/workflows/editor"
# What a form says of the template of the site, as a browser sends it.
FORM: dict[str, Any] = {
    "project": "", "id": "formed", "expected": revision_of(WORKFLOW), "source": "",
    "displayName": "Plan, then build", "description": "", "version": "", "was": ["0", "1"],
    "name": ["plan", "build"], "type": ["design", "implementation"], "role": ["reader", "builder"],
    "prompt": ["Plan it.", "Build it."], "gate": ["human_approval", "auto"],
    "gate_prompt": ["Is the plan good?", ""], "commands": ["", ""], "timeout": ["", ""],
}  # fmt: skip


@pytest.fixture
def file(site: Site) -> Iterator[Path]:
    """Give the file of a template of the test's own."""
    path = site.home / "workflow-templates" / "formed.yaml"
    path.write_text(WORKFLOW)
    yield path
    path.unlink(missing_ok=True)


def started(site: Site, template: str = "plan-build") -> str:
    """Start a run, and return its id."""
    said = {"template": template, "project": str(site.project), "title": SCRIPT}
    return str(site.bearer().post("/api/workflows", json=said).json()["id"])


def test_a_run_is_shown_with_all_that_was_said(site: Site) -> None:
    """Titles, tasks and reasons are text; the page says where the run is."""
    run = started(site)
    added = site.client(DEVELOPER).post(
        f"/workflows/{run}/tasks", data={"title": f"{SCRIPT}\u202e", "stage": "plan"}
    )
    site.client().post(f"/workflows/{run}/cancel", data={"why": SCRIPT})

    for path in (f"/workflows/{run}", "/workflows?every=on", f"/workflows/{run}/facts"):
        answer = site.client(VIEWER).get(path)

        assert (answer.status_code, SCRIPT in answer.text) == (200, False)
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text
    assert "T-001" in added.text


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/workflows", {"template": "plan-build", "project": "/", "title": ""}),
        ("/workflows/{run}/advance", {"stage": "plan"}),
        ("/workflows/{run}/cancel", {"why": ""}),
        ("/workflows/{run}/tasks", {"title": "x", "stage": ""}),
        ("/workflows/{run}/tasks/T-001", {"action": "drop"}),
        ("/workflows/{run}/answer", {"question": "1", "answer": "allow"}),
    ],
    ids=["start", "advance", "cancel", "add-task", "move-task", "answer"],
)
def test_a_viewer_moves_nothing(site: Site, path: str, data: dict[str, str]) -> None:
    """By the page and by the API; the run stays as it was."""
    run = started(site)
    before = site.bearer().get(f"/api/workflows/{run}").json()
    where = path.format(run=run)

    assert site.client(VIEWER).post(where, data=data).status_code == 403
    if not path.endswith("answer"):
        assert site.bearer(VIEWER).post(f"/api{where}", json=data).status_code == 403
    assert site.bearer().get(f"/api/workflows/{run}").json() == before


def test_a_gate_is_answered_once_and_by_its_own_question(site: Site) -> None:
    """Another question's number opens nothing; of two answers the second is told."""
    run = started(site)
    client = site.client(DEVELOPER)
    client.post(f"/workflows/{run}/advance", data={"stage": "plan"})
    number = site.bearer().get(f"/api/workflows/{run}").json()["question"]
    answer = f"/workflows/{run}/answer"

    other = client.post(answer, data={"question": str(number + 1), "answer": "allow"})
    wrong = client.post(answer, data={"question": str(number), "answer": "maybe"})
    first = client.post(answer, data={"question": str(number), "answer": "allow", "words": "ok"})
    second = client.post(answer, data={"question": str(number), "answer": "allow"})

    assert (other.status_code, wrong.status_code) == (400, 400)
    assert 'data-status="active"' in first.text
    assert second.status_code == 400
    now = site.bearer().get(f"/api/workflows/{run}").json()
    assert (now["stage"], now["history"][-2]["by"]) == ("build", "dan")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"template": "none"}, 404),
        ({"project": "shop"}, 400),
        ({"project": "/no/such/folder"}, 400),
        ({"template": SCRIPT}, 404),
        ({"title": "x" * 5000}, 400),
        ({"by": "dan"}, 400),
        ({"template": "standard"}, 422),
    ],
    ids=["no-template", "relative", "no-folder", "script", "long", "unknown-field", "no-role"],
)
def test_what_cannot_start_is_refused_in_words(
    site: Site, data: dict[str, str], status: int
) -> None:
    """Nothing starts, and the words hold nothing that runs."""
    said = {"template": "plan-build", "project": str(site.project), "title": "", **data}

    answer = site.client().post("/workflows", data=said, headers={"HX-Request": "true"})

    assert answer.status_code == status
    assert SCRIPT not in answer.text


def test_without_a_template_nothing_can_be_started(site: Site) -> None:
    """The form says what is missing, and its button rests; with one, it is as it was."""
    only = site.home / "workflow-templates" / "plan-build.yaml"
    button = '<button type="submit" class="btn btn-primary"{}>Start</button>'
    only.unlink()
    try:
        without = site.client().get("/workflows").text
    finally:
        only.write_text(WORKFLOW)

    assert "None of the templates below can be used" in without
    assert button.format(" disabled") in without
    assert button.format("") in site.client().get("/workflows").text


@pytest.mark.parametrize("name", ["WF-20200101-001", "xxx", "%3Cscript%3E", "-", "templates"])
def test_a_run_that_is_not_there_has_a_page_that_says_so(site: Site, name: str) -> None:
    """Also for what can be no id of one."""
    assert site.client().get(f"/workflows/{name}").status_code == 404
    said = {"stage": "plan"}
    assert site.client().post(f"/workflows/{name}/advance", data=said).status_code == 404


def test_advancing_names_the_stage_that_was_seen(site: Site) -> None:
    """By the page and by the API: without it nothing moves, nor where the run is elsewhere."""
    run = started(site)
    page, api = site.client(DEVELOPER), site.bearer(DEVELOPER)
    before = api.get(f"/api/workflows/{run}").json()
    unnamed = [
        page.post(f"/workflows/{run}/advance", data={}),
        page.post(f"/workflows/{run}/advance", data={"stage": ""}),
        api.post(f"/api/workflows/{run}/advance", json={}),
        api.post(f"/api/workflows/{run}/advance", json={"stage": ""}),
    ]
    other = [
        page.post(f"/workflows/{run}/advance", data={"stage": "build"}),
        api.post(f"/api/workflows/{run}/advance", json={"stage": "build"}),
    ]
    paths = api.get("/api/openapi.json").json()["paths"]
    told = paths["/api/workflows/{run}/advance"]["post"]

    assert [(one.status_code, "which stage" in one.text) for one in unnamed] == [(422, True)] * 4
    assert [one.status_code for one in other] == [409, 409]
    assert all("is in stage `plan`, not in `build`" in one.text for one in other)
    assert api.get(f"/api/workflows/{run}").json() == before
    body = told["requestBody"]["content"]["application/json"]["schema"]
    assert (body["required"], "stage" in told["responses"]["409"]["description"]) == (
        ["stage"], True,
    )  # fmt: skip


def test_a_run_starts_only_in_a_project(site: Site, tmp_path: Path) -> None:
    """A folder that nothing makes a project is refused, and nobody may look into it then."""
    plain = tmp_path / "plain"
    plain.mkdir()
    call = {"tool": "Bash", "input": "ls", "cwd": str(plain)}
    said = {"template": "plan-build", "project": str(plain)}
    api = site.bearer(DEVELOPER).post("/api/workflows", json=said)
    page = site.client(DEVELOPER).post("/workflows", data={**said, "title": ""})
    above = site.bearer(DEVELOPER).post(
        "/api/workflows", json={**said, "project": str(site.home.parent)}
    )
    known = site.bearer(VIEWER).post("/api/explain", json=call)

    assert [one.status_code for one in (api, page, above)] == [403, 403, 403]
    assert "is no project" in api.json()["detail"]
    assert known.status_code == 404


# Templates


def test_only_administrators_edit_templates(site: Site, file: Path) -> None:
    """Neither is the editor opened for others, nor anything checked or written."""
    for person in (VIEWER, DEVELOPER):
        client = site.client(person)
        assert client.get("/workflows/templates/formed").status_code == 200
        for path in ("/workflows/new", "/workflows/templates/formed/edit"):
            assert client.get(path).status_code == 403
        for step in ("draft", "check", "review", "save"):
            assert client.post(f"{EDITOR}/{step}", data=FORM).status_code == 403
        text = {"text": WORKFLOW, "expected": revision_of(WORKFLOW)}
        assert site.bearer(person).put(
            "/api/workflows/templates/formed", json=text
        ).status_code == 403  # fmt: skip
    assert file.read_text() == WORKFLOW


def test_a_form_is_looked_at_and_saved(site: Site, file: Path) -> None:
    """The file changes only by what was looked at, and it is on record who did it."""
    form = {**FORM, "description": "For us", "prompt": [f"{SCRIPT}\r\nx", "Build it."]}
    client = site.client(ADMIN)

    review = client.post(f"{EDITOR}/review", data=form)
    reviewed = re.search('name="reviewed" value="([0-9a-f]+)"', review.text)
    assert reviewed
    unseen = client.post(f"{EDITOR}/save", data=form)
    otherwise = {**form, "reviewed": reviewed[1], "version": "3"}
    other = client.post(f"{EDITOR}/save", data=otherwise)
    assert (unseen.status_code, other.status_code, file.read_text()) == (409, 409, WORKFLOW)
    done = client.post(f"{EDITOR}/save", data={**form, "reviewed": reviewed[1]})

    assert SCRIPT not in review.text
    assert "+description: For us" in review.text
    assert done.headers["hx-redirect"] == "/workflows/templates/formed"
    assert f"    prompt: |\n      {SCRIPT}\n      x\n" in file.read_text()
    event = changes(site, "template-saved")[0]
    assert (event["person"], event["template"]) == ("ada", "formed")
    assert SCRIPT not in client.get("/workflows/templates/formed").text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": ["plan", "plan"]}, "the stage `plan` is also on line"),
        ({"name": ["", "build"]}, "a stage has a `name`"),
        ({"role": ["", "builder"]}, "a stage has a `roleId`"),
        ({"role": ["nobody", "builder"]}, "there is no role `nobody`"),
        ({"gate": ["open", "auto"]}, "type of gate"),
        ({"gate": ["verification", "auto"]}, "at least one command"),
        ({"gate": ["verification", "auto"], "commands": ["make", ""], "timeout": ["long", ""]},
         "timeout"),
        ({"type": [SCRIPT, ""]}, "&lt;script&gt;"),
        ({"version": "two"}, "version"),
        ({name: [] for name in ("was", "name", "type", "role", "prompt", "gate", "gate_prompt",
                                "commands", "timeout")}, "at least one stage"),
    ],
    ids=["same-name", "no-name", "no-role", "unknown-role", "unknown-gate", "no-command", "time",
         "script", "version", "no-stage"],
)  # fmt: skip
def test_problems_are_told_as_one_types(
    site: Site, file: Path, changed: dict[str, Any], words: str
) -> None:
    """In the words of `proctor workflow check`, and nothing is saved with an error."""
    form = {**FORM, **changed}

    told = site.client().post(f"{EDITOR}/check", data=form)
    review = site.client().post(f"{EDITOR}/review", data=form)

    assert told.status_code == 200
    assert words in told.text
    assert SCRIPT not in told.text + review.text
    # A role that only a project may have is a warning, here at home.
    assert ("Save</button>" in review.text) is (words == "there is no role `nobody`")
    assert file.read_text() == WORKFLOW


@pytest.mark.parametrize(
    "changed",
    [{"name": ["plan"]}, {"was": ["0", "x"]}, {"was": ["0", "9" * 9]}, {"do": "up-9"},
     {"do": "burn-0"}, {"owner": "me"}, {"id": ["a", "b"]}],
    ids=["missing", "no-place", "far-place", "no-stage", "no-such-act", "unknown", "twice"],
)  # fmt: skip
def test_a_form_that_is_none_is_refused(site: Site, file: Path, changed: dict[str, Any]) -> None:
    """Whoever makes one by hand gets words, and no error of the server's."""
    answer = site.client().post(f"{EDITOR}/draft", data={**FORM, **changed})

    assert answer.status_code == 400


def test_a_form_of_a_megabyte_is_refused(site: Site, file: Path) -> None:
    """The server says so, and goes on."""
    form = {**FORM, "prompt": ["x" * (3 << 20), ""]}

    assert site.client().post(f"{EDITOR}/check", data=form).status_code == 413


def test_a_copy_of_a_built_in_template_is_made_in_a_project(site: Site) -> None:
    """It begins with the text of the original; the project's file is its own."""
    started(site)  # so that the project is known
    (site.project / ".proctor").mkdir(exist_ok=True)
    client = site.client()
    opened = client.get("/workflows/new", params={"source": "hotfix"})
    form = {**FORM, "id": "our-fix", "expected": "", "project": str(site.project)}
    form |= {"source": "hotfix", "was": ["new", "new"]}

    review = client.post(f"{EDITOR}/review", data=form)
    reviewed = re.search('name="reviewed" value="([0-9a-f]+)"', review.text)
    assert reviewed
    done = client.post(f"{EDITOR}/save", data={**form, "reviewed": reviewed[1]})
    again = client.post(f"{EDITOR}/save", data={**form, "reviewed": reviewed[1]})
    elsewhere = client.post(f"{EDITOR}/save", data={**form, "project": "/etc", "reviewed": "x"})

    assert 'value="hotfix-2"' in opened.text
    assert done.headers["hx-redirect"].startswith("/workflows/templates/our-fix?project=%2F")
    file = site.project / ".proctor" / "workflow-templates" / "our-fix.yaml"
    assert re.match(r"#.*\ndisplayName: Plan, then build\n", file.read_text())
    assert (again.status_code, elsewhere.status_code) == (400, 400)
    shown = client.get("/workflows/templates/our-fix", params={"project": str(site.project)})
    assert "Nobody has trusted it" in shown.text
    file.unlink()


def test_a_broken_file_is_shown_with_its_problems(site: Site, file: Path) -> None:
    """The list and the page say what is wrong; the editor says why it does not open."""
    file.write_text(f"stages: [{SCRIPT}\n")

    listed = site.client().get("/workflows")
    shown = site.client().get("/workflows/templates/formed")
    edit = site.client().get("/workflows/templates/formed/edit", headers={"Accept": "text/html"})

    assert (listed.status_code, shown.status_code, edit.status_code) == (200, 200, 422)
    assert "What is wrong" in shown.text
    assert SCRIPT not in listed.text + shown.text + edit.text
