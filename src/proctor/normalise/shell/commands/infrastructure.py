"""pulumi, cdk and the other tools that build infrastructure or deploy to it."""

COMMANDS = r"""
pulumi = code+network x* @exact ; it runs the project's program
  -C=dir --cwd=dir --color= --disable-integrity-checking -e --emoji --fully-qualify-stack-names
  --logflow --logtostderr --memprofilerate= --non-interactive --profiling=w --tracing=url -v=
  --verbose= -h:=read -s= --stack= -j --json
  version|help|whoami|gen-completion = read x*
    -tv --transitive --verbose
  stack = read
    -i --show-ids --show-name --show-urns --show-secrets:secret
    ls|history = read x*
      -a -o= -p= -t= --all --organization= --project= --tag= --page= --page-size= --full-dates
      --show-secrets:secret ; it shows secrets in clear
    output = read x
      --shell --show-secrets:secret ; it shows secrets in clear
    tag = write x*
      ls|get = read x*
    export = write
      --file=w --version= --show-secrets:secret ; it shows secrets in clear
    rm = write x
      -fy --force --yes --preserve-config
    init|select|rename|graph|import|change-secrets-provider|unselect = write x* @loose
  config = read
    --config-file=conf --show-secrets:secret ; it shows secrets in clear
    get = secret x ; it shows a setting in clear, a secret one too
      --path
    set|set-all|rm|rm-all|cp|refresh|env = write x* @loose
  plugin = write x*
    ls = read
      --project
    install|rm|run = write+network+code x* @loose
  org|policy = write x*
    ls|get-default = read x*
  logs = code x* @loose
  up|update|refresh|import|watch|install|new|convert = write+network+code x* @loose
  destroy = destroy-outside x* @loose ; it takes down the whole stack
    --preview-only:=code
  env|esc = secret x* @loose ; it shows the values of an environment
  state|login|logout = write x* @loose
cdk = read @by:switches
cdk.words = code x* @exact ; it runs the project's program
  -jvqf -e= -i= -a=sh --app=sh -c= -p=code --plugin=code -o=w --output=w -r= -b=sh --browser=sh -l=
  -V -h:=read --verbose --debug --json --quiet --color --no-color --ci --profile= --region=
  --trace --strict --lookups --no-lookups --notices --no-notices --context= --role-arn=
  --proxy=url --ca-bundle-path=r
  # These look at the settings and at the kept answers; the project's program is not started.
  version|help = read x*
  doctor|notices|notice = read
    -u --unacknowledged
  docs|doc = read
  context = read
    -e=:write --reset=:write --force:write -f:write --clear:write
  list|ls|synth|synthesize|diff|metadata|drift|flags|publish-assets = code x* @loose
  bootstrap|deploy|destroy|import|migrate|gc|rollback|watch = write+network+code x* @loose
  refactor|init|acknowledge|ack = write+network+code x* @loose
cdktf = read @by:switches
cdktf.words = code+network x* @exact @loose ; it runs the project's program
  destroy = destroy-outside x* @loose ; it takes down the whole stack
serverless|sls|osls = code+network x* @exact @loose @nohelp ; its files can load plug-ins
  -h
  remove = write+network+code x* @loose ; it takes down the whole service
sam = write+network+code x* @exact
  -h:=read --debug --profile= --region= --config-env= --config-file=conf --save-params:write
  validate = read
    -t=r --template=r --template-file=r --lint
  list = read
    endpoints|resources|stack-outputs = read
      -t=r --template=r --template-file=r --stack-name= --output=
  logs|traces = read x
    -t -s= -e= --stack-name= -n= --name= --filter= --start-time= --end-time= --tail --output=
    --include-traces --cw-log-group= --trace-id=
  build|local|sync|deploy|package|delete|init|pipeline|publish|remote = write+network+code x* @loose
sst = code+network x* @exact @loose ; it runs the project's program
  remove = destroy-outside x* @loose ; it takes down the whole stage
copilot = code+network x* @exact @loose
  -h:=read
consul = write+network x* @exact @dash
  -help:=read -h:=read -http-addr=url -token= -token-file=r -datacenter= -namespace= -ca-file=r
  -stale
  -client-cert=r -client-key=r -tls-server-name= -partition= -ca-path=r -filter= -format=
  version|members|info|rtt = read x*
    -detailed -wan -status= -segment=
  catalog = read
    datacenters|nodes|services = read x*
      -detailed -near= -node= -service= -node-meta= -tags
  kv = write+network x*
    get = read x
      -base64 -detailed -keys -recurse -separator=
  operator = write+network x*
    raft = write+network x*
      list-peers = read
  config = write+network x*
    list|read = read x*
      -kind= -name=
  intention = write+network x*
    list|get|check|match = read x*
  validate = read r*
    -quiet -config-format=
  acl = secret+write x* ; it deals with tokens
  agent|exec|watch|lock|connect|login|snapshot = code+network x*
  debug = write+network
nomad = write+network x* @exact @dash
  -help:=read -h:=read -address=url -region= -namespace= -token= -ca-cert=r -ca-path=r
  -client-cert=r
  -client-key=r -tls-server-name= -no-color -json -t= -verbose -short
  version|status|agent-info = read x*
  job = write+network x*
    status|inspect|history|allocs|deployments|validate = read x*
      -all-allocs -evals -p -version= -latest -all -var= -var-file=r
    plan = read r
      -diff? -policy-override -hcl2-strict? -var= -var-file=r
  node|alloc|deployment|eval|server|namespace|quota|volume|plugin|service = write+network x*
    status|list|members|info|inspect|logs = read x*
      -allocs -self -stats -filter= -per-page= -page-token= -f -n= -c= -tail -stderr -stdout -job
      -task=
      -detailed -type= -monitor -quiet -os -live
    exec = code x run*
      -i? -t? -e= -job -task= -group=
    fs = read x*
      -H -c= -f -n= -stat -tail -i -job -task=
  logs = read x*
    -f -n= -c= -tail -stderr -stdout -job -task=
  var = secret+write x* ; it deals with secrets
  acl|login|tls|setup = secret+write x* ; it deals with tokens
  agent|exec|monitor|ui|run = code+network x*
  system = write+network x*
boundary|waypoint = write+network+code x* @exact @dash
  -help:=read -h:=read
  version = read
"""
