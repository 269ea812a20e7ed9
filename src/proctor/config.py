"""
Read config.yaml of the home and of the project into one Config.

The project's counts as it was trusted; as it is now, and before anybody has
trusted it, only the denies and asks of its profiles do. A config with an error
does not load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from proctor.config_asking import ASKING_KEYS, read_asking
from proctor.config_channels import without_secrets
from proctor.config_keeping import KEEPING_KEYS, read_keeping
from proctor.config_tools import read_tools
from proctor.config_upstreams import read_upstreams, without_values
from proctor.documents import read_document
from proctor.errors import ConfigProblems, Problem
from proctor.nodes import Node, Source, visible
from proctor.policy.profiles import PROFILES
from proctor.roles.build import build_permissions
from proctor.roles.extend import MAX_PARENTS
from proctor.roles.files import Tree, read_tree
from proctor.roles.permissions import (
    PERMISSION_KEYS,
    Fields,
    Known,
    infer,
    read_permissions,
)
from proctor.roles.tighten import tightened_profile
from proctor.roles.trust import FOLDER, ProjectFiles, project_files, refusals, shown_path
from proctor.roles.values import Notes, is_null
from proctor.terms.asking import Asking
from proctor.terms.catalogue import BUILT_IN, Catalogue, ToolInfo, unknown_tool
from proctor.terms.keeping import Keeping
from proctor.terms.role import Permissions
from proctor.terms.upstream import UpstreamSetting
from proctor.tools import index_file
from proctor.tools.believed import with_index
from proctor.tools.index_reader import read_index
from proctor.tools.pin_file import upstream_files
from proctor.tools.upstream_catalogue import with_upstreams

NAME = "config.yaml"
KEYS = (
    "profiles",
    "tools",
    "follow_bypass",
    "additional_directories",
    "upstreams",
    *KEEPING_KEYS,
    *ASKING_KEYS,
)
# Where rules belong that somebody has written beside these keys, or in a file that is not read.
RULES_HELP = (
    "rules belong under `permissions:` in a role file, such as `roles/NAME.yaml`, "
    "or under `profiles: {NAME: …}` in `config.yaml`"
)
# What holds for a whole home, whatever project an agent works in.
AT_HOME = ("follow_bypass", *KEEPING_KEYS, *ASKING_KEYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the config files say; `profiles` has the built-in ones too."""

    profiles: Mapping[str, Permissions] = field(default_factory=lambda: dict(PROFILES))
    catalogue: Catalogue = BUILT_IN
    follow_bypass: bool = False
    additional_directories: tuple[str, ...] = ()
    keeping: Keeping = field(default_factory=Keeping)
    asking: Asking = field(default_factory=Asking)
    upstreams: tuple[UpstreamSetting, ...] = ()
    problems: tuple[Problem, ...] = ()


def load_config(home: Path, root: Path | None) -> Config:
    """
    Read the home's and the project's config.yaml.

    Raises:
        ConfigProblems: one of them has an error.
        RoleProblems: the trusted copy of the project is damaged.

    """
    project = project_files(root, home) if root is not None else None
    return checked(read_config(home_tree(home), project, shown_home(home)))


def checked(config: Config) -> Config:
    """Return a config that has no error; its warnings stay with it."""
    errors = [problem for problem in config.problems if not problem.warning]
    if errors:
        raise ConfigProblems(errors)
    return config


def home_tree(home: Path) -> Tree:
    """Read the home's files, and what is kept of upstreams; its user may link as they like."""
    tree = read_tree(home, parts=(NAME, "roles", index_file.FOLDER), follow=True)
    tree.files.update(upstream_files(home))
    return tree


def shown_home(home: Path) -> str:
    """Return the home as people name it."""
    return shown_path(home)


def read_config(home: Tree, project: ProjectFiles | None, home_name: str) -> Config:
    """Put the config files on top of each other; `problems` says what is wrong."""
    config = read_files(home, project, home_name)
    catalogue, damaged = with_upstreams(config.catalogue, home.files, home_name)
    return replace(config, catalogue=catalogue, problems=(*config.problems, *damaged))


def read_files(home: Tree, project: ProjectFiles | None, home_name: str) -> Config:
    """Put the files that people write on top of each other."""
    own = with_file(with_tools(Config(), home, home_name), home, f"{home_name}/{NAME}")
    if project is None:
        return own
    shown = f"{FOLDER}/{NAME}"
    config = own
    if project.trusted is not None:
        note = project.note(NAME)
        config = outer = with_tools(own, project.trusted, FOLDER, outer=own, note=project.note)
        infers = not project.read_as_before
        config = with_file(config, project.trusted, shown, outer=outer, infers=infers, note=note)
    if project.changed:
        outer = with_tools(own, project.now, FOLDER, outer=own, trusted=False)
        config = with_tools(config, project.now, FOLDER, outer=own, trusted=False)
        config = with_file(config, project.now, shown, outer=outer, trusted=False)
    return config


def with_tools(  # noqa: PLR0913 - keyword only
    config: Config,
    tree: Tree,
    folder: str,
    *,
    outer: Config | None = None,
    trusted: bool = True,
    note: Callable[[str], str] = lambda _: "",
) -> Config:
    """Add the tools of the catalogue that `proctor tools sync` wrote among some files."""
    name = index_file.NAME
    refused = {file: why for file, why in tree.refused.items() if file in {index_file.FOLDER, name}}
    problems = refusals(Tree({}, refused), folder)
    catalogue = config.catalogue
    if name in tree.files:
        shown = f"{folder}/{name}"
        notes = Notes()
        with notes.reading(start_of(shown, note(name)), "this catalogue of tools"):
            file = read_index(tree.files[name], shown, note(name))
            around = (outer or config).catalogue
            catalogue, wrong = with_index(catalogue, file, outer=around, trusted=trusted)
            problems += wrong
        problems += notes.problems
    new = tuple(problem for problem in problems if problem not in config.problems)
    return replace(config, catalogue=catalogue, problems=(*config.problems, *new))


def with_file(  # noqa: PLR0913 - keyword only
    config: Config,
    tree: Tree,
    shown: str,
    *,
    outer: Config | None = None,
    trusted: bool = True,
    infers: bool = True,
    note: str = "",
) -> Config:
    """
    Add what one file says.

    Args:
        config: what the other files said.
        tree: the files among which it is.
        shown: its name as people see it.
        outer: the home's config, where the file is a project's. It is read with what
            stands there, not with what an older version of the same file says.
        trusted: whether all of it counts, or only what tightens.
        infers: whether an order is inferred; see `Known`.
        note: what to add wherever it is named.

    """
    whole = Notes()
    found = config
    with whole.reading(start_of(shown, note), "this config"):
        found = with_keys(
            config, tree, shown, outer=outer, trusted=trusted, infers=infers, note=note
        )
    return replace(found, problems=(*found.problems, *whole.problems))


def with_keys(  # noqa: PLR0913 - keyword only
    config: Config,
    tree: Tree,
    shown: str,
    *,
    outer: Config | None,
    trusted: bool,
    infers: bool,
    note: str,
) -> Config:
    """Add what the keys of one file say; see `with_file`."""
    around = outer or config
    root, notes = opened(tree, shown, note)
    fields = read_keys(root, notes, home=outer is None) if root is not None else {}
    tools: tuple[ToolInfo, ...] = ()
    if "tools" in fields:
        with notes.reading(fields["tools"], "`tools`"):
            tools = read_tools(fields["tools"], notes, around.catalogue)
    believed = tools if trusted else unheard(config.catalogue, tools)
    catalogue = config.catalogue.with_tools(believed) if believed else config.catalogue
    profiles = dict(config.profiles)
    if "profiles" in fields:
        declared = (catalogue.get(tool.name) for tool in tools)
        known = Known(around.catalogue.with_tools(declared), around.profiles, infers)
        for name, said in read_profiles(fields["profiles"], notes, known).items():
            start = Permissions() if name not in profiles else profiles[name]
            profiles[name] = said if trusted else tightened_profile(start, said)
    asking = config.asking
    if (said_of_asking := fields.get("asking")) and root is not None:
        with notes.reading(root, "what is said of asking"):
            asking = read_asking(root, said_of_asking, notes, profiles)
    upstreams: tuple[UpstreamSetting, ...] = ()
    if "upstreams" in fields:
        with notes.reading(fields["upstreams"], "`upstreams`"):
            upstreams = read_upstreams(fields["upstreams"], notes)
    text = tree.files.get(NAME, b"")
    problems = without_values(without_secrets(notes.problems, root), root, text)
    config = replace(
        config,
        profiles=profiles,
        catalogue=catalogue,
        asking=asking,
        problems=(*config.problems, *(p for p in problems if p not in config.problems)),
    )
    if not trusted:
        return config
    return replace(
        config,
        follow_bypass=fields.get("follow_bypass", config.follow_bypass),
        keeping=fields.get("keeping", config.keeping),
        additional_directories=(
            *config.additional_directories,
            *fields.get("additional_directories", ()),
        ),
        # A nearer one replaces its namesake. What nobody trusts starts no command.
        upstreams=tuple({one.name: one for one in (*config.upstreams, *upstreams)}.values()),
    )


def start_of(shown: str, note: str) -> Node:
    """Return a node for the beginning of a file."""
    return Node(source=Source(shown, (), note), line=1, column=1)


def opened(tree: Tree, shown: str, note: str) -> tuple[Node | None, Notes]:
    """Return what stands in the config among some files, and what kept it from being read."""
    refused = {name: why for name, why in tree.refused.items() if name in {".", NAME}}
    notes = Notes(refusals(Tree({}, refused), shown.rsplit("/", 1)[0]))
    if NAME not in tree.files:
        return None, notes
    document = read_document(tree.files[NAME], shown, note)
    notes.problems += document.problems
    return document.root, notes


def unheard(catalogue: Catalogue, tools: tuple[ToolInfo, ...]) -> tuple[ToolInfo, ...]:
    """Return tools of which nothing is believed but that they exist."""
    return tuple(unknown_tool(tool.name) for tool in tools if not catalogue.knows(tool.name))


def read_keys(root: Node, notes: Notes, *, home: bool) -> Fields:
    """Read the keys of a config.yaml; profiles, tools and those of asking stay nodes."""
    fields: Fields = {}
    for key, value in notes.mapping(root, "a config"):
        name = key.text
        if name not in KEYS:
            hint = RULES_HELP if name in ("permissions", *PERMISSION_KEYS) else None
            notes.unknown_key(key, "a config", KEYS, hint=hint)
        elif is_null(value):
            continue
        elif name == "additional_directories":
            fields[name] = tuple(item.text for item in notes.texts(value, f"`{name}`"))
        elif name in AT_HOME and not home:
            notes.warn(key, "only-at-home", f"`{name}` counts in the home's config only")
        elif name == "follow_bypass":
            fields[name] = bool(notes.boolean(value, f"`{name}`"))
        elif name in KEEPING_KEYS:
            with notes.reading(value, f"`{name}`"):
                before = fields.get("keeping", Keeping())
                fields["keeping"] = read_keeping(before, name, value, notes)
        elif name in ASKING_KEYS:
            fields.setdefault("asking", {})[name] = value
        else:
            fields[name] = value
    return fields


def read_profiles(node: Node, notes: Notes, known: Known) -> dict[str, Permissions]:
    """Read the profiles of one file; each may start from another of them."""
    named = {key.text: (key, value) for key, value in notes.mapping(node, "`profiles`")}
    every = replace(known, profiles={**known.profiles, **dict.fromkeys(named, Permissions())})
    written: dict[str, Fields] = {}
    for name, (key, value) in named.items():
        if name in PROFILES:
            message = f"`{name}` is a built-in profile"
            notes.error(key, "taken-name", message, help=f"start from it: `profile: {name}`")
        else:
            fields: Fields = {}
            with notes.reading(value, "this profile"):
                fields = read_permissions(value, notes, every, "a profile")
                infer(fields, value, notes, every)
            written[name] = {key: value for key, value in fields.items() if value is not None}
    built: dict[str, Permissions] = {}
    for name in written:
        if problem := build_profile(name, written, built, known.profiles):
            notes.error(named[name][0], *problem)
            built[name] = Permissions()
    return built


def build_profile(
    name: str,
    written: dict[str, Fields],
    built: dict[str, Permissions],
    known: Mapping[str, Permissions],
) -> tuple[str, str] | None:
    """
    Build a profile and those that it starts from.

    A profile may start from its namesake in the home's config. Returns code
    and message of what is wrong with the chain.
    """
    chain = [name]
    while (start := written[chain[-1]].get("profile")) in written and start not in built:
        if start == chain[-1] and start in known:
            break
        if start in chain:
            return "cycle", f"the profile `{visible(name)}` starts from itself"
        if len(chain) > MAX_PARENTS:
            return "too-many-parents", f"at most {MAX_PARENTS} profiles start from one another"
        chain.append(start)
    for link in reversed(chain):
        start = written[link].get("profile")
        source = known if start == link else {**known, **built}
        fields = written[link] if start in source else {**written[link], "profile": None}
        built[link] = build_permissions(fields, source)
    return None
