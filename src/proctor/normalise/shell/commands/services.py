"""Services, logs, timers and the state of the system."""

COMMANDS = r"""
systemctl = read
  -afhilqrv -t= -p= -P= -n= -o= -s= -M= -T --type= --state= --property= --value --all --full
  --lines=
  --output= --no-pager --no-legend --legend= --recursive --reverse --after --before --quiet --failed
  --user --system --global --plain --show-types --job-mode= --wait --no-block --no-wall --now
  --runtime --root=n --force --dry-run --timestamp= --with-dependencies --machine= --signal=
  --kill-who= --kill-whom= --no-reload --no-ask-password --what= --mkdir --read-only --marked
  --preset-mode= --message= --check-inhibitors= --firmware-setup --image= --fail --when=
  --boot-loader-menu= --boot-loader-entry= --show-transaction --no-warn --drop-in= --verbose
  -H=url --host=url
  status|show|cat|help|is-active|is-enabled|is-failed|is-system-running|get-default|whoami = read x*
  list-units|list-unit-files|list-timers|list-sockets|list-jobs|list-dependencies = read x*
  list-machines|list-automounts|list-paths|list-boots = read x*
  show-environment = secret ; it shows the variables of services, tokens among them
  edit = privileged+code x* ; it opens an editor on a service
    --stdin
  start|stop|restart|reload|try-restart|reload-or-restart = privileged+write x*
  try-reload-or-restart = privileged+write x*
  kill|clean|freeze|thaw|isolate|set-property|bind|mount-image = privileged+write x*
  service-log-level = privileged+write x*
  enable|disable|reenable|preset|preset-all|mask|unmask|link|revert|add-wants = privileged+write x*
  add-requires|set-default|reset-failed|daemon-reload|daemon-reexec|cancel = privileged+write x*
  set-environment|unset-environment|import-environment|log-level|log-target = privileged+write x*
  poweroff|reboot|halt|suspend|hibernate|sleep|hybrid-sleep = privileged x* ; it stops the machine
  rescue|emergency|default = privileged x* ; it stops the machine
  suspend-then-hibernate|kexec|soft-reboot|exit|switch-root = privileged x* ; it stops the machine
journalctl = read x*
  -0123456789 -aefhkKlmNqrxHW -b? -c= -D=n -F= -g= -i=r -n? -o= -p= -S= -t= -T= -u= -U= -M= -I
  --all --boot? --case-sensitive? --catalog --cursor= --after-cursor= --directory=n
  --disk-usage --dmesg --field= --fields --file=r --follow --full --no-full --grep= --header
  --identifier= --exclude-identifier= --invocation= --lines? --list-boots --list-catalog
  --dump-catalog --list-invocations --list-namespaces --local --machine= --merge --namespace=
  --no-hostname --no-pager --no-tail --output= --output-fields= --pager-end --priority= --facility=
  --quiet --reverse --root=n --show-cursor --since= --system --this-boot --truncate-newline --unit=
  --until= --user --user-unit= --utc --verify --verify-key= --image=r --interval=
  --synchronize-on-exit=
  --cursor-file=w
  --rotate:write --flush:write --sync:write --relinquish-var:write ; it changes the system's log
  --smart-relinquish-var:write --update-catalog:write --setup-keys:write ; it changes the log
  --vacuum-size=:write --vacuum-time=:write --vacuum-files=:write ; it deletes from the system's log
loginctl = read
  -al -P= -p= -n= -o= -M= -s= -j --all --full --lines= --output= --property= --value --no-pager
  --no-legend --machine= --json= --kill-whom= --signal= --no-ask-password
  -H=url --host=url
  list-sessions|list-users|list-seats|session-status|user-status|seat-status = read x*
  show-session|show-user|show-seat = read x*
  * = privileged+write x* ; it changes who is logged in
timedatectl = read
  -a -M= -p= --all --property= --value --monitor --no-pager --no-ask-password --machine=
  --adjust-system-clock
  -H=url --host=url
  status|show|list-timezones|timesync-status|show-timesync = read x*
  * = privileged x* ; it sets the clock
hostnamectl = read
  -M= -j --json= --static --transient --pretty --no-ask-password --machine=
  -H=url --host=url
  status|show = read
  hostname|chassis|deployment|location|icon-name = read x:privileged ; it renames the machine
  * = privileged x* ; it renames the machine
localectl = read
  -l -M= --no-pager --full --no-convert --no-ask-password
  -H=url --host=url
  status|list-locales|list-keymaps|list-x11-keymap-* = read x*
  * = privileged x* ; it changes the language of the system
resolvectl|systemd-resolve = read
  -46 -i= -p= -t= -c= --interface= --protocol= --type= --class= --no-pager --legend= --cache=
  --json= --raw? --service-address= --synthesize= --network= --validate=
  --status --statistics
  status|statistics|show-cache|show-server-state = read x*
  query|service|openpgp|tlsa|monitor = network x* ; it asks a name server
  dns|domain|default-route|llmnr|mdns|dnsovertls|dnssec|nta|log-level = read x*:privileged
  flush-caches|reset-statistics|reset-server-features|revert = privileged+write x*
networkctl = read
  -als -n= --all --stats --lines= --full --no-pager --no-legend --json=
  list|status|lldp|label|cat = read x*
  * = privileged+write x* ; it changes the network
systemd-analyze = read
  -q -M= --user --system --global --order --require --from-pattern= --to-pattern= --fuzz= --man?
  --no-pager --iterations= --base-time= --threshold= --json= --offline= --root=n --image=r
  --profile= --table --quiet --scale-svg= --detailed --unit= --no-legend --tldr --recursive-errors=
  -H=url --host=url --generators:code
  time|blame|critical-chain|dot|calendar|timestamp|timespan|unit-paths|unit-files = read x*
  dump|plot|security|syscall-filter|filesystems|capability|exit-status = read x*
  cat-config = read r*
  image-policy = read x*
  condition|inspect-elf|compare-versions|fdstore|pcrs|srk|architectures|verify|has-tpm2 = read x*
  log-level|log-target|service-watchdogs|set-log-level = read x*:privileged
systemd-cgls|systemd-cgtop|systemd-delta|systemd-detect-virt|systemd-path|systemd-escape = read x*
  -abckilpmrtvxq -M= -u? -n= -d= --all --full --no-pager --unit? --user-unit? --machine=
  --container --vm --chroot --private-users --quiet --list --path --suffix= --template= --mangle
  --unescape --instance --diff? --type= --batch --iterations= --depth= --order= --raw --cpu? --cvm
systemd-id128 = read x*
  -puP --pretty --app-specific= --uuid --value
systemd-tmpfiles|systemd-sysusers|systemd-sysctl|systemd-modules-load = privileged+write x*
  --cat-config:=read --tldr:=read --create:write --clean:write --remove:write --boot --user
  --prefix= --exclude-prefix= --no-pager --purge:write
systemd-hwdb = privileged+write x*
  --cat-config:=read --tldr:=read --create:write --clean:write --remove:write --boot --user
  --prefix= --exclude-prefix= --no-pager --purge:write
systemd-creds|systemd-ask-password = secret+privileged x* ; it handles secrets of the system
systemd-cryptenroll = secret+privileged x* ; it handles secrets of the system
systemd-cat = privileged+code x* @first @hides ; it runs a command
systemd-mount|systemd-umount|systemd-notify = privileged+code x*
systemd-machine-id-setup|systemd-firstboot|systemd-repart|systemd-dissect = privileged+code x*
systemd-sysext|systemd-confext = privileged+code x*
coredumpctl = read
  -1qrA -F= -n= -S= -U= -D=n --no-pager --no-legend --json= --field= --since= --until= --reverse
  --quiet --all --directory=n --file=r
  list|info = read x*
  dump = secret x* ; it shows the memory of a program
    -o=w --output=w
  debug|gdb = code x* ; it starts a debugger
busctl = read
  -lq --user --system --list --acquired --activatable --unique --match= --no-pager --no-legend
  --show-machine --json= -j --verbose --expect-reply= --timeout= --size= --xml-interface
  -H=url --host=url --machine= -M=
  --address=code ; the address may be a program
  list|status|tree|introspect|get-property|monitor|capture|help = read x*
  * = code+privileged x* ; it calls other programs
dbus-monitor = read x*
  --system --session --profile --monitor --pcap --binary
  --address=code ; the address may be a program
dbus-send|gdbus|qdbus|qdbus6 = code x* ; it calls other programs
# The services of other systems.
service = privileged+code x* ; it starts or stops a service
  --status-all:=read
  --full-restart
  */* = privileged+code x* ; it runs a program of its own
  * = privileged+code x* ; it starts or stops a service
    status = read
rc-service = privileged+code x* ; it starts or stops a service
  -lCq --list:=read --exists= --resolve= -e= -r=
  */* = privileged+code x* ; it runs a program of its own
  * = privileged+code x* ; it starts or stops a service
    status|describe = read
rc-status = read x*
  -acflmrsuCq --all --crashed --list --manual --runlevel --servicelist --unused
rc-update|chkconfig|update-rc.d|insserv = privileged+write x* ; it changes which services start
  --list:=read
  show = read x*
    -v
ntsysv|openrc = privileged+write x* ; it changes which services start
  --list:=read
  show = read x*
    -v
initctl = privileged+write x* ; it starts or stops a service
  list|status|version|show-config|check-config = read x*
sv = privileged+write x* ; it starts or stops a service
  -v -w=
  status|check = read x*
s6-svstat|svstat|svok = read x*
supervisorctl = privileged+write x* ; it starts or stops a service
  -c=code -s=url -u= -p=:secret -i:code
  status|avail|pid|version|help|tail|maintail = read x*
    -f
monit = privileged+write x*
  status|summary|report = read x*
# Jobs for later.
crontab = privileged+code x* ; it plans commands that run later
  -u=:privileged -s -x= -n=
  -lV:=read
  -e:code -r:write -i ; it changes the planned commands
at|batch = code x* ; it plans commands that run later
  -mMvb -q= -f=code -t=
  -l:=read
  -c:=secret ; it shows all variables that the job was given, tokens among them
  -d:write -r:write
atq = read x*
  -Vv -q= -o=
atrm = write x* ; it takes planned commands away
anacron|fcrontab = code x* ; it runs planned commands
cronnext = read x*
  -acdfls -i= -e= -t=
# The machine itself.
shutdown|reboot|halt|poweroff|init|telinit|pm-suspend = privileged x* ; it stops the machine
  -0123456789acfhHkKpPrtnwWd --halt --poweroff --reboot --force --no-wall --wtmp-only --show
pm-hibernate|kexec = privileged x* ; it stops the machine
  -0123456789acfhHkKpPrtnwWd --halt --poweroff --reboot --force --no-wall --wtmp-only --show
runlevel = read
update-alternatives|alternatives = privileged+write x* ; it changes which program a name means
  --verbose --quiet --altdir=n --admindir=n --log=w --force --skip-auto
  --list:=read --query:=read --display:=read --get-selections:=read
  --install:write --set:write --config:write --auto:write --remove:write --remove-all:write
  --all:write --set-selections:write --slave:write
ldconfig = privileged+write x* ; it changes which libraries are found
  -nNvXlqi -C=r -f=r -r=n -c= --verbose --ignore-aux-cache --format=
  -p:=read --print-cache:=read
ldd = code r* ; it may run the program that it looks at
  -druv --data-relocs --function-relocs --unused --verbose
lsb_release = read
  -acdhirsv --all --codename --description --id --release --short
virt-what = read
needrestart = privileged+write
  -bpklvqw -r=
tuned-adm = privileged+write x*
  active|list|recommend|verify|profile_info = read x*
"""
