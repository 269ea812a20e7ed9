"""Tests of the tables of servers and what keeps them running."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[network]
promtool check sd prometheus.yml web
[read]
promtool check config prometheus.yml
[read]
nginx -t
nginx -T
nginx -v
nginx -V
nginx -tq
apachectl configtest
apachectl -t
apachectl -S
apache2ctl -M
httpd -v
httpd -V
caddy version
caddy list-modules --versions
caddy fmt Caddyfile
caddy fmt --diff Caddyfile
traefik version
haproxy -v
pm2 list
pm2 ls
pm2 show web
pm2 status
pm2 logs web --lines 50 --nostream
pm2 ping
circusctl status
circusctl list
honcho check
overmind status
prometheus --version
prometheus --help
prometheus -h
promtool check config prometheus.yml
promtool check rules a.yml b.yml
promtool test rules tests.yml
promtool tsdb list data
promtool --version
amtool check-config a.yml
grafana-cli plugins ls
elasticsearch-plugin list
elasticsearch-keystore list
filebeat version
filebeat keystore list
logstash --version
[code privileged]
nginx
[write code privileged]
nginx -s reload
httpd -k start
[read code]
nginx -t -c ./nginx.conf
nginx -t -g 'load_module x.so;'
nginx -tc ./nginx.conf
httpd -t -f ./httpd.conf
httpd -t -C 'LoadModule x y.so'
[read write]
nginx -e ./log -t
caddy fmt --overwrite Caddyfile
caddy fmt -w Caddyfile
[code privileged unknown]
nginx -x
haproxy -c -f haproxy.cfg
[write privileged]
apachectl restart
apachectl restart -t
apachectl graceful
grafana-cli admin reset-admin-password x
[network code]
caddy run
prometheus
prometheus --config.file=prometheus.yml
logstash -f pipe.conf
logstash -e 'input {}'
logstash -t -f pipe.conf
filebeat run
[code]
caddy validate --config Caddyfile
pm2 start app.js
pm2 restart all
circusd circus.ini
honcho start
overmind start
[secret]
caddy environ
pm2 jlist
pm2 env 0
elasticsearch-keystore show a
[network code unknown]
caddy reverse-proxy --from :1 --to :2
traefik --api
[write]
pm2 delete all
circusctl stop web
promtool tsdb create-blocks-from openmetrics a
[read unknown]
pm2 logs --frobnicate
[read network]
circusctl --endpoint tcp://h:1 status
[network]
promtool query instant http://p.example up
promtool check healthy --url http://p.example
[write network]
promtool push metrics http://p.example a
[write network code]
grafana-cli plugins install x
elasticsearch-plugin install x
[secret privileged unknown]
elasticsearch-reset-password -u elastic
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
