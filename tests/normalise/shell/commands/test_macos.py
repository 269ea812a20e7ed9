"""Tests of the tables of macOS's settings, services, packages and keychains."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
defaults read
defaults read com.example.app Key
defaults -currentHost read
defaults read-type com.example.app Key
defaults domains
plutil -p a.plist
plutil -lint a.plist
plutil a.plist
plutil -convert json -o - a.plist
plutil -extract Key raw a.plist
plutil -extract Key xml1 -o - a.plist
/usr/libexec/PlistBuddy -c 'Print :Key' a.plist
PlistBuddy -x -c Print a.plist
mdls a
mdls -name kMDItemKind a
mdfind -onlyin /srv word
mdutil -s /
mdimport -L
open -R a
shortcuts list
pbpaste
say hello
say -v Alex hello
sw_vers
sw_vers -productVersion
system_profiler SPHardwareDataType
system_profiler -json SPUSBDataType
scutil --dns
scutil --get ComputerName
networksetup -listallhardwareports
networksetup -getdnsservers Wi-Fi
networksetup -getinfo Wi-Fi
systemsetup -gettimezone
launchctl list
launchctl print gui/501
launchctl print-disabled system
launchctl limit
launchctl getenv PATH
security find-certificate -a -p
security find-identity -v -p codesigning
security find-generic-password -s service
security list-keychains
security default-keychain
security cms -D -i a.mobileprovision
codesign -dv /Applications/A.app
codesign --verify --deep --strict --verbose=2 A.app
codesign -d --entitlements - A.app
spctl --assess --verbose A.app
spctl --status
csrutil status
pkgutil --pkgs
pkgutil --files com.example.pkg
pkgutil --pkg-info com.example.pkg
softwareupdate -l
installer -pkginfo -pkg a.pkg
profiles list
dscl . -list /Users
dscl . -read /Users/ada
dscl . list /Users
dscl /Search -read /Users/ada
dscacheutil -q host -a name localhost
dseditgroup -o checkmember -m ada admin
fdesetup status
[write]
defaults write com.example.app Key -bool true
defaults delete com.example.app
plutil -convert xml1 a.plist
plutil -convert json -o b.json a.plist
plutil -p -convert xml1 a.plist
plutil -extract Key xml1 a.plist
plutil -replace Key -string x a.plist
PlistBuddy -c 'Set :Key x' a.plist
PlistBuddy -c Print -c 'Delete :Key' a.plist
PlistBuddy a.plist
mdimport a
pbcopy
say -o a.aiff hello
security delete-keychain a.keychain
security list-keychains -s a.keychain
security add-generic-password -a ada -s x -w y
codesign -s Me A.app
codesign -d --entitlements e.plist A.app
codesign --remove-signature A.app
pkgutil --expand a.pkg out
pkgutil --forget com.example.pkg
dscacheutil -flushcache
[code]
open a
open -a Safari
osascript -e 'display dialog 1'
shortcuts run x
launchctl
open -R -a Evil a
[code write]
launchctl load a.plist
launchctl bootout gui/501/a
launchctl kickstart -k gui/501/a
[secret]
security find-generic-password -s service -w
security find-generic-password -ws service
security find-internet-password -g -s x
security dump-keychain
[privileged]
networksetup -setdnsservers Wi-Fi 192.0.2.1
systemsetup -settimezone x
dscl . -create /Users/ada
dscl . -list /Users -delete /Users/ada
csrutil disable
spctl --master-disable
mdutil -E /
launchctl limit maxfiles 1 1
dseditgroup -o edit -a ada admin
softwareupdate -l -i x
[privileged write]
softwareupdate -i x
[privileged code write]
installer -pkg a.pkg -target /
[unknown]
mdls -frobnicate a
security find-certificate -Q
scutil --dns --frobnicate
[unknown write]
defaults frobnicate
[read]
security -h
security error -25300
security leaks -cycles -nocontext
security get-identity-preference -s shop.example -p
security verify-cert -c a.pem -p ssl -L
security find-certificate -e ada@shop.example -p
codesign -dvvvvv /Applications/Shop.app
codesign -d -r - /Applications/Shop.app
codesign -dvv --entitlements - /Applications/Shop.app
spctl -av /Applications/Shop.app
spctl -avvv -t install a.pkg
spctl --assess --verbose=4 /Applications/Shop.app
spctl developer-mode status
softwareupdate -h
softwareupdate --list --verbose
profiles list -output stdout-xml
profiles show -o stdout -all
profiles -Pv
dscl . readpli /Users/ada key 0 value
dscl . help
mdimport -t -d 2 a
plutil -convert xml1 -o /dev/stdout a.plist
shortcuts -h
launchctl getrusage self
launchctl list -x app
scutil --error 1001
networksetup -list8021xprofiles
[write]
profiles list -output /srv/app/out.plist
codesign -d --entitlements out.plist /Applications/Shop.app
plutil -convert xml1 -o /srv/app/out a.plist
[privileged]
spctl -a --disable
spctl developer-mode enable-terminal
scutil --error 1 --set HostName shop
[unknown]
security get-identity-preference -s shop.example -x
security leaks -frobnicate
[read]
defaults read com.apple.dock
[secret]
launchctl getenv GH_TOKEN
launchctl dumpstate
launchctl procinfo 7
[code]
security -i help
[write]
installer -vers -pkg a.pkg -target /
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
