"""Compilers, linkers, debuggers, profilers and what looks into object files."""

COMMANDS = r"""
cpp = read r w @includes @response
  -C -P -H -v -w -E -I= -D= -U= -x= -o=w
gcc|g++|cc|c++|clang|clang++|gfortran|tcc|icx|icpx|c99|c89 = read @by:compiler
compiler.words = write r*
  -c:write -S:write -g -O? -v -w -C -P -H -I= -L= -l= -D= -U= -x= -i=
  -m=32|64|arch=native|sse2|avx|avx2 -T=r
  -W=all|extra|error|pedantic|conversion|shadow|unused|no-unused|fatal-errors -W=:unknown
  -s?td=c89|td=c99|td=c11|td=c17|td=c23|td=gnu11|td=gnu17|td=c++11|td=c++14|td=c++17|td=c++20
  -d=umpversion|umpmachine|umpfullversion|umpspecs:=read
  -p=rint-search-dirs|rint-libgcc-file-name|rint-sysroot|rint-multi-lib|rint-target-triple:=read
  -p=rint-multiarch|rint-resource-dir|rint-supported-cpus|rint-effective-triple:=read
  -p=edantic|edantic-errors|thread|ipe -f=PIC|pic|openmp|no-exceptions
  -f=syntax-only:=unknown -f=:unknown
  -E:=unknown -M?:unknown -o=w:write -B=code --sysroot=r --target=
  --print-file-name=:=read --print-prog-name=:=read --print-search-dirs:=read
ld|ld.lld|lld|gold|mold|as|gas|nasm|yasm|ml64|fasm|dlltool|windres|gnat = write r*
  -o=w -v -V
  [@]* = unknown x*
ghc|ocamlc|ocamlopt|ocamlfind|fpc|gdc|nvcc|hipcc|emcc|em++|swiftc|mcs|csc|vbc|fsc = write+code r*
  -V:=read -o=w -c -O? -g -v -W= -I= -L= -l=
protoc|flex|lex|bison|yacc|byacc|antlr|antlr4|re2c|ragel|gperf|thrift|flatc|capnp = write+code r*
  -o=w -V:=read -d -v -I=r --proto_path=r
strip|ranlib|install_name_tool|bolt|prelink|chrpath = write w*
  -g -s -S -x -v -p -d --strip-all --strip-debug --strip-unneeded -o=w -K= -N= -R= -l -r=
  --remove-section= --keep-symbol= --preserve-dates
objcopy = write r w
  -O= -I= -j= -R= -S -g --only-section= --remove-section= --strip-debug --strip-all
  --only-keep-debug --add-gnu-debuglink=r --dump-section= --update-section= --set-section-flags=
patchelf = write w*
  --print-interpreter:=read --print-rpath:=read --print-needed:=read --print-soname:=read
  --print-os-abi:=read --print-execstack:=read
  --set-rpath=:write --set-interpreter=:write --add-needed=:write --remove-needed=:write
  --replace-needed:write --remove-rpath:write --shrink-rpath:write --set-soname=:write
  --force-rpath --output=w:write
nm|llvm-nm|gnm = read r @response
  -a -A -B -C? -D -e -f= -g -i -l -n -o -p -P -r -S -s -t= -u -v -V -W -X= -U -j -m -x --debug-syms
  --print-file-name --demangle? --no-demangle --dynamic --defined-only --extern-only --format=
  --ifunc-chars= --line-numbers --numeric-sort --no-sort --portability --reverse-sort --print-size
  --print-armap --size-sort --special-syms --synthetic --radix= --undefined-only
  --with-symbol-versions
  --without-symbol-versions --no-weak --just-symbol-name --export-symbols
  --plugin=code
objdump|llvm-objdump|gobjdump = read r @response
  -a -b= -C? -d -D -e -f -F -g -G -h -H -i -I= -j= -l -m= -M= -p -r -R -s -t -T -v -V -w -x -z
  -W? -E= -L --archive-headers --demangle? --disassemble? --disassemble-all --file-headers
  --section-headers --headers --info --section= --line-numbers --architecture=
  --disassembler-options=
  --private-headers --private= --reloc --dynamic-reloc --full-contents
  --syms --dynamic-syms --all-headers --start-address= --stop-address= --prefix-addresses
  --no-show-raw-insn --show-raw-insn --adjust-vma= --special-syms --inlines
  --insn-width= --visualize-jumps? --disassembler-color= --dwarf? --dwarf-depth= --dwarf-start=
  --debugging --debugging-tags --stabs --ctf? --wide --unwind-info --macho --target= --no-addresses
  --x86-asm-syntax= --symbolize-operands --all-symbols
  --plugin=code
  -S:unknown --source:unknown --source-comment?:unknown ; it shows the files that its file names
  --prefix=:unknown --prefix-strip=:unknown ; it shows the files that its file names
readelf|llvm-readelf|llvm-readobj|greadelf|eu-readelf = read r* @response
  -a -A -c -C? -d -D -e -g -h -H -I -l -L= -n -p= -P -r -R= -s -S -t -T -u -U= -v -V -w? -W -x= -X
  -z
  --all --file-header --program-headers --segments --section-headers --sections --section-groups
  --section-details --headers --syms --symbols --dyn-syms --lto-syms --sym-base= --notes --relocs
  --unwind --dynamic --version-info --arch-specific --archive-index --use-dynamic --histogram
  --hex-dump= --string-dump= --relocated-dump= --decompress --debug-dump? --dwarf-depth=
  --dwarf-start= --ctf= --wide --lint --enable-checks --demangle? --no-demangle --recurse-limit
  --elf-output-style= --file-headers --needed-libs --extra-sym-info --process-links
size|gsize|llvm-size = read r* @response
  -A -B -G -d -o -x -t -m -l --format= --radix= --common --totals --target= --sysv --berkeley
addr2line|llvm-addr2line|eu-addr2line|atos|llvm-symbolizer = read x* @response
  -a -b= -C? -e=r -f -i -j= -p -r -s -o=r -l= --addresses --target= --demangle? --exe=r
  --obj=r --functions --inlines --section= --pretty-print --basenames --output-style= --no-demangle
c++filt|cxxfilt|llvm-cxxfilt|rustfilt|swift-demangle = read x* @response
  -_ -n -p -t -i -s= -r -v -h --strip-underscore --no-strip-underscore --no-params --types
  --no-verbose --format= --no-recurse-limit
dwarfdump|llvm-dwarfdump|pahole|wasm-objdump|wasm-validate|wasm-stats = read r* @response
  -a -v -h -x -s -d -r -j= --all --debug-info? --debug-line? --verbose --headers --details
  --disassemble --section= --name= --find= --statistics --verify --show-children --show-parents
  -u --uuid --arch= --debug-abbrev? --debug-str? --debug-frame? --eh-frame? --lookup= --diff
  --recurse-depth= --summarize-types --ignore-case --quiet --apple-names? --debug-names?
wasm2wat|wasm-decompile|wasm-dis = read r
  -f -v --fold-exprs --generate-names --no-debug-names --no-check --enable-all --inline-exports
  -o=w --output=w
wat2wasm|wasm-opt|wasm2c|wasm-strip|wasm-ld|wasm-bindgen|wasm-as|wasm-merge = write+code x*
wasm-tools = read
  print|validate|dump|objdump|demangle|addr2line = read r*
    -p -q -v --features= --skeleton --name-unnamed --fold --color= --verbose --print-offsets
    -o=w --output=w
  parse|component|compose|strip|smith|mutate|shrink|metadata = write x*
gdb|lldb|cgdb|gdbserver|rr|lldb-server|jdb = code x* @first @hides ; what it is told may run more
  -q -n -p= -x=code -h -c= -s=code -o=code
radare2|r2|rizin|ghidra|windbg|pdb|pudb = code x* @first @hides ; what it is told may run commands
  -q -n -p= -x=code -h -c= -s=code -o=code
uftrace|coz|samply = code x* @first @hides ; it runs another program and looks into it
valgrind|callgrind|heaptrack|sprof = code run*
  -v -q --tool= --leak-check= --show-leak-kinds= --track-origins= --num-callers= --error-exitcode=
  --trace-children= --verbose --quiet --suppressions=r --gen-suppressions= --vgdb= --track-fds=
  --log-file=w --xml= --xml-file=w --callgrind-out-file=w --massif-out-file=w --log-socket=:network
perf = code x*
  -h:=read -v
  list|version|help|evlist|buildid-list = read x*
    -i=r -v -F -g -d --long-desc --details --no-desc --raw-dump -j --json --build-options
  config = write x*
    -l:=read --list:=read --user --system
  stat|record|trace|top|mem|lock|kmem|sched|bench|ftrace|c2c|iostat = code run*
    -a -e= -p= -t= -C= -d -r= -g -F= -c= -I= -x= -B -o=w -n -v -s= -i --all-cpus --event= --pid=
    --tid= --repeat= --call-graph= --freq= --delay= --output=w --append --pre=sh --post=sh
  report|annotate|script|diff|probe|inject|archive|data|buildid-cache|kvm|test|timechart = code x*
pkg-config|pkgconf|llvm-config = read x*
  --cflags --cflags-only-I --cflags-only-other --libs --libs-only-l --libs-only-L --libs-only-other
  --modversion --exists --list-all --list-package-names --variable= --print-variables
  --print-requires
  --print-requires-private --print-provides --print-errors --silence-errors --short-errors
  --atleast-version= --exact-version= --max-version= --static --define-variable= --uninstalled
  --with-path=n --env-only --digraph --path --errors-to-stdout --keep-system-libs --define-prefix
  --keep-system-cflags --validate --bindir --includedir --libdir --cxxflags --ldflags --prefix
  --system-libs --components --targets-built --host-target --build-mode --cmakedir --src-root
  --libfiles --libnames --shared-mode --has-rtti --assertion-mode --link-static --link-shared
  --obj-root
  --log-file=w --dump-personality
ccache|sccache = code run* @first
  -s:=read --show-stats:=read -p:=read --show-config:=read -V:=read -x:=read
  --show-compression:=read
  --print-stats:=read --print-version:=read -v -k=:=read --get-config=:=read -h:=read
  -C:write --clear:write -z:write --zero-stats:write -c:write --cleanup:write -M=:write -F=:write
  --max-size=:write --max-files=:write -o=:write --set-config=:write --evict-older-than=:write
  --stop-server:write --start-server:code
gcov|lcov|gcovr|genhtml|llvm-cov|llvm-profdata|gprofng|ctags|etags|cscope|gtags|bear = write+code x*
gprof|llvm-bcanalyzer = read r*
  -b -p -q -C? -l -L -z -i -s:write --brief --flat-profile? --graph?
  -A?:unknown --annotated-source?:unknown ; it shows the files that its file names
llvm-mca = read r* @includes
"""
