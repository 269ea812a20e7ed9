"""Tests of the tables of docker, podman and nerdctl."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[read]
docker manifest inspect nginx:1.27
docker manifest inspect ghcr.io/a/b
docker exec web ls
[network]
docker manifest inspect host.example/a
docker search host.example/a
[code read]
docker exec -e GIT_PAGER=x web git log
[read unknown]
docker top web auxe
[read]
docker ps -aq --no-trunc
docker ps --filter status=exited --format '{{.Names}}'
docker container ls -a
docker container logs --tail 20 web
docker images --digests
docker image ls -q
docker image inspect --format '{{.Id}}' app:1
docker inspect -f '{{.State}}' web db
docker logs -f --since 10m web
docker logs -fn50 web
docker top web -eo pid,args
docker stats --no-stream
docker port web 8080/tcp
docker diff web
docker history --no-trunc app
docker info
docker version --format json
docker --version
docker -v
docker -h
docker run --help
docker help run
docker events --since 1h
docker search --limit 3 redis
docker system df -v
docker volume ls -q
docker volume inspect data
docker network ls --filter driver=bridge
docker network inspect front
docker context ls
docker context show
docker --context staging ps
docker -c staging -l debug images
docker manifest inspect app:1
docker buildx ls
docker buildx du --verbose
docker buildx imagetools inspect --raw app
docker secret ls
docker secret inspect token
docker service logs --raw api
docker service ps api
docker node inspect self --pretty
docker stack services shop
docker plugin ls
docker save app
docker export web
docker exec web ls
docker exec -it -u root web ls /srv
docker container exec -w /srv web ls
podman ps --pod --ns
podman images --sort size
podman pod ps
podman secret inspect token
podman machine list
podman generate kube web
nerdctl -n k8s.io ps
docker compose ps
docker compose -f other.yml -p shop logs -f web
docker compose config --services
[read code]
docker exec -d web ls
docker --config ./conf ps
podman --runtime ./crun ps
[read privileged]
docker exec --privileged web ls
[network code]
docker run --rm alpine ls
docker create alpine
docker build -t app .
docker buildx build --push -t app .
docker stack deploy -c stack.yml shop
docker service update --image app:2 api
[network code privileged]
docker run -it --privileged -v /:/host alpine sh
docker run --pid=host alpine
[read network code]
docker container run alpine
docker compose up -d
[write network]
docker pull alpine
docker push app
docker login -u ada --password-stdin
[write]
docker rm -f web
docker rmi app
docker kill web
docker cp web:/etc/hosts ./hosts
docker commit web app
docker tag app app:2
docker network rm front
docker context use prod
docker swarm leave --force
[read write]
docker save -o app.tar app
docker image save --output=app.tar app
docker export -o web.tar web
podman generate systemd --files web
[write destroy destroy-outside]
docker system prune -af --volumes
docker volume prune -af
podman volume rm --all
[destroy destroy-outside]
podman system reset -f
[write secret]
docker context export prod prod.tar
[secret]
docker swarm join-token worker
[write network code]
docker plugin install vieux/sshfs
[read network]
docker -H tcp://build.example:2375 ps
podman --url ssh://host ps
[read secret]
podman secret inspect --showsecret token
[code]
podman unshare ls
docker attach web
[read unknown]
docker ps --frobnicate
docker frobnicate
docker container container ls
docker wait web
[read]
docker history --no-trunc -q alpine
docker events --since 1h -f event=stop --format json
docker search -f is-official=true --limit 5 nginx
docker system df -v --format json
docker volume ls -f dangling=true -q
docker network inspect -v bridge
docker buildx imagetools inspect --raw alpine
docker buildx du --filter type=regular
docker stack services --format json shop
docker service logs -f --tail 10 web
docker compose -f a.yml -f b.yml logs --no-color --tail 10 web
docker compose --profile dev ps --services
docker compose config --hash '*'
docker compose ls -a --format json
docker compose port --index 2 web 80
docker trust inspect --pretty alpine
docker plugin ls --no-trunc -q
podman ps -ap --sort created
podman image tree alpine
podman pod ps --ctr-names
podman search --list-tags nginx
podman machine inspect
[write destroy]
docker system prune
docker system prune -af
docker volume prune
docker volume rm data
[read write destroy]
docker container prune -f
docker compose down -v
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
