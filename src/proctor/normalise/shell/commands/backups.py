"""Backups: to look at them is harmless, to delete them cannot be undone."""

COMMANDS = r"""
restic = read @exact @by:remote
  -r=r --repo=r --repository-file=r:unknown -p=r --password-file=r -q --quiet -v --verbose? --json
  --no-cache
  --no-lock --cacert=r --cache-dir=w:write --cleanup-cache --compression= --key-hint=
  --limit-download=
  --limit-upload= --no-extra-verify --pack-size= --retry-lock= --stuck-request-timeout=
  --http-user-agent=
  --insecure-no-password --tls-client-cert=r -o=:unknown --option=:unknown
  --password-command=sh:code ; it runs a command to get the password
  --insecure-tls:network
  snapshots|list|ls|find|stats|diff|check|version|options|features|help = read x*
    -cliRnv -H= --host= --tag= --path= --latest= --long --recursive --compact --group-by= --mode=
    --read-data --read-data-subset= --with-cache --metadata -s= -S= -N= -O= -T= --oldest= --newest=
    --snapshot= --tree --blob --pack --show-pack-id --ignore-case --human-readable --ncdu --sort=
    --reverse
  cat|dump = secret x* ; it shows what is in a backup
    -t=w:write --target=w:write -a= --archive= --host= --tag= --path=
  key = secret
    list = read
    add|remove|passwd = write x*
  restore = write x* ; it puts files back over those of today
    -t=n --target=n -i= -e= --include= --exclude= --host= --tag= --path= --verify
    --delete
    --dry-run:==read --overwrite= --sparse --exclude-file=r --include-file=r
  backup = write+network r* ; it copies files to another place
    -e= -n:=read --dry-run:==read --exclude= --exclude-file=r --files-from=r:unknown --tag= --host=
    -H=
    --one-file-system -x --exclude-caches --force --iexclude= --exclude-if-present= --parent=
    --stdin --stdin-filename= --stdin-from-command:code --with-atime --skip-if-unchanged
    --files-from-verbatim=r:unknown --files-from-raw=r:unknown --time= --exclude-larger-than=
    --ignore-inode --ignore-ctime --no-scan --group-by= --read-concurrency=
  forget = destroy-outside x* ; it deletes backups
    -n:=read --dry-run:==read
    -l= -H= -d= -w= -m= -y= -g= -c --keep-last= --keep-hourly= --keep-daily=
    --keep-weekly=
    --keep-monthly= --keep-yearly= --keep-within= --keep-tag= --tag= --path= --host= --group-by=
    --prune
    --compact --unsafe-allow-remove-all --max-unused= --keep-within-hourly= --keep-within-daily=
    --keep-within-weekly= --keep-within-monthly= --keep-within-yearly= --max-repack-size=
  prune = destroy-outside ; it deletes the data of forgotten backups
    -n:=read --dry-run:==read
    --max-unused= --max-repack-size= --repack-cacheable-only --repack-small --repack-uncompressed
    --unsafe-recover-no-free-space=
  init|tag|unlock|rebuild-index|repair|migrate|recover|copy|rewrite|cache = write+network x*
    --remove-all --cleanup --max-age= --no-size
  mount|self-update = write+code x*
borg|borgbackup = read @by:remote
  -r=r --repo=r -v -q -p --info --debug --verbose --critical --warning --error --progress --iec
  --log-json
  --lock-wait= --bypass-lock --show-version --show-rc --umask= --remote-path=code
  --upload-ratelimit=
  --consider-part-files --upload-buffer= --debug-topic= --files-cache= --rsh=sh:code
  --remote-ratelimit= --remote-buffer= --debug-profile=w:write
  list|info|check|rlist|rinfo|repo-list|repo-info|diff|version|help|analyze = read r*
    -a= -e= -P= --json --json-lines --short --format= --prefix= --glob-archives= --match-archives=
    --sort-by= --first= --last= --exclude= --pattern= --exclude-from=r --patterns-from=r
    --consider-checkpoints --archives-only --repository-only --verify-data --numeric-ids
    --same-chunker-params
    --content-only --sort --oldest= --newest= --older= --newer= --max-duration= --save-space
    --repair:write ; it rewrites a damaged backup
  delete|rdelete|repo-delete = destroy-outside x* ; it deletes backups
    -n:=read --dry-run:==read
    -s -a= -P= --stats --list --force --glob-archives= --match-archives= --prefix= --cache-only
    --keep-security-info --save-space --first= --last= --sort-by= --oldest= --older= --newer=
  prune = destroy-outside x* ; it deletes backups
    -n:=read --dry-run:==read
    -s -H= -d= -w= -m= -y= -a= --list --stats --keep-last= --keep-within= --keep-secondly=
    --keep-minutely= --keep-hourly= --keep-daily= --keep-weekly= --keep-monthly= --keep-yearly=
    --prefix= --glob-archives= --match-archives= --force --save-space
  compact = write ; it frees the space of deleted backups
    --cleanup-commits --threshold=
  extract = write r* ; it puts files back
    -n:=read --dry-run:==read --list --exclude= --strip-components= --numeric-ids
    --stdout:=secret ; it shows what is in a backup
  create|import-tar|transfer = write+network r* ; it copies files to another place
    -n:=read --dry-run:==read -s -x -C= -e= --stats --list --exclude= --exclude-from=r
    --compression=
    --exclude-caches --one-file-system --comment= --json --filter= --patterns-from=r
    --content-from-command:code --paths-from-command:code --stdin-name= --progress
  export-tar = write x w x*
    --tar-filter=sh:code
  init|rcreate|repo-create|rename|recreate|upgrade|break-lock|umount|config|tag|undelete = write x*
    -e= --encryption=
  key = secret x*
  mount|serve|with-lock|benchmark|debug = write+code x*
    -o= -f
duplicity = write+network r*
  --dry-run:==read
  -v= --full-if-older-than= --exclude= --include= --encrypt-key= --sign-key= --no-encryption --force
  collection-status|list-current-files|verify = read r*
    --time= -t= --file-to-restore=
  remove-older-than|remove-all-*|cleanup = destroy-outside x* ; it deletes backups
  restore|full|incr|incremental|inc|backup = write+network x*
velero = write+network @exact
  -n= --namespace= --kubecontext= --kubeconfig=conf --features= --colorized? -v= --cacert=r
  get|describe = read x*
    -o= -l= --output= --selector= --details --show-labels
  backup|backups|restore|restores|schedule|schedules|snapshot|snapshots = write+network x*
    -o= -l= --output= --selector= --details --show-labels --from-backup= --from-schedule= --wait
    --include-namespaces= --exclude-namespaces= --include-resources= --exclude-resources= --ttl=
    --schedule= --confirm --all --name=
    get|describe|logs = read x*
      --insecure-skip-tls-verify --timeout=
    delete = destroy-outside x* ; it deletes backups
    create|download|pause|unpause = write+network x*
  backup-location|snapshot-location|repo|plugin|plugins|client|repository|debug = write+network x*
    -o= -l= --output= --selector= --details
    get = read x*
    config = write x*
      get = read x*
    delete|remove = write+network x*
  schedule-location = write x*
  version|completion|help = read x*
    --client-only --timeout=
  delete = destroy-outside x* ; it deletes backups
  uninstall = destroy-outside x* ; it takes the backups' manager and its data away
    --force --wait
  create|install = write+network x*
tarsnap = write+network r* @dash
  --list-archives:=read --print-stats:=read -t:=read -v --dry-run:==read
  -f= -c -x -C= --keyfile=r --cachedir=w:write --fsck:write
  -d:destroy-outside --nuke:destroy-outside ; it deletes backups
kopia = write+network x* @exact
  --config-file=conf --json --log-level= --no-progress
  snapshot|snap = write+network x*
    list|ls|verify|estimate = read x*
      --all --json -al --show-identical --tags= --max-results=
    delete|expire = destroy-outside x* ; it deletes backups
      --delete -n --unsafe-ignore-source
  repository|repo = write+network x*
    status|validate-provider = read x*
  policy = write x*
    list|ls|show|get = read x*
      --global --json
  ls|list|diff = read x*
    -lr
  show = secret x* ; it shows what is in a backup
rdiff-backup = write+network r*
  -l:=read --list-increments:=read --list-increment-sizes:=read --list-at-time=:=read --verify:=read
  --compare:=read --remote-schema=sh:code --remove-older-than=:destroy-outside ; it deletes backups
  *::* = network+code x* ; it starts a program on another machine
  list|verify|compare|info = read r*
    *::* = network+code x* ; it starts a program on another machine
  remove = destroy-outside x* ; it deletes backups
# Their settings, which may lie in the folder they run in, name commands to run.
borgmatic|autorestic|resticprofile|rustic = write+code x* ; it runs what its settings say
  delete|prune|forget = destroy-outside x* ; it deletes backups
rsnapshot|timeshift|snapper|btrbk = write+code x*
  -t:=read
  list|info|snapshots|diff|status|list-configs|get-config = read x*
    --json -c=code -t=
  delete|prune|forget = destroy-outside x* ; it deletes backups
"""
