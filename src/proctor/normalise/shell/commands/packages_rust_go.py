"""The tools of Rust and Go: cargo, rustup, rustc, go, gofmt."""

COMMANDS = r"""
cargo = read @exact
  +n= +s= +b= +1= -v -q -h:=read -V:=read --list:=read --explain=:=read --verbose --quiet --color=
  -C=dir --offline --locked --frozen --manifest-path=r --lockfile-path=w
  --config=code -Z=:unknown ; a setting of cargo can name a program to run
  help|version|locate-project|pkgid|read-manifest|verify-project = read x*
    -p= --package= --workspace --message-format=
  metadata = read
    -F= --format-version= --no-deps --features= --all-features --no-default-features
    --filter-platform=
  tree = read x*
    -p= -i -d -e= -f= -F= --package= --workspace --all --exclude= --invert --prune= --depth=
    --prefix= --no-dedupe --duplicates --charset= --format= --edges= --target= --features=
    --all-features --no-default-features --all-targets --no-indent --no-dev-dependencies
  search|info = read x*
    --limit= --registry= --index=url
  outdated|audit|machete|license|deny|modules = read x*
    -R -w -d= -p= -f= -n -D= -l= --root-deps-only --workspace --depth= --packages= --json
    --exit-code= --ignore= --deny= --no-fetch --stale --format= --features= --all-features
    --with-metadata --file=r --db=n --target-arch= --target-os=
    --fix:write
    check|list = read x*
      -A= -W= --hide-inclusion-graph --show-stats --disable-fetch
    fix|fetch|init|bin = write+network x*
  report = read
    future-incompatibilities|future-incompat = read
      --id= -p= --package=
  fmt = write
    -p= --package= --all --message-format= --manifest-path=r
    --check:=read
    [-]-check* = read x*
      -l --files-with-diff --color= --config=:unknown --config-path=conf --edition= --verbose
  owner = write+network x*
    -l:=read --list:=read -a=:write -r=:write --add=:write --remove=:write --registry= --index=url
  update|fetch|vendor|generate-lockfile = write+network x*
    -p= -w --package= --workspace --aggressive --recursive --precise= --sync=r --no-delete
    --respect-source-config --versioned-dirs --target= --breaking
    --dry-run:=read
  build|b|check|c|clippy|doc|d|rustdoc|rustc|fix|bench|package|publish = write+code x*
    -p= -j= -r -F= --package= --workspace --all --exclude= --lib --bins --bin= --examples
    --example= --tests --test= --benches --bench= --all-targets --release --profile= --features=
    --all-features --no-default-features --target= --target-dir=w --message-format= --no-deps
    --document-private-items --open --keep-going --timings? --jobs= --fix --allow-dirty
    --allow-staged --edition --edition-idioms --broken-code --out-dir=w --no-run --no-fail-fast
    --dry-run --token= --no-verify --registry= -l --artifact-dir=w
  test|t = code x*
    -p= -j= -r -F= --package= --workspace --all --exclude= --lib --bins --bin= --examples
    --example= --tests --test= --benches --bench= --all-targets --doc --release --profile=
    --features= --all-features --no-default-features --target= --target-dir=w --no-run
    --no-fail-fast --jobs= --message-format=
  run|r = code x* @first
    -p= -j= -r -F= --package= --bin= --example= --release --profile= --features= --all-features
    --no-default-features --target= --target-dir=w
  nextest|llvm-cov|miri|expand|watch|tarpaulin = code x* @first
  insta|hack|asm|flamegraph|fuzz|geiger = code x* @first
  # An alias of the project: even its help is the project's own program.
  make|xtask = code x* @first @nohelp
    -h -V --list --explain=
  leptos|tauri|dist|component = code x* @first
  wasm|ndk|lambda|udeps|bloat|criterion|mutants = code x* @first
  install|binstall = write+network+code x*
    --list:=read --path=r --git=url --version= --vers= --branch= --tag= --rev= --root=w --force -f
    --bin= --bins --features= -F= --all-features --debug --registry= --index=url -j= --profile=
  uninstall|clean|new|init|add|remove|rm = write+network x*
    -p= -r -F= --package= --release --doc --profile= --target= --target-dir=w --bin --lib --vcs=
    --name= --edition= --dev --build --optional --features= --no-default-features --path=r
    --git=url --branch= --rename= --undo --version= --vers= --registry= --root=w
    -n:=read --dry-run:==read
  yank|login|logout|upgrade|edit|sweep|cache = write+network x*
    -p= -r -F= --package= --release --doc --profile= --target= --target-dir=w --bin --lib --vcs=
    --name= --edition= --dev --build --optional --features= --no-default-features --path=r
    --git=url --branch= --rename= --dry-run -n --undo --version= --vers= --registry= --root=w
rustc = write+code r*
  -V:=read -v -h:=read -O -g -C= -A= -W= -D= -F= -L= -l= -o=w --out-dir=w --emit= --crate-type=
  --crate-name= --edition= --target= --cfg= --test --extern= --cap-lints= --verbose --color=
  --print=sysroot|cfg|target-list|target-cpus|target-features|target-libdir|host-tuple:=read
  --print=relocation-models|code-models|tls-models|crate-name|file-names|target-spec-json:=read
  --explain=:=read
rustup = read @exact
  -v -q -h:=read -V:=read --verbose --quiet +n= +s= +b= +1=
  doc|docs = code x* ; it opens a browser
    --toolchain= --path:=read --std --book --reference --cargo
  show|check|which|help|completions|man|dump-testament = read x*
    -v --verbose --installed --toolchain= --no-opts
    profile = read
    active-toolchain|home = read
      -v --verbose
  toolchain|target|component|override = read
    list = read x*
      -v -q --verbose --installed --toolchain= --quiet
    install|add|update|upgrade = write+network+code x*
    remove|uninstall|link|set|unset = write x*
      --toolchain= --path= --nonexistent
  default = read x:write+network
  run = code x run*
    --install
  install|update|upgrade|self|toolchain-install = write+network+code x*
    -c= -t= --component= --target= --profile= --no-self-update --force --allow-downgrade
  uninstall|set = write x*
rustfmt = write w*
  --check:=read -l -q -v -h:=read -V:=read --files-with-diff --edition= --style-edition= --color=
  --config=:unknown --config-path=conf --backup --verbose --quiet --unstable-features
  --skip-children
  --error-on-unformatted
  --emit=stdout|checkstyle|json:=read --emit=files
rustdoc = write+code r*
  -V:=read -o=w --out-dir=w --test --edition= --crate-name= -L= --cfg=
rust-analyzer = code x*
  -V:=read
go = read @dash
  -C=dir
  version = read r*
    -m -v -json
  env = read x*
    -json -changed
    -w:write -u:write
  list = read x*
    -f= -json? -m -u -versions:network -deps -test -e -find -retracted -reuse=r -tags= -race -n -x
    -v -mod=readonly|vendor -mod=mod:write -modfile=r -overlay=r -buildvcs= -asmflags= -trimpath
    -compiled:code -export:code -toolexec=code -compiler= -modcacherw -p= -buildmode= -work
    *@* = network x* ; it asks the place that the module's name says
  doc = read x*
    -all -c -cmd -short -src -u
    -http:code
  help = read x*
  vet = read x*
    -c=:unknown ; it shows lines of files that a comment can name
    -json -n -x -v -tags= -mod=readonly|vendor -mod=mod:write -modfile=r -overlay=r -race
    -appends -asmdecl -assign -atomic -bools -buildtag -cgocall -composites -copylocks -defers
    -directive -errorsas -framepointer -hostport -httpresponse -ifaceassert -loopclosure
    -lostcancel -nilfunc -printf -shift -sigchanyzer -slog -stdmethods -stdversion -stringintconv
    -structtag -testinggoroutine -tests -timeformat -unmarshal -unreachable -unsafeptr
    -unusedresult -waitgroup -shadow -all -diff
    -fix:write -vettool=code -toolexec=code
  mod = read
    graph|why|verify = read x*
      -m -vendor -go= -x
    edit = write x*
      -json:=read -print:=read -require= -droprequire= -replace= -dropreplace= -go= -fmt -module=
      -exclude= -retract= -toolchain= -tool= -droptool=
    tidy = write+network
      -v -x -e -go= -compat=
      -diff:==read
    download|init|vendor = write+network x*
      -json -x -v -e -o=w
  work = write x*
    edit = write x*
      -json:=read -print:=read -fmt -use= -dropuse= -replace= -go=
    use|init|sync|vendor = write+network x*
      -r
  fmt = write w*
    -n:=read -x -mod=
  telemetry = read x:write
  tool = read x:code x* @first
    -n
    nm|objdump|addr2line|buildid = read r*
      -n -size -sort= -type -gnu -S -s=
      -w:write
    cover = read
      -func=r -html=r:write -mode= -var= -o=w
    dist = code x*
      list = read
        -json
  build|install|test|run|generate|get|bug|fix = write+network+code x*
    -o=w -v -x -n -race -tags= -ldflags= -gcflags= -mod= -modfile=r -run= -bench= -benchmem
    -count= -cover -coverprofile=w -coverpkg= -covermode= -timeout= -short -parallel= -cpu=
    -failfast -json -c -list= -trimpath -a -p= -buildvcs= -u -t -d -fuzz= -fuzztime= -shuffle=
    -exec=sh -toolexec=sh -vet= -cpuprofile=w -memprofile=w -buildmode= -work -skip= -args
  clean = write x*
    -cache -testcache -modcache -fuzzcache -i -r -n -x
gofmt|gofumpt|goimports = read r* @dash
  -l -d -e -s -v -r= -extra -lang= -modpath= -local= -format-only -srcdir=n -version
  -w:write -cpuprofile=w -memprofile=w -trace=w
golint|errcheck|ineffassign|misspell|gocyclo|unconvert|staticcheck|govulncheck = read x* @dash
  -set_exit_status -min_confidence= -blank -asserts -ignoretests -ignore= -exclude=r -over= -top=
  -avg -error -i= -locale= -checks= -f= -fail= -go= -tests -tags= -show-ignored -explain= -version
  -debug.version -list-checks -matrix -merge -json -mode= -test -show= -v -C=dir -format= -scan=
  -db=url
  -w:write -source= -fastmath -safe -abspath
golangci-lint = read
  -v -j= -h:=read --verbose --color=
  run = code x* ; its configuration can load plug-ins
    --fix:write -c=code --config=code --enable= --disable= --timeout= --new --out-format= -E= -D=
    --fast --build-tags= --new-from-rev= --no-config --enable-all --disable-all -p= --tests
  linters|help|version|formatters|completion = read x*
    --format= --short --json -c=conf --config=conf --no-config --debug
  cache = write
    status = read
  config = read
    path|verify = read
  fmt = write x*
    -d:=read --diff:=read -E= --enable= --stdin
  migrate|custom = write+code x*
gopls|dlv|air|mockgen|wire|ko|goreleaser|gotestsum|ginkgo|godoc = code x* @first
"""
