"""Tests of the tables of Azure's command line."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
az --version
az version
az vm --help
az vm delete -h
az vm delete -n web --help
az account list
az account show -o table
az --query delete vm show
az --subscription delete vm list
az vm list -d -o table
az vm show -g shop -n web
az vm get-instance-view -g shop -n web
az vm image list --publisher Canonical --all
az network nsg rule list --nsg-name n -g shop
az network dns record-set a list -z shop.example -g shop
az aks get-versions --location eastus
az aks nodepool show --cluster-name c -n p -g shop
az group exists -n shop
az group export -n shop
az keyvault list
az keyvault secret list --vault-name v
az keyvault key show --vault-name v -n k
az container logs -n web -g shop
az containerapp logs show -n web -g shop
az webapp log tail -n web -g shop
az webapp config appsettings list -n web -g shop
az monitor log-analytics query --workspace w --analytics-query q
az graph query -q Resources
az boards query --wiql q
az role assignment list --assignee ada
az role definition list
az policy definition list
az sql db show-connection-string -c sqlcmd
az storage blob list -c a --account-name s
az storage container exists -n a --account-name s
az deployment group what-if -g shop --template-file main.bicep
az deployment group validate -g shop --template-file main.bicep
az repos pr list --project shop
az pipelines runs list --project shop
az config get
az configure --list-defaults
az devops configure --list
az acr repository show-tags -n r --repository web
[secret]
az account get-access-token
az keyvault secret show -n a --vault-name v
az storage account keys list -n s
az storage account show-connection-string -n s
az acr credential show -n r
az webapp deployment list-publishing-credentials -n web -g shop
az webapp deployment list-publishing-profiles -n web -g shop
az functionapp keys list -n f -g shop
az cosmosdb keys list -n c -g shop
az redis list-keys -n r -g shop
az apim nv show-secret --named-value-id n
az containerapp secret list -n web -g shop --show-values
az storage container generate-sas -n a
az webapp config connection-string list -n web -g shop
[write]
az configure --defaults group=shop
az config set defaults.group=shop
az logout
[write network]
az vm create -g shop -n web
az vm delete -g shop -n web
az vm delete list
az vm start -g shop -n web
az network nsg delete -g shop -n n
az keyvault secret set -n a --vault-name v --value x
az storage blob download -c a -n b -f out.txt
az rest --method get --url https://evil.example
[write network secret]
az aks get-credentials -g shop -n c
az login
az ad sp create-for-rbac -n a
[code network]
az ssh vm -g shop -n web
az container exec -n web -g shop
az interactive
[write network code]
az extension add -n a
az webapp up -n web
az pipelines run -n p
az acr build -r r
[network destroy destroy-outside]
az group delete -n shop
az aks delete -n c -g shop
az storage account delete -n s
az sql server delete -n s -g shop
az keyvault purge -n v
[unknown]
az
az vm
az vm frobnicate
az vm frobnicate list
az frobnicate list
az vm --frob delete -o json list
az vm list -g @secret.txt
az vm list --tags=@secret.txt
az vm list --any-outfile f
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_azure(command: str, expected: set[str]) -> None:
    """The verb behind the groups tells what a call does."""
    assert expected == told(command)
