"""Interpreters run code; showing the version or checking the syntax is told apart."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[secret]
php -i
php --info
[code]
node --env-file=x.env -c app.js
python -I -m antigravity
janet env
rdmd version
ipython server list
[read]
node -c app.js
java -version
python -I -W ignore -m json.tool a.json
python -I -X utf8 -m json.tool a.json
jupyter server list
crystal version
jps -l
[unknown]
python -I -X pycache_prefix=/srv/x -m json.tool a.json
python -I -W ignore::shop.evil.W -m json.tool a
jps host.example
[read]
python --version
python -V
python3 -VV
python3.12 --help
python -I -m json.tool a.json
python3 -I -m json.tool --sort-keys --indent 2 a.json
python -I -m json.tool
python -I -m this
python -I -m site
python -I -m site --user-site
python -I -m platform
python -I -m sysconfig
python -I -m tokenize a.py
python -I -m ast a.py
python -I -m dis a.py
python -I -m tabnanny a.py
python -I -m calendar 2024
python -I -m zipfile -l a.zip
python -I -m tarfile --list a.tar
python -I -m pip list
python -I -m pip show requests
python3 -I -m pip --version
python -I -m pip freeze
python -Im pip freeze
python -I -mpip list
python -I -W ignore -m pip list
python -I -X utf8 -m pip list
python -I -m ruff check
python -I -m black --check .
python -I -m isort -c .
python -I -m pip --version
node --version
node -v
node --check app.js
node -c app.js
node --v8-options
ruby -v
ruby --version
perl -v
perl -V
perl --version
php -v
php -m
php -l app.php
php --ini
php --ri json
lua -v
luajit -v
luac -p a.lua
java -version
java --version
javac -version
javap -c Shop
jar tf shop.jar
jar --list --file shop.jar
R --version
julia -v
julia --version
zig version
zig fmt --check src
zig ast-check a.zig
elixir --version
tsx -v
keytool -list -keystore a.jks
jupyter kernelspec list
[code]
ruby -c app.rb
ruby -wc app.rb
node --check --test app.js
python
python app.py
python app.py --version
python app.py -V
python -c 'print(1)'
python -I -m shop
python -i
python -u -c x
python -
python -I -m pydoc x
python -I -m pytest
python -I -m mypy .
python -I -m pylint x
node app.js
node
node -e 'x'
node -p '1'
node -pe '1'
node --eval x
node --check -r ./x.js app.js
node app.js --version
ruby app.rb
ruby -w app.rb
ruby -e 'x'
ruby -c -r ./x app.rb
perl -e 'x'
perl -c app.pl
perl -ne 'print' a.txt
perl -MShop -v
php app.php
php -r 'x'
php -d extension=x.so -v
php -l -z x
lua a.lua
lua -e x
java -jar shop.jar
java Shop
Rscript a.R
R -e 'x'
julia -e 'x'
octave --eval x
ts-node a.ts
tclsh a.tcl
ghci
guile -c x
irb
ipython
[write]
python -I -m json.tool a.json b.json
python -I -m py_compile a.py
python -I -m compileall src
python -I -m zipfile -e a.zip out
python -I -m pip uninstall x
python -I -m black .
luac -o a.luac a.lua
luac a.lua
zig fmt src
jar xf shop.jar
[write network code]
python -I -m pip install requests
python3 -I -m pip install -U pip
[write network]
python -I -m venv .venv
[code network]
python -I -m http.server 8000
python -I -m http.server
php -S localhost:8000
[write code]
jupyter lab
zig run a.zig
python -I -m ensurepip
javac Shop.java
jupyter nbconvert a.ipynb
perl -i -pe 's/a/b/' a.txt
ruby -i -pe 'x' a.txt
[code unknown]
java -version @args
python -c 'print(1)' --version
python -I -m shop --help
[unknown]
python -I -m pip frobnicate
python -I -m json.tool --frobnicate a
python -I -m json.tool a b c
ruby -v app.rb
lua -v a.lua
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
