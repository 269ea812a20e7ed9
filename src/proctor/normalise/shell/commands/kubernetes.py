"""kubectl and oc: the command lines of a cluster."""

# `get`, `wait` and `apply view-last-applied` show secrets if they are told to: programs/kubectl.py.
COMMANDS = r"""
kubectl|oc|kubecolor = read @exact
  -n= --namespace= --context= --cluster= --user= --as= --as-group= --as-uid= --as-user-extra=
  --kubeconfig=code --config=code --certificate-authority=r --client-certificate=r --client-key=r
  --request-timeout= --match-server-version? --insecure-skip-tls-verify? --tls-server-name=
  --disable-compression? --warnings-as-errors? --token= --username= --password= --kuberc=code
  -v=0|1|2|3|4|5|6|7 --v=0|1|2|3|4|5|6|7 --loglevel=0|1|2|3|4|5|6|7
  -v=:secret --v=:secret --loglevel=:secret --vmodule=:secret ; it logs what the server answers
  --log-flush-frequency= --logtostderr? --alsologtostderr?
  --stderrthreshold= --skip-headers? --skip-log-headers? --one-output? --log-backtrace-at=
  --add-dir-header? --profile=none --profile=:write --force-colors? --light-background? --plain?
  -h:=read --help:=read
  --cache-dir=w:write --profile-output=w:write --log-file=w:write --log-dir=w:write
  --log-file-max-size=
  -s=url --server=url ; it talks to the server that is named
  help|options = read x*
  version = read
    -o=json|yaml|name|wide --output=json|yaml|name|wide --client? --short?
  api-resources = read
    -o=json|yaml|name|wide --output=json|yaml|name|wide --api-group= --cached? --categories=
    --namespaced? --no-headers? --sort-by=
    --verbs= --show-users? --show-groups?
  api-versions|completion = read x*
  explain = read x
    -o=plaintext|plaintext-openapiv2 --output=plaintext|plaintext-openapiv2 --api-version=
    --recursive?
  cluster-info = read
    dump = read
      -A -o=json|yaml|name|wide --all-namespaces? --allow-missing-template-keys? --namespaces=
      --output=json|yaml|name|wide
      --pod-running-timeout= --show-managed-fields? --template=r
      --output-directory=w
  get = read x* @by:kubectl
    -ARw -f=r -L= -l= -o= --all-namespaces? --allow-missing-template-keys? --chunk-size=
    -k=r:network ; it fetches what a file names
    --field-selector= --filename=r --ignore-not-found? --label-columns= --no-headers?
    --kustomize=r:network ; it fetches what a file names
    --output= --output-watch-events? --raw= --recursive? --selector= --server-print? --show-kind?
    --show-labels? --show-managed-fields? --sort-by= --subresource= --template=r --watch?
    --watch-only? --include-uninitialized? --show-events?
  describe = read x*
    -AR -f=r -l= --all-namespaces? --chunk-size= --filename=r --recursive?
    -k=r:network --kustomize=r:network ; it fetches what a file names
    --selector= --show-events?
  logs|log = read x*
    -fp -c= -l= --all-containers? --all-pods? --container= --follow? --ignore-errors?
    --insecure-skip-tls-verify-backend? --limit-bytes= --max-log-requests= --pod-running-timeout=
    --prefix? --previous? --selector= --since= --since-time= --tail= --timestamps? --version=
  events = read x*
    -Aw -o=json|yaml|name|wide --all-namespaces? --allow-missing-template-keys? --chunk-size=
    --for= --no-headers?
    --output=json|yaml|name|wide --show-managed-fields? --template=r --types= --watch?
  top = read
    -A -l= --all-namespaces? --no-headers? --selector= --sort-by= --use-protocol-buffers?
    --show-capacity? --show-swap? --containers? --field-selector= --sum?
    node|nodes|no = read x
    pod|pods|po = read x
  diff = read
    -R -f=r -l= --concurrency= --field-manager= --filename=r --force-conflicts?
    -k=r:network --kustomize=r:network ; it fetches what a file names
    --prune? --prune-allowlist= --recursive? --selector= --server-side? --show-managed-fields?
  wait = read x* @by:kubectl
    -AR -f=r -l= -o= --all? --all-namespaces? --allow-missing-template-keys? --field-selector=
    --filename=r --for= --local? --output= --recursive? --selector= --show-managed-fields?
    --template=r --timeout=
  kustomize = network r ; it fetches what a file names
    *://*|*::*|git@*|*.com/*|*.org/*|*.net/*|*.io/*|*.dev/*|*[?]ref* = network x* ; it is fetched
    -e= --env= --helm-api-versions= --helm-kube-version= --helm-debug? --mount=
    --load-restrictor=LoadRestrictionsRootOnly
    --as-current-user? --reorder= --network-name=
    -o=w --output=w
    --enable-alpha-plugins?:code --enable-exec?:code --enable-helm?:code --enable-star?:code
    --helm-command=code --network?:code ; it runs programs
  plugin = read
    list = read
      --name-only?
  convert = read
    -R -f=r -o=json|yaml|name --filename=r --output=json|yaml|name --recursive?
    -k=r:network --kustomize=r:network ; it fetches what a file names
    --output-version= --local? --validate?
  krew = write+network+code x* ; it installs programs that kubectl then starts
    list|search|info|version|help = read x*
  auth = read
    can-i = read x*
      -Aq --all-namespaces? --list? --no-headers? --quiet? --subresource=
    whoami = read
      -o=json|yaml|name|wide --output=json|yaml|name|wide --template=r --show-managed-fields?
      --allow-missing-template-keys?
    reconcile = write
      -R -f=r -o=json|yaml|name|wide --filename=r --output=json|yaml|name|wide
      -k=r:network --kustomize=r:network ; it fetches what a file names
      --recursive? --template=r
      --remove-extra-permissions? --remove-extra-subjects?
      --dry-run?none:write --dry-run?client|server:==read
  rollout = write
    -R -f=r -l= -o=json|yaml|name|wide --filename=r --output=json|yaml|name|wide
    -k=r:network --kustomize=r:network ; it fetches what a file names
    --recursive? --selector= --template=r
    --show-managed-fields? --allow-missing-template-keys? --field-manager=
    status = read x*
      -w --revision= --timeout= --watch?
    history = read x*
      --revision=
    undo = write x*
      --to-revision= --dry-run?none:write --dry-run?client|server:==read
    restart|pause|resume|latest|cancel|retry = write x*
  config = write
    view = read @by:kubectl
      -o= --output= --flatten? --merge? --minify? --template=r --show-managed-fields?
      --allow-missing-template-keys?
      --raw?:secret ; it shows keys and tokens
    current-context|get-clusters|get-users = read
    get-contexts = read x*
      -o=json|yaml|name|wide --output=json|yaml|name|wide --no-headers?
    set-credentials = write x
      --exec-command=code --client-certificate=r --client-key=r --embed-certs? --auth-provider=
      --auth-provider-arg= --exec-api-version= --exec-arg= --exec-env= --exec-interactive-mode=
      --exec-provide-cluster-info?
    set|unset|set-cluster|set-context|use-context|rename-context = write x*
      --server= --certificate-authority=r --embed-certs? --proxy-url= --current? --set-raw-bytes?
    delete-cluster|delete-context|delete-user = write x
  exec = read x run* @by:kubectl
    -itq -c= -f=r --container= --filename=r --pod-running-timeout= --quiet? --stdin? --tty?
    given -f --filename
  rsh = code x run* ; it opens a shell in a pod
    -tT -c= -f=r --container= --filename=r --shell= --timeout= --no-tty? --tty?
  run = code x run* ; it starts a container in the cluster
    -itqR -f=r -l= -o=json|yaml|name|wide --annotations= --attach? --command? --env= --expose?
    -k=r:network ; it fetches what a file names
    --field-manager=
    --force? --grace-period= --image= --image-pull-policy= --labels= --leave-stdin-open?
    --output=json|yaml|name|wide
    --override-type= --overrides= --pod-running-timeout= --port= --quiet? --restart= --rm?
    --save-config? --stdin? --tty? --timeout= --wait? --cascade= --serviceaccount= --template=r
    --privileged?:privileged ; it runs with all rights on a node
    --dry-run?none:write --dry-run?client|server:==read
  debug = code x run* ; it starts a container in the cluster
    -itq -c= -f=r --arguments-only? --attach? --container= --copy-to= --custom=r --env=
    --filename=r --image= --image-pull-policy= --profile= --quiet? --replace? --same-node?
    --set-image= --share-processes? --stdin? --target= --tty? --keep-annotations? --keep-labels?
  attach = code x ; it takes over a running program
    -itq -c= --container= --pod-running-timeout= --quiet? --stdin? --tty?
  cp = write r w
    -c= --container= --no-preserve? --retries=
  port-forward = network+code x* ; it opens a tunnel into the cluster
    --address= --pod-running-timeout=
  proxy = network+code ; it opens the cluster's interface to this machine
    -p= -u= -w= -P= --accept-hosts= --accept-paths= --address= --api-prefix= --port= --www=r
    --append-server-path? --disable-filter? --keepalive= --reject-methods= --reject-paths=
    --unix-socket=w --www-prefix=
  delete = write x*
    -AiR -f=r -l= -o= --all? --all-namespaces? --cascade= --field-selector= --filename=r
    -k=r:network ; it fetches what a file names
    --force? --grace-period= --ignore-not-found? --interactive? --now? --output=
    --kustomize=r:network ; it fetches what a file names
    --raw=:write --recursive? --selector= --timeout= --wait?
    --dry-run?none:write --dry-run?client|server:==read
    namespace|namespaces|ns|project|projects = destroy-outside x* ; it deletes everything in it
    namespace/*|namespaces/*|ns/*|project/* = destroy-outside x* ; it deletes everything in it
    pv|pvc|persistentvolumes|persistentvolumeclaims = write x*
      --all?:destroy-outside ; it deletes stored data
    crd|crds|customresourcedefinition|customresourcedefinitions = write x*
      --all?:destroy-outside ; it deletes every object of these kinds
  apply = write
    -R -f=r -k=r:network -l= -o=name|wide -o=:secret --all? --cascade= --field-manager= --filename=r
    --force? --force-conflicts? --grace-period= --openapi-patch? --output=name|wide
    --kustomize=r:network ; it fetches what a file names
    --output=:secret --overwrite? --prune? --prune-allowlist= --prune-whitelist= --recursive?
    --selector= --server-side? --show-managed-fields? --subresource= --template=:secret --timeout=
    --validate? --wait? ; it may show secrets of the cluster
    --dry-run?none:write --dry-run?client|server:==read
    view-last-applied = read x* @by:kubectl
    edit-last-applied|set-last-applied = write x*
      --create-annotation? --windows-line-endings?
  patch|label|annotate = write x*
    -AR -f=r -k=r:network -l= -p= -o=name|wide -o=:secret --all? --all-namespaces? --field-manager=
    --field-selector= --filename=r --local? --output=name|wide --output=:secret
    --kustomize=r:network ; it fetches what a file names
    --overwrite? --patch= --patch-file=r --recursive? --resource-version= --selector= --subresource=
    --show-managed-fields? --template=:secret --type= --list? ; it may show secrets of the cluster
    --dry-run?none:write --dry-run?client|server:==read
  create = write x*
    -R -f=r -o=json|yaml|name|wide -l= -r= --edit?:code --filename=r
    -k=r:network --kustomize=r:network ; it fetches what a file names
    --output=json|yaml|name|wide --recursive?
    --raw=:write --save-config? --selector= --show-managed-fields? --template=r --validate? --image=
    --port= --replicas= --from-literal= --from-env-file=r --from-file=r:secret --append-hash?
    --type=
    --cert=r --key=r --docker-server= --docker-username= --docker-password= --docker-email=
    --schedule= --restart= --from= --verb= --resource= --resource-name= --non-resource-url=
    --clusterrole= --role= --serviceaccount= --user= --group= --tcp= --clusterip= --external-name=
    --node-port= --rule= --class= --annotation= --default-backend= --hard= --scopes= --value=
    --description= --global-default? --preemption-policy= --min-available= --max-unavailable=
    --aggregation-rule= --field-manager= --windows-line-endings?
    --dry-run?none:write --dry-run?client|server:==read
    token = secret x ; it makes a token and shows it
      --dry-run?:secret --audience= --bound-object-kind= --bound-object-name= --bound-object-uid=
      --duration=
  replace|scale|autoscale|expose|taint|cordon|uncordon|drain = write x*
    -R -f=r -k=r:network -l= -o=json|yaml|name|wide --all? --allow-missing-template-keys? --cascade=
    --chunk-size=
    --cluster-ip= --cpu-percent= --current-replicas= --delete-emptydir-data? --delete-local-data?
    --disable-eviction? --external-ip= --field-manager= --filename=r --force? --grace-period=
    --ignore-daemonsets? --kustomize=r:network --labels= --load-balancer-ip= --max= --min= --name=
    --output=json|yaml|name|wide
    --override-type= --overrides= --overwrite? --pod-selector= --port= --protocol= --raw=:write
    --recursive? --replicas= --resource-version= --save-config? --selector= --session-affinity=
    --show-managed-fields? --skip-wait-for-delete-timeout= --subresource= --target-port=
    --template=r
    --timeout= --type= --validate? --wait? --memory= --cpu=
    --dry-run?none:write --dry-run?client|server:==read
  set = write x*
    -R -c= -e= -f=r -l= -o=json|yaml|name|wide --all? --containers= --env= --field-manager=
    -k=r:network ; it fetches what a file names
    --filename=r --from=
    --group= --keys= --kustomize=r:network --limits= --list? --local? --output=json|yaml|name|wide
    --overwrite? --prefix=
    --recursive? --requests= --resource-version= --selector= --serviceaccount= --user=
    --resolve?:secret ; it shows the values of secrets
    --dry-run?none:write --dry-run?client|server:==read
  edit = write+code x* ; it opens an editor
    -R -f=r -o=json|yaml|name|wide --filename=r --output=json|yaml|name|wide --output-patch?
    -k=r:network ; it fetches what a file names
    --validate? --subresource=
  certificate = write x*
    -R -f=r -o=json|yaml|name|wide --filename=r --force? --output=json|yaml|name|wide
  # What only oc has.
  whoami = read
    -c --show-context? --show-server? --show-console?
    -t:secret --show-token?:secret ; it shows the token
  status = read
    -A --all-namespaces? --suggest?
  projects = read
    -q --short?
  project = read x:write
    -q --short?
  process = read x*
    -f=r -l= -o=json|yaml|name|wide -p= --filename=r --ignore-unknown-parameters? --labels=
    --local? --output=json|yaml|name|wide --param=
    --param-file=r --parameters? --raw? --template=r
  extract = secret+write x* ; it writes out the content of secrets
  serviceaccounts|sa|registry = secret+write x* ; it deals with tokens
  adm = write x*
    top = read x*
      -A -l= --selector= --no-headers? --containers? --heapster-namespace= --sort-by=
    node-logs = read x*
      -l= -u= --role= --unit= --path= --since= --until= --tail= --grep= --boot= --raw?
    release = read x*
      info = read x*
        -a=r --changelog= --commits? --pullspecs? --size? --verify? --output=json|yaml|name|wide
        -o=json|yaml|name|wide
    must-gather|inspect = write+network @loose ; it copies what the cluster has into files
  login|logout|new-app|new-project|new-build|start-build|import-image|tag = write+network x*
  rollback|idle|policy|secrets|image|observe|rsync|cancel-build = write+network x*
"""
