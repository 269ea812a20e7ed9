"""Servers and what keeps them running: nginx, apachectl, caddy, pm2, prometheus and others."""

# A server's configuration can load modules, so a file of one's own (`-c`) is `code`.
COMMANDS = r"""
nginx|openresty|tengine = code+privileged ; it starts a web server
  -q -e=w:write -c=code -p=code -g=lang
  -tTvVh:=read
  -s=:write
apachectl|apache2ctl|httpd|apache2 = privileged+code x* ; it starts or stops a web server
  -e= -E=w -d=code -f=code -c=code -C=code -D= -k=:write+privileged -X -n=
  -tvVlLMSh:=read
  configtest|status|fullstatus = read
  start|stop|restart|graceful|graceful-stop = privileged+write x*
    -tvVlLMSh
  help = read
caddy = code+network x* @exact ; it starts a web server
  -h:=read
  version|help|list-modules|build-info|completion = read x*
    --packages --versions --skip-standard -s
  validate = code ; it loads what the file names
    -c=code -a= --config=code --adapter= --envfile=r
  adapt = read
    -c=conf -a= -p --config=conf --adapter= --pretty --validate:code --envfile=r
  fmt = read r
    -c=conf -d --config=conf --diff
    -w:write --overwrite:write ; it rewrites the file
  environ = secret ; it shows the values of all variables
  hash-password = write
    -p= -a= --plaintext= --algorithm=
traefik = code+network x* @exact ; it starts a web server
  version = read
  healthcheck = read
haproxy = code+privileged x* @first ; its settings can load programs
  -vh:=read
varnishd|squid|lighttpd|envoy = code+privileged x* @first ; it starts a server
pm2 = code x* @exact ; it runs programs in the background
  -h -v -s -m
  list|ls|l|ps|status|show|describe|info|desc = read x*
    -ms --sort= --mini-list --silent --no-color
  logs|log = read x*
    -s --lines= --raw --err --out --nostream --timestamp? --json --format --highlight= --no-color
  ping|version|report|slist|sysinfos = read
  jlist|prettylist|env = secret x ; it shows the variables of programs
  stop|delete|del|kill|save|dump|flush|reset|scale|unstartup|reloadLogs|set|unset = write x* @loose
circusctl = write x*
  -h:=read --json --endpoint=url --timeout= --ssh=url --ssh_keyfile=r
  status|list|numprocesses|numwatchers|options|get|globaloptions|dstats|stats|help = read x*
circusd|circus = code x*
honcho|goreman|hivemind = code x* ; it starts the programs of a Procfile
  -h:=read
  check|version|help = read
    -f=r --procfile=r -d=dir --root=dir
overmind = code x* @exact ; it starts the programs of a Procfile
  -h:=read -v
  status|ps|help|version = read
    -s=n --socket=n
prometheus|alertmanager|node_exporter|pushgateway = code+network @exact @loose ; it starts a server
  -h:=read --help-long:=read --help-man:=read
promtool = read @exact
  -h:=read --experimental --enable-feature=
  check = read
    service-discovery|sd = network r* ; it asks the services that the file names
      --timeout=
    config|rules|web-config = read r*
      --syntax-only --lint= --lint-fatal --agent --timeout= --query.lookback-delta=
      --ignore-unknown-fields
    metrics = read
      --extended --lint=
    healthy|ready = network
      --url=url --http.config.file=r
  test = read
    rules = read r*
      --run= --diff --debug --ignore-unknown-fields --junit=w
  tsdb = write x*
    list|analyze = read r x
      -r --human-readable --limit= --extended --match=
    dump|dump-openmetrics = read r
      --min-time= --max-time= --match= --sandbox-dir-root=w
  query = network x*
    -o= --format= --header= --start= --end= --step= --time= --match= --http.config.file=r
  debug|push = network+write x* @loose
  promql = read
    format = read x
amtool = write+network x* @exact
  -h:=read
  check-config = read r*
  template = read
    render = read r*
grafana-cli = write+network x* @exact
  -h:=read --homepath=n --config=conf --pluginsDir=n --repo=url --pluginUrl=url --insecure
  plugins = write+network+code x*
    ls|list-remote|list-versions = read x*
  admin = privileged+write x* @loose ; it changes the passwords of a server
logstash = code+network @loose ; its settings can run programs
  -f=code -e=lang -w= -b= -r -t -h:=read
logstash-plugin|elasticsearch-plugin|kibana-plugin|opensearch-plugin = write+network+code x*
  -h:=read
  list = read x*
    -v --verbose --installed --group=
filebeat|metricbeat|heartbeat|packetbeat|auditbeat|winlogbeat = code+network x* @exact
  -h:=read
  version|help = read x*
  keystore = write x*
    list = read
elasticsearch-keystore = write x*
  -sv -h:=read
  list|has-passwd = read
  show = secret x ; it shows a secret
    -o=w --output=w
elasticsearch-reset-password = secret+privileged x* ; it makes a password
elasticsearch-setup-passwords = secret+privileged x* ; it makes passwords
elasticsearch|kibana|opensearch = code x* ; it starts a server
elasticsearch-certutil|elasticsearch-service-tokens = secret+write x* ; it makes keys
elasticsearch-users = privileged+write x* ; it changes who may log in
elasticsearch-node|elasticsearch-shard|elasticsearch-create-enrollment-token = secret+privileged x*
"""
