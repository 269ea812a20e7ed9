"""docker-compose and the smaller tools for containers and their images."""

COMMANDS = r"""
docker-compose|podman-compose = read @exact
  -f=r --file=r -p= --project-name= --profile= --env-file=r --project-directory=dir --workdir=dir
  --ansi= --no-ansi --progress= --parallel= --compatibility --all-resources --dry-run -v -h:=read
  --help:=read
  --verbose --log-level= --context= -c= --tls --tlsverify --tlscacert=r --tlscert=r --tlskey=r
  --skip-hostname-check --in-pod= --pod-args= --no-cleanup
  -H=server --host=server ; it talks to another engine
  --podman-path=code --podman-args=code --podman-run-args=code ; it can start programs
  help = read x*
  version = read
    -f= --format= --short
  ps = read x*
    -aq --all? --quiet? --services? --format= --filter= --status= --orphans? --no-trunc?
  ls = read
    -aq --all? --quiet? --format= --filter=
  logs = read x*
    -ft -n= --follow? --timestamps? --tail= --since= --until= --no-color? --no-log-prefix? --index=
    --latest --names
  images = read x*
    -q --quiet? --format=
  top = read x*
  port = read x x
    --protocol= --index=
  events = read x*
    --json? --since= --until=
  stats = read x*
    -a --all? --format= --no-stream? --no-trunc?
  volumes = read x*
    -q --quiet? --format=
  config|convert = secret x* ; it shows settings with their values, passwords among them
    -q:=read --quiet:=read --services:=read --volumes:=read --images:=read --profiles:=read
    --networks:=read --models:=read --variables? --hash=:=read
    --format= --no-interpolate? --no-normalize? --no-path-resolution? --no-consistency?
    --no-env-resolution? --resolve-image-digests? --lock-image-digests?
    -o=w --output=w
    --environment?:secret ; it shows the values of all variables
  viz = read x*
    --indentation-size= --spaces? --image? --networks? --ports?
  exec = read x run* @first
    -itT -e=var -u= -w= --env=var --user= --workdir= --index= --no-tty? --no-TTY? --interactive?
    --tty?
    -d:code --detach?:code ; it goes on in the background
    --privileged?:privileged ; it runs with all rights
  run = code+network x run* @first ; it starts a container
    -ditTPq -e= -l= -p= -u= -v= -w= --build? --cap-add=:privileged --cap-drop= --detach? --env=
    --env-from-file=r --entrypoint=:hides --interactive? --label= --name= --no-deps? --no-TTY?
    --publish=
    --pull= --quiet? --quiet-build? --quiet-pull? --remove-orphans? --rm? --service-ports?
    --use-aliases? --user= --volume= --workdir= --tty?
  attach = code x ; it takes over a running program
    --detach-keys= --index= --no-stdin? --sig-proxy?
  up|watch|create|scale|start|restart = code+network x* ; it starts containers
    -dVyqw -t= --detach? --build? --no-build? --force-recreate? --no-recreate? --no-deps? --wait?
    --wait-timeout= --remove-orphans? --scale= --timeout= --abort-on-container-exit?
    --abort-on-container-failure? --always-recreate-deps? --attach= --attach-dependencies?
    --exit-code-from= --menu? --no-attach= --no-color? --no-log-prefix? --no-start? --pull=
    --quiet-pull? --quiet-build? --renew-anon-volumes? --timestamps? --watch? --yes? --no-up?
    --prune? --quiet?
  build = code+network x* ; it runs the steps of a build
    -q -m= --build-arg= --builder= --check? --memory= --no-cache? --print? --provenance?
    --pull? --push? --quiet? --sbom? --ssh= --with-dependencies? --parallel --compress --force-rm
  pull|push|publish = network+write x*
    -q --quiet? --ignore-buildable? --ignore-pull-failures? --ignore-push-failures? --include-deps?
    --policy= --parallel --app? --oci-version= --resolve-image-digests? --with-env? --yes? -y
  rm = write x*
    -fsa --force? --stop? --all
    -v:destroy --volumes?:destroy ; it deletes volumes with all that is in them
  down = write x* @loose
    -fLq -t= -s= --timeout=
    -v:destroy --volumes?:destroy ; it deletes volumes with all that is in them
  stop|kill|pause|unpause|export|commit|cp|bridge|systemd = write x* @loose
    -fvaLq -t= -s= -o=w --output=w
buildah = write x* @exact
  -h:=read --root=n --runroot=n --storage-driver= --log-level= --registries-conf=conf
  help|version = read x*
  images|containers|ls|ps|list = read x*
    -anq -f= --all --digests --filter= --format= --history --json --no-trunc --noheading
    --notruncate --quiet
  inspect = read x
    -f= -t= --format= --type=
  info = read
    -D --debug -f= --format=
  from|pull|push|login|logout = network+write x*
    -q --quiet --tls-verify? --creds= --authfile=n --name=
  bud|build|build-using-dockerfile = code+network r*
    -q -t= -f=r --file=r --tag= --iidfile=w
  run = code x run* @first
    -t -v= --volume= --user= --tty --net= --network= --cap-add=:privileged --mount= --env= -e=
  unshare|mount = privileged x* @first ; it works with other rights
skopeo = read @exact
  --debug --override-os= --override-arch= --override-variant= --registries-conf=conf
  --insecure-policy
  --registries.d=r --policy=r --tmpdir=n --command-timeout= --authfile=r --tls-verify? --creds=
  --cert-dir=r --no-creds --username= --password= --registry-token= --retry-times= -v -h:=read
  help = read x*
  inspect = read url
    --config --raw --format= -f= -n --no-tags --daemon-host=url --shared-blob-dir=r
  list-tags|tags = read url
  manifest-digest = read r
  standalone-verify = read r x x x
    --public-key-file=r
  copy|sync|delete|login|logout = network+write x* @loose
  standalone-sign|generate-sigstore-key|proxy = write+network x* @loose
crictl = write x* @exact
  -D --debug -c=conf --config=conf -t= --timeout= --runtime-endpoint= -r= -i= --image-endpoint=
  -h:=read
  help|version|info|completion = read x*
    -q -o= --quiet --output= --template=
  ps|pods|images|image|img = read x*
    -aqlvr -o= -s= -p= -n= --all --quiet --latest --verbose --resolve-image-path --output= --state=
    --pod= --name= --namespace= --label= --image= --id= --last= --no-trunc --digests --pinned
    --filter= -f=
  inspect|inspecti|inspectp|imagefsinfo = read x*
    -q -o= --quiet --output= --template= --name= --state= --label= --latest --last=
  logs = read x
    -fptr --follow --previous --timestamps --tail= --since= --limit-bytes=
  stats|statsp|metricsp|metricdescs|events = read x*
    -aw -o= -p= -s= --all --watch --output= --pod= --id= --label= --seconds= --template= --filter=
  exec = read x run* @first
    -its -r= --interactive --tty --sync --timeout= --transport= --ignore-errors --parallel
  attach|run|create|runp|port-forward|checkpoint|start = code x* @first ; it starts containers
  config = write x*
    --get= --set=:write --list:=read
ctr = write x* @exact
  -n= --namespace= -a= --address= --timeout= --connect-timeout= --debug -h:=read
  version|info = read
  plugins|plugin|p = read
    ls|list|inspect-runtime = read x*
      -dq --detailed --quiet
  containers|c|container = write x*
    ls|list|info = read x*
      -q --quiet --spec
  images|i|image = write x*
    ls|list|check|usage = read x*
      -q --quiet
  tasks|t|task = write x*
    ls|list|ps|metrics|metric = read x*
      -q --quiet --format=
    exec = code x run*
      -td --exec-id= --cwd= --tty --detach --user= --fifo-dir=w --log-uri=
    start|attach = code x*
  snapshots|snapshot = write x*
    ls|list|info|tree|usage = read x*
      -bH --snapshotter=
  namespaces|namespace|ns = write x*
    ls|list = read
      -q --quiet
  content = write x*
    ls|list|get = read x*
      -q --quiet
  run = code+network+privileged x x run* @first ; it starts a container with the rights of root
    -dt --rm --null-io --tty --detach --env= --mount= --net-host --privileged --label= --cwd=
    --read-only --user= --runtime= --config=conf --pid-file=w --gpus= --rootfs --platform=
dive = code+network x* @exact ; it opens a browser for an image
  -j=w --json=w --ci --ci-config=conf --source= --highestWastedBytes= --ignore-errors -h:=read
  version = read
  build = code+network x* @loose
apptainer|singularity = code+network x* @exact @first
  -dqsv --debug --nocolor --quiet --silent --verbose -c=conf --config=conf -h:=read
  help|version = read x*
  inspect = read r
    -adeHjlrst --all --app= --deffile --environment --helpfile --json --labels --list-apps
    --runscript --startscript --test
  cache = write x*
    list = read
      -av -T= --all --type= --verbose
  sif = write x*
    header|info|list = read x*
  instance = code x*
    list = read x*
      -jla -u= --json --logs --all --user=
    stats = read x
      -jn --json --no-stream
  verify = read r
    -aj -g= -i= --all --json --group-id= --sif-id= --local --legacy-insecure
  remote = write+network x*
    list = read
  key = write+network x*
    list = read
      -s --secret
  capability|overlay|config|registry|plugin|delete|push|pull|sign = write+network x* @loose
  exec = code r run* ; it runs a program of an image that sees this machine's files
    -B= -H= -W= -ceuipCwf --bind= --home= --workdir= --pwd=dir --cwd=dir --env= --nv --rocm
    --contain --containall --cleanenv --writable --writable-tmpfs --overlay= --fakeroot:privileged
  run|shell|test = code r x* @first
  build = code+write w r
distrobox = code x* ; a box sees this machine's files
  -h:=read
  list|ls = read
    -rvV --root --no-color --verbose
  version|help = read
  enter = code x run*
    -n= --name= -a= --additional-flags= -T -H
    --no-tty --no-workdir --root:privileged -r:privileged
  rm|stop|create|upgrade|ephemeral|assemble|generate-entry = write+code x* @loose
distrobox-list = read
  -rvVh --root --no-color --verbose --help
distrobox-enter = code x run* ; a box sees this machine's files
  -n= --name= -T --no-tty
toolbox = code x* @exact ; a toolbox sees this machine's files
  -vy --verbose --assumeyes --log-level= --log-podman -h:=read
  list = read
    -ci --containers --images
  run = code run* @first
    -c= --container= -d= --distro= -r= --release= --preserve-fds=
  help = read x*
  rm|rmi|create|enter = write+code x* @loose
lima = code run* @first ; it runs in a machine that sees this machine's files
limactl = write x* @exact
  --debug --log-level= --log-format= --tty? -y --yes -h:=read
  help|info = read x*
  list|ls = read x*
    -q -f= --format= --json --quiet --all-fields --yq=
  validate = read r*
    --fill
  show-ssh = read x
    -f= --format=
  shell = code x run* @first ; it runs in a machine that sees this machine's files
    --shell= --workdir= --preserve-env --reconnect
  create|start|start-at-login|edit|restart = code+network x* @loose
colima = write x* @exact
  -p= --profile= -v --verbose --very-verbose -h:=read
  help|version|status|list|ls = read x*
    -je --json --extended
  ssh = code run*
    --layer
  ssh-config = read
  start|restart|template|update|nerdctl|kubernetes = code+network x* @loose
"""
