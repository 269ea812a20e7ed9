"""The command line of Amazon's cloud, by the verbs of its services."""

# programs/groups.py joins the service and the verb: `ec2/describe-instances`. A value that is a
# file's content (`file://x`) is understood where an option is listed with `r`.
COMMANDS = r"""
aws|awslocal|aws2 = read @by:groups
aws.groups|awslocal.groups|aws2.groups = unknown
  * = unknown
aws.verbs|awslocal.verbs|aws2.verbs = unknown
  --profile= --region= --output= --query= --color= --cli-read-timeout= --cli-connect-timeout=
  --cli-binary-format= --cli-error-format= --no-cli-pager --no-paginate --no-sign-request
  --no-verify-ssl --debug --no-cli-auto-prompt --cli-auto-prompt --ca-bundle=r --version=
  --max-items= --page-size= --starting-token= --path= --s3-output-location=
  --cli-input-json=r --cli-input-yaml=r --template-body=r
  --metric-data-queries=r --expression-attribute-values=r --expression-attribute-names=r
  --key-condition-expression=r --filter-expression=r --projection-expression=r --request-items=r
  --policy-input-list=r --policy-document=r --event-pattern=r --event=r --definition=r
  --time-period=r --resource-policy=r
  --endpoint-url=url ; it talks to the server that is named
  help|login/help|logout/help = read x*
  login|sso/login|sso/login-profile = secret+network+write @loose ; it fetches credentials
  logout|sso/logout = write @loose
  # settings of the command line itself
  configure = write @loose
  configure/list|configure/list-profiles = read
  configure/get = read
    *secret*|*token*|*password*|*credential* = secret ; it shows a key of the account
    * = read
  configure/export-credentials = secret @loose ; it shows keys of the account
  configure/set|configure/import|configure/sso|configure/sso-session = write x* @loose
  configure/add-model|configure/init|configure/mfa-login = write x* @loose
  history/list|history/show = read x @loose
  # whole files and buckets
  s3/ls = read x
    --recursive --human-readable --summarize --request-payer? --bucket-name-prefix=
    --bucket-region= --no-recursive
    help = read
  s3/cp|s3/mv|s3/sync = write+network r w @loose
    --recursive --quiet --only-show-errors --no-progress --follow-symlinks --no-follow-symlinks
    --dryrun:==read --delete --size-only --exact-timestamps --force-glacier-transfer
    --no-guess-mime-type --no-overwrite --ignore-glacier-warnings
    help = read
  s3/rm = write+network x @loose
    --recursive --quiet --only-show-errors --dryrun:==read
    help = read
  s3/mb|s3/website = write+network x* @loose
    help = read
  s3/rb = write+network x
    --force:destroy-outside ; it deletes a bucket with everything in it
    help = read
  s3/presign = secret x @loose ; it makes a link that opens the object to whoever has it
    help = read
  # secrets, tokens and keys
  ssm/get-parameter|ssm/get-parameters|ssm/get-parameters-by-path = read @loose
    --with-decryption:secret ; it shows decrypted parameters
    --no-with-decryption --recursive --no-recursive
    help = read
  ssm/get-parameter-history = read @loose
    --with-decryption:secret ; it shows decrypted parameters
    --no-with-decryption
    help = read
  apigateway/get-api-key = read @loose
    --include-value:secret ; it shows the key
    --no-include-value
  apigateway/get-api-keys = read @loose
    --include-values:secret ; it shows the keys
    --no-include-values
  apigateway/get-usage-plan-key|apigateway/get-usage-plan-keys = secret @loose ; it shows keys
  glue/get-connection|glue/get-connections = secret @loose ; it shows the connection's password
    --hide-password:=read
    --no-hide-password
  iam/get-credential-report|iam/get-account-password-policy|iam/get-login-profile = read @loose
  iam/get-access-key-last-used|sts/get-access-key-info|sts/get-caller-identity = read @loose
    help = read
  waf/get-change-token-status|waf-regional/get-change-token-status = read @loose
  managedblockchain-query/get-token-balance = read @loose
  workmail/get-personal-access-token-metadata = read @loose
  bedrock-agentcore-control/get-*-credential-provider = read @loose
  bedrock-agentcore-control/get-token-vault = read @loose
  cognito-idp/describe-user-pool-client = secret @loose ; it shows the client's secret
  cognito-idp/list-user-pool-client-secrets = secret @loose ; it shows the client's secret
  appsync/list-api-keys|wafv2/list-api-keys = secret @loose ; it shows keys
  wafv2/get-decrypted-api-key = secret @loose ; it shows keys
  location/describe-key|location/list-keys = secret @loose ; it shows keys
  storagegateway/describe-chap-credentials = secret @loose ; it shows keys
  ec2/describe-vpn-connections = secret @loose ; it shows shared keys
  directconnect/describe-virtual-interfaces = secret @loose ; it shows shared keys
  directconnect/describe-router-configuration = secret @loose ; it shows shared keys
  lightsail/get-instance-access-details = secret @loose ; it shows keys
  lightsail/download-default-key-pair = secret @loose ; it shows keys
  lightsail/get-container-service-deployments|lightsail/get-container-images = read @loose
  gamelift/get-instance-access = secret @loose ; it hands out credentials
  gamelift/get-compute-access|s3control/get-data-access = secret @loose ; it hands out credentials
  gamelift/request-upload-credentials = secret @loose ; it hands out credentials
  route53domains/retrieve-domain-auth-code = secret @loose ; it hands out credentials
  snowball/get-job-unlock-code = secret @loose ; it shows a code that unlocks
  snowball/get-job-manifest|iot/get-registration-code = secret @loose ; it shows a code that unlocks
  ivs/get-stream-key|ivs/batch-get-stream-key|mq/describe-user = secret @loose ; it shows a key
  bedrock-agentcore/get-resource-* = secret @loose ; it shows a token
  bedrock-agentcore/get-workload-access-token* = secret @loose ; it shows a token
  cognito-identity/get-id|cognito-idp/get-user-attribute-verification-code = write @loose
  */get-*secret-value|*/batch-get-secret-value|*/get-*password* = secret @loose ; it shows a secret
    help = read
  */get-*token* = secret @loose ; it shows a secret
    help = read
  */get-*credential*|*/get-login*|*/get-*presigned* = secret @loose ; it hands out credentials
    help = read
  */get-*signed-*|*/get-*-embed-url = secret @loose ; it hands out credentials
    help = read
  */get-*-session-url = secret @loose ; it hands out a link that opens without a password
  */get-*login-url = secret @loose ; it hands out a link that opens without a password
  */get-*upload-url = secret @loose ; it hands out a link that opens without a password
  */get-authentication-url = secret @loose ; it hands out a link that opens without a password
  */assume-*|*/generate-db-auth-token = secret @loose ; it hands out credentials
    help = read
  */generate-*auth-token|*/generate-*embed-url* = secret @loose ; it hands out credentials
    help = read
  eks/get-token|codecommit/credential-helper = secret x* @loose ; it hands out credentials
  ecr/get-login|acm/export-certificate = secret x* @loose ; it hands out credentials
  kms/decrypt|kms/generate-data-key = secret @loose ; it shows decrypted data
    help = read
  kms/generate-data-key-pair|kms/derive-shared-secret = secret @loose ; it shows decrypted data
    help = read
  kms/generate-random|kms/re-encrypt|kms/encrypt|kms/sign|kms/generate-mac = write @loose
  kms/verify|kms/verify-mac = read @loose
  cloudfront/sign = secret @loose ; it makes a link that opens the file to whoever has it
  iam/create-access-key = write+network+secret @loose ; it makes a key and shows it
  iam/create-service-specific-credential = write+network+secret @loose ; it makes a key and shows it
  ec2/create-key-pair = write+network+secret @loose ; it makes a key and shows it
  iam/reset-service-specific-credential = write+network+secret @loose ; it makes a key and shows it
  lightsail/create-key-pair = write+network+secret @loose ; it makes a key and shows it
  iam/create-virtual-mfa-device = write+network+secret @loose ; it makes a key and shows it
  */create-*-token = write+network+secret @loose ; it makes a token and shows it
  */create-presigned-*|*/create-token = write+network+secret @loose ; it makes a token and shows it
  */create-*login* = write+network+secret @loose ; it makes a token and shows it
  s3api/create-session|sso-oidc/create-token* = network+secret @loose ; it hands out credentials
  cognito-idp/*initiate-auth = network+secret @loose ; it hands out credentials
  codeartifact/login = write+secret @loose ; it keeps a token in the settings of a package tool
  ecr/docker-login = write+secret @loose ; it keeps a token in the settings of a package tool
  # what runs code
  ssm/send-command|ssm/start-session|ssm/start-automation-execution = code+network x* @loose
    help = read
  ssm/resume-session = code+network x* @loose
    help = read
  ecs/execute-command|ecs/run-task|ecs/start-task|lambda/invoke* = code+network x* @loose
  emr/ssh|emr/socks|emr/put|emr/get|emr/add-steps|emr/schedule-hbase-backup = code+network x* @loose
  ec2-instance-connect/ssh|ec2-instance-connect/open-tunnel|cloudshell/* = code+network x* @loose
  apigateway/test-invoke-*|iot/test-invoke-*|stepfunctions/test-state = code+network x* @loose
  codebuild/start-build*|batch/submit-job|stepfunctions/start-* = write+code+network x* @loose
  glue/start-job-run = write+code+network x* @loose
  bedrock*/invoke-*|sagemaker-runtime/invoke-*|*/invoke-* = code+network x* @loose
  # queries
  athena/start-query-execution = write @program @loose
    --query-string=sql
    --result-configuration=:write ; it says where the result is kept
    help = read
  redshift-data/execute-statement|rds-data/execute-statement = write @program @loose
    --sql=sql
    --include-result-metadata --with-event
  dynamodb/execute-statement = write @program @loose
    --statement=sql
    --consistent-read --no-consistent-read
  ce/get-* = read @loose
    --filter=r
    help = read
  logs/tail = read x @loose
    --follow --since= --format= --filter-pattern= --log-stream-names= --log-stream-name-prefix=
    help = read
  logs/start-query|logs/start-live-tail|cloudtrail/start-query|logs/filter-log-events = read @loose
    help = read
  dynamodb/query|dynamodb/scan|timestream-query/query|sdb/select = read @loose
    --key=r --keys=r --exclusive-start-key=r
    help = read
  cloudsearchdomain/search = read @loose
    --key=r --keys=r --exclusive-start-key=r
    help = read
  dynamodb/get-item|dynamodb/batch-get-item|dynamodb/transact-get-items = read @loose
    --key=r --transact-items=r
    help = read
  resource-explorer-2/search|datazone/search|sagemaker/search|kendra/query = read x @loose
    help = read
  ddb/select = read x @loose
    help = read
  license-manager/check-in-license|license-manager/checkout-* = write+network @loose
  configservice/select-resource-config|configservice/select-aggregate-resource-config = read @loose
  route53/test-dns-answer|events/test-event-pattern|logs/test-metric-filter = read @loose
    --log-event-messages=r
    help = read
  logs/test-transformer|ses/test-render-template|sesv2/test-render-email-template = read @loose
  macie2/test-custom-data-identifier|iot/test-authorization|glue/test-connection = read @loose
  cloudformation/estimate-template-cost|cloudformation/detect-* = read @loose
    help = read
  iam/simulate-*|sts/decode-authorization-message|identitystore/is-member-in-groups = read @loose
    help = read
  iam/generate-credential-report|iam/generate-service-last-accessed-details = read @loose
    help = read
  iam/generate-organizations-access-report|verifiedpermissions/is-authorized* = read @loose
  verifiedpermissions/batch-is-authorized*|lightsail/is-vpc-peered|swf/count-* = read @loose
  cognito-idp/admin-get-*|cognito-idp/admin-list-*|ecr/batch-check-layer-availability = read @loose
    help = read
  servicediscovery/discover-*|elasticbeanstalk/retrieve-environment-info = read @loose
  appsync/evaluate-*|gamelift/resolve-alias|codecommit/evaluate-* = read @loose
  servicecatalog/scan-provisioned-products|route53domains/view-billing = read @loose
  bedrock-runtime/count-tokens|comprehend/contains-pii-entities = read @loose
  rekognition/compare-faces = read @loose
  cloudtrail/verify-query-results|cloudtrail/validate-logs|emr/describe-*|emr/list-* = read @loose
    help = read
  eks/update-kubeconfig = write @loose
    --dry-run
    help = read
  ecr/wait|cloudformation/package|gamelift/get-game-session-log = write @loose
  cloudformation/deploy = write+network+code @loose
    --no-execute-changeset --template-file=r --parameter-overrides= --capabilities=
    help = read
  # what is written to a file that stands behind the options, even to one named `help`
  iot-data/*-thing-shadow|appconfig/create-hosted-configuration-version = write+network x* @loose
  lex*/put-session|lex*/post-content|neptune*/execute-*|polly/* = write+network x* @loose
  polly/describe-voices|polly/list-*|polly/get-* = read @loose
  s3api/get-object|s3api/get-object-torrent = write+network w @loose ; it writes a file
  s3api/select-object-content = write+network w @loose ; it writes a file
  apigateway/get-export|apigateway/get-sdk = write w @loose ; it writes a file
  apigatewayv2/export-api|appsync/get-introspection-schema = write w @loose ; it writes a file
  appconfig/get-configuration = write w @loose ; it writes a file
  appconfig/get-hosted-configuration-version = write w @loose ; it writes a file
  appconfigdata/get-latest-configuration|cloudfront/get-function = write w @loose ; it writes a file
  cloudfront/get-connection-function = write w @loose ; it writes a file
  codeartifact/get-package-version-asset = write w @loose ; it writes a file
  codeguruprofiler/get-profile|datazone/get-lineage-event = write w @loose ; it writes a file
  ebs/get-snapshot-block = write w @loose ; it writes a file
  geo-maps/get-*|location/get-map-*|glacier/get-job-output = write w @loose ; it writes a file
  iot-data/get-thing-shadow = write w @loose ; it writes a file
  iotwireless/get-position-estimate = write w @loose ; it writes a file
  iotwireless/get-resource-position = write w @loose ; it writes a file
  kinesis-video-archived-media/get-*|kinesis-video-media/get-* = write w @loose ; it writes a file
  mediastore-data/get-object = write w @loose ; it writes a file
  lakeformation/get-work-unit-results = write w @loose ; it writes a file
  medialive/describe-input-device-thumbnail = write w @loose ; it writes a file
  medical-imaging/get-image-frame = write w @loose ; it writes a file
  medical-imaging/get-image-set-metadata = write w @loose ; it writes a file
  omics/get-read-set|omics/get-reference = write w @loose ; it writes a file
  sagemaker-geospatial/get-tile = write w @loose ; it writes a file
  schemas/get-code-binding-source|tnb/get-sol-* = write w @loose ; it writes a file
  workmailmessageflow/get-* = write w @loose ; it writes a file
  # ruin
  */delete-db-instance|*/delete-db-cluster = write+network @loose
    --skip-final-snapshot:destroy-outside ; it deletes a database and keeps no copy
    --no-skip-final-snapshot
    help = read
  redshift/delete-cluster = write+network @loose
    --skip-final-cluster-snapshot:destroy-outside ; it deletes a database and keeps no copy
    help = read
  secretsmanager/delete-secret = write+network @loose
    --force-delete-without-recovery:destroy-outside ; it deletes a secret for good
    help = read
  dynamodb/delete-table = destroy-outside+network @loose ; it deletes a table with everything in it
    help = read
  dynamodb/delete-global-table = destroy-outside+network @loose ; it deletes a table with all in it
    help = read
  eks/delete-cluster = destroy-outside+network @loose ; it deletes a cluster with everything in it
    help = read
  kafka/delete-cluster = destroy-outside+network @loose ; it deletes a cluster with everything in it
    help = read
  efs/delete-file-system = destroy-outside+network @loose ; it deletes everything that is kept there
    help = read
  opensearch/delete-domain = destroy-outside+network @loose ; it deletes all that it keeps
    help = read
  es/delete-elasticsearch-domain = destroy-outside+network @loose ; it deletes all that it keeps
    help = read
  cognito-idp/delete-user-pool = destroy-outside+network @loose ; it deletes all users of the pool
    help = read
  organizations/delete-organization = destroy-outside+network @loose ; it closes an account
    help = read
  organizations/close-account = destroy-outside+network @loose ; it closes an account
    help = read
  account/close-account = destroy-outside+network @loose ; it closes an account
  # everything else by its verb
  */wait = read x @loose
    help = read
  */help = read x*
  */describe-*|*/list-*|*/get-*|*/head-*|*/batch-get-*|*/batch-describe-* = read @loose
    help = read
  */lookup-*|*/search-*|*/validate-*|*/check-*|*/estimate-*|*/preview-* = read @loose
    help = read
  */query-*|*/batch-detect-*|*/detect-*|*/filter-* = read @loose
    help = read
  */create-*|*/put-*|*/update-*|*/modify-*|*/delete-*|*/start-*|*/stop-* = write+network x* @loose
    help = read
  */add-*|*/remove-* = write+network x* @loose
    help = read
  */set-*|*/attach-*|*/detach-*|*/associate-*|*/disassociate-*|*/enable-* = write+network x* @loose
    help = read
  */disable-* = write+network x* @loose
    help = read
  */tag-*|*/untag-*|*/register-*|*/deregister-*|*/run-*|*/send-* = write+network x* @loose
    help = read
  */publish*|*/reboot-* = write+network x* @loose
    help = read
  */terminate-*|*/cancel-*|*/import-*|*/export-*|*/copy-*|*/restore-* = write+network x* @loose
    help = read
  */reset-*|*/accept-* = write+network x* @loose
    help = read
  */reject-*|*/authorize-*|*/revoke-*|*/allocate-*|*/release-*|*/request-* = write+network x* @loose
    help = read
  */purge-* = write+network x* @loose
    help = read
  */batch-*|*/admin-*|*/upload-*|*/receive-*|*/change-*|*/confirm-* = write+network x* @loose
    help = read
  */subscribe|*/unsubscribe = write+network x* @loose
    help = read
  */rotate-*|*/schedule-*|*/replace-*|*/promote-*|*/failover-*|*/execute-* = write+network x* @loose
    help = read
  */transact-* = write+network x* @loose
    help = read
  */merge-*|*/split-*|*/increase-*|*/decrease-*|*/signal-*|*/resume-* = write+network x* @loose
    help = read
  */apply-*|*/deploy* = write+network x* @loose
    help = read
"""
