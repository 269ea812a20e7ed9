"""Virtual machines and system containers: vagrant, lxc, virsh and their kind."""

COMMANDS = r"""
vagrant = code x* @nohelp ; the Vagrantfile is a program
  -h -v:=read --version:=read --machine-readable --color --no-color --debug --timestamp
  ssh = code x* @hides ; it runs on another machine
    -c=sh --command=sh -p --plain -t --tty
  up|provision|reload|resume|rsync|rsync-auto|push|share|winrm|powershell = code+network+write x*
    --provision --no-provision --provider= --provision-with= --parallel --no-parallel -c= --force -f
  destroy|halt|suspend|package|snapshot|init|box|plugin|cloud|login = write+code+network x*
    -fg --force --graceful --parallel --no-parallel --output= --base= --name= --provider=
multipass = write x*
  -h:=read -v --verbose
  version|help|list|ls|info|networks|find|aliases|get = read x*
    --format= --all --snapshots --show-unsupported --only-images --only-blueprints --keys --raw
  exec = code x run* ; it runs in a machine that may see this machine's files
    -n --working-directory= -d= --no-map-working-directory
  shell|sh|launch|start|restart|mount|transfer|copy-files|set|alias|clone = code+network x*
  delete = write x*
    -ap --all --purge
  purge = destroy-outside ; it deletes machines for good
lxc|incus = write x* @exact
  --debug --force-local --project= -q --quiet --sub-commands -v --verbose -h:=read
  help|version = read x*
  list|ls = read x*
    -c= -f= --all-projects --columns= --fast --format=
  info = read x
    --resources --show-log --target=
  image|storage|network|profile|config|project|cluster|remote|operation|warning|alias = write x*
    list|ls|info|show|get|get-default|get-current = read x*
      -f= -c= --format= --columns= --all-projects --vm --target= --expanded -e --show-log
    volume|device|trust|metadata|template|acl|forward|zone|bucket|member|role = write x*
      list|ls|info|show|get = read x*
        -f= -c= --format= --columns= --all-projects --target= --expanded
    edit = write+code x*
    add|set|import|copy|create|delete|remove|unset|rename|export|refresh = write+network x* @loose
  file = write x*
    pull = write x* w
      -pr --create-dirs --recursive
    push = write r* x
      -pr --create-dirs --recursive --gid= --uid= --mode=
  exec = code x run* ; it runs in a container that may have all rights here
    -nT --cwd= --env= --mode= --user= --group= -t --force-interactive --force-noninteractive
    --disable-stdin
  launch|init|create|start|restart|console|shell = code+network x* @loose ; it starts containers
  delete|rm|stop|pause|copy|move|rename|snapshot|restore|publish|export|import = write x* @loose
lxd|incusd = privileged x* ; it sets up the system's own service
virsh = write+privileged x* ; it changes virtual machines
  -q -r --quiet --readonly --timing -t -d= --debug= -e= --escape= -l=w --log=w
  -k= -K= --keepalive-interval= --keepalive-count= --no-pkttyagent
  -c=url --connect=url ; it talks to another service
  help|version|uri|hostname|nodeinfo|nodecpumap|nodecpustats|nodememstats|freecell = read x*
    --daemon --all --percent --cpu= --pretty --host
  capabilities|domcapabilities|sysinfo|maxvcpus|cpu-models|cpu-stats|domblkerror = read x*
    --domain= --type=
  domcontrol|domdisplay = read x*
    --domain= --type= --all --include-password:secret ; it shows a password
  list = read x*
    --all --name --uuid --id --title --inactive --active --persistent --transient --autostart
    --no-autostart --state-running --state-paused --state-shutoff --state-other --table
    --with-snapshot --without-snapshot --managed-save --without-managed-save --with-checkpoint
  domstats|domblkstat|domifstat|dommemstat|dominfo|domstate|domid|domname|domuuid = read x*
    --domain= --raw --state --cpu-total --balloon --vcpu --interface --block --perf --iothread
    --memory
    --nowait --reason --human --list-active --list-inactive --list-running --enforce --backing
  domblklist|domblkinfo|domiflist|domifaddr = read x*
    --domain= --device= --human --details --inactive --all --source= --full
    --interface=
  domtime|domfsinfo|domhostname|domjobinfo|guestinfo|vcpuinfo|vcpucount|schedinfo|desc = read x
    --domain= --pretty --completed --anystats --maximum --active --live --config --current --guest
  snapshot-list|dumpxml|net-dumpxml|pool-dumpxml|vol-dumpxml|snapshot-dumpxml = read x*
    --tree --parent --roots --leaves --name --table --inactive --update-cpu --migratable --xpath=
    --wrap --pool= --domain= --network=
    --security-info:secret ; it shows passwords
  net-list|pool-list|vol-list|iface-list|nodedev-list|nwfilter-list|secret-list = read x*
    --all --inactive --persistent --transient --autostart --name --uuid --details --type= --pool=
    --table --tree --cap= --title --metadata --parent --roots --leaves --domain= --children --from=
  net-info|net-uuid|net-name|net-dhcp-leases|pool-info|pool-name|pool-uuid|vol-info = read x*
    --pool= --network= --mac= --bytes --physical
  vol-path|vol-key|vol-name|vol-pool|iface-mac|iface-name|nodedev-info|snapshot-info = read x*
    --pool= --domain= --current
  secret-get-value = secret x* ; it shows a secret
qemu-img = write
  -h:=read -T=:write --trace=:write ; it can write what it traces
  info = read r
    *:* = network x* ; it may be on another machine
    -U -f= --force-share --backing-chain --output= --limits --cache= -t= --object= --image-opts
  check = read r
    *:* = network x* ; it may be on another machine
    -qU -f= -T= --quiet --force-share --output= --image-opts --object=
    -r=:write --repair=:write
  compare = read r r
    *:* = network x* ; it may be on another machine
    -pqsU -f= -F= -T= --image-opts --object= --force-share
  map|measure = read r
    *:* = network x* ; it may be on another machine
    -U -f= -O= -l= -o= -s= --output= --size= --image-opts --object= --force-share --start-offset=
    --max-length=
  create|convert|commit|rebase|resize|snapshot|amend|bitmap|bench|dd = write x*
    -f= -O= -b= -F= -o= -s= -q -p -c -a= -d= -l -n -m= -W -S= -u
VBoxManage|vboxmanage = write+privileged x* @first ; it changes virtual machines
  -q --nologo
  list|showvminfo|showmediuminfo|showhdinfo|getextradata = read x*
    -ls --long --sorted --details --machinereadable --log= --platform-arch=
  guestproperty|metrics|bandwidthctl|natnetwork|dhcpserver = write+privileged x*
    get|enumerate|list|query = read x*
      --patterns= --no-timestamp --no-flags --relative
  guestcontrol|startvm = code+privileged x* @first
machinectl = write+privileged x* ; it changes containers and machines
  -alq -H=url -M= -p= -n= -o= --all --full --no-pager --no-legend --no-ask-password -h:=read
  --host=url --machine= --property= --value --lines= --output= --max-addresses=
  list|list-images|list-transfers|status|show|image-status|show-image = read x*
  shell = privileged x run* @first ; it runs in a machine as another user
    --uid= -E= --setenv=
  login = privileged+code x ; it opens a shell
"""
