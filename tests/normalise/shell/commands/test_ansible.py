"""Tests of the tables of ansible and the other programs that set up machines."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code read]
ansible-doc -t filter -l
ansible-doc -l --playbook-dir .
facter -p os
[read]
ansible-doc -t lookup -l
facter os
[read]
ansible --version
ansible --help
ansible -h
ansible-doc -l
ansible-doc -t lookup -l
ansible-doc copy
ansible-doc --json copy file
ansible-doc --snip copy
ansible-config list
ansible-config dump --only-changed
ansible-config view
ansible-config validate
ansible-galaxy list
ansible-galaxy role list
ansible-galaxy role info geerlingguy.nginx
ansible-galaxy role search nginx --author x
ansible-galaxy collection list
ansible-galaxy collection verify a.b
ansible-galaxy --help
ansible-vault --help
ansible-playbook --version
ansible-playbook -h
ansible-lint --version
ansible-lint -L
ansible-lint --list-tags
puppet --version
puppet help apply
puppet config print modulepath
puppet parser validate site.pp
puppet module list --tree
facter os
facter -j
salt-key -L
[network code]
ansible all -m ping
ansible all -m shell -a ls
ansible-playbook site.yml
ansible-playbook site.yml --check
ansible-playbook site.yml --vault-password-file ./p
ansible-console all
molecule test
chef-client
knife node list
salt '*' test.ping
[network code privileged]
ansible web -b -a reboot
[code]
ansible-test units
[write code]
ansible-vault edit secrets.yml
[write network code]
ansible-pull -U https://git.example/x
ansible-galaxy install -r requirements.yml
ansible-galaxy collection install a.b
ansible-galaxy collection publish a.tar.gz
[secret]
ansible-vault view secrets.yml
[write secret]
ansible-vault decrypt secrets.yml
ansible-vault decrypt --output - secrets.yml
ansible-vault encrypt_string abc
[write]
ansible-vault encrypt secrets.yml
ansible-config init --disabled
[code secret]
ansible-vault view --vault-password-file ./p secrets.yml
[write network]
ansible-galaxy role init x
[read network]
ansible-galaxy role list --server https://g.example
[read unknown]
ansible-doc --frobnicate
[code privileged]
puppet apply site.pp
puppet apply -e 'notice(1)'
puppet agent --test
puppet resource user ada
salt-call state.apply
[code privileged unknown]
puppet filebucket -l diff a b
[read code]
facter --custom-dir=./f
[write privileged unknown]
salt-key -A
[code]
ansible all --list-hosts
ansible web --list-hosts -i hosts
ansible-playbook site.yml --syntax-check
ansible-playbook --list-tasks --tags deploy site.yml
ansible-playbook --list-tags -vv site.yml
ansible-playbook -i inventory.ini site.yml --list-hosts --limit web
ansible-inventory --list
ansible-inventory --list --yaml --export
ansible-inventory --graph web --vars
ansible-inventory --host=web1
ansible-inventory -i hosts.yml --graph
ansible-inventory --inventory inventory.yml --list
ansible-lint .
ansible-lint --offline site.yml
ansible-lint --offline -q -x role-name --profile production
ansible all --list-hosts -i ./cloud.py
ansible all --list-hosts -e user=ada
ansible-playbook -i ./cloud.py site.yml --list-tasks
ansible-playbook --list-hosts -e 'to={{ x }}' site.yml
ansible-playbook --list-hosts --extra-vars to=web site.yml
ansible-playbook --syntax-check --vault-password-file ./p site.yml
ansible-playbook --list-tasks -M ./library site.yml
ansible-lint --offline -r ./rules site.yml
ansible-lint --offline -c ./lint.yml
ansible-inventory -i ./cloud.py --list
ansible-inventory -i./cloud.py --graph
ansible-inventory --list --playbook-dir ./site
ansible-inventory --list -e a=b
[code write]
ansible-inventory --list --output out.json
[code secret]
ansible-inventory --list --ask-vault-pass
[network code]
ansible-playbook -C -D site.yml
ansible-console all --list-hosts
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
