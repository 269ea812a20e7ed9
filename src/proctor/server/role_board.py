"""
All roles as a list shows them, quickly: also those that do not load, with what is wrong.

The files are read again only if one of them has changed. Who uses a role is looked up each
time, for agents come and go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from proctor.errors import FileProblems, Problem
from proctor.roles.file_times import Signature, signed
from proctor.roles.find import PROJECT, RoleShelf
from proctor.roles.heard_agents import heard_under
from proctor.roles.live_agents import LiveAgent
from proctor.roles.role_place import BUILT_IN, HOME, Files, Moment
from proctor.roles.role_text import Held, held_in
from proctor.roles.stored_role import StoredRole
from proctor.roles.trust import FOLDER
from proctor.roles.uses import Use, place_tree
from proctor.roles.uses_of_all import uses_of_all
from proctor.terms.catalogue import Catalogue
from proctor.terms.role import Role
from proctor.tools.of_role import offered_to, tools_of
from proctor.workflows.run import Run
from proctor.workflows.runs_of_role import among

# Boards of so many projects are remembered.
MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRow:
    """
    One role of a list.

    `tools` is of how many some call could pass, `every` whether those are all. `problems`
    keep it from loading. `stored` is its own text where it has a file that can be changed; a
    built-in one has none. `hides` names the place further out that has a role of the same id.
    """

    id: str
    name: str
    description: str = ""
    origin: str
    trust: str = ""
    tools: int = 0
    every: bool = False
    extends: str = ""
    problems: tuple[Problem, ...] = ()
    stored: StoredRole | None = None
    hides: str = ""
    role: Role | None = None
    uses: tuple[Use, ...] = ()

    @property
    def loads(self) -> bool:
        """Say whether it can be used."""
        return not self.problems

    @property
    def words(self) -> str:
        """Return everything that is searched, in small letters."""
        return f"{self.id}\n{self.name}\n{self.description}\n{self.origin}".casefold()


@dataclass(frozen=True, slots=True)
class Board:
    """All roles that count from a place; `obstacles` keep several of them from loading."""

    files: Files
    signature: Signature
    rows: Mapping[str, RoleRow]
    obstacles: tuple[Problem, ...] = ()
    catalogue: Catalogue | None = None
    profiles: tuple[str, ...] = ()

    def found(self, words: str) -> list[RoleRow]:
        """Return the roles in which all of these words stand, by id."""
        wanted = words.casefold().split()
        return [row for row in self.rows.values() if all(word in row.words for word in wanted)]


class Boards:
    """The boards of a home and its projects, each as long as its files are the same."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.known: dict[Path | None, Board] = {}
        self.lock = Lock()

    def board(self, root: Path | None) -> Board:
        """Return the roles that count in a project, or those of the home alone."""
        # A project of the home's own is nowhere.
        signature = signed(self.home, str(root if root is not None else self.home / "nowhere"))
        found = self.known.get(root)
        if found is not None and found.signature == signature:
            return found
        with self.lock:
            found = self.known.get(root)
            if found is None or found.signature != signature:
                found = read_board(self.home, root, signature)
                self.known.pop(root, None)
                self.known[root] = found
                while len(self.known) > MOST:
                    del self.known[next(iter(self.known))]
        return found

    def with_uses(
        self,
        board: Board,
        rows: Sequence[RoleRow],
        runs: Iterable[Run],
        heard: Sequence[LiveAgent] = (),
    ) -> list[RoleRow]:
        """Return roles with everybody who uses them; `heard` are agents that have only rows."""
        live, root = list(runs), board.files.root
        ours = [row.id for row in rows if row.origin == PROJECT]
        others = [row.id for row in rows if row.origin != PROJECT]
        uses = uses_of_all(board.files, others, in_project=False)
        uses |= uses_of_all(board.files, ours, in_project=True) if ours else {}
        for row in rows:
            place = root if row.origin == PROJECT else None
            uses[row.id] += heard_under(row.id, heard, self.home, place)
            uses[row.id] += among(live, row.id, self.home, place)
        return [replace(row, uses=tuple(uses[row.id])) for row in rows]


def read_board(home: Path, root: Path | None, signature: Signature) -> Board:
    """Read all roles of a place and of those further out."""
    try:
        files = Files.read(home, root)
    except FileProblems as broken:  # the trusted copy is damaged
        return replace(read_board(home, None, signature), obstacles=broken.problems)
    shelf = Moment(files)
    catalogue: Catalogue | None = None
    profiles: tuple[str, ...] = ()
    with suppress(FileProblems):
        config = shelf.config()
        catalogue, profiles = config.catalogue, tuple(config.profiles)
    held = {
        PROJECT: {each.id: each for each in held_in(place_tree(files, in_project=True))},
        HOME: {each.id: each for each in held_in(place_tree(files, in_project=False))},
    }
    built_in = set(Moment(Files(home, None, replace(files.at_home, files={}), None)).names())
    rows = {}
    # A file that may hold any role gives none of them a name, and is there all the same.
    for name in sorted({*shelf.names(), *held[PROJECT], *held[HOME]}):
        places = [place for place, roles in held.items() if name in roles]
        places += [BUILT_IN] if name in built_in else []
        rows[name] = row_of(shelf, name, places or [HOME], held, catalogue)
    return Board(files, signature, rows, tuple(shelf.obstacles()), catalogue, profiles)


def row_of(
    shelf: RoleShelf,
    name: str,
    places: Sequence[str],
    held: Mapping[str, Mapping[str, Held]],
    catalogue: Catalogue | None,
) -> RoleRow:
    """Return one role, whatever is wrong with it."""
    origin, hides = places[0], " and ".join(places[1:])
    own = held.get(origin, {}).get(name)
    stored = stored_of(own, shelf, origin) if own else None
    try:
        role = shelf.load(name)
    except FileProblems as broken:
        known = stored or StoredRole(name, shelf.home, "", {})
        return RoleRow(
            id=name,
            name=known.name,
            description=known.description,
            origin=origin,
            problems=broken.problems,
            stored=stored,
            hides=hides,
        )
    offered = offered_to(role, catalogue) if catalogue else ()
    return RoleRow(
        id=name,
        name=role.name,
        description=role.description,
        origin=role.origin,
        trust=role.trust.value if role.trust else "",
        tools=len(offered),
        every=catalogue is not None and len(offered) >= len(tools_of(None, catalogue)),
        extends=role.extends or "",
        stored=stored,
        hides=hides,
        role=role,
    )


def stored_of(held: Held, shelf: RoleShelf, origin: str) -> StoredRole:
    """Return a role's own text."""
    folder = shelf.root / FOLDER if origin == PROJECT and shelf.root else shelf.home
    return StoredRole(held.id, folder / held.name, held.text, held.fields)
