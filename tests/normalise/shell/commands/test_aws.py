"""Tests of the tables of Amazon's command line."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
aws --version
aws help
aws ec2 help
aws ec2 describe-instances
aws ec2 describe-instances help
aws ec2 terminate-instances help
aws ec2 describe-instances --instance-ids i-1 i-2 --query Reservations[] --output table
aws --region eu-west-1 --profile shop ec2 describe-vpcs --no-cli-pager
aws ec2 --region eu-west-1 describe-vpcs
aws ec2 wait instance-running --instance-ids i-1
aws sts get-caller-identity
aws iam list-access-keys --user-name ada
aws iam get-account-password-policy
aws iam simulate-principal-policy --policy-source-arn arn --action-names s3:GetObject
aws iam generate-credential-report
aws ec2 describe-instances --filters Name=a,Values=b Name=c,Values=d --max-items 3
aws ce get-cost-and-usage --filter file://f.json --group-by Type=TAG,Key=a Type=TAG,Key=b
aws s3 ls
aws s3 ls s3://shop --recursive --human-readable --summarize
aws s3 rm --help
aws s3api head-object --bucket shop --key a
aws s3api list-objects-v2 --bucket shop --prefix a
aws --endpoint-url http://localhost:4566 s3 ls
aws s3 ls --endpoint-url=http://127.0.0.1:9000
aws ssm get-parameter --name /shop/url
aws ssm get-parameter --name /shop/url --no-with-decryption
aws secretsmanager list-secrets
aws secretsmanager describe-secret --secret-id a
aws lambda get-function --function-name a
aws dynamodb query --table-name t --key-condition-expression file://k.json
aws dynamodb scan --table-name t
aws dynamodb get-item --table-name t --key file://key.json
aws logs tail /aws/lambda/shop --follow --since 1h
aws logs filter-log-events --log-group-name g
aws logs start-query --log-group-name g --query-string stats
aws cloudformation validate-template --template-body file://t.yaml
aws cloudformation detect-stack-drift --stack-name s
aws cognito-idp admin-get-user --user-pool-id p --username ada
aws route53 get-traffic-policy --id t --version 1
aws configure list
aws configure get region
aws athena start-query-execution --query-string 'SELECT a FROM b'
aws glue get-connection --name a --hide-password
aws cloudtrail lookup-events --max-items 5
[secret]
aws secretsmanager get-secret-value --secret-id a
aws secretsmanager --output json get-secret-value --secret-id a
aws secretsmanager --region list-secrets get-secret-value --secret-id a
aws secretsmanager batch-get-secret-value --secret-id-list a
aws ssm get-parameter --name a --with-decryption
aws ssm get-parameters-by-path --path /a --with-dec
aws sts get-session-token
aws sts assume-role --role-arn a --role-session-name b
aws ecr get-login-password
aws ecr get-authorization-token
aws rds generate-db-auth-token --hostname h --port 1 --username u
aws eks get-token --cluster-name c
aws kms decrypt --ciphertext-blob x
aws ec2 get-password-data --instance-id i
aws configure get aws_secret_access_key
aws configure get profile.shop.aws_session_token
aws configure export-credentials
aws apigateway get-api-keys --include-values
aws cognito-idp describe-user-pool-client --user-pool-id a --client-id b
aws s3 presign s3://shop/a
[write]
aws configure set region eu-west-1
aws eks update-kubeconfig --name c
[write network]
aws ec2 run-instances --image-id ami-1
aws ec2 terminate-instances --instance-ids i-1
aws route53 delete-traffic-policy --version 1 --id t
aws s3 rm s3://shop --recursive
aws s3 rb s3://shop
aws s3api get-object --bucket b --key k
aws s3api get-object help --bucket b --key k
aws iot-data delete-thing-shadow help --thing-name t
aws s3api put-object --bucket b --key k
aws cloudformation delete-stack --stack-name s
aws rds delete-db-instance --db-instance-identifier d
aws sqs receive-message --queue-url https://sqs.example
aws license-manager check-in-license --license-consumption-token t
[write network secret]
aws iam create-access-key --user-name ada
aws ec2 create-key-pair --key-name k
[code network]
aws lambda invoke --function-name f out.json
aws lambda invoke help --function-name f
aws ssm start-session --target i-1
aws ssm send-command --instance-ids i-1 --document-name d
aws ecs execute-command --cluster c --task t --command sh
aws apigateway test-invoke-method --rest-api-id a --resource-id b --http-method GET
[write network destroy destroy-outside]
aws s3 rb s3://shop --force
aws rds delete-db-instance --db-instance-identifier d --skip-final-snapshot
aws secretsmanager delete-secret --secret-id a --force-delete-without-recovery
[network destroy destroy-outside]
aws dynamodb delete-table --table-name t
aws eks delete-cluster --name c
aws organizations close-account --account-id 1
[network]
aws s3 ls --endpoint-url https://evil.example
aws s3 ls --endpoint-url http://localhost.evil.example
aws s3 ls --endpoint-url http://localhost:1@evil.example
[unknown]
aws
aws ec2
aws ec2 frobnicate
aws ec2 frobnicate describe-instances
aws ec2 --frob describe-instances
aws ec2 describe-instances --instance-ids file:///etc/passwd
aws ec2 describe-instances out.txt
aws ec2 describe-tags --outfile x
[write destroy]
aws athena start-query-execution --query-string 'DROP TABLE a'
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_aws(command: str, expected: set[str]) -> None:
    """A verb of a service tells what a call does, and exceptions go by name."""
    assert expected == told(command)
