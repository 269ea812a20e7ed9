"""git's subcommands that exchange commits and patches, under their dashed names."""

COMMANDS = r"""
git-am = write+code r* ; it commits patches and runs the repository's hooks
  -i3qsukmcr -C= -p= -S? --interactive --3way --no-3way --quiet --signoff --keep --message-id
  --keep-cr --scissors --whitespace= --directory= --exclude= --include= --patch-format= --reject
  --continue --resolved --skip --abort --quit --allow-empty --gpg-sign? --empty=
  --committer-date-is-author-date --ignore-date --no-verify --retry --show-current-patch?:=read
git-apply = write r*
  -p= -C= -U= --exclude= --include= --no-add --index --cached --intent-to-add --3way -N3zRvq
  --unsafe-paths --whitespace= --ignore-space-change --ignore-whitespace --reverse --unidiff-zero
  --reject --allow-overlap --verbose --quiet --inaccurate-eof --recount --directory= --allow-empty
  --ours --theirs --union --allow-binary-replacement --binary --apply:write
  --build-fake-ancestor=w:write --check:=read --stat:=read --numstat:=read --summary:=read
git-format-patch = write r*
  -# -nNskqp -v= -U= --numbered --no-numbered --signoff --cover-letter --numbered-files --suffix=
  --start-number= --reroll-count= --rfc? --subject-prefix= --keep-subject --no-binary --zero-commit
  --no-stat --add-header= --to= --cc= --from? --in-reply-to= --attach? --inline? --thread?
  --signature= --no-signature --base= --signature-file=r --quiet --progress --interdiff=
  --range-diff= --creation-factor= --binary --root --stat? --full-index -M? -C? -o=w:write
  --output-directory=w:write --output=w:write --stdout:=read --ext-diff:code --textconv:code
# git reads these words twice, first for where the archive goes, so no value hides an option.
git-archive = read r*
  -# -lv --format? --prefix? --add-file?r --add-virtual-file? --worktree-attributes --verbose --list
  --mtime?
  -o=w --output=w
  --remote=url --exec=sh:code ; another machine is asked for the archive
git-bundle = read
  verify|list-heads = read r x*
    -q --quiet
  create = write w x*
    -q --quiet --all --branches --tags --progress --version= --since= --not
  unbundle = write r x*
    --progress
git-push = write+network x* ; it changes the repository on another machine
  -vqdu46 -o= --verbose --quiet --repo= --all --branches --delete --tags --porcelain
  --force-with-lease? --no-force-with-lease --force-if-includes --recurse-submodules= --thin
  --no-thin --set-upstream --progress --no-progress --no-verify --verify --follow-tags
  --no-follow-tags --signed? --no-signed --atomic --push-option= --ipv4 --ipv6 --prune -n:=network
  --dry-run:=network --receive-pack=sh:code --exec=sh:code
  -f:destroy-outside --force:destroy-outside ; it rewrites history that others have
  --mirror:destroy-outside ; it deletes and rewrites every branch there that differs from here
  +abcdefghijklmnopqrstuvwxyz_./@0123456789?:destroy-outside ; a + rewrites history that others have
  +ABCDEFGHIJKLMNOPQRSTUVWXYZ?:destroy-outside ; a + rewrites history that others have
git-fetch = write+network x* ; it fetches from another machine
  -vqafmtnpPku46 -o= -j= --verbose --quiet --all --tags --no-tags --prune --prune-tags --depth=
  --force --dry-run:=network --upload-pack=sh:code --recurse-submodules? --no-recurse-submodules
  --shallow-since= --shallow-exclude= --deepen= --unshallow --refetch --jobs= --filter= --multiple
  --set-upstream --progress --no-progress --atomic --append --keep --update-head-ok --refmap=
  --server-option= --negotiation-tip= --porcelain --stdin --ipv4 --ipv6
git-pull = write+network+code x* ; it fetches from another machine, merges and runs hooks
  -vqnaftpk46 -r? -j= -s= -X= -o= -S? --verbose --quiet --rebase? --no-rebase --ff --no-ff --ff-only
  --autostash --no-autostash --all --tags --no-tags --prune --depth= --force --commit --no-commit
  --edit --no-edit --squash --stat --no-stat --log? --strategy= --strategy-option=
  --allow-unrelated-histories --recurse-submodules? --unshallow --set-upstream --dry-run --progress
  --upload-pack=sh:code
git-clone = write+network+code url w ; it fetches a repository and can run its hooks
  -vqnls46 -b= -o= -c= -u=sh:code -j= --verbose --quiet --progress --no-checkout --bare --mirror
  --local
  --no-hardlinks --shared --recurse-submodules? --recursive? --jobs= --template=r --reference=r
  --dissociate --origin= --branch= --depth= --shallow-since= --single-branch --no-single-branch
  --no-tags --shallow-submodules --separate-git-dir=w --config= --filter= --sparse --bundle-uri=url
  --upload-pack=sh:code --remote-submodules --revision= --server-option=
"""
