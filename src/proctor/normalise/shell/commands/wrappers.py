"""Programs that run a command that stands in their own words."""

# An option that changes the folder or the root (`sudo -D`, `env -C`) is a `dir`: paths behind it
# lead elsewhere. What is not listed makes the inner command uncertain, never a guess.
COMMANDS = r"""
sudo = privileged run* @assigns ; it runs with the rights of another user
  -AbEHknPSN -u= -g= -p= -C= -h= -r= -t= -T= -U= -D=dir --chdir=dir
  --askpass --background --preserve-env? --set-home --reset-timestamp --non-interactive
  --preserve-groups --stdin --no-update --user= --group= --prompt= --close-from= --host= --role=
  --type= --command-timeout= --other-user=
  -lvVK:query --list:query --validate:query --remove-timestamp:query
  -R=dir:unknown --chroot=dir:unknown -is:code+hides --login:code+hides ; it opens a shell
  --shell:code+hides ; it opens a shell
  -e:unknown --edit:unknown ; it edits files in a way of its own
doas = privileged run* ; it runs with the rights of another user
  -nL -u= -a= -C=:unknown -s:code+hides ; it opens a shell
su|runuser = read x* @by:su
  -lmpPfTV - -c=sh --command=sh -s=code --shell=code -g= -G= -w= --group= --supp-group=
  --session-command=sh -u= --user= --login --preserve-environment
pkexec = privileged run* ; it runs with the rights of another user
  --user= --disable-internal-agent --keep-cwd
run0 = privileged run* ; it runs with the rights of another user
  -u= -g= -D=dir --user= --group= --chdir=dir --setenv= --nice= --via-shell -i
env = read @runs @by:env ; what it is given to run stands below
env.words = secret run* @assigns @program ; it shows every variable, tokens among them
  -i0v - -u= -C=dir -a= --ignore-environment --null --debug --unset= --chdir=dir --argv0=
  --block-signal? --default-signal? --ignore-signal? --list-signal-handling -P=:unknown
  -S= --split-string=
command = read run*
  -p -vV:query
builtin = read run*
exec = read run*
  -cl -a=
time|gtime = read run*
  -pvlhaq -f= -o=w --portability --verbose --format= --output=w --append --quiet
timeout|gtimeout = read x run*
  -vpf --preserve-status --foreground --verbose -s= -k= --signal= --kill-after=
nice|gnice = read run*
  -n= -# --adjustment=
ionice = read run*
  -thV -c= -n= --ignore --class= --classdata=
  -p=:write+query -P=:write+query -u=:write+query --pid=:write+query
nohup|gnohup = read run*
stdbuf|gstdbuf = read run*
  -i= -o= -e= --input= --output= --error=
setsid = read run*
  -cfwhV --ctty --fork --wait
flock = read w run*
  -esxnuoFhV -w= -E= --exclusive --shared --nonblock --nb --unlock --close --no-fork --wait=
  --timeout= --conflict-exit-code= --verbose
  -c=sh --command=sh
script = read w sh* @by:script
  -adefqkprt -T=w -I=w -O=w -B=w -m= -E= -o= --append --flush --force --quiet --return
  --log-in=w --log-out=w --log-io=w --log-timing=w --logging-format= --echo= --output-limit=
  -c=sh --command=sh
xargs|gxargs = read run* @more
  -0rtpxo -a=r -d= -E= -e? -i? -I= -J= -l? -L= -n= -P= -R= -S= -s= --null --no-run-if-empty
  --verbose --interactive --exit --open-tty --show-limits --arg-file=r --delimiter= --eof?
  --replace? --max-lines? --max-args= --max-procs= --max-chars= --process-slot-var=
parallel = code sh* @hides ; it runs commands that it makes from its inputs
  -0kmqrtXuvz -a=r -I= -j= -n= -N= -L= -P= -d= -C= --jobs= --max-procs= --arg-file=r --keep-order
  --line-buffer --lb --ungroup --group --null --bar --progress --eta --dry-run --dryrun --halt=
  --timeout= --delay= --retries= --colsep= --delimiter= --max-args= --tag --linebuffer --will-cite
  --no-notice --verbose --joblog=w --results=w --tmpdir=n --wd=dir --workdir=dir --shuf --link
  --xapply --quote --no-run-if-empty --noswap --load= --memfree= --nice= --tty --pipe --block=
  --recstart= --recend= --trim= --line-buffered
  -S=:network --sshlogin=:network --slf=:network ; it runs on other machines
  --env= --rpl=:unknown --profile=:unknown -J=:unknown --plus --fifo --cat --tee --embed:unknown
  --sqlworker=:unknown --pipepart
watch = read sh*
  -bcdefghprtvwxC -n= -q= -s= --beep --color --differences? --errexit --chgexit --equexit=
  --interval=
  --precise --no-title --no-wrap --exec --no-rerun --follow
chroot = privileged dir run* ; it runs with another root
  --groups= --userspec= --skip-chdir -u= -g= -G= -n
unshare|nsenter|setpriv = privileged run* ; it runs with other rights
  -irRcCTfa -m? -u? -n? -p? -U? -t= -S= -G= --mount? --uts? --ipc? --net? --pid? --user? --cgroup?
  --fork --map-root-user --map-user= --target= --all --setuid= --setgid= --reuid= --regid=
  --clear-groups --init-groups --keep-groups --no-new-privs
taskset = read x run*
  -achV -p:write+query --all-tasks --cpu-list? --pid:write+query
chrt = read x run*
  -abdfhioRrvmeV -T= -P= -D= --all-tasks --batch --deadline --fifo --idle --other --rr --ext
  --reset-on-fork --verbose --max --sched-runtime= --sched-period= --sched-deadline=
  -p:write+query --pid:write+query
numactl = read run*
  -ablshHt -m= -N= -C= -i= -p= -P= --membind= --cpunodebind= --physcpubind= --interleave=
  --preferred= --localalloc --all --show --hardware --balancing --touch
prlimit = read run*
  -h -V -c? -d? -e? -f? -i? -l? -m? -n? -q? -r? -s? -t? -u? -v? -x? -y? --noheadings --raw --verbose
  -o= --output= --nofile? --nproc? --cpu? --as? --core? --data? --fsize? --memlock? --stack?
  --rss? --locks? --msgqueue? --nice? --rtprio? --rttime? --sigpending?
  -p=:write+query --pid=:write+query
setarch|linux32|linux64|i386|x86_64|i486|i586|i686 = code run* ; without a command it opens a shell
  -BFIRLSTXZv3 --addr-no-randomize --verbose --4gb --3gb --32bit --uname-2.6
uname26 = code run* ; without a command it opens a shell
  -BFIRLSTXZv3 --addr-no-randomize --verbose --4gb --3gb --32bit --uname-2.6
arch = read run* @dash
  -x86_64 -x86_64h -arm64 -arm64e -i386 -ppc -32 -64 -c -d= -arch= -h
  --x86_64 --x86_64h --arm64 --arm64e --i386 --32 --64 --arch= --c --d=
  -e=:unknown --e=:unknown ; it sets a variable for the program
busybox|toybox = read run* @first
  --list --list-full --install:write
caffeinate = read run*
  -disumh -t= -w=
xvfb-run|dbus-run-session = code run* @first @hides ; it runs another program in a way of its own
  -a
fakeroot|fakechroot|unbuffer = code run* @first @hides ; it runs another program in a way of its own
  -a
rlwrap|catchsegv|linux-run = code run* @first @hides ; it runs another program in a way of its own
  -a
strace|ltrace|dtruss|perf-trace = code run* @hides ; it runs another program and looks into it
  -fFcCdhirtTvVwxyq -e= -o=w -p= -s= -u= -E= -O= -S= -a= -P= -b= -I= -X=
systemd-run = privileged run* ; it starts a unit of the system
  -tPqGrRd -p= -u= -E= -M= -H= --user --scope --unit= --property= --setenv= --pty --wait --collect
  --slice= --same-dir --working-directory=dir --uid= --gid= --nice= --on-active= --on-calendar=
start-stop-daemon|daemonize = code run* @first @hides ; it runs another program in a way of its own
cpulimit|torify|torsocks = code run* @first @hides ; it runs another program in a way of its own
proxychains|proxychains4 = code run* @first @hides ; it runs another program in a way of its own
expect = code run* @first @hides @nohelp ; it runs what stands on its input
firejail|bwrap|proot = code run* @first @hides ; it runs another program in a way of its own
sg|newgrp|entr|watchexec = code run* @first @hides ; it runs another program in a way of its own
reflex|systemd-nspawn = code run* @first @hides ; it runs another program in a way of its own
systemd-inhibit|cgexec = code run* @first @hides ; it runs another program in a way of its own
dbus-launch|gosu|su-exec = code run* @first @hides ; it runs another program in a way of its own
setuidgid|chpst|softlimit = code run* @first @hides ; it runs another program in a way of its own
tini|dumb-init|s6-setuidgid = code run* @first @hides ; it runs another program in a way of its own
pgrep-run|dtach = code run* @first @hides ; it runs another program in a way of its own
screen = code run* @dash ; it runs another program in a terminal of its own
  -ls:=read -list:=read -v:=read
hyperfine|devbox|pee|tsp|capsh = code run* @first @hides ; it runs commands of its own
retry|with-lock-ex|setlock|run-one|run-this-one = code run* @first @hides ; it runs a command
keep-one-running|envdir|envuidgid|pipexec = code run* @first @hides ; it runs a command
flatpak-spawn|wsl|xterm|gnome-terminal|konsole|kitty = code run* @first @hides ; it runs a command
alacritty|wezterm|foot|terminator|tilix|urxvt|rxvt = code run* @first @hides ; it runs a command
ld.so|ld-linux.so.2|ld-linux-x86-64.so.2 = code run* @first @hides ; it runs a program
ld-linux-aarch64.so.1|ld-musl-x86_64.so.1 = code run* @first @hides ; it runs a program
pssh|parallel-ssh|pdsh|dsh|clush = code+network x* @first @hides ; it runs on other machines
direnv = code x* @first
  status|version|help = read x*
  exec = code r run* @first ; it loads settings that are code, and runs a command
pipenv = write+network+code x* @first @loose ; it installs packages and runs code
  run = code run* @first
abduco|zellij = code run* @first @hides ; it runs another program in a way of its own
authbind|trickle|eatmydata|faketime|nocache = code run* @first @hides ; it runs another program
logsave|annotate-output|with-contenv = code run* @first @hides ; it runs another program
winpty|sandbox-exec = code run* @first @hides ; it runs another program
sem|gparallel = code run* @first @hides ; it runs commands that it makes from its inputs
tmux = read @by:tmux
  -2CDluvNq -V:=read -S= -L= -f=r:code -c=sh -T=
  list-sessions|ls|list-windows|lsw|list-panes|lsp|list-clients|lsc|list-buffers|lsb = read
    -F= -t= -f= -ars
  display-message|display|show-options|show|show-window-options|showw|has-session|has = read x*
    -F= -t= -c= -pgsqvwA
  show-environment|showenv = secret x* ; it shows every variable, tokens among them
    -ghs -t=
  list-commands|lscm|list-keys|lsk|info|server-info = read x*
    -T= -N
  * = code x* @loose @hides ; it runs commands in other terminals
# A proxy that shortens what commands print.
rtk = read run* @exact
  -vuhV --verbose --ultra-compact --skip-env
  gain|discover|session|help|version|verify|cc-economics|hook-audit|rewrite = read x*
    -ahdwmpsf --all --history --graph --daily --weekly --monthly --quota --format= --project
    --since=
  proxy|err|test|summary = read run*
  deps = read n*
    -ahlnmdrfe --max= --level= --max-lines= --context= --file-type=
  read|json|log|smart = read r*
    -ahlnmdrfe --max= --level= --max-lines= --context= --file-type=
  config = read
    --create:write
  init|telemetry = write x* @loose
    --show:=read
noglob|nocorrect = read run*
repeat = read x run*
eval = read sh*
trap = read x*
  -lp
ssh = network @runs @by:ssh ; it runs on another machine
sshpass = network+secret run* ; it hands a password to another machine
  -ev -p= -d= -f=r -P=
sh|bash|zsh|dash|ksh|ash|rbash = read @runs @by:shell ; what it is given to run stands below
mksh|rksh|pdksh|yash|ksh93|lksh = read @runs @by:shell ; what it is given to run stands below
fish = read @by:fish ; what it is given to run stands below
csh|tcsh|rc|es|nu|xonsh|elvish|pwsh|powershell|oil|osh = code @hides ; its language is not read
  -v
ysh|ion|murex = code @hides ; its language is not read
  -v
source|. = code @by:source ; it runs a file in this shell
"""
