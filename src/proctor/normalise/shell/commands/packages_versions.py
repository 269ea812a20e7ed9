"""Managers of the versions of many languages: mise, asdf, rbenv and its kin, sdkman."""

COMMANDS = r"""
mise|rtx = code x* @exact ; what is no command of mise is a task of the project
  -q -v -y -h:=read -V:=read -C=dir -E= -j= --cd=dir --env= --quiet --verbose --yes --silent --raw
  --no-config --no-env --no-hooks --locked --jobs= --log-level= --trace --debug
  ls|list|current|where|which|bin-paths|latest|ls-remote|list-remote|outdated = read x*
    -c -g -i -l -o -m -J -p -t= --current --global --installed --local --offline --missing --json
    --no-header --prefix= --outdated --all-sources --prunable --plugin --version --tool= --all
    --bump --name --minimum-release-age=
  version|v|doctor|dr|help|registry|search|completion|usage|tool = read x*
    -b= -J --json --backend= --hide-aliased --limit= --active --config-source --description
    --installed --requested --tool-options
    path = read
      -f --full
  config|cfg|settings|plugins|plugin|p = read x*:write+network
    -J -T -l --json --toml --local --no-header --all --core --user --urls --names
    ls|list|get|path|ls-remote|show = read x*
      -J -a -c -u -T --json --all --core --user --urls --refs --names --complete --local -l --toml
      --no-header --tracked-configs
  alias|a|tool-alias|shell-alias|cache|backends|b = write+network x*
    ls|list|get|path|ls-remote|show = read x*
      -J -a -c -u -T --json --all --core --user --urls --refs --names --complete --local -l --toml
      --no-header --tracked-configs
  tasks|task|t = read x:code x* @first
    -J -x -l -g --json --extended --local --global --no-header --sort= --sort-order= --hidden
    ls|info|deps|validate = read x*
      -J -x --json --extended --hidden --dot
    edit|add = write+code x*
    run = code x* @first
  env|e|hook-env|activate|deactivate|shell|sh = code+secret x* ; it shows the project's variables
    -J -D -s= -f --json --dotenv --shell= --force --redacted --values --quiet
  # What it runs is what counts; a file that names other tools must be trusted first.
  exec|x = code run* @program ; it runs a program with the project's tools
    -c=sh --command=sh -j= --jobs= --raw --fresh-env
  run|r|watch|w|en = code x* @first
  install|i|upgrade|up|use|u|sync|self-update|bootstrap|mcp|generate|gen|g = write+network+code x*
    -g -f -p= --global --force --env= --path= --dry-run -n --bump --interactive --pin --fuzzy
  uninstall|unuse|rm|remove|prune|reshim|link|ln|set|unset|trust|untrust|implode|edit|fmt = write x*
    -a -n --all --dry-run --untrust --show
    --check:=read
asdf = read
  -h:=read -v
  list|current|where|which|latest|info|help|version|shimversions|shim-versions|completion = read x*
    --all --no-header
  plugin = write+network+code
    list = read x*
      --urls --refs
    add|update|remove|test = write+network+code x*
      --all
  plugin-list|list-all|plugin-list-all = read x*
    --urls --refs
  exec|env = code x run*
  install|uninstall|global|local|set = write+network+code x*
    -u -p --home --parent --head --keep-download
  shell|update|reshim|plugin-add|plugin-update = write+network+code x*
    -u -p --home --parent --head --keep-download
  plugin-remove|cmd = write+code x*
rbenv|nodenv|goenv|jenv|plenv|phpenv|luaenv|tfenv|tgenv = read
  -h:=read -v
  versions|version|version-name|version-file|version-origin|which|whence|root|prefix|help = read x*
    --bare --skip-aliases --path
  commands|hooks|shims|completions|init|list|list-remote|doctor = read x*
    --sh --no-sh --short --no-rehash
  local|global|shell = read x*:write
    --unset:write
  install = write+network+code x*
    -l:=read --list:=read -L:=read --list-all:=read -f -s -k -v -p --force --skip-existing
  exec = code run*
  uninstall|rehash|update|use|pin|add|remove|enable-plugin|disable-plugin = write+code x*
    -f
sdk = write+network+code x*
  version|v|current|c|list|ls|home|h|help = read x*
jabba|chruby|rvm = write+network+code x*
  list|ls|current|version|which|help|info|gemdir|notes = read x*
"""
