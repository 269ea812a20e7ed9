"""
Swaps: a file is changed while a person reads the question about a command that uses it.

The person says yes to what they saw, and the agent hopes that something else runs.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

import pytest

from proctor.approval import covered_files
from proctor.server.office import Office
from tests.server.asking_rig import ME, coder, write_role
from tests.server.offices import opened, question, run

# A command, the file that is changed, and other files that must be there.
SWAPS: list[tuple[str, str, dict[str, str]]] = [
    # Scripts and what they bring in.
    ("bash x.sh", "x.sh", {}),
    ("./x.sh", "x.sh", {}),
    ("bash x.sh", "lib.sh", {"x.sh": ". ./lib.sh\n"}),
    ("bash run/x.sh", "run/lib.sh", {"run/x.sh": 'source "$(dirname "$0")/lib.sh"\n'}),
    ("./x", "lib.sh", {"x": "#!/bin/bash\n. lib.sh\n"}),
    ("python3 x.py", "helper.py", {"x.py": "import os, helper\n"}),
    ("python3 x.py", "deep.py", {"x.py": "import a\n", "a.py": "def f():\n    import deep\n"}),
    ("python3 x.py", "pkg/sub.py", {"x.py": "from pkg import (\n    one,\n    sub,\n)\n"}),
    ("python3 x.py", "pkg/__init__.py", {"x.py": "import pkg.sub\n", "pkg/sub.py": ""}),
    ("python3 pkg/x.py", "pkg/b.py", {"pkg/x.py": "x = 1; from .b import y\n"}),
    ("python3 scripts/x.py", "src/shop/db.py", {"scripts/x.py": "from shop import db\n"}),
    ("python3 -m pkg", "pkg/tool.py", {"pkg/__main__.py": "from pkg.tool import go\n"}),
    ("python3 -c 'import helper'", "helper.py", {}),
    ("python3 - <<'E'\nimport helper\nE", "helper.py", {}),
    ("node x.js", "lib/y.js", {"x.js": "const y = require('./lib/y')\n"}),
    ("node x.mjs", "y.mjs", {"x.mjs": 'import {z} from "./y.mjs"\n'}),
    ("python3 *.py", "one.py", {"two.py": ""}),
    ("PYTHONSTARTUP=s.py python3 -i x.py", "s.py", {"x.py": ""}),
    # Files that a program is known to use.
    ("direnv allow", ".envrc", {}),
    ("nix-shell", "shell.nix", {}),
    ("alembic upgrade head", "alembic/env.py", {}),
    ("pulumi up", "__main__.py", {}),
    ("bazel run //x", "WORKSPACE", {}),
    ("packer build .", "x.pkr.hcl", {}),
    ("honcho start", "Procfile", {}),
    # Operands, values of options, redirections.
    ("kubectl apply -f k.yaml", "k.yaml", {}),
    ("kubectl apply -f k8s/", "k8s/deploy.yaml", {}),
    ("kubectl apply --filename=k.yaml", "k.yaml", {}),
    ("git apply p.diff", "p.diff", {}),
    ("patch -p1 < p.diff", "p.diff", {}),
    ("cat p.diff | git apply", "p.diff", {}),
    ("psql shop -f clean.sql", "clean.sql", {}),
    ("curl -d @body.json https://shop.example/orders", "body.json", {}),
    ("curl -K.curl https://shop.example", ".curl", {}),
    ("ssh -F conf web1 uptime", "conf", {}),
    ("rsync -a --files-from=list . backup:/srv", "list", {}),
    ("xargs -a list rm", "list", {}),
    ("crontab plan", "plan", {}),
    ("cp config.new /etc/shop.conf", "config.new", {}),
    ("docker run -v ./entry.sh:/entry.sh img", "entry.sh", {}),
    ("ansible-playbook site.yml", "site.yml", {}),
    ("cd deploy && kubectl apply -f k.yaml", "deploy/k.yaml", {}),
    ("bash -c 'kubectl apply -f k.yaml'", "k.yaml", {}),
    # What programs look for by themselves.
    ("docker compose up", "compose.yaml", {}),
    ("docker compose up -d", "docker-compose.override.yml", {}),
    ("docker-compose -f ci/dc.yml up", "ci/dc.yml", {}),
    ("docker build .", "Dockerfile", {}),
    ("docker build .", ".dockerignore", {}),
    ("docker build -f docker/Prod .", "docker/Prod", {}),
    ("docker build web", "web/Dockerfile", {}),
    ("terraform apply", "main.tf", {}),
    ("terraform -chdir=infra apply", "infra/new.tf", {}),
    ("terraform apply", "prod.auto.tfvars", {}),
    ("pre-commit run", ".pre-commit-config.yaml", {}),
    ("uv run pre-commit run -a", ".pre-commit-config.yaml", {}),
    ("cmake .", "CMakeLists.txt", {}),
    ("cmake -S core -B out", "core/CMakeLists.txt", {}),
    ("npx gulp", "gulpfile.js", {}),
    ("npx gulp@5 build", "gulpfile.mjs", {}),
    ("npx vite build", "vite.config.ts", {}),
    ("make", "Makefile", {}),
    ("make", "rules.mk", {"Makefile": "-include rules.mk\nall:\n"}),
    ("make", "more.mk", {"Makefile": "include rules.mk\n", "rules.mk": "include more.mk\n"}),
    ("make -C sub", "sub/rules.mk", {"sub/Makefile": "sinclude rules.mk\nall:\n"}),
    ("pytest", "conftest.py", {}),
    ("python3 -m pytest tests/unit", "tests/conftest.py", {"tests/unit/test_a.py": ""}),
    ("pytest tests", "tests/test_a.py", {}),
    ("pytest", "fixtures.py", {"conftest.py": "from fixtures import *\n"}),
    ("pip install .", "pyproject.toml", {}),
    ("pip install -e .", "setup.py", {}),
    ("pip install ./lib", "lib/setup.cfg", {}),
    ("pip install -r requirements.txt", "base.txt", {"requirements.txt": "-r base.txt\n"}),
    ("cargo run", "build.rs", {}),
    ("cargo run", ".cargo/config.toml", {}),
    ("cargo build --release", "Cargo.toml", {}),
    ("go run .", "main.go", {}),
    ("git commit -m x", ".git/hooks/pre-commit", {}),
    ("git commit -m x", ".husky/pre-commit", {}),
    ("npm test", "package.json", {}),
    ("mvn package", "pom.xml", {}),
    # Wildcards in what a shell runs.
    ("bash *.sh", "b.sh", {}),
    ("sh ./[a-b].sh", "b.sh", {}),
    ("sh ./[^z].sh", "b.sh", {}),
    ("for f in *.sh; do bash $f; done", "b.sh", {}),
    ("for f in run/*; do ./$f; done", "run/b", {}),
    ("x=*.sh; bash $x", "b.sh", {}),
    ("d=run; bash $d/?.sh", "run/b.sh", {}),
    ("./*.sh", "b.sh", {}),
    (". ./*.sh", "b.sh", {}),
    ("eval bash *.sh", "b.sh", {}),
    ("bash *.sh", "lib/a.sh", {"b.sh": ". lib/a.sh\n"}),
    # What installers have locked, and what runners start.
    ("npm ci", "package-lock.json", {"package.json": "{}"}),
    ("yarn install", "yarn.lock", {"package.json": "{}"}),
    ("pnpm install", "pnpm-lock.yaml", {"package.json": "{}"}),
    ("cargo build", "Cargo.lock", {"Cargo.toml": ""}),
    ("uv sync", "uv.lock", {}),
    ("poetry install", "poetry.lock", {}),
    ("bundle install", "Gemfile.lock", {}),
    ("composer install", "composer.lock", {}),
    ("go build ./...", "go.sum", {}),
    ("npx foo", "node_modules/.bin/foo", {}),
    ("npm exec foo", "node_modules/.bin/foo", {}),
    ("npm run build", "node_modules/.bin/foo",
     {"package.json": '{"scripts": {"build": "foo --all"}}'}),
    ("npm run build", "build.js", {"package.json": '{"scripts": {"build": "node build.js"}}'}),
    ("yarn build", "tools/yarn.cjs", {".yarnrc.yml": "yarnPath: tools/yarn.cjs\n"}),
    ("yarn build", "tools/yarn.js", {".yarnrc": 'yarn-path "./tools/yarn.js"\n'}),
    ("./gradlew build", "gradle/wrapper/gradle-wrapper.jar", {"gradlew": "#!/bin/sh\n"}),
    ("./gradlew build", "gradle/wrapper/gradle-wrapper.properties", {"gradlew": "#!/bin/sh\n"}),
    # What reads a script, and what other languages bring in.
    ("./x", "interp", {"x": "#!./interp\n"}),
    ("./x", "tools/interp", {"x": "#!/usr/bin/env -S ./tools/interp -v\n"}),
    ("ruby x.rb", "y.rb", {"x.rb": "require_relative 'y'\n"}),
    ("ruby x.rb", "lib/y.rb", {"x.rb": 'require "./lib/y"\n'}),
    ("perl x.pl", "y.pl", {"x.pl": 'use strict; require "./y.pl";\n'}),
    ("perl -Ilib x.pl", "lib/Shop/Db.pm", {"x.pl": "use Shop::Db qw(get);\n"}),
    ("php x.php", "y.php", {"x.php": "<?php require_once __DIR__ . '/y.php';\n"}),
    ("lua x.lua", "y.lua", {"x.lua": 'local y = require("y")\n'}),
    ("perl -MP -e 1", "P.pm", {}),
    ("perl -I. -mShop::Db=get -e 1", "Shop/Db.pm", {}),
    ("perl -wM Shop::Db -e 1", "lib/Shop/Db.pm", {}),
    ("perl -Iinc -MShop::Db -e 1", "inc/Shop/Db.pm", {}),
    ("perl -I inc x.pl", "inc/Shop/Db.pm", {"x.pl": "use Shop::Db;\n"}),
    ("perl -MP -e 1", "Q.pm", {"P.pm": "use Q;\n"}),
    ("lua -l p -e 'go()'", "p.lua", {}),
    ("lua5.4 -lshop.db x", "shop/db.lua", {"x": ""}),
    ("luajit -l shop x", "shop/init.lua", {"x": ""}),
    ("ruby -Iinc -rshop -e 1", "inc/shop.rb", {}),
    # What a file of Docker Compose names.
    ("docker compose up", "web/Dockerfile", {"compose.yaml": "services: {a: {build: web}}\n"}),
    ("docker compose up", "web/Prod",
     {"compose.yaml": "services:\n a:\n  build:\n   context: ./web\n   dockerfile: Prod\n"}),
    ("docker compose up", "prod.env",
     {"compose.yaml": "services:\n a:\n  env_file:\n   - path: prod.env\n"}),
    ("docker compose up", "db/more.yml", {"compose.yaml": "include: [db/more.yml]\n"}),
    ("docker compose up", "db/db.env",
     {"compose.yaml": "include:\n - db/more.yml\n",
      "db/more.yml": "services: {db: {env_file: db.env}}\n"}),
    ("docker compose -f ci/dc.yml up", "ci/web/Containerfile",
     {"ci/dc.yml": 'services: {a: {build: "./web"}}\n'}),
    ("docker compose up", "common.yml",
     {"compose.yaml": "services: {a: {extends: {file: common.yml, service: b}}}\n"}),
    ("docker compose up", "entry.sh",
     {"compose.yaml": "services:\n a:\n  volumes: ['./entry.sh:/entry.sh']\n"}),
    ("node x.js", "package.json", {"x.js": ""}),
    ("node x.js", "node_modules/dep/index.js", {"x.js": "require('dep')\n"}),
    ("node sub/x.js", "node_modules/@a/dep/lib.js",
     {"sub/x.js": "import {z} from '@a/dep'\n",
      "node_modules/@a/dep/package.json": '{"main": "lib.js"}'}),
    # What a branch is.
    ("git push", ".git/HEAD", {}),
    ("git push origin HEAD", ".git/refs/heads/feat/x", {".git/HEAD": "ref: refs/heads/feat/x\n"}),
    ("git push origin main", ".git/refs/heads/main", {".git/HEAD": "ref: refs/heads/x\n"}),
    ("git push origin +feat/a:main", ".git/refs/heads/feat/a",
     {".git/HEAD": "ref: refs/heads/x\n"}),
    ("git push --all", ".git/refs/heads/feat/a", {".git/HEAD": "ref: refs/heads/x\n"}),
    ("git push --tags", ".git/refs/tags/v1", {".git/HEAD": "ref: refs/heads/x\n"}),
    ("git push origin main", ".git/packed-refs", {".git/HEAD": "ref: refs/heads/x\n"}),
    ("git push", "common/refs/heads/x",
     {".git": "gitdir: own\n", "own/HEAD": "ref: refs/heads/x\n", "own/commondir": "../common\n"}),
]  # fmt: skip
# How a file is changed: by other content, by a link, by taking it away.
WAYS = ("content", "link", "gone")


class Outcome(NamedTuple):
    """What a call with a yes came to, and why."""

    effect: str
    why: str


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a role that asks about every command."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    write_role(folder)
    return folder


def write(path: Path, text: str) -> None:
    """Write a file that can be run, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def swap(path: Path, way: str) -> None:
    """Change a file."""
    if way == "content":
        write(path, "evil\n")
        return
    path.unlink()
    if way == "link":
        write(path.with_name("elsewhere"), "evil\n")
        path.symlink_to("elsewhere")


async def outcome(office: Office, command: str, folder: Path, path: Path, way: str) -> Outcome:
    """Have a call asked, change a file in that time, and say yes."""
    asking = asyncio.create_task(office.decide(coder(command, folder)))
    number = (await question(office))["id"]
    if way:
        swap(path, way)
    await office.answer(number, {"answer": "allow"}, person=ME)
    said = await asking
    return Outcome(said["effect"], said["why"])


def test_yes_covers_no_file_that_was_swapped(home: Path, tmp_path: Path) -> None:
    """Every file that a command names or its program uses is the one that was asked about."""
    assert len(SWAPS) >= 43

    async def work() -> list[str]:
        wrong = []
        async with opened(home) as office:
            for number, (command, file, others) in enumerate(SWAPS):
                way = WAYS[number % len(WAYS)]
                folder = tmp_path / f"shop{number}"
                for name, text in {**others, file: "good\n"}.items():
                    write(folder / name, text)
                same = await outcome(office, command, folder, folder / file, "")
                if same.effect != "allow":
                    wrong.append(f"{command}: refused although nothing has changed: {same.why}")
                changed = await outcome(office, command, folder, folder / file, way)
                if changed.effect != "deny" or "has changed since it was asked" not in changed.why:
                    wrong.append(f"{command}: allowed although {file} is another one ({way})")
        return wrong

    assert run(work()) == []


def test_yes_covers_no_file_that_has_appeared(home: Path, tmp_path: Path) -> None:
    """A file that was not there may decide what runs as well."""
    rows = [
        ("make", "Makefile"),
        ("terraform apply", "x.tf"),
        ("docker build .", ".dockerignore"),
        ("bash *.sh", "a.sh"),
        ("for f in *.sh; do bash $f; done", "a.sh"),
        ("npx foo", "node_modules/.bin/foo"),
    ]

    async def work() -> list[str]:
        async with opened(home) as office:
            effects = []
            for number, (command, file) in enumerate(rows):
                folder = tmp_path / f"shop{number}"
                folder.mkdir()
                found = await outcome(office, command, folder, folder / file, "content")
                effects.append(found.effect)
            return effects

    assert run(work()) == ["deny"] * len(rows)


def test_yes_names_the_file_that_has_changed(home: Path, tmp_path: Path) -> None:
    """The agent is told which file it was, and that it can have it asked again."""
    write(tmp_path / "k.yaml", "good\n")

    async def work() -> Outcome:
        async with opened(home) as office:
            return await outcome(
                office, "kubectl apply -f k.yaml", tmp_path, tmp_path / "k.yaml", "content"
            )

    assert run(work()).why == (
        f"allowed by {ME}, but `{tmp_path}/k.yaml` has changed since it was asked about: "
        "call it again to have it asked again"
    )


def test_yes_past_the_bound_covers_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More files than are compared are never allowed, and the reason says so."""
    monkeypatch.setattr(covered_files, "MOST_ENTRIES", 50)
    for number in range(60):
        write(tmp_path / "many" / f"{number}.yaml", "good\n")

    async def work() -> Outcome:
        async with opened(home) as office:
            return await outcome(office, "kubectl apply -f many/*.yaml", tmp_path, tmp_path, "")

    found = run(work())
    assert found.effect == "deny"
    assert "more files than are compared" in found.why


@pytest.mark.parametrize("way", ["closed folder", "closed file", "pipe"])
def test_yes_covers_no_file_that_was_hidden_meanwhile(way: str, home: Path, tmp_path: Path) -> None:
    """What cannot be read is compared by its status, which shows that it was opened."""
    path = tmp_path / "d" / "x.sql"
    write(path, "good\n")

    def hide() -> None:
        if way == "pipe":
            path.unlink()
            os.mkfifo(path)
        else:
            (path if way == "closed file" else path.parent).chmod(0o000)

    def change() -> None:
        if way == "pipe":
            path.unlink()
            os.mkfifo(path)
            return
        path.parent.chmod(0o700)
        path.chmod(0o700)
        write(path, "evil\n")
        hide()

    async def work() -> str:
        async with opened(home) as office:
            hide()
            asking = asyncio.create_task(office.decide(coder("psql -f d/x.sql", tmp_path)))
            number = (await question(office))["id"]
            change()
            await office.answer(number, {"answer": "allow"}, person=ME)
            return str((await asking)["effect"])

    try:
        assert run(work()) == "deny"
    finally:
        path.parent.chmod(0o700)


def test_yes_names_a_file_that_cannot_be_read_any_more(home: Path, tmp_path: Path) -> None:
    """A file that was readable when it was asked about is denied by its name."""

    def close(path: Path) -> None:
        if os.geteuid() == 0:  # root reads closed files, but nobody reads an empty pipe
            path.unlink()
            os.mkfifo(path)
        else:
            path.chmod(0o000)

    path = tmp_path / "x.sql"
    write(path, "good\n")

    async def work() -> Outcome:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("psql -f x.sql", tmp_path)))
            number = (await question(office))["id"]
            close(path)
            await office.answer(number, {"answer": "allow"}, person=ME)
            said = await asking
            return Outcome(said["effect"], said["why"])

    found = run(work())
    assert (found.effect, f"`{path}` has changed" in found.why) == ("deny", True)


def test_remembered_answer_is_bound_to_its_scripts_only(home: Path, tmp_path: Path) -> None:
    """A session's answer outlives a change of what the command only reads."""
    path = tmp_path / "k.yaml"
    write(path, "good\n")

    async def work() -> str:
        async with opened(home) as office:
            request = coder("kubectl apply -f k.yaml", tmp_path)
            asking = asyncio.create_task(office.decide(request))
            number = (await question(office))["id"]
            await office.answer(number, {"answer": "allow", "scope": "session"}, person=ME)
            await asking
            write(path, "other\n")
            return str((await office.decide(request))["effect"])

    assert run(work()) == "allow"
