"""Homebrew: what shows is told apart from what installs."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[code]
brew bundle check
brew bundle list --all
[code network]
brew info some/tap/tool
brew deps some/tap/tool
brew cat some/tap/tool
[read]
brew info wget
brew deps wget
[code network]
brew info wget some/tap/tool
[read]
brew --version
brew -v
brew --prefix
brew --prefix openssl
brew --cellar
brew --cache --cask maps
brew --repository
brew list
brew ls -1 --formula
brew list --versions openssl
brew info openssl
brew info --json=v2 --installed
brew search --cask maps
brew search '/open/'
brew desc -s tls
brew deps --tree --installed
brew deps -n openssl
brew uses --recursive --installed openssl
brew leaves -r
brew outdated --greedy --json
brew missing
brew options openssl
brew log -n 3 openssl
brew cat openssl
brew config
brew doctor --list-checks
brew formulae
brew casks
brew commands --quiet --include-aliases
brew tap
brew tap-info --json --installed
brew shellenv
brew analytics
brew analytics state
brew services
brew services list
brew services info redis --json
brew install -h
brew upgrade --help
brew edit --print-path openssl
brew linkage --test openssl
brew alias
brew help install
brew --env
[write network code]
brew install openssl
brew install --cask --force maps
brew install --HEAD openssl
brew reinstall openssl
brew upgrade
brew upgrade --dry-run
brew update
brew bundle
brew bundle install
brew tap ada/shop
brew untap ada/shop
brew bump openssl
brew pr-pull 3
[write network]
brew fetch openssl
[write code]
brew services start redis
brew services restart --all
brew edit openssl
brew audit openssl
brew irb
brew test openssl
[write]
brew uninstall openssl
brew cleanup -s
brew autoremove
brew link --overwrite openssl
brew pin openssl
brew analytics off
brew alias up=update
brew services stop redis
brew bundle dump
[code]
brew bundle check --file=./Brewfile
[network]
[network code]
brew info ./openssl.rb
brew info https://shop.example/x.rb
[unknown]
brew frobnicate
brew list --frobnicate
brew --frobnicate
brew frob --prefix
[read]
brew cat jq
brew list --cask --versions
brew deps --tree --installed
brew info --json=v2 --installed
brew outdated --greedy --json
brew services info --all --json
brew tap-info --installed
[network code]
brew cat ./shop.rb
[read]
brew livecheck jq
brew livecheck --json --newer-only --installed
[network code]
brew livecheck ./shop.rb
[write network]
brew livecheck --extract-plist shop
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
