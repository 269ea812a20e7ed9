"""Other systems for versions: Mercurial, Sapling, Subversion, Jujutsu, Fossil, CVS, Darcs."""

COMMANDS = r"""
hg|chg|rhg|sl = read
  -R=dir --repository=dir --cwd=dir -y --noninteractive -q --quiet -v --verbose --color= --debug
  --traceback --time --encoding= --encodingmode= --hidden --pager= -h:=read
  --config=:code --debugger:code --configfile=:code ; a setting can run any program
  --profile:write
  help|version|root|paths|tip|tags|branches = read x*
    -T=r --template=r -e --extension -k --keyword -c --command -g -r= -a --active --closed --shared
  log|history|heads|smartlog|ssl|fsl|parents|summary|sum|files|manifest|locate = read n*
    -fpGMCaimsn0 -r= -b= -l= -T=r -k= -d= -u= -I= -X= --rev= --branch= --limit= --template=r --patch
    --keyword= --date= --user= --include= --exclude= --follow --follow-first --copies --removed
    --only-merges --no-merges --stat --git --graph --all --print0 --topo --remote --line-range=
    --prune= --bookmark= --active --master= --fullpath
  status|st = read n*
    -AmardcuinC0S -I= -X= -T=r --all --modified --added --removed --deleted --clean --unknown
    --ignored --no-status --copies --print0 --rev= --change= --include= --exclude= --subrepos
    --template=r --terse= -t= --root-relative
  diff = read r*
    -ptgabwBS -r= -c= -U= -I= -X= --rev= --from= --to= --change= --text --git --binary --nodates
    --noprefix --show-function --reverse --ignore-all-space --ignore-space-change --stat --root=
    --ignore-blank-lines --ignore-space-at-eol --unified= --include= --exclude= --subrepos --merge
    --only-files-in-revs --sparse
  show|annotate|blame|grep|cat|export = read r*
    -ufdnclwbBZaip0E -r= -I= -X= -T=r -U= --rev= --include= --exclude= --template=r --user --file
    --date --number --changeset --line-number --text --ignore-all-space --ignore-space-change --git
    --ignore-blank-lines --all --diff --files-with-matches --ignore-case --follow --print0 --decode
    --switch-parent --nodates --binary --stat --no-follow --skip= -o=w --output=w
  identify|id = read
    -r= -nibtB -T=r --rev= --num --id --branch --tags --bookmarks --template=r
  incoming|in|outgoing|out = read
    -fnpMGB -r= -b= -l= -T=r --force --newest-first --rev= --bookmarks --branch= --patch --git
    --limit= --no-merges --stat --graph --template=r --bundle=w
    -e=:code --ssh=:code --remotecmd=:code ; it names a program that is run
  config|showconfig|debugconfig = secret x* ; it shows stored passwords too
    -u -T=r --untrusted --template=r --source --shared --non-shared
    -e:code --edit:code -l:code --local:code -g:code --global:code ; it opens an editor
    ui|ui.*|paths|paths.*|extensions|extensions.*|alias|alias.*|diff|diff.*|hooks|hooks.* = read
  verify = read
    --full
  bookmarks|bookmark|book = read x*:write
    -l:=read --list:=read -T=r --template=r -r=:write -d:write -m=:write -f:write -i:write
    --rev=:write --delete:write --rename=:write --force:write --inactive:write
  branch = read x*:write
    -f --force -C:write --clean:write
  resolve = write x*
    -l:=read --list:=read --all --mark --unmark --no-status --tool=
  bisect = write+code x*
    -c=sh --command=sh -gbsr --good --bad --skip --reset --extend --noupdate
  clone|pull|fetch|push|update|up|checkout|co|merge = write+network+code x*
    -u -f -r= -b= -B= -C -c -d= --update --force --rev= --branch= --bookmark= --clean --check
    --new-branch --tool= --noupdate --pull --stream --insecure --dest=
    -e=:code --ssh=:code --remotecmd=:code ; it names a program that is run
  commit|ci|add|addremove|remove|rm|forget|rename|mv|move|copy|cp|tag|revert|import = write+code x*
    -m= -l=r -d= -u= -r= -I= -X= -A -n -a -f -i --message= --logfile=r --date= --user= --amend
    --addremove --all --no-backup --rev= --after --force --similarity= --dry-run
  amend|graft|rebase|histedit|shelve|unshelve|backout|unbundle|bundle|archive|phase = write+code x*
    -s= -d= -b= -r= -m= --source= --dest= --base= --rev= --message= --continue --abort --list
  strip|purge|prune|hide = write x* ; it takes commits or files away
    -r= --rev= --all --keep -f --force --dirs --files
  serve|web|extdiff|debugshell|debugrun = code x*
svn = read
  -q -v --quiet --verbose --username= --password= --password-from-stdin --no-auth-cache -h:=read
  --non-interactive --trust-server-cert --trust-server-cert-failures= --force-interactive
  --config-dir=:code --config-option=:code ; a setting can run any program
  help|h = read x*
  info|log|list|ls|cat|blame|praise|annotate|ann|proplist|plist|pl = read r
    -r= -c= -l= -R -N -g -x= --revision= --change= --limit= --recursive --depth= --xml --incremental
    --stop-on-copy --use-merge-history --with-all-revprops --with-no-revprops --with-revprop=
    --search= --search-and= --diff --show-item= --no-newline --changelist= --force --strict
    --revprop --include-externals --human-readable -H --extensions= --diff-cmd=:code
    *://* = network x*
  propget|pget|pg = read x r:network
    -r= -R --revision= --recursive --strict --no-newline --xml --depth= --revprop
  status|stat|st = read n*
    -u -N --show-updates --non-recursive --no-ignore --xml --depth= --changelist= --cl=
    --ignore-externals --incremental
  diff|di = read r
    -r= -c= -N -x= --revision= --change= --depth= --summarize --no-diff-deleted --no-diff-added
    --git --xml --ignore-properties --properties-only --show-copies-as-adds --internal-diff
    --notice-ancestry --force --changelist= --patch-compatible --extensions= --old=:network
    --new=:network
    --diff-cmd=:code ; it names a program that is run
    *://* = network x*
  mergeinfo = read r
    *://* = network x*
  auth = read x*
    --remove:write --show-passwords:secret ; it shows stored passwords
  checkout|co|export|update|up|switch|sw|relocate = write+network x*
    -r= -N --revision= --depth= --set-depth= --force --ignore-externals --relocate --accept=
    --parents
  commit|ci|import = write+network+code x* ; it sends the changes to the server
    -m= -F=r -N --message= --file=r --depth= --targets=r --no-unlock --editor-cmd=:code --encoding=
  add|delete|del|remove|rm|move|mv|rename|ren|copy|cp|mkdir|revert|resolve|resolved|merge = write x*
    -m= -F=r -r= -c= -R -N --message= --force --keep-local --parents --recursive --depth= --accept=
    --revision= --change= --dry-run --record-only --reintegrate --ignore-ancestry --targets=r
  cleanup|upgrade|lock|unlock|patch|changelist|cl = write x*
    -m= --force --remove --remove-unversioned --remove-ignored --vacuum-pristines --dry-run --strip=
  propset|pset|ps|propdel|pdel|pd|propedit|pedit|pe = write x*
    -F=r -r= -R --file=r --revision= --revprop --recursive --force --editor-cmd=:code
svnlook = read r x*
  -r= -t= -N --revision= --transaction= --no-diff-deleted --xml --full-paths --show-ids
svnversion = read n*
  -nc --no-newline --committed
svnadmin|svnsync|svndumpfilter|svnmucc|svnserve = write+network+code x*
jj = read @exact
  -R=dir --repository=dir --ignore-working-copy --ignore-immutable --at-operation= --at-op= --debug
  --color= --quiet --no-pager -h:=read --help:=read
  --config=:code --config-toml=:code --config-file=:code ; a setting can run any program
  help|version|root = read x*
    -k=
  log|show|diff|interdiff|status|st|evolog|obslog = read n*
    -pstwbG -r= -n= -T= -f= --revisions= --revision= --limit= --template= --patch --summary --stat
    --types --name-only --git --color-words --context= --ignore-all-space --no-graph --from= --to=
    --reversed --ignore-space-change --no-patch --count
    --tool=:code ; it names a program that is run
  op|operation = read
    log|show|diff = read x*
      -p -n= -T= --limit= --template= --no-graph --op-diff --patch --stat --summary --reversed
      --tool=:code
    undo|restore|revert|abandon|integrate = write x* ; it takes back what was done
      --what=
  file = read
    list|show|annotate|search = read r*
      -r= -T= -p= --revision= --template= --pattern=
    chmod|track|untrack = write x*
      -r= --revision=
  bookmark|branch|b|tag = read
    list|l = read x*
      -ac -T= -r= -t --all-remotes --remote= --tracked --conflicted --template= --revisions= --sort=
    create|c|delete|d|forget|f|move|m|rename|r|set|s|track|t|untrack|advance = write x*
      -r= -B --revision= --to= --from= --allow-backwards --include-remotes
  config = read
    get|list|l|path|p = read x*
      -T= --user --repo --include-defaults --include-overridden --template= --workspace
    set|s|unset|u = write+code x* ; a setting can run any program
      --user --repo --workspace
    edit|e = code ; it opens an editor
      --user --repo --workspace
  workspace = read
    list|root = read x*
      -T= --template=
    add|forget|rename|update-stale = write x*
  resolve = code x* ; it opens a merge tool
    -l:=read --list:=read -r= --tool=
  git = read
    root = read
    remote = read
      list = read
      add|remove|rename|set-url = write x*
    clone|fetch|push = write+network x*
      -b= -c= -r= -N --bookmark= --branch= --all --tracked --deleted --allow-new --change= --remote=
      --revisions= --dry-run --colocate --depth= --all-remotes
    init|import|export|colocation = write x*
      --colocate --git-repo=n
  util = read
    completion|config-schema|markdown-help = read x*
    install-man-pages = write w
    exec = code run*
    gc|snapshot = write
      --expire=
  new|commit|ci|describe|desc|edit|squash|split|rebase|abandon|restore|duplicate = write+code x*
    -r= -m= -d= -s= -b= -A= -B= -f= -t= -i -u --revision= --message= --destination= --source=
    --branch= --insert-after= --insert-before= --from= --into= --to= --interactive --stdin --no-edit
    --tool= --reset-author --author= --use-destination-message --keep-emptied
  undo|redo|absorb|next|prev|parallelize|simplify-parents|sparse|metaedit|revert = write x*
  fix|diffedit|run|sign|unsign|gerrit = write+network+code x*
fossil = read
  -R=n --repository=n --user= --nocgi --no-th-hook
  help|version = read x*
    -v -a --all
  status|info|changes|extras|ls|timeline|finfo|annotate|blame|praise|leaves|whatis = read n*
    -v -n= -p= -W= -r= -b= -l --verbose --age --hash --type= --limit= --offset= --differ --header
    --dotfiles --ignore= --rel-paths --abs-paths --classify --all --log --blame
  diff|gdiff = read r*
    -r= -cNUvwWy -i --from= --to= --brief --context= --internal --unified --verbose --side-by-side
    --ignore-all-space --numstat --checkin= --branch=
    --command=:code --tk:code -b:code --browser:code ; it runs another program
  cat = read r*
    -r= -o=w
  branch|tag = read
    list|ls|info|find|current|lsh = read x*
      -arct --all --closed --raw -n= --type=
    * = write x*
  ui|server|http|sqlite3|sql|th1|shell|test-* = code x*
  * = write+network+code x*
cvs = read @first
  -qQnrwltvfH -z= -T=n -s= -d=url -e=:code
  # `CVS/Root` in each folder names the server, and a program that reaches it.
  status|st|log|lo|rlog|annotate|ann|diff|di|history|hi|ls|rls|version|ve = network+code r*
    -lRvNuchtAaeoxSbPVW -r= -D= -k= -d= -s= -w? -U= -j=
  * = write+network+code x*
darcs = read
  help|version = read x*
  log|changes|whatsnew|wh|annotate|show|query|status = read n*
    -vqsui -p= -n= --last= --max-count= --patches= --matches= --summary --look-for-adds --unified
    --verbose --quiet --only-to-files --number --count --xml-output --repodir=dir --from-tag=
  diff = read n*
    -u --unified --last= --patch= -p= --from-patch= --to-patch= --store-in-memory
    --diff-command=:code
  * = write+network+code x*
"""
