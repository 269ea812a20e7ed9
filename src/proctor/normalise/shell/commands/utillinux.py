"""The programs of util-linux and bsdmainutils for text, messages and lists of the system."""

COMMANDS = r"""
getopt = read x* @first
  -aquT -l= -n= -o= -s= --alternative --longoptions= --name= --options= --quiet --quiet-output
  --shell= --test --unquoted
mcookie = read
  -v -f=r -m= --file=r --max-size= --verbose
uuidgen = read
  -rtmsx6 -n= -N= -C= --random --time --md5 --sha1 --namespace= --name= --hex --count=
  --time-v6 --time-v7
uuidparse = read x*
  -Jnr -o= --json --noheadings --output= --raw
namei = read n*
  -lmnovxZ --long --modes --owners --nosymlinks --vertical --mountpoints --context
rename|prename|file-rename|perl-rename = write+code x* ; it renames files, perhaps by a program
  -nvfsolai0de -E=code
mountpoint = read n
  -dnqx --fs-devno --quiet --devno --nofollow
findmnt = read n*
  -AabcCDdefhiJklmnPpqrsuUvxzy -F=r -M=n -N= -O= -o= -S=n -T=n -t= -w= -H= -Q= -I --all --ascii
  --noheadings --json --list --df --tree --uniq --real --raw --pairs --output= --output-all
  --source=n --target=n --types= --options= --mountpoint=n --fstab --mtab --kernel --verify
  --evaluate --first-only --invert --submounts --nofsroot --notruncate --bytes --canonicalize
  --tab-file=r --poll? --timeout= --task= --pseudo --shadowed --hyperlink? --filter= --verbose
  --deleted --direction= --cascade --vfs-all --dfi --id= --uniq-id= --show-parent
findfs = read x
lslogins = read x*
  -acefGLnprsuzZy -g= -l= -o= -w=r --acc-expiration --colon-separate --export --failed
  --supp-groups --groups= --last --logins= --newline --noheadings --notruncate --output=
  --output-all --pwd --raw --system-accs --time-format= --user-accs --print0 --wtmp-file=r
  --btmp-file=r --json --shell
lsns = read x*
  -JlnrTuWP -o= -p= -t= --json --list --noheadings --output= --output-all --task= --raw
  --notruncate --nowrap --tree? --type= --persistent --filter=
lslocks = read
  -bHiJnru -o= -p= --bytes --json --noinaccessible --noheadings --output= --output-all --pid=
  --raw --notruncate --list-columns
lsipc = read
  -mqsgceJlnrtzbPy -i= -o= --shmems --queues --semaphores --global --creator --export --json
  --list --newline --noheadings --notruncate --output= --raw --time --time-format= --id=
  --bytes --numeric-perms
lsfd = read x*
  -lJnruC -i? -p= -o= -Q= -c= --threads --json --noheadings --output= --raw --notruncate --pid=
  --inet? --filter= --counter= --summary?
lsmem = read
  -aJnPrbs -o= -S= --all --bytes --json --noheadings --pairs --raw --output= --output-all
  --split= --sysroot=n --summary?
lsirq = read
  -JPnSs -o= -t= -C= --json --pairs --noheadings --output= --sort= --softirq --threshold=
  --cpu-list=
lscpu = read
  -abcJryxBH -e? -p? -C? -s=n --all --online --bytes --offline --json --extended? --parse?
  --caches? --output-all --physical --raw --sysroot=n --hex --hierarchic? --annotate?
  --hyperlink?
ipcs = read
  -mqsactulpbT -i= --shmems --queues --semaphores --all --creator --limits --pid --time
  --summary --human --bytes --id=
ipcrm = write x* ; it removes memory that programs share
  -a? -M= -m= -Q= -q= -S= -s= --all? --shmem-key= --shmem-id= --queue-key= --queue-id=
  --semaphore-key= --semaphore-id=
fincore = read n*
  -bcJnrR -o= --bytes --json --noheadings --output= --output-all --raw --total
hardlink = write+deep w* ; it joins files that are the same
  -cfmopqtvOxXF -b= -i= -r= -s= -S= -y= -d -n:=read --dry-run:=read --content --force --maximize
  --minimize --quiet --ignore-owner --ignore-mode --ignore-time --verbose --include= --exclude=
fallocate = write w
  -cdinpvwxz -l= -o= --collapse-range --dig-holes --insert-range --keep-size --length= --offset=
  --punch-hole --verbose --posix --zero-range
logger = write x* ; it writes into the system's log
  -deisS -p= -t= -f=r --id? --priority= --tag= --file=r --stderr --prio-prefix --size=
  --journald? --msgid= --no-act:=read -u=n --socket=n --octet-count --rfc3164 --rfc5424?
  -n=url --server=url -P= --port= -TA --udp --tcp
scriptreplay|scriptlive = code r* @hides ; it plays a recording, commands among it
  -t= -T= -I= -B= -d= -m= --timing= --divisor= --maxdelay=
waitpid = read x*
  -ve -t= -c= --exited --timeout= --count= --verbose
renice = write x* ; it changes the priority of programs
  -n= -p -g -u -# --priority= --relative= --pid --pgrp --user
uclampset|coresched|enosys|pipesz = code x* @first @hides ; it runs another program
choom = write run* ; it changes which programs are ended first
  -n= -p=:query --adjust= --pid=:query
setterm = write x* ; it changes the terminal
readprofile = read
  -aisv -m=r -p=r
isosize = read n*
  -x -d= --sectors --divisor=
chmem|ctrlaltdel|pivot_root|switch_root|fsfreeze|rtcwake|tunelp|ldattach|cytune = privileged x*
irqtop = read
  -JbS -o= -s= -d= -c= -n= -t= -C= --batch --json
utmpdump = read r
  -fr --follow --reverse
  -o=w --output=w
lastlog2 = read
  -as -b= -t= -u= -d=r --active --before= --time= --user= --service
  -C:write --clear:write -S:write
"""
