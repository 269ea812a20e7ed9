"""What surrounds a command while it is read."""

from __future__ import annotations

from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.run import Feed
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.surroundings import Surroundings


class Scene(NamedTuple):
    """
    What surrounds a command while it is read.

    `name` is the tool's name in action strings. `unknown` says why the words of
    the command are not certain, `other_home` that `~` is not our own home.
    `feed` is what stands on its standard input.
    """

    around: Surroundings
    folders: Folders
    tool: str
    name: str
    depth: int = 0
    unknown: str | None = None
    other_home: bool = False
    feed: Feed | None = None

    def at(self, folders: Folders, unknown: str | None, feed: Feed | None) -> Scene:
        """Return the same scene for one command of it; written out, because it is called often."""
        return Scene(
            self.around, folders, self.tool, self.name, self.depth, unknown, self.other_home, feed
        )
