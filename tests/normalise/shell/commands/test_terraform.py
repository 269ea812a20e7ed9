"""Tests of the tables of terraform, OpenTofu, terragrunt and packer."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[secret]
terraform output -raw password
terraform output --raw password
terraform output db_password
[read]
terraform output vpc_id
[read]
terraform version
terraform --version
terraform -v
terraform -help
terraform apply -help
terraform fmt -check
terraform fmt -check -recursive -diff
terraform fmt -write=false
terraform fmt --check
terraform show
terraform show plan.out
terraform output
terraform output -no-color vpc
terraform state list
terraform state list -state=a.tfstate module.x
terraform state show aws_vpc.main
terraform state mv -dry-run a b
terraform providers
terraform providers schema -json
terraform graph -type=plan
terraform workspace list
terraform workspace show
terraform modules -json
terraform metadata functions -json
tofu version
tofu state list
packer version
packer fmt -check .
packer fmt -check -diff -recursive .
packer plugins installed
packer plugins required .
terragrunt hclfmt --check
[network code]
terraform plan
terraform plan -var a=b -target=aws_vpc.main
[write network code]
terraform plan -out=plan.out
terraform plan --out plan.out
[write network code]
terraform refresh
terraform apply
terraform apply -auto-approve
terraform init
terraform init -upgrade -plugin-dir=./p
terraform test
terragrunt plan
terragrunt run-all apply
packer build .
packer plugins install github.com/x/y
[write network code destroy destroy-outside]
terraform apply -destroy
[destroy destroy-outside]
terraform destroy
terraform destroy -auto-approve
tofu destroy
terragrunt destroy-all
[write network]
terraform get
terraform import aws_vpc.main vpc-1
terraform taint aws_vpc.main
terraform state push a.tfstate
terraform force-unlock 1
terraform login
terraform providers lock
packer init .
[write]
terraform fmt
terraform fmt -recursive
terraform state rm aws_vpc.main
terraform state mv a b
terraform workspace select dev
terraform workspace new dev
terraform workspace delete dev
packer fmt .
[read write]
terraform fmt -write=false -write=true
[code]
terraform validate
terraform validate -json -no-color
terraform -chdir=envs/dev validate
tofu validate
packer inspect a.pkr.hcl
packer validate -var a=b -var-file=v.hcl .
terraform console
packer console
[secret]
terraform state pull
[read secret]
terraform output -json
terraform show -json
[read unknown]
terraform show -frobnicate
terraform frobnicate
[write]
terraform fmt -check=false
terraform fmt -check=0
packer fmt shop.pkr.hcl
[read]
terraform fmt -check=true
terraform fmt -check -recursive modules
terraform graph -type=plan
terraform state list module.shop
terraform workspace list
packer plugins required .
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
