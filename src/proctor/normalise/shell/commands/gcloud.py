"""The command lines of Google's cloud: gcloud by its verbs, gsutil and bq."""

# programs/groups.py joins the groups and the verb: `compute/instances/list`; the groups are in
# `gcloud_groups.py`. A verb that is not listed is unknown.
COMMANDS = r"""
gcloud = read @by:groups
gcloud.verbs = unknown @exact
  -q --quiet --project= --account= --configuration= --billing-project= --format= --flatten=
  --verbosity= --log-http --no-log-http --user-output-enabled? --no-user-output-enabled
  --trace-token= --access-token-file=r --region= --zone= --location= --filter= --limit=
  --page-size= --sort-by= --uri --no-uri --global --version= -h:=read --help:=read
  --raw --all --async --no-async --show-deleted --recursive --summarize --verbose --effective
  --flags-file=r:unknown ; the file may hold any option
  --impersonate-service-account=:privileged ; it acts as another account
  --output-file=w --destination=w --rbac-output-file=w --log-file=w
  help|topic|cheat-sheet|info|version = read x* @loose
    --run-diagnostics:network --anonymize --show-log
    --feedback-log=w
  init|feedback|survey|interactive|docker = code+network x* @loose
  topic/* = read
  # secrets, tokens and keys
  auth/print-access-token|auth/print-identity-token = secret x* @loose ; it shows a token
  auth/application-default/print-access-token = secret x* @loose ; it shows a token
  config/config-helper|sql/generate-login-token = secret x* @loose ; it shows a token
  developer-connect/*/fetch-read*-token = secret x* @loose ; it shows a token
  secrets/versions/access = secret x* @loose ; it shows the content of a secret
  kms/decrypt|kms/asymmetric-decrypt|kms/raw-decrypt = secret @loose ; it shows decrypted data
    --plaintext-file=w --ciphertext-file=r
  redis/instances/get-auth-string = secret x* @loose ; it shows a key
  services/api-keys/get-key-string = secret x* @loose ; it shows a key
  iam/service-accounts/sign-jwt = secret x* @loose ; it signs with the account's key
  iam/service-accounts/sign-blob = secret x* @loose ; it signs with the account's key
  storage/sign-url = secret x* @loose ; it signs with the account's key
  iam/service-accounts/keys/create = write+network+secret x* @loose ; it makes a key and shows it
  compute/reset-windows-password = write+network+secret x* @loose ; it makes a key and shows it
  artifacts/print-settings = secret x* @loose ; it shows settings that may hold a key
  artifacts/go/auth = secret x* @loose ; it shows settings that may hold a key
  iam/workload-identity-pools/create-cred-config = write @loose
  iam/workforce-pools/create-cred-config = write @loose
  parametermanager/*/versions/render = secret x* @loose ; it shows secrets inside a parameter
  infra-manager/*/export-statefile = secret x* @loose ; it shows a state that may hold secrets
  container/backup-restore/*/get-backup-index-download-url = secret x* @loose ; it hands out a link
  # settings of the command line itself
  auth/list|auth/describe|config/list|config/get|config/get-value = read x* @loose
  components/list|config/configurations/list|config/configurations/describe = read x* @loose
  meta/list-gcloud|meta/list-from-search = read x* @loose
  config/set|config/unset|config/configurations/* = write x* @loose
  components/* = write+network+code x* @loose
  auth/login|auth/application-default/login|auth/activate-service-account = write+network x* @loose
  auth/* = write x* @loose
  # shells, tunnels, code
  compute/ssh|compute/start-iap-tunnel|compute/connect-to-serial-port = code+network x* @loose
    --command=sh
    --dry-run:==read
  cloud-shell/ssh = code+network x* @loose
    --command=sh
    --dry-run:==read
  compute/scp|compute/copy-files|compute/tpus/*/ssh|compute/tpus/*/scp = code+network x* @loose
  */ssh|*/scp = code+network x* @loose
  app/deploy|functions/deploy|run/deploy|builds/submit|functions/call = write+network+code x* @loose
  */deploy = write+network+code x* @loose
  run/jobs/execute|scheduler/jobs/run|builds/triggers/run = write+network+code x* @loose
  dataproc/*/submit|*/run = write+network+code x* @loose
  sql/connect|workstations/ssh|workstations/start-tcp-tunnel = code+network x* @loose
  run/services/proxy|app/instances/ssh = code+network x* @loose
  spanner/databases/execute-sql = write x* @program @loose
    --sql=sql
  container/*/get-credentials = write x* @loose ; it writes kubectl's settings
  anthos/config/controller/get-credentials = write x* @loose ; it writes kubectl's settings
  edge-cloud/container/clusters/get-credentials = write x* @loose ; it writes kubectl's settings
  # what writes a file although it is called otherwise
  compute/routers/download-route-policy = write+network x* @loose ; it writes a file
  artifacts/*/download|*/download = write+network x* @loose ; it writes a file
  compute/instances/get-screenshot = write x* @loose
  app/instances/*|privateca/subordinates/get-csr|compute/diagnose/* = write+network x* @loose
  app/instances/list|app/instances/describe = read x* @loose
  # storage
  storage/ls|storage/du|storage/cat|storage/objects/list|storage/buckets/list = read x* @loose
    -lLRrajebscdnh
  storage/hash = read r* @loose
  storage/cp|storage/mv = write+network r* w @loose
    -rRnIvaPzZeJjDUpLm --recursive --no-clobber --continue-on-error --read-paths-from-stdin
  storage/rsync = write+network r w @loose
    -rRdnxi --recursive --delete-unmatched-destination-objects
    --dry-run:==read
  storage/rm = write+network x* @loose
    -rRaI --recursive --all-versions
  # ruin
  projects/delete = destroy-outside+network x* @loose ; it deletes a project with everything in it
  sql/instances/delete = destroy-outside+network x* @loose ; it deletes a whole database
  alloydb/clusters/delete = destroy-outside+network x* @loose ; it deletes a whole database
  spanner/instances/delete = destroy-outside+network x* @loose ; it deletes a whole database
  spanner/databases/delete = destroy-outside+network x* @loose ; it deletes a whole database
  bigtable/instances/delete = destroy-outside+network x* @loose ; it deletes a whole database
  firestore/databases/delete = destroy-outside+network x* @loose ; it deletes a whole database
  container/clusters/delete = destroy-outside+network x* @loose ; it deletes a cluster and all in it
  resource-manager/folders/delete = write+network x* @loose
  # everything else by its verb
  asset/search-*|asset/analyze-iam-policy|asset/analyze-org-*|asset/analyze-move = read x* @loose
  asset/query|asset/get-history|logging/read|logging/tail|*/logs/read|*/logs/tail = read x* @loose
    --freshness= --order= --follow
  ai/tensorboard-time-series/read|container/fleet/config-management/status = read x* @loose
  builds/log|compute/instances/tail-serial-port-output|dataflow/jobs/show = read x* @loose
    --stream
  bq/tables/show-rows = read x* @loose
    --stream
  policy-troubleshoot/iam|policy-intelligence/query-activity|recommender/*/list = read x* @loose
  iap/settings/get|iap/web/get-iam-policy|essential-contacts/compute = read x* @loose
  sql/operations/wait|*/operations/wait|compute/instance-groups/managed/wait-until = read x* @loose
  compute/instance-groups/managed/wait-until-stable = read x* @loose
  kms/autokey-config/show-effective-config = read x* @loose
  iam/roles/copy|dns/record-sets/transaction/* = write+network x* @loose
  dns/record-sets/transaction/describe = read x* @loose
  metastore/services/query-metadata|healthcare/*/query-* = write+network x* @loose
  cloud-shell/get-mount-command = write+network x* @loose
  */list|*/describe|*/get|*/get-iam-policy|*/search|*/lookup = read x* @loose
  */list-*|*/describe-*|*/get-*|*/search-*|*/check-*|*/query-* = read x* @loose
  */create|*/create-*|*/delete|*/delete-*|*/update|*/update-*|*/set = write+network x* @loose
  */set-*|*/unset = write+network x* @loose
  */add|*/add-*|*/remove|*/remove-*|*/start|*/start-*|*/stop|*/stop-* = write+network x* @loose
  */restart|*/reset* = write+network x* @loose
  */enable*|*/disable*|*/cancel*|*/pause|*/resume*|*/suspend*|*/patch = write+network x* @loose
  */apply|*/replace* = write+network x* @loose
  */import*|*/export*|*/restore*|*/undelete|*/move|*/copy|*/rename = write+network x* @loose
  */resize|*/rollback = write+network x* @loose
  */attach*|*/detach*|*/promote*|*/failover|*/clone|*/upgrade|*/publish = write+network x* @loose
  */pull|*/ack* = write+network x* @loose
  */upload|*/write|*/purge|*/approve|*/reject|*/destroy|*/encrypt = write+network x* @loose
  */register|*/unregister = write+network x* @loose
  */execute|*/submit|*/call|*/predict|*/test|*/migrate|*/login = write+network+code x* @loose
  */revoke|*/insert|*/seek = write+network+code x* @loose
gsutil = write+network x* @exact
  -mqDd -o=:unknown -h= -i=:privileged -u=
  --testexceptiontraces --perf-trace-token=
  version|help = read x*
    -l
  ls = read x*
    -lLbrRadeh -p=
  du|stat = read x*
    -hsacpe -X=r -x=
  cat = read r*
    -h -r=
    gs://* = read r*
  hash = read r*
    -hcm
  acl|defacl|iam = write+network x*
    get = read x*
    set|ch = write+network x*
      -rRfdeac -u= -g= -p=
  bucketpolicycreateonly|cors|defstorageclass|label|lifecycle|logging = write+network x*
    get|list = read x*
    set|ch|create|delete = write+network x*
      -rfud -l= -t= -e= -p= -b= -o= -m=
  notification = write+network x*
    get|list = read x*
    set|ch|create|delete = write+network x*
      -rfud -l= -t= -e= -p= -b= -o= -m=
  pap|requesterpays|retention|rpo|ubla|uniformbucketlevelaccess|versioning|web = write+network x*
    get = read x*
    set|clear|lock|event|temp|event-default = write+network x*
      -m= -e=
  autoclass = write+network x*
    get = read x*
    set|clear|lock|event|temp|event-default = write+network x*
      -m= -e=
  kms = write+network x*
    serviceaccount = read x*
      -p=
  cp|mv = write+network r* w
    -rRnepzZvcAIDjJPUaL -s= -h= -x=
  rsync = write+network r w
    -rdceCpiuUPJja -x=
    -n:=read
  rm = write+network x*
    -rRfaI
  rb = write+network x*
    -f
  mb = write+network x*
    -b= -c= -l= -p= -k=
  signurl = secret x* ; it makes links that open the files to whoever has them
    -d= -m= -r= -c= -u -p= -b=
  hmac = secret x* ; it handles keys
  config = secret+write x* ; it keeps keys
    -aebfnorws
  compose|rewrite|setmeta|update|perfdiag|test = write+network x*
    -fknrRI -s= -h=
bq = write+network x*
  -q --project_id= --dataset_id= --location= --format= --quiet --headless --apilog=w
  --bigqueryrc=conf --flagfile=r:unknown --credential_file=r --service_account=
  --service_account_private_key_file=r --service_account_credential_file=w --ca_certificates_file=r
  --discovery_file=r --api=url --job_id= --sync --nosync --synchronous_mode= --debug_mode
  --use_gce_service_account --httplib2_debuglevel= --trace= --max_rows_per_request=
  help|version|info = read x*
  ls|show|head|get-iam-policy = read x* @exact
    -jpadmt -n= -s= --all --jobs --models --routines --transfer_config
    --max_results= --page_token= --filter= --schema --view --dataset --job --model --routine
    --connection --reservation --capacity_commitment --encryption_service_account --start_row=
    --max_rows= --selected_fields= --datasets --projects --print_last_token --table
    --reservation_assignment --transfer_run --transfer_log --transfer_location=
    --row_access_policies --message_type= --run_attempt= --states= --min_creation_time=
    --max_creation_time= --parent_job_id=
  wait = read x*
  query = write+network sql* @program @exact
    -n= --use_legacy_sql? --nouse_legacy_sql --max_rows= --dry_run:==read --maximum_bytes_billed=
    --batch --label= --parameter= --use_cache? --nouse_cache --start_row= -s= --rpc
    --destination_table=:write --append_table:write --replace:write ; it writes a table
    --destination_schema=r:write --schedule=:write --display_name= --time_partitioning_field=:write
    --udf_resource=r:code --external_table_definition=r:unknown
    --min_completion_ratio= --allow_large_results --flatten_results?
    --connection_property= --continuous?:write
  rm = write+network x*
    -tdmjcf --table --dataset --model --routine --force --transfer_config --job
    -r:destroy-outside --recursive:destroy-outside ; it deletes a dataset with all its tables
  extract|load|cp|mk|mkdef|insert|update|partition|truncate|undelete = write+network x*
  set-iam-policy = write+network x*
  cancel|add-iam-policy-binding|remove-iam-policy-binding|init|shell|export = write+network+code x*
  import = write+network+code x*
"""
