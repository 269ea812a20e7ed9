"""Clients of message brokers."""

from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "read": r"""
        nats account info
        nats errors ls
        nats context show shop
        nats server ls
        rabbitmqctl status
        rabbitmqctl list_queues
        rabbitmqctl -n rabbit@h list_queues name messages
        rabbitmqctl list_users
        rabbitmqctl cluster_status
        rabbitmq-diagnostics ping
        rabbitmq-diagnostics check_running
        rabbitmq-plugins list
        rabbitmqadmin list queues
        rabbitmqadmin show overview
        kafka-topics --bootstrap-server localhost:9092 --list
        kafka-topics.sh --bootstrap-server localhost:9092 --describe --topic a
        kafka-consumer-groups --bootstrap-server localhost:9092 --list
        kafka-consumer-groups --bootstrap-server localhost:9092 --describe --group g
        kafka-configs --bootstrap-server localhost:9092 --describe --entity-type topics
        kafka-acls --bootstrap-server localhost:9092 --list
        kafka-log-dirs --bootstrap-server localhost:9092 --describe
        kafka-get-offsets --bootstrap-server localhost:9092 --topic a
        kafka-metadata-quorum --bootstrap-server localhost:9092 describe --status
        nats stream ls
        nats stream info a
        nats consumer ls a
        nats kv get b k
        nats server info
        nats sub a
        nats context ls
        nats rtt
        kafka-cluster cluster-id --bootstrap-server localhost:9092
    """,
    "secret": r"""
        rabbitmqadmin list users
        rabbitmqctl list_parameters
        rabbitmqctl environment
    """,
    "privileged write": r"""
        rabbitmqctl add_user ada x
        rabbitmqctl delete_user ada
    """,
    "destroy destroy-outside": r"""
        rabbitmqctl delete_vhost /shop
        rabbitmqctl reset
    """,
    "code": r"""
        nats errors edit a.json
        rabbitmqctl eval 'ok.'
        kafka-server-start server.properties
        zookeeper-shell h:1
        nats
        nats bench a
    """,
    "write": r"""
        nats account restore dir
        nats server config reload a
        rabbitmqctl stop_app
        rabbitmqctl purge_queue a
        rabbitmq-plugins enable x
        rabbitmqadmin delete queue name=a
        rabbitmqadmin publish routing_key=a
        rabbitmqadmin get queue=a
        kafka-console-consumer --bootstrap-server localhost:9092 --topic a
        kafka-delete-records --bootstrap-server localhost:9092
        nats stream add a
        nats stream rm a
        nats kv put b k v
        pulsar-admin topics list
    """,
    "secret write": r"""
        rabbitmqadmin export out
    """,
    "read write": r"""
        kafka-topics --bootstrap-server localhost:9092 --create --topic a
        kafka-topics --bootstrap-server localhost:9092 --delete --topic a
        kafka-topics --bootstrap-server localhost:9092 --alter --topic a
        kafka-consumer-groups --bootstrap-server localhost:9092 --delete --group g
        kafka-consumer-groups --group g --reset-offsets --to-earliest --execute
        kafka-configs --bootstrap-server localhost:9092 --alter --add-config a=b
        kafka-acls --bootstrap-server localhost:9092 --add --allow-principal a
    """,
    "read unknown": r"""
        kafka-topics --nosuch
    """,
    "network write": r"""
        kafka-console-producer --bootstrap-server localhost:9092 --topic a
        nats pub a x
        kcat -P -b h:1 -t a
    """,
    "code read": r"""
        nats sub a --translate cat
    """,
    "code unknown": r"""
        nats nosuch
    """,
    "network": r"""
        kcat -L -b h:1
    """,
    "read secret": r"""
        nats context show shop --json
    """,
}
ROWS = [
    (line.strip(), expected)
    for expected, lines in COMMANDS.items()
    for line in lines.strip().splitlines()
]


@each_row(("command", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_a_command_has_its_classes(command: str, expected: str) -> None:
    """Options and operands tell what only reads from what does more."""
    assert classes(command) == set(expected.split())
