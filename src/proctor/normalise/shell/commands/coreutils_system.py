"""The small programs that tell the time, the machine, the user and the terminal."""

COMMANDS = r"""
# What is no format (`+%F`) would set the clock.
date|gdate = read x*:privileged ; it sets the clock
  -uRn -I? -j:=read -d= -r=n -v= -f=r -z= --date= --debug --file=r --iso-8601? --rfc-email
  --rfc-822 --rfc-2822 --rfc-3339= --reference=n --utc --universal --resolution
  +%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_[("'./\-#@,{?
  -s=:privileged --set=:privileged -t=:privileged ; it sets the clock
sleep|gsleep = read x*
uname|guname = read
  -abiKmnoprsUv --all --kernel-name --nodename --kernel-release --kernel-version --machine
  --processor --hardware-platform --operating-system
hostname = read x:privileged ; it renames the machine
  -aAdfiIsyv --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short
  --yp --nis --verbose
  -F=:privileged -b:privileged --file=:privileged --boot:privileged ; it renames the machine
domainname|nisdomainname|ypdomainname = read x:privileged ; it renames the machine
dnsdomainname = read
  -v
hostid|logname|whoami = read
nproc|gnproc = read
  --all --ignore=
getconf = read x*
  -a -v=
tty = read
  -s --silent --quiet
stty = read x*:write ; it changes the terminal
  -ag --all --save -F=n --file=n
  size|speed = read
tput = read x*
  -SVx -T=
clear = read
  -Vx -T=
reset = read
tset = read x
  -cIqQrsVw -e? -i? -k? -m=
tabs = read x*
  -0123456789, -T=
locale = read x*
  -acmkvh --all-locales --charmaps --category-name --keyword-name --verbose
localedef = write w*
  -cv -f= -i=r -u=r --list-archive:=read -A=r
locale-gen|update-locale = write+privileged x* ; it changes the system's settings
  -a --purge --keep-existing --lang --no-archive
units = read x*
  -1htvqscm -d= -e -f=r -o= -u= -S -p --verbose --terse --strict --one-line --exponential
  --digits= --output-format= --compact --check --conformable --list-units --silent --quiet
id = read x*
  -aAFGgnPpruzZ --context --group --groups --name --real --user --zero
groups|users|ggroups = read x*
who|gwho = read r*
  -abdHlmpqrstTuw --all --boot --dead --heading --login --lookup --process --count --runlevel
  --short --time --mesg --message --writable --users
pinky = read x*
  -bfhilpqsw --lookup
printenv|gprintenv = secret ; it shows every variable, tokens and passwords among them
  -0 --null
  *TOKEN*|*SECRET*|*PASS*|*KEY*|*CRED*|*AUTH* = secret x* ; it may show a token or a password
  *token*|*secret*|*pass*|*key*|*cred*|*auth*|*DSN*|*_URL|*_URI = secret x* ; it may show a token
  *_PAT|OP_SESSION*|BW_SESSION*|*COOKIE*|*JWT*|*WEBHOOK* = secret x* ; it may show a token
  *CONNECTION*|*BEARER* = secret x* ; it may show a token
  * = read
echo|gecho = read @by:as_text
printf|gprintf = read @by:printf
true|false|:|gtrue|gfalse = read @by:as_text
test|[|[[|gtest|g[ = read @by:conditions
"""
