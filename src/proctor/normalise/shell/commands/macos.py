"""What macOS brings along: settings, services, packages, keychains."""

COMMANDS = r"""
defaults = write @dash
  -currentHost -host= -g -globalDomain
  read|read-type|domains|find|help = read r* @dash
    -g -globalDomain -app= -currentHost
  export = write x w ; it writes a file of settings
  write|import|rename|delete|delete-all = write x* @dash ; it changes settings
    -g -globalDomain -app= -string= -data= -int= -integer= -float= -bool= -boolean= -date= -array
    -array-add -dict -dict-add
plutil = read r* @dash @by:plist
  -p -lint -help -h -type= -s -e= -r -n -expect= -o=- -o=w
  -convert= -extract= -create= -insert= -replace= -remove= -append
  -string= -integer= -float= -bool= -xml= -json= -date= -data= -array -dictionary
PlistBuddy = read r @by:plist
  -x -c= -l -h
mdls = read n* @dash
  -name= -raw -r -nullMarker= -n= -plist=- -plist=w -p=- -p=w
mdfind = read x* @dash
  -live -count -onlyin= -name= -literal -interpret -0 -s= -attr= -reprint
mdutil = privileged x*
  -s:=read -L:=read -avt
  -E:privileged -X:privileged -i=:privileged -d:privileged -p:privileged -P:privileged -V=
mdimport = write r* @dash ; it adds files to the index
  -t:=read -L:=read -X:=read -A:=read -e:=read -h:=read
  -d= -d1 -d2 -d3 -d4 -n -p -r:write -i:write -o=w:write -g=code -m -y= -u=
mddiagnose = write x*
open = code r* ; it starts a program
  -R:=read ; it shows the file in the Finder
  -a=:code -b=:code -etfFWgjnh -s= -u=:code --args --env= --stdin=r --stdout=w:write
  --stderr=w:write --arch=
osascript|osacompile|jxa|automator|osadecompile = code code ; it runs a script
  -e=:code -l= -i -s= -o=w
shortcuts = code x*
  -h:=read
  list|help = read x*
    -f= --folders --folder-name= --show-identifiers
  view|sign = write x*
pbcopy = write @nohelp ; it replaces what is on the clipboard
  -h
pbpaste = read @dash
  -pboard= -Prefer= -help
say = read x*
  -v= -r= -f=r -a= -n= -i? --voice= --rate= --input-file=r --audio-device= --interactive? --progress
  --bit-rate= --channels= --quality= --file-format= --data-format= --list-devices
  -o=w --output-file=w --network-send=:network
screencapture = write w*
  -BCDEHIKLMNPRSTUVWXZabcdefghijklmnopqrstuvwx
sw_vers = read @dash
  -productName -productVersion -productVersionExtra -buildVersion
  --productName --productVersion --productVersionExtra --buildVersion
system_profiler = read x* @dash
  -listDataTypes -xml -json -detailLevel= -timeout= -nospawn -usage
scutil = write x* ; it opens the settings of the system
  --dns:=read --proxy:=read --get=:=read -r:network --nwi:=read -w=:=read --nc:unknown -h:=read
  --advice:=read --error=:=read --advisory=:=read --prefs:write --set=:privileged
  --renew=:privileged -t= -W -d -v
  --allow-new-interfaces
  -p -q
networksetup = privileged x* @dash
  -getcomputername:=read -getinfo:=read -getdnsservers:=read -getsearchdomains:=read
  -getmacaddress:=read -getMACaddress:=read -getcurrentlocation:=read -getwebproxy:=read
  -getsecurewebproxy:=read -getftpproxy:=read -getstreamingproxy:=read -getgopherproxy:=read
  -getsocksfirewallproxy:=read -getproxybypassdomains:=read -getpassiveftp:=read
  -getproxyautodiscovery:=read -getautoproxyurl:=read -getairportnetwork:=read
  -getairportpower:=read -getmedia:=read -getMTU:=read -getmtu:=read -getadditionalroutes:=read
  -getv6additionalroutes:=read -getnetworkserviceenabled:=read -getdhcpclientid:=read
  -getallcurrentlocations:=read -get1xprofile:=read -listallnetworkservices:=read
  -listallhardwareports:=read -listnetworkserviceorder:=read -listlocations:=read
  -listnetworklocations:=read -listvalidmedia:=read -listvalidMTUrange:=read -listVLANs:=read
  -listdevicesthatsupportVLAN:=read -listBonds:=read -listbonds:=read -listpppoeservices:=read
  -listpreferredwirelessnetworks:=read -listallowedwirelessnetworks:=read -isBondSupported:=read
  -isbondsupported:=read -showBondStatus:=read -showbondstatus:=read -showpppoestatus:=read
  -listdevicesthatsupportvlan:=read -listvlans:=read -listvalidmturange:=read
  -getv6info:=read -listalllocations:=read -getlocation:=read -listMTUs:=read
  -list8021xProfiles:=read -list8021xprofiles:=read -listuser8021xprofiles:=read
  -version:=read -help:=read -printcommands:=read
  -setdnsservers:privileged -setsearchdomains:privileged -setmanual:privileged -setdhcp:privileged
  -setairportpower:privileged -setairportnetwork:privileged -setwebproxy:privileged
  -setwebproxystate:privileged -setsecurewebproxy:privileged -setsecurewebproxystate:privileged
  -setsocksfirewallproxy:privileged -setsocksfirewallproxystate:privileged
  -setcomputername:privileged
  -setautoproxyurl:privileged -setautoproxystate:privileged -setproxybypassdomains:privileged
  -setnetworkserviceenabled:privileged -setv6off:privileged -setv6automatic:privileged
  -setMTU:privileged -switchtolocation:privileged -ordernetworkservices:privileged
systemsetup = privileged x* @dash
  -getdate:=read -gettime:=read -gettimezone:=read -listtimezones:=read -getusingnetworktime:=read
  -getnetworktimeserver:=read -getsleep:=read -getcomputersleep:=read -getdisplaysleep:=read
  -getharddisksleep:=read -getwakeonmodem:=read -getwakeonnetworkaccess:=read
  -getrestartpowerfailure:=read -getrestartfreeze:=read -getremotelogin:=read
  -getremoteappleevents:=read -getcomputername:=read -getlocalsubnetname:=read
  -getstartupdisk:=read -liststartupdisks:=read -getkernelbootarchitecturesetting:=read
  -getallowpowerbuttontosleepcomputer:=read -printCommands:=read -printcommands:=read -help:=read
  -getWaitForStartupAfterPowerFailure:=read -version:=read
  -settimezone:privileged -setremotelogin:privileged -setdate:privileged -settime:privileged
  -setnetworktimeserver:privileged -setusingnetworktime:privileged -setcomputername:privileged
launchctl = code ; it reads commands from its input
  list|print|print-cache|print-disabled|blame|version|help|manager* = read x*
    -x
  dumpstate|procinfo = secret x* ; it shows the variables of programs, tokens among them
    -x
  dumpjpcategory|resolveport|plist|hostinfo|error|variant|getrusage = read x*
    -x
  getenv = read
    *TOKEN*|*SECRET*|*PASS*|*KEY*|*CRED*|*AUTH*|*DSN*|*_URL|*_URI|*_PAT|OP_SESSION* = secret
    * = read
  limit = read x x*:privileged
  start|stop|remove|kickstart|kill|enable|disable|boot*|load|unload = write+code x* @dash
    -w -F -S= -D= -k -p -s
  submit|asuser|bsexec|debug|attach|reboot|config|setenv|unsetenv|umask = write+code x*
  userswitch|chroot|bslist|bstree = privileged+code x*
security = write
  -lqv -p= -h:=read -i:code
  help|error|list-smartcards|requirement-evaluate = read x*
    -0123456789
  leaks = read @dash
    -h -cycles -nocontext -nostacks
  get-identity-preference = read
    -pcZ -s=
  find-certificate = read x*
    -ampZ -c= -e=
  find-identity = read x*
    -v -p= -s=
  authorizationdb = privileged x*
    read = read x*
  show-keychain-info|dump-trust-settings|verify-cert|find-key|translocate-* = read x*
    -sdaqLlubCNP -t= -k= -p= -c=n -r=n -n= -R= -v -A= -j= -D= -e= -i=
  translocate-create = write x*
  cms = write+secret x*
    -D:=read -n -i=r -o=w:write -h= -u= -k=
  find-generic-password|find-internet-password = read x*
    -a= -s= -l= -D= -c= -C= -G= -j= -r= -P= -p= -t= -d= -q
    -w:secret -g:secret ; it shows the password
  list-keychains|default-keychain|login-keychain = read x*
    -d=
    -s:write ; it changes which keychain is used
  dump-keychain|export = secret x* ; it shows what a keychain holds
    -adir -k= -t= -f= -w -p -P= -o=w:write
  unlock-keychain|authorize|execute-with-privileges = privileged x*
    -u -p=
  delete-keychain = write x* ; it deletes a keychain with all its passwords
  add-*|set-*|create-*|delete-*|remove-*|lock-keychain|import|trust-*|user-trust-* = write x* @dash
    -a= -s= -w= -U -l= -c= -k= -T= -A -D= -j= -r= -d -p= -t= -P= -x -u= -f= -Z= -h=
codesign = write w* @dash ; it signs programs
  # Bundles of its flags are listed one by one.
  -d:=read -dv:=read -dvv:=read -dvvv:=read -dvvvv:=read -dr=-:=read --display:=read -v:=read
  -vv:=read
  -dvvvvv:=read -dvvvvvv:=read -r=- -vvv:=read -vvvv:=read --verify:=read -h:=read
  --validate-constraint:=read
  --verbose? --deep --strict? -R= --requirements=- --requirements=w:write -r- --arch= -a= --xml
  --hosted
  --entitlements=- --entitlements=w:write --test-requirement= --all-architectures -i= --identifier=
  --check-notarization --file-list=- --file-list=w:write --extract-certificates:write --prefix=
  --ignore-resources --no-strict --pid= --bundle-version=
  -s=:write --sign=:write -f:write --force:write --remove-signature:write --timestamp -o= --options=
  --preserve-metadata= -fs=:write -D= --dryrun --keychain=r --runtime-version= --continue
spctl = privileged x* @dash
  --assess:=read -a:=read -av:=read -avv:=read -avvv:=read -avvvv:=read --status:=read --list:=read
  -h:=read --test-devid-status:=read -v -vv -vvv -vvvv --verbose? -t= --type=
  --ignore-cache --raw --context= --continue --no-cache --label= --rule=
  --master-disable:privileged --master-enable:privileged --global-disable:privileged
  --add:privileged
  --global-enable:privileged --enable:privileged --disable:privileged --remove:privileged
  --reset-default:privileged
  kext-consent|developer-mode = privileged x*
    status|list = read
csrutil = privileged x*
  status|report|authenticated-root = read
    status = read
    enable|disable = privileged x*
  netboot = privileged x*
    list = read
pkgutil = write x*
  --pkgs?:=read --packages:=read --pkgs-plist:=read --files=:=read --lsbom=:=read --groups:=read
  --groups-plist:=read --group-pkgs=:=read --pkg-info=:=read --pkg-info-plist=:=read
  --pkg-groups=:=read --file-info=:=read --file-info-plist=:=read --export-plist=:=read
  --check-signature=:=read --payload-files=:=read --verify=:=read -h:=read
  -fv --force --verbose --volume= --edit-pkg= --only-files --only-dirs --regexp
  --bom=:write --expand=:write --expand-full=:write --flatten=:write --flatten-full=:write
  --forget=:write --unlink=:write --learn=:write --repair=:write
softwareupdate = write+privileged x*
  -l:=read --list:=read --history:=read --dump-state --schedule:privileged --all
  -i:privileged -d:write --install:privileged --download:write --background:privileged
  -arR -h:=read --no-scan --list-full-installers:=read --verbose --product-types=
installer = write+privileged+code x* @dash ; it installs a package
  -pkginfo:=read -dominfo:=read -volinfo:=read -query=:=read -vers:=read -config:=read
  -pkg=r -package=r -target=:write -store -verbose -verboseR -dumplog -plist -lang=
profiles = privileged x* @dash
  help|list|show|status|validate|version = read x*
    -verbose -v -type= -user= -output=stdout|stdout-xml -output=w:write -o=stdout|stdout-xml
    -o=w:write -all -path=r -identifier= -cached
  -L:=read -P:=read -C:=read -H:=read -e:=read -h:=read -l:=read -Lv:=read -Pv:=read -Cv:=read
  -v
dscl = privileged x* @dash
  -p -u= -P= -f= -q -raw -plist -url
  .|/Search|/Local/Default|localhost|/Search/Contacts|/Active*|/LDAP* = privileged x* @dash
    -read:=read -readall:=read -readpl:=read -list:=read -search:=read -ls:=read -cat:=read
    -diff:=read -readpli:=read -raw -plist -url
    -create:privileged -delete:privileged -append:privileged -merge:privileged -passwd:privileged
    -change:privileged -changei:privileged -createpl:privileged -deletepl:privileged
    read|readall|readpl|readpli|list|search|ls|cat|diff|help = read x*
dscacheutil = read x* @dash
  -q= -a= -cachedump -buckets -entries= -configuration -statistics -h
  -flushcache:write ; it empties the cache of names
dseditgroup = privileged x*
  -o=read|checkmember:=read -m= -n= -u= -p -P= -q -v -t= -f= -i= -g= -r= -k= -c= -s= -S= -L
  -o=create|delete|edit:privileged -a=:privileged -d=:privileged
sysadminctl|dsenableroot|createhomedir|dsconfigad|dsconfigldap = privileged x*
fdesetup = privileged+secret x*
  status|list|version|help|isactive|haspersonalrecoverykey|hasinstitutionalrecoverykey = read x*
  supportsauthrestart|usingrecoverykey|validaterecovery = read x*
tccutil = privileged x*
  list = read
"""
