"""Clients of message brokers: kafka, rabbitmq, nats."""

COMMANDS = r"""
rabbitmqctl|rabbitmq-diagnostics|rabbitmq-queues|rabbitmq-plugins = read
  -qsl -n= -p= -t= --node= --vhost= --timeout= --quiet --silent --longnames --formatter=
  --table-headers
  --no-table-headers --online --offline --local --all --minimal --verbose --enabled
  --implicitly-enabled
  list_parameters|list_global_parameters|environment|report = secret x* ; it may show passwords
  list_* = read x*
  list = read x*
  status|cluster_status|environment|ping|node_health_check|help|version|report = read x*
  hipe_compile = read x*
  check_* = read x*
  alarms|listeners|memory_breakdown|os_env|resolve_hostname|runtime_thread_stats = read x*
  server_version|erlang_version|is_booting|is_running|log_location|log_tail|schema_info = read x*
  quorum_status|maybe_stuck|disk_free|directories|discover_peers = read x*
  certificates = read x*
  is_enabled|await_startup = read x*
  eval|eval_file|exec|remote_shell|command_line_arguments = code x*
  delete_vhost = destroy-outside x* ; it deletes a vhost with all its queues
  reset|force_reset = destroy-outside x* ; it deletes everything that the node keeps
  add_user|delete_user|change_password|clear_password|set_user_tags = write+privileged x*
  set_permissions|clear_permissions|set_topic_permissions = write+privileged x*
  clear_topic_permissions = write+privileged x*
  * = write x*
rabbitmqadmin = read @exact
  -H=server -P= -u= -p= -V= -U= -f= -s -q -N= --host=server --port= --username= --password= --vhost=
  --format=
  --ssl --quiet --sort= --depth= --bash-completion -c=code --config=code
  list|show|help = read x*
    users|*password* = secret x* ; it shows the hashes of passwords
  get = write x*
  declare|delete|close|purge|publish|import = write x*
  export = secret w ; the definitions hold the passwords of users
kafka-topics|kafka-topics.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf --zookeeper=server
  --version --help
  --list --describe --topic= --topic-id= --exclude-internal --unavailable-partitions
  --at-min-isr-partitions
  --under-replicated-partitions --under-min-isr-partitions --topics-with-overrides --if-exists
  --if-not-exists --partitions= --replication-factor= --replica-assignment= --config= --force
  --partition-size-limit-per-response= --delete-config=
  --create:write --alter:write
  --delete:write ; it deletes a topic with all its messages
kafka-consumer-groups|kafka-consumer-groups.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf --zookeeper=server
  --version --help
  --list --describe --group= --all-groups --members --offsets --state? --verbose --timeout= --topic=
  --all-topics --type? --validate-regex= --dry-run --to-earliest --to-latest --to-offset=
  --to-current --to-datetime= --shift-by= --by-duration= --from-file=r --export
  --execute:write --delete:write --delete-offsets:write --reset-offsets:write
kafka-configs|kafka-configs.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf --zookeeper=server
  --version --help
  --describe --all --entity-type= --entity-name= --entity-default --topic= --broker= --client-id=
  --user=
  --broker-logger= --user-defaults --client-defaults --broker-defaults --ip= --ip-defaults --force
  --add-config-file=r --add-config= --delete-config=
  --alter:write
kafka-acls|kafka-acls.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf --zookeeper=server
  --version --help
  --list --topic= --group= --principal= --allow-principal= --allow-host= --deny-principal=
  --deny-host=
  --operation= --producer --consumer --cluster --force --resource-pattern-type= --transactional-id=
  --add:write --remove:write
kafka-broker-api-versions|kafka-broker-api-versions.sh|kafka-log-dirs|kafka-log-dirs.sh = read
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf
  --describe --broker-list= --topic-list=
kafka-get-offsets|kafka-get-offsets.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf
  --topic= --time= --partitions= --topic-partitions= --exclude-internal-topics
kafka-metadata-quorum|kafka-metadata-quorum.sh|kafka-cluster|kafka-cluster.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf
  -b=server --replication --status --human-readable
  describe|cluster-id|list-endpoints = read x*
  unregister|add-controller|remove-controller = write x*
kafka-features|kafka-features.sh = read @exact
  --bootstrap-server=server --bootstrap-controller=server --command-config=conf
  describe = read x*
  upgrade|downgrade|disable = write x*
kafka-console-consumer = write x* @loose ; reading moves the position of the group
kafka-console-consumer.sh = write x* @loose ; reading moves the position of the group
kafka-console-producer|kafka-console-producer.sh = write+network x* @loose
kafka-delete-records|kafka-delete-records.sh = write x* @loose ; it deletes messages for good
kafka-reassign-partitions|kafka-reassign-partitions.sh|kafka-leader-election = write x* @loose
kafka-leader-election.sh|kafka-storage|kafka-storage.sh = write x* @loose
kafka-streams-application-reset|kafka-streams-application-reset.sh = write x* @loose
kafka-server-start|kafka-server-start.sh|kafka-server-stop|kafka-server-stop.sh = code x*
zookeeper-shell|zookeeper-shell.sh|kafka-run-class|kafka-run-class.sh = code x*
nats = code @exact
  -s=server --server=server --user= --password= --creds=r --nkey=r --tlscert=r --tlskey=r --tlsca=r
  --timeout=
  --context= --js-domain= --trace --json -j
  account|acc = write x*
    info|nfo|report|tls|statistics|stats = read x*
  rtt = read x*
  context|ctx = write x*
    ls|list|info|show = read x*
      -j:secret --json:secret ; it shows passwords
  server|srv = write x*
    ls|list|info|ping|report|check|mapping|request|req|watch|graph = read x*
  stream|str|s = write x*
    ls|list|info|report|state|find|get|subjects|view|graph|cluster-down|gaps = read x* @loose
    backup = write x*
    rm|delete|del|purge = write x*
  consumer|con|c = write x*
    ls|list|info|report|state|find|graph = read x* @loose
  kv = write x*
    ls|list|get|info|status|history|watch = read x* @loose
  object|obj = write x*
    ls|list|info|status|watch = read x* @loose
  cheat|schema|latency = read x*
  errors|error = code x*
    ls|list|lookup|show|validate = read x*
  pub|publish|request|req = write+network x*
  sub|subscribe = read x*
    --count= --raw --queue= --stream= --headers-only --subjects-only --all --last --new
    --translate=:code --dump=w --reply:write
  bench|reply|service|micro|auth|governor|top|events = code x*
pulsar-admin = write x* @loose
kcat|kafkacat = network x*
  -LJqvuZEDOo -b= -t= -p= -X= -F=r -m= -K= -c= -f= -s= -r= -H=
  -P:write -C -G:write -M:write
"""
