"""Compilers write; what looks into object files reads."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[write]
gnat make x.adb
[read]
[read]
gdb --version
perf list
perf config -l
valgrind --version
gcc --version
gcc -dumpversion
gcc -dumpmachine
gcc -print-search-dirs
clang --version
clang -print-resource-dir
cpp --version
ld --version
as --version
nm shop
nm -D --defined-only shop
nm -gC shop
objdump -d shop
objdump -x shop
objdump -t --section=.text shop
readelf -a shop
readelf -hW shop
readelf -d shop lib.so
readelf --symbols shop
size shop
size -A shop lib.so
addr2line -e shop 0x1234
addr2line -fCe shop 0x1
c++filt _Z3foov
c++filt -n _Z3foov
llvm-nm shop
llvm-objdump -d shop
dwarfdump shop
dwarfdump --uuid shop
dwarfdump -u --arch=arm64 shop
patchelf --print-rpath shop
patchelf --print-needed shop
pkg-config --cflags --libs zlib
pkg-config --modversion zlib
pkg-config --list-all
llvm-config --version
ccache -s
ccache --show-config
wasm-objdump -x a.wasm
wasm2wat a.wasm
wasm-tools print a.wasm
ghc --version
protoc --version
gprof shop
nm --extern-only shop
objdump --disassemble shop
[write]
gcc a.c b.c
gcc main.c
gcc -c main.c
gcc -o shop main.c
gcc -O2 -g main.c
clang -S main.c
ld -o shop main.o
as main.s
strip shop
ranlib lib.a
objcopy a b
patchelf --set-rpath /lib shop
wasm2wat -o a.wat a.wasm
[code]
gdb -q shop
lldb shop
valgrind --leak-check=full ./shop
perf stat -e cycles ls
perf report
nm --plugin=./x.so shop
objdump --plugin ./x.so shop
cgdb shop
radare2 shop
ccache gcc -c main.c
callgrind ./shop
[write code]
ccache -C
gcc -B./bin main.c
ghc main.hs
protoc --proto_path=. x.proto
bison -d x.y
nvcc x.cu
[unknown]
gcc -fsyntax-only -Xlinker @options main.c
clang -fsyntax-only -mllvm -load=./x.so main.c
gcc -fsyntax-only @options
gcc -fsyntax-only main.c @options
gcc -E -MD main.c
nm @options
objdump @options
readelf @options
readelf -a @options
nm --frobnicate shop
objdump --frobnicate shop
nm shop @options
pkg-config --frobnicate
size --frobnicate x
[write unknown]
clang -c -mllvm -load=./x.so main.c
gcc -wrapper x main.c
gcc -Wl,-z main.c
gcc --frobnicate main.c
[unknown write]
cpp -E a.c b.c
gcc -fsyntax-only -o x main.c
gcc -E -o x main.c
[unknown]
cpp -E a.c
gcc -E a.c
gcc -fsyntax-only main.c
gcc -Wall -Wextra -std=c11 -Iinclude -fsyntax-only main.c
gcc -E main.c
g++ -std=c++17 -fsyntax-only -DX=1 main.cpp
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
