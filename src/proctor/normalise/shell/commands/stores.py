"""Clients of stores that are no SQL databases: redis, mongo, etcd and their kin."""

COMMANDS = r"""
redis-cli|valkey-cli|keydb-cli = code x* @exact @first ; it takes commands from its input
  -2346cex -X= -D= -a= -d= -h=server -i= -n= -p= -r= -s= -t= -u=server --user= --pass= --askpass
  --no-auth-warning
  --raw --no-raw --csv --json --quoted-json --quoted-input --show-pushes= --tls --insecure --sni=
  --cacert=r --cacertdir=r --cert=r --key=r --tls-ciphers= --tls-ciphersuites= --verbose
  --no-verbose --pattern= --quoted-pattern= --count= --cursor= --memkeys-samples= --top=
  --intrinsic-latency= --lru-test=:write --replica:=read --slave:=read
  --scan:=read --bigkeys:=read --memkeys:=read --hotkeys:=read --keystats:=read --stat:=read
  --latency:=read --latency-history:=read --latency-dist:=read
  --eval=code --ldb:code --ldb-sync-mode:code ; it runs a script
  --pipe:write ; it takes commands from its input
  --rdb=w --functions-rdb=w
  get|GET|mget|MGET|getrange|GETRANGE|strlen|STRLEN|exists|EXISTS|type|TYPE|ttl|TTL = read x*
  pttl|PTTL|expiretime|EXPIRETIME|pexpiretime|PEXPIRETIME|keys|KEYS|scan|SCAN|hget|HGET = read x*
  hgetall|HGETALL|hkeys|HKEYS|hvals|HVALS|hlen|HLEN|hmget|HMGET|hexists|HEXISTS = read x*
  hscan|HSCAN|hstrlen|HSTRLEN|hrandfield|HRANDFIELD|lrange|LRANGE|llen|LLEN = read x*
  lindex|LINDEX|lpos|LPOS|smembers|SMEMBERS|scard|SCARD|sismember|SISMEMBER = read x*
  smismember|SMISMEMBER|srandmember|SRANDMEMBER|sscan|SSCAN|sinter|SINTER|sunion|SUNION = read x*
  sdiff|SDIFF|sintercard|SINTERCARD|zrange|ZRANGE|zrangebyscore|ZRANGEBYSCORE = read x*
  zrangebylex|ZRANGEBYLEX|zrevrange|ZREVRANGE|zrevrangebyscore|ZREVRANGEBYSCORE = read x*
  zrevrangebylex|ZREVRANGEBYLEX|zrevrank|ZREVRANK|zcard|ZCARD|zcount|ZCOUNT = read x*
  zlexcount|ZLEXCOUNT|zscore|ZSCORE|zmscore|ZMSCORE|zrank|ZRANK|zscan|ZSCAN = read x*
  zrandmember|ZRANDMEMBER|zinter|ZINTER|zunion|ZUNION|zdiff|ZDIFF|zintercard|ZINTERCARD = read x*
  xrange|XRANGE|xrevrange|XREVRANGE|xlen|XLEN|xread|XREAD|xinfo|XINFO|xpending|XPENDING = read x*
  dbsize|DBSIZE|info|INFO|ping|PING|echo|ECHO|time|TIME|randomkey|RANDOMKEY|dump|DUMP = read x*
  getbit|GETBIT|bitcount|BITCOUNT|bitpos|BITPOS|object|OBJECT|lastsave|LASTSAVE = read x*
  role|ROLE|pfcount|PFCOUNT|geodist|GEODIST|geohash|GEOHASH|geopos|GEOPOS = read x*
  geosearch|GEOSEARCH|georadius_ro|GEORADIUS_RO = read x*
  georadiusbymember_ro|GEORADIUSBYMEMBER_RO|lolwut|LOLWUT|lcs|LCS = read x*
  json.get|JSON.GET|json.type|JSON.TYPE|json.objkeys|JSON.OBJKEYS|json.mget|JSON.MGET = read x*
  json.strlen|JSON.STRLEN|json.arrlen|JSON.ARRLEN|ft._list|FT._LIST|ft.info|FT.INFO = read x*
  ft.search|FT.SEARCH|ft.explain|FT.EXPLAIN|ts.info|TS.INFO|ts.get|TS.GET = read x*
  ts.range|TS.RANGE|ts.mrange|TS.MRANGE|sort_ro|SORT_RO = read x*
  set|SET|setnx|SETNX|setex|SETEX|psetex|PSETEX|mset|MSET|msetnx|MSETNX|append|APPEND = write x*
  incr|INCR|incrby|INCRBY|incrbyfloat|INCRBYFLOAT|decr|DECR|decrby|DECRBY|del|DEL = write x*
  unlink|UNLINK|expire|EXPIRE|expireat|EXPIREAT|pexpire|PEXPIRE|pexpireat|PEXPIREAT = write x*
  persist|PERSIST|rename|RENAME|renamenx|RENAMENX|getset|GETSET|getdel|GETDEL = write x*
  getex|GETEX|setrange|SETRANGE|setbit|SETBIT|bitop|BITOP|bitfield|BITFIELD|hset|HSET = write x*
  hsetnx|HSETNX|hmset|HMSET|hdel|HDEL|hincrby|HINCRBY|hincrbyfloat|HINCRBYFLOAT = write x*
  lpush|LPUSH|rpush|RPUSH|lpushx|LPUSHX|rpushx|RPUSHX|lpop|LPOP|rpop|RPOP|lrem|LREM = write x*
  lset|LSET|ltrim|LTRIM|linsert|LINSERT|rpoplpush|RPOPLPUSH|lmove|LMOVE|lmpop|LMPOP = write x*
  blpop|BLPOP|brpop|BRPOP|blmove|BLMOVE|sadd|SADD|srem|SREM|spop|SPOP|smove|SMOVE = write x*
  sinterstore|SINTERSTORE|sunionstore|SUNIONSTORE|sdiffstore|SDIFFSTORE|zadd|ZADD = write x*
  zrem|ZREM|zincrby|ZINCRBY|zpopmin|ZPOPMIN|zpopmax|ZPOPMAX = write x*
  zremrangebyrank|ZREMRANGEBYRANK|zremrangebyscore|ZREMRANGEBYSCORE = write x*
  zremrangebylex|ZREMRANGEBYLEX|zrangestore|ZRANGESTORE|zunionstore|ZUNIONSTORE = write x*
  zinterstore|ZINTERSTORE|xadd|XADD|xdel|XDEL|xtrim|XTRIM|xgroup|XGROUP|xack|XACK = write x*
  xclaim|XCLAIM|xautoclaim|XAUTOCLAIM|xreadgroup|XREADGROUP|xsetid|XSETID|pfadd|PFADD = write x*
  pfmerge|PFMERGE|geoadd|GEOADD|copy|COPY|move|MOVE|restore|RESTORE|sort|SORT = write x*
  publish|PUBLISH|spublish|SPUBLISH|save|SAVE|bgsave|BGSAVE|bgrewriteaof|BGREWRITEAOF = write x*
  swapdb|SWAPDB|multi|MULTI|exec|EXEC|discard|DISCARD|watch|WATCH|unwatch|UNWATCH = write x*
  reset|RESET|select|SELECT|quit|QUIT|wait|WAIT|waitaof|WAITAOF|failover|FAILOVER = write x*
  readonly|READONLY|readwrite|READWRITE|asking|ASKING|json.set|JSON.SET = write x*
  json.del|JSON.DEL|ts.add|TS.ADD|ts.create|TS.CREATE = write x*
  config|CONFIG = write x*
    help|HELP = read x*
    get|GET = read x
      *[pP][aA][sS][sS]*|*[aA][uU][tT][hH]* = secret x* ; it shows the password
      *[*?]*|*[[]* = secret x* ; it shows the password
    resetstat|RESETSTAT|rewrite|REWRITE|set|SET = write+privileged x* ; it changes the server
  client|CLIENT = write x*
    list|LIST|info|INFO|id|ID|getname|GETNAME|getredir|trackinginfo|help = read x*
  cluster|CLUSTER = write x*
    info|INFO|nodes|NODES|slots|SLOTS|shards|SHARDS|myid|MYID|keyslot|KEYSLOT|links|LINKS = read x*
    countkeysinslot|getkeysinslot|replicas|REPLICAS|slaves|myshardid = read x*
    reset|RESET = destroy-outside x* ; it takes the node out of its cluster
  memory|MEMORY = read x*
    [pP][uU][rR][gG][eE]* = write x*
  slowlog|SLOWLOG|latency|LATENCY = read x*
    [rR][eE][sS][eE][tT]* = write x*
  command|COMMAND|pubsub|PUBSUB = read x*
  acl|ACL = write+privileged x* ; it changes who may do what
    whoami|WHOAMI|cat|CAT|users|USERS|help = read x*
    list|LIST|getuser|GETUSER = secret x* ; it shows the passwords of users as they are kept
  monitor|MONITOR|subscribe|SUBSCRIBE|psubscribe|PSUBSCRIBE|ssubscribe = read x*
  flushall|FLUSHALL|flushdb|FLUSHDB = destroy-outside x* ; it deletes everything in the database
  eval|EVAL|evalsha|EVALSHA|fcall|FCALL|script|SCRIPT|function|FUNCTION = code x*
  eval_ro|EVAL_RO|evalsha_ro|fcall_ro|module|MODULE|debug|DEBUG = code x*
  shutdown|SHUTDOWN = write x* ; it stops the server
  replicaof|REPLICAOF|slaveof|SLAVEOF|migrate|MIGRATE = write+network x*
  auth|AUTH|hello|HELLO = write x*
redis-server|redis-sentinel|redis-benchmark|valkey-server = code x*
mongosh|mongo = code x* @exact ; it runs JavaScript
  --version:=read --help:=read --nodb --quiet --eval=lang
mongodump = write+network x* @exact
  --uri=server -h=server --host=server --port= -u= --username= -p= --password= -d= --db= -c=
  --collection= -q=
  --query=
  --gzip --oplog --authenticationDatabase= --excludeCollection= -j= --ssl --quiet -v --verbose?
  -o=w --out=w --archive?
mongorestore = write+network r* @exact
  --uri=server -h=server --host=server --port= -u= --username= -p= --password= -d= --db= -c=
  --collection= --dir=r
  --gzip --archive? --nsInclude= --nsExclude= --nsFrom= --nsTo= --authenticationDatabase= -j= -v
  --quiet --maintainInsertionOrder --oplogReplay --stopOnError
  --dryRun:==read
  --drop:write ; it drops the collections first
mongoexport = read x* @exact
  --uri=server -h=server --host=server --port= -u= --username= -p= --password= -d= --db= -c=
  --collection= -q=
  --query=
  -f= --fields= --fieldFile=r --queryFile=r --type= --jsonArray --pretty --skip= --limit= --sort=
  --noHeaderLine --jsonFormat= --authenticationDatabase= --ssl --quiet -v --assertExists
  --readPreference= --forceTableScan
  -o=w --out=w
mongoimport = write r* @exact
  --drop:write ; it drops the collection first
mongostat|mongotop = read x* @exact
  --uri=server -h=server --host=server --port= -u= --username= -p= --password= -n= --rowcount=
  --json --discover
  --authenticationDatabase= --locks --humanReadable= -o= --quiet --noheaders
bsondump = read r @exact
  --type= --pretty --quiet --objcheck --bsonFile=r --outFile=w
etcdctl = read @exact
  --endpoints=server --cacert=r --cert=r --key=r --user= --password= --command-timeout=
  --dial-timeout=
  --discovery-srv= --insecure-transport? --insecure-skip-tls-verify? --keepalive-time= --hex -w=
  --write-out= --debug? --insecure-discovery? --discovery-srv-name= --keepalive-timeout=
  get = read x*
    --prefix --keys-only --count-only --limit= --sort-by= --order= --from-key --consistency= --rev=
    --print-value-only
    *[sS]ecret*|*SECRET*|*token*|*TOKEN*|*passw*|*PASSW*|*key*|*cred* = secret x* ; it is a secret
  # More words behind it are a command that it runs.
  watch = read x
    --prefix --rev= --prev-kv
    -i:code --interactive:code ; it runs commands for what changes
  endpoint|alarm|lease|check|member = write x*
    health|status|hashkv|list|timetolive = read x*
      --cluster --keys --load= --prefix= --rev=
    add|update|grant|keep-alive|promote = write x*
    remove|revoke|disarm = write x*
  version|help|completion = read x*
  snapshot = write x*
    status = read r
    save = write w
    restore = write r
      --data-dir=w
  put = write x*
    --lease= --prev-kv --ignore-value --ignore-lease
  del = write x*
    --prefix --prev-kv --from-key --range
  txn|compaction|defrag|move-leader|lock|elect|downgrade|make-mirror|migrate = write x*
  auth|user|role = write+privileged x* ; it changes who may do what
    list|get|status = read x*
influx = code x* @dash @exact @program ; it takes commands from its input
  -execute=sql -database= -host=server -port= -username= -password= -format= -precision= -pretty
  -ssl
  -unsafeSsl -consistency= -version:=read -type=influxql -type=flux:code
  version|ping|help = read x*
  bucket|org|user|task|dbrp|telegrafs|stacks|remote|replication|scripts = write x*
    list|ls = read x* @loose
  config = write x*
    list|ls = read
      --json:secret ; it shows tokens
  auth|secret|v1 = secret x* ; it shows tokens
  query|repl|apply|pkg = code x*
  write|backup|restore|setup|export = write x*
  delete = write x* ; it deletes measured data for good
neo4j|neo4j-admin = code x* @exact
  status|version|help = read x*
cypher-shell = code x* @exact ; it runs a query that is not looked into
  --version:=read --help:=read
"""
