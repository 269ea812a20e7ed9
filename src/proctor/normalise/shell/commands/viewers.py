"""Programs that compare files or show them, pagers and editors."""

COMMANDS = r"""
diff = read r*
  -0123456789abBcdefHiEZwlNnpqstTuvy -C= -D= -F= -I= -L= -S= -U= -W= -x= -X=r -# -r:deep+follows
  --brief --normal --context? --unified? --ed --rcs --side-by-side --width= --left-column
  --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs
  --initial-tab --tabsize= --suppress-blank-empty --paginate --recursive:deep+follows
  --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case
  --no-ignore-file-name-case --exclude= --exclude-from=r --starting-file= --from-file=r
  --to-file=r --ignore-case --ignore-tab-expansion --ignore-trailing-space
  --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines=
  --text --strip-trailing-cr --ifdef= --GTYPE-group-format= --line-format=
  --old-line-format= --new-line-format= --unchanged-line-format= --old-group-format=
  --new-group-format= --unchanged-group-format= --changed-group-format= --minimal
  --horizon-lines= --speed-large-files --color? --palette= --report-identical-files
  --binary --no-binary --algorithm=
diff3 = read r r r
  -eAEX3xmaiT -L= --ed --show-overlap --show-all --overlap-only --easy-only --merge --text
  --label= --strip-trailing-cr --initial-tab
  --diff-program=code
sdiff = read r r
  -aiEZbBWldst -w= -I= --text --ignore-case --ignore-tab-expansion --ignore-space-change
  --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --strip-trailing-cr
  --width= --left-column --suppress-common-lines --expand-tabs --tabsize= --minimal
  --speed-large-files
  -o=w:code --output=w:code ; it merges by hand and starts an editor
  --diff-program=code
cmp = read r r x x
  -bclsvhxz --print-bytes --print-chars --verbose --quiet --silent
  -i= -n= --ignore-initial= --bytes=
colordiff = read r*
  -abBcdeiwNnpqstTuy -C= -D= -F= -I= -L= -S= -U= -W= -x= -X=r --brief --normal --context?
  -r:deep+follows
  --unified? --ed --rcs --side-by-side --width= --recursive:deep+follows --new-file --exclude=
  --ignore-case --ignore-space-change --ignore-all-space --ignore-blank-lines --text
  --color? --fakeexitcode --difftype= --label= --report-identical-files --minimal
wdiff|dwdiff = read r r
  -1i23nsK -w= -x= -y= -z= -d=r -D= -P= -W= -c? -C= -l? -L? --no-deleted --no-inserted
  --no-common --ignore-case --statistics --color? --context= --line-numbers? --punctuation
  --start-delete= --end-delete= --start-insert= --end-insert= --no-init-term --avoid-wraps
  --printer --less-mode --line-mode --diff-input --auto-pager:code -a:code -pt
diffstat = read r*
  -bcCdhkKlmqstTuvEz -D= -e=w -f= -F= -n= -N= -o=w -p= -r= -R -S= -w= -O= -H
delta = read r r @exact
  -nsS --line-numbers --side-by-side --navigate --dark --light --keep-plus-minus-markers
  --color-only --diff-highlight --diff-so-fancy --hyperlinks --raw --relative-paths
  --list-languages --list-syntax-themes --show-colors --show-config --show-syntax-themes
  --show-themes --parse-ansi --no-gitconfig --syntax-theme= --width= --tabs= --features=
  --paging=never|auto|always --wrap-max-lines= --file-style= --hunk-header-style= --max-line-length=
  --map-styles= --plus-style= --minus-style= --line-numbers-left-format= -w=
  --pager=sh:code --config=conf --diff-args= --generate-completion=
difft|difftastic = read r r r* @exact @here
  --background= --color= --context= --display= --width= --tab-width= --language= --override=
  --parse-conflicts --check-only --exit-code --ignore-comments --list-languages --missing-as-empty
  --skip-unchanged --sort-paths --strip-cr= --syntax-highlight= --byte-limit= --graph-limit=
  --parse-error-limit= --dump-syntax --dump-ts
patch = write w r ; it changes files
  -bceEflnNRstTuvZ -B= -D= -F= -g= -i=r -d=dir -p= -r=w:write -V= -x= -Y= -z= -o=w:write
  --dry-run:=read --check:=read -C:=read
  --backup --batch --binary --context --directory=dir --ed --force --forward --fuzz= --get=
  --ifdef= --ignore-whitespace --input=r --merge? --normal --output=w:write --posix --prefix=
  --quiet --silent --quoting-style= --read-only= --reject-file=w:write --reject-format=
  --remove-empty-files
  --reverse --set-time --set-utc --strip= --suffix= --unified --verbose --version-control=
  --no-backup-if-mismatch --backup-if-mismatch --basename-prefix= --follow-symlinks
vimdiff|gvimdiff|nvimdiff|meld|kdiff3|opendiff|bcompare|p4merge|tkdiff = code w* ; it is an editor
  -goO
# Pagers
less = read r* @by:less
  -aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~ -b= -D= -h= -j= -p= -P= -x= -y= -z= -#
  -t=:unknown -T=r:unknown ; a list of tags names the file
  --search-skip-screen --SEARCH-SKIP-SCREEN --auto-buffers --buffers= --clear-screen --CLEAR-SCREEN
  --dumb --color= --quit-at-eof --QUIT-AT-EOF --force --quit-if-one-screen --hilite-search
  --HILITE-SEARCH --max-back-scroll= --ignore-case --IGNORE-CASE --jump-target= --status-column
  --quit-on-intr --no-lessopen --long-prompt --LONG-PROMPT --line-numbers --LINE-NUMBERS
  --pattern= --prompt= --quiet --QUIET --silent --SILENT --raw-control-chars --RAW-CONTROL-CHARS
  --squeeze-blank-lines --chop-long-lines --tag=:unknown --tag-file=r:unknown --underline-special
  --UNDERLINE-SPECIAL --hilite-unread --HILITE-UNREAD --tabs= --no-init --max-forw-scroll=
  --window= --tilde --shift= --follow-name --mouse --no-keypad --no-histdups --rscroll=
  --save-marks --use-backslash --wordwrap --incsearch --line-num-width= --status-col-width=
  --use-color --header= --file-size --exit-follow-on-close --no-number-headers --intr=
  --no-search-headers --modelines= --redraw-on-quit --search-options= --proc-backspace
  --proc-tab --proc-return --no-vbell --form-feed --match-shift= --wheel-lines= --no-poll
  -o=w -O=w --log-file=w --LOG-FILE=w
  -k=r:code --lesskey-file=r:code --lesskey-src=r:code --lesskey-content=:code
more|most|pg = read r* @by:less
  -cdeflpsuvFzb1 -n= -# --silent --logical --exit-on-eof --no-pause --print-over --clean-print
  --squeeze --plain --lines=
bat|batcat = read r* @exact
  -AhnpPsufdSLV -l= -r= -H= -m= --show-all --plain --number --diff --squeeze-blank --unbuffered
  --force-colorization --list-languages --list-themes --no-config --no-custom-assets
  --no-lessopen --set-terminal-title --chop-long-lines --no-paging --no-pager --diagnostic
  --diagnostics --config-file --config-dir --cache-dir --acknowledgements --quiet-empty -E
  --language= --highlight-line= --line-range= --file-name= --diff-context= --tabs= --wrap=
  --terminal-width= --color= --italic-text= --decorations= --paging= --map-syntax=
  --ignored-suffix= --theme= --theme-light= --theme-dark= --style= --squeeze-limit=
  --strip-ansi= --nonprintable-notation= --binary= --completion=
  --pager=less|more|cat|never --pager=sh:code --lessopen:code --generate-config-file:write
  cache = write
    -bc --build --clear --source=r --target=w --blank
man = read r*
  */* = unknown x* ; a page can show other files
  -acdDfhikKtuwWVZ7 -e= -L= -m= -R= -s= -S= --all --default --warnings? --whatis --apropos
  --global-apropos --where --path --location --where-cat --location-cat --recode= --locale=
  --systems= --sections= --extension= --ignore-case --match-case --regex --wildcard
  --names-only --update --no-subpages --no-hyphenation --nh --no-justification --nj
  --encoding= -E= --ascii --usage --debug
  -l:unknown --local-file:unknown -M=r:unknown --manpath=r:unknown ; a page can show other files
  -P=sh:code --pager=sh:code -r=:code --prompt=:code -H?sh:code --html?sh:code -C=r:code
  --config-file=conf -p=:code --preprocessor=:code -T?:code --troff-device?:code --troff:code
  -X?:code --gxditview?:code ; it runs a program of its own
# Pages are looked for in the folder that it runs in too, and a page can name other files.
info|pinfo = read r*:unknown ; a page can show other files
  -abhVw -k= -n= -O --all --apropos= --node= --index-search=
  -d=r:unknown --directory=r:unknown -f=r:unknown --file=r:unknown ; a page can show other files
  --show-options --usage= --where --location --strict-node-location= --raw-escapes
  --no-raw-escapes --subnodes --variable= --vi-keys --speech-friendly
  -o=- -o=w --output=- --output=w --dribble=w --init-file=conf --restore=r:code
apropos|whatis = read x*
  -adehlrvw -C= -L= -m= -M= -s= --exact --wildcard --regex --and --long --sections= --systems=
  --manpath= --locale= --config-file= --debug --verbose
manpath = read
  -cdgq -C=conf -m= --catpath --global --debug --quiet --config-file=conf --systems=
tldr|tealdeer = read x* @exact
  -lvqraLms -p= --list --platform= --language= --render=r --raw --color= --markdown --quiet
  --show-paths
  --list-all -f=r --search= --random --no-color --compact --no-compact --linux --osx --sunos
  --os= --short-options --long-options --edit-page:code --edit-patch:code --seed-config:write
  -u:network+write --update:network+write --update_cache:network+write -c:write --clear-cache:write
  --source=:network
cheat = read x* @exact
  -lvdT -t= -p= -s= -r -a --list --tags --directories --conf --tag= --path= --search= --regex
  --all --colorize --brief -b -c
  -e=:code --edit=:code --rm=:write --update:network+write
glow = network r x* @exact ; it may fetch what it shows
  -lan -s= -w= --all --local --style= --width= --line-numbers --preserve-new-lines
  -p:code --pager:code -t:code --tui:code --config=conf
  config = code
  stash = network+write r*
mdcat = network r* @exact ; it fetches the pictures of a page
  -l:=read --local:=read
  -pP --fail --no-colour --columns= --dump-theme --no-pager --ansi --paginate:code
pygmentize = read r*
  -CgNV -l= -f= -F= -S= -a= -s -L -H= -o=w -x:code --json
  -O=full|linenos|linenos=1|linenos=True|linenos=table|full,linenos=1|full,linenos=True
  -O=style=monokai|style=default|style=native|style=vim|style=friendly|style=colorful|style=emacs
  -O=:unknown -P=linenos=1|linenos=True|style=monokai|style=default -P=:unknown
  -v
# Editors
vim|vi|nvim|gvim|mvim|rvim|view|gview|rview|vimtutor|ex|neovide = read w* @by:editor
  -AbCdDeEfFghHIlLmMnNrRvVxXyZ -c=:code -S=code -u=code -U=code -t= -T= -w=w -W=w -s=code -i=
  -o -O -p -P= -q=r --cmd=:code --clean --headless --noplugin --startuptime=w --listen=
  --server= --remote --remote-send= --remote-expr= --servername= --embed --literal --nofork
vimcat = read r*
nano|pico|micro|helix|kak|joe|jed|mcedit|ne|tilde|zile|mg|lapce = code+write w* ; it is an editor
  -AaBbcDEeFGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz
emacs|emacsclient|emacs-nox|xemacs = code+write w* @dash ; it starts an editor that runs code
  -nw -nc -n -c -t -q -Q -batch -script=code -l=code -load=code -eval=:code -f= -e=:code -a=sh
  --batch --no-init-file --quick --eval=:code --load=code --script=code --funcall=
  --no-window-system
  --create-frame --tty --no-wait --alternate-editor=sh --socket-name= --daemon
ed|red = code+write w ; it starts an editor
  -EGlrsv -p=
code|code-insiders|codium|cursor|windsurf = code+write w* @exact ; it starts an editor
  -rnwga -d:code --diff:code --goto --wait --new-window --reuse-window --add --merge
  --list-extensions:=read --show-versions --category= -v:=read -s:=read --status:=read
  --install-extension=:network+write --uninstall-extension=:write --update-extensions:network+write
  --force --user-data-dir=w:write --extensions-dir=r --disable-extensions --profile= --locale=
  --remote= --pre-release --log= --folder-uri= --file-uri=
  tunnel = code+network x*
  serve-web = code+network
  ext = write+network x*
subl|atom|zed|mate|bbedit|gedit|kate|kwrite|mousepad|pluma|xed = code+write w* ; it is an editor
  -nawbs -l= --new-window --add --wait --background --stay --command=:code --project=r
xdg-open|gnome-open|kde-open|sensible-browser|x-www-browser|wslview = code url ; it starts a program
  # What it opens may be a file or an address.
sensible-editor|editor|select-editor = code+write w* ; it starts an editor
sensible-pager|pager = read r* @by:less
xdg-mime = write x*
  query = read x n
  default = write x x
xdg-settings = write x*
  --list:=read
  get|check = read x*
  set = write x*
zathura|evince|okular|eog|feh|display|mupdf|xpdf|imv|vlc|mpv|mplayer = code r* ; it opens a window
  -fF
"""
