"""What macOS brings along: disks, backups, files, media, and tools for developers."""

COMMANDS = r"""
diskutil = privileged
  list|info|information|activity|listFilesystems|listfilesystems|help = read x* @dash
    -plist -all
  apfs|ap = privileged
    list* = read x* @dash
      -plist
    deleteContainer|eraseVolume|deletecontainer|erasevolume = destroy-outside x* ; it erases a disk
    deleteVolume|deletevolume|deleteVolumeGroup = destroy-outside x* ; it erases a volume
    help = read
    * = privileged x*
  appleRAID|coreStorage|cs|ar|appleraid|corestorage|image = privileged
    list|info|information = read x* @dash
      -plist
    delete|deleteVolume|deleteLVG = destroy-outside x* ; it erases a disk
    * = privileged x*
  umount*|unmount*|mount|mountDisk|eject|rename* = write+privileged x*
  verifyVolume|verifyDisk|verifyvolume|verifydisk|listClients|listclients = read x*
  repair*|verifyPermissions|resetUserPermissions|enable*|disable*|moveJournal = privileged x*
  eraseDisk|eraseVolume|reformat|eraseOptical = destroy-outside x* ; it erases a disk
  zeroDisk|randomDisk = destroy-outside x* ; it erases a disk
  secureErase|partitionDisk|erasedisk|erasevolume|zerodisk = destroy-outside x* ; it erases a disk
  addPartition|splitPartition|mergePartitions|resizeVolume|splitpartition = privileged x*
hdiutil = write
  -v
  help|info|imageinfo|isencrypted|pmap|verify|checksum|plugins|hfsanalyze|fsid = read r* @dash
    -plist -verbose -quiet -debug -type= -format -checksum -simple -standard -diagnostic -complete
    -encryption= -stdinpass -srcimagekey= -shadow
  attach|mount|mountvol|detach|eject|unmount|create|convert|resize|compact|segment = write x* @dash
    -size= -srcfolder=r -o=w -ov -format= -volname= -fs= -readonly -nobrowse -mountpoint=w -force
  makehybrid|*flatten|udif*|chpass|burn|internet-enable|erasekeys = write x* @dash
    -o=w -iso -joliet -hfs
tmutil = privileged
  help|version|destinationinfo|latestbackup|listbackups|machinedirectory|isexcluded|status = read x*
    -Xtm -P= -d=
  compare|calculatedrift|uniquesize|verifychecksums|currentphase = read x*
    -aEmgstuvnX@cdefl -D= -I=
  listlocalsnapshots|listlocalsnapshotdates|printmachineinfo = read x*
  delete|deletelocalsnapshots|deleteinprogress = destroy-outside x* ; it deletes backups
    -d= -t= -p=
  thinlocalsnapshots = destroy-outside x* ; it deletes backups
    -d= -t= -p=
  restore = write r* w ; it puts files back over those of today
    -v
  addexclusion|removeexclusion|startbackup|stopbackup|enable|disable|setdestination = privileged x*
    -pvabr -d=
  removedestination|setquota|inheritbackup|associatedisk|localsnapshot|snapshot = privileged x*
pmset = privileged x*
  -g:=read
  -abcu:privileged
ioreg = read x*
  -abfhilrsStxy -c= -d= -k= -n= -p= -w=
kextstat = read x*
  -akl -b= --bundle-id= --list-only
kextcache|trimforce|bless|asr = privileged x*
  -info:=read --info:=read
kmutil = privileged x*
  showloaded|inspect|check|find|log|print-diagnostics|libraries = read x*
    --list-only -b= --bundle-identifier= --show= --sort -V= --variant-suffix=
nvram = read x*:privileged
  -px -f=r:privileged -c:privileged -d=:privileged -s:privileged
sips = read r* @dash
  -g= --getProperty= -1 -h --help -H --helpProperties --verify --formats --oneLine -v --version
  --debug
  -i:write --addIcon:write -s=:write --setProperty=:write -d=:write --deleteProperty=:write -x=w
  --extractProfile=w -e=r:write --embedProfile=r:write -E=r:write --embedProfileIfNone=r:write
  -m=r:write --matchTo=r:write -M=:write --matchToWithIntent=:write -X=:write --extractTag=:write
  --deleteColorManagementProperties:write -r=:write --rotate=:write -f=:write --flip=:write
  -c=:write --cropToHeightWidth=:write -p=:write --padToHeightWidth=:write -z=:write -Z=:write
  --resampleHeightWidth=:write --resampleHeightWidthMax=:write --resampleWidth=:write
  --resampleHeight=:write -o=w --out=w -j=code --js=code --cropOffset= --padColor=
  --optimizeColorForSharing:write --deleteTag=:write --loadTag=:write ; it changes the picture
textutil = read r* @dash
  # The last of these counts; `-convert` beside each file, `-stdout` only shows.
  -convert=:=write -cat=:=write -stdout:=read
  -info -help -font= -fontsize= -format= -encoding= -inputencoding= -extension= -output=w:write
  -stdin -strip -title= -author= -subject= -keywords= -noload -nostore -baseurl=url -timeout=
  -textsizemultiplier= -excludedelements= -prefixspaces=
qlmanage = code r* @dash ; it loads previewers
  -p:=read -t:=read -m:=read -h:=read -x -i -s= -f= -c= -z -d= -o=w:write -r:write -g=code
afplay|afinfo|afclip = read r*
  -abdhix -v= -t= -r= -q=
afconvert|afhash|auval = write r* w
xattr = read n*
  -lprsvxz -h
  -w:write -d:write -c:write ; it changes the attributes of files
GetFileInfo = read n*
  -admtcP
SetFile|mkfile|DeRez|Rez|SplitForks|FixupResourceForks = write w*
  -RfhvxHLPn -c= -a= -d= -m= -t=
ditto = write r* w
  -cxkXVvzj --rsrc --norsrc --extattr --noextattr --keepParent --sequesterRsrc --arch= --bom=r
  --zlibCompressionLevel= --hfsCompression --nohfsCompression --qtn --noqtn --acl --noacl --password
lipo = write r* @dash
  -info:=read -archs:=read -detailed_info:=read -verify_arch:=read -help:=read -version:=read
  -create:write -output=w:write -thin=:write -extract=:write -extract_family=:write -remove=:write
  -replace=:write -arch=
otool|llvm-otool|dyld_info|unwinddump|pagestuff = read r* @dash
  -a -A -c -C -d -D -f -G -h -H -I -j -l -L -m -M -o -O -P -p= -q -Q -r -R -s= -S -t -T -v -V -x -X
  -tV
  -tvV -lv -Iv -vt -hv -ov -Lv -vL -lV -vl -vh -hV -xv -fv -vf -LX -oV -tX -tVX -tvX -vT -vI -vM -B
  -dyld_info -dyld_opcodes -tvj -hvV -LvV -lvV -vo -av -va -Dv -vD -Tv -Vt -vtX -arch= -mcpu=
  -function_offsets -addr_slide= -chained_fixups -platform
  -segments -exports -imports -fixups -dependents -load_commands -uuid -validate_only -objc
  -all_sections
  --uuid --arch= --debug-info --verify --show-children --name= --summarize-types --statistics
dsymutil|vtool|segedit|bitcode_strip = write w* @dash
  -show:=read -show-build:=read
xcrun = read run* @dash
  --find=:=read -f=:=read -find=:=read --show-sdk-path:=read --show-sdk-version:=read -h:=read
  --show-sdk-platform-path:=read --show-sdk-build-version:=read --show-sdk-platform-version:=read
  --show-toolchain-path:=read -show-sdk-path:=read -show-sdk-version:=read
  --sdk=macosx|iphoneos|iphonesimulator|appletvos|appletvsimulator|watchos|watchsimulator|xros
  -sdk=macosx|iphoneos|iphonesimulator|appletvos|appletvsimulator|watchos|watchsimulator
  --sdk=code -sdk=code ; it runs programs from there
  --toolchain= -toolchain= -r --run -l --log -v --verbose -n --no-cache
  -k:write --kill-cache:write
simctl = write
  help|list|getenv|get_app_container|appinfo|listapps = read x*
    -jv --json
  erase|delete|shutdown|boot|create|clone|install|uninstall|launch|terminate = write+code x*
  openurl|push|spawn|io|privacy|status_bar|ui|location|keychain|addmedia|diagnose = write+code x*
xcode-select = privileged x*
  -p:=read --print-path:=read -v:=read -h:=read
  -s=:privileged --switch=:privileged --install:write -r:privileged --reset:privileged
xcresulttool|xctrace|instruments|xctest|altool|notarytool|stapler|actool|ibtool = code+write x*
  version|help = read
agvtool = write x* @dash
  what-version|vers|what-marketing-version|mvers = read
    -terse -terse1
sample = read x* @dash
  -e -h -wait -mayDie -fullPaths -file=w -f=w
spindump = privileged x* @dash
  -h:=read -help:=read
stackshot|fs_usage|dtrace|iosnoop|powermetrics = privileged x*
  -hw -f= -e -t= -i= -n= -o=w -s= -a=
vm_stat|hostinfo|machine|memory_pressure|nettop|zprint = read x*
  -c= -lPn -L= -t= -m= -J= -x -d
symbols = read r* @dash
  -h -help -v -w -uuid -arch= -noHeaders -noSources -noSource -noRegions -noSymbols -noDemangling
  -noDemangle -noDaemon -noDsymData -noTextInSOD -fullSourcePath -fullSourcePaths -lookup= -pid= -p=
  -onlyDebug -onlyNList -onlySymbols -onlyRegions -onlySymbolOwnersWithDataFlags=
  -onlySymbolOwnersFromTextSegments -symbolicate= -printSignature -showObjC -dSYM=r
  -saveSignature=w
leaks|heap|vmmap|footprint|malloc_history|stringdups = read x* @dash
  -a -q -s -w -v -i -l= -o=r -arch= -summary -resident -dirty -wide -pages -interleaved -quiet
  -nocontext
  -nostacks -list -addresses= -diffFrom= -guessNonObjects -sortBySize -sumObjectFields -p= -offset
  -allBySize -allByCount -callTree -allEvents -fullStackHistory -noContent -submap -stacks -verbose
  -outputGraph=w:write -atExit:code -swapped -humanReadable
lsbom = read r
  -bcdflmpsx --arch=
mkbom|pkgbuild|productbuild|productsign = write x*
log = read
  show|stream|stats|help = read x* @dash
    -predicate= -last= -start= -end= -style= -info -debug -process= -level= -type= -timeout= -color=
    -source -signpost -backtrace -mach-continuous-time -timezone= -archive=r -file=r -loss
    -unreliable
    -overview -per-book -per-file -sort= -count= -sender= -bins -p= -i -d
    --predicate= --last= --start= --end= --style= --info --debug --process= --level= --type=
    --color=
    --timeout= --source --signpost --backtrace --timezone= --archive=r --file=r --loss --no-pager
    --no-info --no-debug --overview --sort= --count= --sender= --user= --unreliable
  config = privileged x*
    --status:=read
  collect|erase|repack = write+privileged x*
    --output=w:write --last= --all --start= --ttl
systemstats|airport|wdutil|sysdiagnose|AssetCacheManagerUtil|eficheck = privileged x* @dash
  -I:=read -s -z
  info|help|status = read x*
ipconfig = privileged x*
  getifaddr|getsummary|ifcount|getoption|getpacket|getv6packet|waitall = read x*
  set|setverbose = privileged x*
lsregister = write x* @dash
  -dump:=read
nbdst|gpt = destroy-outside x* ; it erases a disk
fsck_msdos|fsck_exfat|fsck_cs = privileged x*
  -n:=read
  -qfdlrs -yp:write
mount_hfs|mount_afp|automount = privileged x*
"""
