"""The command lines of hosting services: auth0, doctl, fly, heroku, vercel, firebase and others."""

# Where `@by:groups` stands, programs/groups.py joins the groups and the verb: `apps/list`.
COMMANDS = r"""
auth0 = read @by:groups
auth0.groups = unknown
  actions|apis|apps|attack-protection|ap|protection|branding|domains|email|event-streams = unknown
  flags|ips|logs|network-acl|orgs|organizations|phone|prompts|quickstarts|qs|roles|rules = unknown
  tenants|tenant-settings|ts|terraform|tf|test|token-exchange|universal-login|ul|users = unknown
auth0.inner = unknown
  scopes|breached-password-detection|bpd|brute-force-protection|bfp|ips|bot-detection = unknown
  suspicious-ip-throttling|sit|provider|templates|tpl|streams|members|roles|permissions = unknown
  perms|prompts|blocks|settings|session-transfer|st|invitations|datadog|eventbridge|http = unknown
  eventgrid|splunk|sumo|mixpanel|segment|custom-text|partials|versions = unknown
auth0.verbs = unknown @exact
  --tenant= --debug --no-color --no-input --json --json-compact --csv -n= --number= -q= --query=
  -f= --filter= -s= --sort= -l= --language= -p= --prompt= -h:=read --help:=read --picker
  --reveal-secrets:secret -r:secret ; it shows the secrets of applications
  completion|help|version = read x*
  login = write+network+secret @loose ; it fetches credentials
  logout = write @loose
  api = read x
    -d=:write --data=:write ; it sends data that changes something
    --force:write
    clients*|client-grants*|*keys*|*credentials* = secret ; it shows secrets of applications
    *resource-servers* = secret ; it shows secrets of applications
    get = read x
      clients*|*keys*|*credentials* = secret ; it shows secrets of applications
    post|put|patch|delete = write+network x*
  test/login|test/token = network+secret x* @loose ; it fetches a token
  apps/open|*/open|*/customize = code+network x* @loose
  quickstarts/download|quickstarts/setup|qs/download|qs/setup|*/generate = write+network x* @loose
  */list|*/ls|*/show|*/search|*/search-by-email|*/stats|*/diff|*/tail|*/check|*/get = read x*
  */create|*/update|*/delete|*/rm|*/remove|*/add|*/assign|*/deploy = write+network x* @loose
  */enable|*/disable = write+network x* @loose
  */use|*/set|*/unset|*/import|*/unblock|*/trigger|*/send|*/verify = write+network x* @loose
  */redeliver* = write+network x* @loose
doctl = read @by:groups
doctl.groups = unknown
  account|apps|app|auth|balance|billing-history|invoice|compute|databases|db|kubernetes = unknown
  k8s = unknown
  monitoring|network|projects|registry|serverless|sandbox|sls|vpcs|1-click|gradient|genai = unknown
doctl.inner = unknown
  droplet|image|volume|volume-action|volume-snapshot|snapshot|domain|firewall = unknown
  load-balancer = unknown
  ssh-key|region|size|tag|cdn|certificate|reserved-ip|floating-ip|action|droplet-action = unknown
  image-action|plugin|records|backups|options|maintenance-window|pool|user|replica = unknown
  firewalls = unknown
  sql-mode|topics|configuration|events|cluster|node-pool|kubeconfig|alert|uptime|resources = unknown
  repository|garbage-collection|functions|packages|namespaces|triggers|peerings|tier = unknown
  ratelimit = unknown
doctl.verbs = unknown @exact
  -t= --access-token= -o= --output= --context= --trace --interactive? -v --verbose --format=
  --no-header --http-retry-max= -h:=read --help:=read
  -u=url --api-url=url -c=conf --config=conf
  version|completion|help|balance/get = read x*
  auth/list|auth/ls = read
  auth/token|databases/connection|db/connection = secret x* @loose ; it shows credentials
  databases/get-ca|databases/user/get = secret x* @loose ; it shows credentials
  databases/user/list|db/user/list|databases/get|db/get = secret x* @loose ; it shows passwords
  databases/list|db/list = secret x* @loose ; it shows passwords
  registry/docker-config|registry/login = secret+write x* @loose ; it hands out credentials
  */kubeconfig/show|*/kubeconfig/save = secret+write x* @loose ; it hands out credentials
  databases/delete|db/delete = destroy-outside+network x* @loose ; it deletes everything in it
  kubernetes/cluster/delete = destroy-outside+network x* @loose ; it deletes everything in it
  k8s/cluster/delete = destroy-outside+network x* @loose ; it deletes everything in it
  compute/ssh|*/console|serverless/functions/invoke|*/exec = code+network x* @loose
  */list|*/ls|*/get|*/show|*/logs|*/list-*|*/get-*|*/describe|*/tier = read x* @loose
  */create*|*/delete*|*/update*|*/add*|*/remove*|*/rm|*/resize|*/migrate = write+network x* @loose
  */restart|*/reset = write+network x* @loose
  */deploy|*/init|*/switch|*/set*|*/install|*/assign|*/unassign|*/reboot = write+network x* @loose
  */power-*|*/shutdown = write+network x* @loose
hcloud|scw|civo|vultr-cli|exo|linode-cli = write+network x* @exact
  --context= --config=conf:unknown --debug --quiet -q --profile= -p= -o= --output= --json --text
  --region= -h:=read --endpoint=url
  version|completion|help = read x*
  context|config|account = write+network x*
    list|active|info|current = read x*
    dump|get|show|view = secret x* ; it shows keys
    get-secret = secret x* ; it shows keys
  server|server-type|image|datacenter|location|network|volume|firewall = write+network x*
    list|describe|get|show|ls = read x*
      -l= --selector= --sort= --all -a --type=
    delete|create|update|rebuild|reboot|shutdown|poweroff|poweron|reset|attach = write+network x*
    detach = write+network x*
    ssh = code+network x* ; it opens a shell on another machine
    reset-password = write+secret x* ; it shows a new password
    request-console|vnc = secret x* ; it hands out access to a machine
  load-balancer = write+network x*
    list|describe|get|show|ls = read x*
      -l= --selector= --sort= --all -a --type=
    delete|create|update|rebuild|reboot|shutdown|poweroff|poweron|reset|attach = write+network x*
    detach = write+network x*
    ssh = code+network x* ; it opens a shell on another machine
    reset-password = write+secret x* ; it shows a new password
    request-console|vnc = secret x* ; it hands out access to a machine
  instance|compute|linodes|domains|nodebalancers|regions|kubernetes|k8s|dns|vpc = write+network x*
    list|ls|show|get|view|linodes-list|types|regions-list = read x*
    server|image|volume|ip|security-group|type|cluster|pool|zone|record = write+network x*
      list|get|ls|show = read x*
    instance-type = write+network x*
      list|get|ls|show = read x*
    delete|create|rm|update|reboot|remove|destroy = write+network x*
    config|kubeconfig = secret x* ; it hands out credentials
  lb = write+network x*
    list|ls|show|get|view|linodes-list|types|regions-list = read x*
    server|image|volume|ip|security-group|type|cluster|pool|zone|record = write+network x*
      list|get|ls|show = read x*
    instance-type = write+network x*
      list|get|ls|show = read x*
    delete|create|rm|update|reboot|remove|destroy = write+network x*
    config|kubeconfig = secret x* ; it hands out credentials
flyctl|fly = write+network x* @exact
  -a= --app= -c=conf --config=conf -o= --org= -j --json -y -i= --verbose --debug -h:=read -q
  --no-tail
  --access-token= -t= --region= -r= -s= --machine= --instance=
  version|help|docs|doctor|completion|status|platform|regions|releases|history|info = read x*
    --all --watch --image --rate=
    regions|vm-sizes|status|list|update|upgrade = read x*
  logs|services = read x*
    -n --no-tail
  checks|image|ips|volumes|volume|vol|certs|scale|orgs|secrets = write+network x*
    list|ls|show|check|status = read x*
    private = read x*
    env|display|validate = read x*
  config = write+network x*
    list|ls|show|check|status = read x*
    private = read x*
    env|display|validate = read x*
  apps|app|machine|machines|m|postgres|pg|mpg|redis|wireguard|builds|extensions = write+network x*
    list|ls|status|releases|show|errors|info = read x*
    destroy = write+network x*
      -y -f --yes --force
    connect|exec|run|console = code+network x*
  ssh = code+network x* @loose @hides ; it runs on another machine
  console|proxy|sftp|dig|mcp|agent = code+network x* @loose
  auth = write+network x*
    whoami = read
    token = secret ; it shows a token
  tokens = secret+write x* @loose ; it handles tokens
  deploy|launch|dev = write+network+code x* @loose
  destroy = write+network x*
heroku = write+network x* @exact
  -a= --app= -r= --remote= -j --json -n= --num= -t --tail -s= --source= -d= --dyno= -p= --team=
  --space= -A --all -x --extended --wide -h:=read --ps= -f --force-colors
  help|version|status|regions|logs|ps|apps|addons|domains|releases|buildpacks|features = read x*
  apps:info|info|pipelines|pipelines:info|whoami|auth:whoami|labs|maintenance|access = read x*
  apps:list|apps:errors|addons:info|addons:plans|addons:services|orgs|teams = read x*
  certs|certs:info|ci|ci:info|ci:last|clients|commands|dyno:ps|keys = read x*
  labs:info|members|notifications|pg:info|pg:ps|pg:locks|pg:diagnose|pg|plugins|redis:info = read x*
  pg:backups|pg:backups:info|pg:backups:schedules|pg:bloat|pg:blocking|pg:cache-hit = read x*
  pg:outliers = read x*
  releases:info|releases:output|reviewapps|sessions|spaces|spaces:info|stack|webhooks = read x*
  which = read x*
  config|config:get|pg:credentials:url = secret x* @loose ; it shows passwords and keys
  pg:credentials|auth:token|redis:credentials = secret x* @loose ; it shows passwords and keys
  pg:backups:url|pg:links|authorizations = secret x* @loose ; it shows passwords and keys
  authorizations:info|kafka:credentials = secret x* @loose ; it shows passwords and keys
  run|run:detached|run:inside|ps:exec = code+network x* @loose @hides ; it runs a command there
  ps:socks|local|local:* = code+network x* @loose
  pg:psql|redis:cli|console = code+network x* @loose
  apps:destroy = destroy-outside+network x* @loose ; it deletes an app or a database
  destroy|pg:reset = destroy-outside+network x* @loose ; it deletes an app or a database
vercel|vc|now = write+network+code x* @exact
  --cwd=dir -A=conf --local-config=conf -Q=conf --global-config=conf -d --debug --no-color -S=
  --scope= -t=
  --token= -T= --team= -h:=read -v:=read
  help|whoami = read x*
  list|ls|inspect|logs|log = read x*
    -fj --follow --json --logs --wait --timeout= --environment= -m= --meta= --next= --prod
    --yes -y --since= --until= --limit= -n= --no-follow
  projects|project|domains|dns|certs|alias|aliases|teams|team|env|secrets = write+network x*
    ls|list|inspect = read x*
      --json --next= --limit= -N= --environment=
    pull = write+network+secret x* @loose ; it writes secrets into a file
  integration = write+network x*
    ls|list|inspect = read x*
      --json --next= --limit= -N= --environment=
    pull = write+network+secret x* @loose ; it writes secrets into a file
  build|dev|deploy|redeploy|rollback|promote|remove|rm|bisect = write+network+code x* @loose
netlify|ntl = write+network+code x* @exact
  --json --auth= -s= --site= --debug --silent --filter= -h:=read
  status|help|version|sites:list|api:list|recipes:list = read x*
    --verbose
  env:list|env:get = secret x* @loose ; it shows the values of variables
  logs:function|logs:deploy|functions:list = read x* @loose
railway = write+network+code x* @exact
  -s= --service= -e= --environment= --json -h:=read -d -b
  status|whoami|list|logs|version|help|docs|completion = read x*
    -n= --lines= --deployment --build --filter=
  variables|variable|vars = secret x* @loose ; it shows the values of variables
supabase = write+network+code x* @exact
  --workdir=dir --debug -o= --output= --project-ref= --profile= --experimental --yes -h:=read
  help|completion = read x*
  projects|orgs|organizations|functions|branches|domains|sso|snippets|secrets = write+network x*
    list|get|show|info = read x*
    api-keys = secret x* ; it shows keys
    delete = write+network x* @loose
  backups = write+network x*
    list|get|show|info = read x*
    api-keys = secret x* ; it shows keys
    delete = write+network x* @loose
  migration = write+network+code x*
    list = read x*
      --linked --local -p= --db-url=url
  inspect = read x*
    db|report = read x*
      --linked --local --db-url=url --output-dir=w
  status = secret x* ; it shows keys
  db = write+network+code x*
    reset = write+code x*
      --local --no-seed --version= --last=
      --linked:destroy-outside --db-url=url:destroy-outside ; it drops the database
    diff|lint = code+network x* @loose
firebase = write+network+code x* @exact
  -P= --project= --account= -j --json --token= --non-interactive -i --debug -c=r:unknown -h:=read
  --config=conf:unknown
  help|projects:list|apps:list|functions:list|hosting:sites:list|login:list = read x*
  use = read x*:write
  hosting:channel:list|database:instances:list|firestore:indexes|firestore:databases:list = read x*
  functions:log|target|experiments:list|ext:list|appdistribution:testers:list = read x*
    -n= --only= --lines= --open:code
  functions:config:get|functions:secrets:access|apps:sdkconfig = secret x* @loose ; it shows secrets
  login:ci = secret x* @loose ; it shows secrets
  functions:secrets:get|remoteconfig:get|remoteconfig:versions:list = read x*
  firestore:delete|database:remove|hosting:disable = write+network x* @loose
wrangler = write+network+code x* @exact
  -c=conf --config=conf -e= --env= --cwd=dir --json -h:=read -v:=read --format= --name=
  whoami|docs|version = read x*
    --account=
  deployments|versions|kv|r2|d1|queues|secret|pages|vectorize|hyperdrive = write+network x*
    list|view|status|info|get-info = read x*
      --remote --local --limit= --namespace-id= --binding= --prefix= --project-name=
    namespace|key|bucket|object|project|deployment|migrations|secret|instances = write+network x*
      list|info|describe = read x*
        --remote --local --namespace-id= --binding= --prefix= --project-name= --limit=
      delete|create|put|update|get|apply = write+network x* @loose
    consumer = write+network x*
      list|info|describe = read x*
        --remote --local --namespace-id= --binding= --prefix= --project-name= --limit=
      delete|create|put|update|get|apply = write+network x* @loose
    execute = write+network x @program @loose
      --command=sql --file=r:unknown --local --remote -y --yes --json
    delete = write+network x* @loose
    export|time-travel|put|create|bulk = write+network x* @loose
  workflows = write+network x*
    list|view|status|info|get-info = read x*
      --remote --local --limit= --namespace-id= --binding= --prefix= --project-name=
    namespace|key|bucket|object|project|deployment|migrations|secret|instances = write+network x*
      list|info|describe = read x*
        --remote --local --namespace-id= --binding= --prefix= --project-name= --limit=
      delete|create|put|update|get|apply = write+network x* @loose
    consumer = write+network x*
      list|info|describe = read x*
        --remote --local --namespace-id= --binding= --prefix= --project-name= --limit=
      delete|create|put|update|get|apply = write+network x* @loose
    execute = write+network x @program @loose
      --command=sql --file=r:unknown --local --remote -y --yes --json
    delete = write+network x* @loose
    export|time-travel|put|create|bulk = write+network x* @loose
"""
