"""Programs that list, watch and end processes."""

COMMANDS = r"""
# Without a dash, `e` shows the environment of programs.
ps = read
  -AacdefFHhjlLMmNrSTvVwWXxyZ -E:secret -C= -G= -g= -k= -n= -O= -o= -p= -q= -s= -t= -D=
  -u=x|xw|xww|xf|xwf|xfw|xwwf|xfww|xh|xm
  -u=xe|xef|xew|xeww|xwe|xwwe|xfe|xefww|xeww|xewww|xeh:secret -u= -U=
  --Group= --User= --cols= --columns= --cumulative --context --deselect --forest --format=
  --group= --headers --info --lines= --no-headers --no-heading --noheaders --pid= --ppid=
  --quick-pid= --rows= --sid= --signames --sort= --tty= --user= --width= --heading
  *e* = secret x* ; it shows the environment of programs, where tokens are kept
  *U|*p|*q|*t|*o|*O|*k|*N|*D = read x
  [0-9]* = read
    [0-9]* = read
      [0-9]* = read
  * = read
top = read x*
  -0123456789 -abBceFHikmMqrRsStvxXA -d= -E= -n= -N= -o= -O -p= -u= -U= -l= -w? --batch --delay=
  --iterations= --pid= --sort-override= --filter-only-euser= --filter-any-user= --single-cpu-toggle
  --threads-show --idle-toggle --cmdline-toggle --secure-mode --width? --apply-defaults
htop = read
  -CMtHh -d= -F= -n= -p= -s= -u= -U --delay= --no-color --no-colour --filter= --highlight-changes?
  --no-mouse --pid= --readonly --sort-key= --tree --user? --no-unicode --max-iterations=
pgrep|pidwait = read x
  -acfhiIjklLnoqSTvwxAHQm -d= -E= -F=r -g= -G= -O= -P= -r= -s= -t= -u= -U= -M= -N= --signal=
  --count --delimiter= --list-name --list-full --full --pgroup= --group= --ignore-case --newest
  --oldest --older= --parent= --session= --terminal= --euid= --uid= --inverse --lightweight
  --exact --pidfile=r --logpidfile --ignore-ancestors --runstates= --cgroup= --ns= --nslist=
  --env= --quick
pkill = write x ; it ends programs
  -ABCDEHIKLMNQRSTVWXYZ0123456789 -cefilnovwxaqz -F=r -g= -s= -t= -u= -U= -P= -G= -d= -O=
  --signal= --echo --full --exact --ignore-case --newest --oldest --older= --parent= --session=
  --terminal= --euid= --uid= --group= --pgroup= --pidfile=r --count --inverse --ns= --nslist=
killall|killall5|skill|snice|xkill = write x* ; it ends programs
  -ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -degimlqrsvwz -n= -o= -u= -y= -t= -c= --exact
  --ignore-case --process-group --interactive --list --quiet --regexp --signal= --user= --verbose
  --wait --younger-than= --older-than= --ns= --context=
pidof = read x*
  -csqxwnz -o= -S= -d= -t -m
pwdx = read x*
pmap = read x*
  -dpqxX -A= --extended --device --quiet --show-path --range=
pstree = read x*
  -aAcghlnpstTuUSGZ -H= -N= -C= -w -f= --arguments --ascii --compact-not --color= --show-pgids
  --highlight-all --highlight-pid= --long --numeric-sort --ns-sort= --show-pids --show-parents
  --ns-changes --hide-threads --thread-names --uid-changes --unicode --vt100 --security-context
# What is tied to a file, a port, a process.
lsof = read n*
  -0123456789ablnNOPRtUvVwhXCQM -c= -d= -E -e= -F? -g? -i? -K? -L? -o? -p= -r? -s? -S? -T? -u= -x?
  -H? -f? -z? -Z? -m? -q -y
  +c= +d= +D= +E +f? +L? +m? +M? +r? +w +x?
fuser = read n*
  -acIlmMsuvz46w -n= --all --ismountpoint --list-signals --mount --namespace= --silent --user
  --verbose --ipv4 --ipv6 --inode
  -k:write -i -K:write --kill:write --interactive ; it ends programs
uptime = read
  -pshVrc --pretty --since --raw --container
w = read x
  -hsfiopuVnd --no-header --no-current --short --from --old-style --ip-addr --pids --terminal
free = read
  -bkmghltvwLV -c= -s= --bytes --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi
  --pebi --human --si --lohi --line --total --count= --seconds= --wide --committed
vmstat = read x*
  -adDfmnstwyP -p= -S= -c= --active --forks --slabs --one-header --stats --disk --disk-sum
  --partition= --unit= --timestamp --wide --no-first
iostat|cifsiostat|nfsiostat = read x*
  -cdhHkKmnNstxyzCITUuwiGMO -p? -j= -o= -g= -f= --dec? --human --pretty --compact
mpstat = read x*
  -AnuTHV -I= -N= -o= -P= --dec?
pidstat = read x*
  -dHhIlRrstUuVvwz -C= -G= -p= -T= -o= --dec? --human
sar = read x*
  -AbBCdDFHhpqrRSuvVwWyxz -I= -m= -n= -P= -f? -i= -s? -e? -j= -t --dec? --human --pretty --sadc
  --iface= --dev= --fs= --int=
  -o=w
tload|slabtop = read x
  -ohV -d= -s= --delay= --sort= --once
iotop = read
  -oPabktq -n= -d= -p= -u= --only --batch --iter= --delay= --pid= --user= --processes
  --accumulated --kilobytes --time --quiet
last|lastb = read x*
  -0123456789 -adFiRwxyT -f=r -n= -p= -s= -t= -h= --hostlast --dns --file=r --fulltimes --ip
  --limit= --present= --since= --until= --nohostname --system --fullnames --time-format= --tab
lastlog = read
  -b= -t= -u= -R= --before= --time= --user=
  -CS:write --clear:write --set:write
lastcomm|ac|sa = read x*
  -adpyz -f=r
peekfd|reptyr|gcore|process_vm_readv = privileged+secret x* ; it looks into another program
prtstat|pidtree|pslog = read x*
  -r --raw
procs = read x* @exact
  -aorstwVl -i= -W= --and --or --nor --nand --tree --watch --sorta= --sortd= --insert= --only=
  --color= --theme= --no-header --watch-interval= --thread --list
"""
