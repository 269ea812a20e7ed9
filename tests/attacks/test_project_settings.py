"""Files of a repository that make a program run code, where the program only seems to read."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.normalise.shell.knowledge.command_index import family_of
from proctor.normalise.shell.project_settings import (
    INSTALLS_TO,
    REACHES,
    RUNS,
    RUNS_FOR,
    SENDS,
    plain_name,
    table,
)
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from proctor.terms.action import INSTALLS, Action
from tests.server.running import PATIENCE
from tests.tables import each_row

READER = Policy.of(allow=["Bash(@read)"])
PATTERNS = Policy.of(allow=["Bash(git status *)", "Bash(yarn list *)", "Bash(hg status *)"])
CODE = Policy.of(allow=["Bash(@read)", "Bash(@code)"])
WHOLE = Policy.of(allow=["Bash"])


def look(command: str, root: Path, cwd: Path | None = None) -> Action:
    """Read a command in a project, with what the host says of it."""
    around = surroundings(cwd=cwd or root, root=root, home=root.parent / "home" / ".proctor")
    return observed(ToolCall(tool="Bash", input={"command": command}), around)


def effect(command: str, root: Path, policy: Policy = READER) -> Effect:
    """Decide a command."""
    return decide(look(command, root), policy).effect


def put(root: Path, name: str, text: str = "x\n") -> Path:
    """Put a file into a project."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a project of its own to each row of a table."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    def projects() -> Iterator[Path]:
        for number in range(1000):
            root = tmp_path / str(number) / "shop"
            root.mkdir(parents=True)
            yield root

    return projects()


PLANTED = [
    ("yarn --version", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
    ("yarn list", ".yarnrc.yml", "plugins: [./evil.cjs]\n"),
    ("yarn why x", ".yarnrc", "yarn-path ./evil.js\n"),
    ("yarn list", "package.json", '{"packageManager": "yarn@https://x.example/y.js"}'),
    ("yarn list", "package.json", '{"package\\u004danager": "yarn@https://x.example/y.js"}'),
    ("pnpm ls", ".pnpmfile.cjs", "evil()\n"),
    ("pnpm ls", ".npmrc", "pnpmfile=x.js\n"),
    ("pnpm why x", "pnpm-workspace.yaml", "configDependencies: {a: 1.0.0}\n"),
    ("npm docs", ".npmrc", "browser=./evil\n"),
    ("npm docs", ".npmrc", "registry=https://registry.npmjs.org\n${X}=./evil\n"),
    ("npm --version", ".npmrc", "save-exact=true\rgit=./evil\n"),
    ("hg status", ".hg/hgrc", "[extensions]\nevil = ./evil.py\n"),
    ("hg log", ".hg/hgrc", "[paths]\ndefault = x\n%include evil\n"),
    ("hg log", ".hg/sharedpath", "/srv/other/.hg"),
    ("cargo tree", ".cargo/config.toml", '[build]\nrustc = "./evil"\n'),
    ("cargo metadata", ".cargo/config", '[build]\nrustc-wrapper = "./evil"\n'),
    ("cargo --version", "rust-toolchain.toml", '[toolchain]\npath = "./evil"\n'),
    ("rustc --version", "rust-toolchain", '[toolchain]\n"p\\u0061th" = "./evil"\n'),
    ("mvn -v", ".mvn/jvm.config", "-javaagent:evil.jar\n"),
    ("gradle -v", "gradle.properties", "org.gradle.java.home=./evil\n"),
    ("ansible-doc copy", "ansible.cfg", "[defaults]\nlibrary = ./evil\n"),
    ("ansible-config dump", "ansible.cfg", "[defaults]\ncallback_plugins = ./evil\n"),
    ("uv pip list", ".venv/bin/python", "#!/bin/sh\nevil\n"),
    ("uv python list", ".venv/bin/python", "#!/bin/sh\nevil\n"),
    ("uv tree --frozen", ".venv/bin/python", "#!/bin/sh\nevil\n"),
    ("python3 -I -m uv pip list", ".venv/bin/python", "#!/bin/sh\nevil\n"),
    ("python3 -Imuv pip list", ".venv/bin/python", "#!/bin/sh\nevil\n"),
    ("poetry show", ".poetry/plugins/evil.py", "evil()\n"),
    ("pdm list", ".pdm-python", "./evil\n"),
    ("mise ls", "mise.toml", "[env]\nX = \"{{exec(command='evil')}}\"\n"),
    ("composer show", "composer.json", '{"scripts": {"pre-command-run": "evil"}}'),
    ("composer show", "vendor/composer/installed.json", '[{"type": "composer-plugin"}]'),
    ("terraform show", ".terraform/providers/x/evil", "x"),
    ("terraform output", ".terraform/terraform.tfstate", '{"shared_config_files": ["evil"]}'),
    ("terraform workspace list", ".terraform/terraform.tfstate", '{"exec": [{"command": "x"}]}'),
    ("jj log", ".jj/repo/config.toml", '[ui]\npager = "./evil"\n'),
    ("ruff check", "ruff.toml", 'extend = "../home/.proctor/token"\n'),
    ("ruff check .", ".ruff.toml", "line-length = 100\n'fix' = true\n"),
    ("ruff check src", "pyproject.toml", '[tool.ruff]\ncache-dir = "/srv/x"\n'),
    ("ruff check", "pyproject.toml", "[tool]\nruff = {fix-only = true}\n"),
    ("ruff check", "pyproject.toml", '[tool.ruff]\na = """\n[tool.x]\n"""\nextend = "x"\n'),
    ("ruff check", "pyproject.toml", '[ tool . "ruff" ]\nexclude = []\n'),
    ("ruff check .", "src/deep/ruff.toml", 'extend = "../../../home/.proctor/token"\n'),
    ("ruff check src/a.py", "src/deep/../ruff.toml", 'extend = "x"\n'),
    ("cd src; ruff check ../other", "other/a/pyproject.toml", '[tool.ruff]\nextend = "x"\n'),
    ("ruff format --check", "ruff.toml", 'extend = "x"\n'),
    ("codespell src", ".codespellrc", "[codespell]\nwrite-changes =\n"),
    ("codespell src", "setup.cfg", "[codespell]\nwrite = 1\n"),
    ("codespell src", "pyproject.toml", "[tool.codespell]\nwrite-changes = true\n"),
    ("yamllint src", ".yamllint", "extends: ../home/.ssh/id_rsa\n"),
    ("yamllint src", ".yamllint.yml", "? extends\n: /x\n"),
    ("biome check src", "biome.json", '{"extends": ["../home/.proctor/token"]}'),
    ("biome lint src", "src/a/biome.jsonc", '{"plugins": ["./x.grit"]}'),
    ("just --list", "justfile", "import '../home/.proctor/token'\n"),
    ("task --list", "Taskfile.yml", "includes: {a: ../home/.proctor/token}\n"),
    ("markdownlint a.md", ".markdownlint.yaml", "extends: ../home/.proctor/token\n"),
    ("mlr --csv cat a.csv", ".mlrc", "load ./evil.mlr\n"),
    ("pnpm why x", "pnpm-workspace.yaml", "registry: http://x.example\n"),
    ("repo status", ".repo/repo/main.py", "evil()\n"),
    ("repo list", ".repo/repo/main.py", "evil()\n"),
    ("repo help", ".repo/repo/main.py", "evil()\n"),
    ("repo --version", ".repo/repo/main.py", "evil()\n"),
    ("cd src && repo info", ".repo/repo/main.py", "evil()\n"),
    ("fossil diff", ".fslckout", "diff-command=./evil"),
    ("fossil status", "_FOSSIL_", "x"),
    ("jj log", ".jj/repo", "/srv/other/.jj/repo"),
    ("interrogate src", "pyproject.toml", '[tool.interrogate]\noutput = "/srv/x"\n'),
    ("interrogate src", "setup.cfg", "[tool:interrogate]\nGenerate-Badge = /srv/x\n"),
    ("interrogate src", "pyproject.toml", "[tool]\ninterrogate = {output = '/srv/x'}\n"),
    ("bandit -r src", "src/.bandit", "[bandit]\noutput: /srv/x\n"),
    ("bandit -r .", ".bandit", "[bandit]\nOUTPUT = /srv/x\n"),
    ("radon cc src", "radon.cfg", "[radon]\noutput_file = /srv/x\n"),
    ("radon mi src", "setup.cfg", "[radon]\nOutput_File: /srv/x\n"),
    ("radon raw src", "pyproject.toml", '[tool.radon]\noutput_file = "/srv/x"\n'),
    ("deadcode src", "pyproject.toml", "[tool.deadcode]\nfix = true\n"),
    # A file above the folder counts, and so does another folder that the command goes to.
    ("cd src && yarn list", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
    ("cd src; cd ..; hg status", ".hg/hgrc", "[hooks]\npre-status = evil\n"),
    ("hg -R other status", "other/.hg/hgrc", "[hooks]\npre-status = evil\n"),
    ("env yarn list", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
    ("bash -c 'yarn list'", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
    ("echo x | xargs yarn why", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
]  # fmt: skip


@each_row("command, name, text", PLANTED)
def test_planted_file_makes_a_read_run_code(
    roots: Iterator[Path], command: str, name: str, text: str
) -> None:
    """A command that only reads without the file is code with it, and its reason names it."""
    root = next(roots)
    (root / "src").mkdir()
    before = effect(command, root)
    put(root, name, text)
    action = look(command, root)
    reasons = [why for part in action.parts for why in part.reasons]

    assert (before, decide(action, READER).effect) == (Effect.ALLOW, Effect.ASK)
    assert any(name.partition("/")[0] in why and "run code" in why for why in reasons)


def test_settings_that_are_a_link_to_another_file_count(roots: Iterator[Path]) -> None:
    """What a program cannot read it shows, so its settings must not lead to a secret."""
    root = next(roots)
    put(root, "shared/ruff.toml", "line-length = 100\n")
    put(root, "token")
    (root / "src").mkdir()
    link = root / "src" / "ruff.toml"
    link.symlink_to("../shared/ruff.toml")
    before = effect("ruff check", root)
    link.unlink()
    link.symlink_to("../token")

    assert (before, effect("ruff check", root)) == (Effect.ALLOW, Effect.ASK)


TAME = [
    ("yarn list", "package.json", '{"name": "shop", "packageManager": "yarn@1.22.22"}'),
    ("pnpm ls", "package.json", '{"name": "a \\"b\\"", "packageManager": "pnpm@9.1.0"}'),
    ("npm ls", ".npmrc", "# ours\nregistry=https://registry.npmjs.org/\n\nsave-exact = true\n"),
    ("hg status", ".hg/hgrc", "# example\n[paths]\ndefault = https://hg.example/shop\n"),
    ("cargo tree", "rust-toolchain.toml", '[toolchain]\nchannel = "1.90"\n'),
    ("rustc --version", "rust-toolchain", "nightly-2026-01-01\n"),
    ("composer show", "composer.json", '{"require": {"php": ">=8"}}'),
    ("mise ls", ".tool-versions", "node 22.1.0\n"),
    ("uv --version", ".venv/bin/python", "x"),
    ("terraform version", ".terraform/providers/x", "x"),
    ("tofu output", ".terraform/terraform.tfstate", '{"config_path": null, "exec": [ ]}'),
    ("ls", ".yarnrc.yml", "yarnPath: ./evil.cjs\n"),
    ("ruff check", "pyproject.toml", '[tool.ruff]\nextend-select = ["I"]\nline-length = 100\n'),
    ("ruff check", "pyproject.toml", '[tool.mypy]\nexclude = ["x"]\ncache-dir = "x"\n'),
    ("ruff check", "src/ruff.toml", 'extend-exclude = ["x"]\n[lint]\nunfixable = ["B"]\n'),
    ("ruff check", "ruff.toml", 'line-length = 9\n[format]\nexclude = ["*.md"]\n'),
    ("ruff --version", "ruff.toml", "fix = true\n"),
    ("ruff check", ".venv/lib/x/ruff.toml", 'extend = "x"\n'),
    ("codespell src", "pyproject.toml", '[tool.setuptools.packages.find]\nwhere = ["src"]\n'),
    ("codespell src", ".codespellrc", "[codespell]\nskip = .git\nignore-words-list = ba\n"),
    ("just --list", "justfile", "test:\n  pytest\n"),
    ("task --list", "Taskfile.yml", "version: '3'\ntasks: {test: {cmds: [go test]}}\n"),
    ("yamllint .", ".yamllint", "---\nextends: default\nrules:\n  line-length: disable\n"),
    ("biome check", "biome.json", '{"linter": {"enabled": true}}'),
    ("npm ls", ".npmrc", "registry=http://x.example\n//x.example/:_authToken=${TOKEN}\n"),
    ("npm view x", ".npmrc", "# ${A}\nregistry = https://registry.npmjs.org\nfund=false\n"),
    ("npm --version", ".npmrc", "@a:registry=https://npm.example\n"),
    ("uv pip list", "pyproject.toml", '[tool.uv.sources]\na = {git = "x"}\n'),
    ("pdm search x", "pyproject.toml", '[project]\nname = "a"\n[tool.pdm]\ndistribution = true\n'),
    ("bandit -r src", ".bandit", "[bandit]\nexclude = tests\nskips: B101\n"),
    ("radon cc src", "setup.cfg", "[radon]\nexclude = tests\n[other]\noutput_file = x\n"),
    ("interrogate src", "pyproject.toml", "[tool.interrogate]\nfail-under = 95\n"),
    ("jj log", ".jj/repo/store/type", "git"),
    ("isort --check src", ".isort.cfg", "[settings]\nskip_gitignore = true\n"),
]  # fmt: skip

# What a file of the project makes a program send, and to whom.
SENT = [
    ("npm view x", ".npmrc", "registry=http://x.example\n"),
    ("npm view x", ".npmrc", "//registry.npmjs.org/:_authToken=${HOME}\n"),
    ("npm outdated", ".npmrc", "fund=false\nRegistry=http://x.example/\n"),
    ("npm audit", ".npmrc", "@a:registry=http://x.example\n"),
    ("npm ping", ".npmrc", "registry=https://registry.npmjs.org.x.example\n"),
    ("npm search x", ".npmrc", "registry=http://x.example\n"),
    ("npm whoami", ".npmrc", "registry = http://x.example\n//x.example/:_authToken=${A}\n"),
    ("npm info x", ".npmrc", "loglevel=${A}\n"),
    ("cd src && npm view x", ".npmrc", "registry=http://x.example\n"),
    ("pnpm outdated", ".npmrc", "registry=http://x.example\n"),
    ("pnpm view x", ".npmrc", "//x.example/:_authToken=${A}\n"),
    ("bun outdated", ".npmrc", "registry=http://x.example\n"),
    ("yarn outdated", ".npmrc", "registry=http://x.example\n"),
    ("uv pip list --outdated", "uv.toml", '[[index]]\nurl = "http://x.example"\n'),
    ("uv python list", "pyproject.toml", '[tool.uv]\npython-install-mirror = "http://x.example"\n'),
    ("uv pip list --outdated", "pyproject.toml", '[[tool.uv.index]]\nurl = "http://x.example"\n'),
    ("pdm search x", "pyproject.toml", '[[tool.pdm.source]]\nurl = "http://${A}@x.example"\n'),
    ("poetry search x", "pyproject.toml", '[[tool.poetry.source]]\nurl = "http://x.example"\n'),
]  # fmt: skip


@each_row("command, name, text", SENT)
def test_planted_file_says_what_is_sent(
    roots: Iterator[Path], command: str, name: str, text: str
) -> None:
    """A read of the usual registry is network where a file names another one, or a variable."""
    root = next(roots)
    (root / "src").mkdir()
    before = effect(command, root)
    put(root, name, text)
    reasons = [why for part in look(command, root).parts for why in part.reasons]

    assert (before, effect(command, root)) == (Effect.ALLOW, Effect.ASK)
    assert any(name in why and "sends" in why for why in reasons)


# Programs that call git, and the repository that they meet; `.` is the project itself.
CALLS_GIT = [
    ("isort --check sub", "sub"), ("isort --check .", "sub/deep"), ("isort -c sub/a.py", "sub"),
    ("isort --check-only --skip-gitignore src", "."), ("stg show", "."), ("stg -C sub show", "sub"),
    ("gt log", "."), ("gita ll", "."), ("cloc --git sub", "sub"), ("cloc --git .", "."),
    ("delta a b", "."), ("biome check --changed", "."), ("go vet ./...", "."), ("gh pr list", "."),
    ("cd sub && go list ./...", "sub"), ("pnpm ls", "."), ("composer show", "."),
]  # fmt: skip


@each_row("command, place", CALLS_GIT)
def test_programs_that_call_git_are_judged_like_git(
    roots: Iterator[Path], command: str, place: str
) -> None:
    """A hostile repository, with a `.git` or laid out like one, makes them run code."""
    root = next(roots)
    put(root, "sub/a.py")
    before = effect(command, root)
    seen = []
    for kind in ("--quiet", "--bare"):
        folder = root / place
        subprocess.run(["git", "init", "-q", kind, folder], check=True, timeout=PATIENCE)
        seen.append(effect(command, root))
        inside = folder if kind == "--bare" else folder / ".git"
        (inside / "config").write_text("[core]\n\tfsmonitor = ./evil\n")
        seen.append(effect(command, root))
        (inside / "HEAD").unlink()

    asked = [Effect.ALLOW, Effect.ASK]
    assert (before, seen) == (Effect.ALLOW, asked * 2)


@each_row("command, name, text", TAME)
def test_ordinary_settings_stay_reads(
    roots: Iterator[Path], command: str, name: str, text: str
) -> None:
    """Settings that run nothing leave a read what it is."""
    root = next(roots)
    put(root, name, text)

    assert effect(command, root) is Effect.ALLOW


@each_row(
    "command",
    ["cargo tree", "go list ./...", "npm ls", "uv tree --frozen", "poetry check", "git status",
     "cd src && cargo metadata", "terraform fmt -check -diff", "hadolint Dockerfile"],
)  # fmt: skip
def test_link_into_proctors_folder_is_asked(roots: Iterator[Path], command: str) -> None:
    """Whatever a link is called, a program may take it for its settings and show it."""
    root = next(roots)
    (root / "src").mkdir()
    token = put(root.parent, "home/.proctor/token")
    link = root / "Cargo.toml"
    link.symlink_to(token)
    seen = effect(command, root)
    link.unlink()

    assert (seen, effect(command, root)) == (Effect.ASK, Effect.ALLOW)


def test_changed_file_is_read_again(roots: Iterator[Path]) -> None:
    """What was read of a file counts until the file changes."""
    root = next(roots)
    path = put(root, ".hg/hgrc", "[paths]\n")
    seen = [effect("hg status", root)]
    path.write_text("[hooks]\npre-status = evil\n")
    seen.append(effect("hg status", root))

    assert seen == [Effect.ALLOW, Effect.ASK]


def test_own_home_is_not_the_project(roots: Iterator[Path]) -> None:
    """Settings in the home are the person's own, unless a program works in the home itself."""
    home = next(roots).parent.parent / "home"
    shop = home / "shop"
    shop.mkdir(parents=True)
    put(home, ".yarnrc.yml")

    assert effect("yarn list", shop) is Effect.ALLOW
    assert effect("yarn list", home) is Effect.ASK


def test_unknown_folder_is_asked(roots: Iterator[Path]) -> None:
    """Where it is not known which folder a program works in, its settings are not known either."""
    assert effect("cd $SOMEWHERE; yarn list", next(roots)) is Effect.ASK


@each_row("command", ["yarn list", "hg status"])
def test_pattern_for_a_read_does_not_allow_code(roots: Iterator[Path], command: str) -> None:
    """A pattern for a harmless command does not allow what a file of the project makes of it."""
    root = next(roots)
    before = effect(command, root, PATTERNS)
    put(root, ".yarnrc.yml")
    put(root, ".hg/hgrc", "[hooks]\npre-status = evil\n")
    wide = [effect(command, root, policy) for policy in (PATTERNS, CODE, WHOLE)]

    assert [before, *wide] == [Effect.ALLOW, Effect.ASK, Effect.ALLOW, Effect.ALLOW]


NEVER_READS = [
    "uv tree", "uv export", "uv tree --locked", "uv lock --check", "uv workspace metadata",
    "ansible-inventory --list", "ansible-inventory -i hosts --graph", "ansible all --list-hosts",
    "ansible-playbook site.yml --list-tasks", "ansible-playbook --syntax-check site.yml",
    "ansible-lint site.yml", "terraform plan", "terraform plan -out=a", "terraform validate",
    "tofu plan -refresh=false", "packer inspect a.pkr.hcl", "packer validate -syntax-only .",
]  # fmt: skip


@each_row("command", NEVER_READS)
def test_commands_that_build_or_run_templates_are_code(roots: Iterator[Path], command: str) -> None:
    """What builds the project, or evaluates its templates, never counts as a read."""
    assert effect(command, next(roots)) is Effect.ASK


def test_every_program_of_the_table_is_known() -> None:
    """The table names programs that have an entry, and texts are judged only of files in it."""
    programs = {key.partition("[")[0].rstrip(REACHES + INSTALLS) for key in table()}
    files = {name for names in table().values() for name in names}

    assert [program for program in sorted(programs) if family_of(program) is None] == []
    assert (set(RUNS) | set(SENDS)) - {plain_name(name) for name in files} == set()
    places = [names for key, names in table().items() if key.endswith(INSTALLS)]
    assert {name.rpartition("/")[2] for names in places for name in names} == set(INSTALLS_TO)
    assert set(RUNS_FOR) - programs == set()


HOSTILE = [
    ("BASH_ENV", "./evil.sh"), ("ENV", "./evil.sh"), ("GIT_EXTERNAL_DIFF", "./evil"),
    ("GIT_SSH_COMMAND", "./evil"), ("GIT_PAGER", "./evil"), ("PAGER", "sh -c evil"),
    ("LESSOPEN", "|./evil %s"), ("LD_PRELOAD", "./evil.so"), ("LD_LIBRARY_PATH", "/usr/../srv"),
    ("LD_LIBRARY_PATH", "/proc/self/cwd"), ("PYTHONSTARTUP", "evil.py"), ("PYTHONPATH", "evil"),
    ("NODE_OPTIONS", "--require ./evil.js"), ("NODE_OPTIONS", "--no-warnings -r ./evil.js"),
    ("RUBYOPT", "-r./evil"), ("PERL5OPT", "-Mevil"), ("PROMPT_COMMAND", "evil"),
    ("PATH", "./bin:/usr/bin"), ("PATH", ""), ("GIT_CONFIG_COUNT", "1"),
    ("GIT_CONFIG_PARAMETERS", "'core.fsmonitor'='evil'"), ("BASH_FUNC_ls%%", "() { evil; }"),
    ("CLAUDE_CODE_SHELL_PREFIX", "./evil"), ("CLAUDE_CODE_SHELL", "./evil"),
    ("CLAUDE_ENV_FILE", "./evil.sh"), ("CLAUDE_CODE_TMPDIR", "./tmp"), ("PROCTOR_HOME", "./x"),
    ("HOME", "./home"), ("EDITOR", "./evil"), ("LD_SHOW_AUXV", ""),
]  # fmt: skip
COMMANDS = ["ls", "git diff", "cd src", "x=1", "true", "echo a > b", "ls src | wc -l", "npm test"]


@each_row("name, value", HOSTILE)
def test_hostile_variable_makes_every_command_code(
    roots: Iterator[Path], name: str, value: str
) -> None:
    """Where settings of the project set it, no command is a plain read, and the reason says so."""
    root = next(roots)
    (root / "src").mkdir()
    put(root, ".claude/settings.json", json.dumps({"env": {name: value}}))
    wide = Policy.of(allow=["Bash(@read)", "Bash(@write)", "Edit", "Bash(ls *)", "Bash(npm test)"])
    told = [look(command, root) for command in COMMANDS]
    reasons = {why for action in told for part in action.parts for why in part.reasons}

    assert {decide(action, wide).effect for action in told} == {Effect.ASK}
    assert any(".claude/settings.json" in why and f"`{name}`" in why for why in reasons)


ORDINARY = [
    ("CLAUDE_CODE_MAX_OUTPUT_TOKENS", "8000"), ("ANTHROPIC_MODEL", "x"), ("NODE_ENV", "test"),
    ("BASH_DEFAULT_TIMEOUT_MS", "120000"), ("DISABLE_TELEMETRY", "1"), ("GIT_PAGER", "cat"),
    ("NODE_OPTIONS", "--max-old-space-size=4096 --no-warnings"), ("PYTHONUNBUFFERED", "1"),
    ("LD_PRELOAD", ""), ("LD_LIBRARY_PATH", "/usr/lib/cuda:/opt/x/lib"), ("BASH_ENV", ""),
    ("GIT_EDITOR", "true"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1"), ("TZ", "UTC"),
]  # fmt: skip


@each_row("name, value", ORDINARY)
def test_ordinary_variable_changes_nothing(roots: Iterator[Path], name: str, value: str) -> None:
    """Settings that most projects have leave a read what it is."""
    root = next(roots)
    put(root, ".claude/settings.json", json.dumps({"env": {name: value}}))

    assert effect("ls", root) is Effect.ALLOW


UNREADABLE = ["{", '{"env": {"A": ', "[" * 100_000, "\xff", " " * (1 << 20) + "{}"]


@each_row("text", UNREADABLE, ids=lambda text: text[:20])
def test_settings_that_cannot_be_read_may_set_anything(roots: Iterator[Path], text: str) -> None:
    """A settings file that is broken, or larger than is looked at, is no reason for a yes."""
    root = next(roots)
    put(root, ".claude/settings.local.json", text)

    assert effect("ls", root) is Effect.ASK


def test_settings_count_from_above_and_local_ones_are_stronger(roots: Iterator[Path]) -> None:
    """A folder above counts, the home does not, and a local file takes a name away."""
    root = next(roots)
    below = root / "a" / "b"
    below.mkdir(parents=True)
    path = put(root, ".claude/settings.json", '{"env": {"BASH_ENV": "x"}}')
    seen = [decide(look("ls", root, below), READER).effect]
    put(root, ".claude/settings.local.json", '{"env": {"BASH_ENV": ""}}')
    seen.append(effect("ls", root))
    path.with_name("settings.local.json").unlink()
    home = root.parent.parent / "home"
    (home / "shop").mkdir(parents=True)
    put(home, ".claude/settings.json", '{"env": {"BASH_ENV": "x"}}')
    seen.append(effect("ls", home / "shop"))

    assert seen == [Effect.ASK, Effect.ALLOW, Effect.ALLOW]


def test_read_tool_is_not_a_command(roots: Iterator[Path]) -> None:
    """Variables of commands change nothing for a tool that runs none."""
    root = next(roots)
    put(root, ".claude/settings.json", '{"env": {"BASH_ENV": "x"}}')
    around = surroundings(cwd=root, root=root, home=root.parent / "home" / ".proctor")
    action = observed(ToolCall(tool="Read", input={"file_path": "a.py"}), around)

    assert decide(action, Policy.of(allow=["Read"])).effect is Effect.ALLOW
