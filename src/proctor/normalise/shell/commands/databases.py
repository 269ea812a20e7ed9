"""Clients of SQL databases: psql, mysql, sqlite3, duckdb and their kin."""

COMMANDS = r"""
psql = read x x @program @by:connection
  --help?:=read
  -aAbeEHnNqsStwWxX10z -c=sql -d= -F= -h=server -p= -P= -R= -T= -U= -v=
  --command=sql --dbname= --host=server --port= --username= --no-password --password --no-psqlrc
  --echo-all --echo-errors --echo-queries --echo-hidden --no-align --csv --html --quiet
  --single-step --single-line --single-transaction --tuples-only --table-attr= --expanded
  --field-separator= --field-separator-zero --record-separator= --record-separator-zero --pset=
  --set= --variable= --no-readline
  -l:=read --list:=read -V:=read
  -f=code --file=code ; it runs a script
  -o=w --output=w -L=w --log-file=w
pgcli|mssql-cli|iredis|litecli|usql = code x* ; it is a program to work in
  -h=server -p= -P= -u= -U= -d= -D= -n= --host=server --port= --user= --username= --dbname=
  --database=
  -l:=read --list:=read --ping:=read --list-dsn:=read
mycli = code x* @program ; it is a program to work in
  -c=sql -e=sql --execute=sql --command=sql -h=server -p= -P= -u= -U= -d= -D= --host=server --port=
  --user=
  --username= --dbname= --database= --csv --table -t -q -w --less-chatty --no-password
  --auto-vertical-output
  -f=code --file=code -o=w --out=w --logfile=w
pg_dump = read x @by:connection
  -abBcCOsvVwWx -d= -e= -E= -F= -h=server -j= -n= -N= -p= -S= -t= -T= -U= -Z=
  --data-only --large-objects --blobs --no-large-objects --no-blobs --clean --create --encoding=
  --extension= --exclude-extension= --format= --jobs= --schema= --exclude-schema= --no-owner
  --schema-only --superuser= --table= --exclude-table= --verbose --no-privileges --no-acl
  --compress= --attribute-inserts --column-inserts --binary-upgrade --disable-dollar-quoting
  --disable-triggers --enable-row-security --exclude-table-data= --extra-float-digits= --filter=r
  --if-exists --include-foreign-data= --inserts --load-via-partition-root --lock-wait-timeout=
  --no-comments --no-publications --no-security-labels --no-subscriptions --no-sync
  --no-table-access-method --no-tablespaces --no-toast-compression --no-unlogged-table-data
  --on-conflict-do-nothing --quote-all-identifiers --rows-per-insert= --section=
  --serializable-deferrable --snapshot= --strict-names --table-and-children=
  --exclude-table-and-children= --exclude-table-data-and-children= --use-set-session-authorization
  --dbname= --host=server --port= --username= --no-password --password --role= --no-statistics
  --statistics-only --no-data --no-schema --no-policies
  -f=w --file=w
pg_dumpall = secret x ; it shows the passwords of all roles as they are kept
  -acgOrstvVwWx -d= -E= -h=server -l= -p= -S= -U= --data-only --clean --encoding= --globals-only
  --no-owner --roles-only --schema-only --superuser= --tablespaces-only --verbose --no-privileges
  --no-acl --column-inserts --inserts --if-exists --no-comments --no-sync --exclude-database=
  --dbname= --host=server --database= --port= --username= --no-password --password --role=
  --quote-all-identifiers --no-role-passwords:=read
  -f=w --file=w
pg_restore = write r
  -acCeOsvVwWx1 -d= -F= -h=server -I= -j= -L=r -n= -N= -p= -P= -S= -t= -T= -U= --data-only --clean
  --create --dbname= --exit-on-error --format= --index= --jobs= --use-list=r --schema=
  --exclude-schema= --no-owner --schema-only --superuser= --table= --trigger= --verbose
  --no-privileges --no-acl --single-transaction --disable-triggers --if-exists
  --no-data-for-failed-tables
  --section= --role= --host=server --port= --username= --no-password --password --no-comments
  -l:=read --list:=read
  -f=w --file=w
pg_isready = read @by:connection
  -qV -d= -h=server -p= -t= -U= --dbname= --host=server --port= --quiet --timeout= --username=
pg_config = read
  --bindir --docdir --htmldir --includedir --pkgincludedir --includedir-server --libdir --pkglibdir
  --localedir --mandir --sharedir --sysconfdir --pgxs --configure --cc --cppflags --cflags
  --cflags_sl --ldflags --ldflags_ex --ldflags_sl --libs
pg_controldata = read n
  -D=n --pgdata=n
pg_lsclusters = read x*
  -hj --no-header --json
pg_waldump = read x*
  -bfqx -e= -n= -p=n -r= -s= -t= -z? --end= --start= --limit= --path=n --rmgr= --timeline= --stats?
pg_ctl|pg_ctlcluster = code x* ; it starts or stops a database server
  -D= -t= -l= -m= -o= -wWs
  status = read x*
initdb|pg_createcluster|pg_upgrade|pg_rewind|pg_resetwal|pg_basebackup = write+code x*
  -D=w
pg_dropcluster = destroy-outside x* ; it deletes a whole database cluster
createdb|createuser|vacuumdb|reindexdb|clusterdb|pgbench = write x*
  -eqvwWaAfFjzZsrdDlLiIPSgc -h=server -p= -U= -E= -O= -T= -t= --host=server --port= --username=
  --owner=
  --template= --encoding= --locale= --echo
dropdb = destroy-outside x ; it deletes a whole database
  -efiwWV -h=server -p= -U= --echo --force --interactive --if-exists --host=server --port=
  --username=
  --no-password --password --maintenance-db=
dropuser = write+privileged x ; it deletes a user of the database
  -eiwW -h=server -p= -U= --if-exists --host=server --port= --username=
mysql|mariadb = code x @program ; it takes commands from its input
  -h=localhost|127.0.0.1 --host=localhost|127.0.0.1
  -h=:network --host=:network ; a server elsewhere can ask for files of this machine
  -ABCcEfGHijLmnNoOqrsTtUvwWXb -V:=read -p? -# -D= -e=sql -P= -S= -u=
  --execute=sql --database= --port= --socket= --user= --password? --protocol=
  --auto-rehash --no-auto-rehash --auto-vertical-output --batch --binary-as-hex --binary-mode
  --bind-address= --column-names --skip-column-names --column-type-info --comments --skip-comments
  --compress --connect-expired-password --connect-timeout= --default-character-set= --delimiter=
  --force --html --i-am-a-dummy --ignore-spaces --line-numbers --skip-line-numbers
  --max-allowed-packet= --max-join-size= --named-commands --net-buffer-length= --no-beep
  --no-defaults --print-defaults --quick --raw --reconnect --skip-reconnect --safe-updates
  --select-limit= --show-warnings --sigint-ignore --silent --skip-auto-rehash --ssl? --skip-ssl
  --ssl-ca=r --ssl-cert=r --ssl-key=r --ssl-mode= --ssl-cipher= --ssl-verify-server-cert --table
  --tls-version= --unbuffered --verbose --vertical --wait --xml --login-path=
  --defaults-group-suffix= --get-server-public-key --skip-pager --no-tee
  --init-command=sql:code
  --tee=w --pager?:code --plugin-dir=:code --default-auth=:code ; it loads or runs other code
  --defaults-file=code --defaults-extra-file=code
  --local-infile?:network --enable-cleartext-plugin:secret ; the server could ask for files
mysqldump|mariadb-dump = read x*
  -h=localhost|127.0.0.1 --host=localhost|127.0.0.1
  -h=:network --host=:network ; a server elsewhere can ask for files of this machine
  -aABcCeEfiKlnNqQRtvVxXY -F:write -w= -d -P= -p? -S= -u= --all-databases --databases --tables
  --add-drop-database
  --add-drop-table --add-drop-trigger --add-locks --all-tablespaces --allow-keywords --comments
  --compact --compatible= --complete-insert --compress --create-options --default-character-set=
  --disable-keys --dump-date --events --extended-insert --fields-terminated-by=
  --fields-enclosed-by= --fields-escaped-by= --force --hex-blob --ignore-table=
  --include-master-host-port --insert-ignore --lines-terminated-by= --lock-all-tables --lock-tables
  --max-allowed-packet= --net-buffer-length= --no-autocommit --no-create-db --no-create-info
  --no-data --no-defaults --no-set-names --no-tablespaces --opt --order-by-primary --password?
  --port= --protocol= --quick --quote-names --replace --routines --set-charset --set-gtid-purged=
  --single-transaction --skip-add-drop-table --skip-add-locks --skip-comments --skip-compact
  --skip-disable-keys --skip-dump-date --skip-extended-insert --skip-lock-tables --skip-opt
  --skip-quick --skip-quote-names --skip-set-charset --skip-triggers --skip-tz-utc --socket= --ssl?
  --ssl-mode= --ssl-ca=r --skip-ssl --column-statistics= --skip-column-statistics --triggers
  --tz-utc --user= --verbose --where= --xml --login-path= --master-data? --source-data?
  --dump-slave? --dump-replica? --ignore-error=
  -r=w --result-file=w -T=w --tab=w --log-error=w
  --flush-logs:write --flush-privileges:write --delete-master-logs:write --delete-source-logs:write
  --defaults-file=code --defaults-extra-file=code --plugin-dir=:code --default-auth=:code
mysqladmin|mariadb-admin = read
  -h=localhost|127.0.0.1 --host=localhost|127.0.0.1
  -h=:network --host=:network ; a server elsewhere can ask for files of this machine
  -bfsvVwCr -p? -P= -u= -S= -i= -c= --port= --user= --password? --socket= --silent
  --verbose --count= --sleep= --relative --vertical --connect-timeout= --wait? --protocol= --force
  --defaults-file=code --plugin-dir=:code --default-auth=:code
  ping|status|extended-status|processlist|variables|version = read
  create|flush-hosts|flush-logs|flush-privileges|flush-status|flush-tables|flush-threads = write x*
  reload|refresh|kill|start-slave|stop-slave|start-replica|stop-replica|debug = write x*
  password|old-password = write+privileged x* ; it changes a password
  shutdown = write x* ; it stops the database
  drop = destroy-outside x* ; it deletes a whole database
mysqlimport|mariadb-import = write r*
  -CdfilLrsvVa -c= -h=server -P= -p? -S= -u= --host=server --user= --password? --local --ignore
  --replace
  --delete:write ; it empties the tables first
mysqlshow|mariadb-show = read x*
  -h=localhost|127.0.0.1 --host=localhost|127.0.0.1
  -h=:network --host=:network ; a server elsewhere can ask for files of this machine
  -ikstvVC -P= -p? -S= -u= --port= --user= --password? --socket= --count --keys
  --show-table-type --status --verbose
mysqlcheck|mysqlanalyze|mysqlrepair|mysqloptimize = write x*
mysqlslap|mysqlsh|mysql_upgrade|mysql_secure_installation|mysqld|postgres|mongod = code x*
my_print_defaults|mysql_config_editor = secret x* ; it may show passwords
sqlite3|sqlite = read r sql* @dash @program @by:database_file
  -ascii -bail -batch -box -column -csv -echo -escape= -header -noheader -html -interactive -json
  -line -list -markdown -memtrace -mmap= -newline= -nofollow -nullvalue= -quote
  -separator= -stats -table -tabs -unsafe-testing -utf8 -vfs= -heap= -maxsize= -multiplex
  -deserialize -compact -no-rowid-in-view -pcachetrace -lookaside== -pagecache==
  --ascii --bail --batch --box --column --csv --echo --header --noheader --html --json --line
  --list --markdown --newline= --nullvalue= --quote --separator= --table --tabs
  -help:=read -version:=read
  # Without input nothing is run then; with input it is not known what.
  -readonly:=read -safe:=read --readonly:=read --safe:=read
  -cmd=sql:code --cmd=sql:code ; then it takes commands from its input
  -init=code --init=code ; it runs a script
  -A:write --A:write -append:write -zip:unknown
sqldiff|sqlite3_analyzer = read r* @dash
  --primarykey --schema --summary --table= --transaction --vtab --rbu --changeset=w
sqlite-utils = write x* @exact
  --help:=read --version:=read
  tables|views|rows|schema|triggers|indexes|plugins = read r x*
    -tnwh -c= --counts --nl --arrays --csv --tsv --no-headers --table --fmt= --json-cols --columns
    --schema --limit= --offset= --where= -o= --order= --strict
    --load-extension=:code
  query = code r* sql @program
    --nl --arrays --csv --tsv --no-headers -t --table --fmt= --json-cols -r --raw -p= --param=
    --attach=:write --load-extension=:code --functions=:code
  search|analyze-tables = read r x*
    -c= --column= -o= --order= --limit= --csv --table -t
  memory|insert-files|convert|bulk = code x*
duckdb = read r sql* @dash @program @by:database_file
  -ascii -bail -batch -box -column -csv -duckbox -echo -header -noheader -html -interactive -json
  -jsonlines -latex -line -list -markdown -newline= -nofollow -no-stdin -nullvalue= -quote
  -separator= -stats -table -trash -storage-version= --json --csv --markdown
  --table --line --list
  -help:=read -version:=read
  -readonly:=read -safe:=read --readonly:=read --safe:=read
  -c=sql -s=sql
  -cmd=sql:code ; then it takes commands from its input
  -f=code -init=code ; it runs a script
  -unsigned:code -ui:code ; it loads other code
sqlcmd = code x* @program ; it takes commands from its input
  -bCEGIkmNrRuXz1 -a= -A -c= -d= -D= -e -f= -h= -H= -K= -l= -L? -p? -P= -Q=sql -s= -S=server -t=
  -U= -v= -V= -w= -W -y= -Y=
  -q=sql:code ; then it takes commands from its input
  -i=code ; it runs a script
  -o=w
  query = code sql @exact @program
    -d= -q=sql -Q=sql --query=sql --text=sql -t=sql --database=
  config = write
    cs|connection-strings = secret x* ; it shows passwords
    view|get-contexts|current-context|get-endpoints|get-users = read x* @exact
      --database= --name= --detailed --output=
      --raw:secret ; it shows passwords
  help|version = read x*
  install|create|delete|drop|stop|start|uninstall|use|open|add = write x* @loose
bcp = write+network x* w
clickhouse-client|clickhouse-local|chc = code x* @exact @program ; it takes commands from its input
  -mnEtVv -q=sql --query=sql -h=server --host=server --port= -u= --user= --password? -d= --database=
  -f=
  --format= -s --secure --vertical --multiline --multiquery --time --stacktrace --progress?
  --max_threads= --max_memory_usage= --max_execution_time= --readonly= --output-format= -i= -S=
  --input-format= --structure= -N= --table= --file=r
  --queries-file=code -C=code --config-file=code --config=code
clickhouse = code @exact
  client|local = code x* @exact @program
    -mnEtVvs -q=sql --query=sql -h=server --host=server --port= -u= --user= --password? -d=
    --database= -f=
    --format= --secure --vertical --multiline --multiquery --time --progress? --output-format=
    --queries-file=code -C=code --config-file=code
  format = read x*
cqlsh = code server x @exact @program ; it takes commands from its input
  -C -e=sql --execute=sql -u= -p= -k= --username= --password= --keyspace= --ssl --no-color
  --color --encoding= --request-timeout= --connect-timeout= --protocol-version= --tty
  -f=code --file=code --cqlshrc=code --browser=:code --debug --credentials=r
"""
