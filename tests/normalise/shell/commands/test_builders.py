"""Build tools and test runners run code; a few of their options only show."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[code]
coverage report -m
coverage debug sys
task --list --json
[read]
coverage help
task --list
autoconf --version
cmake --version
[code unknown]
coverage report --frobnicate
[unknown code]
scons --help
grunt --help
bazel --version
pytest --version
jest --version
rspec --version
tclsh --version
[read]
make --version
make -v
make --help
cmake --version
cmake --list-presets
ctest --version
ninja --version
xcodebuild -list
xcodebuild -showsdks
xcodebuild -version
just --list
just -l
just --summary
just --show build
just --version
just --dump
task --list
task -l
task --list-all
task --version
tsc --noEmit
tsc --noEmit -p tsconfig.json
tsc -p . --noEmit --pretty false --skipLibCheck
tsc --noEmit main.ts
tsc --version
tsc -v
tsc --showConfig
vitest --version
coverage --version
mvn -v
mvn --version
gradle -v
gradle --version
run-parts --test /etc/cron.daily
vite --version
[code]
vue-tsc --noEmit
make
make test
make -n
make -C /srv/app build CC=clang
make --dry-run
make -p
make --eval 'all:; reboot'
make -f other.mk
ctest --output-on-failure
ninja -C build
bazel test //...
bazel info
bazel query //...
just build
just build --list
just --evaluate
task build
task build -l
npm-run-all build
vite build
webpack
esbuild main.ts
turbo run build
nx build shop
jest
jest --watch
vitest run
mocha
playwright test
cypress run
pytest
pytest -x -q tests
pytest --collect-only
pytest -k name
pytest --help
coverage run -m pytest
rspec
phpunit
k6 run x.js
run-parts /etc/cron.daily
./gradlew build
./mvnw package
cross-env A=1 node x.js
[write code]
cmake -S . -B build
cmake --build build
cmake -P x.cmake
xcodebuild -scheme Shop build
xcodebuild -scheme Shop test
meson setup build
[write network code]
mvn package
mvn dependency:tree
gradle build
gradle tasks
[write]
tsc
tsc -p tsconfig.json
tsc main.ts
tsc --init
tsc --noEmit --generateTrace x
tsc --noEmit --incremental true
tsc -b --noEmit
tsc --outDir dist
coverage html
coverage erase
[code unknown]
./gradlew --version
./configure --help
make --frobnicate
pytest --frobnicate
[write unknown]
tsc --noEmit false
tsc --frobnicate
[unknown]
tsc --noEmit main.ts --noEmit false
coverage frobnicate
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
