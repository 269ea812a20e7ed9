"""
The description of the API holds: whatever is sent, the answer is one that it names.

schemathesis makes requests out of `/api/openapi.json`, right ones and wrong ones, always the
same. It has a server of its own: what it sends changes, answers and deletes things.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import APIOperation

from tests.amounts import amount
from tests.web.sites import Site
from tests.web.sites import site as running_site

EXAMPLES = amount(3, 30)
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Streams do not end; `tests/server/test_events.py` reads them.
ENDLESS = {"/api/events"}
# Waiting for an answer would take as long as it is told to.
WAITS = "wait"
PATIENCE = 30


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a server that nobody else uses, with a question that can be answered."""
    with running_site(tmp_path_factory.mktemp("fuzzed")) as here:
        here.ask("npm publish", agent="fuzzed-1")
        yield here


def operations(site: Site) -> list[APIOperation[Any, Any, Any, Any]]:
    """Return everything that the description has."""
    schema = schemathesis.openapi.from_dict(site.bearer().get("/api/openapi.json").json())
    # One that cannot be read is an error of its own.
    return [as_ok(found) for found in schema.get_all_operations()]


def as_ok(found: Any) -> APIOperation[Any, Any, Any, Any]:
    """Return an operation; raises where its description is wrong."""
    operation: APIOperation[Any, Any, Any, Any] = found.ok()
    return operation


# A change that changes nothing is a mistake, and so is an empty report.
ALWAYS = {"/api/roles/{role}", "/v1/logs", "/v1/metrics"}


def test_a_body_is_needed_where_a_key_of_it_is(fuzzed: Site) -> None:
    """Where every key may be left out, the body may be, too."""
    paths = fuzzed.bearer().get("/api/openapi.json").json()["paths"]
    wrong = []
    for path, ways in paths.items():
        for method, described in ways.items():
            if path not in ALWAYS and (body := described.get("requestBody")):
                shape = next(iter(body["content"].values()))["schema"]
                if bool(shape.get("required")) != body.get("required", False):
                    wrong.append(f"{method} {path}")

    assert wrong == []


@pytest.mark.parametrize("changes", [False, True], ids=["looking", "changing"])
def test_every_answer_is_one_that_the_description_names(fuzzed: Site, changes: bool) -> None:
    """No request leads to a 500, or to a status or a content type that is not described."""
    wanted = [
        one
        for one in operations(fuzzed)
        if (one.method.upper() != "GET") == changes and one.path not in ENDLESS
    ]
    session = requests.Session()
    session.trust_env = False
    session.headers["Authorization"] = f"Bearer {fuzzed.tokens['ada']}"
    problems = [
        f"{one.label}: {problem}"
        for one in wanted
        for mode in GenerationMode
        for problem in wrong_in(one, mode, session, fuzzed.url)
    ]

    assert len(wanted) > 5
    assert not problems, "\n\n".join(problems)


def wrong_in(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    session: requests.Session,
    url: str,
) -> list[str]:
    """Return what is wrong with the answers of one operation, each problem once."""
    found: dict[str, None] = {}

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def sent(case: Case[Any]) -> None:
        if isinstance(case.query, dict):
            case.query.pop(WAITS, None)
        answer = case.call(base_url=url, session=session, timeout=PATIENCE)
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            found.update(dict.fromkeys(str(one) for one in group.exceptions))

    # Where nothing can be wrong, because nothing is sent but the path, there is no example.
    with suppress(Unsatisfiable):
        sent()
    return list(found)
