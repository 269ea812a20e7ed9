"""git's subcommands for branches, settings and what is in work, under their dashed names."""

COMMANDS = r"""
git-branch = read x*:write
  -avrqi --verbose --quiet --remotes --all --color? --no-color --abbrev? --no-abbrev --column?
  --no-column --sort= --format= --ignore-case --show-current --omit-empty -l:=read --list:=read
  --contains?:=read --no-contains?:=read --merged?:=read --no-merged?:=read --points-at=:=read
  --no-list:unknown -t?:write --track?:write --no-track:write -u=:write --set-upstream-to=:write
  --unset-upstream:write -d:write --delete:write -m:write --move:write -c:write --copy:write
  -f:write --force:write --create-reflog:write --recurse-submodules:write
  -D:write -M:write -C:write ; it does so even if commits are lost
  --edit-description:code
git-tag = read x*:write
  -i --column? --no-column --sort= --format= --color? --ignore-case --omit-empty --cleanup= -l:=read
  --list:=read -n?:=read --contains?:=read --no-contains?:=read --merged?:=read --no-merged?:=read
  --points-at?:=read -v:=read --verify:=read --no-list:unknown --no-verify:unknown -d:write
  --delete:write -a:write --annotate:write -m=:write --message=:write -F=r:write --file=r:write
  -s:write --sign:write --no-sign:write -u=:write --local-user=:write -f:write --force:write
  --create-reflog:write --trailer=:write -e:code --edit:code
git-remote = read
  -v --verbose
  show = read @by:git_asked_remote
  get-url = read x
    --push --all
  add = write+network x x
    -f -t= -m= --tags --no-tags --mirror?
  update = network+write x*
    -p --prune
  prune = network+write x*
    -n:=network --dry-run:=network
  rename|remove|rm|set-head|set-branches|set-url = write x*
    -ad --auto --delete --add --push --progress --no-progress
git-config = read x x*:write @first
  -z --global --system --local --worktree -f=r --file=r --blob= -t= --type= --bool --int
  --bool-or-int --bool-or-str --path --expiry-date --null --name-only --includes --no-includes
  --show-origin --show-scope --show-names --fixed-value --default= --all --value= --regexp --url=
  --no-type --comment= --get:=read --get-all:=read --get-regexp:=read --get-urlmatch:=read -l:=read
  --list:=read --get-color:=read --get-colorbool:=read --no-list:unknown --replace-all:write
  --add:write --unset:write --unset-all:write --append:write --rename-section:write
  --remove-section:write
  -e:code --edit:code ; it opens an editor
  *extra[hH]eader|*[tT]oken*|*[pP]assw*|*smtp[pP]ass = secret x*:write ; it is a password
  list|get|get-color|get-colorbool = read x*
    *extra[hH]eader|*[tT]oken*|*[pP]assw*|*smtp[pP]ass = secret x* ; it is a password
  set|unset|rename-section|remove-section = write x* ; settings can make git run programs
  edit = code ; it opens an editor
git-symbolic-ref = read x x*:write
  -q -m= --quiet --short --recurse --no-recurse -d:write --delete:write
git-stash = write x* ; it takes changes away from the folder
  -pkquaS -m= --patch --keep-index --no-keep-index --quiet --include-untracked --all --staged
  --message= --pathspec-from-file=r --pathspec-file-nul
  list = read x* @exact
    -# -pzgi -S= -G= -n= --oneline --stat? --patch --date= --format? --pretty? --max-count=
    --name-only --name-status --no-color --color? --shortstat --numstat --graph --since= --grep=
    --all --abbrev-commit --relative-date --no-decorate -m --message:unknown
    --pathspec-from-file:unknown --output=w --ext-diff:code --textconv:code
  show = read x* @exact
    -# -pzwbuR -S= -G= -M? -U? --patch --no-patch --stat? --numstat --shortstat --summary
    --name-only --raw --name-status --color? --no-color --include-untracked --no-include-untracked
    --only-untracked --word-diff? --unified? --diff-filter= --no-ext-diff --no-textconv --binary
    --minimal --patience -m:unknown --message:unknown --pathspec-from-file:unknown --output=w
    --ext-diff:code --textconv:code
  push|save|apply|pop|store|branch|export|import|create = write x*
    --index --no-index --print --to-ref=
  drop = write+destroy x ; what is in that stash is lost
  clear = destroy ; it drops every stash for good
git-worktree = read
  list = read
    -vz --porcelain --verbose --expire=
  add = write+code w x ; it makes a working folder and runs the repository's hooks
    -fdq -b= -B= --force --detach --checkout --no-checkout --lock --reason= --orphan --quiet --track
    --no-track --guess-remote --no-guess-remote --relative-paths
  prune = write
    -v --verbose --expire= -n:=read --dry-run:==read
  remove = write d ; it deletes a working folder
    -f --force
  move = write d w
    -f --force
  lock|unlock|repair = write x*
    --reason= --relative-paths
git-submodule = read
  -q --quiet --cached
  status|summary = read x*
    --cached --recursive --files -n= --summary-limit= --for-status
  foreach = read sh*
    --recursive
  add|update = network+write+code x* ; it fetches other repositories and runs their hooks
    -fN -b= -j= --init --remote --no-fetch --force --checkout --merge --rebase --recursive --depth=
    --reference= --name= --branch= --jobs= --single-branch --progress --no-single-branch
    --recommend-shallow --no-recommend-shallow --filter= --dissociate
  init|deinit|set-branch|set-url|sync|absorbgitdirs = write x*
    -fd -b= --force --all --default --branch= --recursive
git-bisect = read
  log|terms|help = read
    --term-good --term-bad --term-old --term-new
  visualize|view = code ; without an option it opens a window
    -p:=read --stat:=read --oneline:=read --patch:=read --output=w
  run = write+code run* ; it checks out commits and runs a command on each
  start|bad|good|new|old|skip|next|reset|replay = write+code x* ; it checks out another commit
    --term-new= --term-bad= --term-old= --term-good= --no-checkout --first-parent
git-add|git-stage = write n*
  -vfpAuN --verbose --force --interactive --patch --all --no-all --update --sparse --intent-to-add
  --refresh --ignore-errors --ignore-missing --ignore-removal --no-ignore-removal --renormalize
  --chmod= --pathspec-from-file=r --pathspec-file-nul -i
  -e:code --edit:code ; it opens an editor
  -n:=read --dry-run:==read
git-rm = write d*
  -fq -r:deep --quiet --force --cached --ignore-unmatch --sparse --pathspec-from-file=r
  --pathspec-file-nul -n:=read --dry-run:==read
git-mv = write d* w
  -fkv --force --verbose --sparse -n:=read --dry-run:==read
git-clean = write+destroy+deep d* ; it deletes files that git does not keep
  -qfidxX -e= --quiet --force --interactive --exclude= -n:=read --dry-run:==read
git-commit = write+code n* ; it runs the repository's hooks
  -asvqenoiz -p:write -m= -C= -c= -F=r -t=r -u? -S? -U= --all --patch:write
  --interactive:write --message=
  --file=r --author= --date= --reuse-message= --reedit-message= --fixup= --squash= --reset-author
  --signoff --no-signoff --trailer= --template=r --edit --no-edit --cleanup= --status --no-status
  --verbose --quiet --amend --no-verify --verify --allow-empty --allow-empty-message
  --no-post-rewrite --include --only --gpg-sign? --no-gpg-sign --untracked-files?
  --pathspec-from-file=r --pathspec-file-nul --ahead-behind --branch --null --dry-run:==read
  --short:=read --porcelain:=read --long:=read
git-reset = write x*
  -qNp -U= --quiet --no-quiet --mixed --soft --keep --patch --intent-to-add --refresh --no-refresh
  --recurse-submodules? --no-recurse-submodules --pathspec-from-file=r --pathspec-file-nul
  --unified= --inter-hunk-context=
  --hard:destroy --merge:destroy ; changes that are not committed are lost
git-checkout = write+code w* ; it replaces files, also with changes that are not committed
  -lqmd23p -U= -b= -B= -t? --guess --no-guess --overlay --no-overlay --quiet --progress
  --recurse-submodules? --no-recurse-submodules --no-progress --merge --conflict= --detach --track?
  --no-track --orphan= --overwrite-ignore --no-overwrite-ignore --ours --theirs
  --ignore-other-worktrees --patch --no-patch --ignore-skip-worktree-bits --unified=
  --pathspec-from-file=r --pathspec-file-nul --inter-hunk-context=
  -f:destroy --force:destroy ; changes that are not committed are lost
git-switch = write+code x* ; it puts another branch's files into the folder and runs hooks
  -qmd -c= -C= -t? --create= --force-create= --guess --no-guess --quiet --progress --no-progress
  --merge --no-merge --conflict= --detach --track? --no-track --orphan= --overwrite-ignore
  --no-overwrite-ignore --ignore-other-worktrees --recurse-submodules? --no-recurse-submodules
  -f:destroy --force:destroy --discard-changes:destroy ; changes that are not committed are lost
git-restore = write+destroy w* ; changes that are not committed are lost
  -S:=write --staged:=write ; it only changes what the next commit has
  -W:destroy --worktree:destroy ; changes that are not committed are lost
  -qm23p -U= -s= --source= --ignore-unmerged --overlay --no-overlay --quiet
  --progress --no-progress --merge --conflict= --ours --theirs --patch --recurse-submodules?
  --no-recurse-submodules --ignore-skip-worktree-bits --unified= --pathspec-from-file=r
  --pathspec-file-nul
git-merge|git-cherry-pick|git-rebase = write+code x* ; it rewrites the branch's commits
  -qvnfmik -r? -C= -S? -X= -s= --onto= --keep-base --quiet --verbose --stat --no-stat --signoff
  --force-rebase --no-ff --continue --skip --abort --quit --edit-todo --apply --merge --interactive
  --empty= --autosquash --no-autosquash --update-refs --no-update-refs --root --gpg-sign?
  --no-gpg-sign --autostash --no-autostash --rebase-merges? --no-rebase-merges --fork-point
  --no-fork-point --strategy= --strategy-option= --reapply-cherry-picks --no-reapply-cherry-picks
  --committer-date-is-author-date --reset-author-date --ignore-date --ignore-whitespace
  --whitespace= --no-verify --verify --reschedule-failed-exec --show-current-patch:=read -x=sh
  --exec=sh
"""
