"""ansible and the other programs that set up machines."""

# A check (`-C`) goes to the machines and is `code`. So are lists and the syntax check: an inventory
# that may be executed is a program whatever its name, and `hosts:` or `import_tasks:` of a playbook
# are templates, which can run one. So are values of `-e`.
COMMANDS = r"""
ansible-doc = read x*
  -lFjsvu -h:=read -M=code -e= -r=code -p= --list --list_files --json --snippet --verbose
  -t=module|lookup|callback|connection|inventory|become|cache|shell|vars|strategy|role|keyword
  --type=module|lookup|callback|connection|inventory|become|cache|shell|vars|strategy|role|keyword
  -t=:code --type=:code ; it loads the plug-ins to list them
  --no-fail-on-errors --module-path=code --entry-point= --roles-path=code --playbook-dir=code
ansible-config = read
  -v -h:=read --verbose
  list|dump|view = read
    -c=conf -t= -f= --config=conf --type= --format= --only-changed --changed-only
  validate = read
    -c=conf -t= -f= --config=conf --type= --format=
  init = write
    -c=conf -t= -f= --config=conf --type= --format= --disabled
ansible-galaxy = write+network x*
  -vc -h:=read -s=url --server=url --token= --api-key= --ignore-certs --timeout= --verbose
  --roles-path=n -p=n --collections-path=n
  list|search|info = read x*
    --offline --format= --author= --galaxy-tags= --platforms=
  role = write+network x*
    list|search|info = read x*
      --offline --format= --author= --galaxy-tags= --platforms=
    install|init|remove|delete|import|setup = write+network x*
  collection = write+network x*
    list = read x
      --format=
    verify = read x*
      -r=r --requirements-file=r --offline --keyring=r --signature= --ignore-errors
    install|init|build|publish|download = write+network+code x*
  install = write+network+code x*
    -r=r -f --role-file=r --force
ansible-vault = write x*
  -v -h:=read --verbose --vault-id=code --encrypt-vault-id=
  --vault-password-file=code --vault-pass-file=code -J --ask-vault-password --ask-vault-pass
  view = secret r* ; it shows what was encrypted
  decrypt = secret+write w* ; it undoes the encryption
    --output=w
  create|edit = code+write w* ; it opens an editor
    --skip-tty-check
  encrypt|rekey = write w*
    --output=w --new-vault-id=code --new-vault-password-file=code
  encrypt_string = secret+write x* ; a secret stands in the command
    -p -n= --name= --stdin-name= --show-input --prompt --output=w
ansible-console = code+network x ; it runs on the machines of an inventory
  -kKvCD -b:privileged -h:=read -i=code -M=code -e= -f= -u= -l= -T= -c= --inventory=code --limit=
  --check --diff --become:privileged --become-method= --become-user= --ask-pass --ask-become-pass
  --forks= --user= --private-key=r --connection= --timeout= --extra-vars= --list-hosts --step
  --vault-id=code --vault-password-file=code --module-path=code --playbook-dir=code --verbose
ansible = code+network x ; it runs on the machines of an inventory
  -kKvoCD -b:privileged -h:=read -a=sh -m= -M=code -e=:code -f= -u= -l= -T= -c= -B= -P= -t=w
  -i=hosts|hosts.ini|hosts.yml|hosts.yaml|inventory|inventory.ini|inventory.yml|inventory.yaml
  -i=inventory/|inventory/hosts|inventory/hosts.ini|inventory/hosts.yml|/etc/ansible/hosts -i=code
  --inventory=hosts|hosts.ini|hosts.yml|inventory|inventory.ini|inventory.yml|inventory.yaml
  --inventory=code
  --module-name= --args=sh --inventory-file=code --limit= --check --diff
  --become:privileged
  --become-method= --become-user= --ask-pass --ask-become-pass --forks= --user= --private-key=r
  --key-file=r --connection= --timeout= --ssh-common-args= --ssh-extra-args=
  --extra-vars=:code --list-hosts:=code
  --vault-id=code --vault-password-file=code --ask-vault-pass --ask-vault-password
  --syntax-check --flush-cache --playbook-dir=code --module-path=code --one-line --tree=w
  --background= --poll= --task-timeout= --step --verbose
ansible-playbook = code+network r* ; it runs the tasks of a playbook
  -kKvCDJ -b:privileged -h:=read -M=code -e=:code -f= -u= -l= -T= -c= -t=
  -i=hosts|hosts.ini|hosts.yml|hosts.yaml|inventory|inventory.ini|inventory.yml|inventory.yaml
  -i=inventory/|inventory/hosts|inventory/hosts.ini|inventory/hosts.yml|/etc/ansible/hosts -i=code
  --inventory=hosts|hosts.ini|hosts.yml|inventory|inventory.ini|inventory.yml|inventory.yaml
  --inventory=code --inventory-file=code
  --limit= --check --diff --become:privileged --become-method= --become-user= --ask-pass
  --ask-become-pass --forks= --user= --private-key=r --key-file=r --connection= --timeout= --tags=
  --skip-tags= --extra-vars=:code --vault-id=code --vault-password-file=code --ask-vault-pass
  --flush-cache:write --force-handlers --start-at-task= --step
  --list-hosts:=code --list-tasks:=code --list-tags:=code --syntax-check:=code
  --module-path=code --verbose --ask-vault-password --ssh-common-args= --ssh-extra-args=
# What it shows was not decrypted unless a password is given, and that is `code` or a question.
ansible-inventory = code x* ; an inventory may be a program
  -vy -h:=read -l= -e=:code --list --host= --graph --vars --yaml --toml --export --limit=
  -i=code --inventory=code --playbook-dir=code --extra-vars=:code --output=w --verbose
  --inventory-file=code
  --vault-id=code --vault-password-file=code --vault-pass-file=code ; it may be a program
  -J:secret --ask-vault-pass:secret --ask-vault-password:secret ; it shows what was encrypted
# Without --offline it first fetches what the project's requirements name.
# It may fetch the collections that the project needs, into a cache of its own.
ansible-lint = code r* ; it checks playbooks with ansible, whose templates can run programs
  -qvpsR -h:=read -f= -r=code -c=code -x= -w= -t= -i=r -o --parseable --strict --use-default-rules
  --offline --no-offline:unknown
  -L:=read -T:=read -P:=read --list-rules:=read --list-tags:=read --list-profiles:=read
  --fix?:write --write?:write --generate-ignore:write --sarif-file=w --ignore-file=r --tags=
  --profile= --format= --nocolor --force-color --show-relpath --exclude= --kinds --enable-list=
  --project-dir=dir --rules-dir=code --warn-list= --skip-list= --config-file=code --yamllint-file=r
  --supported-ansible-also=
ansible-pull = code+network+write x* ; it fetches a playbook and runs it
  -vCfoKk -h:=read -U=url --url=url -d=w --directory=w -i=code -e= -c= --check --force --full
  --purge
ansible-test|ansible-navigator|ansible-builder|ansible-runner = code x* ; it runs tests or tasks
ansible-rulebook = code x*
ansible-connection = code x*
molecule = code+network x* ; it builds machines and runs tests on them
  --debug -v -c= -e= --base-config=conf --env-file=r
chef|chef-client|chef-solo|chef-apply|chef-shell|chef-run|cinc-client = code+network x*
kitchen|berks = code+network x*
knife = code+network x* ; its settings are a program
chef-cli|inspec|cinc-auditor = code+network x*
puppet = write+privileged x* ; it changes the system's settings
  -h:=read -V:=read
  help|man|describe = read x*
    --list --short --providers --meta -s -l -p -m
  config = write x*
    print = read x*
      --section= --environment= --configured --render-as=
  parser = read
    validate|dump = read r*
      --environment= --render-as=
  epp = code x*
    validate|dump = read r*
  module = write+network x*
    list = read
      --tree --modulepath=r --environment= --render-as=
    search = read x
  apply|agent|device|script = code+privileged r*
    -e= --execute= --noop --test -t --debug --verbose --modulepath=code --detailed-exitcodes
  lookup|resource|facts|filebucket|ssl|node|catalog|report|generate|key = code+privileged x*
facter = read x*
  -jyd -p:code -h:=read --json --yaml --debug --puppet:code --no-custom-facts --no-external-facts
  --verbose
  --custom-dir=code --external-dir=code --config=code --show-legacy --list-cache-groups --strict
salt|salt-ssh|salt-run|salt-cp|salt-cloud = code+network x* @hides ; it runs on other machines
salt-call = code+privileged x* ; it changes this machine
salt-key = write+privileged ; it decides which machines are trusted
  -L:=read -F:=read --list-all:=read -l=:=read --list=:=read -f= --finger-all:=read
"""
