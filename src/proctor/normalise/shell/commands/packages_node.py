"""Package managers and runtimes of JavaScript: npm, npx, pnpm, yarn, bun, deno, nvm and others."""

COMMANDS = r"""
npm = read @by:switches
npm.words = read
  -a -l -p -s -q -d -g -f -n -v -h:=read -w= -C=dir --all --long --parseable --json
  --silent --quiet --global --location= --prefix=dir --depth= --omit= --include= --only= --prod
  --production --dev --workspace= --workspaces --ws --include-workspace-root --no-workspaces
  --loglevel= --color? --no-color --unicode --no-unicode --offline --prefer-offline
  --prefer-online --package-lock-only --audit-level= --no-audit --audit --fund --no-fund --usage
  --link --install-links --tag= --before= --searchlimit= --searchopts= --searchexclude=
  --no-progress --progress --timing --no-update-notifier --update-notifier --otp= --scope=
  --sbom-format= --sbom-type= --verbose --no-description --description --strict-ssl
  --fetch-timeout= --fetch-retries= --legacy-peer-deps --strict-peer-deps --no-package-lock
  --no-optional --no-bin-links --no-shrinkwrap --package-lock --ignore-scripts --no-save -y --yes
  --force
  --registry=url --proxy=url --https-proxy=url --noproxy=
  --browser=sh --viewer=sh --editor=sh --shell=sh --script-shell=sh --git=sh
  --node-options=code --init-module=code --onload-script=code
  --userconfig=code --globalconfig=code --cache=w --logs-dir=w --cafile=r --ca= --cert= --key=
  ls|list|la|ll|outdated|explain|why|prefix|root|bin|ping|whoami|help|help-search = read x*
  doctor|query|sbom|completion|find-dupes|stars|search = read x*
    --expect-results --expect-result-count=
  # It opens a page in the browser; the setting that names another program is in `.npmrc`, which
  # counts as a secret, so that nobody writes it unasked.
  docs|home|bugs|issues|repo = read x*
    --no-browser
  fund = read x
    --which= --no-browser
  se|s|find|licenses = read x*
  view|v|info|show = read x x*
    *://*|git+*|git@*|github:*|gitlab:*|bitbucket:*|gist:*|[!@]*/* = network x*
  diff = read x* @by:npm_diff
    --diff= --diff-name-only --diff-unified= --diff-ignore-all-space --diff-no-prefix
    --diff-src-prefix= --diff-dst-prefix= --diff-text
  audit = read x*
    signatures = read
      --include-attestations
    fix = write+network+code x*
      --force --dry-run --package-lock-only
  pkg = write x*
    get = read x*
  get = read x
    *_auth*|*_password*|*username*|*:_* = secret x ; it is a login for a registry
  set = write x*
  config|c = read
    --show-values:secret
    list|ls = read
    get = read x
      *_auth*|*_password*|*username*|*:_* = secret x ; it is a login for a registry
    set|delete|fix|rm|del = write x*
    edit = write+code
  cache = write x*
    ls|list = read x*
    npx = write
      ls|list|info = read x*
  version|verison = read x:write+code ; it runs the version scripts and makes a tag
    --no-git-tag-version --git-tag-version --allow-same-version -m= --message= --preid=
    --sign-git-tag --no-commit-hooks
  star|unstar = write+network x*
  dist-tag|dist-tags|owner|author|hook|token|profile|team|org|ogr|access = write+network
    ls|list|ls-packages|ls-collaborators|get = read x*
    add|rm|remove|create|delete|destroy|set|revoke|update|grant|revoke|public = write+network x*
    edit|restricted|2fa-required|2fa-not-required|enable-2fa|disable-2fa = write+network x*
    * = write+network x*
  trust = write+network x*
    list|ls = read x*
  run|run-script|rum|urn = read x:code x* @first
    --if-present --foreground-scripts
  test|t|tst|start|stop|restart|install-test|it|install-ci-test|cit = code x* @first
    --if-present
  exec|x = code+network run*
    -c=sh --call=sh --package=
  explore = code x sh*
  create|init|innit = write+network+code x* @first
  install|i|in|ins|inst|insta|instal = write+network+code x*
    -D -S -E -O -P -B --save --save-dev --save-exact --save-optional --save-prod --save-peer
    --save-bundle --force --dry-run --no-save --install-strategy= --engine-strict
  isnt|isnta|isntal|add|ci|clean-install|ic = write+network+code x*
    -D -S -E -O -P -B --save --save-dev --save-exact --save-optional --save-prod --save-peer
    --save-bundle --force --dry-run --no-save --install-strategy= --engine-strict
  update|up|upgrade|udpate|link|ln|rebuild|rb|dedupe|ddp|edit = write+network+code x*
    --force --dry-run -S -D --save --save-dev
  uninstall|unlink|remove|rm|r|un|prune|shrinkwrap = write+code x*
    -D -S --save --save-dev --dry-run --no-save --force
  publish|unpublish|deprecate|undeprecate|stage = write+network+code x*
    --access= --dry-run --provenance --force
  pack = write+network+code x* ; it runs the package's own scripts first
    --dry-run --pack-destination=w
  login|logout|adduser|add-user = write+network
    --auth-type=
npx|bunx|pnpx = read @by:switches
npx.words|bunx.words|pnpx.words = code+network run* ; it fetches a package and runs it
  -y -n -q -p= -w= --yes --no --no-install --quiet --package= --workspace= --prefer-offline
  --offline
  --ignore-existing --prefer-online --bun --verbose --silent -v:=read -h:=read
  --registry=url --shell=sh -c=sh --call=sh --node-options=code
pnpm = read @by:switches
pnpm.words = code x* ; what is no command of pnpm is a script of the project
  -r -w -s -v:=read -C=dir -F= -h:=read --recursive --workspace-root --silent --dir=dir --filter=
  --filter-prod= --color --no-color --loglevel= --reporter= --stream --aggregate-output --use-stderr
  --parallel --sort --no-sort --prefix=dir -g --global --global-dir=n --if-present --no-bail --bail
  --workspace-concurrency= --fail-if-no-match --prefer-offline --offline
  --config.registry=url --registry=url --config=code --global-pnpmfile=code --pnpmfile=code
  ls|list|la|ll|outdated|why|root|bin|help|doctor|ping|whoami|search = read x*
    --depth= --json --long --parseable -P -D --prod --production --dev --no-optional --optional
    --only-projects --lockfile-only --compatible --format= --no-table --sort-by= --exclude-peers
    --only-optional --find-by= --ignore-workspace
  view|info|show = read x x*
    --json
    *://*|git+*|git@*|github:*|gitlab:*|bitbucket:* = network x*
  audit = read x*
    --audit-level= --json -P -D --prod --production --dev --no-optional --ignore-registry-errors
    --fix:write --ignore=:write --ignore-unfixable:write
    signatures = read
  licenses|store|env|cache|dist-tag|owner|token|pkg = write x*
    --json --long -P -D --prod --dev --remote
    list|ls|path|status|get|view|list-registries|find-hash = read x*
  config|c = read
    -g --global --json --location=
    list|ls = read
    get = read x
      *_auth*|*_password*|*:_* = secret x ; it is a login for a registry
    set|delete = write x*
  completion|cat-file|cat-index|find-hash|ignored-builds = read x*
  test|t|tst|start|stop|restart = code x* @first @nohelp
  run|run-script = read x:code x* @first @nohelp
  exec = code run*
    -c --shell-mode --resume-from= --report-summary
  dlx = code+network run*
    --package= -c --shell-mode --allow-build=
  create|init = write+network+code x*
  install|i|add|ci|import|fetch|update = write+network+code x*
    -D -O -E -P -f --save-dev --save-prod --save-exact --save-optional --save-peer --workspace
    --frozen-lockfile --no-frozen-lockfile --lockfile-only --ignore-scripts --force --prod
    --latest -L --interactive -i --shamefully-hoist
  up|upgrade|link|ln|rebuild|rb|dedupe|deploy = write+network+code x*
    -D -O -E -P -f --save-dev --save-prod --save-exact --save-optional --save-peer --workspace
    --frozen-lockfile --no-frozen-lockfile --lockfile-only --ignore-scripts --force --prod
    --latest -L --interactive -i --shamefully-hoist
  remove|rm|uninstall|un|unlink|dislink|prune|patch|patch-commit|patch-remove|setup = write+code x*
  publish|pack|login|logout|self-update|approve-builds|server|version = write+network+code x*
yarn|yarnpkg = read @by:operation
yarn.operation = write+network+code x* ; what is no command of yarn is a script of the project
  op-v|op-h|op--version|op--help = read
  -h:=read -s --cwd=dir --silent --json --verbose --no-progress --non-interactive
  --offline --no-color --emoji --frozen-lockfile --immutable --production --prod --ignore-scripts
  --check-files --ignore-engines --ignore-optional --flat --force --pure-lockfile --no-lockfile
  --network-timeout= --mutex= --cache-folder=w --modules-folder=w --registry=url --use-yarnrc=code
  --network-concurrency= --immutable-cache --check-cache --inline-builds --mode=
  help = read x*
  list|why|outdated|info|licenses|bin|versions|owner|access|team|tag = read x*
    -A -R -X= -N -D -m= --pattern= --depth= --level= --all --recursive --virtuals --cache
    --manifest --name-only --dependents --extra= --peers --json --prod -v --verbose
    --filter= --type= --severity= --fields= --groups=
    add|remove|create|destroy|rm = write+network x*
    grant|revoke|public|restricted|set|generate-disclaimer = write+network x*
  audit|explain = read x*
    --level= --groups= --integrity --verify-tree --all --environment= --severity= --recursive -A -R
    --no-deprecations --exclude= --ignore= --summary
    fix = write+network+code x*
  npm = write+network+code x*
    info|audit|whoami = read x*
      -f= -A -R --fields= --all --recursive --environment= --severity= --no-deprecations --exclude=
      --ignore= --publish -s=
    tag = write+network x*
      list = read x*
  workspaces = write+network+code x*
    list = read
      -R -v --since? --recursive --no-private --verbose
    info = read
    foreach|run|focus = code x* @first
  config = read
    -v --why --no-defaults --verbose
    list = read
    get = read x
      *uth*|*oken*|*assword* = secret x ; it is a login for a registry
      --no-redacted:secret
    set|delete|unset = write x*
  cache = write x*
    dir|list = read x*
      --pattern=
  constraints = code x*
    query|source = code x*
  plugin = write+network+code x*
    list|runtime|check = read
  global = write+network+code
    list|ls|bin|dir = read x*
    add|upgrade|remove = write+network+code x*
  patch|version|versions-check|stage|unplug|link|unlink|set|policies|import|prune = write+code x*
  add|install|upgrade|up|dedupe = write+network+code x*
    -D -P -O -E -T -A -W -C -i --dev --peer --optional --exact --tilde --caret --latest
    --interactive
    --check --dry-run --audit --mode=
  rebuild|upgrade-interactive|publish|pack|remove = write+network+code x*
    -D -P -O -E -T -A -W -C -i --dev --peer --optional --exact --tilde --caret --latest
    --interactive
    --check --dry-run --audit --mode=
  create|dlx = code+network run*
    -p= --package= -q --quiet
  exec = code run*
  node = code x* @first
  run|test|start|workspace = code x* @first @nohelp
    -T -B --top-level --binaries-only --inspect? --inspect-brk?
yarnpkg.operation = write+network+code x* ; what is no command of yarn is a script of the project
  op-v|op-h|op--version|op--help = read
  -h:=read -s --cwd=dir --silent --json --verbose --no-progress --non-interactive
  --offline --no-color --emoji --frozen-lockfile --immutable --production --prod --ignore-scripts
  --check-files --ignore-engines --ignore-optional --flat --force --pure-lockfile --no-lockfile
  --network-timeout= --mutex= --cache-folder=w --modules-folder=w --registry=url --use-yarnrc=code
  --network-concurrency= --immutable-cache --check-cache --inline-builds --mode=
  list|ls|why|outdated|info|licenses|bin|help|versions|owner|access|team|tag|fund = read x*
    -A -R -X= -N -D -m= --pattern= --depth= --level= --all --recursive --virtuals --cache
    --manifest --name-only --dependents --extra= --peers --json --prod -v --verbose
    --filter= --type= --severity= --fields= --groups=
    add|remove|create|destroy|rm = write+network x*
    grant|revoke|public|restricted|set|generate-disclaimer = write+network x*
  audit|check|explain|search|doctor|whoami = read x*
    --level= --groups= --integrity --verify-tree --all --environment= --severity= --recursive -A -R
    --no-deprecations --exclude= --ignore= --summary
    fix = write+network+code x*
  npm = write+network+code x*
    info|audit|whoami = read x*
      -f= -A -R --fields= --all --recursive --environment= --severity= --no-deprecations --exclude=
      --ignore= --publish -s=
    tag = write+network x*
      list = read x*
  workspaces = write+network+code x*
    list = read
      -R -v --since? --recursive --no-private --verbose
    info = read
    foreach|run|focus = code x* @first
  config = read
    -v --why --no-defaults --verbose
    list = read
    get = read x
      *uth*|*oken*|*assword* = secret x ; it is a login for a registry
      --no-redacted:secret
    set|delete|unset = write x*
  cache = write x*
    dir|list = read x*
      --pattern=
  constraints = code x*
    query|source = code x*
  plugin = write+network+code x*
    list|runtime|check = read
  global = write+network+code
    list|ls|bin|dir = read x*
    add|upgrade|remove = write+network+code x*
  patch|version|versions-check|stage|unplug|link|unlink|set|policies|import|prune = write+code x*
  add|install|upgrade|up|dedupe = write+network+code x*
    -D -P -O -E -T -A -W -C -i --dev --peer --optional --exact --tilde --caret --latest
    --interactive
    --check --dry-run --audit --mode=
  rebuild|upgrade-interactive|publish|pack|remove = write+network+code x*
    -D -P -O -E -T -A -W -C -i --dev --peer --optional --exact --tilde --caret --latest
    --interactive
    --check --dry-run --audit --mode=
  create|dlx = code+network run*
    -p= --package= -q --quiet
  exec = code run*
  node = code x* @first
  run|test|start|workspace = code x* @first
    -T -B --top-level --binaries-only --inspect? --inspect-brk?
bun = read @by:operation
bun.operation = code r x* @first
  op-v|op-h|op--version|op--revision|op--help = read
  -h:=read -b --bun --cwd=dir --watch --hot --silent --smol --no-install
  -e=lang -p=lang --eval=lang --print=lang -r=code --preload=code -c? --config? --env-file=r
  outdated|info|why|audit = read x*
    -F= --filter= --json --audit-level= --prod --top --depth= -r --recursive -p --production
  pm = write x*
    -g --global --all
    ls|list|bin|hash|hash-string|hash-print|whoami|view|why|default-trusted|untrusted = read x*
      --depth= --top
    cache = read
      rm = write
    pkg = write x*
      get = read x*
  install|i|a|add|ci|update|upgrade = write+network+code x*
    -g -d -D -y -p -f -E -W --global --dev --optional --exact --frozen-lockfile --production --force
    --no-save --dry-run --ignore-scripts --trust --verbose --latest
  link|unlink|remove|rm|r|patch|patch-commit = write+network+code x*
    -g -d -D -y -p -f -E -W --global --dev --optional --exact --frozen-lockfile --production --force
    --no-save --dry-run --ignore-scripts --trust --verbose --latest
  create|init|c|publish|pack|build|exec|repl|test|run = write+network+code x* @first
  x = code+network run*
deno = code r x* @first
  -q -V:=read -h:=read --quiet -L= --log-level= --unstable
  info = read x*
    --json --no-remote --no-npm --location= --frozen? --cached-only --node-modules-dir? --no-lock
    --no-config -c=conf --config=conf --import-map=r --reload?:network -r?:network --lock?
    http*:*|npm:*|jsr:*|*://* = network x*
  lint = read r*
    --fix:write --rules --rules-tags= --rules-include= --rules-exclude= --json --compact
    --ignore= --no-config -c=code --config=code --ext= --watch --permit-no-files
  fmt = write w*
    --check:=read --ext= --ignore= --use-tabs --line-width= --indent-width= --single-quote
    --prose-wrap= --no-semicolons -c=conf --config=conf --no-config --watch --permit-no-files
  doc|types|completions|help|outdated|why|audit = read x*
    --json --private --filter= --lint --compatible --latest --recursive -r
    --html:write --output=w --name= --update:write -u:write --interactive:write
    http*:*|*://* = network x*
  check|cache = network+write r*
    --all --remote --doc --doc-only --no-lock --frozen?
  eval|repl|run|serve|task|test|bench|compile|bundle|jupyter|lsp|coverage = code x* @first
  install|i|add|remove|rm|uninstall = write+network+code x*
  upgrade|init|create|publish|vendor|clean|approve-scripts = write+network+code x*
  x = code+network run*
    -A --allow-all -y --yes
corepack = write+network+code x*
  -h:=read
  cache = write x*
volta = read
  -v -h:=read --quiet --verbose
  list|ls|which|help|completions = read x*
    -c -d --current --default --format=
    -o=w --output=w
  install|fetch|pin|uninstall|setup|use = write+network+code x*
  run = code run*
    --node= --npm= --yarn= --pnpm= --no-npm --no-yarn --env= --bundled-npm
nvm = read
  -v -h:=read
  ls|list|current|which|version|version-remote|ls-remote|list-remote|help|cache = read x*
    --lts? --no-colors --no-alias --silent
    available|root|arch|dir = read
    clear = write
  install|uninstall|reinstall-packages|install-latest-npm|upgrade = write+network+code x*
    --lts? --latest-npm --default --no-progress -s -b --skip-default-packages
    --reinstall-packages-from=
  use|deactivate|alias|unalias|set-colors|unload|on|off|proxy|root|arch|node_mirror = write x*
    --lts? --silent --save --install
  run = code x x* @first
    --lts? --silent
  exec = code x run*
    --lts? --silent
fnm = read
  -h:=read -V:=read --log-level= --arch= --fnm-dir=n --node-dist-mirror=url --multishell-path=
  --version-file-strategy= --corepack-enabled --resolve-engines?
  list|ls|list-remote|ls-remote|current|env|completions|help = read x*
    --lts? --filter= --sort= --latest --shell= --use-on-cd --json
  install|i|uninstall|use|default|alias|unalias = write+network+code x*
    --lts --latest --install-if-missing --silent-if-unchanged
  exec = code run*
    --using=
n = write+network+code x*
  -V:=read -h:=read --quiet -q -d -a= --download --arch= --insecure --preserve
  ls|list|ls-remote|lsr|list-remote|which|bin|doctor|help = read x*
    --all
  run|as|use = code x x* @first
  exec = code x run*
"""
