"""Volume managers, arrays, encrypted disks and their kind."""

COMMANDS = r"""
lvs|vgs|pvs|lvdisplay|vgdisplay|pvdisplay|lvscan|vgscan|pvscan|lvmdiskscan = read x*
  -aAbcCdFhHmnPqstuvyKM -o= -O= -S= --all --noheadings --units= --separator= --options=
  --sort= --select= --nosuffix --rows --unbuffered --binary --reportformat= --colon --columns
  --maps --segments --short --verbose --quiet --aligned --unquoted --nameprefixes --foreign
  --shared --history --ignorelockingfailure --readonly --partial --novgs --uuid --nolocking
  --cache:privileged --activate=:privileged --mknodes:privileged --updatemetadata:privileged
lvremove|vgremove|pvremove|thin_trim = destroy-outside x* ; it deletes volumes with all on them
  -fqvy -A= -S= -t:=privileged --test:=privileged --force --yes --quiet --verbose --noudevsync
  --select= --autobackup= --reportformat= --nohistory --nolocking
lvcreate|lvextend|lvreduce|lvresize = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
lvrename|lvchange|lvconvert|lvmove = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
lvmdevices|lvmsadc|vgcreate|vgextend = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
vgreduce|vgrename|vgchange|vgsplit = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
vgmerge|vgexport|vgimport|vgimportclone = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
vgmknodes|vgcfgrestore|vgcfgbackup = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
pvcreate|pvmove|pvresize|pvchange = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
lvmpolld|lvmdump = privileged+write x* ; it changes the volumes of the disks
  -a= -n= -L= -l= -s= --activate= --size= --name= --extents= --resizefs --test --yes --force -yrtvf
lvm = privileged+write x* ; it changes the volumes of the disks
  --test --verbose --quiet --yes
  lvs|vgs|pvs|lvdisplay|vgdisplay|pvdisplay|lvscan|vgscan|pvscan|version|help|segtypes = read x*
    -abcCdhmPqstv -o= -O= -S= --all --noheadings --units= --separator= --options= --sort= --select=
    --nosuffix --reportformat=
  lvremove|vgremove|pvremove = destroy-outside x* ; it deletes volumes with all that is on them
    -fqvyt -S= --force
dmsetup = privileged+write x* ; it changes the devices of the disks
  -cCv -o= -j= -m= --noheadings --columns --tree --target= --separator= --sort= --options=
  --noflush --force
  ls|info|status|deps|targets|version|splitname|help = read x*
  table = read x*
    --showkeys:secret ; it shows the keys of encrypted disks
  remove_all|wipe_table = destroy-outside x* ; it takes all devices of the disks away
mdadm = privileged+write x* ; it changes an array of disks
  -bsqvtYU --verbose --quiet --brief --scan --export --test --prefer=
  --sparc2.2 --homehost= --config=conf --level= --raid-devices= --spare-devices= --metadata= --name=
  --run --force --assume-clean --offroot
  -D:=read -E:=read -Q:=read -X:=read --detail:=read --examine:=read --query:=read
  --examine-bitmap:=read --detail-platform:=read --examine-badblocks:=read
  -C:write -A:write -S:write -G:write -a=:write -B:write -I:write
  --create:write --assemble:write --stop:write --grow:write --add:write --fail:write
  --remove:write --manage:write --re-add:write --replace:write --build:write --incremental:write
  --zero-superblock:destroy-outside ; it wipes what a disk knows of its array
cryptsetup = privileged+write x* ; it changes an encrypted disk
  -qvy -c= -d=r -h= -s= -S= -T= -M= -l= -i= --type= --key-file=r --cipher= --hash= --key-size=
  --key-slot= --batch-mode --verbose --debug --header=r --readonly --disable-keyring --json
  --dump-json-metadata --test-passphrase
  status|isLuks|luksUUID|benchmark|tcryptDump|bitlkDump|fvault2Dump = read x*
  luksDump = read n
    --dump-volume-key:secret --dump-master-key:secret --unbound:secret ; it shows the disk's key
  luksFormat|luksErase|erase|format = destroy-outside x* ; it makes a disk unreadable for good
  luksKillSlot|luksRemoveKey|luksDelKey = privileged+write x* ; it takes away a key of the disk
  token|convert|config|repair|luksSuspend|luksResume|luksAddKey|luksChangeKey = privileged+write x*
  luksHeaderBackup|luksHeaderRestore|open|close|luksOpen|luksClose|resize = privileged+write x*
    --header-backup-file=w --perf-no_read_workqueue --allow-discards --force --refresh
  reencrypt|luksConvertKey = privileged+write x*
veritysetup|integritysetup = privileged+write x*
  status|dump|verify = read x*
zfs = privileged+write x* ; it changes the file systems of the disks
  list|get|holds|version|userspace|groupspace|projectspace|diff = read x*
    -HpjrFhnPi -o? -t? -s? -S? -d? --json --json-int
  project|allow = privileged+write x*
  destroy = destroy-outside x* ; it deletes file systems with all that is on them
    -fnprRvd
    *@*|*#* = privileged+write ; it deletes a snapshot
  rollback = privileged+write x ; it throws away what was written since
    -frR
  send = privileged+read x*
    -DLPRcebhnpsvVw -i= -I= -t= --raw --replicate --verbose --dryrun --props --large-block
  load-key|unload-key|change-key|mount|unmount|umount|share|unshare = privileged+write x*
zpool = privileged+write x* ; it changes the pools of the disks
  list|status|get|iostat|history|events|version|wait = read x*
    -aCDdgHijlLnpPqrsStuvVwxy -o? -T? --json --json-int --json-flat-vdevs
  destroy|labelclear = destroy-outside x* ; it deletes a pool with all that is on it
    -f
  create|add|remove|attach|detach|replace|offline|online|clear|scrub|trim = privileged+write x*
  export|import|upgrade|set = privileged+write x*
zdb = privileged+secret x* ; it reads any file from the disk itself
btrfs = privileged+write x* ; it changes the file systems of the disks
  -qv --format= --verbose --quiet --log=
  subvolume|sub|subvol|su = privileged+write x*
    list|show|get-default|find-new|sync = read x*
      -acdeghkloprstuq -C? -G? --sort= --raw --human-readable --iec --si --rootid= --uuid=
    delete = privileged+write+destroy d* ; it deletes a subvolume with all that is in it
      -cCRv -i= --commit-after --commit-each --subvolid= --recursive
    create|snapshot|set-default = privileged+write x*
  filesystem|fi = privileged+write x*
    show|df|du|usage = read n*
      -bdghkmrstTHvu --raw --human-readable --iec --si --kbytes --mbytes --gbytes --tbytes
      --summarize --all-devices --mounted
    label = read x x:write
  device|dev = privileged+write x*
    stats = read x*
      -cT --check
      -z:write --reset:write
    usage = read n*
      -bhHgkmt --raw --human-readable --iec --si
  scrub|balance|replace = privileged+write x*
    status = read x*
      -dRrBv --raw
  quota|qgroup = privileged+write x*
    show = read x*
      -pcreFf --raw --iec --si --sort= --sync
  property = privileged+write x*
    get|list = read x*
      -t=
  inspect-internal|inspect = privileged+read x*
    rootid|inode-resolve|logical-resolve|subvolid-resolve|min-dev-size|dump-super = read x*
      -afF -i= --id=
  send = privileged+read x*
    -ev -p= -c= -f=w --no-data
  check = privileged+read n
    -p -s= --readonly --check-data-csum --mode= --progress --force
    --repair:write --init-csum-tree:write --init-extent-tree:write
  receive|restore|rescue = privileged+write x*
  version|help = read x*
bcachefs|bcache = privileged+write x*
  show-super|version|list|fs = read x*
  format|wipefs = destroy-outside x* ; it wipes the disk
multipath|multipathd|iscsiadm|targetcli|drbdadm|vdo|stratis|lvmlockctl = privileged+write x*
nvme = privileged+write x* ; it changes a disk's settings
  -fvHbs -n= -o= -c= -i= --output-format= --namespace-id= --force --verbose --raw-binary
  --human-readable --json
  list|list-subsys|list-ctrl|list-ns|id-ctrl|id-ns|smart-log|error-log|fw-log|show-regs = read x*
  get-feature|get-log|telemetry-status|effects-log|endurance-log|self-test-log|version = read x*
  help = read x*
  show-hostnqn|gen-hostnqn|ns-descs|cmdset-ind-id-ns|resv-report|changed-ns-list-log = read x*
  discover|connect|connect-all|disconnect|disconnect-all = network+privileged x*
  format|sanitize|write-zeroes|write-uncor|delete-ns|dsm = destroy-outside x* ; it wipes a disk
    -s= -r -a= --ses= --lbaf= --sanact= --reset
hdparm = privileged+write n* ; it changes a disk's settings
  -CgiItTvHVq:=read --direct:=read --offset= --verbose --fibmap=n --Istdout:=read
  --security-erase=:destroy-outside --security-erase-enhanced=:destroy-outside ; it wipes a disk
  --trim-sector-ranges=:destroy-outside --write-sector=:destroy-outside ; it damages a disk
  --make-bad-sector=:destroy-outside ; it damages a disk
  --dco-restore:destroy-outside --please-destroy-my-drive:destroy-outside ; it damages a disk
  --yes-i-know-what-i-am-doing
smartctl = read n*
  -aAcHixj -b= -d= -f= -g= -n= -P= -q= -r= -T= -v= --all --xall --info --health
  --attributes --capabilities --device= --format= --nocheck= --quietmode= --scan
  --scan-open --json? --identify? --get= --presets= --report= --tolerance= --badsum=
  --vendorattribute=
  -l=error|selftest|selective|directory|background|sataphy|scterc|devstat|xerror|xselftest
  -l=ssd|sasphy|scttempsts|scttemphist|scttemp|scterc|genstats|envrep|tapealert|defects
  --log=error|selftest|selective|directory|background|sataphy|devstat|xerror|xselftest|ssd
  -o=:write -s=:write -S=:write -t=:write -X:write -C ; it changes a disk
  --offlineauto=:write --set=:write ; it changes a disk
  --saveauto=:write --smart=:write --test=:write --abort:write ; it changes a disk
sdparm|sg_format|sg_sanitize|sg_write_same|sg_unmap = privileged+write x*
lsscsi|sg_inq|sg_map|sg_readcap|sg_scan = read x*
  -bcCdDgHiklLNpPsStuUvVwxy --size --verbose --long --generic --transport --list --kname
"""
