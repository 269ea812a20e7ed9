"""Tests of the tables of docker-compose and the smaller tools for containers."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code]
apptainer run image.sif -h
[read]
apptainer run -h
[read]
docker-compose ps -a
docker-compose ps --services --filter status=running
docker-compose config --services
docker-compose config --quiet
docker-compose logs --tail=5 web
docker-compose logs -ft
docker-compose images -q
docker-compose top web
docker-compose port web 80
docker-compose events --json
docker-compose version --short
docker-compose ls --all
docker-compose --profile dev ps
docker-compose exec -T web ls
docker-compose --help
podman-compose logs web
podman-compose ps
buildah images --json
buildah containers
buildah version
buildah inspect app
skopeo --version
skopeo manifest-digest manifest.json
crictl ps -a --name web
crictl pods -o json
crictl logs --tail 10 abc
crictl inspecti app
crictl --runtime-endpoint unix:///run/x.sock images
crictl exec -it abc ls
crictl config --list
ctr version
ctr -n k8s.io containers ls
ctr images ls -q
ctr tasks ls
apptainer inspect -j app.sif
apptainer cache list
apptainer version
singularity verify app.sif
distrobox list
distrobox version
toolbox list -c
limactl list --json
limactl validate vm.yaml
colima status
colima list -j
dive --version
[secret write]
docker-compose config -o out.yml
[secret]
docker-compose -f a.yml -f b.yml config
docker-compose config --format json --no-interpolate
docker-compose config --environment
[read code]
docker-compose exec -d web ls
podman-compose --podman-path ./p ps
[read privileged]
docker-compose exec --privileged web ls
[network code]
docker-compose run --rm web ls
docker-compose up
docker-compose watch
docker-compose build --no-cache
docker-compose restart web
podman-compose up
buildah bud -t app .
dive app
[write network]
docker-compose pull
skopeo copy docker://a dir:b
skopeo delete docker://a
[write]
docker-compose rm -fs
buildah rm c
crictl rm abc
crictl rmi app
crictl config --set debug=true
ctr images rm app
ctr tasks kill x
limactl delete vm
colima delete
[read network]
docker-compose -H tcp://x:1 ps
skopeo inspect docker://registry.example/app
[read unknown]
docker-compose ps --frobnicate
[code]
buildah run c ls
apptainer exec app.sif ls
apptainer shell app.sif
distrobox enter box -- ls
toolbox run ls
lima ls
limactl shell vm ls
colima ssh -- ls
[privileged]
buildah unshare
[network code privileged]
ctr run --rm docker.io/library/alpine:3 x
[write code]
apptainer build a.sif a.def
distrobox rm box
toolbox create
[write destroy]
docker-compose down --volumes
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
