"""Secret stores, password managers, and the keys of PGP and SSH."""

COMMANDS = r"""
gpg|gpg2 = write r* ; it signs, encrypts or changes keys
  # Which options come first decides; those that show are listed as such.
  -kKh:=read --list-keys:=read --list-public-keys:=read --list-secret-keys:=read
  --list-sigs:=read --list-signatures:=read --check-sigs:=read --check-signatures:=read
  --fingerprint:=read --show-keys:=read --list-packets:=read --verify:=read --list-config:=read
  --list-gcrypt-config:=read --list-options-help:=read --dump-options:=read --print-md=:=read
  --print-mds:=read --gpgconf-list:=read --gpgconf-test:=read --export:=read
  --export-ssh-key=:=read --list-trustdb:=read --locate-external-key:network --card-status:=read
  --dump-option-table:=read --warranty:=read --enarmor --dearmor
  --export-ownertrust:=read --show-key:=read --list-key:=read --list-secret-key:=read
  --export-secret-keys:secret --export-secret-key:secret --export-secret-subkeys:secret
  --export-secret-ssh-key=:secret ; it prints a private key
  -d:secret --decrypt:secret --decrypt-files:secret --show-session-key:secret ; it decrypts
  -abcestqvni -r= -R= -u= -z= -N=
  --armor --quiet --verbose --batch --yes --no --no-tty --dry-run --textmode --with-colons
  --with-fingerprint --with-subkey-fingerprint --with-keygrip --with-key-data --with-secret
  --with-sig-list --with-sig-check --with-wkd-hash --with-key-origin --with-icao-spelling
  --with-key-screening --keyid-format= --fixed-list-mode
  --no-default-keyring --no-auto-check-trustdb --no-greeting --no-permission-warning --expert
  --no-options --no-sig-cache --no-auto-key-locate --no-auto-key-retrieve --no-verbose
  --disable-dirmngr --utf8-strings --display-charset= --charset= --trust-model= --always-trust
  --local-user= --recipient= --hidden-recipient= --default-key= --recipient-file=r --status-fd=
  --logger-fd= --attribute-fd= --command-fd= --passphrase-fd= --passphrase= --pinentry-mode=
  --cipher-algo= --digest-algo= --cert-digest-algo= --compress-algo= --compress-level=
  --no-armor --no-symkey-cache --ignore-time-conflict --allow-non-selfsigned-uid --weak-digest=
  --faked-system-time= --import-options= --export-options= --set-filename= --comment= --no-comments
  --list-options=:code --verify-options=:code ; they can show photos by a program
  --homedir=conf --keyring=conf --secret-keyring=conf --primary-keyring=conf --trustdb-name=w
  --options=conf
  --passphrase-file=r --command-file=r --status-file=w:write --logger-file=w:write
  --log-file=w:write
  --attribute-file=w:write
  -o=- -o=w:write --output=- --output=w:write
  --sign --clear-sign --clearsign --detach-sign --encrypt --symmetric --store --sign-key --lsign-key
  --import:write --fast-import:write --gen-key --generate-key --full-generate-key --full-gen-key
  --quick-generate-key --quick-gen-key --quick-add-key --quick-add-uid --quick-revoke-uid
  --quick-sign-key --quick-set-expire --quick-set-primary-uid --edit-key:write --passwd:write
  --card-edit:write --edit-card --change-pin:write --delete-keys:write --delete-key:write
  --delete-secret-keys:write --delete-secret-key:write --delete-secret-and-public-key:write
  --gen-revoke:write --generate-revocation:write --desig-revoke:write --update-trustdb:write
  --check-trustdb:write --fix-trustdb:write --import-ownertrust:write --rebuild-keydb-caches:write
  --encrypt-files --verify-files:=read --multifile --tofu-policy=:write --server:code
  --recv-keys:network+write --receive-keys:network+write --send-keys:network --refresh-keys:network
  --search-keys:network --fetch-keys:network+write --locate-keys:network --keyserver=:network
  --keyserver-options=:network --auto-key-locate=:network --auto-key-retrieve:network
  --photo-viewer=sh:code --show-photos:code --exec-path=code --agent-program=code
  --dirmngr-program=code --gpg-agent-info= --use-agent --no-use-agent --load-extension=code
gpgv|gpgv2 = read r*
  -qv --keyring=r --status-fd= --logger-fd= --homedir=conf --ignore-time-conflict --quiet --verbose
  --weak-digest= --enable-special-filenames -o=w --output=w --log-file=w
gpgconf = write x*
  --list-components:=read --list-options=:=read --list-dirs:=read --check-programs:=read
  --check-options=:=read --check-config:=read --query-swdb:=read --show-versions:=read -X:=read
  --show-configs:=read
  -K=:write -R:write --kill=:write --launch=:write --reload:write --apply-defaults:write
  --change-options=:write -LV --homedir=conf --verbose
gpg-agent|gpg-connect-agent|dirmngr|scdaemon|gpgsm|pinentry = code+secret x*
sops = code+write r* @exact ; it opens decrypted secrets in an editor
  -d:secret --decrypt:secret --extract=:secret ; it shows decrypted secrets
  -e --encrypt -r --rotate -i:write --in-place:write -s --show-master-keys --verbose
  --input-type= --output-type= --config=conf --output=w --set=:write --age= --kms= --pgp=
  decrypt = secret r ; it shows decrypted secrets
  exec-env|exec-file = secret r sh ; it hands decrypted secrets to a command
  encrypt|edit|rotate|set|unset|updatekeys|groups|publish = write r*
  filestatus = read r
  keyservice = code
pass = secret x* @first ; it shows a password
  find|search|version|help = read x*
  # Of a single entry it shows the password.
  ls|list = read
    */ = read
    * = secret x* ; it shows a password
  show = secret x* ; it shows a password
    -c? -q? --clip? --qrcode?
  grep = secret x* ; it searches in decrypted passwords
  insert|add|edit|generate|mv|rename|cp|copy|init|otp = write+secret x*
    -mfecin -p= --multiline --force --echo --clip --in-place --no-symbols --path=
  rm|remove|delete = write x* ; it deletes a password
    -rf --recursive --force
  git = write+network x* ; it runs git in the password store
    -v
gopass = secret x* @exact ; it shows a password
  --yes -y --nosync
  ls|list|find|search|version|help|audit|mounts|recipients|templates|history = read x*
    -fdls --flat --folders --limit= --strip-prefix
    add|remove|rm|create|edit|set|unmount|umount = write x*
  show|cat|grep|otp|env = secret x* ; it shows a password
    -confuCq --password --clip --unsafe --yes --noparsing --revision= --qr
  insert|edit|generate|create|mv|move|cp|copy|init|setup|link|merge|convert = write+secret x*
  rm|delete|remove = write x* ; it deletes a password
  sync|git|clone|update = write+network x*
op = write @exact @loose
  --account= --format=human-readable|json --no-color --cache --iso-timestamps --session= --debug
  --config=conf --encoding= -h:=read
  item = write
    list = read x*
      --vault= --categories= --tags= --favorite --include-archive --long
    get = secret x* ; it shows the fields of an item
    template = read x*
    create|edit|delete|move|share = write x*
  document = write
    list = read
      --vault= --include-archive
    get = secret x* ; it shows a document of the vault
    create|edit|delete = write x*
  vault|user|group|account|connect|events-api|service-account = write x*
    list = read x*
      --group= --user= --vault= --long --all
    get = read x*
    create|edit|delete|grant|revoke|add|forget|suspend|provision|confirm|invite = write x*
    group|user|server|token = write x*
      list = read x*
      grant|revoke|create|delete|edit = write x*
  read|inject = secret x* ; it shows secrets
  run = secret run* @first ; it hands secrets to a command
    --env-file=r --no-masking --environment=
  whoami|completion = read x*
  update = write+network
  signin|signout = secret x*
  ssh|plugin|daemon = code x*
bw = write @exact
  --pretty --raw --response --cleanexit --quiet --nointeraction --session=
  status|completion|help|sdk-version = read x*
    --shell=
  get|export|unlock|login|send|receive|generate = secret x* ; it shows what the vault holds
    -ulnscp --length= --words= --output=w --format= --password=
    template|fingerprint = read x*
  list = secret x* ; the items are listed with their passwords
    folders|collections|organizations|org-collections|org-members = read
      --search= --organizationid=
    --search= --folderid= --collectionid= --organizationid= --url= --trash
  create|edit|delete|restore|move|confirm|import|lock|logout|config|sync|share|encode = write x*
  serve = code+network
    --hostname= --port=
lpass|keepassxc-cli|kpcli|dcli|nordpass|rbw = secret x* ; it is a password manager
  status|version = read
vault|bao = write @dash
  # HashiCorp Vault: its options have one dash, and @-values are files.
  -address=url -agent-address=url -ca-cert=r -ca-path=r -client-cert=r -client-key=r
  -tls-server-name=
  -tls-skip-verify -namespace= -ns= -format= -field= -wrap-ttl= -output-curl-string:secret
  -output-policy -header= -mfa= -policy-override -non-interactive -log-level= -detailed -mount=
  -version=
  status|version|path-help|print|login-methods = read x*
    token = secret
  list = read x*
  read|unwrap = secret x* ; it shows a secret
  login = secret+network x* ; it gets a token
    -method= -path= -no-print -no-store -token-only
  write|patch|delete|ssh|transit|transform = write x*
    -f -force
  kv = write
    list = read x*
    get = secret x* ; it shows a secret
    put|patch|undelete|rollback|enable-versioning|delete = write x*
      -cas= -method= -data= -versions= -options=
    metadata = write x*
      get|list = read x*
      put|patch|delete = write x*
        -custom-metadata= -max-versions= -delete-version-after= -cas-required=
    destroy = destroy-outside x* ; it wipes versions of a secret for good
      -versions=
  policy = write
    list|read = read x*
    write|delete|fmt = write x*
  secrets = write x*
    list = read x*
    enable|tune|move = write x*
      -path= -description= -version= -options= -max-lease-ttl= -default-lease-ttl=
    disable = destroy-outside x* ; it deletes every secret that is stored below it
  auth|audit|plugin|namespace = write x*
    list|help|info|lookup = read x*
    enable|tune|move|register|reload|create|patch|deregister = write x*
      -path= -description= -version= -options= -max-lease-ttl= -default-lease-ttl=
    disable|delete = write x* ; it takes away what others log in or work with
  token = secret
    capabilities = read x*
    lookup = secret x* ; it shows the token
      -accessor
    create|renew|revoke = write+secret x*
  lease = write
    lookup = read x*
    renew|revoke = write x*
      -force -prefix -increment= -sync
  operator = privileged
    members|key-status|usage|diagnose = read x*
    raft = privileged x*
      list-peers|configuration = read x*
      autopilot = privileged x*
        state|get-config = read x*
      snapshot|join|remove-peer|demote|promote = privileged x*
    init|unseal|seal|rekey|rotate|generate-root|step-down|rotate-keys|migrate = privileged+secret x*
  server|agent|proxy|debug|monitor = code x* ; it starts a server
keyring = secret x* ; it shows a password
  --list-backends:=read --disable
  -b=code -p=code --keyring-backend=code --keyring-path=code ; it loads code
  get = secret x* ; it shows a password
  set|del = write x*
  diagnose = read
secret-tool = secret x* ; it shows a password
  search|lookup = secret x* ; it shows a password
    --all --unlock
  store|clear|lock = write x*
    --label= --collection=
credstash|chamber|doppler|infisical|teller|aws-vault|dotenvx = secret x* ; it shows secrets
  --version:=read
  exec|run = secret+code x* @first @hides ; it hands secrets to a command
envchain = secret x* @first @hides ; it hands secrets to a command
# SSH keys
ssh-keygen = write x* ; it makes or changes a key
  -lByLe:=read -F=:=read -r=:=read
  -D=code -w=code ; it loads a library
  -pckKGTHuA:write -iQqUhvox -b= -C= -f=n -N= -P= -t= -m= -E= -O= -a= -Z= -I= -n= -V= -z=
  -s=r:write -S= -W= -M=
  -R=:write -X= -Y=verify|check-novalidate|find-principals|match-principals:=read -Y=sign
ssh-add = write r* ; it changes the keys of the agent
  -lL:=read
  -dDkKxX:write -cCqvA -t= -T=r -E= -h= -H=r -S=code -s=code -e=:write
ssh-agent = code run* ; it starts an agent for keys
  -cDdsk -a=w -E= -O= -P= -t=
ssh-keyscan = network x* ; it contacts the hosts
  -46cDHqv -f=r -O= -p= -T= -t=
ssh-copy-id = write+network url ; it lets a key log in to another machine
  -fns -i?r -o= -p= -F=r -t=
ssh-argv0|ssh-import-id|ssh-vault = write+network x*
htpasswd|htdigest = write w x* ; it changes a file of passwords
  -n:secret -v:=read
  -cD:write -bdmsipB25 -C= -r=
mkpasswd|pwgen|apg|diceware|xkcdpass = read x*
  -cnsyABCH01v -N= -r= -m= -S= -R= -P= --method= --rounds= --salt= --stdin --capitalize
  --numerals
  --symbols --secure --ambiguous
"""
