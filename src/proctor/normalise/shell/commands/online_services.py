"""The command lines of online services: stripe, sentry, databricks, object stores, content."""

COMMANDS = r"""
stripe = write+network x* @exact
  --api-key= --color= --config=conf --device-name= --log-level= -p= --project-name= -h:=read
  -v:=read
  open = code+network x*
  version|help|status|resources = read x*
    --verbose --format= --hide-spinner --list
  config = write
    -e:code --edit:code
    --list:secret ; it shows keys
  get = read x
    -d= --data= -e= --expand= -l= --limit= --live -s --show-headers -a= -b= --starting-after=
    --ending-before= --stripe-account= --stripe-version=
  logs = read x*
    tail = read x*
      --format= --filter-account= --filter-http-methods= --filter-request-path= --filter-source=
      --filter-status-code-type= --filter-status-codes= --filter-ip-address=
      --filter-request-status=
  customers|charges|payment_intents|products|prices|subscriptions|invoices = write+network x*
    list|retrieve|search|line_items = read x* @exact
      --limit= --starting-after= --ending-before= -d= --data= -e= --expand= --live -s --show-headers
      --customer= --query= --status= --type= --email= --active=
  refunds|events = write+network x*
    list|retrieve|search|line_items = read x* @exact
      --limit= --starting-after= --ending-before= -d= --data= -e= --expand= --live -s --show-headers
      --customer= --query= --status= --type= --email= --active=
  balance|payouts|disputes|coupons|accounts|setup_intents|payment_methods = write+network x*
    list|retrieve|search = read x* @exact
      --limit= --starting-after= --ending-before= -d= --data= -e= --expand= --live -s --show-headers
  balance_transactions = write+network x*
    list|retrieve|search = read x* @exact
      --limit= --starting-after= --ending-before= -d= --data= -e= --expand= --live -s --show-headers
  webhook_endpoints|issuing_cards = write+network+secret x* @loose ; it may show a secret
  ephemeral_keys = write+network+secret x* @loose ; it may show a secret
  listen|trigger|fixtures|login|logout|post|delete|samples|serve = write+network+code x* @loose
  terminal|plugin = write+network+code x* @loose
sentry-cli = write+network x* @exact
  --auth-token= --url=url --header= --log-level= --quiet --silent --allow-failure -h:=read
  -o= --org= -p= --project= -V:=read
  info = read
    -q --quiet --no-defaults --config-status-json
  projects|organizations|repos|monitors = write+network x*
    list = read
    run = code+network x* @loose
  issues|events|releases|deploys = write+network x*
    list|info|propose-version = read x* @exact
      --query= --status= -s= -a --all -i= --id= --max-rows= --pages= -P --show-projects -C
      --show-commits --raw --delimiter= -u -T -t --show-user --show-tags -r= --release= --no-abbrev
twilio|newrelic|pd|contentful|algolia|zapier|mattermost|mmctl|slack|notion = write+network x* @loose
linear|gam|gws = write+network x* @loose
jira = write+network x* @exact
  -p= --project= -c=conf --config=conf --debug -h:=read
  me|serverinfo|version|help = read
  issue|epic|sprint|board|project|release = write+network x*
    list|ls|view|show|search = read x* @exact
      -w -t= -q= -s= -y= -a= -l= -r= -P= -C= -R= --plain --no-headers --no-truncate --columns=
      --paginate= --raw --csv --comments= --status= --type= --assignee= --reporter= --jql= --label=
      --priority= --created= --updated= --order-by= --reverse --history --watching --delimiter=
      --current --prev --next --state= --table
mc|mcli = write+network x* @exact
  -C=conf --config-dir=conf --quiet -q --json --debug --no-color --insecure --disable-pager
  -h:=read -v:=read
  --limit-upload= --limit-download=
  ls|tree|du|stat|diff|head|cat|find = read r*
    -rIdf -n= --recursive --versions --rewind= --incomplete --summarize --depth= --files
    --lines= --version-id= --vid= --name= --path= --regex= --larger= --smaller= --older-than=
    --newer-than= --maxdepth= --print= --count= --interval=
    --exec=sh --watch
    --encrypt-key= --enc-c=
  ping|ready|version = read x*
  alias|config|admin|share|batch|idp|license = write+network+secret x* @loose ; it may show keys
  support = write+network+secret x* @loose ; it may show keys
  tag|policy|anonymous|retention|legalhold|event|ilm|replicate|encrypt = write+network x*
    list|ls|info|get|status|links = read x* @exact
      --recursive -r --json
  quota|watch = write+network x*
    list|ls|info|get|status|links = read x* @exact
      --recursive -r --json
  rb = write+network x*
    --force:destroy-outside --dangerous:destroy-outside ; it deletes a bucket with everything in it
  rm = write+network x* @loose
    -r --recursive --force --versions
    --dangerous:destroy-outside ; it deletes everything in a store
  cp|mv|mirror|put|get|pipe|od|sql|undo|mb = write+network r* w @loose
s3cmd = write+network x* @exact
  -c=conf:unknown --config=conf:unknown --access_key= --secret_key= --access_token= -H -v -q -l
  --progress
  --human-readable-sizes --list-md5 --long-listing --no-progress --region= --profile= --limit=
  -s --ssl --no-ssl -d --debug --verbose --quiet -r --recursive
  --host=url --host-bucket=url --dump-config:secret --configure:write
  -n:=read --dry-run:==read
  ls|la|du|info|multipart|listmp|accesslog-get|getpolicy|getlifecycle|getcors|cflist = read x*
  cfinfo = read x*
  ws-info|gettagging|getversioning|getownership|getblockpublicaccess|getnotification = read x*
  rb = write+network x*
    -f -r:destroy-outside --recursive:destroy-outside ; it deletes a bucket with everything in it
  signurl = secret x* ; it makes a link that opens the file to whoever has it
  put|get|sync|cp|mv = write+network r* w @loose
  del|rm|mb|setacl|setpolicy|delpolicy|setlifecycle|restore|modify = write+network x* @loose
  fixbucket = write+network x* @loose
s5cmd = write+network x* @exact
  --json --log= --numworkers= -r= --retry-count= --no-verify-ssl --no-sign-request --profile=
  --request-payer= --stat --use-list-objects-v1
  --credentials-file=r --endpoint-url=url
  --dry-run:==read
  ls|du|head|cat|version|bucket-version|select = read x*
    -eshH --etag --storage-class --humanize --show-fullpath --all-versions --exclude= --group
    --version-id= --query= --compression=
    json|csv|parquet = read x*
      -e= -q= --query= --use-header= --delimiter= --compression= --structure=
  run = code+write+network r* ; it runs the commands of a file
  presign = secret x ; it makes a link that opens the file to whoever has it
    --expire=
  cp|mv|sync|pipe = write+network r* w @loose
  rm|rb|mb = write+network x* @loose
databricks = write+network x* @exact
  -p= --profile= -o= --output= -t= --target= --debug --log-level= --log-format= -h:=read -v:=read
  --log-file=w
  version|help|completion = read x*
  configure = write x* @loose
  current-user = read
    me = read
  clusters|jobs|warehouses|pipelines|workspace|catalogs|schemas|tables = write+network x*
    list|get|ls|get-status|list-runs|get-run|list-zones|list-node-types = read x* @exact
      --json= --limit= --page-size= --page-token= --expand-tasks --name= --filter= --max-results=
      --absolute -l --long --job-id= --run-id= --active-only --completed-only --include-browse
    spark-versions|events = read x* @exact
      --json= --limit= --page-size= --page-token= --expand-tasks --name= --filter= --max-results=
      --absolute -l --long --job-id= --run-id= --active-only --completed-only --include-browse
    get-permissions|list-pipelines|list-updates|get-update|list-pipeline-events = read x* @exact
    get-run-output = read x* @exact
  volumes|functions = write+network x*
    list|get|ls|get-status|list-runs|get-run|list-zones|list-node-types = read x* @exact
      --json= --limit= --page-size= --page-token= --expand-tasks --name= --filter= --max-results=
      --absolute -l --long --job-id= --run-id= --active-only --completed-only --include-browse
    spark-versions|events = read x* @exact
      --json= --limit= --page-size= --page-token= --expand-tasks --name= --filter= --max-results=
      --absolute -l --long --job-id= --run-id= --active-only --completed-only --include-browse
    get-permissions|list-pipelines|list-updates|get-update|list-pipeline-events = read x* @exact
    get-run-output = read x* @exact
  fs = write+network x*
    ls|cat = read r* @exact
      -l --long --absolute
  experiments|models|registered-models|groups|users|repos|instance-pools = write+network x*
    list|get|search|get-status = read x* @exact
      --filter= --attributes= --count= --max-results=
  metastores = write+network x*
    list|get|search|get-status = read x* @exact
      --filter= --attributes= --count= --max-results=
  secrets = write+network x*
    list-scopes|list-secrets|list-acls|get-acl = read x*
    get-secret = secret x* ; it shows a secret
  auth = write+network x*
    describe|profiles = read x* @exact
    token|env = secret x* ; it shows a token
  api = write+network x*
    get = read x @exact
      *secret*|*token* = secret ; it shows a secret
  bundle = write+network+code x*
    validate|summary|schema = code x* @exact
      --strict --var= --force-pull
snow|snowsql = write+network+code x* @loose ; it talks to a database
eas|expo-cli = write+network+code x* @exact ; it runs the configuration of the project
  whoami|account:view = read @exact
shopify = write+network+code x*
  version|help = read x*
wp = write+code+network x* @exact
  --path=dir --url= --user= --skip-plugins? --skip-themes? --skip-packages --no-color --quiet
  --debug? --allow-root --format= --field= --fields= --color
  --ssh=:code --http=url --require=code --exec=code --prompt?
  cli = write+network+code x*
    version|info = read
  core = write+network+code x*
    version = code
      --extra
sf|sfdx = write+network+code x*
  version|help|which|whatsnew|commands = read x* @exact
    --json --verbose
  plugins = read x*:write
    --json --core
  doctor = write x* @loose
  org = write+network x*
    list = read x* @exact
      --all --clean:write --skip-connection-status
      --json:secret --verbose:secret ; it shows tokens
      limits|metadata|metadata-types|users|snapshot = read x* @exact
        -o= --target-org= --json -m= --metadata-type= --api-version=
        -f=w --output-file=w
    display = secret x* @loose ; it shows a token
    open = code+network x* @loose
    delete = write+network x* @loose
  data = write+network x*
    query|search = read x* @exact
      -q= --query= -o= --target-org= -t --use-tooling-api --json -r= --result-format= -w= --wait=
      --api-version= -b --bulk -f=r --file=r
      --output-file=w
    get = read x* @exact
      -s= --sobject= -i= --record-id= -w= --where= -o= --target-org= --json -t --use-tooling-api
  sobject = read x*
    list|describe = read x* @exact
      -s= --sobject= -o= --target-org= --json -t --use-tooling-api
  apex = code+write+network x*
    list|get|tail = read x* @exact
      -o= --target-org= --json -i= --log-id= -n= --number= -c --color
      -d=w --output-dir=w
      log = read x*
  config|alias = write x*
    list|get = read x* @exact
      --json --verbose
openstack = write+network x*
  --os-cloud= --os-region-name= --os-project-name= --os-auth-url=url --os-cacert=r --insecure
  -v -q --debug --timing -h:=read --log-file=w
  server|image|network|subnet|router|port|volume|flavor|hypervisor|project = write+network x*
    list|show = read x* @exact
      -f= -c= --long --all-projects --all --name= --status= --project= --user= --host= --limit=
      --sort-column= --sort= --print-empty --noindent --quote= --max-width= --fit-width --marker=
      --flavor= --image= -n --no-name-lookup --fields= --no-index --sort-ascending --sort-descending
    ssh = code+network x*
  user|role = write+network x*
    list|show = read x* @exact
      -f= -c= --long --all-projects --all --name= --status= --project= --user= --host= --limit=
      --sort-column= --sort= --print-empty --noindent --quote= --max-width= --fit-width --marker=
      --flavor= --image= -n --no-name-lookup --fields= --no-index --sort-ascending --sort-descending
    ssh = code+network x*
  hypervisor|service|endpoint|region|availability|limits|quota|usage = write+network x*
    list|show = read x* @exact
      -f= -c= --long --all --project= --service= --interface= --max-width=
  catalog|stack|host = write+network x*
    list|show = read x* @exact
      -f= -c= --long --all --project= --service= --interface= --max-width=
  token|credential|secret|ec2 = secret+write x* @loose ; it handles secrets
"""
