"""helm and the other tools around a cluster."""

COMMANDS = r"""
helm = read @exact
  --debug? -n= --namespace= --kube-context= --kubeconfig=code --kube-as-user= --kube-as-group=
  --kube-ca-file=r --kube-token= --kube-insecure-skip-tls-verify? --kube-tls-server-name=
  --burst-limit= --qps= --registry-config=conf --repository-config=conf --color= --colour= -h:=read
  --help:=read
  --repository-cache=w:write --content-cache=w:write
  --kube-apiserver=url ; it talks to the server that is named
  help|completion = read x*
    --no-descriptions?
  version = read
    -c --client? --short? --template=
  env = read x
  list|ls = read
    -Aadqr -f= -l= -m= -o= --all? --all-namespaces? --date? --deployed? --failed? --filter= --max=
    --no-headers? --offset= --output= --pending? --reverse? --selector= --short? --superseded?
    --time-format= --uninstalled? --uninstalling?
  status = read x
    -o=table --output=table -o=:secret --output=:secret ; it shows the secrets of a release too
    --revision= --show-desc? --show-resources?
  history|hist = read x
    -o= --output= --max=
  get = read
    --revision= --template= -o= --output= -a --all?
    hooks|notes|metadata = read x
    values = secret x ; it shows the values that a release was given, passwords among them
    manifest|all = secret x ; it shows the secrets of a release too
  show|inspect = read+deep+follows r
    --ca-file=r --cert-file=r --key-file=r --keyring=r --username= --password= --pass-credentials?
    --insecure-skip-tls-verify? --plain-http? --devel? --verify? --version= --jsonpath=
    --repo=url ; it fetches from the place that is named
    all|chart|crds|readme|values = read+deep+follows r
  search = read
    -lr -o= --devel? --regexp? --version= --versions? --max-col-width= --fail-on-no-result?
    --output= --list-repo-url?
    --endpoint=url ; it asks the service that is named
    hub|repo = read x*
  lint = read+deep+follows r*
    -f=r --values=r --set= --set-string= --set-json= --set-literal= --set-file=r:secret --strict?
    --quiet?
    --with-subcharts? --kube-version= --skip-schema-validation?
  verify = read r
    --keyring=r
  template = read+deep+follows x r
    -g -a= -f=r -l= -s= --api-versions= --atomic? --ca-file=r --cert-file=r --create-namespace?
    --description= --devel? --disable-openapi-validation? --dry-run? --force? --generate-name?
    --hide-notes? --include-crds? --insecure-skip-tls-verify? --is-upgrade? --key-file=r
    --keyring=r --kube-version= --labels= --name-template= --no-hooks? --pass-credentials?
    --password= --plain-http? --release-name? --render-subchart-notes? --replace?
    --rollback-on-failure?
    --set= --set-file=r:secret --set-json= --set-literal= --set-string= --show-only= --skip-crds?
    --skip-schema-validation? --skip-tests? --take-ownership? --timeout= --username= --validate?
    --values=r --verify? --version= --wait? --wait-for-jobs? --server-side?
    --output-dir=w
    --post-renderer=code --post-renderer-args=code ; it runs a program on what comes out
    --dependency-update?:write+network --enable-dns?:network --repo=url ; it fetches from elsewhere
    given -g --generate-name --name-template
  install|upgrade = write+network+deep+follows x r
    -gi -f=r -l= -o= --atomic? --ca-file=r --cert-file=r --cleanup-on-fail? --create-namespace?
    --description= --devel? --disable-openapi-validation? --force? --force-conflicts?
    --force-replace? --generate-name? --hide-notes? --hide-secret? --history-max=
    --insecure-skip-tls-verify? --install? --key-file=r --keyring=r --labels= --name-template=
    --no-hooks? --output= --pass-credentials? --password= --plain-http? --render-subchart-notes?
    --replace? --reset-then-reuse-values? --reset-values? --reuse-values? --rollback-on-failure?
    --set= --set-file=r:secret --set-json= --set-literal= --set-string= --skip-crds?
    --skip-schema-validation? --take-ownership? --timeout= --username= --values=r --verify?
    --version= --wait? --wait-for-jobs? --server-side?
    --post-renderer=code --post-renderer-args=code ; it runs a program on what comes out
    --dependency-update?:write+network --enable-dns?:network --repo=url ; it fetches from elsewhere
    --dry-run?none|false|0|f|F|FALSE|False:write --dry-run?:==read+deep+follows
    given -g --generate-name --name-template
  uninstall|delete|del|un|rollback = write x*
    --cascade= --cleanup-on-fail? --description= --force? --history-max= --ignore-not-found?
    --keep-history? --no-hooks? --recreate-pods? --timeout= --wait? --wait-for-jobs?
    --dry-run?none|false|0|f|F|FALSE|False:write --dry-run?:==read
  test = write+code x
    --filter= --logs? --timeout= --hide-notes?
  create|package = write r* @loose
    -p= -d=w -u --destination=w --starter= --app-version= --version=
  pull|fetch = write+network x*
    -d=w --destination=w --untardir=w --ca-file=r --cert-file=r --key-file=r --keyring=r --devel?
    --insecure-skip-tls-verify? --pass-credentials? --password= --plain-http? --prov? --repo=url
    --untar? --username= --verify? --version=
  push = network+write r url
    --ca-file=r --cert-file=r --key-file=r --insecure-skip-tls-verify? --plain-http? --username=
  dependency|dep|dependencies = write
    list|ls = read r
      --max-col-width=
    build|update|up = write+network r @loose
  repo = write
    list|ls = read
      -o= --output= --no-headers?
    add = write+network x url @loose
    update|up = write+network x* @loose
    index = write r
      --merge=r --url= --json?
    remove|rm = write x*
  plugin = write
    list|ls = read
      --type=
    verify = read r
    install|add|update|up|package|uninstall|rm|remove = write+network+code x* @loose
      --version=
  registry = write+network x* @loose
  # The plug-in helm-diff, which hides secrets unless it is told to show them.
  diff = read
    -C= -f=r -q -D= -o= --context= --values=r --set= --set-string= --set-json= --set-literal=
    --set-file=r:secret --allow-unreleased? --color? --no-color? --detailed-exitcode? --devel?
    --disable-openapi-validation? --disable-validation? --find-renames= --include-crds?
    --include-tests? --install? --kube-version= --api-versions= --no-hooks? --normalize-manifests?
    --output=diff|simple|json|structured|dyff --quiet? --reset-values? --reuse-values?
    --reset-then-reuse-values? --skip-schema-validation? --strip-trailing-cr? --suppress=
    --suppress-secrets? --three-way-merge? --validate? --version= --dry-run?
    --show-secrets?:secret --show-secrets-decoded?:secret ; it shows the secrets of a release
    --post-renderer=code --post-renderer-args=code --enable-dns?:network --repo=url
    upgrade = read x r
    revision|release|rollback = read x*
    version = read
  secrets = secret x* @loose ; it decrypts values
helmfile = code+network @exact ; its files are templates that can run programs
  -f=r -e= -l= -n= -q -h:=read --file=r --environment= --selector= --namespace= --quiet --log-level=
  --kube-context= --no-color --helm-binary=code --state-values-file=r --state-values-set=
  version|help|completion = read x*
  destroy|delete = write+code x* @loose ; it removes every release
  apply|sync|charts|deps|repos|init|cache|fetch = write+network+code x* @loose
  list|template|diff|lint|status|build|print-env|write-values|show-dag|test = code x* @loose
kustomize = read @exact
  -h:=read --stack-trace?
  version|help|completion|docs-* = read x*
    --short? -o= --output=
  build = network r ; it fetches what a file names
    *://*|*::*|git@*|*.com/*|*.org/*|*.net/*|*.io/*|*.dev/*|*[?]ref* = network x* ; it is fetched
    -e= --env= --as-current-user? --mount= --load-restrictor=LoadRestrictionsRootOnly --reorder=
    --helm-api-versions= --helm-kube-version= --helm-debug? --network-name=
    -o=w --output=w
    --enable-alpha-plugins?:code --enable_alpha_plugins?:code --enable-exec?:code
    --enable-helm?:code
    --enable-star?:code --network?:code --helm-command=code ; it runs programs
  cfg = write x*
    cat|tree|count|grep = read r*
  edit|create|localize|fn = write+code x* @loose
kubectx|kubens = read x:write
  -ch --current --help -u:write --unset:write -d=:write -f:write --force:write -V
k9s = code x* @exact ; it opens a screen from which anything can be done
  version|info = read
    -s --short
stern = read x* @exact
  -A -c= -e= -E= -H= -i= -l= -n= -o= -p -s= -t? -h:=read -v= --all-namespaces? --color=
  --completion=
  --container= --container-colors= --container-state= --context= --condition= --diff-container?
  --ephemeral-containers? --exclude= --exclude-container= --exclude-pod= --field-selector=
  --highlight= --include= --init-containers? --kubeconfig=code --max-log-requests= --namespace=
  --no-follow? --node= --only-log-lines? --output= --pod-colors= --prompt? --selector=
  --show-hidden-options? --since= --tail= --template= --template-file=r --timestamps? --timezone=
  --verbosity= --config=code --stdin?
argocd = write x* @exact
  --auth-token= --client-crt=r --client-crt-key=r --config=conf --core? --grpc-web?
  --grpc-web-root-path=
  --insecure? --kube-context= --logformat= --loglevel= --plaintext? --port-forward? -H= --header=
  --port-forward-namespace= --server-crt=r --http-retry-max= -h:=read -N= --app-namespace= -o=
  --output=
  --server=url ; it talks to the server that is named
  version = read
    --client --short
  app|appset = write x*
    list = read
      -c= -l= -p= -r= --cluster= --selector= --project= --repo= --path=
    get|history|resources|get-resource = read x*
      --hard-refresh:write --refresh:write --show-params --show-operation --timeout= --kind=
      --resource-name= --project= --orphaned --tree= -p= -w --wait
    diff|manifests = read x
      --exit-code? --revision= --source= --revisions= --source-positions= --hard-refresh:write
      --refresh:write --local=r --local-repo-root=r --local-include=
    logs = read x
      -f -c= -p --follow --container= --filter= --group= --kind= --name= --namespace= --previous
      --since-seconds= --tail= --until-time= -m -i --match-case
    wait = read x*
      -l= --health --sync --operation --suspended --degraded --delete --timeout= --resource=
  cluster|repo|proj|cert|gpg|account|repocreds = write x*
    list|get|get-user-info|can-i = read x*
      --refresh=
    generate-token|bcrypt = secret x* @loose ; it makes a token
  context = read x:write
    --delete:write
  admin = secret+write x* @loose ; it reaches the server's own secrets
  login|logout|relogin = write+network x* @loose
flux = write x* @exact
  -n= --namespace= --context= --kubeconfig=code --timeout= --verbose --cache-dir=w -h:=read --as=
  --cluster=
  --kube-qps= --kube-burst= --insecure-skip-tls-verify --token= --user= --as-group= --as-uid=
  --server=url -s=url ; it talks to the server that is named
  version|check|stats|trace|tree|logs|events = read x*
    -Aw -o= --client --output= --pre --components= --components-extra= --all-namespaces --tail=
    --follow -f --level= --kind= --name= --since= --since-time= --flux-namespace= --for= --types=
    --watch --compact --api-version= --timestamps
  get = read x*
    -Aw --all-namespaces --watch --no-header --status-selector= -l= --label-selector=
  diff|build = read x*
    --path=r --kustomization-file=r --dry-run --ignore-paths= --progress-bar --strict-substitute
    --recursive --local-sources= --in-memory-build
  export = read x*
    -A --all --all-namespaces --with-credentials:secret ; it shows the credentials
istioctl = write x* @exact
  -i= -n= -h:=read --istioNamespace= --namespace= --kubeconfig=code -c= --context= --vklog=
  --log_output_level=
  version|validate|v = read
    -f=r -o= -s --filename=r --output= --remote? --short? --revision=
  analyze = read r*
    -A -o= -L -R -S= --all-namespaces --output= --color? --failure-threshold= --list-analyzers
    --recursive --revision= --suppress= --use-kube? --verbose --meshConfigFile=r --output-threshold=
  proxy-status|ps|proxy-config|pc|verify-install|profile|x|experimental|tag = read
    -o= --output= --revision= -r= --verbose --port= --fqdn= --type= --name= --direction= --subset=
    endpoints|endpoint|ep|clusters|cluster|routes|route|listeners|listener|bootstrap|all = read x*
    list|describe|dump|diff|log = read x*
linkerd = write x* @exact
  -n= -L= -h:=read --namespace= --linkerd-namespace= --kubeconfig=code --context= --verbose -A -o=
  --output=
  --all-namespaces --cni-namespace= --api-addr=url
  version|check|diagnostics|identity|completion|get = read x*
    --client --short --proxy --pre --wait= --expected-version= --retry-deadline=
kubeseal = read @exact
  -h:=read -o= -f=r -n= -s --format= --secret-file=r --cert=r --controller-name=
  --controller-namespace=
  --fetch-cert --raw --from-file=r --name= --namespace= --scope= --allow-empty-data --context=
  --kubeconfig=code --validate -w=w --sealed-secret-file=w --merge-into=w --re-encrypt --rotate
  --recovery-unseal:secret --recovery-private-key=r:secret ; it decrypts secrets
"""
