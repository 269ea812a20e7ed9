"""Smaller tools of a system: the console, the desktop, pipes, the clock, fonts."""

COMMANDS = r"""
# Pipes.
pv = read r*
  -U=w --store-and-forward=w
  -0abcCdefgIklnpqrtTuvWX8A -B= -D= -E? -F= -H= -i= -L= -m= -N= -P=w -Q -s= -w= --progress
  --timer --eta --fineta --rate --average-rate --bytes --line-mode --size= --name= --rate-limit=
  --buffer-size= --quiet --numeric --wait --interval= --width= --height= --force --cursor
  --skip-errors --stop-at-size --null --delay-start= --format= --average-rate-window= --si
  -R=:write --remote=:write -o=w --output=w --pidfile=w
ts = read x*
  -rismu
sponge = write w
  -a
vipe|vidir = code x* ; it opens an editor
mispipe|lckdo = code run* @first @hides ; it runs other programs
chronic|ifne|zrun = code run* @first ; it runs another program
isutf8|ifdata|errno|combine = read r*
  -lsicqpeNSba --list --search --quiet --invert --verbose
envsubst = secret x ; it puts variables into a text, tokens and passwords among them
  -v:=read --variables:=read
  *TOKEN*|*SECRET*|*PASS*|*KEY*|*CRED*|*AUTH*|*DSN*|*_URL*|*_URI*|*PAT|*PAT}* = secret
  *token*|*secret*|*pass*|*key*|*cred*|*auth*|*_SESSION*|*COOKIE*|*JWT* = secret
  * = read
    -v --variables
mbuffer|buffer = write x* ; it writes what it is given to a file or a machine
# The console and the keyboard.
openvt|agetty|getty|mingetty = privileged+code x* ; it opens a shell on another console
chvt|deallocvt|loadkeys|setfont|setleds|kbdrate = privileged+write x* ; it changes the console
setvtrgb = privileged+write x* ; it changes the console
fgconsole|dumpkeys|showkey|showconsolefont|kbdinfo = read x*
  -acfiklnstv1 -C=
nologin = read
# The clock.
zdump = read x*
  -ivV -c= -t=
zic|tzselect = write x* ; it changes the time zones
chronyc = read
  -46NadcmMn -t= -p= -f=r
  tracking|sources|sourcestats|activity|ntpdata|rtcdata|serverstats|clients|authdata = read x*
    -av
  -h=url
  * = privileged x* ; it changes the clock
ntpq|ntpdc = network x* ; it asks a time server
ntpdate|ntpd|sntp|rdate|adjtimex = privileged+network x* ; it sets the clock
# Fonts, icons, types of files.
fc-list|fc-match|fc-pattern|fc-query|fc-scan|fc-validate = read x*
  -asvbqdc -f= -i= -l= --verbose --format= --quiet --sort --all --config --default --brief
fc-cache|update-desktop-database|update-mime-database|gtk-update-icon-cache = write x*
mimetype = read n*
  -abdiLMNu -F= -l= --all --brief --describe --mimetype --dereference --noalign
# The desktop.
xset = write x* ; it changes the desktop
  q = read
xrandr = write x* ; it changes the screens
  -q:=read --query:=read --listmonitors:=read --listproviders:=read --listactivemonitors:=read
  --prop --verbose --current:=read --output=:write --mode=:write --off:write --auto:write
xinput = write x* ; it changes the keyboard or the mouse
  list|list-props = read x*
    --short --long --name-only --id-only
xprop = read x* @dash
  -root -id= -name= -len= -notype -spy
xdotool|wmctrl|ydotool|wtype|xte|dotool = code x* ; it types and clicks in other programs
notify-send = write x* ; it shows a message
gsettings = write x* ; it changes the settings of the desktop
  --schemadir=n
  get|list-schemas|list-relocatable-schemas|list-keys|list-children|range|describe = read x*
  list-recursively|writable|monitor|help = read x*
dconf = write x* ; it changes the settings of the desktop
  read|list|dump|watch|help = read x*
gio = write x* ; it changes files
  info|list|tree|cat|monitor|version|help = read r*
    -dfhinluxw -a= --attributes= --hidden --follow-links --no-follow-links --long --print-uris
  launch|open = code x* ; it starts another program
  mime = read x
trash|trash-put|gtrash|trash-rm|trash-empty|trash-restore = write d* ; it puts files into the bin
rmtrash = write d* ; it puts files into the bin
trash-list = read
pactl|wpctl|amixer|alsactl|pw-cli|pamixer = write x* ; it changes the sound
  list|info|stat|status|inspect|get-volume|get-default-sink|get-default-source = read x*
    -k --short
  get-sink-volume = read x*
    -k --short
aplay|arecord|paplay|parecord = code x* ; it plays or records
  -lL:=read
# Reports.
atop|nmon|btop|btm|bpytop|bashtop|glances|s-tui|nvtop = code x* ; it opens a screen of its own
radeontop|gtop|zenith|below = code x* ; it opens a screen of its own
collectl = code x* ; it writes or sends what it measures
dstat|dool = read x*
  -acdfgilmnprstvy -C= -D= -N= -S= --nocolor --noupdate --noheaders --bw --cpu --disk --mem --net
  --output=w
logrotate = privileged+code x* ; it moves logs and runs what its settings say
sosreport|sos|supportconfig|abrt-cli = privileged+write x* ; it collects what it finds on the system
apport-cli|apport-collect = privileged+write x* ; it collects what it finds on the system
updatedb|mandb|makewhatis = write x* ; it writes an index anew
tmpwatch|tmpreaper = write+deep w* ; it deletes old files
mmv|mcp|mln|qmv|qcp = write x* ; it renames files
"""
