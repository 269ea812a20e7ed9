"""Homebrew."""

COMMANDS = r"""
brew = read @by:operation
brew.operation = read
  -d -q -v -h:=read --debug --quiet --verbose
  op--version|op-v|op--help|op-h|op-? = read
    --verbose
  op--prefix|op--cellar|op--cache|op--caskroom|op--repo|op--repository|op--taps|op--config = read x*
    -s --installed --unbrewed --HEAD --formula --formulae --cask --casks --build-from-source
    --force-bottle --bottle-tag= --os= --arch=
  op--env|environment = read x*
    --shell= --plain
  list|ls = read x*
    -1 -l -r -t --formula --formulae --cask --casks --full-name --versions --multiple --pinned
    --installed-on-request --no-installed-on-request --installed-as-dependency
    --poured-from-bottle --built-from-source --json?
  info|abv = read
    --analytics --days= --category= --github-packages-downloads --github --fetch-manifest --json?
    --installed --eval-all --all --variations --formula --formulae --cask --casks --sizes
    # Up to three names; a file or a name of another tap is code at each place.
    *.rb|*.json|*/*/* = code+network x* ; a formula file is Ruby code
    * = read
      *.rb|*.json|*/*/* = code+network x* ; a formula file is Ruby code
      * = read x
        *.rb|*.json|*/*/* = code+network x* ; a formula file is Ruby code
  search|op-S = read x*
    --formula --formulae --cask --casks --desc --eval-all --pull-request --open --closed
    --archlinux --debian --fedora --repology --macports --fink --opensuse --ubuntu --alpine
  desc = read
    -s -n -d --search --name --description --eval-all --formula --formulae --cask --casks
    *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
    * = read
      *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
      * = read x
        *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
  deps = read
    -n -1 --topological --direct --declared --union --full-name --include-build
    --include-implicit --include-optional --include-test --include-requirements --skip-recommended
    --skip-build --skip-optional --annotate --installed --missing --eval-all --all --for-each
    --HEAD --os= --arch= --tree --prune --graph --dot --formula --formulae --cask --casks --1
    *.rb|*/*/* = code+network x* ; a formula file is Ruby code
    * = read
      *.rb|*/*/* = code+network x* ; a formula file is Ruby code
      * = read x
        *.rb|*/*/* = code+network x* ; a formula file is Ruby code
  uses = read
    --recursive --installed --missing --eval-all --all --include-build --include-implicit
    --include-optional --include-test --skip-recommended --formula --formulae --cask --casks
    *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
    * = read
      *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
      * = read x
        *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
  leaves = read x*
    -r -p --installed-on-request --installed-as-dependency
  outdated = read x*
    -g --formula --formulae --cask --casks --json? --greedy --greedy-latest
    --greedy-auto-updates --fetch-HEAD --minimum-version=
  missing = read x*
    --hide=
  options = read x
    */*/* = code+network x* ; the formulas of a tap are fetched, and are code
    --compact --installed --eval-all --all --command=
  formula|source = read x
    */*/* = code+network x* ; the formulas of a tap are fetched, and are code
  # It opens the page that a formula names in the person's browser, as `gh browse` does.
  home|homepage = read x
    --formula --formulae --cask --casks
    *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
  log = read x*
    -p -n= -1 --patch --stat --oneline --max-count= --formula --formulae --cask --casks
  cat = read
    --formula --formulae --cask --casks
    *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
    * = read
      *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
      * = read x
        *.rb|*/*/* = code+network x* ; the formulas of a tap are fetched, and are code
  linkage = read x*
    --test --strict --reverse --cached
  config|formulae|casks|docs|commands|command|man|tap-info|shellenv = read x*
    --include-aliases --installed --json?
  help|doctor|dr|which-formula|command-not-found-init|unbottled|nodenv-versions = read x*
    -D --list-checks --audit-debug --explain --tag= --dependents --total --lost --eval-all
  analytics = read x:write
    state = read
  alias = read x*:write
  tap = read x:write+network+code x ; a tap brings formulas from elsewhere, which are code
    --custom-remote:write --repair:write --force:write --eval-all --full --shallow
    --force-auto-update --no-force-auto-update --list-pinned
  services = read
    --file=r --sudo-service-user= --all --json --max-wait= --no-wait --keep
    list|ls|info|i = read x*
    cleanup|clean|cl|rm|kill|k|stop|unload|terminate|term|t|u = write x*
    start|launch|load|s|l|run|restart|relaunch|reload|r = write+code x*
  bundle = write+network+code
    --global -g --no-upgrade --upgrade --install --verbose --force -f --cleanup --no-lock
    --formula --formulae --brews --cask --casks --tap --taps --mas --vscode --whalebrew --all
    --describe --no-restart --zap --go --cargo --flatpak --uv --krew --npm
    --file=code ; a Brewfile is Ruby code
    check|list = code x* ; a Brewfile is Ruby code
    install|upgrade|add|remove|cleanup|edit|env|sh = write+network+code x*
    dump = write x*
    exec = write+network+code run*
  fetch = write+network x*
    -f -s --HEAD --force --retry --deps --formula --formulae --cask --casks --build-from-source
    --build-bottle --force-bottle --bottle-tag= --os= --arch= --concurrency= --no-quarantine
  update|update-reset|update-if-needed|up|vendor-install|untap|developer = write+network+code x*
    -f --force --auto-update --merge --preinstall
  install|reinstall|upgrade|postinstall|post_install = write+network+code x*
    -f -i -s -n -g --force --formula --formulae --cask --casks --build-from-source --interactive
    --HEAD --fetch-HEAD --keep-tmp --display-times --dry-run --skip-post-install --only-dependencies
    --ignore-dependencies --include-test --force-bottle --greedy --greedy-latest --adopt --zap
    --greedy-auto-updates --overwrite --no-quarantine --appdir= --ask --yes -y
  uninstall|remove|rm|autoremove|cleanup|link|ln|unlink|pin|unpin|migrate|switch = write x*
    -f -n -s -g --force --zap --formula --formulae --cask --casks --ignore-dependencies --dry-run
    --overwrite --HEAD --prune= --prune-prefix --scrub
  nodenv-sync|pyenv-sync|rbenv-sync|setup-ruby|unalias|tab = write x*
  # It asks the pages that the formulas name; only the name of a formula stands in the command.
  livecheck = read x
    --newer-only --json --full-name --formula --formulae --cask --casks --installed --eval-all
    --resources --autobump --tap=
    --extract-plist:write+network
    *.rb|*/*/* = code+network x* ; a formula file is Ruby code
  contributions|gist-logs = network x*
    --newer-only --json --full-name --formula --formulae --cask --casks --installed --tap=
  edit = write+code x*
    --print-path:=read --formula --cask
  create|audit|style|readall|test|tests|typecheck|irb|ruby|sh|prof|rubydoc = write+code x*
  exec|mcp-server|lsp|as-console-user|which-update = write+code x*
  bump|bump-*|pr-*|dispatch-*|generate-* = write+network+code x*
  bottle|extract|release|unpack|tap-new = write+network+code x*
  update-*|install-*|vendor-gems = write+network+code x*
  verify|formula-analytics|determine-test-runners = write+network+code x*
"""
