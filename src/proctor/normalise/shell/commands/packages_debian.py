"""Package managers of Debian and its kin, and of any Linux: apt, dpkg, snap, flatpak, apk."""

COMMANDS = r"""
apt|apt-get|aptitude = read @by:switches
apt.words|apt-get.words|aptitude.words = read
  -s --simulate --dry-run -q? -v -y -f -m -n -t= -a= --quiet? --verbose --yes --assume-yes
  --assume-no --target-release=
  --default-release= --full --all-versions --names-only --installed --upgradable --upgradeable
  --manual-installed --no-pager --color --no-color --show-progress --fix-broken --fix-missing
  --no-install-recommends --install-recommends --no-install-suggests --install-suggests --reinstall
  --no-upgrade --only-upgrade --download-only -d -V --verbose-versions --auto-remove --autoremove
  --purge --allow-downgrades --allow-change-held-packages --allow-remove-essential
  --host-architecture=
  --arch-only --no-all-versions --without-recommends --with-recommends -w= -F= -O= --sort=
  --display-format= --width= --disable-columns --show-why --group-by= --log-level=
  -h:=read
  -o=code --option=code -c=code --config-file=code ; a setting of apt can name a program to run
  list|search|show|showsrc|policy|versions|why|why-not|help|moo|check|indextargets = read x*
    -a -e -i -r --recurse --important --source-only --include-phased --format=
  depends|rdepends|madison|showpkg|pkgnames|stats|unmet = read x*
    -a -e -i -r --recurse --important --no-pre-depends --no-depends --no-recommends --no-suggests
    --no-conflicts --no-breaks --no-replaces --no-enhances --implicit
  changelog = read x*
    --print-uris
  install|reinstall|build-dep|satisfy|markauto|unmarkauto = write+network+code x*
    -s:=read --simulate:==read --dry-run:==read --just-print:==read --no-act:==read --recon:==read
  upgrade|dist-upgrade|full-upgrade|safe-upgrade|dselect-upgrade = write+network+code x*
    -s:=read --simulate:==read --dry-run:==read --just-print:==read --no-act:==read --recon:==read
  remove|purge|autoremove|autopurge = write+code x*
    -s:=read --simulate:==read --dry-run:==read --just-print:==read --no-act:==read --recon:==read
  update = write+network x*
  clean|autoclean|distclean|hold|unhold|keep|forbid-version|forget-new = write x*
  download = write+network x*
    --print-uris:=read
  source = write+network+code x*
    --print-uris:=read --tar-only --diff-only --dsc-only -b --build --compile
  edit-sources|modernize-sources = write+code x*
apt-cache = read @by:switches
apt-cache.words = read
  -q? -a -f -g -i -n --quiet? --important --full --all-versions --generate --no-all-versions
  --names-only --all-names --recurse --installed --no-pre-depends --no-depends --no-recommends
  --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances --implicit --with-source=r
  --host-architecture= -t= --target-release= --no-generate -h:=read
  -o=code --option=code -c=code --config-file=code ; a setting of apt can name a program to run
  show|showsrc|showpkg|search|depends|rdepends|policy|madison|pkgnames|stats|dump = read x*
  dumpavail|unmet|dotty|xvcg|help = read x*
  gencaches|add = write x*
apt-mark = read
  -f= --file= -q? --quiet? -h:=read
  -o=code --option=code -c=code --config-file=code ; a setting of apt can name a program to run
  showauto|showmanual|showhold|showinstall|showremove|showpurge|showheld|help = read x*
  auto|manual|hold|unhold|install|remove|purge|minimize-manual = write x*
apt-config = read
  -h:=read --empty --no-empty --format=
  -o=code --option=code -c=code --config-file=code ; a setting of apt can name a program to run
  dump|help = read x*
  shell = read x*
apt-key = write x*
  --keyring=r
  list|finger|fingerprint = read x*
apt-file = read
  -a= -c= -F -f -i -l -x -v -h:=read --architecture= --fixed-string --from-deb --from-file
  --ignore-case --package-only --regexp --substring-match --verbose --filter-suites=
  --filter-origins= --index-names=
  search|find|list|show|list-indices = read x*
  update = write+network x*
add-apt-repository|apt-add-repository = write+network x*
  -y --yes -r:write --remove:write -n --no-update -s --enable-source -c= -p= -L= -S= -P= -U= -d
  --debug
  -l:=read --list:=read
dpkg = read r*
  -l -L -s -S -p -C -V -h:=read --list --listfiles --status --search --print-avail --audit --verify
  --get-selections --print-architecture --print-foreign-architectures --compare-versions
  --force-help --assert-support-predepends --validate-pkgname --validate-trigname
  --validate-archname --validate-version --yet-to-unpack --predep-package --debug= -D= --admindir=n
  --verify-format= --abort-after= --no-pager --list-files
  --root=n --instdir=n
  -I -c -f --info --contents --field
  -i:write+code --install:write+code --unpack:write+code --configure:write+code
  --triggers-only:write+code -r:write+code --remove:write+code -P:write+code --purge:write+code
  --set-selections:write --clear-selections:write --update-avail:write --merge-avail:write
  --clear-avail:write --forget-old-unavail:write --add-architecture:write
  --remove-architecture:write -A:write --record-avail:write -R:write -a:write --recursive:write
  --pending:write -E -G -B -b:write --build:write -x:write --extract:write -X:write
  --vextract:write -e:write --control:write --fsys-tarfile:read --raw-extract:write
  --ctrl-tarfile:read --force-all:write --force-depends:write --force-overwrite:write
  --no-act --dry-run --simulate --refuse-downgrade --skip-same-version --selected-only
  --pre-invoke=sh --post-invoke=sh --status-logger=sh --path-exclude= --path-include=
  --log=w --status-fd=
dpkg-deb = read r*
  -c -I -W -f --contents --info --show --field --showformat= --nocheck --verbose -D --debug
  --fsys-tarfile --ctrl-tarfile
  -b:write --build:write -x:write --extract:write -X:write --vextract:write -e:write
  --control:write -R:write --raw-extract:write
dpkg-reconfigure = write+code x*
  -f= -p= -u -a --frontend= --priority= --all --force --default-priority
dpkg-query = read x*
  -l -L -s -S -p -W -c -f= -h:=read --list --listfiles --status --search --print-avail --show
  --showformat= --control-path --control-list --control-show --admindir=n --root=n --no-pager
  --load-avail
dpkg-divert|dpkg-statoverride = write x*
  --list:=read --listpackage:=read --truename:=read --package= --quiet
  --add:write --remove:write --rename:write --update:write
debsums|deborphan|apt-show-versions|apt-rdepends = read x*
  -a -s -c -l -u -b -p= --all --silent --changed --config --list-missing --no-prelink -q --quiet
dpkg-architecture = read
  -l -L -q= -e= -i= --list --list-known --query= --equal= --is= --print-set --print-unset -s -u -f
  --force -a= -A= -t= -T= -W= -E= -B= --host-arch= --host-type= --print-format=
  -c=sh --command=sh
snap = read
  --color= --unicode= --all --verbose --abs-time --no-wait -h:=read
  list|find|search|info|version|known|changes|change|tasks|connections|interfaces = read x*
    -a -i -x -l --narrow --private --section? --last? --remote --direct --channel= --revision=
  interface|services|warnings|help|whoami|logs|debug-info|components|quotas|quota-groups = read x*
    -n= -f --names --global -g --attrs
  get = read x*
    -t -d -l
  saved = read x*
    --id=
  model|recovery|validate = read
    --assertion --serial
  download = write+network x*
  install|refresh|try|revert|switch|prepare-image = write+network+code x*
    --classic --devmode --jailmode --dangerous --edge --beta --candidate --stable --channel=
    --revision= --hold? --unhold --name=
    --list:=read --time:=read
  remove|disable|enable|set|unset|alias|unalias|prefer|connect|disconnect|ack = write x*
    --purge --terminate
  start|stop|restart|save|restore|forget|abort|import-snapshot|export-snapshot = write x*
  run = code x x* @first
    --shell --hook= --revision=
  login|logout|create-user|buy|set-quota|remove-quota|create-cohort = write+network x*
  okay = write
flatpak = read
  -v --verbose --ostree-verbose --user --system --installation= --print-updates --supported-arches
  --default-arch --gl-drivers --installations -h:=read
  list|info|search|remotes|remote-ls|remote-info|history|ps|permissions|permission-show = read x*
    -d -a -m -r -l -o -c -M -s --show-details --columns= --app --runtime --all --arch= --cached
    --updates --show-ref --show-commit --show-origin --show-size --show-metadata --show-runtime
    --show-sdk --show-permissions --show-location --show-extensions --file-access= --show-disabled
    --app-runtime= --log --commit= --since= --until= --reverse --sideloaded -j --json
  documents|document-info|permission-list|config-get|pin-list|mask-list = read x*
    --columns=
  config = write x*
    -l:=read --list:=read --get=:=read --set=:write --unset=:write
  install|update|upgrade = write+network+code x*
    -y --assumeyes --noninteractive --or-update --reinstall --no-deploy --no-pull --no-related
  uninstall|remove|repair|mask|pin|override|make-current|kill = write x*
    -y --assumeyes --noninteractive --unused --delete-data --all --force-remove --show:=read
  remote-add|remote-modify|remote-delete|create-usb = write+network x*
    --if-not-exists
  permission-remove|permission-set|permission-reset|document-export|document-unexport = write x*
  run = code x x* @first
    --command=sh --branch= --arch= --devel --filesystem= --share= --unshare= --socket= --env=
  build|build-init|build-finish|build-export|build-bundle|build-import-bundle|enter = write+code x*
apk = read
  -q -v -i -U -f -X=url -p= -s --quiet --verbose --interactive --no-cache --no-network --no-progress
  --root=n --repository=url --allow-untrusted --print-arch --wait= --no-interactive --arch=
  --update-cache:write+network --repositories-file=r --keys-dir=r --cache-max-age= -h:=read
  info|search|list|policy|dot|version|stats|audit|manifest|verify|query = read x*
    -a -d -L -r -R -w -W -P -e -I -o -O -u -x -c -t -m --all --description --contents --depends
    --rdepends --size --webpage --license --provides --installed --who-owns --exact --origin
    --available --upgradable --upgradeable --orphaned --manifest --triggers --install-if --replaces
    --required-by --has-script --format= --from=
  add|upgrade|fix = write+network+code x*
    -s:=read --simulate:==read -t= --virtual= --available --latest --reinstall --no-scripts
  del = write+code x*
    -s:=read --simulate:==read -r --rdepends --purge
  update|fetch|index|cache = write+network x*
    -R --recursive -o=w --output=w --stdout --simulate:==read
"""
