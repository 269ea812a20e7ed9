"""What a shell does itself: variables, folders, jobs, options, completion."""

# `trap`, `source`, `eval`, `exec` and their like run something: they are with the wrappers.
COMMANDS = r"""
cd|chdir = read n*
  -LPe@qs
pushd|popd|dirs = read n*
  -0123456789nclpvqLP
pwd|gpwd = read
  -LPr --logical --physical
# With no words, or with -p, all variables are shown.
export|readonly = read x* @by:variables
  -naA -p:secret ; it shows every variable, tokens and passwords among them
  -f:code ; it hands a function to other programs
declare|typeset|local = read x* @by:variables
  -aAgIlrtuxF +aAglrtux
  -p:secret ; it shows variables, tokens and passwords among them
  -fn:unknown ; what it refers to is not known
  -i:unknown +i ; its values are evaluated
unset = read x* @by:variables
  -fv
read = read x* @by:variables
  -areEsqAz -d= -i= -k? -n= -N= -p= -t= -u=
mapfile|readarray = read x* @by:variables
  -t -d= -n= -O= -s= -u= -c=
  -C=code ; it runs a text for each line
getopts = read x* @by:variables @first
let|integer|float = unknown x* ; its words are evaluated
alias = read
  -pLgmrs
  *[<->]* = code x* ; it gives a command another meaning
  * = read
unalias = read x*
  -ams
set = secret x* ; it sets the shell's own words, or shows every variable, tokens among them
  -abefhmnptuvxCEPT:=read +abefhmnptuvxCEPT:=read
  -o=pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber|allexport|errtrace:=read
  -o=functrace|monitor|notify|noexec|hashall|ignoreeof|physical|nolog|history|vi|emacs:=read
  +o=pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber|allexport|errtrace:=read
  +o=functrace|monitor|notify|noexec|hashall|ignoreeof|physical|nolog|history|vi|emacs:=read
shopt = read
  -supqo
  globstar|nullglob|dotglob|failglob|nocaseglob|nocasematch|extglob|inherit_errexit = read
  histappend|checkwinsize|cmdhist|lithist|checkhash|checkjobs|cdspell|dirspell|direxpand = read
  errexit|nounset|pipefail|xtrace|verbose|noglob|globskipdots|globasciiranges|huponexit = read
setopt|unsetopt|emulate = unknown x* ; it changes how the shell reads what follows
ulimit|limit|unlimit = read x*
  -HSabcdefiklmnpqrstuvwxPRT
umask = read x
  -Sp
type|whence|where = read x*
  -afpPtmsSwcv -x=
which = read x*
  -aspmwWi --all --skip-dot --skip-tilde --show-dot --show-tilde --tty-only --read-alias
  --skip-alias --read-functions --skip-functions
whereis = read x*
  -bmsuglqxaBMSf
hash|rehash = read
  -rltfv
  *[<->]* = code x* ; it gives a command another meaning
  * = read
  -p=:code ; it gives a command another meaning
jobs = read x*
  -lnprsdzZ
  -x:code ; it runs a command
fg|bg|disown = read x*
  -ahr
wait = read x*
  -nf
kill = write x* @first
  -ABCDEFGHIJKLMNOPQRSTUVWXYZ+0123456789 -s= -n= -p -q= -a --signal= --all --pid --queue=
  --timeout= --verbose
  -l:=read --list?:=read --table:=read
# Some shells evaluate these numbers, and run what stands in an index: `exit 'a[$(reboot)]'`.
return|exit|break|continue|shift|logout|times|caller|bye = read @by:status
# Lines that were typed before are shown, changed or run again.
history = secret r* ; it shows what was typed, passwords among it
  -0123456789npsiEfDr
  -c:=write -d=:=write -aw:=write ; it changes the list of lines that were typed
fc = code x* ; it runs lines again that were typed before
  -0123456789 -nrdfEiD
  -l:=secret ; it shows what was typed, passwords among it
  -s:code -e=code -ARWIPp:write
bind = read x*:code ; it ties keys to commands
  -lpPsSvVX -m= -q= -u= -r=
  -f=code -x=code
bindkey|zle|compdef|compinit|zmodload|autoload|zstyle|functions = code x*
complete|compopt = code x* ; it ties completion to commands
  -abcdefgjksuvrDEI -A= -G= -W= -P= -S= -X= -o=
  -p:=read
  -C=code -F=code
compgen = read x
  -abcdefgjksuv -A= -P= -S=
  -C=code -F=code -W=code -G=code -X=code ; what it is given is evaluated
enable = read x*:code ; it changes what a command means
  -adnps
  -f=code
help = read x*
  -dms
suspend = write ; it stops the shell
  -f
"""
