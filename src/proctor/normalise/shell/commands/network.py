"""Programs that look at the network, ask other machines, or set the network up."""

COMMANDS = r"""
# Questions that go to other machines: a name can carry data out.
dig|drill|kdig|doggo|dog = network x* ; it asks name servers
  -46hmruv -b= -c= -f=r -k=r -p= -q= -t= -x= -y= -i -D -S -T -V= -I=
host|resolveip|delv|rdisc = network x* ; it asks name servers
  -46aCdhilnrsTUvVw -c= -m= -N= -p= -R= -t= -W=
nslookup = network x* @dash ; it asks name servers
  -type= -query= -debug -timeout= -port= -class= -retry= -nodebug -recurse -norecurse -vc
whois|rwhois|jwhois|finger = network x* ; it asks a host
  -AaBbFGgIiKLlMmQqRrSTtVvWx -c= -h=url -p= -s= --host=url --port= --verbose --no-recursion
ping|ping6|fping|hping3|arping|gping|nping|tcping|prettyping = network x* ; it sends to a host
  -046aACdDfHLnNoqQrRUvVb3 -c= -F= -g= -G= -h= -i= -I= -k= -l= -m= -M= -p= -P= -s= -S= -t= -T= -w=
  -W=
  -z= -e=
traceroute|traceroute6|tracepath|tracepath6|mtr|lft|trip = network x* ; it sends to a host
  -46aAbBdDeEhIkKLMnNoOPqrRSTtUuvVx -c= -C= -f= -F=r -g= -i= -l= -m= -p= -s= -w= -z= --report
  --report-wide --no-dns --tcp --udp --json --raw --csv --xml --report-cycles= --show-ips
  --interval=
nmap|masscan|zmap|rustscan|nikto|naabu|arp-scan|netdiscover = network x* @dash ; it probes hosts
  -A -n -O -F -R -r -v -vv -d -p= -sn -sS -sT -sU -sV -sC -sP -sL -Pn -T0 -T1 -T2 -T3 -T4 -T5 -e=
  -S=
  -oN=w -iL=r -oX=w -oG=w -oA=w --script=code --script-args= --top-ports= --open --iflist --reason
  --exclude= --excludefile=r -p-
wg = privileged x*
  # Two words behind it can ask for the private key.
  show = read x
  showconf = secret x* ; it prints a private key
  genkey|genpsk = secret ; it prints a new key
  pubkey = read
wg-quick|openvpn|openconnect|vpnc|ipsec|strongswan|pppd|nordvpn|mullvad|expressvpn = privileged x*
  --version:=read
tailscale = write+network x* @exact
  status|version|ip|netcheck|whois|licenses|help = read x*
    --json --self --peers --active --web:network --format= --verbose -46 --daemon --upstream
    --browser:code
  ping = network x*
  ssh = network+code x*
  funnel|serve = network+code x* ; it offers files or a port to others
    status = read
      --json
  up|down|login|logout|set|switch|cert|file|lock|update|configure|drive|web = write+network x*
cloudflared|ngrok|localtunnel|frpc|frps|chisel|zrok|pagekite = network+code x* ; it opens a way in
  version = read
gobuster|ffuf|sqlmap|hydra|wfuzz|dirb|feroxbuster|john|hashcat|responder = network+code x*
# What is only looked at here
netstat = read x*
  -46aAbBcCdeEfFgGhiIklLmMnNopPqQrRsStTuUvVwWxXZ --all --numeric --numeric-hosts --numeric-ports
  --numeric-users --listening --programs --route --interfaces? --groups --masquerade --statistics
  --tcp --udp --raw --unix --verbose --wide --extend --continuous --timers --symbolic --fib --cache
  --inet --inet6 --protocol= --ip --tcpip --ax25 --x25 --ipx --netrom --bluetooth --sctp --udplite
ss = read x*
  -0146abBdeEhHiIlmMnoOpQrsStTuvVwWxzZ -f= -A= -N= -L --family= --query= --socket= --net=
  --no-header
  --oneline --numeric --resolve --all --listening --options --extended --memory --processes
  --threads --info --summary --tipcinfo --events --context --contexts --bpf --ipv4 --ipv6 --packet
  --tcp --mptcp --sctp --udp --dccp --raw --unix --tipc --vsock --xdp --tos --cgroup --inet-sockopt
  --no-queues --bpf-maps --bpf-map-id=
  -D=w --diag=w -F=r --filter=r
  -K:privileged --kill:privileged ; it closes connections of others
nethogs|iftop|bmon|nload|speedtest|speedtest-cli|iperf|iperf3|netperf|bandwhich = network x*
ifconfig = read x x*:privileged
  -aCdlLmrsuvX --all -f=
ifup|ifdown|dhclient|dhcpcd|udhcpc|ifquery|ifrename|ifenslave|vconfig|tunctl|netplan = privileged x*
  --version:=read
  get = secret x* ; it shows the passwords of networks
  status = read x*
route = read x*:privileged
  -n46eCFvNqdt -A=
  get|show|print|list = read x* @dash
    -inet -inet6 -host -net -ifscope= -n -v
  add|del|delete|change|flush|replace|monitor = privileged x* @dash
    -net= -host= -n -interface= -inet -inet6 -v
arp = read x*
  -aAenvNlx -i= -H= -t= --all --numeric --verbose --device= --use-device --hw-type= --symbolic
  -d:privileged --delete:privileged -s:privileged --set:privileged -S:privileged
  -f=r:privileged --file=r:privileged ; it changes the table of addresses
ndp = read x*
  -ant -p -r -I= -i= -c:privileged -d:privileged -s:privileged -f=r:privileged -P:privileged
  -R:privileged -H:privileged
iwconfig = read x x*:privileged
iwlist|iwgetid|ipcalc|sipcalc = read x*
  -asnrbpmcho46 --raw --ap --freq --mode --protocol --scheme --channel --json --network --netmask
  --broadcast --prefix --minaddr --maxaddr --hostname:network --split
iw = privileged x*
  list|features|commands|help = read x*
  dev = read
    * = privileged x*
      info|link|survey = read x*
      scan|station = privileged x*
        dump|get = read x*
  event = read x*
    -trf
  reg = privileged x*
    get = read
  phy = read x x*:privileged
nmcli = read @exact
  -ahpotv -c= -e= -f= -g= -m= -w= --terse --pretty --colors= --fields= --mode= --escape=
  --ask
  -s:secret --show-secrets:secret --get-values= --wait= --overview --complete-args
  g|gen|general|r|radio|n|net|networking = read
    s|st|status|permissions|hostname|wifi|wwan|all|connectivity = read x:privileged
      check = read
    on|off|logging|reload = privileged x*
  c|con|connection|conn = read
    --active --order=
    s|sh|show|list|monitor = read x*
    up|down|add|modify|clone|edit|delete|reload|load|import|export|m|mod|del = privileged x*
      --id= --file=r
  d|dev|device = read
    s|st|status|show|monitor|list|lldp = read x*
    w|wifi = read
      list = read x*
        --rescan=
      connect|hotspot|rescan|show-password = write+privileged x*
    set|connect|disconnect|reapply|modify|delete|up|down|checkpoint = write+privileged x*
  m|monitor = read x*
  a|agent = code x*
ethtool = read x x*:privileged
  -acgklnuPTxiSdehm --show-pause --show-coalesce --show-ring --driver
  --show-features
  --show-offload --statistics --show-channels --show-rxfh-indir --show-time-stamping
  --show-priv-flags
  --module-info --show-eee --show-fec --json --debug= --include-statistics --show-permaddr
  -A:privileged -C:privileged -G:privileged -K:privileged -L:privileged -N:privileged -U:privileged
  -p:privileged -t:privileged -r:privileged -s:privileged -E:privileged -f:privileged -X:privileged
  -w:privileged -Q:privileged --change:privileged --set-priv-flags:privileged --flash=:privileged
  --reset:privileged --offload:privileged --features:privileged --identify:privileged
brctl = privileged x*
  show|showmacs|showstp = read x*
tc = privileged x*
  -sdrpjiogDNt -b=r:unknown -n=
  qdisc|class|filter|action|chain|monitor|q = read
    show|list|ls|get = read x*
    add|del|delete|change|replace|flush|link = privileged x*
nft = privileged x*
  -aejnNSsyptuTv -I=r -D= -c:=read -i:code -f=r --file=r --handle --stateless --numeric
  --json --check:=read --optimize
  list = privileged x*
    # More words could hold a second command behind a semicolon.
    ruleset|tables|chains|sets|maps|counters|quotas|limits|flowtables|meters = read
      ip|ip6|inet|arp|bridge|netdev = read
iptables|ip6tables|iptables-nft|iptables-legacy|ip6tables-nft|ebtables|arptables = privileged x*
  -L?:=read --list?:=read -S?:=read --list-rules?:=read -C?:=read --check?:=read -V:=read
  -46nvxw -t= -m= -p= -s= -d= -i= -o= --table= --line-numbers --numeric --verbose --exact --wait?
  -W=
  -A=:privileged -D=:privileged -I=:privileged -R=:privileged -F:privileged -Z:privileged
  -N=:privileged -X:privileged -P=:privileged -E=:privileged -j=:privileged -g=:privileged
  --append=:privileged --delete=:privileged --insert=:privileged --flush:privileged
  --policy=:privileged --zero:privileged --new-chain=:privileged --delete-chain:privileged
iptables-save|ip6tables-save|ebtables-save|arptables-save|iptables-nft-save|iptables-xml = read x*
  -c -t= --counters --table= -V -M=code --modprobe=code -f=w --file=w
iptables-restore|ip6tables-restore|iptables-apply|ebtables-restore = privileged x*
ufw = privileged x*
  --dry-run:=read
  status|version|show = read x*
  app = privileged x*
    list|info = read x*
firewall-cmd = privileged x*
  --state:=read --list-all:=read --list-all-zones:=read --list-ports:=read --list-services:=read
  --list-interfaces:=read --list-sources:=read --list-rich-rules:=read --list-protocols:=read
  --list-forward-ports:=read --list-icmp-blocks:=read --get-zones:=read --get-active-zones:=read
  --get-default-zone:=read --get-services:=read --get-icmptypes:=read --get-log-denied:=read
  --get-zone-of-interface=:=read --info-zone=:=read --info-service=:=read --query-service=:=read
  --query-port=:=read --query-masquerade:=read --query-panic:=read --direct --get-all-rules:=read
  --get-policies:=read --list-all-policies:=read --check-config:=read
  --zone= --permanent -q -v --quiet --policy= --service= --name-only
  --add-service=:privileged --add-port=:privileged --remove-service=:privileged --reload:privileged
  --remove-port=:privileged --set-default-zone=:privileged --complete-reload:privileged
tcpdump = privileged x* ; it listens to the network
  -r=r:=read -D:=read --list-interfaces:=read
  -aAbdefhHIJKlLnNOpqRStuUvxX# -B= -c= -C= -E= -F=r -G= -i= -j= -M= -Q= -s= -T= -V=r -W= -y=
  --count --number --print --absolute-tcp-sequence-numbers --immediate-mode --micro --nano
  -w=w:write -z=code -Z=
ngrep|tcpflow|dumpcap|ettercap|snort|suricata|bettercap = privileged x* ; it listens to the network
tshark = privileged x* ; it listens to the network
  -r=r:=read -D:=read -G?:=read -v:=read
  -nxVqlpP2SQhI -c= -a= -d= -e= -E= -f= -i= -j= -J= -K=r -N= -O= -R= -s= -t= -T= -u= -Y= -z=
  -y= --color --no-duplicate-keys -o=:unknown
  -w=w:write -b= -C= -H=r -X=code --export-objects=w:write
wireshark = code r* ; it opens a window
editcap|mergecap|text2pcap = write r* w
capinfos|captype|tcpstat|tcptrace = read r*
  -aAbBcCdDeEFhHikKlLmMnNoPqQrRsStTuxyzI
vnstat = read x*
  -dhlmstwyq -i= --json? --xml? --oneline --iface=
resolvconf|dnsmasq|unbound|named|hostapd|wpa_supplicant|rfkill-set|iwd = privileged x*
wpa_cli = privileged x*
  -i= -p= -g=
  status|list_networks|scan_results|interface|ping|help = read x*
avahi-browse|dns-sd|avahi-resolve = network x*
  -artpk
"""
