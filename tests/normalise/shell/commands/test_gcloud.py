"""Tests of the tables of Google's command lines."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
gcloud --version
gcloud version
gcloud info
gcloud help compute
gcloud compute --help
gcloud compute instances delete --help
gcloud compute instances list
gcloud compute instances list --filter=status=RUNNING --format json --limit 5
gcloud --project delete compute instances list
gcloud -q --project=shop compute instances describe web --zone z
gcloud beta run services list
gcloud alpha run services describe web
gcloud config list
gcloud config get-value project
gcloud config configurations list
gcloud auth list
gcloud components list
gcloud projects list
gcloud projects get-iam-policy shop
gcloud projects get-ancestors shop
gcloud secrets list
gcloud secrets versions list a
gcloud logging read severity=ERROR --limit 5
gcloud functions logs read f
gcloud container images list-tags gcr.io/shop/web
gcloud compute instances get-serial-port-output web
gcloud dns record-sets list --zone z
gcloud sql operations wait op
gcloud sql ssl client-certs list --instance d
gcloud asset search-all-resources --scope projects/shop
gcloud storage ls gs://shop
gcloud storage buckets describe gs://shop
gcloud iam service-accounts keys list --iam-account a
gsutil ls -l gs://shop
gsutil du -sh gs://shop
gsutil cat gs://shop/a
gsutil version -l
gsutil iam get gs://shop
bq ls --max_results=5
bq --format=json show shop.t
bq head -n 5 shop.t
bq query --use_legacy_sql=false 'SELECT a FROM b'
bq query --dry_run 'SELECT a FROM b'
[secret]
gcloud auth print-access-token
gcloud auth print-identity-token
gcloud auth application-default print-access-token
gcloud secrets versions access latest --secret a
gcloud redis instances get-auth-string r
gcloud services api-keys get-key-string k
gcloud config config-helper
gsutil signurl key.json gs://shop/a
[write]
gcloud config set project shop
gcloud container clusters get-credentials c
gcloud auth revoke
bq query 'DELETE FROM a WHERE b = 1'
[write network]
gcloud compute instances create web
gcloud compute instances delete web
gcloud compute instances delete list
gcloud storage rm gs://shop/a
gcloud sql export sql d gs://shop/dump.sql
gcloud dns record-sets delete www --zone z
gsutil rm -r gs://shop
bq mk shop
[write network secret]
gcloud iam service-accounts keys create k.json --iam-account a
[write network code]
gcloud functions deploy f
gcloud run deploy web
gcloud components update
gcloud functions call f
[code network]
gcloud compute ssh web
gcloud compute ssh web --command ls
[network destroy destroy-outside]
gcloud projects delete shop
gcloud sql instances delete d
gcloud container clusters delete c
[write network destroy destroy-outside]
bq rm -r -f shop
[privileged]
gcloud compute instances list --impersonate-service-account a
[unknown]
gcloud
gcloud compute
gcloud compute instances
gcloud compute instances frobnicate list
gcloud compute instances --frob delete -q list
gcloud frobnicate instances list
gcloud compute instances list --flags-file f.yaml
gcloud compute instances list --any-outfile f.yaml
gsutil -o Credentials:gs_host=h version -z
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_gcloud(command: str, expected: set[str]) -> None:
    """The verb behind the groups tells what a call does."""
    assert expected == told(command)
