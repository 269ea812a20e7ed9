"""The facts about the host that reading a call needs."""

from __future__ import annotations

from proctor.terms.call import UNKNOWN_FOLDER
from proctor.terms.catalogue import BUILT_IN, Catalogue
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class Surroundings(NamedTuple):
    """
    Host facts, gathered by `observe.py` and handed in as a value.

    All paths are absolute. `links` maps an absolute path, as written, to where
    it really leads; a path that is not in it leads to itself. `matches` maps an
    absolute pattern to the places that it leads to through links, or to None where
    there is more than was looked at. `program` names
    the files and folders that Proctor runs from, `environment` the folder of the
    Python environment that it is installed in, `proctor_home_real` where its home
    leads if that is a link. `git_config` maps a folder to the settings of the
    repository that it lies in, `code_files` a program and a folder to a file that makes it run
    code there. `variables` are those that settings of the project set for every command: the
    file, the name and the value. `folds_case` says that
    the file system takes `.ENV` for `.env`. `strays` says that a call may run elsewhere than
    in `cwd`, nobody knows where. `ports` are those of Proctor's server, where a call may end
    a process by its port.
    """

    cwd: str
    home: str
    root: str
    start: str
    proctor_home: str
    now: datetime
    proctor_home_real: str = ""
    program: tuple[str, ...] = ()
    environment: str = ""
    links: Mapping[str, str] = {}
    matches: Mapping[str, tuple[str, ...] | None] = {}
    git_config: Mapping[str, Mapping[str, str]] = {}
    code_files: Mapping[tuple[str, str], str] = {}
    variables: tuple[tuple[str, str, str], ...] = ()
    folds_case: bool = False
    catalogue: Catalogue = BUILT_IN
    strays: bool = False
    ports: tuple[int, ...] = ()

    @property
    def place(self) -> str:
        """Return the folder of a call as it is shown and kept, `?` where it is not known."""
        return UNKNOWN_FOLDER if self.strays else self.cwd

    def of_call(  # noqa: PLR0913 - all that one call adds
        self,
        *,
        cwd: str | None = None,
        strays: bool | None = None,
        now: datetime | None = None,
        links: Mapping[str, str] | None = None,
        matches: Mapping[str, tuple[str, ...] | None] | None = None,
        git_config: Mapping[str, Mapping[str, str]] | None = None,
        code_files: Mapping[tuple[str, str], str] | None = None,
        variables: tuple[tuple[str, str, str], ...] | None = None,
    ) -> Surroundings:
        """
        Return the same with what is known of one call.

        Spelled out because every call needs it, and `replace` takes three times as long.
        """
        return Surroundings(
            cwd=self.cwd if cwd is None else cwd,
            home=self.home,
            root=self.root,
            start=self.start,
            proctor_home=self.proctor_home,
            now=now or self.now,
            proctor_home_real=self.proctor_home_real,
            program=self.program,
            environment=self.environment,
            links=self.links if links is None else links,
            matches=self.matches if matches is None else matches,
            git_config=self.git_config if git_config is None else git_config,
            code_files=self.code_files if code_files is None else code_files,
            variables=self.variables if variables is None else variables,
            folds_case=self.folds_case,
            catalogue=self.catalogue,
            strays=self.strays if strays is None else strays,
            ports=self.ports,
        )
