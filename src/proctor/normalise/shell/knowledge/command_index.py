"""
Which family of tables knows a command. Written by `scripts/index-commands`.

With it, looking up `ls` loads one table and not all of them.
"""

from __future__ import annotations

# A family's name behind a bar, then the names of its commands.
NAMES = r"""
|agents claude codex gemini opencode aider cursor-agent goose amp crush kiro-cli droid auggie qwen
plandex openhands interpreter sgpt mods tgpt chatgpt cline roo ollama llm openai anthropic hf
huggingface-cli wandb mlflow kaggle dvc dbt dbtf |ansible ansible-doc ansible-config ansible-galaxy
ansible-vault ansible-console ansible ansible-playbook ansible-inventory ansible-lint ansible-pull
ansible-test ansible-navigator ansible-builder ansible-runner ansible-rulebook ansible-connection
molecule chef chef-client chef-solo chef-apply chef-shell chef-run cinc-client kitchen berks knife
chef-cli inspec cinc-auditor puppet facter salt salt-ssh salt-run salt-cp salt-cloud salt-call
salt-key |archives tar gtar bsdtar zip unzip unzip.words zipinfo funzip zipgrep zipnote zipsplit
gzip pigz gunzip unpigz bzip2 bunzip2 pbzip2 lbzip2 lzip plzip xz unxz lzma unlzma zstd unzstd
zstdmt pzstd lz4 unlz4 brotli unbrotli compress uncompress zcat gzcat bzcat xzcat lzcat lzmacat
zstdcat lz4cat zless bzless xzless zstdless zmore bzmore xzmore zgrep zegrep zfgrep bzgrep bzegrep
bzfgrep xzgrep xzegrep xzfgrep zstdgrep lzgrep zdiff zcmp bzdiff bzcmp xzdiff xzcmp znew gzexe
bzexe zforce p7zip 7z 7za 7zz 7zr 7zzs rar unrar unar lsar cabextract aa yaa binhex macbinary
applesingle compression_tool bsdcat xip cpio pax ar gar llvm-ar ar.words gar.words llvm-ar.words
|aws aws awslocal aws2 aws.groups awslocal.groups aws2.groups aws.verbs awslocal.verbs aws2.verbs
|azure az az.verbs |azure_groups az.groups az.inner |backups restic borg borgbackup duplicity
velero tarsnap kopia rdiff-backup borgmatic autorestic resticprofile rustic rsnapshot timeshift
snapper btrbk |builders make gmake bmake remake dmake cmake cmake.words ctest ninja samu
ninja-build meson muon bazel bazelisk blaze buck buck2 pants please plz scons waf xmake premake5
tup redo b2 bjam gn qmake qbs autoreconf autoconf automake aclocal libtoolize cargo-nextest
wasm-pack trunk emmake emcmake xcodebuild just task go-task mage ant invoke inv doit earthly fab
grunt gulp dagger moon nx turbo lerna rush wireit zx vite rollup webpack webpack-cli esbuild parcel
swc babel rspack rsbuild tsup tsdown unbuild next nuxt astro remix svelte-kit expo gatsby ng
vue-cli-service react-native docusaurus react-scripts storybook snowpack metro eleventy hugo
vitepress nodemon concurrently cross-env-shell forever npm-run-all run-s run-p wait-on cross-env
dotenv env-cmd vue-tsc tsc tsgo vitest jasmine cypress playwright qunit uvu bats phpunit jest mocha
ava tap karma wdio nightwatch testcafe detox c8 nyc shellspec pest paratest codecept behat phpspec
pytest py.test ptw pytest-watch nosetests nose2 stestr trial green ward unittest coverage k6
artillery behave lettuce robot locust rspec cucumber minitest guard spec busted prove hypothesis
mutmut cosmic-ray schemathesis gauge newman hurl venom bruno run-parts gtester ltp tap-parser
autopoint intltoolize mvn mvnd gradle mvnw gradlew antw sbtw configure artisan manage.py
gradle-wrapper |builtins cd chdir pushd popd dirs pwd gpwd export readonly declare typeset local
unset read mapfile readarray getopts let integer float alias unalias set shopt setopt unsetopt
emulate ulimit limit unlimit umask type whence where which whereis hash rehash jobs fg bg disown
wait kill return exit break continue shift logout times caller bye history fc bind bindkey zle
compdef compinit zmodload autoload zstyle functions complete compopt compgen enable help suspend
|cloud_providers oci oci.groups oci.inner oci.verbs yc yc.groups yc.inner yc.verbs ibmcloud aliyun
tccli okta granted amplify magento drush postman meilisearch saml2aws assume cf eb |cloud_services
auth0 auth0.groups auth0.inner auth0.verbs doctl doctl.groups doctl.inner doctl.verbs hcloud scw
civo vultr-cli exo linode-cli flyctl fly heroku vercel vc now netlify ntl railway supabase firebase
wrangler |clusters minikube kind k3d k3s kubeadm eksctl kops tkn skaffold tilt telepresence cilium
calicoctl crossplane |compilers cpp gcc g++ cc c++ clang clang++ gfortran tcc icx icpx c99 c89
compiler.words ld ld.lld lld gold mold as gas nasm yasm ml64 fasm dlltool windres gnat ghc ocamlc
ocamlopt ocamlfind fpc gdc nvcc hipcc emcc em++ swiftc mcs csc vbc fsc protoc flex lex bison yacc
byacc antlr antlr4 re2c ragel gperf thrift flatc capnp strip ranlib install_name_tool bolt prelink
chrpath objcopy patchelf nm llvm-nm gnm objdump llvm-objdump gobjdump readelf llvm-readelf
llvm-readobj greadelf eu-readelf size gsize llvm-size addr2line llvm-addr2line eu-addr2line atos
llvm-symbolizer c++filt cxxfilt llvm-cxxfilt rustfilt swift-demangle dwarfdump llvm-dwarfdump
pahole wasm-objdump wasm-validate wasm-stats wasm2wat wasm-decompile wasm-dis wat2wasm wasm-opt
wasm2c wasm-strip wasm-ld wasm-bindgen wasm-as wasm-merge wasm-tools gdb lldb cgdb gdbserver rr
lldb-server jdb radare2 r2 rizin ghidra windbg pdb pudb uftrace coz samply valgrind callgrind
heaptrack sprof perf pkg-config pkgconf llvm-config ccache sccache gcov lcov gcovr genhtml llvm-cov
llvm-profdata gprofng ctags etags cscope gtags bear gprof llvm-bcanalyzer llvm-mca |containers
docker-compose podman-compose buildah skopeo crictl ctr dive apptainer singularity distrobox
distrobox-list distrobox-enter toolbox lima limactl colima |coreutils ls dir vdir gls gdir cp gcp
mv gmv rm grm rmdir grmdir unlink link ln gln install ginstall mkdir gmkdir mkfifo mknod touch
gtouch mktemp gmktemp truncate gtruncate shred gshred split gsplit csplit gcsplit tee gtee dd gdd
sync chmod gchmod chown gchown chgrp gchgrp chcon stat gstat readlink greadlink realpath grealpath
basename gbasename dirname gdirname pathchk df gdf du gdu dircolors |coreutils_system date gdate
sleep gsleep uname guname hostname domainname nisdomainname ypdomainname dnsdomainname hostid
logname whoami nproc gnproc getconf tty stty tput clear reset tset tabs locale localedef locale-gen
update-locale units id groups users ggroups who gwho pinky printenv gprintenv echo gecho printf
gprintf true false : gtrue gfalse test [ [[ gtest g[ |coreutils_text cat gcat tac gtac head ghead
tail gtail sort gsort uniq guniq wc gwc cut gcut tr gtr nl gnl fold gfold fmt gfmt pr paste gpaste
join gjoin comm gcomm expand gexpand unexpand gunexpand od god ptx tsort shuf gshuf sum gsum cksum
gcksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum gmd5sum gsha1sum gsha256sum
gsha512sum sha3sum base64 base32 gbase64 gbase32 base58 basenc gbasenc factor gfactor seq gseq
numfmt gnumfmt expr gexpr yes gyes bc dc |crypto md5 sha1 sha224 sha256 sha384 sha512 rmd160 shasum
xxhsum xxh32sum xxh64sum xxh128sum b3sum hashdeep md5deep sha256deep crc32 rhash openssl c_rehash
update-ca-certificates update-ca-trust trust age rage age-keygen rage-keygen minisign signify
cosign jarsigner certutil pk12util step mkcert certbot acme.sh lego |databases psql pgcli mssql-cli
iredis litecli usql mycli pg_dump pg_dumpall pg_restore pg_isready pg_config pg_controldata
pg_lsclusters pg_waldump pg_ctl pg_ctlcluster initdb pg_createcluster pg_upgrade pg_rewind
pg_resetwal pg_basebackup pg_dropcluster createdb createuser vacuumdb reindexdb clusterdb pgbench
dropdb dropuser mysql mariadb mysqldump mariadb-dump mysqladmin mariadb-admin mysqlimport
mariadb-import mysqlshow mariadb-show mysqlcheck mysqlanalyze mysqlrepair mysqloptimize mysqlslap
mysqlsh mysql_upgrade mysql_secure_installation mysqld postgres mongod my_print_defaults
mysql_config_editor sqlite3 sqlite sqldiff sqlite3_analyzer sqlite-utils duckdb sqlcmd bcp
clickhouse-client clickhouse-local chc clickhouse cqlsh |disks lsblk blkid mount mount.nfs
mount.cifs mount.fuse mount_smbfs mount_nfs mount_apfs umount unmount fusermount fusermount3
udisksctl eject swapon swapoff mkswap swaplabel zramctl fstrim fdisk cfdisk cgdisk gdisk sgdisk
sfdisk parted partprobe partx kpartx addpart delpart resizepart growpart mkfs mke2fs mkfs.ext2
mkfs.ext3 mkfs.ext4 mkfs.ext4dev mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs
mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.jfs mkfs.reiserfs mkfs.udf mkfs.nilfs2
mkfs.erofs mkfs.ubifs mkfs.jffs2 mkfs.ocfs2 mkfs.gfs2 mkfs.hfsplus mkfs.hfs mkfs.zfs mkfs.bcachefs
mkdosfs mkntfs mkexfatfs mkreiserfs mkudffs newfs newfs_apfs newfs_hfs newfs_msdos newfs_exfat
newfs_udf mkfs.squashfs wipefs blkdiscard zerofree nwipe scrub secure-delete sfill sswap dban
badblocks blockdev losetup fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat fsck.fat dosfsck
fsck.xfs fsck.btrfs fsck.exfat fsck.f2fs xfs_repair ntfsfix fsck_apfs fsck_hfs tune2fs dumpe2fs
resize2fs e2label tune.exfat xfs_growfs xfs_admin e2image fatlabel ntfslabel debugfs xfs_db
xfs_info e2freefrag filefrag quota repquota edquota setquota quotaon quotaoff quotacheck duf dust
diskus dysk ncdu testdisk photorec ddrescue dcfldd dc3dd |docker docker podman nerdctl |documents
strings gstrings xxd hexdump hd hexyl file exiftool exiv2 mediainfo ffprobe ffmpeg ffplay sox soxi
identify convert mogrify composite montage compare conjure import animate stream magick gm
jpegoptim optipng pngquant cwebp dwebp gifsicle svgo pngcrush advpng oxipng pdftohtml pdftotext
pdfinfo pdffonts pdfdetach pdfsig pdfimages pdftoppm pdftocairo pdfseparate pdfunite pdftops ps2pdf
pdf2ps pdftk pdfcrop pdfjam gs ghostscript qpdf pdfgrep pandoc iconv recode uconv enca enconv
column colcrt ul col colrm rev look spell aspell hunspell enscript a2ps lpr lp lpstat lpq groff
nroff troff grotty tbl eqn pic neqn refer soelim preconv mandoc latex pdflatex xelatex lualatex tex
pdftex xetex luatex latexmk tectonic texi2pdf texi2dvi bibtex biber makeindex dvipdfmx dvips arara
kpsewhich chktex lacheck m4 gm4 msgfmt gettext ngettext msgcat msgcmp msgcomm msgconv msggrep
msgattrib msgunfmt msguniq msgen xgettext msginit msgmerge intltool-update msgexec msgfilter
uuencode uudecode dos2unix unix2dos mac2unix unix2mac figlet toilet banner lolcat fortune cowsay
cowthink cloc tokei scc sloccount loc gocloc pygount wc-lines gcal cal ncal |gcloud gcloud
gcloud.verbs gsutil bq |gcloud_groups gcloud.groups gcloud.inner |gh gh |git git |git_exchange
git-am git-apply git-format-patch git-archive git-bundle git-push git-fetch git-pull git-clone
|git_history git-log git-show git-whatchanged git-diff git-diff-tree git-diff-index git-diff-files
git-range-diff git-rev-list git-reflog git-shortlog git-blame git-annotate git-grep git-status
git-ls-files git-ls-tree git-cat-file git-describe git-name-rev git-rev-parse git-show-ref
git-show-branch git-for-each-ref git-merge-base git-cherry git-merge-tree git-fsck git-fsck-objects
git-count-objects git-check-ignore git-check-attr git-check-mailmap git-check-ref-format git-var
git-verify-commit git-verify-tag git-help git-hash-object git-ls-remote git-patch-id git-stripspace
git-column git-get-tar-commit-id git-fmt-merge-msg git-version git-pack-redundant git-verify-pack
git-show-index git-diff-pairs git-last-modified |git_plumbing git-interpret-trailers git-merge-file
git-replace git-update-ref git-notes git-refs git-repo git-rerere git-sparse-checkout git-init
git-init-db git-difftool git-mergetool git-maintenance git-commit-graph git-multi-pack-index
git-bugreport git-diagnose git-fast-export git-svn git-p4 git-cvsimport git-cvsexportcommit
git-archimport git-subtree git-fetch-pack git-send-pack git-http-fetch git-http-push git-backfill
git-request-pull git-send-email git-imap-send git-credential git-credential-store
git-credential-cache git-credential-manager git-credential-libsecret git-credential-osxkeychain
git-upload-pack git-upload-archive git-receive-pack git-daemon git-http-backend git-cvsserver
git-shell git-gui git-citool git-instaweb git-gitk git-gitweb git-for-each-repo git-merge-index
git-merge-one-file git-quiltimport git-hook git-filter-branch git-mailinfo git-mailsplit
git-unpack-file git-pack-objects git-unpack-objects git-index-pack git-fast-import
git-update-server-info git-write-tree git-commit-tree git-mktree git-mktag git-update-index
git-read-tree git-checkout-index git-replay git-history git-prune git-prune-packed git-gc
git-repack git-pack-refs |git_tools git-lfs git-filter-repo bfg git-crypt pre-commit tig lazygit
gitui gitk git-cola gitg tower gittower sourcetree gita gt graphite repo stg scalar |git_work
git-branch git-tag git-remote git-config git-symbolic-ref git-stash git-worktree git-submodule
git-bisect git-add git-stage git-rm git-mv git-clean git-commit git-reset git-checkout git-switch
git-restore git-merge git-cherry-pick git-rebase |glab glab hub tea |hardware lspci lsusb lshw
hwinfo inxi dmidecode biosdecode vpddecode ownership sensors sensors-detect acpi acpi_listen
lsinitramfs lsinitrd lsgpu lsdev lsiio lscgroup lssubsys upower powerprofilesctl cpupower cpuid
cpuinfo x86info lstopo-no-graphics hwloc-info hwloc-ls nvidia-smi rocm-smi vulkaninfo glxinfo
eglinfo clinfo vainfo vdpauinfo es2_info xdpyinfo xwininfo xlsclients xlsatoms xlsfonts lsmod
modinfo kmod modprobe insmod kldload kextload kextutil rmmod kldunload kextunload depmod
update-initramfs dracut mkinitcpio mkinitramfs dkms update-grub grub-install grub-mkconfig
grub2-mkconfig grub-set-default grubby kernel-install efibootmgr bootctl mokutil dmesg sysctl
udevadm fwupdmgr rfkill hwclock i2cdetect i2cget i2cset i2cdump i2ctransfer setpci ipmitool wrmsr
rdmsr flashrom devmem devmem2 inb outb powertop turbostat bpftrace bpftool trace-cmd stap sysdig
opensnoop execsnoop ftrace |infrastructure pulumi cdk cdk.words cdktf cdktf.words serverless sls
osls sam sst copilot consul nomad boundary waypoint |interpreters python python2 python3 python2.7
python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14
python3.15 pypy pypy3 py python.program python:json.tool python:json python:antigravity python:this
python:platform python:site python:sysconfig python:tokenize python:ast python:tabnanny python:dis
python:pickletools python:calendar python:base64 python:quopri python:mimetypes python:locale
python:nturl2path python:py_compile python:compileall python:zipfile python:tarfile
python:http.server python:smtpd python:ensurepip python:pydoc ipython ipython3 bpython ptpython
idle idle3 jupyter jupyter-lab jupyter-notebook node nodejs esno babel-node coffee electron nw qjs
d8 jsc hermes luau texlua ts-node ts-node-esm tsx ruby jruby truffleruby ruby.operation
jruby.operation truffleruby.operation perl perl5 php php7 php8 php7.4 php8.0 php8.1 php8.2 php8.3
php8.4 php-cgi phpdbg lua lua5.1 lua5.3 lua5.4 luajit lua.operation lua5.1.operation
lua5.3.operation lua5.4.operation luajit.operation luac luac5.3 luac5.4 luac5.1 tclsh tclsh8.6 wish
jimsh itclsh itkwish R Rscript r littler scilab maxima gp sage magma gap ngspice racket csi julia
octave octave-cli java javaw jrunscript jjs jshell scala scala3 groovy groovysh kotlin kscript bsh
javac kotlinc scalac groovyc ecj javadoc kotlinc-jvm native-image jps javap jdeps jar keytool ghci
runghc runhaskell ocaml utop guile sbcl clisp ecl ccl gforth swipl gprolog scheme chez chibi-scheme
gsi mit-scheme clojure clj bb joker elixir iex erl escript crystal v vlang nim dmd ldc2 rdmd haxe
hx gleam io picolisp newlisp janet fennel zig wasmtime wasmer wasm3 wasmedge iwasm lli qbe cling
root |kubernetes kubectl oc kubecolor |kubernetes_tools helm helmfile kustomize kubectx kubens k9s
stern argocd flux istioctl linkerd kubeseal |linters ruff darker black blue isort flake8
pycodestyle pyflakes pep8 pydocstyle pep257 interrogate vulture mccabe deadcode xenon radon bandit
pylint mypy dmypy pytype pyre pylama prospector sqlfluff refurb fixit wemake pyright basedpyright
pyrefly ty autopep8 yapf autoflake docformatter pyupgrade add-trailing-comma unify mdformat
yamllint shellcheck shfmt bashate checkbashisms hadolint dockerfilelint eslint standard
semistandard xo eslint_d stylelint tslint textlint htmlhint commitlint prettier prettierd cspell
markdownlint-cli2 remark spectral dprint html-validate knip madge depcheck size-limit bundlesize
lighthouse pa11y npm-check ncu npm-check-updates biome rome quick-lint-js oxlint rubocop standardrb
reek brakeman haml-lint slim-lint erblint sorbet srb steep rbs yard phpstan psalm phpcs phpcbf
php-cs-fixer phpmd rector pint ecs phan clang-format clang-tidy cppcheck cpplint flawfinder splint
astyle uncrustify indent google-java-format ktfmt scalafmt ktlint palantir-java-format stylua
nixfmt alejandra gdformat nixpkgs-fmt ormolu fourmolu typstyle taplo buf protolint selene hlint
deadnix proselint write-good ec editorconfig-checker jsonlint statix luacheck detekt checkstyle pmd
spotbugs sonar-scanner infer scalafix actionlint zizmor markdownlint vale codespell typos gitleaks
trufflehog detect-secrets ggshield noseyparker whispers shhgit trivy grype syft snyk checkov
semgrep osv-scanner pip-audit safety clair dependency-check tfsec tflint kube-linter kubeconform
kubeval kube-score polaris conftest terrascan nph nixd mdl alex dotenv-linter eradicate pyroma
shellharden beautysh gofumports gci golines djlint curlylint rstcheck doc8 |macos defaults plutil
PlistBuddy mdls mdfind mdutil mdimport mddiagnose open osascript osacompile jxa automator
osadecompile shortcuts pbcopy pbpaste say screencapture sw_vers system_profiler scutil networksetup
systemsetup launchctl security codesign spctl csrutil pkgutil softwareupdate installer profiles
dscl dscacheutil dseditgroup sysadminctl dsenableroot createhomedir dsconfigad dsconfigldap
fdesetup tccutil |macos_system diskutil hdiutil tmutil pmset ioreg kextstat kextcache trimforce
bless asr kmutil nvram sips textutil qlmanage afplay afinfo afclip afconvert afhash auval xattr
GetFileInfo SetFile mkfile DeRez Rez SplitForks FixupResourceForks ditto lipo otool llvm-otool
dyld_info unwinddump pagestuff dsymutil vtool segedit bitcode_strip xcrun simctl xcode-select
xcresulttool xctrace instruments xctest altool notarytool stapler actool ibtool agvtool sample
spindump stackshot fs_usage dtrace iosnoop powermetrics vm_stat hostinfo machine memory_pressure
nettop zprint symbols leaks heap vmmap footprint malloc_history stringdups lsbom mkbom pkgbuild
productbuild productsign log systemstats airport wdutil sysdiagnose AssetCacheManagerUtil eficheck
ipconfig lsregister nbdst gpt fsck_msdos fsck_exfat fsck_cs mount_hfs mount_afp automount
|messaging rabbitmqctl rabbitmq-diagnostics rabbitmq-queues rabbitmq-plugins rabbitmqadmin
kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs
kafka-configs.sh kafka-acls kafka-acls.sh kafka-broker-api-versions kafka-broker-api-versions.sh
kafka-log-dirs kafka-log-dirs.sh kafka-get-offsets kafka-get-offsets.sh kafka-metadata-quorum
kafka-metadata-quorum.sh kafka-cluster kafka-cluster.sh kafka-features kafka-features.sh
kafka-console-consumer kafka-console-consumer.sh kafka-console-producer kafka-console-producer.sh
kafka-delete-records kafka-delete-records.sh kafka-reassign-partitions kafka-reassign-partitions.sh
kafka-leader-election kafka-leader-election.sh kafka-storage kafka-storage.sh
kafka-streams-application-reset kafka-streams-application-reset.sh kafka-server-start
kafka-server-start.sh kafka-server-stop kafka-server-stop.sh zookeeper-shell zookeeper-shell.sh
kafka-run-class kafka-run-class.sh nats pulsar-admin kcat kafkacat |network dig drill kdig doggo
dog host resolveip delv rdisc nslookup whois rwhois jwhois finger ping ping6 fping hping3 arping
gping nping tcping prettyping traceroute traceroute6 tracepath tracepath6 mtr lft trip nmap masscan
zmap rustscan nikto naabu arp-scan netdiscover wg wg-quick openvpn openconnect vpnc ipsec
strongswan pppd nordvpn mullvad expressvpn tailscale cloudflared ngrok localtunnel frpc frps chisel
zrok pagekite gobuster ffuf sqlmap hydra wfuzz dirb feroxbuster john hashcat responder netstat ss
nethogs iftop bmon nload speedtest speedtest-cli iperf iperf3 netperf bandwhich ifconfig ifup
ifdown dhclient dhcpcd udhcpc ifquery ifrename ifenslave vconfig tunctl netplan route arp ndp
iwconfig iwlist iwgetid ipcalc sipcalc iw nmcli ethtool brctl tc nft iptables ip6tables
iptables-nft iptables-legacy ip6tables-nft ebtables arptables iptables-save ip6tables-save
ebtables-save arptables-save iptables-nft-save iptables-xml iptables-restore ip6tables-restore
iptables-apply ebtables-restore ufw firewall-cmd tcpdump ngrep tcpflow dumpcap ettercap snort
suricata bettercap tshark wireshark editcap mergecap text2pcap capinfos captype tcpstat tcptrace
vnstat resolvconf dnsmasq unbound named hostapd wpa_supplicant rfkill-set iwd wpa_cli avahi-browse
dns-sd avahi-resolve |network_ip ip bridge rtmon nstat ifstat rtacct lnstat rtstat ctstat devlink
rdma tipc dcb vdpa genl |online_services stripe sentry-cli twilio newrelic pd contentful algolia
zapier mattermost mmctl slack notion linear gam gws jira mc mcli s3cmd s5cmd databricks snow
snowsql eas expo-cli shopify wp sf sfdx openstack |packages_brew brew brew.operation
|packages_debian apt apt-get aptitude apt.words apt-get.words aptitude.words apt-cache
apt-cache.words apt-mark apt-config apt-key apt-file add-apt-repository apt-add-repository dpkg
dpkg-deb dpkg-reconfigure dpkg-query dpkg-divert dpkg-statoverride debsums deborphan
apt-show-versions apt-rdepends dpkg-architecture snap flatpak apk |packages_languages gem bundle
bundler bundle.operation bundler.operation rails jekyll middleman spring rake rackup puma sidekiq
foreman cap irb pry composer luarocks cpan cpanm cpanp cpm carton perldoc dotnet nuget msbuild
paket xbuild swift swiftlint swiftformat pod carthage xcodegen tuist mint fastlane match sigh gym
scan pilot deliver vcpkg conan opam dune esy jbuilder stack cabal ghc-pkg mix rebar3 lein sbt boot
shards dub nimble fpm alr elm spago pulp purs dart flutter pub |packages_node npm npm.words npx
bunx pnpx npx.words bunx.words pnpx.words pnpm pnpm.words yarn yarnpkg yarn.operation
yarnpkg.operation bun bun.operation deno corepack volta nvm fnm n |packages_python pip pip3 pip2
pip3.8 pip3.9 pip3.10 pip3.11 pip3.12 pip3.13 pip3.14 pipx uv uvx poetry pdm hatch rye conda mamba
micromamba pixi virtualenv venv pyenv tox nox |packages_rust_go cargo rustc rustup rustfmt rustdoc
rust-analyzer go gofmt gofumpt goimports golint errcheck ineffassign misspell gocyclo unconvert
staticcheck govulncheck golangci-lint gopls dlv air mockgen wire ko goreleaser gotestsum ginkgo
godoc |packages_system dnf dnf5 yum microdnf tdnf zypper rpm rpm.operation rpmquery rpm2cpio
rpm2archive rpmdb rpmverify rpmkeys rpmbuild rpmsign rpmspec pacman yay paru pikaur trizen
pacman.operation yay.operation paru.operation pikaur.operation trizen.operation pactree pacsearch
emerge equery eix qlist qfile qsearch quse qdepends xbps-query xbps-install xbps-remove
xbps-reconfigure xbps-pkgdb xbps-src xbps-rindex port pkg nix nix-env nix-store nix-build
nix-instantiate nixos-rebuild home-manager darwin-rebuild nix-shell nix-channel nix-collect-garbage
nix-hash nix-prefetch-url nix-prefetch-git nix-copy-closure guix |packages_versions mise rtx asdf
rbenv nodenv goenv jenv plenv phpenv luaenv tfenv tgenv sdk jabba chruby rvm |pipelines circleci
travis drone woodpecker-cli buildkite-agent argo tsh tctl teleport jenkins-cli jenkins
gitlab-runner |processes ps top htop pgrep pidwait pkill killall killall5 skill snice xkill pidof
pwdx pmap pstree lsof fuser uptime w free vmstat iostat cifsiostat nfsiostat mpstat pidstat sar
tload slabtop iotop last lastb lastlog lastcomm ac sa peekfd reptyr gcore process_vm_readv prtstat
pidtree pslog procs |search find gfind grep egrep fgrep ggrep rgrep rg ripgrep ag ack ack-grep fd
fdfind locate plocate mlocate slocate tree exa eza lsd fzf sk skim broot br |secrets gpg gpg2 gpgv
gpgv2 gpgconf gpg-agent gpg-connect-agent dirmngr scdaemon gpgsm pinentry sops pass gopass op bw
lpass keepassxc-cli kpcli dcli nordpass rbw vault bao keyring secret-tool credstash chamber doppler
infisical teller aws-vault dotenvx envchain ssh-keygen ssh-add ssh-agent ssh-keyscan ssh-copy-id
ssh-argv0 ssh-import-id ssh-vault htpasswd htdigest mkpasswd pwgen apg diceware xkcdpass |servers
nginx openresty tengine apachectl apache2ctl httpd apache2 caddy traefik haproxy varnishd squid
lighttpd envoy pm2 circusctl circusd circus honcho goreman hivemind overmind prometheus
alertmanager node_exporter pushgateway promtool amtool grafana-cli logstash logstash-plugin
elasticsearch-plugin kibana-plugin opensearch-plugin filebeat metricbeat heartbeat packetbeat
auditbeat winlogbeat elasticsearch-keystore elasticsearch-reset-password
elasticsearch-setup-passwords elasticsearch kibana opensearch elasticsearch-certutil
elasticsearch-service-tokens elasticsearch-users elasticsearch-node elasticsearch-shard
elasticsearch-create-enrollment-token |services systemctl journalctl loginctl timedatectl
hostnamectl localectl resolvectl systemd-resolve networkctl systemd-analyze systemd-cgls
systemd-cgtop systemd-delta systemd-detect-virt systemd-path systemd-escape systemd-id128
systemd-tmpfiles systemd-sysusers systemd-sysctl systemd-modules-load systemd-hwdb systemd-creds
systemd-ask-password systemd-cryptenroll systemd-cat systemd-mount systemd-umount systemd-notify
systemd-machine-id-setup systemd-firstboot systemd-repart systemd-dissect systemd-sysext
systemd-confext coredumpctl busctl dbus-monitor dbus-send gdbus qdbus qdbus6 service rc-service
rc-status rc-update chkconfig update-rc.d insserv ntsysv openrc initctl sv s6-svstat svstat svok
supervisorctl monit crontab at batch atq atrm anacron fcrontab cronnext shutdown reboot halt
poweroff init telinit pm-suspend pm-hibernate kexec runlevel update-alternatives alternatives
ldconfig ldd lsb_release virt-what needrestart tuned-adm |storage lvs vgs pvs lvdisplay vgdisplay
pvdisplay lvscan vgscan pvscan lvmdiskscan lvremove vgremove pvremove thin_trim lvcreate lvextend
lvreduce lvresize lvrename lvchange lvconvert lvmove lvmdevices lvmsadc vgcreate vgextend vgreduce
vgrename vgchange vgsplit vgmerge vgexport vgimport vgimportclone vgmknodes vgcfgrestore
vgcfgbackup pvcreate pvmove pvresize pvchange lvmpolld lvmdump lvm dmsetup mdadm cryptsetup
veritysetup integritysetup zfs zpool zdb btrfs bcachefs bcache multipath multipathd iscsiadm
targetcli drbdadm vdo stratis lvmlockctl nvme hdparm smartctl sdparm sg_format sg_sanitize
sg_write_same sg_unmap lsscsi sg_inq sg_map sg_readcap sg_scan |stores redis-cli valkey-cli
keydb-cli redis-server redis-sentinel redis-benchmark valkey-server mongosh mongo mongodump
mongorestore mongoexport mongoimport mongostat mongotop bsondump etcdctl influx neo4j neo4j-admin
cypher-shell |system_tools pv ts sponge vipe vidir mispipe lckdo chronic ifne zrun isutf8 ifdata
errno combine envsubst mbuffer buffer openvt agetty getty mingetty chvt deallocvt loadkeys setfont
setleds kbdrate setvtrgb fgconsole dumpkeys showkey showconsolefont kbdinfo nologin zdump zic
tzselect chronyc ntpq ntpdc ntpdate ntpd sntp rdate adjtimex fc-list fc-match fc-pattern fc-query
fc-scan fc-validate fc-cache update-desktop-database update-mime-database gtk-update-icon-cache
mimetype xset xrandr xinput xprop xdotool wmctrl ydotool wtype xte dotool notify-send gsettings
dconf gio trash trash-put gtrash trash-rm trash-empty trash-restore rmtrash trash-list pactl wpctl
amixer alsactl pw-cli pamixer aplay arecord paplay parecord atop nmon btop btm bpytop bashtop
glances s-tui nvtop radeontop gtop zenith below collectl dstat dool logrotate sosreport sos
supportconfig abrt-cli apport-cli apport-collect updatedb mandb makewhatis tmpwatch tmpreaper mmv
mcp mln qmv qcp |tabular csvcut csvgrep csvlook csvstat csvsort csvjson in2csv csvformat csvjoin
csvstack csvclean csvsql sql2csv csvpy xsv mlr xmllint xmlstarlet xml xsltproc htmlq pup q
|terraform terraform tofu terragrunt packer |text_programs sed gsed ssed awk gawk mawk nawk goawk
original-awk jq gojq jaq yq xq tomlq dasel fx gron fastgron norg ungron hjson toml toml-cli
|transfer curl wget wget2 http https httpie xh xhs curlie grpcurl websocat ab wrk hey siege aria2c
axel lynx w3m links elinks links2 browsh yt-dlp youtube-dl gallery-dl streamlink rsync scp sftp ftp
lftp tftp ncftp cadaver smbclient ftps atftp telnet rlogin rsh nc ncat netcat nc.openbsd
nc.traditional cryptcat socat socat1 procan filan mosh mosh-client autossh dbclient sshuttle plink
pscp mail mailx s-nail sendmail mutt neomutt msmtp swaks exim exim4 mailq postqueue exim-queue
postsuper postcat postfix newaliases postmap wall write talk mesg rclone transmission-cli
transmission-remote transmission-daemon rtorrent wormhole croc magic-wormhole ffsend transfer
onionshare syncthing |users getent passwd chage useradd usermod adduser addgroup groupadd groupmod
newusers gpasswd groupmems userdel deluser groupdel delgroup chpasswd chgpasswd smbpasswd
saslpasswd2 pdbedit chsh chfn pwck grpck pwconv pwunconv grpconv grpunconv vipw vigr faillog
pam_tally2 faillock visudo login sulogin ksu sux gksu kdesu sudoedit getsubids lsgroups lid members
listusers newuidmap newgidmap getfacl setfacl lsattr chattr chflags getcap setcap getpcaps pscap
filecap netcap captest getfattr setfattr attr getenforce selinuxenabled matchpathcon getsebool
seinfo sesearch aa-enabled sestatus aa-status apparmor_status setenforce setsebool semanage
restorecon fixfiles semodule audit2allow chcat load_policy aa-enforce aa-complain aa-disable
apparmor_parser aa-genprof aa-logprof aa-teardown setfiles aa-exec runcon sandbox ausearch aureport
auditctl |utillinux getopt mcookie uuidgen uuidparse namei rename prename file-rename perl-rename
mountpoint findmnt findfs lslogins lsns lslocks lsipc lsfd lsmem lsirq lscpu ipcs ipcrm fincore
hardlink fallocate logger scriptreplay scriptlive waitpid renice uclampset coresched enosys pipesz
choom setterm readprofile isosize chmem ctrlaltdel pivot_root switch_root fsfreeze rtcwake tunelp
ldattach cytune irqtop utmpdump lastlog2 |vcs hg chg rhg sl svn svnlook svnversion svnadmin svnsync
svndumpfilter svnmucc svnserve jj fossil cvs darcs |viewers diff diff3 sdiff cmp colordiff wdiff
dwdiff diffstat delta difft difftastic patch vimdiff gvimdiff nvimdiff meld kdiff3 opendiff
bcompare p4merge tkdiff less more most pg bat batcat man info pinfo apropos whatis manpath tldr
tealdeer cheat glow mdcat pygmentize vim vi nvim gvim mvim rvim view gview rview vimtutor ex
neovide vimcat nano pico micro helix kak joe jed mcedit ne tilde zile mg lapce emacs emacsclient
emacs-nox xemacs ed red code code-insiders codium cursor windsurf subl atom zed mate bbedit gedit
kate kwrite mousepad pluma xed xdg-open gnome-open kde-open sensible-browser x-www-browser wslview
sensible-editor editor select-editor sensible-pager pager xdg-mime xdg-settings zathura evince
okular eog feh display mupdf xpdf imv vlc mpv mplayer |virtual_machines vagrant multipass lxc incus
lxd incusd virsh qemu-img VBoxManage vboxmanage machinectl |wrappers sudo doas su runuser pkexec
run0 env env.words command builtin exec time gtime timeout gtimeout nice gnice ionice nohup gnohup
stdbuf gstdbuf setsid flock script xargs gxargs parallel watch chroot unshare nsenter setpriv
taskset chrt numactl prlimit setarch linux32 linux64 i386 x86_64 i486 i586 i686 uname26 arch
busybox toybox caffeinate xvfb-run dbus-run-session fakeroot fakechroot unbuffer rlwrap catchsegv
linux-run strace ltrace dtruss perf-trace systemd-run start-stop-daemon daemonize cpulimit torify
torsocks proxychains proxychains4 expect firejail bwrap proot sg newgrp entr watchexec reflex
systemd-nspawn systemd-inhibit cgexec dbus-launch gosu su-exec setuidgid chpst softlimit tini
dumb-init s6-setuidgid pgrep-run dtach screen hyperfine devbox pee tsp capsh retry with-lock-ex
setlock run-one run-this-one keep-one-running envdir envuidgid pipexec flatpak-spawn wsl xterm
gnome-terminal konsole kitty alacritty wezterm foot terminator tilix urxvt rxvt ld.so ld-linux.so.2
ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1 pssh parallel-ssh pdsh dsh clush
direnv pipenv abduco zellij authbind trickle eatmydata faketime nocache logsave annotate-output
with-contenv winpty sandbox-exec sem gparallel tmux rtk noglob nocorrect repeat eval trap ssh
sshpass sh bash zsh dash ksh ash rbash mksh rksh pdksh yash ksh93 lksh fish csh tcsh rc es nu xonsh
elvish pwsh powershell oil osh ysh ion murex source .
"""


LINE = NAMES.replace("\n", " ")


def family_of(name: str) -> str | None:
    """
    Return the family that knows a command; None if there is none.

    It is searched in the text: to make a dictionary of it takes the hook, which asks for one
    name, a hundred times as long.
    """
    if " " in name or "|" in name:
        return None
    at = LINE.find(f" {name} ")
    if at < 0:
        return None
    family = LINE.rfind("|", 0, at) + 1
    return LINE[family : LINE.index(" ", family)]
