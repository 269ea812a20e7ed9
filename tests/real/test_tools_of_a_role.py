"""Which tools a role has: the model is offered no others, and gets no others."""

from __future__ import annotations

import pytest

from proctor.proving.scripted_model import bash, call, say
from tests.real.claude import headless
from tests.real.hooking import under
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import BOTH_VERSIONS

READER = "tools: [Read, Edit]\n"
# Stands for tools that are not offered yet; it does nothing, and cannot be denied.
PLACEHOLDER = "DeferredToolPlaceholder"


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_only_the_tools_of_the_role_are_offered(place: Place, model: Model, version: str) -> None:
    """The model is not shown what its role does not have, and what it has works."""
    settings = under(place, "reader", READER, version=version)
    (place.shop / "page").write_text("some words\n")
    read = call("Read", file_path=str(place.shop / "page"))
    prompt = model.learn("go", read, bash(mark()), say("done"))
    headless(place, model, prompt, settings=settings, version=version)
    seen, refused = model.told("go")

    assert model.offered("go") - {PLACEHOLDER} == {"Read", "Edit"}
    assert (seen.error, "some words" in seen.text) == (False, True)
    assert (refused.error, place.ran()) == (True, 0)


def test_a_role_without_tools_is_offered_none(place: Place, model: Model) -> None:
    """An empty list is none, not all."""
    settings = under(place, "none", "tools: []\n")
    prompt = model.learn("go", bash(mark()), say("done"))
    headless(place, model, prompt, settings=settings)

    assert model.conversation("go") == []
    assert place.ran() == 0
