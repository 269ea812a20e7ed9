"""Programs around git: extensions, viewers, hooks, stacks of patches."""

COMMANDS = r"""
git-lfs = read @exact
  env|version|ext|help = read x*
  status = read
    -pj --porcelain --json
  ls-files = read x*
    -ladnjs --long --size --debug --all --deleted --name-only --json -I= -X= --include= --exclude=
  logs = read x*
    clear = write
  locks = network ; it asks the server that a file of the repository names
    -i= -p= -r= -l= --remote= --ref= --id= --path= --limit= --verify --json
    --local:=read --cached:=read
  pointer = read
    --file=r --pointer=r --stdin --check --strict --no-strict
  track = read x*:write
    -vn --verbose --filename --lockable --not-lockable --no-excluded --no-modify-attrs --json
    --dry-run:=read
  untrack = write x*
  install|uninstall|update = write ; it changes git's settings and hooks
    -flsw --force --local --system --worktree --manual --skip-smudge --skip-repo --file=w
  fetch|pull|clone = write+network x*
    --all --recent --prune --include= --exclude= -I= -X= --refetch --dry-run --json
  push = write+network x*
    -n --dry-run --all --object-id --stdin
  lock|unlock = write+network x*
    -f --force --id= --remote= --json -r=
  checkout|dedup|fsck|smudge|clean|filter-process|merge-driver = write x*
    -dt --to=w --base --ours --theirs --objects --pointers --dry-run --skip
  post-checkout|post-commit|post-merge|pre-push|standalone-file = write+network+code x*
  prune = write ; it deletes local copies of files
    -fdcv --force --recent --verify-remote --no-verify-remote --verbose --dry-run:=read
  migrate = write x*
    --include= --exclude= --include-ref= --exclude-ref= --everything --skip-fetch --remote= --fixup
    --yes --verbose --no-rewrite --object-map=w
    info = network x*
      --above= --top= --unit= --pointers=
    import|export = write+network x* ; it rewrites the commits of the branches
git-filter-repo = write ; it rewrites all commits
  --path= --path-match= --path-glob= --path-regex= --invert-paths --subdirectory-filter= --dry-run
  --to-subdirectory-filter= --path-rename= --paths-from-file=r --use-base-name --replace-text=r
  --strip-blobs-bigger-than= --strip-blobs-with-ids=r --tag-rename= --replace-message=r --analyze
  --preserve-commit-hashes --preserve-commit-encoding --mailmap=r --use-mailmap --replace-refs=
  --prune-empty= --prune-degenerate= --no-ff --source=n --target=n --partial --refs= --quiet --debug
  --state-branch= --stdin --sensitive-data-removal --date-order --no-fetch --no-gc --report-dir=w
  --filename-callback=:code --file-info-callback=:code --message-callback=:code
  --name-callback=:code --email-callback=:code --refname-callback=:code --blob-callback=:code
  --commit-callback=:code
  --tag-callback=:code --reset-callback=:code --done-callback=:code ; it runs Python on each commit
  -f:destroy --force:destroy ; it rewrites all history and drops the old one at once
bfg = write n ; it rewrites all commits
  --strip-blobs-bigger-than= --delete-files= --delete-folders= --replace-text=r --private
  --strip-blobs-with-ids=r --strip-biggest-blobs= --filter-content-including= --no-blob-protection
  --filter-content-excluding= --convert-to-git-lfs= --protect-blobs-from=
git-crypt = read @exact
  help|version = read x*
  status = read n*
    -eu -f:write
  export-key = secret w ; it writes the key that opens all secrets
    -k= --key-name=
  unlock = secret r* ; it decrypts the secrets of the repository
  init|lock|add-gpg-user|rm-gpg-user|migrate-key|keygen|clean|smudge|diff = write+secret x*
    -k= -n -a -f --key-name= --all --force --no-commit --trusted
pre-commit = read
  -h:=read -V:=read
  help = read x*
  validate-config|validate-manifest = read r*
    --color=
  sample-config = read
    --color=
  run|try-repo|hook-impl = write+network+code x* ; it installs and runs the hooks of the project
    -a -v -c=conf -s= -o= --all-files --files --verbose --config=conf --hook-stage= --from-ref=
    --to-ref=
    --show-diff-on-failure --color= --ref=
  install|install-hooks|uninstall|init-templatedir = write+network+code x* ; git runs hooks later
    -f -t= -c=conf --overwrite --install-hooks --hook-type= --config=conf --allow-missing-config
  autoupdate|migrate-config|clean|gc = write+network
    -c=conf --config=conf --bleeding-edge --freeze --repo= -j= --jobs= --color=
tig|lazygit|gitui|gitk|git-cola|gitg|tower|gittower|sourcetree = code x* ; people work in it
gita = read
  ls|ll|freeze = read x*
    -g -C
  super|shell = code x*
  * = write+network+code x* ; it runs git in many folders
gt|graphite = read @exact
  -qi --quiet --interactive --no-interactive --cwd=dir --debug --no-verify --help:=read
  log|ls|ll|info|state|status|children|parent|trunk = read x*
    -sra --stack --reverse --all --show-untracked --steps= -n= --diff --patch --stat --body
  help|changelog|completion = read x*
  * = write+network+code x* ; it changes branches and may push them
repo = read
  help|version = read x*
  manifest = read
    -r -o=w --output-file=w --revision-as-HEAD --suppress-upstream-revision --json --pretty
  status|info|list|branches|overview|diff = read x*
    -a -e -f -n -p -q -o -j= -r= -g= --all --fullpath --name-only --path-only --groups= --regex=
    --jobs= --quiet --current-branch --local-only --diff --overview
  grep = read x*
    -e= -i -w -l -L -n -E -F -P -G --cached --revision=
  forall = code x* ; it runs a command in every project
  * = write+network+code x* ; it changes many repositories
stg = read
  -C=dir
  series|show|top|prev|next|id|files|diff|log|patches|version|help|name = read x*
    -a -A -U -H -d -e -c -s -r= -b= --all --applied --unapplied --hidden --short --branch= --count
    --description --author --empty --noprefix --stat --bare --patch --diff
  * = write+code x* ; it changes commits and runs the repository's hooks
scalar = write+network+code x*
  list|version|help = read
    -v
"""
