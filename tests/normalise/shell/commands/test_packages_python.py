"""Package managers of Python: what shows is told apart from what installs or runs."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
pip list
pip list -o --format=json
pip list --not-required
pip3 freeze
pip freeze -l --exclude shop
pip show -f requests
pip check
pip -V
pip --version
pip install -h
pip config list
pip config get global.timeout
pip cache dir
pip cache list
pip index versions requests
pip hash a.whl
pip inspect --local
pip debug --verbose
pip help install
pip3.12 list
pip list --outd
pipx list --short
pipx environment
uv
uv --version
uv -V
uv help sync
uv pip list
uv pip list --outdated --format json
uv pip show requests
uv pip freeze
uv pip list -p 3.12
uv pip check
uv pip tree --depth 2
uv python list
uv python find 3.12
uv python dir
uv tool list
uv tool dir --bin
uv cache dir
uv version
uv version --short
uv self version
uv tree --frozen
uv export --frozen --no-hashes
uv --directory /srv/app pip list
poetry show --tree
poetry show requests
poetry env info -p
poetry env list
poetry version
poetry check
poetry config --list
poetry config virtualenvs.path
poetry about
poetry run --help
pdm list --graph
pdm info
conda list -n shop
conda info --envs
conda env list
conda search -c conda-forge numpy
conda config --show channels
conda env export --no-builds
conda --version
mamba list
pixi list
pixi info
pyenv versions
pyenv version
pyenv which python
pyenv install --list
pyenv global
hatch config show
rye list
rye toolchain list
[write network code]
pip install requests
pip install -r requirements.txt
pip install -e .
pip download requests
pip wheel .
pip install --dry-run requests
pipx install black
uv sync
uv lock
uv add requests
uv pip install requests
uv pip compile requirements.in
uv tool install ruff
uv venv
uv publish
pip lock .
poetry install
poetry add requests
poetry lock
conda install numpy
conda create -n shop
pyenv install 3.12
pixi add numpy
pdm add requests
rye sync
[read]
uv run pytest
[code]
uv run -m pytest
[code network]
uv run
uv run --with requests ls
uv run --with requests python x.py
uvx ruff check
uv tool run ruff
pipx run black
pixi exec python
[code]
uv pip list --python ./python
poetry run pytest
poetry run rm -rf /srv/app
pdm run x
pdm frob
hatch run test
conda run -n shop python x.py
pyenv exec python
rye run x
tox
tox -e py312
tox -l
nox -s tests
pip --python ./python list
hatch version
poetry shell
[write]
pip uninstall -y requests
pip cache purge
pip config set global.timeout 60
pip list --log /tmp/x
uv cache clean
uv pip uninstall requests
uv export --frozen -o requirements.txt
uv python pin 3.12
poetry version patch
poetry config virtualenvs.path /x
poetry env remove --all
conda config --add channels x
conda config --show --set x y
conda env export -f x.yml
pyenv global 3.12
[write code]
uv version 2.0.0
uv version --bump minor
pip config edit
pyenv rehash
[network]
uv format --check
[write network]
uv python install 3.12
uv format
virtualenv .venv
[secret]
uv auth token shop.example
poetry config pypi-token.shop
conda info --unsafe-channels
poetry export --with-credentials
hatch config show --all
[network]
pip list --index-url https://shop.example
pip index versions x --extra-index-url https://shop.example
conda search -c https://shop.example numpy
pip list --proxy https://shop.example
[unknown]
pip frobnicate
pip list --frobnicate
uv frobnicate
uv pip list --frobnicate
uv pip li
conda frobnicate
pip list requests
[read]
[read]
uv tree --frozen --depth 2 --no-dedupe
uv tree --frozen --invert --package requests
uv --directory /srv/app tree --frozen
uv export --frozen --format pylock.toml
uv export --frozen --all-extras --no-emit-project
uv lock --check-exists
[network code]
uv tree --locked
uv lock --check
uv lock --locked
uv tree --frozen --script job.py
uv export --frozen --script=job.py
[write network code]
uv tree
uv tree --depth 2 --no-dedupe
uv tree --outdated
uv export
uv export --no-dev --no-hashes
uv tree --upgrade
uv tree --frozen -P requests
uv export -U
uv lock --upgrade
uv tree --index-url https://index.example/simple
uv export --output-file=requirements.txt
uv workspace metadata
[network]
uv tree --frozen --index-url https://index.example/simple
[code]
uv tree --frozen --python ./python
[write]
uv export --frozen -o requirements.txt
[read]
pip list --not-required --format json
pip freeze -r requirements.txt --exclude pip
pip index versions requests --pre --json
pip inspect --local
pip config list -v
pip cache list --format abspath
python3 -I -m pip show -f requests
uv pip tree --invert --package idna
uv python list --only-installed --output-format json
uv tool list --show-paths
poetry show --outdated --only main
poetry env info --path
conda list -n shop --explicit
conda search --override-channels -c conda-forge numpy
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
