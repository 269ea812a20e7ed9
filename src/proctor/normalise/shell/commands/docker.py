"""docker, podman and nerdctl: containers, images and all that belongs to them."""

# `docker container ls` is read as `docker ls`: programs/docker.py.
COMMANDS = r"""
docker|podman|nerdctl = read @exact
  -D --debug? -v -l= --log-level= --tls? --tlsverify? -c= --context= --connection=
  -H=server --host=server --url=server ; it talks to another engine
  --tlscacert=r --tlscert=r --tlskey=r --identity=r -h:=read --help:=read
  --config=code --module=code --runtime=code --conmon=code --hooks-dir=code ; it can start programs
  -r --remote? --storage-driver= --storage-opt=code --root=n --runroot=n --imagestore=n --syslog
  --tmpdir=n --events-backend= --cgroup-manager= -n= --namespace= --address=url --data-root=n
  --network-cmd-path=code --noout --out=w:write --transient-store --volumepath=n --ssh=
  --snapshotter=
  help = read x*
  ps|ls|list = read x*
    -alqsp --all? -f= --filter= --format= -n= --last= --latest? --no-trunc? --quiet? --size? -w=
    --ns --pod --sort= --sync --external --watch= --noheading --list= --ctr-names --ids --names
  run|create = code+network x run* @first ; it starts a container
    -diPqtz --add-host= --annotation= -a= --attach= --blkio-weight= --blkio-weight-device=
    --cap-add=:privileged --cap-drop= --cgroup-parent= --cgroupns=host:privileged --cgroupns=
    --cidfile=w --cpu-count= --cpu-percent= --cpu-period= --cpu-quota= --cpu-rt-period=
    --cpu-rt-runtime= -c= --cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach?
    --detach-keys= --device=:privileged --device-cgroup-rule= --device-read-bps=
    --device-read-iops= --device-write-bps= --device-write-iops= --disable-content-trust? --dns=
    --dns-option= --dns-search= --domainname= --entrypoint=:hides -e= --env= --env-file=r --expose=
    --gpus= --group-add= --health-cmd= --health-interval= --health-retries=
    --health-start-interval= --health-start-period= --health-timeout= -h= --hostname= --init?
    --interactive? --io-maxbandwidth= --io-maxiops= --ip= --ip6= --ipc=host:privileged --ipc=
    --isolation= --kernel-memory= -l= --label= --label-file=r --link= --link-local-ip=
    --log-driver= --log-opt= --mac-address= -m= --memory= --memory-reservation= --memory-swap=
    --memory-swappiness= --mount= --name= --network= --network-alias= --no-healthcheck?
    --oom-kill-disable? --oom-score-adj= --pid=host:privileged --pid= --pids-limit= --platform=
    --privileged?:privileged -p= --publish= --publish-all? --pull= --quiet? --read-only? --restart=
    --rm? --runtime= --security-opt=:privileged --shm-size= --sig-proxy? --stop-signal=
    --stop-timeout= --storage-opt= --sysctl= --tmpfs= --tty? --ulimit= -u= --user=
    --userns=host:privileged --userns= --uts=host:privileged --uts= -v= --volume= --volume-driver=
    --volumes-from= -w= --workdir= --arch= --authfile=n --cgroup-conf= --cgroups= --chrootdirs=
    --conmon-pidfile=w --pidfile=w --creds= --decryption-key= --env-host --env-merge=
    --group-entry= --hostuser= --http-proxy? --image-volume= --init-ctr= --init-path=code --initc=
    --latest --no-hostname --no-hosts --os= --passwd? --passwd-entry= --personality= --pod=
    --pod-id-file=r --preserve-fd= --preserve-fds= --read-only-tmpfs? --replace --requires=
    --retry= --retry-delay= --rootfs --sdnotify= --seccomp-policy= --secret= --shm-size-systemd=
    --subgidname= --subuidname= --systemd= --timeout= --tls-verify? --tz= --umask= --unsetenv=
    --unsetenv-all --uidmap= --gidmap= --use-api-socket:privileged --variant=
  exec = read x run* @first
    -itl --detach-keys= -e=var --env=var --env-file=code --interactive? --tty? -u=
    --privileged?:privileged --user= -w= --workdir= --latest --preserve-fds= --preserve-fd=
    --cidfile=r --no-session -d:code --detach?:code
  logs = read x*
    -ftl --details? --follow? --since= -n= --tail= --timestamps? --until= --color --colors --latest
    --names --no-color
  inspect = read x* @by:container_facts
    -sl -f= --format= --size? --type= --latest --mode=
  top = read
    -aefAlFHLT -o= -O= -p= -u= -C= --format= --sort= --no-headers --latest
    * = read
      aux|ax|axu|auxw|auxww|auxf|faux = read
  stats = read x*
    -al --all? --format= --no-stream? --no-trunc? -i= --latest --interval= --no-reset
  port = read x x
    -al --all --latest
  diff = read x*
    -l --format= --latest
  export = read x
    -o=w --output=w
  attach = code x ; it takes over a running program
    -l --detach-keys= --no-stdin? --sig-proxy? --latest
  start|restart|stop|pause|unpause|kill|rename|restore = write x*
    -aifl -s= --signal= -t= --time= --timeout= --attach? --interactive? --all --latest
    --checkpoint= --checkpoint-dir=n --detach-keys= --filter= --cidfile=r --ignore --running
    --sig-proxy?
  rm|remove = write x*
    -flvai --force? --link? --volumes? -t= --all --cidfile=r --depend --ignore --time= --latest
    --filter=
  prune = write+destroy x* ; it deletes every container that is stopped
    -f --force? --filter=
  update = write x*
    --blkio-weight= --cpu-period= --cpu-quota= --cpu-rt-period= --cpu-rt-runtime= -c= --cpu-shares=
    --cpus= --cpuset-cpus= --cpuset-mems= -m= --memory= --memory-reservation= --memory-swap=
    --pids-limit= --restart=
  commit = write x x
    -pfqs -a= --author= -c= --change= -m= --message= --pause? -i= --format= --iidfile=w
    --include-volumes --quiet? --squash
  cp = write r w
    -aLq --archive? --follow-link? --quiet? --overwrite --pause
  container = read @by:docker
  exists = read x
    --external
  mount|unmount|umount = privileged x* ; it mounts a container on this machine
    -alf --all --latest --format= --notruncate --force
  runlabel|clone|cleanup|unshare|debug = code x* @first
  compose = read @by:docker
  images = read x*
    -aqn --all? --digests? -f= --filter= --format= --no-trunc? --quiet? --tree? --sort= --history
    --noheading --names
  history = read x
    -Hq --format= --human? --no-trunc? --platform= --quiet?
  save = read x*
    -mq -o=w --output=w --platform= --format= --compress --uncompressed --multi-image-archive
    --quiet? --all-platforms
  search = read x
    *.*/*|*:*/* = network x* ; it asks the registry that is named
    -f= --filter= --format= --limit= --no-trunc? --list-tags --authfile=n --tls-verify?
    --compatible --cert-dir=n --creds=
  build = code+network r* ; it runs the steps of a build
    -q --add-host= --build-arg= --cache-from= --cgroup-parent= --compress? --cpu-period=
    --cpu-quota= -c= --cpu-shares= --cpuset-cpus= --cpuset-mems= --disable-content-trust? -f=r
    --file=r --force-rm? --iidfile=w --isolation= --label= -m= --memory= --memory-swap= --network=
    --no-cache? --platform= --pull? --quiet? --rm? --security-opt=:privileged --shm-size= --squash?
    -t= --tag= --target= --ulimit= -o=w --output=w --metadata-file=w --secret= --ssh= --cache-to=
    --load? --push? --progress= --provenance? --sbom? --builder= --build-context=
    --no-cache-filter= --allow=:privileged --annotation= --attest= --call= --check? --ignorefile=r
    --layers? --format= --squash-all --volume= -v= --authfile=n --creds= --timestamp= --jobs=
    --logfile=w --sign-by= --env= --from= --device=:privileged
  pull|push = network+write x*
    -aq --all-tags? --disable-content-trust? --platform= --quiet? --arch= --os= --variant=
    --authfile=n --creds= --tls-verify? --cert-dir=n --format= --remove-signatures --sign-by=
    --digestfile=w --policy= --retry= --all-platforms --unpack?
  tag|untag|rmi = write x*
    -fai --force? --no-prune? --platform= --all --ignore
  load = write
    -q -i=r --input=r --platform= --quiet?
  import = write r x
    -q -c= --change= -m= --message= --platform= --quiet --arch= --os= --variant=
  image = read
    ls|list = read x*
      -aqn --all? --digests? -f= --filter= --format= --no-trunc? --quiet? --tree? --sort= --history
      --noheading --names
    inspect = read x*
      -f= --format= --platform= --mode=
    history = read x
      -Hq --format= --human? --no-trunc? --platform= --quiet?
    tree = read x
      --whatrequires
    exists|diff = read x*
      --format=
    save = read x*
      -mq -o=w --output=w --platform= --format= --compress --uncompressed --multi-image-archive
      --quiet?
    search = read x
      -f= --filter= --format= --limit= --no-trunc? --list-tags --authfile=n --tls-verify?
      --compatible
    build = code+network r* @loose ; it runs the steps of a build
      -q -t= -f=r -o=w -m= -c= --file=r --output=w --metadata-file=w --iidfile=w --push? --load?
    pull|push|sign|trust|scp = network+write x*
      -aq --all-tags? --disable-content-trust? --platform= --quiet? --authfile=n --creds=
      --tls-verify?
    load = write
      -q -i=r --input=r --platform= --quiet?
    import = write r x
      -c= --change= -m= --message= --platform=
    rm|remove|tag|untag|prune|convert|encrypt|decrypt|mount|unmount = write x*
      -fa --force? --no-prune? --platform= --all? --filter= --build-cache --external
  info|version = read
    -f= --format= --client
  events = read
    -f= --filter= --format= --since= --until= --stream? --no-trunc
  system = read
    df = read
      -v --format= --verbose?
    info|version|events = read
      -f= --filter= --format= --since= --until= --stream? --no-trunc
    dial-stdio|service = code
    prune = write+destroy ; it deletes all containers, networks and images that are not in use
      -af --all? --filter= --force? --external --build
      --volumes?:destroy-outside ; it deletes volumes with all that is in them
    reset = destroy-outside ; it deletes every container, image and volume
      -f --force
    renumber|migrate|check = write x*
      -qfr --quick --repair --force --max=
    connection = read
      ls|list = read
        -q --format= --quiet
      add|rm|remove|rename|default = write x*
        -ad --all --default --identity=n --port= --socket-path=
  login|logout = write+network x
    -av -p= --password= --password-stdin? -u= --username= --all --authfile=w --cert-dir=n
    --get-login --tls-verify? --verbose --secret= --compat-auth-file=w
  volume = read
    ls|list = read
      -qn --cluster? -f= --filter= --format= --quiet? --noheading
    inspect|exists = read x*
      -a -f= --format= --all
    create|update|import|mount|unmount|reload = write x*
      --availability= -d= --driver= --group= --label= --limit-bytes= -o= --opt= --required-bytes=
      --scope= --secret= --sharing= --topology-preferred= --topology-required= --type= --ignore
      --uid= --gid=
    export = read x
      -o=w --output=w
    rm|remove = write+destroy x* ; it deletes volumes with all that is in them
      -f --force? -t= --time=
      -a:destroy-outside --all:destroy-outside ; it deletes every volume with all that is in it
    prune = write+destroy ; it deletes volumes with all that is in them
      -f --filter= --force?
      -a:destroy-outside --all?:destroy-outside ; it deletes volumes with all that is in them
  network = read
    ls|list = read
      -qn -f= --filter= --format= --no-trunc? --quiet? --noheading --sort=
    inspect|exists = read x*
      -v -f= --format= --verbose?
    create = write x*
      --attachable? --aux-address= --config-from= --config-only? -d= --driver= --gateway=
      --ingress? --internal? --ip-range= --ipam-driver= --ipam-opt= --ipv4? --ipv6? --label= -o=
      --opt= --scope= --subnet= --disable-dns --dns= --interface-name= --route= --ignore
    connect = write x x
      --alias= --driver-opt= --gw-priority= --ip= --ip6= --link= --link-local-ip= --mac-address=
    disconnect|rm|remove|prune|reload|update = write x*
      -fa --filter= --force? -t= --all --time= --dns-add= --dns-drop=
  context = read
    ls|list = read
      -q --format= --quiet?
    inspect = read x*
      -f= --format=
    show = read
    export = secret+write x w ; it copies the keys of a context
    create|update|use|rm|remove|import = write x*
      -f --description= --docker= --from= --force? --skip-tls-verify
  manifest = read
    inspect = read x
      docker.io/*|ghcr.io/*|quay.io/*|gcr.io/*|mcr.microsoft.com/*|registry.k8s.io/* = read x
      *.*/*|*:*/* = network x* ; it asks the registry that is named
      -v --insecure? --verbose? --authfile=n --tls-verify?
    exists = read x
    create|annotate|add|remove|rm|push = write+network x*
      -apf --arch= --os= --os-features= --os-version= --variant= --amend? --insecure? --purge?
      --all --rm --format=
  buildx = read
    -D --debug? --builder=
    ls = read
      --format= --no-trunc
    du = read
      --filter= --format= --verbose? --timeout=
    inspect = read x
      --timeout= --bootstrap:write
    version = read
    imagetools = read
      inspect = read x
        docker.io/*|ghcr.io/*|quay.io/*|gcr.io/*|mcr.microsoft.com/*|registry.k8s.io/* = read x
        *.*/*|*:*/* = network x* ; it asks the registry that is named
        --format= --raw
      create = network+write x*
        -f=r -t= --file=r --tag= --append --dry-run --annotation= --prefer-index? --progress=
        --platform= --metadata-file=w
    history = read
      ls|logs|inspect = read x*
        --format= --filter= --no-trunc --local --progress= --type= --platform=
      rm|open|trace|import|export = write x*
        -a -o=w --all --output=w --file=r
    build|b = code+network r* @loose ; it runs the steps of a build
      -q -t= -f=r -o=w -m= -c= --file=r --output=w --metadata-file=w --iidfile=w --push? --load?
    bake|f = code+network x*
      -f=r --file=r --set= --load --push --pull --no-cache --progress= --metadata-file=w
      --allow=:privileged --provenance= --sbom= --call= --check --var= --list= --print
    create|use|rm|stop|prune|install|uninstall = write x*
      -af --all --force --filter= --verbose --name= --driver= --driver-opt= --use --bootstrap
      --append --leave --node= --platform= --buildkitd-config=conf --config=conf --buildkitd-flags=
      --default --global --all-inactive --keep-state --keep-daemon --keep-storage=
      --max-used-space= --min-free-space= --reserved-space=
    dial-stdio|debug|dap = code x*
  builder = read
    build = code+network r* @loose ; it runs the steps of a build
      -q -t= -f=r -o=w -m= -c= --file=r --output=w --metadata-file=w --iidfile=w --push? --load?
    prune = write
      -af --all? --filter= --force? --keep-storage=
  config = read
    ls|list = read
      -qn -f= --filter= --format= --quiet? --noheading
    inspect|exists = read x*
      -f= --format= --pretty?
    create = write x r
      -l= --label= --template-driver= --env? --replace --driver-opts= --ignore
    rm|remove = write x*
      -ai --all --ignore
  secret = read
    ls|list = read
      -qn -f= --filter= --format= --quiet? --noheading
    inspect|exists = read x*
      -f= --format= --pretty? --showsecret?:secret
    create = write x r
      -d= --driver= -l= --label= --template-driver= --env? --replace --driver-opts= --ignore
    rm|remove = write x*
      -ai --all --ignore
  node = read
    ls|list = read
      -q -f= --filter= --format= --quiet?
    ps = read x*
      -q -f= --filter= --format= --no-resolve? --no-trunc? --quiet?
    inspect = read x*
      -f= --format= --pretty?
    demote|promote|rm|remove|update = write x*
      -f --availability= --label-add= --label-rm= --role= --force?
  service = read
    ls|list = read
      -q -f= --filter= --format= --quiet?
    ps = read x*
      -q -f= --filter= --format= --no-resolve? --no-trunc? --quiet?
    inspect = secret x* ; it shows the variables of the service, passwords among them
      -f= --format= --pretty?
    logs = read x
      -ft --details? --follow? --no-resolve? --no-task-ids? --no-trunc? --raw? --since= -n= --tail=
      --timestamps?
    rm|remove|rollback|scale = write x*
      -dq --detach? --quiet?
    create|update = code+network x* @loose ; it runs containers
  stack = read
    ls|list = read
      --format= --orchestrator= --kubeconfig=conf --namespace= --all-namespaces
    ps = read x
      -q -f= --filter= --format= --no-resolve? --no-trunc? --quiet?
    services = read x
      -q -f= --filter= --format= --quiet?
    config = secret ; it shows settings with their values, passwords among them
      -c=r --compose-file=r --skip-interpolation?
    deploy|up = code+network x
      -dq -c=r --compose-file=r --detach? --prune? --quiet? --resolve-image= --with-registry-auth?
    rm|remove|down = write x*
      -d --detach?
  swarm = read
    join-token|unlock-key = secret x ; it shows a key of the swarm
      -q --quiet? --rotate?
    ca|init|join|update|unlock = write+network x* @loose
    leave = write
      -f --force?
  plugin = read
    ls|list = read
      -q -f= --filter= --format= --no-trunc? --quiet?
    inspect = read x*
      -f= --format=
    install|upgrade|enable|create|push|set|disable|rm|remove = write+network+code x*
      -f --alias= --disable? --disable-content-trust? --grant-all-permissions? --force? --timeout=
      --compress?
  trust = read
    inspect = read x
      *.*/*|*:*/* = network x* ; it asks the registry that is named
      --pretty?
    show = read x*
      -jn --raw --json --noheading
    key|signer|revoke|sign|set = write+network x* @loose
  checkpoint = read
    ls|list = read x
      --checkpoint-dir=n
    create|rm|remove = write x x
      --checkpoint-dir=n --leave-running?
  pod = read
    ps|ls|list = read
      -qn -f= --filter= --format= --ns --no-trunc --sort= --ctr-names --ctr-ids --ctr-status
      --quiet --latest --noheading
    inspect|logs|exists|stats = read x*
      -aflt -c= --format= --latest --all --no-stream --no-reset --follow --since= --until= --tail=
      --timestamps --color --names --container=
    top = read x* @first
      -l --latest
    create|clone = code+network x* @loose ; it starts a container
    start|stop|restart|kill|pause|unpause|rm|prune = write x*
      -afil -t= -s= --all --force --ignore --latest --signal= --time= --pod-id-file=r
  generate = read
    kube|spec = read x*
      -cs -f=w --filename=w --service --type= --replicas= --podman-only --no-trunc --compact --name
    systemd = read x
      -n -t= --name --new --time= --format= --no-header --after= --requires= --wants=
      --restart-policy= --restart-sec= --container-prefix= --pod-prefix= --separator=
      --start-timeout= --stop-timeout= --template -e= --env= -f:write --files:write
  kube = read
    generate = read x*
      -cs -f=w --filename=w --service --type= --replicas= --podman-only --no-trunc
    play|apply|down = code+network r* @loose ; it starts containers
  play = code+network x* @loose ; it starts containers
  machine = read
    ls|list|info|inspect = read x*
      -nq -f= --format= --noheading --quiet --all-providers
    ssh = code x sh* @first ; it opens a shell in the machine
      --username=
    init|start|stop|set|os|cp = write+network x* @loose
    rm|reset = write x*
      -f --force --save-image --save-ignition
  auto-update|farm|artifact|quadlet = write+network x* @loose
  healthcheck = code x*
  namespace = read
    ls|list|inspect = read x*
      -q -f= --quiet --format=
    create|remove|rm|update = write x* @loose
  scout = network x* ; it sends what is in an image to a service
    version|help = read
    push|enroll|config|cache|integration|repo|watch = write+network x* @loose
  sbom = network x* @loose
  init = write @loose
  desktop = write x*
    status|version = read
      --format= --short
  model|mcp|extension|ai|offload|sandbox|dev|agent = code+network x* @loose
  pass = secret x* @loose ; it is a store of secrets
"""
