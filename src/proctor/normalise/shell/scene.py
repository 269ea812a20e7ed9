"""What surrounds a command while it is read."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.paths import NOT_KNOWN
from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.run import Feed
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.surroundings import Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.normalise.shell.knowledge.reading import Use
    from proctor.normalise.shell.meaning.argument import Argument
    from proctor.terms.action import Command


class Scene(NamedTuple):
    """
    What surrounds a command while it is read.

    `name` is the tool's name in action strings. `unknown` says why the words of
    the command are not certain, `other_home` that `~` is not our own home.
    `feed` is what stands on its standard input, `budget` what reading may still cost. `seen`
    collects the commands of the whole line, for the names that they make.
    """

    around: Surroundings
    folders: Folders
    tool: str
    name: str
    budget: Budget
    depth: int = 0
    unknown: str | None = None
    other_home: bool = False
    feed: Feed | None = None
    seen: list[SeenCommand] | None = None

    def at(self, folders: Folders, unknown: str | None, feed: Feed | None) -> Scene:
        """Return the same scene for one command of it; written out, because it is called often."""
        return Scene(
            self.around, folders, self.tool, self.name, self.budget, self.depth, unknown,
            self.other_home, feed, self.seen,
        )  # fmt: skip


def scene_of(around: Surroundings, tool: str, name: str, folders: Sequence[str] = ()) -> Scene:
    """
    Return the scene in which a call's commands are read; they share its budget.

    A call may name `folders` of its own. Its program may or may not know that
    field, so it may run there or where the agent is: all of these places count.
    """
    here = tuple(dict.fromkeys((*folders, around.cwd)))
    start = Folders(here, (), NOT_KNOWN if around.strays else None)
    return Scene(around, start, tool, name, Budget())


class SeenCommand(NamedTuple):
    """
    One command of a line, as it was read.

    `inputs` are the files on its standard input, `redirections` those that it writes as
    descriptor, operator and target; `uses` is what its table says of its paths.
    """

    arguments: tuple[Argument, ...]
    inputs: tuple[Argument, ...]
    redirections: tuple[tuple[str, str, Argument], ...]
    command: Command
    text: str
    scene: Scene
    uses: tuple[Use, ...] = ()

    @property
    def program(self) -> str:
        """Return the name of the program."""
        words = self.command.words
        return words[0].rpartition("/")[2] if words else ""
