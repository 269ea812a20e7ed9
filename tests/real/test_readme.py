"""The two lines of the README: whoever has Claude Code and types them has it working."""

from __future__ import annotations

import shlex

from proctor.proving.scripted_model import bash, call, say
from tests.installing.running import proctor_in
from tests.pages import ROOT, blocks
from tests.real.claude import headless
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import program_of


def test_what_the_readme_says_is_all_that_it_takes(place: Place, model: Model) -> None:
    """Reads run, a force push is denied, and both are on record; the model hears why."""
    place.configure("channels: {inbox: false}\n")
    claude = place.user / ".local" / "bin" / "claude"
    claude.parent.mkdir(parents=True)
    claude.symlink_to(program_of())
    page = [line for block in blocks(ROOT / "README.md", "sh") for line in block.text.splitlines()]
    [install] = [line for line in page if line.startswith("proctor install ")]
    (place.shop / "notes").write_text("hello")
    proctor_in(place.private, *shlex.split(install, comments=True)[1:])
    steps = (call("Read", file_path=str(place.shop / "notes")), bash(f"{mark()}; rm -rf /"))
    headless(place, model, model.learn("go", *steps, say("done")))
    read, ruin = model.told("go")

    assert ("hello" in read.text, read.error) == (True, False)
    assert (ruin.error, place.ran()) == (True, 0)
    assert (
        "Proctor (role guarded): `rm -rf /` is not allowed: `/` is the whole system." in ruin.text
    )
    assert [decision for _, decision in place.decisions()] == ["allow", "deny"]
