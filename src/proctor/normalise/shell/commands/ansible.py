"""ansible and the other programs that set up machines."""

# Playbooks, inventories and the plug-ins beside them are programs: even a check or a list of tasks
# loads and runs some of them, so that counts as `code`.
COMMANDS = r"""
ansible-doc = read x*
  -lFjsvu -h:=read -M=r -e= -r=r -t= -p= --list --list_files --json --snippet --verbose --type=
  --metadata-dump --no-fail-on-errors --module-path=r --entry-point= --roles-path=r --playbook-dir=r
ansible-config = read
  -v -h:=read --verbose
  list|dump|view = read
    -c=r -t= -f= --config=r --type= --format= --only-changed --changed-only
  validate = read
    -c=r -t= -f= --config=r --type= --format=
  init = write
    -c=r -t= -f= --config=r --type= --format= --disabled
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
ansible|ansible-console = code+network x ; it runs on the machines of an inventory
  -kKvoCD -b:privileged -h:=read -i=code -a=sh -m= -M=code -e= -f= -u= -l= -T= -c= -B= -P= -t=w
  --module-name= --args=sh --inventory=code --inventory-file=code --limit= --check --diff
  --become:privileged
  --become-method= --become-user= --ask-pass --ask-become-pass --forks= --user= --private-key=r
  --key-file=r --connection= --timeout= --ssh-common-args= --ssh-extra-args= --extra-vars=
  --vault-id=code --vault-password-file=code --ask-vault-pass --ask-vault-password --list-hosts
  --syntax-check --flush-cache --playbook-dir=code --module-path=code --one-line --tree=w
  --background= --poll= --task-timeout= --step --verbose
ansible-playbook = code+network r* ; it runs the tasks of a playbook
  -kKvCDJ -b:privileged -h:=read -i=code -M=code -e= -f= -u= -l= -T= -c= -t= --inventory=code
  --inventory-file=code
  --limit= --check --diff --become:privileged --become-method= --become-user= --ask-pass
  --ask-become-pass --forks= --user= --private-key=r --key-file=r --connection= --timeout= --tags=
  --skip-tags= --extra-vars= --vault-id=code --vault-password-file=code --ask-vault-pass
  --list-hosts
  --list-tasks --list-tags --syntax-check --flush-cache --force-handlers --start-at-task= --step
  --module-path=code --verbose --ask-vault-password --ssh-common-args= --ssh-extra-args=
ansible-inventory = code x* ; an inventory can be a program
  -vy -h:=read -i=code -l= -e= --list --host= --graph --vars --yaml --toml --export --limit=
  --output=w
  --inventory=code --playbook-dir=code --vault-id=code --vault-password-file=code --verbose
ansible-lint = code+network r* ; its rules and the project's plug-ins are programs
  -qvposLTPR -h:=read -f= -r=code -c=code -x= -w= -t= -i= --offline --parseable --strict
  --fix?:write
  --profile= --format= --nocolor --force-color --show-relpath --list-rules --list-tags --exclude=
  --project-dir=dir --rules-dir=code --enable-list= --warn-list= --skip-list= --config-file=code
ansible-pull = code+network+write x* ; it fetches a playbook and runs it
  -vCfoKk -h:=read -U=url --url=url -d=w --directory=w -i=code -e= -c= --check --force --full
  --purge
ansible-test|ansible-navigator|ansible-builder|ansible-runner = code x* ; it runs tests or tasks
ansible-rulebook = code x*
ansible-connection = code x*
molecule = code+network x* ; it builds machines and runs tests on them
  --debug -v -c= -e= --base-config=r --env-file=r
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
  -jydp -h:=read --json --yaml --debug --puppet:code --no-custom-facts --no-external-facts --verbose
  --custom-dir=code --external-dir=code --config=code --show-legacy --list-cache-groups --strict
salt|salt-ssh|salt-run|salt-cp|salt-cloud = code+network x* ; it runs on other machines
salt-call = code+privileged x* ; it changes this machine
salt-key = write+privileged ; it decides which machines are trusted
  -L:=read -F:=read --list-all:=read -l=:=read --list=:=read -f= --finger-all:=read
"""
