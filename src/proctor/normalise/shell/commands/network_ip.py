"""The `ip` and `bridge` programs, whose words may all be shortened."""

COMMANDS = r"""
ip = read @dash
  -4 -6 -0 -M -B -V -Version -a -all -h -human -human-readable -iec -s -stats -statistics -d
  -details
  -o -oneline -r -resolve -t -timestamp -ts -tshort -br -brief -j -json -p -pretty -N -Numeric
  -c? -color? -rc= -loops= -l= -f= -family= -n= -netns= -echo -force -D -I
  --human-readable --json --brief --color? --details --statistics --stats --oneline --pretty
  -b=r:unknown -batch=r:unknown ; the file holds commands of its own
  a|ad|add|addr|addre|addres|address|neigh|n|ne|nei|neig|neighbor|neighbour = read
    show|s|sh|sho|list|l|li|lis|ls|lst|get|help|h|save|showdump = read x*
    add|a|ad|change|chg|c|ch|replace|delete|del|de|d|flush|f|set|restore = privileged x*
  link|l|li|lin = read
    # `s` is short for `set` here.
    show|sh|sho|list|l|li|lis|ls|lst|help|h|xstats|afstats = read x*
    add|a|ad|change|c|ch|replace|delete|del|de|d|set|s|se|property = privileged x*
  addrlabel|maddress|maddr|mad|ma|m|ntable|ntbl|tunnel|tunl|tun|tu|tuntap|tap|l2tp|token = read
    show|sh|sho|list|l|li|lis|ls|lst|get|help|h = read x*
    add|a|ad|change|chg|c|ch|replace|delete|del|de|d|flush|f|set|s|se|prl|6rd = privileged x*
  route|r|ro|rou|rout|rule|ru|rul = read
    show|s|sh|sho|list|l|li|lis|ls|lst|get|g|ge|help|h|save = read x*
    add|a|ad|append|change|c|replace|delete|del|de|d|flush|f|restore|test|prepend = privileged x*
  nexthop = read
    show|sh|sho|list|lis|ls|lst|get|help|h = read x*
    add|change|replace|delete|del|d|flush|set|a = privileged x*
    bucket = read
      show|list|lst|get = read x*
  tcpmetrics|tcp_metrics|mroute|mr|mrule|netconf|stats|macsec|fou|ila = read
    show|sh|sho|list|lis|ls|lst|get|help|h = read x*
    add|change|replace|delete|del|d|flush|set|a = privileged x*
  sr|ioam = read
    hmac|tunsrc|namespace|schema = privileged
      show|list = read x*
      set|add|del|delete = privileged x*
  mptcp = read
    endpoint|limits = read
      show|list|ls = read x*
      add|delete|del|flush|change|set = privileged x*
    monitor|help = read
  monitor|mon|mo = read x*
  netns = read
    list|ls|l|list-id|identify|pids|monitor|help = read x*
    exec|e|ex|exe = privileged x run* ; it runs a command in another network
    add|a|delete|del|d|set|attach = privileged x*
  vrf = read
    show|list|ls|identify|pids|help = read x*
    exec = privileged x run* ; it runs a command in another network
  xfrm|x|xf = read
    help = read
    policy = read
      show|list|ls|get|count|help = read x*
      add|update|delete|del|deleteall|flush|set|setdefault = privileged x*
    state = secret x* ; it shows keys of connections
      count = read
      add|update|delete|del|deleteall|flush|allocspi|set = privileged x*
    monitor = secret x*
  help = read x*
bridge = read @dash
  -V -s -stats -statistics -d -details -o -oneline -t -timestamp -ts -j -json -p -pretty -c -color
  -compressvlans -compress -n= -net= -netns= -force -N -Numeric -iec
  -b=r:unknown -batch=r:unknown ; the file holds commands of its own
  link|l|fdb|f|mdb|m|vlan|v|vni|mst = read
    show|s|sh|list|ls|l|lst|get|tunnelshow|help = read x*
    add|append|change|del|delete|replace|flush|set|global|config = privileged x*
  monitor|mon = read x*
rtmon = write x*
  -4 -6
nstat|ifstat|rtacct = read x*
  -aehjknprsvzAV --ignore --zeros --reset --json --pretty --noupdate --errors --interval= -t=
  -d=:code --scan=:code ; it stays and works in the background
lnstat|rtstat|ctstat = read x*
  -acdehijknprstvwzAVTZ -f= --ignore --zeros --reset --json --pretty --noupdate --errors
  --interval= --dump --keys= --count= --subject=
devlink|rdma|tipc|dcb|vdpa|genl = privileged x*
  -jpsvdn
  dev|port|link|resource|health|region|trap|sb|monitor|system = privileged x*
    show|list = read x*
"""
