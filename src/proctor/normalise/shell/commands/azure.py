"""Azure's command line by its verbs."""

# programs/groups.py joins the groups and the verb: `network/nsg/rule/list`; the groups are in
# `azure_groups.py`. A verb that is not listed is unknown. Options can be shortened.
COMMANDS = r"""
az = read @by:groups
az.verbs = unknown
  -o= -g= -n= -l= -s= -p= -c= -t= -r= -e= -u= -i= -w= -a= -b= -k= -v= -z= -q= -x= -f=r -m= -y
  -d --debug --verbose --only-show-errors --output= --query= --subscription= --version=
  -h:=read --help:=read --name= --resource-group= --location= --ids= --id= --project=
  --organization= --org= --detect? --workspace= --workspace-name= --account-name= --vault-name=
  --server= --server-name= --cluster-name= --namespace-name= --resource= --container-name=
  --registry= --repository= --publisher= --urn= --display-name= --auth-mode= --analytics-query=
  --template-file=r --parameters=r --tail= --follow --all --yes --no-wait
  version|find|survey = read x* @loose
  configure = write @loose
    -l:=read --list-defaults?:=read
    -d= --defaults=
  config/get = read x* @loose
  config/set|config/unset|config/param-persist/*|cache/*|cloud/set|account/set = write x* @loose
  account/clear = write x* @loose
  login|acr/login|devops/login = write+network+secret @loose ; it fetches credentials
  logout|devops/logout = write @loose
  upgrade|extension/add|extension/update|bicep/install|bicep/upgrade = write+network+code x* @loose
  aks/install-cli = write+network+code x* @loose
  interactive|next|demo/* = code+network x* @loose
  rest|devops/invoke|feedback = write+network x* @loose
    --output-file=w --body=r --in-file=r --out-file=w
  devops/configure = write @loose
    --list:=read -l:=read
    -d= --defaults= --use-git-aliases=
  # secrets, tokens and keys
  account/get-access-token = secret @loose ; it shows a token
  keyvault/secret/show|keyvault/secret/download = secret @loose ; it shows the content of a secret
    --file=w
  keyvault/secret/backup = secret @loose ; it shows the content of a secret
    --file=w
  keyvault/key/decrypt|keyvault/key/unwrapKey = secret @loose ; it shows decrypted data
  keyvault/key/get-policy-template = secret @loose ; it shows decrypted data
  keyvault/key/download|keyvault/certificate/download = write @loose
    -f=w --file=w
  keyvault/key/list|keyvault/key/show|keyvault/key/list-versions = read @loose
  keyvault/key/list-deleted = read @loose
  keyvault/secret/list|keyvault/secret/list-versions|keyvault/secret/list-deleted = read @loose
  keyvault/secret/show-deleted|keyvault/certificate/show|keyvault/certificate/list = read @loose
  keyvault/certificate/*/show|keyvault/certificate/*/list|sshkey/show|sshkey/list = read @loose
  containerapp/secret/list = read @loose
    --show-values?:secret ; it shows secrets
  containerapp/secret/show|containerapp/job/secret/show = secret @loose ; it shows a secret
  */secret/show = secret @loose ; it shows a secret
  containerapp/job/secret/list|containerapp/env/*/list = read @loose
    --show-values?:secret ; it shows secrets
  containerapp/auth/show|ad/app/credential/list|ad/sp/credential/list = read @loose
  sql/db/show-connection-string|*/flexible-server/show-connection-string = read @loose
  ad/sp/create-for-rbac = write+network+secret @loose ; it hands out credentials
  ad/*/credential/reset|aks/get-credentials = write+network+secret @loose ; it hands out credentials
  aro/list-credentials = write+network+secret @loose ; it hands out credentials
  aro/get-admin-kubeconfig = write+network+secret @loose ; it hands out credentials
    --file=w
  connectedk8s/proxy|*/get-credentials = write+network+secret @loose ; it hands out credentials
    --file=w
  */renew-key*|*/regenerate-key* = write+network+secret @loose ; it hands out credentials
    --file=w
  */keys/list|*/keys/show|*/list-keys|*/list-key|*/show-keys = secret @loose ; it shows keys
  */get-keys|*/get-shared-keys = secret @loose ; it shows keys
  */key/list|*/key/show|*/admin-key/show|*/query-key/list = secret @loose ; it shows keys
  */keys/renew|*/list-api-keys = secret @loose ; it shows keys
  */credential/show|*/credential/list|*/list-credentials = secret @loose ; it shows credentials
  */list-publishing-*|*/show-credentials = secret @loose ; it shows credentials
  */list-connection-strings = secret @loose ; it shows the keys of a connection
  */show-connection-string|*/connection-string/* = secret @loose ; it shows the keys of a connection
  */list-*credential*|*/*kubeconfig*|*/show-secret* = secret @loose ; it hands out a key
  */generate-sas|*/list-secrets|*/secrets/list = secret @loose ; it hands out a key
  */get-access-token|*/list-shared-key = secret @loose ; it hands out a key
  */token/create|*/token/credential/generate = secret+write @loose ; it hands out a key
  */authkey/list|*/list-auth-keys|*/list-auth-key = secret+write @loose ; it hands out a key
  */show-admin-credential*|*/list-admin-*|*/list-user-* = secret @loose ; it hands out credentials
  */get-sas*|*/get-upload-url = secret @loose ; it hands out credentials
  iot/hub/device-identity/show = secret @loose ; it shows keys of devices
  iot/hub/device-identity/list|iot/hub/module-identity/* = secret @loose ; it shows keys of devices
  iot/dps/enrollment/show|iot/dps/enrollment-group/* = secret @loose ; it shows keys of devices
  iot/central/device/show-credentials = secret @loose ; it shows keys of devices
  iot/hub/policy/*|iot/dps/policy/*|iot/hub/device-identity/* = secret+write @loose ; it shows keys
  vpn-connection/shared-key/* = secret @loose ; it shows a shared key
  network/vpn-connection/shared-key/* = secret @loose ; it shows a shared key
  network/vpn-connection/show-device-config-script|network/vpn-connection/list* = read @loose
  network/vnet-gateway/vpn-client/* = secret @loose ; it makes a client's access
  network/p2s-vpn-gateway/vpn-client/* = secret @loose ; it makes a client's access
  disk/grant-access|snapshot/grant-access = secret+write @loose ; it hands out a link
  # what runs code
  vm/run-command/invoke|vmss/run-command/invoke|vm/run-command/create = code+network+write @loose
    --scripts=sh
  */exec|*/ssh|*/attach|*/invoke|ssh/*|sftp/*|serial-console/* = code+network x* @loose
    --exec-command=sh
  */create-remote-connection = code+network x* @loose
    --exec-command=sh
  acr/build|acr/run|acr/pack/*|acr/task/run|pipelines/run = code+write+network x* @loose
  pipelines/build/queue|*/run = code+write+network x* @loose
  */browse|*/open|*/port-forward|*/tunnel|*/proxy|bastion/* = code+network x* @loose
  network/bastion/ssh|network/bastion/rdp|network/bastion/tunnel = code+network x* @loose
  # what writes a file although it may look like reading
  */download|*/download-batch|*/download-all|*/save-as* = write+network @loose
    -f=w -d=w --file=w --destination=w --dest=w --path=
  bicep/build|bicep/decompile|bicep/format|bicep/publish|bicep/restore = write @loose
    --file=r --outfile=w --outdir=w --stdout
  bicep/lint = read @loose
    --file=r
  storage/message/get|servicebus/*/receive = write+network @loose
  # ruin
  group/delete = destroy-outside+network @loose ; it deletes a group with everything in it
  aks/delete|aro/delete = destroy-outside+network @loose ; it deletes a cluster and all in it
  sql/server/delete|sql/mi/delete = destroy-outside+network @loose ; it deletes a whole database
  sql/db/delete|cosmosdb/delete = destroy-outside+network @loose ; it deletes a whole database
  */flexible-server/delete = destroy-outside+network @loose ; it deletes a whole database
  cosmosdb/*/database/delete = destroy-outside+network @loose ; it deletes a whole database
  mysql/server/delete = destroy-outside+network @loose ; it deletes a whole database
  postgres/server/delete = destroy-outside+network @loose ; it deletes a whole database
  mariadb/server/delete = destroy-outside+network @loose ; it deletes a whole database
  storage/account/delete = destroy-outside+network @loose ; it deletes all that it stores
  keyvault/purge|keyvault/*/purge = destroy-outside+network @loose ; it cannot be brought back
  backup/vault/delete = destroy-outside+network @loose ; it deletes backups
  devops/project/delete|repos/delete = write+network @loose
  # everything else by its verb
  container/logs|containerapp/logs/show|*/logs|*/log/tail|*/log/show|*/logs/show = read x* @loose
  graph/query|*/query|*/exists|*/wait|*/url|storage/message/peek|*/blob/show = read x* @loose
  deployment/*/validate|deployment/*/what-if|group/export|deployment/*/export = read x* @loose
  policy/state/summarize|resource/list|boards/query|account/management-group/list = read x* @loose
  aks/check-*|*/check-name|*/check-health|*/check-name-availability|*/check-* = read x* @loose
  vm/list-ip-addresses|monitor/metrics/list-* = read x* @loose
  devops/wiki/page/show|repos/policy/list|pipelines/runs/*/list = read x* @loose
  pipelines/runs/artifact/download = write+network @loose
    --path=w
  pipelines/variable-group/variable/list|pipelines/variable/list = read x* @loose
  cloud/list-profiles|webapp/list-runtimes|functionapp/list-runtimes = read x* @loose
  */list|*/show|*/list-*|*/show-*|*/get-*|*/get|*/version|*/peek|*/view = read x* @loose
  */create|*/create-*|*/delete|*/delete-*|*/update|*/update-*|*/set = write+network x* @loose
    --file=r
  */set-*|*/add|*/add-* = write+network x* @loose
    --file=r
  */remove|*/remove-*|*/start|*/stop|*/restart|*/deallocate|*/redeploy = write+network x* @loose
  */resize|*/scale = write+network x* @loose
  */upgrade|*/import|*/export|*/move|*/copy|*/purge|*/recover|*/restore = write+network x* @loose
  */reset|*/assign = write+network x* @loose
  */upload|*/upload-batch|*/sync|*/config|*/config-zip|*/deploy|*/up = write+network+code x* @loose
    --src=r --src-path=r --file=r --source=r
  */swap|*/reimage = write+network+code x* @loose
    --src=r --src-path=r --file=r --source=r
  */enable|*/disable|*/enable-*|*/disable-*|*/failover|*/approve|*/reject = write+network x* @loose
  */cancel = write+network x* @loose
  */register|*/unregister|*/grant-*|*/revoke-*|*/attach-*|*/detach = write+network x* @loose
  */invite|*/insert = write+network x* @loose
  */merge|*/replace|*/tag|*/untag|*/lock|*/unlock|*/capture|*/generalize = write+network x* @loose
  */open-port = write+network x* @loose
"""
