"""The command lines of build services: circleci, drone, argo and others."""

COMMANDS = r"""
circleci = write+network x* @exact
  -h:=read --skip-update-check --debug --json
  --host=url --token= ; it talks to the server that is named
  version|help|diagnostic|info|completion = read x*
  config = network+write x*
    process|validate = network r @loose ; it sends the configuration to the service
    pack = read r
    generate = write @loose
  orb = write+network x*
    list|info|source|list-categories|search = read x*
      -du --sort= --private --details --uncertified
    validate|process = network r @loose ; it sends the file to the service
    delete|unlist|publish|create|init|pack|increment = write+network x* @loose
  context = write+network x*
    list|show = read x*
      --org-id= --vcs-type= --org-name=
    create|delete|remove-secret|store-secret|restrict = write+network x* @loose
  namespace|project|pipeline|runner|policy|trigger|follow|workflow = write+network x*
    list|ls|status|info|logs|settings|show|get = read x*
      --org-id= --owner-id= --context= --policy-base-url=url --created-after= --created-before=
      --out=w --enabled:write
  local = code+network x* @loose
  setup = write+network @loose
travis = write+network x*
  -h:=read -i -r= -e=url -t= --explode --skip-version-check --pro --org --com --staging
  --api-endpoint=url --token= --repo= --no-interactive
  version|help|status|history|show|logs|branches|repos|whoami|whatsup|requests = read x*
    -aqbdcpx -l= -n= -j --limit= --branch= --all --json --date --quiet --fail-pending --exit-code
    --match= --active --owner= --name=
  token = secret ; it shows the token
  console|raw|accounts = code+network x*
drone|woodpecker-cli = write+network x* @exact
  -s=url --server=url -t= --token= --autoscaler=url -h:=read --log-level=
  version|info|help = read x*
  build|repo|cron|user|log|orgsecret|secret|queue|server|pipeline|registry|org = write+network x*
    ls|list|info|last|logs|view|show|ps = read x*
      --format= --branch= --event= --status= --limit= --page= --org= --active --name= --repository=
  lint = read r*
    --trusted --strict
  exec|sign|convert|jsonnet|starlark|encrypt|plugins = code+network x* @loose
buildkite-agent = write+network x* @exact
  -h:=read
  start|bootstrap = code+network x* @loose ; it runs jobs
  meta-data = write+network x*
    get|exists|keys = read x*
      --build= --default= --job=
  secret = secret x* @loose ; it shows a secret
  env = secret x* @loose ; it shows the values of all variables
argo = write+network x* @exact
  -n= --namespace= --context= --cluster= --kubeconfig=code --user= --token= -k
  --insecure-skip-verify -v
  --secure? -e --loglevel= --gloglevel= --http1 -H= --header= --instanceid= -h:=read --as= --verbose
  --request-timeout= --argo-base-href= --certificate-authority=r --client-certificate=r
  --client-key=r
  -s=url --argo-server=url --server=url ; it talks to the server that is named
  version|list|get|logs|wait|watch|completion|help = read x*
    -ApfcqwL -o= -l= --all-namespaces --completed --running --status= --prefix= --since= --until=
    --since-time= --tail= --output= --selector= --field-selector= --no-color --no-utf8
    --node-field-selector=
    --follow --container= --timestamps --grep= --previous --chunk-size= --limit= --older= --short
    --resubmitted --no-headers --ignore-not-found --parameters= --color=
  lint = read r*
    -o= --output= --kinds= --offline --strict? --no-color
  template|cron|cluster-template|archive = write+network x*
    list|get|lint = read x*
      -A -o= --all-namespaces --output= -l= --selector= --chunk-size= --strict?
  auth = secret x* ; it shows a token
  server|cp|submit|resubmit|retry|executor-plugin = write+network+code x* @loose
tsh = network x* @exact
  -l= -i=r -d -k= --user= --identity=r --debug --cluster= --ttl= --login= --insecure -h:=read -J=
  --proxy=url --auth= --format= -f= --os-log
  version|status|clusters|help = read x*
    -qv --quiet --verbose --client
  ls = read x*
    -vR --verbose --search= --query= --all
  apps|db|kube|request|recordings|device|mfa|workload-identity|app = network+write x*
    ls|list|show|search = read x*
      -vqR --verbose --quiet --search= --query= --all --kind= --labels= --from-utc= --to-utc=
      --last=
  ssh = network x sh* @first
    -AtNXYC -L=:unknown -R=:unknown -D=:unknown -p= -o= --tty --local --participant-req=
  scp|login|logout|join|play|proxy|config|env|bench = network+write+code x* @loose
  aws|gcloud|az|kubectl = network+write+code x* @first
tctl = secret+privileged x* @exact @loose ; it manages who may log in
  -h:=read
teleport = code+privileged x* @exact
  version|help = read x*
jenkins-cli|jenkins = network+write+code x* @loose
gitlab-runner = code+privileged x* @exact ; it runs jobs
  -h:=read
  help|status = read x*
  list = secret ; it shows the tokens of the runners
"""
