"""
Programs that run code which files of the project name, also where they only read.

`yarn list` runs the file that `.yarnrc.yml` names, `hg status` loads the extensions of
`.hg/hgrc`. For git there is `git_settings.py`; here are the others, as data. `observe.py` looks
for the files, in the folder that a program works in and in those above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from proctor.normalise.paths import path_form
from proctor.normalise.shell.knowledge.command_index import family_of
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.action import INSTALLS
from proctor.terms.lazy_pattern import lazy
from proctor.terms.surroundings import Surroundings

# Programs, and the files that can make them run code, or read and write other files. With a
# subcommand in brackets, only that one: `uv[pip]`. A name behind `**/` counts below the folder
# and around the paths of the command too, one behind `./` around the paths. A file or a folder
# counts by being there, unless `RUNS`, `SENDS` or `RUNS_FOR` below judges its text. `.git` and
# `HEAD` stand for programs that call git: the repository counts as it does for git. A program with
# `>` behind it reaches hosts: there the file counts because of whom it sends what. One with `!`
# behind it installs: there the file counts because of where to. That concerns the guard alone.
TABLE = """
yarn yarnpkg = .yarnrc.yml .yarnrc package.json
pnpm pnpx = .pnpmfile.cjs .pnpmfile.mjs pnpmfile.js pnpm-workspace.yaml .npmrc package.json
npm npx = .npmrc
npm> npx> pnpm> pnpx> bun> bunx> yarn> yarnpkg> deno> = .npmrc
bun bunx = bunfig.toml .npmrc
corepack = package.json .corepack.env
deno = deno.json deno.jsonc
cargo rustc rustup rustfmt rustdoc rust-analyzer = .cargo/config.toml .cargo/config \
  rust-toolchain.toml rust-toolchain
uv[pip] uv[python] uv[tree] uv[export] uv[lock] uv[version] uv[workspace] uv[format] = .venv
uv> = uv.toml pyproject.toml
pdm> poetry> = pyproject.toml
uv! = uv.toml pyproject.toml .config/uv/uv.toml etc/uv/uv.toml
pip! = pip.conf .venv/pip.conf venv/pip.conf env/pip.conf .config/pip/pip.conf .pip/pip.conf \
  etc/pip.conf etc/xdg/pip/pip.conf
conda! mamba! micromamba! = .condarc .conda/.condarc .conda/condarc .mambarc etc/conda/.condarc \
  etc/conda/condarc environment.yml environment.yaml
poetry = .poetry poetry.toml .venv
pdm = .pdm-plugins .pdm-python pdm.toml .venv
hatch = hatch.toml pyproject.toml
rye = .venv
pixi = pixi.toml .pixi
mise rtx = mise.toml .mise.toml mise.local.toml .mise.local.toml .mise/config.toml \
  mise/config.toml .config/mise.toml .config/mise/config.toml .tool-versions .miserc.toml
hg chg rhg sl = .hg/hgrc .hg/hgrc-not-shared .hg/sharedpath .hgsub .sl/config
jj = .jj/config.toml .jj/repo/config.toml .jj/repo/workspace-config.toml .jj/repo
fossil = .fossil-settings .fslckout _FOSSIL_
repo = .repo
darcs = _darcs/prefs/defaults
ansible ansible-doc ansible-config ansible-galaxy ansible-vault ansible-console ansible-playbook \
  ansible-inventory ansible-pull = ansible.cfg
ansible-lint = ansible.cfg .ansible-lint .ansible-lint.yml .config/ansible-lint.yml
mvn mvnd = .mvn
gradle = gradle.properties gradle/gradle-daemon-jvm.properties
sbt = .sbtopts .jvmopts project/build.properties
lein boot mix rebar3 = project.clj profiles.clj build.boot mix.exs rebar.config
gem bundle bundler = .gemrc .bundle/config Gemfile .bundle/plugin
composer = composer.json vendor/composer/installed.json
luarocks = .luarocks lua_modules
pod = Podfile
dotnet = global.json Directory.Build.props Directory.Build.targets Directory.Build.rsp \
  dotnet.config nuget.config NuGet.config NuGet.Config
vagrant = Vagrantfile
terraform[show] terraform[graph] terraform[providers] terraform[state] \
  tofu[show] tofu[graph] tofu[providers] tofu[state] = .terraform/providers \
  .terraform/plugins terraform.d .terraform/terraform.tfstate
terraform[output] terraform[workspace] tofu[output] tofu[workspace] = .terraform/terraform.tfstate
just = justfile Justfile .justfile
task go-task = Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml \
  Taskfile.dist.yaml
terragrunt = terragrunt.hcl
pulumi = .pulumi/plugins
cdk = cdk.json
serverless sls osls = serverless.yml serverless.yaml serverless.json serverless.js serverless.ts
amplify = amplify/hooks
eas expo expo-cli = app.config.js app.config.ts app.config.cjs
wp = wp-cli.yml wp-cli.local.yml wp-config.php
drush magento = composer.json vendor/composer/installed.json drush
dbt = dbt_project.yml
tflint = .tflint.hcl .tflint.d
trivy = trivy.yaml
checkov = .checkov.yaml .checkov.yml
buf = buf.yaml buf.gen.yaml
markdownlint = .markdownlint.js .markdownlint.cjs .markdownlint-cli2.cjs .markdownlint-cli2.mjs \
  .markdownlint.json .markdownlint.jsonc .markdownlint.yaml .markdownlint.yml .markdownlintrc
jupyter jupyter-lab jupyter-notebook ipython ipython3 = jupyter_config.py jupyter_config.json \
  jupyter_notebook_config.py jupyter_server_config.py ipython_config.py
ack ack-grep = .ackrc
mlr = .mlrc
ruff[check] ruff[lint] ruff[format] ruff[analyze] = **/ruff.toml **/.ruff.toml **/pyproject.toml
biome rome = **/biome.json **/biome.jsonc **/.biome.json **/.biome.jsonc
codespell = .codespellrc setup.cfg pyproject.toml
yamllint = .yamllint .yamllint.yaml .yamllint.yml
interrogate = pyproject.toml setup.cfg tox.ini
radon = radon.cfg setup.cfg tox.ini pyproject.toml
deadcode = pyproject.toml
bandit = **/.bandit
isort = **/.git **/HEAD
cloc = ./.git ./HEAD
go staticcheck govulncheck errcheck stg gt graphite gita delta biome rome ec editorconfig-checker \
  gh glab hub tea yarn yarnpkg pnpm composer heroku = .git HEAD
supervisorctl = supervisord.conf etc/supervisord.conf
"""
LARGEST_READ = 1 << 18
TASKFILES = ("Taskfile", "taskfile", "Taskfile.dist")
# Of files that most projects have, what in their text makes a program run code. A text in which
# this is not found runs nothing; so what could be written in another way (`\\u`) is in it too.
RUNS = {
    "package.json": lazy(r'\\u|packageManager"(?!\s*:\s*"(?:npm|pnpm|yarn|bun)@\d[\w.+-]*")'),
    ".npmrc": lazy(
        r"^(?![^\S\n]*(?:[#;].*|(?:@[\w-]+:)?registry[^\S\n]*=[^\n$]*"
        r"|(?:save-exact|save-prefix|engine-strict|fund|audit|audit-level|legacy-peer-deps|loglevel"
        r"|strict-peer-dependencies|auto-install-peers|shamefully-hoist|package-lock|progress"
        r"|update-notifier|ignore-scripts|always-auth|//[\w./:-]+:_authToken)[^\S\n]*=.*)?$)",
        re.MULTILINE,
    ),
    "pnpm-workspace.yaml": lazy(
        r"\\|pnpmfile|configDependencies|nodeVersion|shell|scripts|registr|proxy|\$", re.IGNORECASE
    ),
    ".bandit": lazy(
        r"^(?!(?:\[bandit\]|[#;].*|(?:exclude|exclude_dirs|skips|tests|level|confidence|number"
        r"|recursive|verbose|quiet|debug|format)[ \t]*[:=].*|[ \t]+.*)?$)",
        re.MULTILINE,
    ),
    "rust-toolchain.toml": lazy(r"path|\\"),
    "rust-toolchain": lazy(r"path|[\\/]"),
    ".hg/hgrc": lazy(
        r"^(?!(?:\s*[#;].*|\[paths\]|default(?:-push|:pushurl)?[ \t]*=.*)?$)", re.MULTILINE
    ),
    "composer.json": lazy(r'\\u|pre-command-run|"(?:command|init)"|plugin'),
    "vendor/composer/installed.json": lazy(r"\\u|composer-plugin"),
    "deno.json": lazy(r"\\|plugins"),
    "deno.jsonc": lazy(r"\\|plugins"),
    "pyproject.toml": lazy(r"\\|hatch"),
    "buf.yaml": lazy(r"\\|plugin"),
    ".tool-versions": lazy(r"[{/]"),
    "global.json": lazy(r"\\u|paths"),
    # Where the state is kept: settings that name a program which hands out credentials.
    ".terraform/terraform.tfstate": lazy(
        r'\\u|"(?:shared_\w+_files?|config_paths?|exec)"\s*:(?!\s*(?:null\b|\[\s*\]|""))'
    ),
    # A file that is brought in is shown where it cannot be read.
    **dict.fromkeys(
        ("justfile", "Justfile", ".justfile"),
        lazy(r"^\s*(?:import|mod|!include)\b", re.MULTILINE),
    ),
    **dict.fromkeys(
        [f"{name}.{end}" for name in TASKFILES for end in ("yml", "yaml")],
        lazy(r"\\|includes|dotenv|\bsh\b"),
    ),
    **dict.fromkeys(
        [f".markdownlint{end}" for end in (".json", ".jsonc", ".yaml", ".yml", "rc")],
        lazy(r"\\|extends"),
    ),
}
# The same of programs of which every file is judged alike, with the section that counts.
# Those of ruff and codespell may begin a shorter name; ruff leaves folders out unless `exclude`
# says which.
LINTER = r"""(?<![\w-])["']?(?:{})["']?\s*[=:]"""
RUNS_FOR = {
    "ruff": (lazy(rf"\\|{LINTER.format('extend|fix|fix-only|cache-dir|exclude')}"), "tool.ruff"),
    "codespell": (lazy(rf"\\|{LINTER.format('w[a-z-]*|i[a-z]*|c[a-z]*|toml')}"), "codespell"),
    "biome": (lazy(r"\\|extends|plugins"), ""),
    "rome": (lazy(r"\\|extends|plugins"), ""),
    "interrogate": (
        lazy(rf"\\|{LINTER.format('output|generate[-_]badge|badge[-_][a-z]+')}", re.IGNORECASE),
        "interrogate",
    ),
    "radon": (lazy(rf"\\|{LINTER.format('output[-_]file')}", re.IGNORECASE), "radon"),
    "deadcode": (lazy(rf"\\|{LINTER.format('fix')}"), "deadcode"),
    "yamllint": (
        lazy(
            r"\\|ignore-from-file"
            r"""|extends(?!["']?:[ ]+["']?(?:default|relaxed)["']?[ ]*(?:[#\n]|$))"""
        ),
        "",
    ),
}
# Of one file of a program: which variables are sent, or to whom. The registry that a program has
# by default is nobody's to choose.
REGISTRY = r"https://registry\.(?:npmjs\.org|yarnpkg\.com)/?"
SENDS = {
    ".npmrc": lazy(
        r"^(?![^\S\n]*[#;])[^\n]*(?:\$|prox(?:y|ies))"
        rf"|^(?![^\S\n]*[#;])[^\n=]*registry[^\n=]*=(?![^\S\n]*[\"']?{REGISTRY}[\"']?[^\S\n]*$)",
        re.MULTILINE | re.IGNORECASE,
    ),
    "uv.toml": lazy(r"\\|index|find-links|keyring|proxy|mirror|json-url|\burl\b"),
    # Of uv, pdm and poetry alike.
    "pyproject.toml": lazy(
        r"\\[uU]|index(?:-url)?[\"']?\s*[\]=]|find-links|keyring|proxy|mirror|json-url"
        r"|source[\"']?\s*(?:\]\]|=\s*\[)"
    ),
}
# Of one file of an installer: what says to which environment it installs.
UV_PLACE = lazy(r"\\[uU]|(?<![\w-])[\"']?(?:target|prefix|python)[\"']?\s*=")
PIP_PLACE = lazy(
    r"^\s*(?:--)?(?:target|prefix|python|root|src|log)\s*[=:]", re.MULTILINE | re.IGNORECASE
)
CONDA_PLACE = lazy(r"\\|(?<![\w-])(?:envs_(?:dirs|path)|pkgs_dirs|\w*prefix)[\"']?\s*:")
INSTALLS_TO = {
    "uv.toml": (UV_PLACE, ""),
    "pyproject.toml": (UV_PLACE, "tool.uv.pip"),
    "pip.conf": (PIP_PLACE, ""),
    **dict.fromkeys((".condarc", "condarc", ".mambarc"), (CONDA_PLACE, "")),
    **dict.fromkeys(("environment.yml", "environment.yaml"), (CONDA_PLACE, "")),
}
# Subcommands that reach no host.
LOCAL = frozenset(
    "ls list la ll ll root bin prefix help why explain config c get query pkg licenses version "
    "versions completion run run-script test t tst start stop restart fmt lint check doc types "
    "cache env init".split()
)
# Counts where it is a file that names another place, and not the folder that it usually is.
POINTERS = frozenset({".jj/repo"})
# What tells that a folder is a repository, for programs that call git in it.
REPOSITORY = frozenset({".git", "HEAD"})
HEADER = lazy(r"^\s*\[+\s*(.*?)\s*\]+", re.MULTILINE)
BELOW, NEAR, REACHES = "**/", "./", ">"
PIP = lazy(r"pip\d*(\.\d+)?")
# In place of a program: links in a folder, or above it in the project, that lead into Proctor's.
LINKS = "*"
# Families of programs that take no settings from the folder that they work in.
WITHOUT_SETTINGS = frozenset(
    "builtins coreutils coreutils_text coreutils_system utillinux search wrappers".split()
)


@cache
def table() -> dict[str, tuple[str, ...]]:
    """Return which files can make a program, or one of its subcommands, run code."""
    found: dict[str, tuple[str, ...]] = {}
    for line in TABLE.strip().splitlines():
        programs, _, files = line.partition(" = ")
        for program in programs.split():
            found[program] = (*found.get(program, ()), *files.split())
    return found


def keys_of(arguments: Sequence[Argument], reading: Reading) -> Iterator[str]:
    """Return the entries of the table that a command meets; `python -m uv` is `uv`."""
    words = [argument.value for argument in arguments[:10]]
    name = words[0].rpartition("/")[2]
    names = [name]
    if name.startswith("py"):
        names += [*words[1:], *(word.partition("m")[2] for word in words if word[:1] == "-")]
    verbs = reading.verbs[:1]
    known = table()
    for one in names:
        steered = f"{'pip' if PIP.fullmatch(one) else one}{INSTALLS}"
        if steered in known:
            yield steered
        for key in (one, *(f"{one}[{verb}]" for verb in verbs)):
            if key in known:
                yield key
        reaches = f"{one}{REACHES}"
        if reaches in known and verbs and verbs[0] not in LOCAL:
            yield reaches


def is_judged(entry: str, name: str) -> bool:
    """Say whether the text of a file says if it makes a program run code."""
    if entry.endswith(INSTALLS):
        return True
    if entry.endswith(REACHES):
        return name in SENDS
    return entry.partition("[")[0] in RUNS_FOR or name in RUNS


def plain_name(name: str) -> str:
    """Return the name of a file without what says where it counts."""
    return name.removeprefix(BELOW).removeprefix(NEAR)


def runs_code(entry: str, name: str, text: str | None) -> bool:
    """
    Say whether a file makes a program that takes it run code.

    Args:
        entry: the program in the table.
        name: the file's name.
        text: what stands in it; None where it is too large, or no plain file.

    """
    evil, section = RUNS_FOR.get(entry.partition("[")[0], (RUNS.get(name), ""))
    if entry.endswith(REACHES):
        evil, section = SENDS.get(name), ""
    if entry.endswith(INSTALLS):
        evil, section = INSTALLS_TO[name.rpartition("/")[2]]
    if text is not None and section:
        text = in_section(text, section)
    return evil is None or text is None or evil.search(text) is not None


def in_section(text: str, section: str) -> str:
    """Return what a file says in a section, before any, and in those that may hold it."""
    if '"""' in text or "'''" in text:
        return text  # what looks like a section may be within a text
    pieces = HEADER.split(text)
    found = pieces[:1]
    for name, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        plain = re.sub(r"[\s\"']", "", name)
        if plain.endswith(section) or section.startswith(f"{plain}.") or plain == "tool":
            found.append(piece)
    return "\n".join(found)


def judge_settings(
    arguments: Sequence[Argument],
    reading: Reading,
    around: Surroundings,
    folders: Sequence[str],
) -> tuple[tuple[str, str], ...]:
    """Add that a file of the project makes a command run code; return what must be looked for."""
    looks: list[tuple[str, str]] = []
    for key in keys_of(arguments, reading):
        looks += [(key, folder) for folder in folders]
        if key.endswith(INSTALLS):
            # A person's own settings, and those of the environment that the program lies in.
            looks += [
                (key, around.home),
                *((key, place) for place in own_folders(arguments[0].value, around, folders)),
            ]
        if any(name.startswith((BELOW, NEAR)) for name in table()[key]):
            looks += [(key, path) for path in used_paths(reading, around, folders)]
    if family_of(arguments[0].value.rpartition("/")[2]) not in WITHOUT_SETTINGS:
        looks += [(LINKS, folder) for folder in folders]
    for look in looks:
        found = around.code_files.get(look)
        if found and look[0] == LINKS:
            reading.bring(f"`{found}` leads into Proctor's folder, and a program may show it")
        elif look[0].endswith(INSTALLS):
            continue
        elif found and look[0].endswith(REACHES):
            program = look[0].removesuffix(REACHES)
            reading.bring(f"`{found}` says what `{program}` sends, and to whom", "network")
        elif found:
            program = look[0].partition("[")[0]
            more = " or use other files" if program in RUNS_FOR else ""
            reading.bring(f"`{found}` can make `{program}` run code{more}")
    return tuple(looks)


def own_folders(program: str, around: Surroundings, folders: Sequence[str]) -> Iterator[str]:
    """Return the folder above the `bin` in which a program lies, if it was written with it."""
    place = program.rpartition("/")[0].rpartition("/")[0]
    forms = [path_form(place, around, folder) for folder in folders] if place else []
    yield from (form.absolute for form in forms if form)


def used_paths(reading: Reading, around: Surroundings, folders: Sequence[str]) -> Iterator[str]:
    """Return the plain paths that a command reads, writes or looks at."""
    for use in reading.uses:
        if use.role in "rwn" and not use.path.wild:
            forms = (path_form(use.path.value, around, folder) for folder in folders)
            yield from (form.absolute for form in forms if form)
