"""The command lines of further clouds: Oracle, IBM, Yandex, Alibaba, Tencent, Cloud Foundry, eb."""

# Where `@by:groups` stands, programs/groups.py joins the groups and the verb: `vm/list`.
COMMANDS = r"""
oci = read @by:groups
oci.groups = unknown
  secrets|setup|session = unknown
  compute|bv|fs|os|network|lb|nlb|iam|db|dns|ce|fn|kms|vault|logging|monitoring|ons|audit = unknown
  budgets|cloud-guard|container-instances|artifacts|resource-manager|search|limits|events = unknown
  autonomous|autoscaling|announce|email|health-checks|streaming|nosql|mysql|psql|waf = unknown
  work-requests = unknown
oci.inner = unknown
  instance|image|shape|vnic-attachment|volume-attachment|volume|boot-volume|volume-backup = unknown
  file-system|mount-target|export|bucket|object|ns|vcn|subnet|security-list|nsg = unknown
  route-table = unknown
  internet-gateway|nat-gateway|service-gateway|public-ip|private-ip|vnic|drg|load-balancer = unknown
  backend|backend-set|listener|compartment|user|group|policy|region|availability-domain = unknown
  fault-domain|dynamic-group|tag|tag-namespace|autonomous-database|system|database|node = unknown
  zone|record|cluster|node-pool|application|function|log|log-group|metric|metric-data = unknown
  alarm = unknown
  secret-bundle|topic|subscription|event|budget|container|repository|stack|job|resource = unknown
  secret|key|value = unknown
oci.verbs = unknown @exact
  --profile= --region= --output= --query= --raw-output -c= --compartment-id= --debug -d --all
  --auth= --auth-purpose= --config-file=conf --defaults-file=conf --cert-bundle=r --no-retry
  -h:=read
  --help:=read --limit= --page= --page-size= --opc-client-request-id= --version=
  --endpoint=url ; it talks to the server that is named
  --from-json=r --cli-rc-file=conf
  secrets/*|kms/crypto/decrypt|*/get-kubeconfig = secret @loose ; it hands out a secret
  */create-kubeconfig|*/generate-* = secret @loose ; it hands out a secret
  setup/*|session/* = write+network+secret x* @loose ; it handles credentials
  os/object/get|*/download*|*/get-content*|*/bulk-download = write+network @loose ; it writes a file
  db/autonomous-database/delete = destroy-outside+network @loose ; it deletes everything in it
  db/system/terminate|ce/cluster/delete = destroy-outside+network @loose ; it deletes all in it
  */list|*/get|*/list-*|*/search|*/head|*/summarize-*|*/structured-search = read @loose
  */create*|*/update*|*/delete*|*/terminate|*/launch|*/action|*/put|*/bulk-* = write+network @loose
  */change-* = write+network @loose
yc = read @by:groups
yc.groups = unknown
  compute|vpc|iam|storage|managed-kubernetes|k8s|managed-postgresql|managed-mysql|dns = unknown
  container = unknown
  managed-clickhouse|managed-redis|managed-mongodb|managed-kafka|load-balancer|alb = unknown
  serverless = unknown
  resource-manager|resource|logging|certificate-manager|cm|kms|ydb|config = unknown
  organization-manager = unknown
yc.inner = unknown
  instance|instance-group|disk|image|snapshot|zone|network|subnet|address|security-group = unknown
  gateway = unknown
  route-table|service-account|role|user-account|key|access-key|api-key|bucket|cluster = unknown
  node-group = unknown
  database|user|host|hosts|backup|zone|registry|repository|function|trigger|container = unknown
  cloud = unknown
  folder|group|certificate|symmetric-key|profile|network-load-balancer|target-group = unknown
  version = unknown
yc.verbs = unknown @exact
  --profile= --folder-id= --folder-name= --cloud-id= --format= --jq=jq --token= --debug
  --no-user-output
  --retry= -h:=read --help:=read --name= --id= --limit=
  --impersonate-service-account-id=:privileged ; it acts as another account
  version = read
  config/list = secret ; it shows a token
  config/get = secret x* ; it may show a token
  config/profile/list = read
  iam/create-token|iam/*key/create|lockbox/* = secret+write x* @loose ; it hands out a token
  */get-credentials = write+secret x* @loose ; it hands out credentials
  */ssh|serverless/function/invoke = code+network x* @loose
  managed-*/cluster/delete = destroy-outside+network x* @loose ; it deletes everything in it
  resource-manager/*/delete = destroy-outside+network x* @loose ; it deletes everything in it
  */list|*/get|*/list-*|*/get-serial-port-output|*/read = read x* @loose
  */create*|*/update*|*/delete*|*/start|*/stop|*/restart|*/add-* = write+network x* @loose
  */remove-*|*/set-*|*/attach-* = write+network x* @loose
ibmcloud|aliyun|tccli|okta|granted|amplify|magento|drush|postman = write+network+code x* @loose
  version|help = read
meilisearch = write+network+code x* @loose
  version|help = read
saml2aws|assume = secret+write+network x* @loose ; it hands out credentials
cf = write+network x* @exact
  -v -h:=read
  version|help|apps|a|app|services|s|service|routes|r|orgs|o|org|spaces|space = read x*
    --guid --no-labels --params
  domains = read x*
    --guid --no-labels --params
  buildpacks|stacks|stack|events|quotas|quota|marketplace|m|feature-flags|features|api = read x*
    -e= -b= --checksum --no-plans
  plugins = read x*
    -e= -b= --checksum --no-plans
  security-groups|security-group|org-users|space-users|tasks|packages|droplets|revisions = read x*
  target = read x*
    -o=:write -s=:write ; it chooses another place for the commands behind it
  logs = read x
    --recent
  env|service-key|oauth-token|ssh-code|curl = secret+network x* @loose ; it shows credentials
  push|ssh|run-task|cups|restage = write+network+code x* @loose
  delete-org|delete-space = destroy-outside+network x* @loose ; it deletes everything in it
eb = write+network+code x* @exact
  -v -q --debug --verbose --quiet --profile= -r= --region= --no-verify-ssl -h:=read
  status|health|events|list = read x*
    -af --all --follow --refresh --mono --view=
  printenv = secret x* ; it shows the values of variables
  terminate = write+network x* @loose
    --all:destroy-outside ; it deletes an application with everything in it
  ssh = code+network x* @loose
"""
