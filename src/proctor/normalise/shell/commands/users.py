"""Users, groups, passwords and rights to files."""

COMMANDS = r"""
getent = read @first
  -i --no-idn --no-addrconfig
  -s=files|compat|systemd|sss|ldap|dns|myhostname --service=files|compat|systemd|sss|ldap|dns
  -s=code --service=code ; it loads a library of that name
  passwd|group|services|protocols|rpc|ethers|netgroup|initgroups|aliases|networks = read x*
  hosts|ahosts|ahostsv4|ahostsv6 = read x*:network ; it asks a name server
  shadow|gshadow = secret x* ; it shows the hashes of passwords
passwd = privileged+write x* ; it changes a password
  -hkq -r= -R= -P= --quiet -deluw:write -i=:write -n=:write -x=:write --delete:write
  --expire:write --lock:write --unlock:write --inactive=:write
  --mindays=:write --maxdays=:write --warndays=:write --repository= --root= --stdin
  -S:=read -a --status:=read --all
chage = privileged+write x ; it changes when a password ends
  -i -R= -d=:write -E=:write -I=:write -m=:write -M=:write -W=:write
  -l:=read --list:=read --iso8601
useradd|usermod|adduser|addgroup|groupadd|groupmod|newusers|gpasswd|groupmems = privileged+write x*
  -DFGKMNSUaflmorsv -b= -c= -d= -e= -g= -u= -p= -A= -L --home= --shell= --uid= --gid= --groups=
  --create-home --no-create-home --system --ingroup --disabled-password --disabled-login --gecos=
  --append --comment= --group --expiredate= --password= --user-group --no-user-group --login=
userdel|deluser|groupdel|delgroup = privileged+write x* ; it deletes a user or a group
  -frZ -R= --remove --force --remove-home --remove-all-files --system --only-if-empty
chpasswd|chgpasswd|smbpasswd|saslpasswd2|pdbedit = privileged+write x* ; it changes a password
chsh|chfn = privileged+write x* ; it changes a user
  -l:=read --list-shells:=read -s=:write -u --shell=:write
pwck|grpck = privileged+write x*
  -r:=read -q --read-only:=read --quiet
pwconv|pwunconv|grpconv|grpunconv|vipw|vigr = privileged+write x* ; it changes the list of users
faillog|pam_tally2|faillock = privileged+read x*
visudo = privileged+code x* ; it opens an editor on the rights of users
  -q -f=r -x=- -x=w --export=- --export=w --file=r --quiet -s --strict
  -c:=read --check:==read
login|sulogin|ksu|sux|gksu|kdesu|sudoedit = privileged+code x* ; it becomes another user
getsubids|lsgroups|lid|members|listusers = read x*
  -g -an
newuidmap|newgidmap = privileged x*
# Rights to files.
getfacl = read n*
  -acdeEnpRLPst --access --default --omit-header --all-effective --no-effective
  --skip-base --recursive --logical --physical --tabular --numeric --absolute-names
setfacl = write w* ; it changes who may use a file
  -bdknvHLP -m= -x= -M=r -X=r -R:deep --recursive:deep --modify= --remove= --modify-file=r
  --remove-file=r --set= --set-file=r --remove-all --remove-default --default --mask --no-mask
  --logical --physical
  --restore=r:write --test
lsattr = read n*
  -adlpRvV
chattr = write+privileged x w* ; it changes what may be done to a file
  -R:deep -Vf -aAcCdDeFijmPsStTuxE -v= -p= +aAcCdDeFijmPsStTuxE
  given -a -A -c -C -d -D -e -F -i -j -m -P -s -S -t -T -u -x -E +a +A +c +C +d +D +e +F +i +j
chflags = write+privileged x w* ; it changes what may be done to a file
  -fhHLPvx -R:deep
getcap = read n*
  -nrvh
setcap = privileged+write x w* ; it gives a program more rights
  -qrvnhf
getpcaps|pscap|filecap|netcap|captest = read x*
  -ad --iab --legacy --verbose
getfattr = read n*
  -dhRLP -n= -e= -m= --name= --dump --encoding= --no-dereference --match= --absolute-names
  --only-values --recursive --logical --physical
setfattr = write w*
  -h -n= -v= -x= --name= --value= --remove= --no-dereference --restore=r --raw
attr = write x*
  -LqRS -l:=read -g=:=read -s=:write -V= -r=:write
# Mandatory access control.
getenforce|selinuxenabled|matchpathcon|getsebool|seinfo|sesearch|aa-enabled = read x*
  -aAbdxnVNqm --all --allow -p=r -f=r -s= -t= -c=
sestatus|aa-status|apparmor_status = read
  -bv --verbose --json --pretty-json --enabled --profiled --complaining --enforced --count
setenforce|setsebool|semanage|restorecon|fixfiles = privileged+write x* ; it changes who may do what
  -aDFilmnPprRvV -t= -f=r
semodule|audit2allow|chcat|load_policy = privileged+write x* ; it changes who may do what
aa-enforce|aa-complain|aa-disable|apparmor_parser = privileged+write x* ; it changes who may do what
aa-genprof|aa-logprof|aa-teardown|setfiles = privileged+write x* ; it changes who may do what
aa-exec|runcon|sandbox = code run* @first @hides ; it runs another program with other rights
ausearch|aureport = read x*
  -aceghilnoprstuwx -k= -m= --start= --end= --interpret --summary --raw --format= --input=r
auditctl = privileged+write x* ; it changes what the system records
  -l:=read -s:=read
"""
