"""What a shell does itself: setting variables is harmless, evaluating them is not."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
cd /srv/app
cd -
cd
pushd /srv/app
popd
popd +1
dirs -v
pwd
pwd -P
export NAME=value
export NAME
export -n NAME
readonly NAME=1
declare NAME=value
declare -a list
declare -A map
declare -r NAME=1
declare -F
typeset -x NAME=1
local name=1
unset NAME
unset -f name
unset 'list[0]'
read -r line
read -rp 'Name: ' name
read -a list
read -t 5 -n 1 key
mapfile -t lines
readarray -d '' -t files
getopts ab:c opt
alias
alias ll
alias -p
unalias ll
set -e
set -euo pipefail
set +x
set -o errexit
shopt
shopt -s globstar
shopt -u nullglob
ulimit -a
ulimit -n 4096
umask
umask 022
umask -S
type -a ls
which -a python3
whence -v ls
whereis -b ls
hash
hash -r
hash git
jobs -l
fg %1
bg
disown -a
wait
wait -n
kill -l
kill -l 9
kill --list
return 1
exit 0
break
continue 2
shift
times
caller 0
bind -p
complete -p
compgen -c
compgen -A function
enable
enable -a
help cd
logout
[read secret]
export
export -p
declare -p
readonly
typeset
[secret]
set
set -- a b
[write]
kill 1234
kill -9 1234
kill -TERM 1234
kill -KILL 1234
kill -s HUP 1234
kill 1234 -l
suspend
[secret]
history
history 20
fc -l
fc -ln 1 20
[write]
history -c
history -w
history -d 5
[read write]
[code]
alias ls=rm
alias a=b c=d
hash ls=/srv/x
fc
fc -s
fc -e vim
complete -F name cmd
complete -C ./x cmd
bindkey x
[read code]
hash -p ./x ls
jobs -x ./x
bind -x x
bind -f keys
bind '"x": y'
enable -f ./x.so name
enable -n echo
compgen -W words
compgen -C ./x
compgen -F name
mapfile -C ./x -c 1 lines
export -f name
[read unknown]
export PATH=/srv/x
export LD_PRELOAD=/srv/x.so
declare -n name=other
declare -i name=1
declare -a 'list=($(reboot))'
export 'a[$(reboot)]=1'
unset 'a[$(reboot)]'
read 'a[$(reboot)]'
read PATH
read -a PATH
mapfile PATH
getopts ab PATH
shopt -s expand_aliases
shopt -s globstar nullglob
wait -p name
unset -n name
[secret unknown]
set -k
set -o keyword
[unknown]
let x=1
setopt shwordsplit
[read]
exit 1
return 2
export COLUMNS=200
declare SECONDS=0
[read unknown]
exit 'a[$(id)]'
return 'a[`id`]'
shift 'a[$(id)]'
export RANDOM='a[$(id)]'
readonly OPTIND='a[$(id)]'
declare SECONDS='a[$(id)]'
typeset SRANDOM=x
export HISTSIZE='a[$(id)]'
read OPTIND
mapfile RANDOM
getopts x SECONDS
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
