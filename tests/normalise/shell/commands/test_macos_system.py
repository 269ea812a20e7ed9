"""Tests of the tables of macOS's disks, backups, files and developer tools."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
diskutil list
diskutil list -plist external
diskutil info disk0
diskutil info -all
diskutil apfs list
diskutil apfs listSnapshots disk1s1
diskutil cs list
hdiutil info
hdiutil imageinfo -plist a.dmg
hdiutil verify a.dmg
tmutil listbackups
tmutil listlocalsnapshots /
tmutil destinationinfo
tmutil latestbackup
tmutil status
tmutil compare -a /a
tmutil isexcluded a
pmset -g
pmset -g batt
ioreg -l
ioreg -rc IOPlatformExpertDevice
kextstat
kmutil showloaded
nvram -p
sips -g all a.png
sips a.png
textutil -info a.rtf
textutil -convert txt -stdout a.rtf
qlmanage -m
afinfo a.mp3
xattr a
xattr -l a
xattr -p com.apple.quarantine a
GetFileInfo a
lipo -info a
lipo -archs a
lipo a -verify_arch arm64
otool -L a
otool -tV a
dyld_info -dependents a
xcrun --find clang
xcrun --show-sdk-path
xcrun -sdk iphoneos --show-sdk-version
simctl list devices
xcode-select -p
agvtool what-version
sample 1234
vm_stat
leaks 1234
vmmap -summary 1234
lsbom a.bom
log show --last 1h
log show --predicate 'process == "a"' --style compact
log stream --level debug
ipconfig getifaddr en0
lsregister -dump
[write]
hdiutil create -size 10m a.dmg
hdiutil attach a.dmg
tmutil restore a b
sips -Z 500 a.png
sips -s format jpeg a.png --out b.jpg
sips -g all -r 90 a.png
textutil -convert txt a.rtf
textutil -convert txt -info a.rtf
textutil -convert txt -stdout -output b a.rtf
xattr -w a b c
xattr -d com.apple.quarantine a
xattr -cr a
ditto a b
lipo -thin arm64 a -output b
lipo -info -create a -output b
SetFile -a V a
sample 1234 -file out
[privileged]
pmset -a sleep 0
pmset -g -a sleep 0
nvram a=b
nvram -p a=b
nvram -c
diskutil repairVolume disk1
tmutil disable
tmutil addexclusion a
fs_usage
powermetrics
ipconfig set en0 DHCP
xcode-select -s /Applications/Xcode.app
diskutil apfs addVolume disk1 APFS x
[privileged write]
diskutil unmount disk1
diskutil eject disk1
log erase --all
[destroy destroy-outside]
diskutil eraseDisk APFS x disk1
diskutil partitionDisk disk1 GPT APFS x 0b
diskutil apfs deleteContainer disk1
diskutil zeroDisk disk1
tmutil delete /a
tmutil deletelocalsnapshots /
[code write]
simctl erase all
simctl boot x
qlmanage -r
[code]
qlmanage -g ./x.qlgenerator -p a
sips -j x.js
leaks -atExit
[unknown]
xattr --frobnicate a
lipo -info -frobnicate a
ioreg -frobnicate
log show --frobnicate
[read]
symbols -help
symbols -uuid a
symbols -arch arm64 -noHeaders a
symbols -arch=all -noSources a
symbols -lookup 0x1000 -fullSourcePath a
symbols -lookup=start a
symbols -onlyDebug -w a
symbols -printSignature a
symbols -p 42
sample -h
spindump -help
ioreg -rd1 -c IOPlatformExpertDevice
ioreg -arc AppleSmartBattery
ioreg -lw0
ioreg -alw0 -p IOUSB
diskutil verifyVolume /
diskutil verifyDisk disk0
diskutil listClients
otool -Lv a
otool -lV a
otool -dyld_info a
lipo -help
sips --debug -g all a.png
[write]
symbols -saveSignature a.sig a
lipo -help -create a b -output c
sample 42 -h -file a.txt
[privileged]
spindump 42
diskutil repairVolume disk2
diskutil verifyPermissions /
[unknown]
symbols -frobnicate a
symbols -lookup
[read]
hdiutil imageinfo a.dmg
xcrun --sdk macosx --show-sdk-path
fsck_msdos -n a.img
[network]
hdiutil imageinfo http://host/a.dmg
[code]
xcrun --sdk /srv/x clang --version
[write]
fsck_msdos -n -y a.img
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
