"""Finding files and text: find, grep and their kin."""

COMMANDS = r"""
find|gfind = read @dash @runs @by:find
  # Its reader knows all its words; these say that not every one is harmless.
  -delete:write -exec:code
grep|egrep|fgrep|ggrep = read x r*
  -abcEFGhHiIJLlnopPqSsTUuvVwxyzZ0 -# -r:deep+here -R:deep+here+follows
  -A= -B= -C= -e= -f=r -m= -d=recurse:deep+here -d= -D= --colour? --color? --after-context=
  --before-context= --context? --regexp= --file=r --max-count= --binary-files= --devices=
  --directories=recurse:deep+here --directories= --recursive:deep+here
  --dereference-recursive:deep+here+follows
  --exclude= --exclude-dir= --exclude-from=r --include= --include-dir= --label= --group-separator=
  --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case
  --word-regexp --line-regexp --null-data --no-messages --invert-match --byte-offset --line-number
  --line-buffered --with-filename --no-filename --only-matching --quiet --silent --text
  --files-without-match --files-with-matches --count --initial-tab --null
  --binary --unix-byte-offsets --no-group-separator --decompress --mmap
  given -e -f --regexp --file
rgrep = read x r* @here
  -abcEFGhHiIlnopPqrsvwxzZ -# -R:follows -A= -B= -C= -e= -f=r -m= --color? --include= --exclude=
  --exclude-dir=
  given -e -f
rg|ripgrep = read x r* @exact @here
  -L:follows --follow:follows
  -0abcFhHiIlnNopPqsSUvVwxzu. -# -A= -B= -C= -d= -E= -e= -f=r -g= -j= -m= -M= -r= -t= -T=
  --after-context= --before-context= --context= --max-depth= --maxdepth= --encoding= --regexp=
  --file=r --glob= --iglob= --threads= --max-count= --max-columns= --replace= --type= --type-not=
  --color= --colors= --context-separator= --dfa-size-limit= --engine= --field-context-separator=
  --field-match-separator= --generate= --hyperlink-format= --ignore-file=r --max-filesize=
  --path-separator= --regex-size-limit= --sort= --sortr= --type-add= --type-clear= --pre-glob=
  --auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered
  --no-block-buffered --byte-offset --no-byte-offset --case-sensitive --column --no-column
  --no-context-separator --count --count-matches --crlf --no-crlf --debug --trace --files
  --files-with-matches --files-without-match --fixed-strings --no-fixed-strings
  --no-follow --glob-case-insensitive --no-glob-case-insensitive --heading --no-heading --hidden
  --no-hidden --ignore --no-ignore --no-ignore-dot --ignore-dot --no-ignore-exclude
  --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global
  --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs
  --ignore-vcs --ignore-case --ignore-file-case-insensitive --no-ignore-file-case-insensitive
  --include-zero --no-include-zero --invert-match --no-invert-match --json --no-json
  --line-buffered --no-line-buffered --line-number --no-line-number --line-regexp
  --max-columns-preview --no-max-columns-preview --messages --no-messages --mmap --no-mmap
  --multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config --no-encoding
  --no-filename --with-filename --no-pcre2-unicode --pcre2-unicode --no-pre --no-require-git
  --require-git --no-unicode --unicode --null --null-data --one-file-system --no-one-file-system
  --only-matching --passthru --passthrough --pcre2 --no-pcre2 --pcre2-version --pretty --quiet
  --search-zip --no-search-zip --smart-case --sort-files --no-sort-files --stats --no-stats
  --stop-on-nonmatch --text --no-text --trim --no-trim --type-list --unrestricted --vimgrep
  --word-regexp
  --pre=code --hostname-bin=code ; it runs a program on every file
  given -e -f --regexp --file --files --type-list
ag = read x r* @here
  -0acDFhHilLnoQrRsStuUvVwxz -f:follows --follow:follows -# -A? -B? -C? -g= -G= -m= -p=r -W=
  --ackmate --all-text --all-types --case-sensitive --color --nocolor --column --count --context?
  --after? --before? --break --nobreak --debug --depth= --files-with-matches
  --files-without-matches --filename --nofilename --filename-pattern= --file-search-regex=
  --fixed-strings --nofollow --group --nogroup --heading --noheading --hidden --ignore=
  --ignore-case --ignore-dir= --invert-match --line-numbers --nonumbers --number --list-file-types
  --literal --max-count= --mmap --nommap --multiline --nomultiline --no-recurse --recurse
  --norecurse --null --numbers --one-device --only-matching --parallel --passthrough --passthru
  --path-to-ignore=r --print-all-files --print-long-lines --print0 --search-binary --search-files
  --search-zip --silent --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted
  --vimgrep --width= --word-regexp --workers= --color-line-number= --color-match= --color-path=
  --affinity --noaffinity --python --js --ruby --go --rust --java --html --css --json --yaml --php
  --cpp --cc --c --sql --shell --markdown --typescript --ts
  --pager=sh
  given -g
ack|ack-grep = read x r* @here
  --follow:follows
  -1cfhHiIklLnoQrRsSvwx -# -A= -B= -C? -g= -m= -t= -T=
  --after-context= --before-context= --break --nobreak --color --nocolor --colour --nocolour
  --column --nocolumn --context? --count --files-from=r:unknown --files-with-matches
  --files-without-matches --filename --nofilename --filter --nofilter --flush --nofollow
  --group --nogroup --heading --noheading --help-types --help-colors --ignore-case --ignore-dir=
  --ignore-directory= --no-ignore-dir= --ignore-file= --invert-match --known-types --literal
  --match= --max-count= --no-filename --no-recurse --recurse --norecurse --passthru --print0
  --proximate? --range-start= --range-end= --show-types --smart-case --no-smart-case --sort-files
  --type= --type-add= --type-set= --type-del= --noenv --with-filename --word-regexp --lines=
  --underline --nounderline --thpppt --bar --cathy --man --dump --ignore-ack-defaults
  --color-match= --color-filename= --color-lineno= --color-colno=
  --python --js --ruby --go --rust --java --html --css --json --yaml --php --cpp --cc --perl --sql
  --shell --markdown --ts --make --xml
  --pager=:code --ackrc=:code --output=:code ; it may run a program or code
  --create-ackrc
  given -f -g --match
fd|fdfind = read x n* @exact @runs @by:fd
  -0aFgHhIilpqsuV1 -# -L:deep+here+follows --follow:deep+here+follows
  -c= -d= -e= -E= -j= -o= -S= -t= -C=dir
  --absolute-path --and= --base-directory=dir --batch-size= --case-sensitive --change-newer-than=
  --change-older-than= --changed-after= --changed-before= --changed-within= --newer= --older=
  --color= --exact-depth= --exclude= --extension= --fixed-strings --format= --full-path
  --gen-completions? --glob --hidden --no-hidden --hyperlink? --ignore --ignore-case
  --ignore-contain= --ignore-file=r --list-details --literal --max-buffer-time= --max-depth=
  --max-results= --maxdepth= --min-depth= --no-follow --no-global-ignore-file --no-ignore
  --no-ignore-parent --no-ignore-vcs --ignore-vcs --no-require-git --require-git --one-file-system
  --mount --xdev --owner= --path-separator= --print0 --prune --quiet --has-results --regex
  --relative-path --search-path=n --show-errors --size= --strip-cwd-prefix? --threads= --type=
  --unrestricted
  -xX?:code --exec?:code --exec-batch?:code
locate|plocate|mlocate|slocate = read x*
  -0AaBbceHiLlmNPpqrSsVwW -n= --all --basename --count --existing --follow --nofollow
  --ignore-case --ignore-spaces --limit= --max-database-age= --mmap --null --print --quiet --regex
  --regexp= --statistics --stdio --transliterate --wholename -d=r --database=r --literal
  --non-existing
tree = read n*
  -aACcdDfFghiJlnNpqQrsStuUvxX -L= -P= -I= -H= -T=
  --charset= --compress= --dirsfirst --device --dirlast --du --filelimit= --filesfirst
  --filesync --fflinks --fromfile --fromtabfile --gitfile=r --gitignore --hintro=r --houtro=r
  --hyperlink --ignore-case --infofile=r --info --inodes --matchdirs --metafirst --nolinks
  --noreport --opt-toggle --prune --scheme= --authority= --si --sort? --timefmt= --no-indent
  -R:write -o=w
  # Then it shows what stands in the file: only its standard input may be it.
  given --fromfile --fromtabfile
exa|eza = read n* @exact
  -1aAbBdDfFgGhHilmMnorRSTuUvxXZ@O -I= -L= -s= -t= -w=
  --long --oneline --grid --across --recurse --tree --dereference --classify? --color? --colour?
  --color-scale? --colour-scale? --color-scale-mode= --colour-scale-mode= --icons? --no-icons
  --quote? --no-quotes --hyperlink --absolute? --width= --smart-group --all --almost-all
  --list-dirs --level= --reverse --sort= --group-directories-first --group-directories-last
  --no-group-directories-first --only-dirs --only-files --show-symlinks --no-symlinks
  --ignore-glob= --git-ignore --binary --bytes --group --numeric --header --inode --links
  --modified --changed --accessed --created --mounts --blocksize --blocks --flags --time=
  --time-style= --total-size --no-permissions --octal-permissions --no-filesize --no-user
  --no-time --stdin --git --no-git --git-repos --git-repos-no-status --extended --context
  --spacing= --follow-symlinks
lsd = read n* @exact
  -aAF1lRhdXtSvrUGgLiZN -I= --all --almost-all --classify --oneline --long --recursive
  --human-readable --directory-only --tree --total-size --timesort --sizesort --extensionsort
  --versionsort --gitsort --no-sort --reverse --git --dereference --context --hyperlink= --header
  --inode --literal --truncate-owner-after= --truncate-owner-marker= --color= --icon= --icon-theme=
  --icon-separator= --permission= --size= --date= --depth= --sort= --group-dirs=
  --group-directories-first --blocks= --classic --no-symlink --ignore-glob= --ignore-config
  --system-protected --config-file=conf
fzf|sk|skim = read n* @exact @by:fzf
  -012eimsx -d= -f= -n= -q= +imsx -p?
  --accept-nth= --algo= --ansi --no-ansi --bash --zsh --fish --black --bold --no-bold --border?
  --no-border --border-label= --border-label-pos? --color= --no-color --cycle --no-cycle
  --delimiter= --disabled --ellipsis= --enabled --exact --no-exact --exit-0 --expect= --extended
  --no-extended --filepath-word --filter= --footer= --footer-border? --footer-label= --freeze-left=
  --freeze-right= --gap? --no-gap --gap-line? --ghost= --gutter= --gutter-raw= --header=
  --header-border? --header-first --header-label= --header-label-pos? --header-lines=
  --header-lines-border? --height= --no-height --highlight-line --history-size= --hscroll
  --no-hscroll --hscroll-off= --id-nth= --ignore-case --no-ignore-case --info= --no-info
  --input-border? --input-label= --no-input --inline-info --jump-labels= --keep-right
  --layout= --list-border? --list-label= --list-label-pos? --literal --no-literal --man --margin=
  --marker= --marker-multi-line= --min-height= --mouse --no-mouse --multi? --no-multi
  --multi-line --no-multi-line --no-scrollbar --no-separator --no-sort --no-tty-default --no-unicode
  --no-clear --nth= --padding= --pointer= --popup? --preview-border? --preview-label=
  --preview-label-pos? --preview-window= --print-query --print0 --prompt= --query= --raw --read0
  --reverse --no-reverse --scheme= --scroll-off= --scrollbar? --select-1 --separator= --smart-case
  --sort? --style= --sync --no-sync --tabstop= --tac --tail= --tiebreak= --tmux? --track --no-track
  --tty= --unicode --walker= --walker-root=n --walker-skip= --with-nth= --wrap? --no-wrap
  --wrap-sign= --regex --interactive --case= --print-cmd
  --phony --ambidouble --input-label-pos? --footer-label-pos? --wrap-word --preview-wrap-sign=
  --toggle-sort= --tty-default= --threads= --bench= --normal --no-ambidouble
  --no-raw --no-listen --no-preview --no-header --no-history --no-tmux --no-popup --no-margin
  --no-padding --no-border-label --no-print0 --no-read0 --no-tac --no-gap-line --no-header-first
  --no-highlight-line --no-keep-right --no-filepath-word --no-select-1 --no-exit-0 --no-expect
  --no-print-query --no-disabled --no-phony --no-header-lines --no-inline-info --no-list-border
  --no-input-border --no-preview-border --no-header-border --no-header-lines-border --no-list-label
  --no-input-label --no-preview-label --no-header-label --no-footer --no-footer-border
  --no-footer-label --no-tail --no-smart-case --no-black --no-accept-nth --no-with-nth
  --no-tiebreak --no-multi-line-marker --no-preview-window --no-bind --no-style --no-ghost
  --bind= --preview= --info-command= -c= --cmd= -b=
  --history=w
  --listen?:network ; other programs can steer it
  --listen-unsafe?:code --with-shell=:code ; others can make it run commands
broot|br = code n* @exact ; it is a program to work in
  --version:=read --help:=read
"""
