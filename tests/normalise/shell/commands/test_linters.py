"""Linters that only check are told apart from those that fix and those whose rules are code."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[code]
flake8 src
flake8 --max-line-length=100 --count
pyrefly check
[read]
flake8 --isolated src
pycodestyle src
ty check
[code write]
flake8 --output-file=x
darker src/a.py
[code unknown]
flake8 --frobnicate
pylint --version
[code unknown write]
darker -c a.toml src/a.py
[code]
darker --check src/a.py
darker --diff src/a.py
[read]
mypy --version
[read]
ruff
ruff --version
ruff check
ruff check .
ruff check --select E,F --ignore E501 src tests
ruff check --diff
ruff check --config pyproject.toml
ruff check --output-format=json --statistics
ruff check --no-fix --watch
ruff check -h
ruff format --check
ruff format --diff src
ruff rule E501
ruff config line-length
ruff linter
ruff analyze graph src
black --check .
black --diff src
black --check --diff -l 100 src
black --version
isort -c .
isort --check-only --diff src
isort --diff .
isort --profile black --check .
pycodestyle src
pyflakes src
pydocstyle src
vulture src --min-confidence 80
bandit -r src -ll
radon cc -s src
pyright
pyright --outputjson src
basedpyright -p .
ty check
yamllint -s .
yamllint -d relaxed a.yml
shellcheck a.sh
shellcheck -x -s bash -e SC2034 a.sh
shfmt -d .
shfmt -l -i 2 .
shfmt -i 2 -ci a.sh
hadolint Dockerfile
biome check src
biome lint .
biome ci
biome format .
clang-format a.c
clang-format --dry-run -Werror a.c
clang-format -n --style=file a.c
actionlint
actionlint -oneline a.yml
markdownlint '**/*.md'
vale docs
codespell src
codespell -L ba src
typos
typos --diff src
stylua --check src
autopep8 --diff a.py
yapf -d a.py
taplo lint
selene src
hlint src
[write]
ruff check --fix
ruff check --fix --diff
ruff check --fix-only
ruff check --add-noqa
ruff check -o x
ruff check --output-file=x
ruff format
ruff format src
ruff clean
black
black .
black -q src
isort .
isort --profile black src
bandit -r src -o x
shfmt -w .
biome check --write
biome format --write src
clang-format -i a.c
actionlint -init-config
markdownlint --fix a.md
codespell -w src
typos -w
stylua src
stylua lint
autopep8 -i a.py
yapf -i a.py
taplo fmt
pyright --createstub x
radon cc -O x src
[code]
oxlint src
buf lint
pylint src
mypy .
mypy --strict src
eslint .
prettier --check .
prettier -l src
stylelint '**/*.css'
rubocop
phpstan analyse
flake8 --config ./x.cfg
actionlint -shellcheck=./x
markdownlint -r ./x.js a.md
pyright --pythonpath ./x
ruff server
sqlfluff lint
[write code]
oxlint --fix
eslint --fix .
prettier --write .
rubocop -a
mdl README.md
[network]
trivy fs .
semgrep scan
pip-audit
snyk test
[secret network]
gitleaks detect
trufflehog filesystem .
[unknown]
ruff check --config fix=true
ruff frobnicate
ruff check --frobnicate
ruff check --fi
shellcheck --frobnicate a.sh
shfmt -frob a.sh
clang-tidy a.c -- -fplugin=./x.so
typos --frobnicate
[write unknown]
black --frobnicate .
[read]
ruff lint src
ruff rule E501 --output-format json
ruff analyze graph --direction dependents
ruff check --statistics --exit-zero
ruff check --config ruff.toml
[write]
ruff lint --fix
[unknown]
shellcheck -a -x a.sh
shellcheck --check-sourced a.sh
clang-tidy a.c -p build
cppcheck --enable=all src
[unknown write]
clang-tidy --fix a.c
cppcheck --output-file=x src
[code unknown]
cppcheck --addon=./x.py src
clang-tidy -load=./x.so a.c
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
