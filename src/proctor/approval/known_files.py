"""
Which files programs use that are not named on their command line, as data.

`make` reads a Makefile, and that may include another file. A word of a command that is a key of
`FILES` stands for that program, wherever it stands: `npx gulp`, `uv run pytest`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from proctor.approval.scripts import BUILD_FILES, SUFFIXES

PYTHON_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")
COMPOSE = ("compose.y*ml", "compose.override.y*ml", "docker-compose*.y*ml", ".env")
CONTAINER = ("Dockerfile", "Containerfile", ".dockerignore", "docker-bake.*", *COMPOSE)
PYTEST = ("conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
TERRAFORM = ("*.tf", "*.tf.json", "*.tfvars", "*.tfvars.json", "terragrunt.hcl")
CARGO = ("Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "src/main.rs")
GRADLE = ("build.gradle*", "settings.gradle*", "gradle.properties", "gradlew")
# Wildcards are looked for in the folders of the command, plain names also in the folders above.
FILES: dict[str, tuple[str, ...]] = {
    **BUILD_FILES,
    **dict.fromkeys(("docker", "docker-compose", "compose", "podman", "buildah"), CONTAINER),
    **dict.fromkeys(("terraform", "tofu", "terragrunt"), TERRAFORM),
    **dict.fromkeys(("pytest", "py.test"), (*PYTEST, "tests/conftest.py", "test/conftest.py")),
    **dict.fromkeys(("pip", "pip3", "pipx", "uv", "poetry", "pdm", "hatch", "build"),
                    PYTHON_PROJECT),
    **dict.fromkeys(("gradle", "gradlew"), GRADLE),
    **dict.fromkeys(("mvn", "mvnw"), ("pom.xml", ".mvn/*")),
    **dict.fromkeys(("kubectl", "oc", "kustomize"), ("*.yaml", "*.yml", "*.json")),
    "helm": ("Chart.yaml", "values.yaml", "templates/*"),
    "ansible-playbook": ("ansible.cfg",),
    "cargo": CARGO,
    "cmake": ("CMakeLists.txt", "CMakePresets.json", "CMakeUserPresets.json"),
    "go": ("go.mod", "go.work", "*.go"),
    "git": (".git/hooks/*", ".git/config", ".gitattributes", ".gitmodules", ".husky/*"),
    "pre-commit": (".pre-commit-config.yaml",),
    "tox": (*BUILD_FILES["tox"], "setup.py"),
    "npx": BUILD_FILES["npm"],
    "bundle": ("Gemfile",),
    "composer": ("composer.json",),
    "vagrant": ("Vagrantfile",),
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
JAVASCRIPT = re.compile(r"\b(?:require\s*\(|from|import(?:\s*\()?)\s*[\"'](\.[^\"'\n]+)")
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
    for name in JAVASCRIPT.findall(text):
        yield name
        yield from (name + suffix for suffix in (*SUFFIXES, ".tsx", ".jsx", ".json", "/index.js"))
        yield from (f"{name.removesuffix('.js')}.ts", f"{name}/index.ts")


def included(pattern: re.Pattern[str]) -> Callable[[str], Iterator[str]]:
    """Return what finds the names of files behind a pattern."""

    def find(text: str) -> Iterator[str]:
        for words in pattern.findall(text):
            yield from NAMED.findall(BEFORE_NAME.sub("", words))

    return find


INCLUDES = (
    Includes(re.compile(r".*\.pyw?"), "python", python_modules),
    Includes(re.compile(r".*\.[mc]?[jt]sx?"), "node", javascript_modules),
    Includes(
        re.compile(r"(?:GNU)?[Mm]akefile.*|.*\.(?:mk|mak|make)"), "make", included(MAKE_INCLUDE)
    ),
    Includes(re.compile(r".*\.(?:ba|z|k|da)?sh"), "sh", included(SOURCED)),
    Includes(re.compile(r".*\.(?:txt|in)"), "pip", included(REQUIREMENT)),
)


def includes_of(name: str, beginning: str) -> Includes | None:
    """Return how a file with this name and beginning includes others; None if it does not."""
    first = beginning.partition("\n")[0] if beginning.startswith("#!") else ""
    kinds = (kind for kind in INCLUDES if kind.files.fullmatch(name) or kind.first_line in first)
    return next(kinds, None)
