"""What the machine is made of: buses, sensors, kernel modules, the kernel's log and settings."""

COMMANDS = r"""
lspci = read
  -bDkmnPtvxyzV -s= -d= -i=r -p=r -F=r
  -qQ:network ; it asks a server on the Internet
  -A=:privileged -H=:privileged -G -O=:privileged -M:privileged ; it talks to the hardware itself
lsusb = read
  -tv -s= -d= -D=r --verbose --tree
lshw = read @dash
  -short -businfo -html -xml -json -class= -C= -c= -disable= -enable= -numeric -quiet -sanitize
  -notime -version -help
  -dump=w
  -X:unknown
hwinfo = read x*
  --short --all --cpu --memory --disk --netcard --network --gfxcard --usb --pci --bios --sound
  --listmd --partition --mouse --keyboard --monitor --storage --only=
  --log=w --dump-db= --save-config=:write
inxi = read x*
  -0123456789AabBCdDEfFgGIjJlLmMnNoprRSstTuvxyzZ --full --basic --cpu --memory --disk --graphics
  --audio --network --system --machine --raid --sensors --partitions --filter -c?
dmidecode = read
  -qu -s= -t= -H= -d=r --string= --type= --quiet --handle= --no-sysfs --from-dump=r --dev-mem=r
  --oem-string= --dump --no-quirks
  --dump-bin=w
biosdecode|vpddecode|ownership = read
  -d=r
sensors = read x*
  -AfhjuvL -c=conf --config-file=conf --no-adapter --raw --json --fahrenheit --bus-list
  --allow-no-sensors
  -s:privileged --set:privileged ; it sets values of the hardware
sensors-detect = privileged+write ; it talks to the hardware itself
acpi = read
  -abtcsVvif -d=n -p --battery --ac-adapter --thermal --cooling --everything --details
  --fahrenheit --kelvin --show-empty
acpi_listen|lsinitramfs|lsinitrd|lsgpu|lsdev|lsiio|lscgroup|lssubsys = read x*
  -almks
upower = read
  -edbwv -i= --enumerate --dump --battery --monitor --monitor-detail --wakeups --show-info=
powerprofilesctl = read
  get|list|list-holds|version = read
  set|launch = privileged+write x*
cpupower = privileged+write x* ; it sets the speed of the processor
  -c= --cpu=
  frequency-info|idle-info|info|monitor|powercap-info = read
    -abcdefghlmnoprsuwy --human --freq --driver --governors --policy --stats --hwfreq --hwlimits
cpuid|cpuinfo|x86info|lstopo-no-graphics|hwloc-info|hwloc-ls = read
  -1ikrqvcsap --one-cpu --raw --verbose --no-io --no-legend --of=
nvidia-smi = read @dash
  -L -q -x -i= -l= -lms= -d= -a -u --list-gpus --query --xml-format --id= --loop= --loop-ms=
  --display= --query-gpu= --query-compute-apps= --query-accounted-apps= --query-supported-clocks=
  --query-retired-pages= --format= --unit --list-excluded-gpus -B
  -f=w --filename=w
  -pm=:privileged -pl=:privileged -r:privileged -c=:privileged -ac=:privileged -rac:privileged
  -e=:privileged -p=:privileged -am=:privileged -caa:privileged -mig=:privileged -lgc=:privileged
  -rgc:privileged -gom=:privileged -dm=:privileged --gpu-reset:privileged --power-limit=:privileged
  --persistence-mode=:privileged --lock-gpu-clocks=:privileged --applications-clocks=:privileged
  dmon|pmon|topo|nvlink|pci|encodersessions|fbcsessions = read @dash
    -s -m -i= -c= -d= -o= -g= -p -e -nvme -mp
    -f=w
  drain|vgpu|mig|compute-policy|boost-slider|clocks|conf-compute = privileged+write x*
rocm-smi = read
  -abciguPtfwvVSC --showuse --showtemp --showmeminfo= --showproductname --showid --showpower
  --showclocks --showfan --showbus --showdriverversion --showpids --json --csv --showall
vulkaninfo = read
  --summary
  -j?:write --json?:write -o=w --output=w --html:write --portability:write
glxinfo|eglinfo|clinfo|vainfo|vdpauinfo|es2_info = read
  -BbIlstivajh --summary --raw --list --json? --display=
xdpyinfo|xwininfo|xlsclients|xlsatoms|xlsfonts = read x*
lsmod = read
modinfo = read n*
  -0adlnp -F= -k= -b=n --author --description --license --parameters --filename --field= --null
  --set-version= --basedir=n --modname
kmod = read
  list|static-nodes|help = read
    -f= -o=w
modprobe = privileged+code x* ; it loads code into the kernel
  -abfiqsv -r:write --remove:write -C=r -d=n -S= --all --first-time --force --ignore-install
  --quiet --verbose
  --use-blacklist --config=conf --dirname=n --set-version= --syslog --wait=
  -c:=read --showconfig:=read -D:=read -R:=read --show-depends:=read --resolve-alias:=read
  --dump-modversions:=read --show-config:=read --show-modversions:=read --show-exports:=read
insmod|kldload|kextload|kextutil = privileged+code x* ; it loads code into the kernel
rmmod|kldunload|kextunload = privileged+write x* ; it takes code out of the kernel
depmod|update-initramfs|dracut|mkinitcpio = privileged+write x* ; it changes how the system starts
mkinitramfs|dkms|update-grub|grub-install = privileged+write x* ; it changes how the system starts
grub-mkconfig|grub2-mkconfig = privileged+write x* ; it changes how the system starts
grub-set-default|grubby|kernel-install = privileged+write x* ; it changes how the system starts
efibootmgr = privileged+write ; it changes how the system starts
  -v:=read --verbose:=read
bootctl = read
  -pPx --print-esp-path --print-boot-path --no-pager --esp-path=n --boot-path=n --json=
  status|list|is-installed|systemd-efi-options = read
  * = privileged+write x* ; it changes how the system starts
mokutil = privileged+write x* ; it changes what the system trusts
  --sb-state:=read -l:=read --list-enrolled:=read --list-new:=read --pk:=read --kek:=read
  --db:=read --dbx:=read -N:=read -t=r:=read --test-key=r:=read
  -x:write --export:write ; it writes the keys into files
  --import=:write --delete=:write --reset:write --disable-validation:write
  --enable-validation:write -i=:write -d=:write --password:write --clear-password:write
dmesg = read
  -adehHkPprStTuVwWxJ -f= -l= -M=r -N=r -F=r -K=r -s= -L? --color? --colour? --ctime --decode
  --show-delta
  --reltime --facility= --file=r --human --json --kernel --kmsg-file=r --level= --nopager
  --notime --noescape --force-prefix --raw --syslog --buffer-size= --time-format= --since=
  --until= --userspace --follow --follow-new
  -Cc:privileged --clear:privileged --read-clear:privileged ; it empties the kernel's log
  -DE:privileged --console-off:privileged --console-on:privileged ; it changes the console
  -n=:privileged --console-level=:privileged ; it changes the console
# A name with `=` is set; one with `..` or a slash at its front reads any file.
sysctl = read
  -aAbdehilnNoqtxXTVW -r= --all --deprecated --dry-run --binary --ignore --names --values
  --pattern= --quiet
  -w:privileged --write:privileged -p?:privileged --load?:privileged ; it changes the kernel
  -f=:privileged --system:privileged ; it changes the kernel
  *[<->]* = privileged x* ; it changes the kernel
  *..*|/* = unknown x*
  * = read
    *[<->]* = privileged x* ; it changes the kernel
    *..*|/* = unknown x*
    * = read
      *[<->]* = privileged x* ; it changes the kernel
      *..*|/* = unknown x*
      * = read
        *[<->]* = privileged x* ; it changes the kernel
        *..*|/* = unknown x*
        * = read
udevadm = privileged+write x* ; it changes how devices are handled
  -dh --debug
  info = read n*
    -0aexwtlJ -q= -p=n -n=n -r? -d? --query= --path=n --name=n --attribute-walk --export
    --export-prefix= --export-db --root --device-id-of-file=n --tree --json=
    -c:write --cleanup-db:write ; it empties the list of devices
  monitor = read
    -kup -s= -t= --kernel --udev --property --subsystem-match= --tag-match=
  settle = read
    -t= -E=n --timeout= --exit-if-exists=n
  version = read
fwupdmgr = privileged+write x* ; it changes the firmware
  --json --verbose -v --no-metadata-check --show-all
  get-devices|get-history|get-remotes|get-topology|get-results|security|hwids = read x*
  get-plugins|get-approved-firmware|get-blocked-firmware|get-details = read x*
  get-updates|get-upgrades|get-releases|refresh|report-history = network x*
rfkill = read
  -Jnr -o= --json --noheadings --output= --output-all --raw
  list = read x*
  block|unblock|toggle|event = privileged+write x* ; it switches radios on or off
hwclock = read
  -lrTuvD -f=n --show --get --utc --localtime --rtc=n --verbose --noadjfile --adjfile=n
  -acsSwp:privileged --hctosys:privileged --systohc:privileged --set:privileged ; it sets the clock
  --adjust:privileged --systz:privileged --param-set=:privileged --date= ; it sets the clock
i2cdetect = privileged+read x* ; it talks to the hardware itself
  -l:=read -F= -y -a -q -r
i2cget|i2cset|i2cdump|i2ctransfer|setpci = privileged+write x* ; it talks to the hardware itself
ipmitool|wrmsr|rdmsr|flashrom|devmem|devmem2 = privileged+write x* ; it talks to the hardware itself
inb|outb = privileged+write x* ; it talks to the hardware itself
powertop|turbostat|bpftrace|bpftool|trace-cmd|stap|sysdig|opensnoop|execsnoop|ftrace = code x*
"""
