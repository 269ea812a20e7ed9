"""Tests of commands whose verb stands behind groups."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.told import told
from tests.normalise.shell.programs.paths import doubted, touched


def test_the_first_word_that_is_no_group_is_the_verb() -> None:
    """What is named like a verb behind another verb, known or not, is no verb."""
    assert {"read"} == told("gcloud compute instances list")
    assert {"write", "network"} == told("gcloud compute instances delete list")
    assert "unknown" in told("gcloud compute instances frobnicate list")
    assert "unknown" in told("gcloud frobnicate list")


def test_only_listed_options_stand_before_the_verb() -> None:
    """An option that is not known might take the verb as its value, or not."""
    assert {"read"} == told("gcloud --project delete compute instances list")
    assert "unknown" in told("gcloud --frob delete compute instances list")
    assert "unknown" in told("az vm --frob delete -o json list")
    assert "unknown" in told("gcloud -qx compute instances list")


def test_the_value_of_an_option_hides_no_exception() -> None:
    """An exception to the verbs counts wherever options stand."""
    assert {"secret"} == told("aws secretsmanager --output json get-secret-value")
    assert {"secret"} == told("aws --region list-secrets secretsmanager get-secret-value")


def test_what_a_variable_holds_is_no_verb() -> None:
    """A group or a verb that is not certain makes the command unknown."""
    assert doubted("aws ec2", unknown="describe-instances") is not None
    wild = [Argument("az"), Argument("vm"), Argument("lis*", wild=True)]
    assert classify(wild).unknown is not None


def test_a_file_that_is_sent_is_read() -> None:
    """Where an option takes a file's content the file counts; elsewhere it is not certain."""
    assert touched("aws dynamodb get-item --key file:///srv/k.json") == "r:/srv/k.json"
    assert touched("aws dynamodb get-item --key=file://k.json") == "r:k.json"
    assert "unknown" in told("aws ec2 describe-tags --name file://k.json")
    assert "unknown" in told("aws ec2 describe-tags --filters Name=a,Values@=file://k.json")
    assert "unknown" in told("az vm list -g @name.txt")


def test_a_server_on_this_machine_is_no_network() -> None:
    """An emulator on this machine is reached like the service; another host is network."""
    assert {"read"} == told("aws --endpoint-url http://localhost:4566 s3 ls")
    assert "network" in told("aws --endpoint-url http://localhost.evil.example s3 ls")
    assert "network" in told("aws s3 ls --endpoint-url=http://localhost:1@evil.example")


def test_an_option_that_is_named_like_a_file_is_not_plain_data() -> None:
    """An option that is not listed and says that it writes makes the command unknown."""
    assert {"read"} == told("gcloud compute disks list --some-filter a")
    assert "unknown" in told("gcloud compute disks list --some-outfile a")
    assert "unknown" in told("gcloud compute disks list --some-dir=a")


def test_help_before_or_behind_the_verb_only_shows_text() -> None:
    """A group's help and a verb's help do nothing."""
    assert {"read"} == told("gcloud compute --help")
    assert {"read"} == told("az vm delete --help")
    assert {"read"} == told("aws --version")


def test_a_version_that_is_a_value_is_no_help() -> None:
    """Many services have versions of things, and `--version` names one."""
    assert {"write", "network"} == told("aws route53 delete-traffic-policy --version 1 --id a")
    assert {"secret"} == told("az keyvault secret show --version 1 -n a")


def test_reasons_name_the_command_as_people_write_it() -> None:
    """The reason names the groups and the verb with blanks."""
    reading = classify([Argument(word) for word in ("az", "vm", "list")])
    assert reading.classes == {"read": "`az vm list` only reads"}
