"""Package managers and environments of Python: pip, pipx, uv, poetry, pdm, hatch, conda, pyenv."""

COMMANDS = r"""
pip|pip3|pip2|pip3.8|pip3.9|pip3.10|pip3.11|pip3.12|pip3.13|pip3.14 = read
  -v -q -V:=read -h:=read --verbose --quiet --isolated --require-virtualenv --no-input --retries=
  --timeout= --exists-action= --trusted-host= --no-cache-dir --disable-pip-version-check --no-color
  --no-python-version-warning --use-feature= --use-deprecated= --debug --resume-retries=
  --keyring-provider=disabled|auto|import --keyring-provider=subprocess:code --cert=r
  --client-cert=r --cache-dir=w --log=w --log-file=w --local-log=w --proxy=url
  --python=code ; it starts the interpreter that is named
  list = read
    -o -u -e -l -i=url -f=url --outdated --uptodate --editable --local --user --path=n --pre
    --format= --not-required --exclude-editable --include-editable --exclude= --no-index
    --index-url=url --pypi-url=url --extra-index-url=url --find-links=url --all-releases=
    --only-final=
  show = read x*
    -f --files
  freeze = read
    -r=r -l --requirement=r --local --user --path=n --all --exclude-editable --exclude=
  check|debug|help|completion|inspect = read x*
    -b -z -f --bash --zsh --fish --powershell --local --user --path=n --platform=
    --python-version= --implementation= --abi=
  hash = read r*
    -a= --algorithm=
  search = read x*
    -i=url --index=url
  index = read
    versions = read x
      -i=url -f=url --platform= --python-version= --implementation= --abi= --ignore-requires-python
      --pre --json --no-binary= --only-binary= --index-url=url --extra-index-url=url --no-index
      --find-links=url --all-releases= --only-final=
  config = read
    --user --global --site --editor=sh
    list|get|debug = read x*
    set|unset = write x*
    edit = write+code
  cache = write
    dir|info|list = read x*
      --format=
    remove|purge = write x*
  install|download|wheel|lock = write+network+code x*
    -r=r -c=r -e= -t=w -U -I -d=w -w=w -i=url -f=url --requirement=r --constraint=r --editable=
    --target=w --upgrade --force-reinstall --no-deps --pre --user --root=w --prefix=w --src=w
    --ignore-installed --no-build-isolation --compile --no-compile --no-clean --only-binary=
    --no-binary= --prefer-binary --require-hashes --report=w --dest=w --wheel-dir=w --platform=
    --python-version= --implementation= --abi= --index-url=url --extra-index-url=url --no-index
    --find-links=url --break-system-packages --upgrade-strategy= --use-pep517 --dry-run
    --config-settings= --group= -o=w --output=w
  uninstall = write x*
    -y -r=r --yes --requirement=r --break-system-packages --root-user-action=
pipx = read
  -h:=read --quiet -q --verbose -v --global
  list|environment|completions|help = read x*
    --json --short --include-injected --pinned --skip-maintenance -V= --value=
  interpreter = read
    list = read
    prune|upgrade = write+network x*
  install|install-all|inject|upgrade|upgrade-all|upgrade-shared|reinstall = write+network+code x*
    -f --force --python= --pip-args= --include-deps --editable -e --suffix= --system-site-packages
    --index-url=url -i=url --include-injected
  reinstall-all|runpip|ensurepath|pin|unpin|uninject|uninstall|uninstall-all = write+network+code x*
  run = code+network run* ; it fetches a package and runs it
    --spec= --python= --pip-args= --no-cache --path --pypackages --system-site-packages
    --index-url=url -i=url --with= --verbose
uv = read @exact
  -q -v -n -h:=read -V:=read --quiet --verbose --offline --no-progress --color= --directory=dir
  --project=dir --no-config --native-tls --system-certs --allow-insecure-host= --no-cache
  --python-preference= --no-python-downloads --allow-python-downloads --managed-python
  --no-managed-python --preview --no-preview --preview-features= --cache-dir=w:write
  --config-file=conf:network ; its settings can name another index
  -p=3|3.8|3.9|3.10|3.11|3.12|3.13|3.14|.venv|python|python3
  --python=3|3.8|3.9|3.10|3.11|3.12|3.13|3.14|.venv|python|python3
  -p=:code --python=:code ; it starts the interpreter that is named
  --refresh --refresh-package= -U --upgrade -P= --upgrade-package=
  --resolution= --prerelease= --exclude-newer= --index-strategy= --link-mode= --no-build
  --no-build-package= --no-binary --no-binary-package= --no-build-isolation --no-sources
  --reinstall --reinstall-package= --compile-bytecode --no-index --keyring-provider=
  --index=url --default-index=url -i=url --index-url=url --extra-index-url=url -f=url
  --find-links=url --config-setting= -C= --no-sources-package= --no-editable --torch-backend=
  help|generate-shell-completion = read x*
    --no-pager
  version = read x:write+code
    --short --output-format= --dry-run --package= --frozen --no-sync --locked --active
    --bump=:write+code
  self = read
    version = read
      --short --output-format=
    update = write+network+code x*
  pip = read
    --system --user --target=n --prefix=n --break-system-packages
    list|freeze|show|check|tree = read x*
      -e --editable --exclude-editable --exclude= --format= --outdated --strict --no-strict -f
      --files --path=n --python-version= --python-platform= --depth= -d= --prune= --package=
      --no-dedupe --invert --no-system --show-version-specifiers
    compile = write+network+code x* ; it may build packages to learn what they need
      -o=w:write --output-file=w:write --generate-hashes --no-header --no-annotate --all-extras
      --extra= -c=r
      --universal --no-deps --no-strip-extras --emit-index-url -r=r
    install|sync|download|wheel = write+network+code x*
      -r=r -e= -c=r --requirement=r --editable= --constraint=r --override=r --all-extras --extra=
      --no-deps --require-hashes --dry-run --group= --exact -b=r --strict --requirements=r
    uninstall = write x*
      -r=r --requirement=r --dry-run
  python = read
    list = read x*
      --all-versions --all-platforms --all-arches --only-installed --only-downloads --show-urls
      --output-format= --python-downloads-json-url=url
    dir|find = read x*
      --bin --no-project --system --no-system --script=r --show-version --resolve-links
    install|upgrade|reinstall = write+network x*
    uninstall|pin|update-shell = write x*
  tool = read
    list = read
      --show-paths --show-version-specifiers --show-with --show-extras --show-python --outdated
    dir = read
      --bin
    run = code+network run*
      --from= --with= --with-editable= --with-requirements=r -w= --isolated --env-file=r
      --constraints=r -c=r
    install|upgrade = write+network+code x*
      --from= --with= --with-requirements=r --force -e --editable --all --with-executables-from=
    uninstall|update-shell = write x*
      --all
  cache = write
    dir|size = read
      -H --human
    clean|prune = write x*
      --ci --force
  auth = write+network x*
    token = secret x* ; it prints a token
    dir = read x*
  # Both bring uv.lock up to date first, and build what has no metadata: with a backend that
  # `pyproject.toml` names, which may be a file of the project.
  tree = write+network+code ; it may build the project, and write uv.lock anew
    -U:write+network+code --upgrade:write+network+code -P=:write+network+code
    --upgrade-package=:write+network+code --refresh:network+code --refresh-package=:network+code
    --reinstall:network+code -C=:code --config-setting=:code --config-file=conf:network
    --frozen:=read --locked:=network+code -d= --depth= --prune= --package= --no-dedupe --invert
    --outdated
    --universal --no-dev --only-dev --dev --group= --no-group= --only-group= --all-groups
    --show-sizes --no-default-groups --script=r:network+code --python-platform= --python-version=
    --active
  export = write+network+code ; it may build the project, and write uv.lock anew
    -U:write+network+code --upgrade:write+network+code -P=:write+network+code
    --upgrade-package=:write+network+code --refresh:network+code --refresh-package=:network+code
    --reinstall:network+code -C=:code --config-setting=:code --config-file=conf:network
    --frozen:=read --locked:=network+code -o=w:write --output-file=w:write --format= --all-extras
    --extra= --no-extra=
    --no-dev --only-dev --dev --group= --no-group= --only-group= --all-groups --no-hashes --hashes
    --no-header --no-annotate --no-emit-project --no-emit-workspace --no-emit-local
    --no-emit-package= --package= --all-packages --prune= --no-default-groups
    --script=r:network+code
  lock = write+network+code
    --check:=network+code --locked:=network+code --frozen:=read --check-exists:=read --dry-run
    --script=r:network+code -C=:code --config-setting=:code --config-file=conf:network
    -U:write+network+code --upgrade:write+network+code -P=:write+network+code
    --upgrade-package=:write+network+code --refresh:network+code --refresh-package=:network+code
  sync = write+network+code
    --frozen --locked --all-extras --extra= --no-extra= --no-dev --only-dev --dev --group=
    --no-group= --only-group= --all-groups --inexact --exact --active --no-install-project
    --no-install-workspace --package= --all-packages --script=r --check --dry-run -e
  # What it runs is what counts: bringing a locked environment up to date is its manner of starting.
  run = code+network run* @program ; it runs a program of the project's environment
    --extra= --all-extras --no-extra= --dev --no-dev --only-dev --group= --no-group= --only-group=
    --all-groups --no-default-groups --env-file=r --no-env-file --isolated --active --no-sync
    --locked --frozen --package= --all-packages --no-project --exact -e
    -m:code --module:code -s:code --script:code --gui-script:code ; what follows is no command
    --with=:code+network --with-editable=:code+network -w=:code+network ; it fetches a package
    --with-requirements=r:code+network ; it fetches packages
  init|venv|add|remove|build|publish = write+network+code x*
    --dev --optional= --group= --extra= --raw --no-sync --frozen --locked --editable --rev= --tag=
    --branch= -r=r --requirements=r --seed --clear --allow-existing --prompt= --relocatable
    --system-site-packages --sdist --wheel -o=w:write --out-dir=w:write --package= --lib --app
    --bare --name=
    --script= --token= -t= --username= -u= --password= --publish-url=url --bounds= --workspace
  format = write+network x*
    --check:=read --diff:=read --no-project
  workspace = read
    metadata = write+network+code ; it may build the project, and write uv.lock anew
    dir|list = read
uvx = code+network run* @exact ; it fetches a package and runs it
  -q -v -p= --quiet --verbose --python= --from= --with= -w= --with-editable= --with-requirements=r
  --isolated --refresh --offline --no-cache -n --no-config --index-url=url --index=url
  --default-index=url --extra-index-url=url --env-file=r -h:=read -V:=read -U --upgrade
  --no-progress --directory=dir --constraints=r
poetry = read
  -q -n -v -V:=read -h:=read --quiet --ansi --no-ansi --no-interaction --no-plugins --no-cache
  --verbose -P=dir --project=dir -C=dir --directory=dir
  show = read x*
    -t -l -o -a -T -f= --tree --latest --outdated --all --top-level --why --without= --with=
    --only= --no-dev --no-truncate --format=
  check|about|help|list|search|debug = read x*
    --lock --strict --raw --format= --short
    info|tags = read
    resolve = code+network x*
  version = read x:write
    -s --short --dry-run --next-phase
  env = read
    info|list = read
      -p -e --path --executable --full-path
    activate = read x*
    use|remove = write x*
      --all
  config = read x x*:write
    --list --unset:write --local --migrate:write
    http-basic*|pypi-token* = secret x* ; it is a login for a registry
  source = write x*
    show = read x*
  cache = write x*
    list = read
  self = write+network+code x*
    show = read x*
      --addons --tree --latest --outdated
  export = read
    -f= -E= --format= --without-hashes --without-urls --with= --without= --only= --extras=
    --all-extras --dev --with-credentials:secret --all-groups
    -o=w --output=w
  python = write+network x*
    list = read x*
      -a -m --all --managed
  run = code run* ; it runs a program in the project's environment
  shell = code
  install|add|update|lock|sync|build|publish|init|new|remove = write+network+code x*
    -D -G= --group= --dev --editable -e --extras= -E= --optional --with= --without= --only=
    --no-root --sync --all-extras --no-dev --dry-run --lock --no-update --check --regenerate
    --allow-prereleases --source= --python= --platform=
pdm = code x* ; what is no command of pdm is a script of the project
  -q -v -V:=read -h:=read --quiet --verbose -p=dir --project=dir -g --global -I --ignore-python
  -c=code --config=code
  list|show|info|outdated|search = read x*
    --freeze --graph --tree --reverse -r --json --csv --markdown --fields= --sort= --resolve
    --include= --exclude= --name --version --summary --license --platform --keywords --python
    --where --packages --env --include-sub
  config = read x x*:write
    -l --local -d:write --delete:write -e:write --edit:write
    pypi.*|*password*|*token* = secret x*
  run|shell|test = code run*
    -s --site-packages --env-file=r --recreate
    -l:=read --list:=read
  venv = write x*
    list = read
    --path= --python=
  cache = write x*
    info|list = read x*
  add|install|sync|update|lock|build|publish|remove|init|new|self|import|use = write+network+code x*
  export = read
    -f= -o=w --format= --output=w --without-hashes --no-hashes --prod --dev -G= --group= --pyproject
hatch = code x*
  -v -q -e= -h:=read --verbose --quiet --env= --no-color --color --no-interactive -p= --project=
  --data-dir=n --cache-dir=n --config=code
  config = read
    show|find = read
      -a:secret --all:secret
    set|restore|update|explore = write x*
  python = write+network x*
    show|find = read x*
      --ascii
  env = write+code x*
    show|find = code x*
  run = code run*
  status = read
rye = read
  -q -v -V:=read -h:=read --quiet --verbose
  list|show|help = read x*
  version = read x:write
    -b=:write --bump=:write
  config = write x*
    --show-path:=read --get=:=read --format=
  toolchain|tools = write+network x*
    list = read
      --include-downloadable --include-scripts --version-specifiers --format=
  run = code run*
    -l:=read --list:=read
  add|remove|sync|lock|build|publish|install = write+network+code x*
  uninstall|init|fetch|pin|self|test|lint|fmt = write+network+code x*
conda|mamba|micromamba = read
  -h:=read -V:=read -v -q -y --json --verbose --quiet --yes --no-plugins -n= -p=n --name= --prefix=n
  --debug -k --insecure --offline -r=n --root-prefix=n --no-rc --rc-file=conf
  list = read x*
    -c -f -e -r --show-channel-urls --reverse --canonical --full-name --explicit --md5 --sha256
    --export --revisions --no-pip --auth:secret --size
  info = read x*
    -a -e -l -s -b --all --envs --system --base --license
    --unsafe-channels:secret ; it shows the tokens of channels
  search|repoquery = read x*
    -c=conda-forge|defaults|bioconda|pytorch|nvidia|anaconda|main|r -c=url
    --channel=conda-forge|defaults|bioconda|pytorch|nvidia|anaconda|main|r --channel=url
    -i -f -t -a --info --envs --subdir= --platform= --override-channels --use-local --pretty --tree
    --spec= -C --use-index-cache --full-name --recursive --repodata-fn= --all-channels --reverse
  compare = read r
  config = write x*
    --show?:=read --show-sources:=read --get?:=read --describe?:=read --validate:=read
    --system --env --file=w:write --add=:write --append=:write --prepend=:write --set=:write
    --remove=:write
    --remove-key=:write --stdin:write
    list|sources|describe|get = read x*
  env = write
    list = read
    export = read x*
      -c= --channel= --from-history --no-builds --override-channels --ignore-channels --explicit
      -f=w:write --file=w:write
    create|update|remove|config = write+network+code x*
      -f=r --file=r --prune
      vars = write x*
        list = read x*
  export = read
    -c= --channel= --from-history --no-builds --override-channels --format=
    -f=w:write --file=w:write
  notices|doctor|commands|help = read x*
  run = code run*
    --no-capture-output --live-stream --cwd=dir --dev -s -a=
  shell.bash|activate|deactivate|init|shell = code x*
  package = write x*
    -w=:=read --which=:=read
  create|install|update|upgrade|remove|uninstall|rename|clean|build|develop = write+network+code x*
    -c= --channel= -f=r --file=r --all --no-deps --only-deps --dry-run -d --clone= --revision=
    --override-channels --tarballs --packages --index-cache -a --force-reinstall
pixi = read @exact
  -q -v -h:=read -V:=read --quiet --verbose --color= --no-progress --manifest-path=r
  list|ls|tree|info|search|help|completion = read x*
    -e= -x --environment= --platform= --json --json-pretty --sort-by= --explicit --no-install
    --frozen --locked --invert -i --extended -l= --limit= --fields=
    -c=url --channel=url
  config|task|workspace|project|global = write+network x*
    list|ls = read x*
      -e= --environment= --json -s --summary --machine-readable
  run|r = code x* @first
    -e= --environment= --frozen --locked --manifest-path=r
  exec|x = code+network run*
    -s= --spec= -c= --channel= -w= --with=
  shell|shell-hook|init|add|install|i|update = write+network+code x*
  lock|remove|rm|clean|upgrade|auth|build = write+network+code x*
virtualenv|venv = write+network w*
  -p= --python= --system-site-packages --clear --copies --symlinks --no-seed --no-pip --prompt=
  -q -v --download --no-download --without-pip --upgrade-deps
pyenv = read
  -h:=read
  versions|version|version-name|version-file|version-origin|which|whence|root|prefix|help = read x*
    --bare --skip-aliases --skip-envs --path
  commands|hooks|shims|completions|init|latest|virtualenvs = read x*
    --sh --no-sh --short --path --no-rehash --no-push-path -k -q --known --quiet --bare
  local|global|shell = read x*:write
    --unset:write
  install = write+network+code x*
    -l:=read --list:=read -s -f -k -v -g --skip-existing --force --keep --verbose
  exec = code run*
  uninstall|rehash|update|virtualenv|virtualenv-delete|activate|deactivate|doctor = write+code x*
    -f
tox|nox = code x* @nohelp ; the project's configuration is code
  -e= -s= -r -p? -q -v -k= -t= -x -f= -c=code --recreate --parallel? --session= --sessions= --notest
  -l --listenvs --list --reuse-existing-virtualenvs -R --noxfile=code --skip-pkg-install --conf=code
  exec|e|run|r|run-parallel|p|config|c|list|l|devenv|d|legacy|depends|de|quickstart|q = code x*
"""
