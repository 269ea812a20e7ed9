"""Tools that make clusters, or build and run what is in them."""

COMMANDS = r"""
minikube = write x* @exact
  -p= --profile= --alsologtostderr? --logtostderr? -v= --v= --stderrthreshold= --vmodule= -b=
  --bootstrapper= --user= --rootless? --skip-audit? --add_dir_header? -h:=read --log_file=w
  --log_dir=w
  help|version|options|completion = read x*
    -o= --output= --short --components
  status = read
    -A -f= -l= -n= -o= -w? --format= --layout= --node= --output= --watch? --wait-node?
  ip|ssh-host|ssh-key = read
    -n= --node= --append-known
  logs = read
    -f -n= --follow --length= --node= --problems --audit --last-start-only --file=w
  profile = write x*
    list = read
      -l -o= --light --output=
  node = write x*
    list = read
  addons = write x*
    list|images = read x*
      -d -o= --docs --output=
  image = write x*
    ls|list = read
      --format=
  config = write x*
    view|get|defaults = read x*
      --format= -o= --output=
  cache = write x*
    list = read
  service = code x ; it opens a browser
    -n= --namespace= --format= --url:=read --https --interval= --wait= --all
    list = read
      -n= --namespace= -o= --output=
  docker-env|podman-env = read
    -u --shell= --unset --no-proxy --ssh-host --ssh-add:write --output= -o=
  ssh = code sh*
    -n= --node= --native-ssh?
  start|kubectl|mount|dashboard|tunnel|update-context = code+network x* @loose
  delete|stop|pause|unpause|cp = write x* @loose
kind = write x* @exact
  -q -v= --quiet --verbosity= --loglevel= -h:=read
  version|help|completion = read x*
  get = read
    clusters = read
    nodes = read
      -A -n= --name= --all-clusters
    kubeconfig = secret ; it shows the key of the cluster
      -n= --name= --internal
  create|build|load = code+network x* @loose
  delete|export = write x* @loose
k3d = write x* @exact
  --verbose --trace --timestamps -h:=read
  version|help|completion = read x*
  cluster|node|registry = write x*
    list|ls = read x*
      -o= --output= --no-headers --token:secret ; it shows the token of a cluster
    create|start|edit|import = code+network x* @loose
  kubeconfig = write x*
    get = secret x* ; it shows the key of the cluster
      -a --all
  image|config = write x* @loose
k3s = privileged x* @exact @first ; it runs parts of a cluster on this machine
  -v -h:=read
  kubectl|crictl|ctr = code x* @first
kubeadm = privileged x* @exact ; it changes a machine of the cluster
  --rootfs=n -v= -h:=read --kubeconfig=code --config=conf
  version|help|completion = read x*
    -o= --output= --short
  config = privileged x*
    print = read x*
      --component-configs=
    images = privileged x*
      list = read
        --image-repository= --kubernetes-version= --feature-gates= -o= --experimental-output=
    validate = read
      --allow-experimental-api --old-config=r
    migrate = write
      --old-config=r --new-config=w
  certs = privileged x*
    check-expiration = read
      --cert-dir=r -o=
    certificate-key = secret ; it shows a key
  token = privileged x*
    list = secret ; it shows the tokens that let machines join
      -o= --experimental-output=
    generate = read
  reset = destroy-outside @loose ; it takes this machine out of the cluster and deletes its data
eksctl = write+network x* @exact
  -C= --color= -d -v= --verbose= --dumpLogs -h:=read
  version|help|info|completion = read x*
    -o= --output=
  get = read x*
    -f=conf -n= -o= -p= -r= --cluster= --config-file=conf --name= --namespace= --output= --profile=
    --region= --chunk-size= --all-regions -A --nodegroup= --cfn-role-arn= --timeout=
  delete = write+network x* @loose
    cluster = destroy-outside x @loose ; it deletes the whole cluster
kops = write+network x* @exact
  --name= --state= --config=conf -v= -h:=read
  version|help|completion = read x*
    --short --server
  get = read x*
    -o= --output= --full
    secrets|secret = secret x* ; it may show secrets of the cluster
      -t= --type=
  validate = read x*
    -o= --output= --wait= --count= --kubeconfig=code --interval= --timeout=
  delete = write+network x* @loose
    cluster = write+network x @loose
      -y:destroy-outside --yes:destroy-outside ; it deletes the whole cluster
  export = write x* @loose ; it writes the key of the cluster
tkn = write x* @exact
  -c= -k=code -n= --context= --kubeconfig=code --namespace= -C --no-color -h:=read
  version|completion|help = read x*
    --component=
  *run|pipeline|p|pr|task|t|tr|clustertask|ct|eventlistener|el|trigger*|tt|tb|ctb = write x*
    list|ls|describe|desc|logs = read x*
      -aALFft -o=json|yaml|name|wide --output=json|yaml|name|wide -l= --all --all-namespaces
      --follow
      --limit= --last --label=
      --no-headers --prefix? --reverse --steps= --task= --timestamps --fzf --show-managed-fields
      --allow-missing-template-keys
skaffold = code+network x* @exact @loose ; it builds and runs the project
  -h:=read
tilt = code+network x* @exact @loose ; it builds and runs the project
  -h:=read
telepresence = privileged+network x* @exact ; it changes how this machine reaches the cluster
  -h:=read --output= --context= --namespace= -n=
  version|status|list = read
    --json -a --all --use=
cilium = write x* @exact
  --context= -n= --namespace= -h:=read --as= --as-group= --kubeconfig=code
  version|status|features = read
    -o= --output= --client --wait --wait-duration= --brief --verbose --interactive?
    --ignore-warnings
  config = write x*
    view = read
  sysdump|connectivity|hubble|upgrade|install|uninstall|clustermesh = write+network+code x* @loose
    --version=
calicoctl = write x* @exact
  -h:=read -l= --log-level= --context= --allow-version-mismatch -c=code --config=code
  version|help = read x*
    --poll= --client
  get = read x*
    -aA -o=json|yaml|wide|ps --output=json|yaml|wide|ps -n= -f=r --namespace= --all-namespaces
    --export --filename=r
  ipam = write x*
    show|check = read
      --ip= --show-blocks --show-borrowed --show-configuration --show-all-ips --show-problem-ips
  node = privileged x*
    status = privileged
crossplane = write+network+code x* @exact @loose
  -h:=read
"""
