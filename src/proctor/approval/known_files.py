"""
Which files programs use that are not named on their command line, as data.

`make` reads a Makefile, and that may include another file. A word of a command that is a key of
`FILES` stands for that program, wherever it stands: `npx gulp`, `uv run pytest`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from proctor.approval.scripts import BUILD_FILES, LONGEST_PATH, SUFFIXES

PYTHON_PROJECT = (
    "pyproject.toml", "setup.py", "setup.cfg", "uv.lock", "uv.toml", "poetry.lock", "poetry.toml",
    "pdm.lock", "pylock.toml",
)  # fmt: skip
COMPOSE = ("compose.y*ml", "compose.override.y*ml", "docker-compose*.y*ml", ".env")
CONTAINER = ("Dockerfile", "Containerfile", ".dockerignore", "docker-bake.*", *COMPOSE)
PYTEST = ("conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
TERRAFORM = (
    ".terraform.lock.hcl",
    "*.tf",
    "*.tf.json",
    "*.tfvars",
    "*.tfvars.json",
    "terragrunt.hcl",
)
CARGO = (
    "Cargo.toml", "Cargo.lock", "build.rs", ".cargo/config.toml", ".cargo/config", "src/main.rs",
    "src/lib.rs", "rust-toolchain", "rust-toolchain.toml",
)  # fmt: skip
GRADLE = (
    "build.gradle*", "settings.gradle*", "gradle.properties", "gradlew", "gradle/*.toml",
    "gradle/wrapper/gradle-wrapper.jar", "gradle/wrapper/gradle-wrapper.properties",
)  # fmt: skip
# Whichever of them installs, it may look at what another has locked.
NODE_PROJECT = (
    "package.json", ".npmrc", "package-lock.json", "npm-shrinkwrap.json",
    "yarn.lock", ".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs",
    "pnpm-lock.yaml", "pnpm-workspace.yaml", ".pnpmfile.cjs",
    "bun.lock", "bun.lockb", "bunfig.toml",
)  # fmt: skip
# They run programs of `node_modules/.bin` that are named like another word of the command.
NODE_RUNNERS = frozenset(
    {"npm", "npx", "pnpm", "pnpx", "yarn", "yarnpkg", "bun", "bunx", "corepack"}
)
NODE_MODULES = "node_modules"
# Wildcards are looked for in the folders of the command, plain names also in the folders above.
FILES: dict[str, tuple[str, ...]] = {
    **BUILD_FILES,
    **dict.fromkeys(("docker", "docker-compose", "compose", "podman", "buildah"), CONTAINER),
    **dict.fromkeys(("terraform", "tofu", "terragrunt"), TERRAFORM),
    **dict.fromkeys(("pytest", "py.test"), (*PYTEST, "tests/conftest.py", "test/conftest.py")),
    **dict.fromkeys(("pip", "pip3", "pipx", "uv", "poetry", "pdm", "hatch", "build"),
                    PYTHON_PROJECT),
    **dict.fromkeys(("gradle", "gradlew"), GRADLE),
    **dict.fromkeys(("mvn", "mvnw"), ("pom.xml", "mvnw", ".mvn/*", ".mvn/wrapper/*")),
    **dict.fromkeys(NODE_RUNNERS, NODE_PROJECT),
    **dict.fromkeys(("node", "nodejs", "tsx", "ts-node"), ("package.json", "tsconfig.json")),
    "deno": ("deno.json", "deno.jsonc", "deno.lock", "package.json"),
    "pipenv": ("Pipfile", "Pipfile.lock"),
    "mix": ("mix.exs", "mix.lock"),
    "pod": ("Podfile", "Podfile.lock"),
    "swift": ("Package.swift", "Package.resolved"),
    **dict.fromkeys(("dart", "flutter"), ("pubspec.yaml", "pubspec.lock")),
    "dotnet": ("*.csproj", "*.fsproj", "*.sln", "global.json", "packages.lock.json",
               "Directory.Build.props", "Directory.Build.targets", "nuget.config"),
    **dict.fromkeys(("kubectl", "oc", "kustomize"), ("*.yaml", "*.yml", "*.json")),
    "helm": ("Chart.yaml", "Chart.lock", "values.yaml", "templates/*", "charts/*"),
    "ansible-playbook": ("ansible.cfg",),
    "cargo": CARGO,
    "cmake": ("CMakeLists.txt", "CMakePresets.json", "CMakeUserPresets.json"),
    "go": ("go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt", "*.go"),
    "git": (".git/hooks/*", ".git/config", ".gitattributes", ".gitmodules", ".husky/*"),
    "pre-commit": (".pre-commit-config.yaml",),
    "tox": (*BUILD_FILES["tox"], "setup.py"),
    "bundle": ("Gemfile", "Gemfile.lock", ".bundle/config", "*.gemspec"),
    "composer": ("composer.json", "composer.lock"),
    "vagrant": ("Vagrantfile",),
    "direnv": (".envrc", ".env"),
    **dict.fromkeys(("mise", "rtx", "asdf"), ("mise.toml", ".mise.toml", ".tool-versions")),
    **dict.fromkeys(("nix", "nix-shell", "nix-build"),
                    ("flake.nix", "flake.lock", "shell.nix", "default.nix")),
    **dict.fromkeys(("fab", "invoke", "inv", "doit"), ("fabfile.py", "tasks.py", "dodo.py")),
    "alembic": ("alembic.ini", "alembic/env.py", "alembic/versions/*"),
    "flask": (".flaskenv", ".env", "app.py", "wsgi.py"),
    **dict.fromkeys(("gunicorn", "uvicorn", "hypercorn"),
                    ("app.py", "main.py", "gunicorn.conf.py")),
    "celery": ("celeryconfig.py",),
    "scrapy": ("scrapy.cfg",),
    "sam": ("template.y*ml", "samconfig.toml"),
    **dict.fromkeys(("serverless", "sls"), ("serverless.*",)),
    "cdk": ("cdk.json", "cdk.context.json"),
    "pulumi": ("Pulumi*.y*ml", "__main__.py", "index.ts", "index.js"),
    **dict.fromkeys(("fly", "flyctl"), ("fly.toml", "Dockerfile")),
    **dict.fromkeys(("netlify", "ntl"), ("netlify.toml",)),
    "vercel": ("vercel.json",),
    "gcloud": ("app.yaml", "cloudbuild.y*ml", ".gcloudignore"),
    "wrangler": ("wrangler.toml", "wrangler.json*"),
    "firebase": ("firebase.json", ".firebaserc", "*.rules"),
    "goreleaser": (".goreleaser.*", "goreleaser.*"),
    "skaffold": ("skaffold.y*ml",),
    "tilt": ("Tiltfile",),
    "earthly": ("Earthfile",),
    **dict.fromkeys(("bazel", "bazelisk"),
                    ("BUILD", "BUILD.bazel", "WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel",
                     ".bazelrc", "*.bzl")),
    "sbt": ("build.sbt", "project/*"),
    "lein": ("project.clj",),
    **dict.fromkeys(("stack", "cabal"), ("stack.yaml", "package.yaml", "*.cabal", "Setup.hs")),
    "zig": ("build.zig", "build.zig.zon"),
    "meson": ("meson.build", "meson_options.txt"),
    "ninja": ("build.ninja",),
    "scons": ("SConstruct", "SConscript"),
    "packer": ("*.pkr.hcl", "*.pkr.json"),
    **dict.fromkeys(("foreman", "honcho", "overmind"), ("Procfile*", ".env")),
    "ant": ("build.xml", "build.properties"),
    "lefthook": ("lefthook.y*ml", "lefthook-local.y*ml"),
    "act": (".github/workflows/*", ".actrc"),
    "helmfile": ("helmfile.y*ml",),
    "prisma": ("prisma/schema.prisma", "schema.prisma"),
    "dbt": ("dbt_project.yml", "profiles.yml"),
    **dict.fromkeys(("nx", "turbo", "ng"),
                    ("nx.json", "project.json", "turbo.json", "angular.json")),
    "rspec": (".rspec", "spec/spec_helper.rb", "spec/rails_helper.rb"),
    "phpunit": ("phpunit.xml", "phpunit.xml.dist"),
    "mkdocs": ("mkdocs.yml",),
    "sphinx-build": ("conf.py",),
    "jekyll": ("_config.yml",),
    **dict.fromkeys(("R", "Rscript"), (".Rprofile", ".Renviron")),
    "gulp": ("gulpfile.*",),
    "grunt": ("Gruntfile.*",),
    "tsc": ("tsconfig.json",),
    "mocha": (".mocharc.*",),
    "eslint": ("eslint.config.*", ".eslintrc*"),
    **{name: (f"{name}.config.*",) for name in
       ("webpack", "vite", "vitest", "jest", "rollup", "babel", "playwright", "cypress", "next")},
}  # fmt: skip

NAMED = re.compile(r"[^\s\"'()\[\]{},;]+")
# `from x import (a, b)`, `import a.b as c`; several lines where they stand in parentheses.
IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]+(?P<origin>[\w.]*)[ \t]+)?import[ \t]*"
    r"(?P<names>\([^()]*\)|[^\n;#]*)",
    re.MULTILINE,
)
MODULE_NAME = re.compile(r"(?:^|,|\()\s*(\*|[\w.]+)")
MAKE_INCLUDE = re.compile(r"^[ \t]*[-s]?include[ \t]+([^\n#]+)", re.MULTILINE)
SOURCED = re.compile(r"(?:^|[;&|({])[ \t]*(?:\.|source)[ \t]+([^\n;&|]+)", re.MULTILINE)
JAVASCRIPT = re.compile(r"\b(?:require\s*\(|from|import(?:\s*\()?)\s*[\"']([^\"'\n:]+)")
# `dep/lib/x` and `@scope/dep/lib/x` are in the package `dep` and `@scope/dep`.
PACKAGE = re.compile(r"@[^/]+/[^/]+|[^/@.][^/]*")
RUBY = re.compile(
    r"^\s*(?:require_relative|require|load|autoload|eval_gemfile|import)\b([^\n#]+)",
    re.MULTILINE,
)
PERL = re.compile(r"(?:^|[;{}])\s*(?:require|do|use|no)\s+([^\n;]+)", re.MULTILINE)
PHP = re.compile(r"\b(?:include|require)(?:_once)?\b([^\n;]+)")
LUA = re.compile(r"\b(?:require|dofile|loadfile)\b([^\n;]+)")
# Modules that an option of the program loads: `perl -MShop::Db`, `lua -l shop`, `ruby -rshop`.
LOADED = {
    "perl": re.compile(r"-\w*?[Mm] ?-?([\w:']+)"),
    "lua": re.compile(r"-\w*?l ?([\w.]+)"),
    "ruby": re.compile(r"-\w*?r ?([\w./-]+)"),
}
PIECES = re.compile(r"[=:,]")
SHORT_OPTION = re.compile(r"-[A-Za-z](.+)", re.DOTALL)
LANGUAGE = re.compile(r"(perl|lua|ruby)(?:jit)?[\d.]*")
# What tells a file of Docker Compose from other YAML, and the words in it that may name files.
COMPOSE_KEY = re.compile(r"^[\"']?(?:services|include)[\"']?\s*:", re.MULTILINE)
YAML = re.compile(r".*\.ya?ml")
COMPOSE_WORDS = re.compile(r"[^\s\"'()\[\]{},;:=#]+")
COMPOSE_FOLDER = re.compile(r"(?:build|context)[\"']?[ \t]*:[ \t]*[\"']?([^\s\"'{},]+)")
DOCKERFILE = re.compile(r"dockerfile[\"']?[ \t]*:[ \t]*[\"']?([^\s\"'{},]+)")
DOCKERFILES = ("Dockerfile", "Containerfile", ".dockerignore")
YARN_SETTING = re.compile(r"^[\s-]*(?:yarn-?[Pp]ath|path|spec)[\s:]+([^\n#]+)", re.MULTILINE)
REQUIREMENT = re.compile(r"^[ \t]*(?:-[rc]|--\w+)[ \t=]*([^\s#]+)", re.MULTILINE)
# What a script puts before the name of a file beside it: `$(dirname "$0")/lib.sh`.
BEFORE_NAME = re.compile(r"^[\"']*\$(?:\w+|\{[^}]*\}|\([^)]*\))[\"']*/")


class Includes(NamedTuple):
    """
    How files of one kind name the files that they bring in.

    A file is of that kind by its name, or by the program in its first line (`#!`). `names` returns
    relative paths.
    """

    files: re.Pattern[str]
    first_line: str
    names: Callable[[str], Iterator[str]]


def python_modules(text: str) -> Iterator[str]:
    """Return the files that the import statements of Python code may mean."""
    for found in IMPORT.finditer(text.replace("\\\n", " ")):
        origin, names = found["origin"] or "", MODULE_NAME.findall(found["names"])
        outer = origin.lstrip(".")
        # One dot is the folder of the file itself.
        up = "../" * max(len(origin) - len(outer) - 1, 0)
        for name in names if not origin else ["", *names]:
            steps = [step for step in f"{outer}.{name}".split(".") if step not in ("", "*")]
            for depth in range(1, len(steps) + 1):
                place = up + "/".join(steps[:depth])
                yield f"{place}.py"
                yield f"{place}/__init__.py"
        if origin:
            yield f"{up}__init__.py"


def javascript_modules(text: str) -> Iterator[str]:
    """Return the files that the relative imports of JavaScript may mean."""
    for wanted in JAVASCRIPT.findall(text):
        name = wanted
        if found := PACKAGE.match(wanted):
            name = f"{NODE_MODULES}/{wanted}"
            yield f"{NODE_MODULES}/{found[0]}/package.json"
        yield name
        yield from (name + suffix for suffix in (*SUFFIXES, ".tsx", ".jsx", ".json", "/index.js"))
        yield from (f"{name.removesuffix('.js')}.ts", f"{name}/index.ts")


def pieces_of(word: str) -> Iterator[str]:
    """Return what a word may name: `x`, `--file=x`, `-fx`, `@x`, `./x:/y`."""
    if not word or len(word) > LONGEST_PATH or "\0" in word:
        return
    short = SHORT_OPTION.fullmatch(word)
    for piece in (word, short[1] if short else "", *PIECES.split(word)):
        if named := piece.lstrip("@"):
            yield named


def loaded_modules(language: str, words: Sequence[str]) -> Iterator[str]:
    """Return the files of modules that the options of a program load, by relative paths."""
    for option in (*words, *map(" ".join, pairwise(words))):
        found = LOADED[language].match(option)
        if found:
            name = found[1].replace("::", "/").replace("'", "/")
            dotted = name.replace(".", "/")
            yield from (name, f"{name}.pm", f"{name}.rb", f"{dotted}.lua", f"{dotted}/init.lua")


def compose_files(text: str) -> Iterator[str]:
    """Return what a file of Docker Compose may name: others, variables, folders to build from."""
    words = dict.fromkeys(COMPOSE_WORDS.findall(text))
    yield from words
    names = (*DOCKERFILES, *dict.fromkeys(DOCKERFILE.findall(text)))
    for folder in dict.fromkeys((".", *COMPOSE_FOLDER.findall(text))):
        yield from (f"{folder}/{name}" for name in names)


def package_files(text: str) -> Iterator[str]:
    """Return what a package.json may start: files that it names, programs of its dependencies."""
    for name in NAMED.findall(text):
        yield name
        if "/" not in name:
            yield f"{name}.js"
            yield f"{NODE_MODULES}/.bin/{name}"


def php_files(text: str) -> Iterator[str]:
    """Return the files that PHP brings in: `__DIR__ . '/x.php'` is beside the file."""
    for name in included(PHP)(text):
        yield name
        yield name.lstrip("/")


def with_endings(pattern: re.Pattern[str], *endings: str) -> Callable[[str], Iterator[str]]:
    """Return what finds the names of files behind a pattern that may leave an ending out."""
    find = included(pattern)

    def find_all(text: str) -> Iterator[str]:
        for name in find(text):
            place = name.replace("::", "/")
            yield place
            yield from (f"{place}{ending}" for ending in endings)

    return find_all


def included(pattern: re.Pattern[str]) -> Callable[[str], Iterator[str]]:
    """Return what finds the names of files behind a pattern."""

    def find(text: str) -> Iterator[str]:
        for words in pattern.findall(text):
            yield from NAMED.findall(BEFORE_NAME.sub("", words))

    return find


COMPOSE_INCLUDES = Includes(YAML, "docker compose", compose_files)
INCLUDES = (
    Includes(re.compile(r".*\.pyw?"), "python", python_modules),
    Includes(re.compile(r".*\.[mc]?[jt]sx?"), "node", javascript_modules),
    Includes(
        re.compile(r"(?:GNU)?[Mm]akefile.*|.*\.(?:mk|mak|make)"), "make", included(MAKE_INCLUDE)
    ),
    Includes(re.compile(r".*\.(?:ba|z|k|da)?sh"), "sh", included(SOURCED)),
    Includes(re.compile(r".*\.(?:txt|in)"), "pip", included(REQUIREMENT)),
    Includes(re.compile(r"package\.json"), "npm", package_files),
    Includes(re.compile(r"\.yarnrc(?:\.yml)?"), "yarn", included(YARN_SETTING)),
    Includes(
        re.compile(r".*\.(?:rb|rake|gemspec|ru)|[Rr]akefile|Gemfile"),
        "ruby",
        with_endings(RUBY, ".rb"),
    ),
    Includes(re.compile(r".*\.(?:pl|pm|t|psgi)"), "perl", with_endings(PERL, ".pm", ".pl")),
    Includes(re.compile(r".*\.(?:php|phtml|inc)"), "php", php_files),
    Includes(re.compile(r".*\.lua"), "lua", with_endings(LUA, ".lua")),
)


def interpreter_of(beginning: str) -> list[str]:
    """Return the paths in the first line of a script: the program that reads it."""
    if not beginning.startswith("#!"):
        return []
    return [word for word in beginning[2:].partition("\n")[0].split() if "/" in word]


def includes_of(name: str, beginning: str) -> Includes | None:
    """Return how a file with this name and beginning includes others; None if it does not."""
    if YAML.fullmatch(name) and COMPOSE_KEY.search(beginning):
        return COMPOSE_INCLUDES
    first = beginning.partition("\n")[0] if beginning.startswith("#!") else ""
    kinds = (kind for kind in INCLUDES if kind.files.fullmatch(name) or kind.first_line in first)
    return next(kinds, None)
