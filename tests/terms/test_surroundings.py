"""The facts of the host, and those of one call among them."""

from __future__ import annotations

from datetime import UTC, datetime

from proctor.terms.catalogue import Catalogue
from proctor.terms.surroundings import Surroundings

WHOLE = Surroundings(
    cwd="/srv/app/a",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app/b",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
    proctor_home_real="/srv/proctor",
    program=("/opt/proctor",),
    environment="/opt/proctor",
    links={"/srv/app/x": "/etc"},
    matches={"/srv/app/*": ("/etc",)},
    git_config={"/srv/app": {"core.bare": "false"}},
    code_files={("hg", "/srv/app"): ".hg/hgrc"},
    variables=((".claude/settings.json", "PAGER", "cat"),),
    folds_case=True,
    catalogue=Catalogue(()),
    strays=True,
    ports=(7762,),
)


def test_a_call_changes_only_what_is_its_own() -> None:
    """Every other fact is handed on, and what a call does not say stays as it was."""
    later = datetime(2026, 1, 2, tzinfo=UTC)
    every = list(WHOLE)

    assert all(every)  # a fact that is forgotten would show
    assert WHOLE.of_call() == WHOLE
    assert WHOLE.of_call(cwd="", now=later) == WHOLE._replace(cwd="", now=later)
    assert WHOLE.of_call(strays=False) == WHOLE._replace(strays=False)
    assert WHOLE.of_call(links={}) == WHOLE._replace(links={})
    assert WHOLE.of_call(matches={}) == WHOLE._replace(matches={})
    assert WHOLE.of_call(code_files={}) == WHOLE._replace(code_files={})
    assert WHOLE.of_call(variables=()) == WHOLE._replace(variables=())
    assert WHOLE.of_call(git_config={}) == WHOLE._replace(git_config={})
