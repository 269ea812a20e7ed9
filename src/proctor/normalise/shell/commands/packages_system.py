"""Package managers of other systems: dnf, zypper, rpm, pacman, emerge, xbps, ports, nix, guix."""

COMMANDS = r"""
dnf|dnf5|yum|microdnf|tdnf = read
  -q -v -y -C -b -d= -e= -x= -h:=read --quiet --verbose --assumeyes --assumeno --cacheonly --best
  --nobest --exclude= --excludepkgs= --repo= --repoid= --enablerepo= --disablerepo= --enable-repo=
  --disable-repo= --releasever= --forcearch= --color= --noplugins --disableplugin= --showduplicates
  --installed --available --all --extras --upgrades --updates --obsoletes --recent --autoremove
  --refresh --nogpgcheck --no-gpgchecks --allowerasing --skip-broken --security --bugfix --advisory=
  --advisories= --cve= --cves= --sec-severity= --newpackage --enhancement --errorlevel=
  --debuglevel=
  --setopt=:code -c=code --config=code --enableplugin=:code ; a setting can load a plug-in
  --repofrompath=:network --installroot=w --downloaddir=w --destdir=w --debugsolver:write
  list|info|search|provides|whatprovides|repolist|repoinfo|check-update|check-upgrade = read x*
    --disabled --enabled --json --userinstalled --changelogs --minimal
  deplist|updateinfo|advisory|check|help|leaves|group-list|grouplist|groupinfo|changelog = read x*
    --list --summary --info --with-cve --with-bz --json --dependencies --duplicates --count=
  needs-restarting|repoclosure|repograph|repodiff|version = read x*
    -r -s -u --reboothint --services
  repoquery|rq = read x*
    -a -f= -i -l -s -R --qf= --queryformat= --list --info --requires --provides --conflicts
    --obsoletes --recommends --suggests --supplements --enhances --depends --source --file= --arch=
    --whatrequires= --whatprovides= --whatconflicts= --whatobsoletes= --whatrecommends=
    --userinstalled
    --whatdepends= --recursive --resolve --tree --latest-limit= --location --nevra --nvr --envra
    --unneeded --duplicates --duplicated --installonly --changelogs --exactdeps --alldeps --srpm
    --requires-pre --querytags --files --leaves
  history = read x*
    list|info|userinstalled = read x*
      --reverse
    undo|redo|rollback|replay = write+network+code x*
    store = write x*
      -o=w --output=w
  group|groups|module|environment = read
    list|info|summary|provides = read x*
      --hidden --ids --enabled --disabled -v
    install|upgrade|update|remove|mark|switch-to = write+network+code x*
    enable|disable|reset = write x*
  install|localinstall|reinstall = write+network+code x*
    --downloadonly --allow-downgrade
  upgrade|update|upgrade-minimal|update-minimal = write+network+code x*
    --downloadonly --allow-downgrade
  downgrade|swap|distro-sync|distribution-synchronization|groupinstall|shell = write+network+code x*
  builddep|build-dep|system-upgrade = write+network+code x*
  offline-upgrade|offline|debuginfo-install = write+network+code x*
  remove|erase|autoremove|groupremove = write+code x*
  mark|clean|versionlock|config-manager|copr|alias|makecache|download|reposync = write+network x*
zypper = read
  -v -q -n -t= -A -x --verbose --quiet --non-interactive --no-color --color --terse
  --xmlout --no-refresh --no-gpg-checks --gpg-auto-import-keys:write --ignore-unknown --table-style=
  --disable-repositories --root=n -h:=read
  -c=code --config=code --userdata= --plus-repo=url -p=url --plus-content=
  search|se|info|if|list-updates|lu|list-patches|lp|packages|pa|patches|pch = read x*
    -t= -r= -i -u -s -d -C -f -n -x --type= --repo= --installed-only --not-installed-only --details
    --match-exact --match-substrings --match-words --provides --requires --recommends --conflicts
    --obsoletes --suggests --supplements --search-descriptions --case-sensitive --sort-by-name
    --sort-by-repo --file-list --verbose --orphaned --unneeded --suggested --recommended --all
    --autoinstalled --userinstalled --system --category= --severity= --cve? --bugzilla? --issues?
    -b? -g= --all-matches --requires-pkg --recommends-pkg --provides-pkg --requires-all
  products|pd|patterns|pt|repos|lr|services|locks|ll|what-provides|wp|patch-check = read x*
    -i -u -a -n -N -p -P -r -R -d -E -s --uri --details --alias --name --priority --refresh
    --show-enabled-only --sort-by-name --sort-by-uri --sort-by-alias --installed-only
    --not-installed-only --with-repos
    -e=w --export=w
  ls|pchk|patch-info|pattern-info|product-info|ps = read x*
    -s --short --details
  targetos|tos|licenses|versioncmp|vcmp|help = read x*
    -s --short --details
  install|in|update|up|patch = write+network+code x*
    -y --no-confirm -f --force -r= --repo= -t= --type= --no-recommends --recommends -l
    --auto-agree-with-licenses --from= --download= -d --download-only --oldpackage -D --dry-run
  dist-upgrade|dup|source-install|si|install-new-recommends = write+network+code x*
    -y --no-confirm -f --force -r= --repo= -t= --type= --no-recommends --recommends -l
    --auto-agree-with-licenses --from= --download= -d --download-only --oldpackage -D --dry-run
  verify|ve|remove|rm|purge-kernels = write+network+code x*
    -y --no-confirm -u --clean-deps -t= --type= -D --dry-run
  addrepo|ar|removerepo|rr|renamerepo|nr|modifyrepo|mr|refresh|ref|clean|cc = write+network x*
  addservice|as|modifyservice|ms|removeservice|rs|refresh-services|refs = write+network x*
  addlock|al|removelock|rl|cleanlocks|cl|download = write+network x*
rpm = read @by:operation
rpm.operation = unknown x*
  -a -l -i -c -d -s -v -f -R -g -L --all --list --info --configfiles --docfiles --state --verbose
  --file --last --requires --provides --conflicts --obsoletes --recommends --suggests --supplements
  --enhances --scripts --triggers --filetriggers --changelog --changes --whatprovides --whatrequires
  --whatconflicts --whatobsoletes --whatrecommends --group --licensefiles --dump --filesbypkg
  --queryformat= --qf= --nosignature --nodigest --noverify --nomanifest --nofiles --nodeps
  --noscripts
  --nomd5 --nosize --nomtime --nomode --nouser --nogroup --querytags --xml --json --fscontext
  --fileclass --filecolor --filerequire --fileprovide --root=n --dbpath=n --quiet --noghost
  --noconfig --noartifact --showrc --import:write --initdb:write --rebuilddb:write --erase:write
  --install:write+code --upgrade:write+code --freshen:write+code --reinstall:write+code
  --setperms:write --setugids:write --restore:write --delsign:write --addsign:write
  --eval=code -E=code --define=code -D=code --undefine= --pipe=sh ; macros of rpm can run programs
  --macros=code --rcfile=code --load=code --predefine=code
  -p:unknown --package:unknown
  op--version|op--help|op-h = read
  op--showrc|op--querytags|op--getpath = read
  op-q*E*|op-q*D* = code x* ; macros of rpm can run programs
  op-q*p* = read r
    *://* = network x*
  op-q*|op--query = read x*
    *://* = network x*
  op-V|op-Va|op--verify|op-Vf|op-Vv|op-Vav = code x* ; it runs the packages' own check scripts
  op-K|op-Kv|op--checksig = read r
    *://* = network x*
  op--eval|op-E|op--pipe|op--define|op-D = code x* ; macros of rpm can run programs
  op-i*|op-U*|op-F*|op--install|op--upgrade|op--freshen|op--reinstall = write+network+code x*
    -h --force --replacepkgs --replacefiles --oldpackage --percent --hash --relocate= --prefix=
  op-e*|op--erase = write+code x*
    --allmatches --test
  op--import|op--initdb|op--rebuilddb|op--setperms|op--setugids|op--restore = write x*
rpmquery = read x*
  -a -l -i -c -d -s -v -f -R -p:unknown --all --list --info --configfiles --docfiles --state
  --last --requires --provides --scripts --changelog --whatprovides --whatrequires --queryformat=
  --qf= --file
  --eval=code -E=code --define=code -D=code --pipe=sh --macros=code --rcfile=code --load=code
rpm2cpio|rpm2archive = read r
rpmdb|rpmverify|rpmkeys|rpmbuild|rpmsign|rpmspec = write+code x* ; macros of rpm can run programs
pacman|yay|paru|pikaur|trizen = read @by:operation
pacman.operation|yay.operation|paru.operation|pikaur.operation|trizen.operation = unknown x*
  -q -v -i -s -l --quiet --verbose --color= --info --search --list --noconfirm --confirm --debug
  --noprogressbar -b=n --dbpath=n -r=n --root=n --arch= --disable-download-timeout
  --config=code --hookdir=code --gpgdir=n --cachedir=w --logfile=w --sysroot=w
  op-V|op-h|op-Qh|op-Sh|op--help|op--version = read
  op-Q*p* = read r
    *://* = network x*
  op-Q*|op--query = read x*
    *://* = network x*
    -c -d -e -g -k -m -n -o -p:unknown -t -u --explicit --deps --foreign --native --owns --upgrades
    --unrequired --check --changelog --groups
  op-F|op-Fl|op-Fx|op-Fq|op-Flq|op-Fs|op-Fxq = read x*
  op-T|op--deptest = read x*
  op-Ss|op-Ssq|op-Si|op-Sii|op-Sl|op-Slq|op-Sg|op-Sgg|op-Sgq|op-Sp|op-Ssi = read x*
    --print-format= --aur --repo
  op-Ps|op-Pw|op-P|op-Pg|op-Pc = read
  op-D*|op--database = write x*
    --asdeps --asexplicit -k --check
  op-R*|op--remove = write+code x*
    -c -n -u -p:=read --print:=read --cascade --nosave --recursive --unneeded
  op-S*|op-U*|op-G*|op-Y*|op-B*|op--sync|op--upgrade = write+network+code x*
    -c -y -u -w --needed --asdeps --asexplicit --overwrite= --ignore= --refresh --sysupgrade
    --downloadonly --clean
  op-F* = write+network x*
pactree|pacsearch = read x*
  -a -c -d= -D -l -o= -r -s -u -g --ascii --color --depth= --reverse --unique --sync --linear
  --optional= -h:=read
emerge = write+network+code x*
  -v -q -a -1 -u -D -N -n -o --ask --update --deep --newuse --verbose? --quiet? --oneshot
  -s:=read -S:=read -p:=read --pretend:==read --search:=read --searchdesc:=read --info:=read
  -V:=read
  -h:=read --list-sets:=read
  --sync:write+network -c:write -C:write --unmerge:write --depclean:write --config:code
equery|eix|qlist|qfile|qsearch|quse|qdepends = read x*
  -q -v -C -I -i -n -c -a -e -l -h:=read --quiet --no-color --installed
xbps-query = read x*
  -l -L -m -O -H -o= -R -S -s= -f= -x= -X= -p= -v -h:=read -V --list-pkgs --list-repos
  --list-manual-pkgs
  --list-orphans --list-hold-pkgs --ownedby= --search= --show= --files= --deps= --revdeps=
  --repository
  --regex --property= --fulldeptree --verbose -i --ignore-conf-repos
  -C=code --config=code
xbps-install|xbps-remove|xbps-reconfigure|xbps-pkgdb|xbps-src|xbps-rindex = write+network+code x*
  -S -u -y -n -f -A -D -I -R= -r= -c= -v -o -O -a
port = read
  -v -d -q -n -p -u -c -b -s -f -h:=read
  list|info|search|installed|outdated|contents|content|deps|rdeps|dependents|rdependents = read x*
    --name --line --pretty --index --regex --glob --exact --full --no-build --no-test --size
    --category --depends --description --homepage --license --long_description --maintainers
    --version
  select = write x*
    --list:=read --show:=read --summary:=read --set:write
  variants|provides|echo|cat|file|dir|url = read x*
  gohome|livecheck|notes|platform|usage|help|version = read x*
  location|distfiles|space|work|logfile|leaves|requested|unrequested|log = read x*
    --units= --total --list --show --phase= --level= --summary
  install|upgrade|reinstall|build|destroot = write+network+code x*
  test|lint|configure|extract|patch|fetch = write+network+code x*
  uninstall|activate|deactivate|clean = write+network+code x*
  setrequested|unsetrequested|reclaim|selfupdate = write+network+code x*
  sync|edit|load|unload|bump = write+network+code x*
  mirror|archivefetch|archive|rev-upgrade|migrate|restore = write+network+code x*
pkg = unknown x*
  -v -h:=read
  info|query|search|stats|which|version|rquery|list-all|list-installed|list|show|files = read x*
    -a -A -b -B -d -D -e -E -f -g -i -I -k -l -L= -N -o -O -p -P -q -Q= -r -R -s -S= -U -v -x -X
    --raw --raw-format= --all --full --size --quiet --regex --case-sensitive
  audit = read x*
    -q -r
    -F:write+network --fetch:write+network
  check = write x*
  install|add|upgrade|update|bootstrap|reinstall|fetch = write+network+code x*
  delete|remove|uninstall|autoremove|clean|autoclean|lock|unlock|set|create|register = write+code x*
  shell|ssh|plugins|backup|alias|annotate|updating|triggers = unknown x*
nix = read
  -v -L -h:=read --verbose --quiet --debug --offline --json --log-format= --refresh
  --print-build-logs
  --extra-experimental-features= --experimental-features= --impure --no-warn-dirty --show-trace
  --option:unknown --plugin-files=code --builders=code --store=url --substituters=url
  --extra-substituters=url --post-build-hook=code --pre-build-hook=code --diff-hook=code
  search = read x x*
    -e= --exclude=
    *:* = network x*
    .*|/* = code x* ; it evaluates the flake
  path-info = read x
    .*|*#*|*:* = code+network x*
    -r -s -S -h --recursive --size --closure-size --human-readable --sigs --derivation --all
    --precise
  log = read x
    .*|*#*|*:* = code+network x*
  why-depends = code x*
  show-config = secret x* ; it shows access tokens too
  doctor|help|help-stores = read x*
  config = read
    check = read x*
    show = secret x* ; it shows access tokens too
      [!a]* = read
  hash = read
    file|path|to-base16|to-base32|to-base64|to-sri|convert = read x*
      --type= --sri --base16 --base32 --base64 --algo= --to= --from= --format=
  profile|registry = read
    list|history|diff-closures = read x*
      --profile=n
    install|add|upgrade = write+network+code x*
    remove|rollback|wipe-history|pin = write x*
      --profile=w --all --older-than= --regex
  store = read
    ls|cat|info|ping|diff-closures|path-from-hash-part|dump-path = read x*
      -l -R --long --recursive
    gc|delete|optimise|repair|verify|sign|add|add-file|add-path = write x*
    copy-sigs|make-content-addressed|prefetch-file = write+network x*
  flake = code+network x*
    show|metadata|info|check = code+network x* ; it evaluates the flake and fetches what it names
      --all-systems --no-build --legacy
    update|lock|init|new|clone|archive|prefetch = write+network+code x*
  build|develop|run|shell|eval|repl|bundle|fmt|derivation|edit|print-dev-env = write+network+code x*
    -c=:hides --command=:hides --expr=lang -f=code --file=code --apply=lang --raw -o=w --out-link=w
    --no-link --rebuild --dry-run
  copy|upgrade-nix|daemon|realisation|key|nar|env = write+network+code x*
nix-env = write+network+code x*
  -q:=read --query:=read --list-generations:=read -a --available --installed -c --description
  --out-path --drv-path --json --xml --status -s --meta --system -P --attr-path --compare-versions
  -p=n --profile=n -I=code -A --attr
  -f=code --file=code --arg=lang --argstr= -E:code --from-expression:code
  -i:write+code --install:write+code -u:write+code --upgrade:write+code -e:write --uninstall:write
  --delete-generations:write -G:write --switch-generation:write -S:write --rollback:write
  --set:write --set-flag:write
nix-store = write x*
  -q:=read --query:=read -R --requisites --references --referrers --referrers-closure --deriver
  --graph --tree --size --hash --roots -d --outputs --use-output --include-outputs --binding=
  -l:=read --read-log:=read --print-env:=read --verify-path:=read --valid-derivers
  --gc:write --delete:write -r:write+network+code --realise:write+network+code --add:write
  --optimise:write --repair-path:write --verify:write --import:write --load-db:write --serve:code
  --export:read --dump:read --dump-db:read --restore:write --print-roots --print-dead --print-live
nix-build|nix-instantiate|nixos-rebuild|home-manager|darwin-rebuild = write+network+code x*
  -A= --attr= -E --expr -o=w --out-link=w --no-out-link -I= --arg --argstr --dry-run --pure
nix-shell = write+network+code x*
  -p --packages --pure -A= --attr= -E --expr -I= -i=
  --run=sh --command=sh
nix-channel = write+network x*
  --add:write --remove:write --update:write --rollback:write
  --list:=read
nix-collect-garbage = write
  -d --delete-old --dry-run:=read
  --delete-older-than=
nix-hash = read n*
  --flat --base32 --base16 --base64 --sri --type= --truncate --to-base16 --to-base32 --to-base64
  --to-sri
nix-prefetch-url|nix-prefetch-git|nix-copy-closure = write+network x*
guix = read
  -h:=read -V:=read
  search|show|size|graph|describe|lint|hash|weather|help = read x*
    -f= --format= -t= --type= -s= --sort= -m -M= -r -c= -l --list-types
    -L=code --load-path=code -e=code --expression=lang
  package = write+network+code x*
    -I?:=read -A?:=read -l?:=read -s=:=read --list-installed?:=read --list-available?:=read
    --list-generations?:=read --search=:=read --show=:=read --search-paths?:=read -p=n --profile=n
    -i:write+code --install:write+code -r:write --remove:write -u:write+code --upgrade:write+code
    -d:write --delete-generations:write -m=code --manifest=code -f=code --install-from-file=code
    -e=code --install-from-expression=lang --roll-back:write -S=:write --switch-generation=:write
  shell|environment = write+network+code run*
    -m=code -f=code -L=code --manifest= --file= --pure -C --container -D --development -N --network
  build|install|upgrade|remove|pull = write+network+code x*
  system|home|deploy|time-machine|pack|repl = write+network+code x*
  archive|challenge|copy|container|download = write+network+code x*
  gc|import|offload|processes|publish|refresh = write+network+code x*
"""
