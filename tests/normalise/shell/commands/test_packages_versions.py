"""Managers of versions: what shows is told apart from what changes or runs."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
mise ls
mise ls --json
mise current
mise where node
mise which node
mise latest node
mise ls-remote node
mise outdated
mise --version
mise -V
mise version
mise doctor
mise registry
mise config ls
mise config get tools.node
mise settings ls
mise settings get jobs
mise plugins ls --urls
mise tasks
mise tasks ls
mise tasks info build
mise cache path
mise fmt --check
mise -C /srv/app ls
rtx ls
asdf list
asdf list all nodejs
asdf current
asdf current nodejs
asdf where nodejs
asdf which node
asdf latest nodejs
asdf plugin list --urls
asdf info
asdf version
asdf plugin-list
rbenv versions
rbenv version
rbenv which ruby
rbenv root
rbenv local
rbenv install -l
rbenv install --list-all
nodenv versions --bare
goenv versions
jenv versions
sdk current
sdk list java
sdk version
tfenv list
rvm list
mise install --help
[read]
mise exec -- git status
mise x node@20 -- node x.js
[code]
mise run build
mise build
mise tasks run build
mise watch build
asdf exec node x.js
rbenv exec ruby x.rb
[code secret]
mise env
mise env --json
mise hook-env
[write network code]
mise install
mise use node@20
mise upgrade
asdf install nodejs 20
asdf plugin add nodejs
asdf local nodejs 20
rbenv install 3.3.0
sdk install java
rvm install 3.3
[write network]
mise settings set jobs 4
mise plugins install x
mise cache clear
[write]
mise uninstall node@20
mise trust
mise set A=1
mise prune
rbenv local 3.3.0
rbenv global 3.3.0
rbenv local --unset
[write code]
rbenv rehash
mise tasks edit build
[unknown]
asdf frobnicate
rbenv frobnicate
mise ls --frobnicate
mise doctor --frob
asdf list --frob
rbenv versions --frob
[read]
mise settings
mise config
mise plugins
mise config --json
[write network]
mise settings color=false
mise plugins add shop
mise config set a b
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
