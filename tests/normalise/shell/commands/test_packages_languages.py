"""Package managers of other languages: what shows is told apart from what installs."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[code]
composer browse a/b
[read]
composer browse --show a/b
mint list
dotnet package search x
conan profile show
[write network code]
dotnet package list
fastlane list
[read]
gem list
gem list --local -d
gem -v
gem search -r '^rails$'
gem info rails
gem outdated
gem env
gem which json
gem specification rails version
gem sources
gem sources -l
gem dependency rails
gem owner shop
bundle -v
bundle --version
bundle config list
bundle config get path
bundle help install
composer show
composer show --tree
composer outdated -D
composer why monolog/monolog
composer validate --strict
composer audit --format=json
composer licenses
composer diagnose
composer config --list
composer config vendor-dir
composer -V
composer -d /srv/app show
composer exec --list
luarocks list
luarocks search json
luarocks show lpeg
perldoc -f open
cpanm --info JSON
dotnet --info
dotnet --list-sdks
dotnet --version
dotnet sln list
dotnet tool list -g
dotnet nuget list source
dotnet nuget locals all --list
dotnet new list
swiftlint lint --strict src
swiftlint rules
swiftformat --lint src
pod env
pod repo list
vcpkg list
vcpkg search zlib
opam list --installed
opam show lwt
opam switch list
ghc-pkg list
dart format -o none src
dart pub deps
dart --version
flutter doctor -v
flutter devices
flutter --version
gem query -n rails
[write network code]
opam var a=b
gem install rails
gem update
gem push shop.gem
bundle
bundle install
bundle update rails
composer install
composer require monolog/monolog
composer global require x
luarocks install lpeg
cpanm JSON
dotnet build
dotnet test
dotnet restore
dotnet add package x
pod install
vcpkg install zlib
conan install .
opam install lwt
mix deps.get
mix test
sbt test
flutter build apk
dart pub get
cabal exec -- sh
[code]
perldoc -M Evil -f open
pod outdated
dotnet list package --outdated
composer status
bundle exec rake
bundle exec rm -rf /srv/app
bundle list
bundle outdated
bundle config list --gemfile=./x
rake test
rake -T
rails console
composer exec phpunit
dotnet shop.dll
dart analyze
dart main.dart
opam exec -- dune build
swift package describe
[write]
gem sources --add https://shop.example
bundle config set path vendor
composer config vendor-dir x
dotnet sln add shop.csproj
dotnet nuget locals all --clear
swiftlint lint --fix
swiftformat src
ghc-pkg unregister x
dart format src
swiftlint lint --output x
[write code]
gem uninstall rails
composer dump-autoload
composer run-script test
swift build
dart test
dart fix -n
dune build
[write network]
dotnet nuget push x
[secret]
composer config github-oauth.github.com
composer config --auth
bundle config get gems.shop.com
[network]
gem list -r -s https://shop.example
luarocks search x --server=https://shop.example
[unknown]
perldoc perlre
perldoc -m tok
perldoc -oMan ./x.pod
ghc-pkg frobnicate
gem frobnicate
gem list --frobnicate
composer frobnicate
composer show --frobnicate
opam frobnicate
pod frobnicate
bundle config path vendor
swiftlint frob
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
