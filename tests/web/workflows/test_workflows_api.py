"""Tasks and templates of workflows by the API: typed, checked, and for whom they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.workflows.template_store import revision_of
from tests.web.kept_changes import changes
from tests.web.sites import DEVELOPER, WORKFLOW, Site

TEMPLATES = "/api/workflows/templates"


@pytest.fixture
def file(site: Site) -> Iterator[Path]:
    """Give the place of a template that a test makes, and take it away."""
    path = site.home / "workflow-templates" / "by-api.yaml"
    yield path
    path.unlink(missing_ok=True)


def started(site: Site) -> str:
    """Start a run, and return its id."""
    said = {"template": "plan-build", "project": str(site.project)}
    return str(site.bearer().post("/api/workflows", json=said).json()["id"])


def test_a_task_goes_its_way(site: Site) -> None:
    """Added, started, completed; approved by somebody else; the gate is tried by itself."""
    run = started(site)
    tasks, ada, dan = f"/api/workflows/{run}/tasks", site.bearer(), site.bearer(DEVELOPER)

    added = ada.post(tasks, json={"title": "Look", "stage": "plan"}).json()
    for action in ("start", "complete"):
        assert ada.post(f"{tasks}/T-001", json={"action": action}).status_code == 200
    own = ada.post(f"{tasks}/T-001", json={"action": "approve"})
    back = dan.post(f"{tasks}/T-001", json={"action": "return", "words": "the tests"})
    for action in ("start", "complete"):
        ada.post(f"{tasks}/T-001", json={"action": action})
    moved = dan.post(f"{tasks}/T-001", json={"action": "approve"}).json()

    assert (added["task"]["id"], added["run"]["stage"]) == ("T-001", "plan")
    assert (own.status_code, back.json()["task"]["status"]) == (400, "todo")
    assert (moved["task"]["approved_by"], moved["run"]["status"]) == ("dan", "waiting")
    assert ada.get(tasks).json() == [moved["task"]]
    ada.post(f"/api/workflows/{run}/cancel", json={})


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/tasks", {}, 400),
        ("/tasks", {"title": "x", "agent": "arch-1"}, 400),
        ("/tasks", {"title": "x", "stage": "none"}, 400),
        ("/tasks/T-001", {"action": "add"}, 400),
        ("/tasks/T-001", {"action": ["drop"]}, 400),
        ("/tasks/T-999", {"action": "start"}, 400),
        ("/tasks/x", {"action": "start"}, 422),
        ("/tasks/T-001", {"action": "start", "person": "ada"}, 400),
    ],
    ids=["no-title", "agent", "no-stage", "add", "list", "no-task", "no-id", "person"],
)
def test_what_is_wrong_about_a_task_is_refused(
    site: Site, path: str, body: dict[str, Any], status: int
) -> None:
    """Nobody acts in another's name, and nothing moves."""
    run = started(site)

    answer = site.bearer().post(f"/api/workflows/{run}{path}", json=body)

    assert answer.status_code == status, answer.text
    assert site.bearer().get(f"/api/workflows/{run}/tasks").json() == []


def test_a_template_is_made_checked_and_changed(site: Site, file: Path) -> None:
    """Only over the text that was seen; what would be none is not written."""
    client, text = site.bearer(), f"# Mine.\n{WORKFLOW}"

    made = client.post(TEMPLATES, json={"id": "by-api", "text": WORKFLOW}).json()
    shown = client.get(f"{TEMPLATES}/by-api").json()
    said = {"text": text, "expected": made["revision"]}
    saved = client.put(f"{TEMPLATES}/by-api", json=said)
    late = client.put(f"{TEMPLATES}/by-api", json=said)
    broken = client.put(f"{TEMPLATES}/by-api", json={"text": "x: [", "expected": revision_of(text)})
    checked = client.post(f"{TEMPLATES}/by-api/check", json={"text": "stages: []\n"}).json()

    assert (shown["text"], shown["revision"]) == (WORKFLOW, revision_of(WORKFLOW))
    assert shown["stages"][0]["tools"] == ["Read", "Grep", "Glob"]
    assert (saved.status_code, late.status_code, broken.status_code) == (200, 409, 422)
    assert broken.json()["problems"]
    assert (checked["loads"], checked["problems"][0]["line"]) == (False, 1)
    assert file.read_text() == text
    assert [event["what"] for event in changes(site, "template-created")[:1]] == [
        "template-created"
    ]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/none", None, 404),
        ("GET", "?project=/etc", None, 404),
        ("GET", "/%2e%2e", None, 422),
        ("GET", "?projects=x", None, 422),
        ("POST", "", {"id": "../x", "text": WORKFLOW}, 400),
        ("POST", "", {"id": "plan-build", "text": WORKFLOW}, 400),
        ("POST", "", {"id": "x"}, 400),
        ("POST", "", {"id": "x", "text": "\ud800"}, 400),
        ("POST", "", {"id": "x", "text": WORKFLOW, "project": "/etc"}, 404),
        ("PUT", "/none", {"text": WORKFLOW, "expected": ""}, 409),
        ("PUT", "/standard", {"text": WORKFLOW, "expected": ""}, 409),
        ("PUT", "/plan-build", {"text": WORKFLOW}, 400),
    ],
    ids=["none", "not-known", "dots", "unknown-word", "path", "taken", "no-text", "half-a-letter",
         "elsewhere", "gone", "built-in", "unseen"],
)  # fmt: skip
def test_what_is_wrong_about_a_template_is_refused(
    site: Site, method: str, path: str, body: dict[str, str] | None, status: int
) -> None:
    """With a code of ours, and no error of the server's."""
    said = json.dumps(body) if body is not None else None

    answer = site.bearer().request(method, f"{TEMPLATES}{path}", content=said)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
