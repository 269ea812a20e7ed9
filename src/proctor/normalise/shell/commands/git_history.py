"""git's subcommands that look at history and files, under their dashed names."""

COMMANDS = r"""
# Options for revisions and for differences share one parser, and `--output` is in all of it.
# Abbreviations are left unknown there: git goes on behind one that is not clear.
git-log|git-show|git-whatchanged = read r* @exact
  -# -g -n= -L= -abchiEFPmpqrstuvwWRz -B? -C? -D -M? -X? -U? -G= -S= -I= -l= -O=r --patch --no-patch
  --unified? --function-context --no-function-context --raw --patch-with-raw --patch-with-stat
  --numstat --shortstat --dirstat? --cumulative --dirstat-by-file? --check --summary --name-only
  --name-status --stat? --stat-width= --stat-name-width= --stat-graph-width= --stat-count=
  --compact-summary --no-compact-summary --binary --full-index --no-full-index --color? --no-color
  --ws-error-highlight= --abbrev? --no-abbrev --src-prefix= --dst-prefix= --line-prefix= --no-prefix
  --default-prefix --inter-hunk-context= --output-indicator-new= --output-indicator-old=
  --output-indicator-context= --break-rewrites? --find-renames? --irreversible-delete --find-copies?
  --find-copies-harder --no-find-copies-harder --no-renames --rename-empty --no-rename-empty
  --follow --no-follow --minimal --no-minimal --ignore-all-space --ignore-space-change
  --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --ignore-matching-lines=
  --indent-heuristic --no-indent-heuristic --patience --histogram --diff-algorithm= --anchored=
  --word-diff? --word-diff-regex= --color-words? --color-moved? --no-color-moved --color-moved-ws=
  --no-color-moved-ws --relative? --no-relative --text --no-text --exit-code --no-exit-code --quiet
  --no-quiet --no-ext-diff --no-textconv --ignore-submodules? --submodule? --ita-invisible-in-index
  --ita-visible-in-index --pickaxe-all --pickaxe-regex --rotate-to= --skip-to= --find-object=
  --diff-filter= --diff-merges= --no-diff-merges --remerge-diff --dd --cc --combined-all-paths
  --root --no-commit-id --always --full-tree --max-count= --skip= --since= --after= --until=
  --before= --max-age= --min-age= --since-as-filter= --author= --committer= --grep= --grep-reflog=
  --full-diff
  --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings
  --perl-regexp --remove-empty --merges --no-merges --min-parents? --max-parents? --no-min-parents
  --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches? --tags?
  --remotes? --glob= --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree
  --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --cherry --left-only --right-only
  --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense
  --sparse --simplify-merges --ancestry-path? --date-order --author-date-order --topo-order
  --reverse --no-walk? --do-walk --pretty? --format? --abbrev-commit --no-abbrev-commit --oneline
  --encoding= --expand-tabs? --no-expand-tabs --notes? --no-notes --show-notes?
  --show-notes-by-default --show-signature --relative-date --date= --parents --children --left-right
  --graph --no-graph --show-linear-break? --source --no-source --use-mailmap --no-use-mailmap
  --mailmap --no-mailmap --log-size --decorate? --no-decorate --decorate-refs=
  --decorate-refs-exclude= --clear-decorations --output=w
  --ext-diff:code --textconv:code ; it runs the programs that the settings name for this
git-diff|git-diff-tree|git-diff-index|git-diff-files|git-range-diff = read r* @exact
  -0123 -abchiEFPmpqrstuvwWRz -B? -C? -D -M? -X? -U? -G= -S= -I= -l= -O=r --patch --no-patch
  --unified? --function-context --no-function-context --raw --patch-with-raw --patch-with-stat
  --numstat --shortstat --dirstat? --cumulative --dirstat-by-file? --check --summary --name-only
  --name-status --stat? --stat-width= --stat-name-width= --stat-graph-width= --stat-count=
  --compact-summary --no-compact-summary --binary --full-index --no-full-index --color? --no-color
  --ws-error-highlight= --abbrev? --no-abbrev --src-prefix= --dst-prefix= --line-prefix= --no-prefix
  --default-prefix --inter-hunk-context= --output-indicator-new= --output-indicator-old=
  --output-indicator-context= --break-rewrites? --find-renames? --irreversible-delete --find-copies?
  --find-copies-harder --no-find-copies-harder --no-renames --rename-empty --no-rename-empty
  --follow --no-follow --minimal --no-minimal --ignore-all-space --ignore-space-change
  --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --ignore-matching-lines=
  --indent-heuristic --no-indent-heuristic --patience --histogram --diff-algorithm= --anchored=
  --word-diff? --word-diff-regex= --color-words? --color-moved? --no-color-moved --color-moved-ws=
  --no-color-moved-ws --relative? --no-relative --text --no-text --exit-code --no-exit-code --quiet
  --no-quiet --no-ext-diff --no-textconv --ignore-submodules? --submodule? --ita-invisible-in-index
  --ita-visible-in-index --pickaxe-all --pickaxe-regex --rotate-to= --skip-to= --find-object=
  --diff-filter= --diff-merges= --no-diff-merges --remerge-diff --dd --cc --combined-all-paths
  --root --no-commit-id --always --full-tree --cached --staged --merge-base --base --ours
  --no-index:deep
  --theirs --stdin --left-only --right-only --creation-factor? --dual-color --no-dual-color --notes?
  --no-notes --pretty? --format? --oneline --merge --not --first-parent --output=w
  --ext-diff:code --textconv:code ; it runs the programs that the settings name for this
git-rev-list = read r* @exact
  -# -girEFPvz -n= --max-count= --skip= --since= --after= --until= --before= --max-age= --min-age=
  --since-as-filter= --author= --committer= --grep= --grep-reflog= --all-match --invert-grep
  --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings --perl-regexp --remove-empty
  --merges --no-merges --min-parents? --max-parents? --no-min-parents --no-max-parents
  --first-parent --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob=
  --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect
  --stdin --cherry-mark --cherry-pick --cherry --left-only --right-only --walk-reflogs --merge
  --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges
  --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk
  --pretty? --format? --abbrev-commit --no-abbrev-commit --abbrev? --no-abbrev --oneline --encoding=
  --expand-tabs? --no-expand-tabs --notes? --no-notes --show-notes? --show-notes-by-default
  --show-signature --relative-date --date= --parents --children --left-right --graph --no-graph
  --show-linear-break? --objects --objects-edge --objects-edge-aggressive --indexed-objects
  --unpacked --object-names --no-object-names --filter? --no-filter --filter-print-omitted
  --filter-provided-objects --missing? --in-commit-order --disk-usage? --bisect-vars --bisect-all
  --header --timestamp --no-commit-header --commit-header --count --use-bitmap-index --progress?
  --quiet --no-commit-id --no-renames --find-renames? --relative? --no-relative --remerge-diff
  --max-depth? --maximal-only --output=w
  --ext-diff:code --textconv:code ; it runs the programs that the settings name for this
git-reflog = read r* @exact
  -# -pqgi -n= --max-count= --date= --oneline --pretty? --format? --no-abbrev --all --stat?
  --abbrev-commit --no-decorate --decorate? --name-only --name-status --grep-reflog= --no-color
  --since= --until= --color? --relative-date --output=w
  show|list|exists = read r*
    --ext-diff:code --textconv:code
  expire|delete|drop|write = write+destroy x* ; it forgets where branches were, so commits are lost
    -vn --all --expire= --expire-unreachable= --updateref --rewrite --stale-fix --verbose
    --single-worktree --dry-run:=read
git-shortlog = read r* @exact
  -# -csne -w? --committer --numbered --summary --email --group= --format= --all --since= --until=
  --after= --before= --no-merges --merges --first-parent --author= --grep= --reverse --branches?
  --tags? --remotes? --max-count= --output=w
git-blame|git-annotate = read r* @exact
  -abcfhlnpstwe -C? -M? -L= -S=r --incremental --root --show-stats --progress --no-progress
  --score-debug --show-name --show-number --porcelain --line-porcelain --show-email --ignore-rev=
  --ignore-revs-file=r --color-lines --color-by-age --minimal --contents=r --abbrev? --date=
  --first-parent --reverse --since= --encoding= --no-ignore-revs-file --output=w --textconv:code
  --ext-diff:code --no-textconv --no-ext-diff
git-grep = read x r*
  -# -viwaIrEGFPnhHlLzocpWq -C= -B= -A= -m= -e= -f=r --cached --index
  --no-index:deep+here --untracked:deep+here
  --exclude-standard --no-exclude-standard --recurse-submodules --invert-match --ignore-case
  --word-regexp --text --no-textconv --recursive --no-recursive --max-depth= --extended-regexp
  --basic-regexp --fixed-strings --perl-regexp --line-number --column --full-name
  --files-with-matches --name-only --files-without-match --null --only-matching --count --color?
  --no-color --break --heading --no-heading --context= --before-context= --after-context= --threads=
  --show-function --function-context --and --or --not --quiet --all-match --ext-grep --no-ext-grep
  --max-count= --no-line-number
  -O?sh:code --open-files-in-pager?sh:code ; it opens what it finds with another program
  --textconv:code
  given -e -f
git-status = read n*
  -vsbz -u? -M? --verbose --short --branch --no-branch --show-stash --ahead-behind --no-ahead-behind
  --porcelain? --long --null --untracked-files? --ignored? --no-column --ignore-submodules?
  --column? --no-renames --renames --find-renames? --no-short
git-ls-files = read n*
  -ztvfcdmoisku -x= -X=r --cached --deleted --modified --others --ignored --stage --killed
  --directory --eol --empty-directory --no-empty-directory --unmerged --resolve-undo --exclude=
  --exclude-from=r --exclude-per-directory= --exclude-standard --full-name --recurse-submodules
  --error-unmatch --with-tree= --abbrev? --debug --deduplicate --sparse --format=
git-ls-tree = read n*
  -drtzl --long --name-only --name-status --object-only --full-name --full-tree --format= --abbrev?
  --no-full-name
git-cat-file = read x r*
  -eptsz -Z --allow-unknown-type --use-mailmap --mailmap --batch? --batch-check? --batch-command?
  --batch-all-objects --buffer --follow-symlinks --unordered --path= --filter=
  --textconv:code --filters:code ; it runs the programs that the settings name for this
  given -e -p -t -s
git-describe = read x*
  --contains --debug --all --tags --long --first-parent --abbrev? --exact-match --candidates=
  --match= --exclude= --always --dirty? --broken?
git-name-rev = read x*
  --name-only --tags --refs= --exclude= --all --stdin --annotate-stdin --undefined --no-undefined
  --always
git-rev-parse = read n*
  -q --parseopt --keep-dashdash --stop-at-non-option --stuck-long --sq-quote --revs-only --no-revs
  --flags --no-flags --default= --prefix= --verify --quiet --sq --short? --not --abbrev-ref?
  --symbolic --symbolic-full-name --all --branches? --tags? --remotes? --glob= --exclude=
  --exclude-hidden= --disambiguate= --local-env-vars --git-dir --absolute-git-dir --git-common-dir
  --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository
  --resolve-git-dir --git-path --show-cdup --show-prefix --show-toplevel
  --show-superproject-working-tree --shared-index-path --show-object-format? --show-ref-format
  --since= --until= --after= --before= --path-format= --end-of-options --output-object-format=
git-show-ref = read x*
  -dq -s? --tags --heads --branches --verify --head --dereference --hash? --abbrev? --quiet
  --exclude-existing? --exists
git-show-branch = read x*
  -ar -g? --all --remotes --color? --no-color --more? --list --no-name --current --sha1-name
  --merge-base --independent --topo-order --topics --sparse --date-order --reflog?
git-for-each-ref = read x*
  -sp --shell --perl --python --tcl --count= --format= --color? --no-color --sort= --points-at=
  --merged? --no-merged? --contains? --no-contains? --ignore-case --omit-empty --exclude= --stdin
  --include-root-refs --start-after=
git-merge-base = read x*
  -a --all --octopus --independent --is-ancestor --fork-point
git-cherry = read x*
  -v --verbose --abbrev? --no-abbrev
git-merge-tree = read x*
  -z -X= --write-tree --trivial-merge --messages --no-messages --name-only --stdin --merge-base=
  --allow-unrelated-histories --strategy-option= --quiet
git-fsck|git-fsck-objects = read x*
  -v --verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs --no-reflogs
  --full --no-full --connectivity-only --strict --progress --no-progress --name-objects --references
  --no-references --lost-found:write
git-count-objects = read
  -vH --verbose --human-readable
git-check-ignore|git-check-attr|git-check-mailmap = read n*
  -qvzna --quiet --verbose --stdin --non-matching --no-index --all --cached --source=
  --mailmap-file=r --mailmap-blob=
git-check-ref-format = read x*
  --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern --branch --print
git-var = read x
  -l
git-verify-commit|git-verify-tag = read x*
  -v --verbose --raw --format=
git-help = read x*
  -agcmi --all --guides --config --man --info --no-external-commands --no-aliases --verbose
  --no-verbose --user-interfaces --developer-interfaces
  -w:code --web:code ; it opens a browser
git-hash-object = read r*
  -t= --stdin --stdin-paths --path= --no-filters --literally -w:write
git-ls-remote = read @by:git_asked_remote
git-patch-id|git-stripspace|git-column|git-get-tar-commit-id = read
  -sc --stable --unstable --verbatim --strip-comments --comment-lines --mode? --indent= --nl=
  --width= --padding= --command= --raw-mode= --log? --no-log -m= --message= -F=r --file=r
  --build-options --into-name= --all --alt-odb --verbose
git-fmt-merge-msg|git-version|git-pack-redundant = read
  -sc --stable --unstable --verbatim --strip-comments --comment-lines --mode? --indent= --nl=
  --width= --padding= --command= --raw-mode= --log? --no-log -m= --message= -F=r --file=r
  --build-options --into-name= --all --alt-odb --verbose
git-verify-pack|git-show-index = read r*
  -vs --verbose --stat-only --object-format=
git-diff-pairs|git-last-modified = read r*
  -zrt --recursive --show-trees --max-depth=
"""
