"""
Everything that is wrong in roles, rules, config and workflow templates, at once.

What a file says wrongly is found where it is read (`roles/`, `config.py`, `workflows/`);
here it is gathered, and rules that can never decide are added as warnings.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from proctor.config import RULES_HELP, shown_home
from proctor.documents import MAX_BYTES
from proctor.errors import FileProblems, NotFound, Problem
from proctor.rehearse.shadow import shadowing
from proctor.rehearse.sources import Texts, line_at, texts_here
from proctor.rehearse.written import written_file, written_roles
from proctor.roles.files import MAX_FILES, Tree
from proctor.roles.find import RoleShelf
from proctor.roles.trust import FOLDER, project_tree, shown_file
from proctor.terms.effect import Effect
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST, in_words
from proctor.terms.place import Place
from proctor.terms.rule import Rule
from proctor.workflows.check import check_templates

# Where other programs keep the profiles of an agent.
JSON_FILES = ("config.json", "agent.json", "roles/*.json")
# In which order an allow, or an ask, comes before the other.
FIRST = {Effect.ALLOW: ALLOW_BEFORE_ASK, Effect.ASK: STRICT_FIRST}
# How the files of roles and templates are named that came with the program.
BUILT_IN = "built-in/"


def check(home: Path, root: Path | None, *, only: Sequence[Path] = ()) -> list[Problem]:
    """
    Return what is wrong in the roles, config and templates of a project and of the home.

    Args:
        home: Proctor's home.
        root: the project's root, if there is one.
        only: only what is wrong in these: files or folders of the project's
            `.proctor` or of the home, other projects, or role files anywhere.

    Raises:
        NotFound: nothing is there that could be checked.

    """
    if not only:
        return in_order(everything(home, root))
    return in_order(problem for path in only for problem in check_path(home, root, path))


def everything(home: Path, root: Path | None) -> list[Problem]:
    """Return what is wrong in the home and in one project."""
    problems = [*check_roles(home, root), *check_workflows(home, root), *check_json(home, root)]
    try:
        config = RoleShelf(home, root).config()
    except FileProblems as broken:
        return [*problems, *broken.problems]
    found = shadowing(list(config.profiles.values()), config.catalogue)
    return [*problems, *warnings(found, texts_here(home, root))]


def check_json(home: Path, root: Path | None) -> list[Problem]:
    """Warn of profiles in JSON files: such files are not read here."""
    places = {shown_home(home): home, **({FOLDER: root / FOLDER} if root else {})}
    found = {
        shown_file(str(path.relative_to(folder)), shown)
        for shown, folder in places.items()
        for pattern in JSON_FILES
        for path in itertools.islice(folder.glob(pattern), MAX_FILES)
    }
    message = "this file is not read"
    return [
        Problem("not-read", message, Place(file, 1), help=RULES_HELP, warning=True)
        for file in sorted(found)
    ]


def check_workflows(home: Path, root: Path | None) -> list[Problem]:
    """
    Return what is wrong in the workflow templates of the home and of a project.

    Those that came with the program are nobody's fault here: `workflow check` tells of them.
    """
    try:
        found = check_templates(root, home)
    except FileProblems as broken:
        return [*broken.problems]
    return [problem for problem in found if not problem.place.file.startswith(BUILT_IN)]


def check_path(home: Path, root: Path | None, path: Path) -> list[Problem]:
    """Return what is wrong in one file or folder."""
    if path.is_dir() and (path / FOLDER).is_dir():
        return within(everything(home, path), path, path)
    places = [home, *([root / FOLDER] if root else [])]
    if any(path.resolve().is_relative_to(place.resolve()) for place in places):
        return within(everything(home, root), path, root)
    files = sorted(path.glob("*.y*ml")) if path.is_dir() else [path]
    if not files:
        raise NotFound(f"there are no role files in `{path}`")
    return [problem for file in files for problem in check_file(home, root, file)]


def check_file(home: Path, root: Path | None, path: Path) -> list[Problem]:
    """Return what is wrong in a role file that stands where no role is looked for."""
    config = RoleShelf(home, root).config()
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    said = written_file(home, data, str(path), config)
    found = shadowing([role.permissions for role in said.roles], config.catalogue)
    texts = {(str(path), ""): data}
    here = [problem for problem in warnings(found, texts) if problem.place.file == str(path)]
    return [*said.problems, *here]


def check_roles(home: Path, root: Path | None, names: Sequence[str] = ()) -> list[Problem]:
    """
    Return what is wrong in the named roles, or in all of them.

    Raises:
        NotFound: a name is no role.

    """
    shelf = RoleShelf(home, root)
    problems = shelf.problems(names)
    try:
        config = shelf.config()
    except FileProblems as broken:
        return in_order([*problems, *broken.problems])
    tree = project_tree(root, home) if root is not None else Tree()
    roles = [role for place in written_roles(home, tree, config) for role in place.roles]
    found = shadowing([role.permissions for role in roles], config.catalogue)
    meant = [role for role in roles if not names or role.id in names]
    rules = {rule for role in meant for rule in role.permissions.rules}
    theirs = {rule: wider for rule, wider in found.items() if rule in rules}
    return in_order([*problems, *warnings(theirs, texts_here(home, root))])


def warnings(found: Mapping[Rule, Rule], texts: Texts) -> list[Problem]:
    """Return a warning for each rule that never decides and is written somewhere."""
    return [problem for rule, wider in found.items() if (problem := warning(rule, wider, texts))]


def warning(rule: Rule, wider: Rule, texts: Texts) -> Problem | None:
    """Say that a rule never decides; a rule that came with the program has no author to tell."""
    if rule.where is None or rule.where.file.startswith(BUILT_IN):
        return None
    line = line_at(rule.where, texts)
    other = f"{wider.effect} `{wider}` ({wider.where or 'built in'})"
    ways = ["remove it"]
    if wider.effect is not rule.effect and wider.where:
        ways += ["narrow the other"]
    if wider.effect is not rule.effect and rule.effect in FIRST:
        ways += [f"write `order: {in_words(FIRST[rule.effect])}`"] * (wider.effect in FIRST)
    return Problem(
        code="shadowed-rule",
        message=f"{rule.effect} `{rule}` never decides: {other} always comes first",
        place=rule.where,
        help=", or ".join(ways),
        line_text=line,
        length=written_length(rule, (line or "")[rule.where.column - 1 :]),
        warning=True,
    )


def written_length(rule: Rule, line: str) -> int:
    """Return how much of a line is the rule, where it begins with it as people write it."""
    for key in ("", "rule: "):
        for quote in ("", "'", '"'):
            spelled = f"{key}{quote}{rule.text}{quote}"
            if line.startswith(spelled):
                return len(spelled)
    return 1


def within(problems: Iterable[Problem], place: Path, root: Path | None) -> list[Problem]:
    """Keep the problems of one file or folder."""
    kept = []
    for problem in problems:
        # Files are named as people name them: from the home folder or the project's root.
        file = ((root or Path()) / Path(problem.place.file).expanduser()).resolve()
        if file.is_relative_to(place.resolve()):
            kept.append(problem)
    return kept


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems by file, line and column, each once."""
    return sorted(
        set(problems), key=lambda p: (p.place.file, p.place.line, p.place.column, p.code, p.message)
    )
