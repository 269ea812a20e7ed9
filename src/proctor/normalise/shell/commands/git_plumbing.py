"""git's rarer subcommands, under their dashed names."""

COMMANDS = r"""
git-interpret-trailers = read r*
  --trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse
  --no-divider --trailer= --in-place:write
git-merge-file = write r r r
  -q -L= --quiet --diff3 --zdiff3 --ours --theirs --union --marker-size= --object-id -p:=read
  --stdout:=read
git-replace = read x*:write
  --format= -l:=read --list:=read --no-list:unknown -d:write --delete:write -f:write --force:write
  -g:write --graft:write --raw:write --convert-graft-file:write -e:code --edit:code
git-update-ref = write x*
  -dz0 -m= --no-deref --create-reflog --stdin --delete --batch-updates
git-notes = read
  --ref=
  list|show|get-ref = read x*
  add|append|copy|remove|merge = write x*
    -fvq -m= -F=r -c= -C= -s= --allow-empty --commit --abort --ignore-missing --stdin --force
    --message= --file=r --separator? --no-separator --stripspace --no-stripspace
  prune = write
    -v -n:=read --dry-run:=read
  edit = code x* ; it opens an editor
    -m= -F=r --allow-empty
git-refs = read
  list|exists|verify = read x*
    --count= --format= --sort= --verbose --strict --stdin --exclude= --contains? --merged?
  migrate|optimize = write
    --ref-format= --dry-run --no-reflog --all --auto --no-prune --prune
git-repo = read
  info|structure|stats = read x*
    -z --format= --all --keys --progress --no-progress
git-rerere = write
  --rerere-autoupdate --no-rerere-autoupdate
  status|diff|remaining = read
  clear|forget|gc = write x*
git-sparse-checkout = write x*
  list|check-rules = read
    -z --rules-file=r --cone --no-cone
  init|set|add|reapply|disable|clean = write x*
    --cone --no-cone --sparse-index --no-sparse-index --stdin --skip-checks --end-of-options
git-init|git-init-db = write w
  -q -b= --quiet --bare --template=r --separate-git-dir=w --shared? --initial-branch=
  --object-format= --ref-format=
git-difftool|git-mergetool = code x* ; it runs the programs that the settings name for this
  -ydg -t= --tool= --no-prompt --dir-diff --cached --staged -x=sh --extcmd=sh --tool-help:=read
git-maintenance = write
  is-needed = read
    --auto --task= --schedule=
  run|start|stop|register|unregister = write x*
    --auto --task= --schedule= --quiet --scheduler= --force --config-file=w --detach --no-detach
git-commit-graph|git-multi-pack-index = write
  --object-dir=n
  verify = read
    --shallow --progress --no-progress
  write|expire|repack|compact = write x*
    --reachable --append --split? --progress --no-progress --changed-paths --bitmap
    --preferred-pack=
git-bugreport|git-diagnose = write
  -o=w --output-directory=w -s= --suffix= --diagnose? --mode=
# git reads these words twice, so no value hides an option.
git-fast-export = read r* @exact
  --all --progress? --signed-tags? --tag-of-filtered-object? --no-data --anonymize --branches?
  --tags? --use-done-feature --full-tree --show-original-ids --reencode? --import-marks?r
  --import-marks-if-exists?r --output=w --export-marks=w
git-svn|git-p4|git-cvsimport|git-cvsexportcommit|git-archimport|git-subtree = write+network+code x*
git-fetch-pack|git-send-pack|git-http-fetch|git-http-push|git-backfill = write+network x*
git-request-pull = network x*
  -p
git-send-email|git-imap-send = network+code x* ; it sends mail
git-credential|git-credential-store|git-credential-cache = secret x* ; it hands out passwords
git-credential-manager|git-credential-libsecret = secret x* ; it hands out passwords
git-credential-osxkeychain = secret x* ; it hands out passwords
git-upload-pack|git-upload-archive|git-receive-pack|git-daemon = code x*
git-http-backend|git-cvsserver|git-shell = code x*
git-gui|git-citool|git-instaweb|git-gitk|git-gitweb = code x*
git-for-each-repo|git-merge-index|git-merge-one-file|git-quiltimport = code x*
git-hook = code x* ; it runs the repository's hooks
git-filter-branch = write+code x* @exact @runs ; it rewrites all commits, running commands on each
  -f --force --prune-empty --remap-to-ancestor --original= -d=w --state-branch=
  --subdirectory-filter= --setup=sh --env-filter=sh --tree-filter=sh --index-filter=sh
  --parent-filter=sh --msg-filter=sh --commit-filter=sh --tag-name-filter=sh
git-mailinfo|git-mailsplit|git-unpack-file|git-pack-objects = write x*
  -o=w -kuq --stdin --all --stdout --fix-thin
git-unpack-objects|git-index-pack|git-fast-import = write x*
  -o=w -kuq --stdin --all --stdout --fix-thin
git-update-server-info|git-write-tree|git-commit-tree|git-mktree|git-mktag = write x*
  -p= -m= -F=r -z --missing --strict --no-strict --batch --prefix= --missing-ok
git-update-index|git-read-tree|git-checkout-index = write x*
  -aufnq -m= --add --remove --refresh --really-refresh --force-remove --assume-unchanged --force
  --no-assume-unchanged --skip-worktree --no-skip-worktree --chmod= --cacheinfo= --all --missing
git-replay|git-history = write x*
git-prune = write+destroy x* ; it drops what no branch holds
  -qv --expire= --progress --verbose --quiet -n:=read --dry-run:=read
git-prune-packed = write x*
  -qv --expire= --progress --verbose --quiet -n:=read --dry-run:=read
git-gc|git-repack|git-pack-refs = write x* ; it may drop commits that no branch holds
  -adlfFqnvkmA --aggressive --auto --force --quiet --keep-largest-pack --no-prune --all --verbose
  --prune?now|all:destroy ; it drops all commits that no branch holds, at once
  --prune? --expire= --progress --no-detach --cruft --no-cruft --depth= --window= --max-pack-size=
"""
