"""Who uses which role, for all roles at once: the same as for each by itself."""

from __future__ import annotations

import json

import pytest

from proctor.installing.settings_places import KEPT
from proctor.roles.role_place import Files, Moment
from proctor.roles.uses import uses_of
from proctor.roles.uses_of_all import uses_of_all
from tests.roles.conftest import House
from tests.roles.test_deleting import TEMPLATE, session


@pytest.mark.parametrize("in_project", [True, False], ids=["of-the-project", "of-the-home"])
def test_it_says_what_is_said_of_each(house: House, in_project: bool) -> None:
    """Parents, templates that can be read and that cannot, agents, hooks, trusted projects."""
    for name in ("reader", "writer", "spare"):
        house.in_project(f"roles/{name}.yaml", f"name: {name}\ntools: [read_file]\n")
        house.at_home(f"roles/{name}-at-home.yaml", f"name: {name}\n")
    house.in_project("roles/child.yaml", "extends: spare\n")
    house.in_project("roles/far.yaml", "extends: spare-at-home\n")
    house.at_home("roles/heir.yaml", "extends: writer-at-home\n")
    house.at_home("roles/self.yaml", "extends: self\n")
    house.in_project("workflow-templates/ship.yaml", TEMPLATE)
    house.in_project("workflow-templates/broken.yaml", "stages: [reader, 'spare\n")
    house.at_home("workflow-templates/ours.yaml", TEMPLATE.replace("reader", "reader-at-home"))
    house.trust()
    session(house, "a-1", "reader under writer-at-home", house.root)
    session(house, "a-2", "guarded", house.home)
    hook = house.home / KEPT / "one.json"
    hook.parent.mkdir(parents=True)
    hook.write_text(json.dumps({"role": "spare-at-home", "file": "/x/settings.json"}))
    files = Files.read(house.home, house.root)
    names = Moment(files).names()

    found = uses_of_all(files, names, in_project=in_project)

    assert any(found.values())
    for name in names:
        expected = uses_of(name, files, in_project=in_project)
        assert sorted(found[name]) == sorted(expected), name
