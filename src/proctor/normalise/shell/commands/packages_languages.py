"""Package managers of Ruby, PHP, Perl, Lua, .NET, Swift, Haskell, OCaml, Erlang, Dart and C++."""

COMMANDS = r"""
gem = read
  -h:=read -v -V -q --verbose --no-verbose --quiet --silent --backtrace --debug --norc
  --config-file=conf
  list|search|query|info|dependency|dep|outdated|specification|spec|contents|which = read x*
    -i -I -v= -d -a -e -n= -l -r -b -g -R --installed --no-installed --version= --details
    --no-details --versions --no-versions --all --exact --prerelease --no-prerelease --name-matches=
    --local --remote --both --platform= --pipe --reverse-dependencies --yaml --ruby --marshal
    --all-versions --lib-only --no-lib-only --prefix --no-prefix --spec-dir= --show-install-dir
    --gems-first --no-gems-first --update-sources
    -B= --bulk-threshold= -s=url --source=url --clear-sources
  environment|env|help|stale|check = read x*
    --alien --no-alien --doctor:write
  sources = read
    -l --list -c:write -a=:write -r=:write -u:write+network -f --clear-all:write --add=:write
    --remove=:write --update:write+network --append=:write --prepend=:write
  owner = read x
    -k= --key= -a=:write -r=:write --add=:write --remove=:write
  cert = write x*
    -l:=read --list?:=read
  install|i|update|fetch|unpack|build = write+network+code x*
    -v= -N -f -n=w -i=w -g --version= --no-document --force --user-install --install-dir=w --system
    --pre --prerelease --bindir=w --conservative --minimal-deps -s=url --source=url --host=url
  push|pristine|yank|mirror|signin|signout = write+network+code x*
    -v= -N -f -n=w -i=w -g --version= --no-document --force --user-install --install-dir=w --system
    --pre --prerelease --bindir=w --conservative --minimal-deps -s=url --source=url --host=url
  uninstall|cleanup|lock|generate_index|rdoc|rebuild = write+code x*
    -a -x -v= -I --all --executables --version= --force --ignore-dependencies --dry-run -n
  exec = code+network run*
    -g= -v= --gem= --version= --conservative
  open|server = code x*
bundle|bundler = read @by:operation
bundle.operation|bundler.operation = write+network+code ; the project's Gemfile is code
  op-v|op-h = read
  -h:=read -V -r= --no-color --verbose --retry= --gemfile=code
  config = unknown x*
    --parseable --global --local
    list = read
    get = read x
      *__*|*.com|*.org|*.io|*.net = secret x ; it may be a login for a gem server
    set|unset = write x*
      --global --local
  version|help = read x*
  exec = code run* ; it runs a program in the project's bundle
    --keep-file-descriptors --gemfile=code
  list|show|info|outdated|check|platform = code x* ; the project's Gemfile is code
    --paths --name-only --outdated --path --local --pre --source= --strict --parseable --dry-run
    --only-group= --without-group= --group= --groups --major --minor --patch --porcelain
    --filter-major --filter-minor --filter-patch --only-explicit --ruby
  env|doctor|viz|licenses|why|fund = code x* ; the project's Gemfile is code
    --paths --name-only --outdated --path --local --pre --source= --strict --parseable --dry-run
    --only-group= --without-group= --group= --groups --major --minor --patch --porcelain
    --filter-major --filter-minor --filter-patch --only-explicit --ruby
  install|update|add|remove|lock|cache = write+network+code x*
    -j= -a --all --jobs= --path=w --deployment --without= --with= --local --full-index --frozen
    --conservative --group= --version= --source= --git= --skip-install --force --dry-run --quiet
  package|pristine|clean|binstubs|init|inject = write+network+code x*
    -j= -a --all --jobs= --path=w --deployment --without= --with= --local --full-index --frozen
    --conservative --group= --version= --source= --git= --skip-install --force --dry-run --quiet
  gem|console|open|plugin|issue|visualize = write+network+code x*
rails = code x* @first @nohelp ; it starts the project's own script
jekyll|middleman|spring = code x* @first @nohelp ; even its help loads the project's Gemfile
rake|rackup|puma|sidekiq|foreman|cap|irb|pry = code x* @first
  -T? -P -n -D? -t -v -s -q -f=code -r=code -e=lang -h -j= -m -A -C=dir
composer = read
  -q -n -v -V:=read -h:=read -d=dir --quiet --no-interaction --ansi --no-ansi --profile --no-cache
  --working-dir=dir --no-plugins --no-scripts --verbose
  show|info|search|outdated|why|depends|why-not|prohibits|licenses|suggests|fund = read x*
    -a -i -l -s -N -P -t -o -D -p -A -H -T -r -R= -f= -O --all --installed --locked --platform
    --available --self --name-only --path --tree --latest --outdated --ignore= --minor-only
    --major-only --patch-only --direct --strict --format= --no-dev --only-name --only-vendor
    --type= --recursive --by-package --by-suggestion --list --sort-by-age --ignore-platform-reqs
  status = code x*
  browse|home = code x* ; it opens a browser
    -H -s:=read --homepage --show:=read
  validate|diagnose|check-platform-reqs|audit|about|list|help = read x*
    -f= -H -s --no-check-all --no-check-lock --check-lock --no-check-publish --with-dependencies
    --strict --lock --no-dev --format= --locked --abandoned= --homepage --show --raw
    --no-check-version --ignore-severity=
  config = read x x*:write
    -g -l -e:code -f=r --global --list --editor:code --unset:write --json --merge --append
    --absolute --source --file=r
    -a:secret --auth:secret ; it shows logins
    github-oauth*|gitlab-*|http-basic*|bearer*|bitbucket-*|forgejo-* = secret x* ; it is a login
  global = write+network+code x* @first
    show|info|outdated|licenses = read x*
      -D -f= -l --direct --format= --name-only
  exec = code run*
    -l:=read --list:=read
  install|i|update|u|upgrade|require = write+network+code x*
    -W -w -a -o --dev --no-dev --dry-run --prefer-dist --prefer-source --optimize-autoloader
    --no-progress --with-all-dependencies --ignore-platform-reqs --with= --lock --no-update
  r|remove|rm|uninstall|create-project|init = write+network+code x*
    -W -w -a -o --dev --no-dev --dry-run --prefer-dist --prefer-source --optimize-autoloader
    --no-progress --with-all-dependencies --ignore-platform-reqs --with= --lock --no-update
  dump-autoload|dumpautoload|run-script|run = write+code x*
  archive|clear-cache|clearcache|cc|reinstall = write+code x*
  self-update|selfupdate|bump = write+network+code x*
luarocks = read
  -h:=read --tree=n --local --global --verbose --timeout= --dev --lua-version= --server=url
  --only-server=url --only-sources=url
  list|show|search|which|path|help|doc|lint = read x*
    --porcelain --outdated --all --source --binary --home --modules --deps --rockspec --mversion
    --rock-tree --rock-namespace --rock-dir --issues --labels --list
  config = read x x*:write
    --scope= --json --unset:write --lua-incdir --lua-libdir --lua-ver --system-config
    --user-config --rock-trees
  install|build|make|remove|purge|pack = write+network+code x*
  unpack|upload|download|init|new_version|write_rockspec = write+network+code x*
  admin|test = write+network+code x*
cpan|cpanm|cpanp|cpm|carton = write+network+code x*
  -v -V:=read -n -q -f -l= -L= --local-lib= --notest --force --sudo --installdeps --quiet
  --info:=read
perldoc = read r*:unknown ; a page can lie in the project and show other files
  -f= -q= -v= -a= -h:=read -V:=read -D -t -T -u -U -l -i -L= -X -r -F -o=
  -m -n=:code -M=:code -w=:code -d=w
dotnet = code r x* @first
  -h:=read -d --diagnostics --info:=read --list-sdks:=read --list-runtimes:=read
  --additionalprobingpath=code --depsfile=code --runtimeconfig=code --roll-forward= --fx-version=
  help = read x
  list = code x* ; it evaluates the project
    --outdated --deprecated --vulnerable --include-transitive --include-prerelease --format=
    --framework= --highest-minor --highest-patch --config=conf -v= --verbosity= --no-restore
    --interactive --source=url --output-version=
  sln|solution = write n x*
    list = read x*
    add|remove|migrate = write x*
    *.sln|*.slnx = write x*
      list = read
  nuget = write+network x*
    list = read x*
      --format= --configfile=conf
    locals = write x
      -l:=read --list:=read -c:write --clear:write
    why|verify = read x*
      -f= --framework=
    config = write x*
      get|paths = read x*
  package = write+network+code x* ; it evaluates the project
    search = read x*
      --take= --skip= --prerelease --exact-match --format= --source=url -v= --verbosity=
  tool|workload|new|sdk = write+network+code x*
    list|search|check|details = read x*
      -g --global --local --tool-path=n --detail --author= --language= --tag= --take= --skip=
      --prerelease --exact-match --format= --source=url --verbosity= -v= --machine-readable
    run|exec|execute = code x* @first
  build|run|test|restore|publish|pack = write+network+code x* @first
  clean|msbuild|vstest|watch|format|store = write+network+code x* @first
  add|remove|reference|ef|fsi = write+network+code x* @first
  script|dev-certs|user-secrets|build-server|project = write+network+code x* @first
nuget|msbuild|paket|xbuild = write+network+code x* @dash
  list|search|sources|help = read x*
    -Verbosity -List
swift = write+code x* @first
  package = code x* @first
  build|test|run|repl|sdk|package-registry|package-collection|format = write+code x* @first
swiftlint = read
  help|version|rules|docs|reporters = read x*
  lint = read r*
    --config=conf --strict --lenient --quiet --reporter= --path=r --no-cache --use-stdin-input
    --enable-all-rules --only-rule= --force-exclude --progress --silence-deprecation-warnings
    --fix:write --autocorrect:write --format:write --output=w --cache-path=w --write-baseline=w
    --baseline=r --compiler-log-path=r
  analyze = code x*
swiftformat = write w*
  --lint:=read --dryrun:=read --config=conf --rules= --disable= --swiftversion= --quiet --verbose
  --exclude= --stdinpath= --strict
pod = read
  -h:=read --silent --verbose --no-ansi
  outdated = code x*
  list|search|env|help = read x*
    --simple --stats --web --full --no-pager --no-repo-update --ignore-prerelease --update:write
  spec|repo|cache|trunk|ipc|plugins = write+network+code x*
    list|cat|which|me|info|installed|search = read x*
  install|update|deintegrate|init|setup|try|lib = write+network+code x*
    --repo-update --no-repo-update --clean-install --deployment --project-directory=dir
carthage|xcodegen|tuist = write+network+code x* @first
  version|help = read x*
mint = write+network+code x* @first
  version|help|list = read x*
fastlane|match|sigh|gym|scan|pilot|deliver = write+network+code x* @first ; they are Ruby code
vcpkg = write+network+code x*
  list|search|version|help|owns|hash|find|depend-info|portsdiff|contact = read x*
    --triplet= --x-full-desc --x-json --vcpkg-root=n --overlay-ports=r --host-triplet=
conan = write+network+code x*
  -h:=read
  version|search|list|profile|remote|cache|config|help = write+network+code x*
    list|show|path|home|list-users = read x*
      -f= --format= -r= --remote= --profile=code
opam = read
  -h:=read -q -v -y --quiet --verbose --yes --no --color= --root=n --switch= --json=w --cli= --safe
  list|ls|show|info|search|tree|why|help|lint = read x*
    -a -A -s -i -t -T -f= --all --all-versions --installed --available --installed-roots --short
    --columns= --sort --required-by= --depends-on= --resolve= --recursive --raw --field= --fields=
    --where --list-files --just-file --file --rev-deps --global
    --repos= --wrap --separator= --pinned --base --coinstallable-with= --nobuild --post --with-test
  env = read
    --shell= --sexp --set-opamroot --set-opamswitch --inplace-path --revert
  switch|repository|repo|remote|pin|config|option|var|cache = write+network+code x*
    list|show|list-available|report|get-url = read x*
      -a -s --all --short --all-switches
  exec = code run*
    --set-opamroot --set-opamswitch
  install|upgrade|update|remove|uninstall = write+network+code x*
  reinstall|init|build|source|clean|lock = write+network+code x*
dune|esy|jbuilder = write+code x* @first
  exec = code x* @first
stack|cabal = write+network+code x* @first
  -v? -h:=read --silent --numeric-version:=read --stack-yaml=code --project-file=code
  exec = write+network+code run*
    --project-file=code -v? -w= --with-compiler=
  list|info|path|ls|query|list-bin|help|outdated = code x* @first
    --installed --simple-output
ghc-pkg = unknown x*
  --user --global -f=n --package-db=n --simple-output --names-only --ignore-case --ipid -v?
  register|update|unregister|expose|hide|trust|distrust|init|recache = write x*
  list|latest|describe|field|find-module|dump|check|dot|help = read x*
mix|rebar3|lein|sbt|boot|shards|dub = write+network+code x* @first
  -v:=read
nimble|fpm|alr|elm|spago|pulp|purs = write+network+code x* @first
  compile|deps|test|run|new|build|repl|release|hex = write+network+code x* @first @nohelp
dart = code r x* @first
  -h:=read -v --verbose --disable-analytics --suppress-analytics
  analyze = code x*
  format = write w*
    -o=none|show|json:=read --output=none|show|json:=read --set-exit-if-changed -l= --line-length=
    --show= --summary= --language-version= --trailing-commas=
  info|help = read x*
  doc|compile|test|run|create|devtools|build|language-server = write+code x* @first
  fix = write+code x*
    -n --dry-run --apply
  pub = write+network+code x*
    deps|outdated = read
      -s= --style= --json --no-dev --dev --executables --dependency-overrides --show-all
      --prereleases
      --transitive --up-to-date
flutter = write+network+code x* @first
  -h:=read -v --verbose -d= --device-id= --machine --suppress-analytics --no-version-check
  doctor|devices|help = read x*
    --device-timeout= --android-licenses:write
  pub = write+network+code x*
    deps|outdated = read
      -s= --style= --json --no-dev --transitive
  config = write
    --list:=read --machine:=read
pub = write+network+code x*
"""
