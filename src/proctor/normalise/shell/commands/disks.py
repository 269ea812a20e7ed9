"""Disks, partitions, file systems and mounts."""

COMMANDS = r"""
lsblk = read n*
  -AabdDfhiJlmMnNOpPrsStTvyzV -o= -e= -E= -I= -w= -x= -c= -Q= --all --ascii --bytes --nodeps
  --discard --exclude= --fs --include= --json --list --merge --perms --noheadings --output=
  --output-all --paths --pairs --raw --inverse --scsi --nvme --virtio --topology --sysroot=n
  --sort= --tree? --width= --zoned --dedup= --noempty --shell --hyperlink? --filter= --mq
  --highlight= --properties-by= --list-columns --ct= --ct-filter=
blkid = read n*
  -dDiklphV -L= -U= -o= -s= -t= -n= -O= -S= -u= -H= --label= --uuid= --output= --match-tag=
  --match-token= --list-one --list-filesystems --probe --info --no-encoding --usages=
  --match-types= --size= --offset= --no-part-details --hint=
  -c=/dev/null --cache-file=/dev/null
  -c=w --cache-file=w
  -g:write --garbage-collect:write ; it changes the list of known devices
mount = read n*:write+privileged ; it attaches a file system
  -BcfFhilmMnRrsvVw -t= -o= -O= -L= -U= -T=r -N= --bind --rbind --move --make-shared
  --make-private --make-slave --make-unbindable --make-rprivate --make-rshared --make-rslave
  --types= --options= --label= --uuid= --source=n --target=n --target-prefix= --read-only
  --read-write --show-labels --verbose --fake --fork --no-canonicalize --no-mtab --fstab=r
  --test-opts= --rw --ro --mkdir? --namespace= --onlyonce --internal-only --sloppy
  -a:write+privileged --all:write+privileged ; it attaches file systems
mount.nfs|mount.cifs|mount.fuse|mount_smbfs = write+privileged x* ; it attaches a file system
mount_nfs|mount_apfs = write+privileged x* ; it attaches a file system
umount|unmount|fusermount|fusermount3 = write+privileged x* ; it takes a file system away
  -aAcdfFhilnqRrvuz -t= -o= -O= -N= --all --all-targets --force --lazy --read-only --recursive
  --types= --quiet --verbose --detach-loop --fake --no-mtab
udisksctl = write+privileged x* ; it attaches, detaches or changes a disk
  -b= -p= -o= --block-device= --object-path= --options= --no-user-interaction -f
  status|dump|monitor|info|help = read x*
    -d= --drive=
eject = write x* ; it takes a medium out
swapon = privileged+write x* ; it changes the memory of the system
  -s:=read --summary:=read --show?:=read --noheadings --raw --bytes --output-all
  -a:privileged --all:privileged -p= -d? -e -f -L= -U= --priority= --discard? --fixpgsz
  --ifexists
swapoff|mkswap|swaplabel = privileged+write x* ; it changes the memory of the system
  -afc -L= -U= -p= -v? --all --label= --uuid= --verbose --check --force --pagesize= --swapversion?
zramctl = read x:privileged ; it changes the memory of the system
  -nb -o= --bytes --noheadings --output= --output-all --raw
  -f:privileged -r:privileged -s=:privileged -a=:privileged -t=:privileged
  --find:privileged --reset:privileged --size=:privileged --algorithm=:privileged
  --streams=:privileged
fstrim = privileged+write x* ; it gives up unused blocks of a disk
  -aAnv -I= -l= -m= -o= --all --fstab --dry-run --verbose --length= --minimum= --offset=
fdisk = privileged+write n* ; it changes the partitions of a disk
  -BcLnu -b= -C= -H= -S= -t= -o= -w= -W= --sector-size= --type= --units? --color? --output=
  --bytes --wipe= --wipe-partitions= --compatibility? --lock?
  -l:=read -s:=read -x:=read --list:=read --list-details:=read --getsz:=read
cfdisk|cgdisk = privileged+write n* ; it changes the partitions of a disk
gdisk = privileged+write n* ; it changes the partitions of a disk
  -l:=read
sgdisk = privileged+write n* ; it changes the partitions of a disk
  -p:=read -v:=read -i=:=read -L:=read -O:=read -D:=read -E:=read -F:=read -f:=read
  --print:=read --verify:=read --info=:=read --list-types:=read --print-mbr:=read
  -P --pretend -a= -U=:write -n=:write -t=:write -c=:write -A=:write -u=:write -G:write
  -b=w --backup=w -l=r:write -R=:write -e:write -m=:write -h=:write -s:write -S=:write -r=:write
  --new=:write --typecode=:write --change-name=:write --attributes=:write --randomize-guids:write
  -d=:destroy-outside -o:destroy-outside -z:destroy-outside ; it wipes partitions of a disk
  -Z:destroy-outside -g:destroy-outside ; it wipes partitions of a disk
  --delete=:destroy-outside --clear:destroy-outside ; it wipes partitions of a disk
  --zap:destroy-outside ; it wipes partitions of a disk
  --zap-all:destroy-outside --mbrtogpt:destroy-outside ; it wipes partitions of a disk
sfdisk = destroy-outside n* ; it writes the partitions of a disk anew
  -afqLuvY -X= -N= -o= -O= -w= -W= -b --append --force --quiet --bytes --output= --color? --lock?
  --label= --no-reread --no-tell-kernel --move-data? --backup --wipe= --wipe-partitions=
  -d:=read -J:=read -F:=read -g:=read -l:=read -s:=read -V:=read -T:=read
  --dump:=read --json:=read --list-free:=read --show-geometry:=read --list:=read
  --show-size:=read --verify:=read --list-types:=read -n --no-act
  --delete:destroy-outside ; it deletes partitions of a disk
  -A:write -r:write --activate:write --reorder:write --relocate=:write
  --part-label:write --part-type:write --part-uuid:write --part-attrs:write --disk-id:write
parted = privileged+write n* ; it changes the partitions of a disk
  -sfmj -a= --script --fix --machine --json --align=
  -l:=read --list:=read
  /dev/*|*.img|*.iso = privileged+write x* ; it changes the partitions of a disk
    print|p = read
      free|list|all|devices|[0-9]* = read
    unit = privileged+write x*
      * = privileged+write x*
        print|p = read
          free|list|all|devices|[0-9]* = read
    mklabel|mktable|rm = destroy-outside x* ; it wipes partitions of a disk
    help|version = read
partprobe = privileged+write n* ; it tells the kernel of other partitions
  -s --summary -d:=read --dry-run:=read
partx = privileged+write x* ; it tells the kernel of other partitions
  -b -n= -o= -t= -S= -g -P -r -v -y --bytes --noheadings --nr= --output= --output-all --pairs
  --raw --type=
  -s:=read -l:=read --show:=read --list:=read -a:write -d:write -u:write --add:write
  --delete:write --update:write
kpartx = privileged+write x*
  -l:=read -v
addpart|delpart|resizepart|growpart = privileged+write x* ; it changes the partitions of a disk
mkfs = destroy-outside w* ; it wipes the disk
  -cfFqVvjS -t= --type= -L= -b= -m= -O= -E= -U= --verbose
mke2fs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.ext4dev = destroy-outside w* ; it wipes the disk
  -V:=read -cDFjqSv -b= -C= -d=r -E= -e= -g= -G= -i= -I= -J= -l=r -L= -m= -M= -N= -o= -O= -r= -t=
  -T= -U= -z= --type= --verbose
  -n:=privileged ; it opens the disk
mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.msdos = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkfs.ntfs|mkfs.exfat|mkfs.f2fs|mkfs.minix|mkfs.bfs = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkfs.cramfs|mkfs.jfs|mkfs.reiserfs|mkfs.udf|mkfs.nilfs2 = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkfs.erofs|mkfs.ubifs|mkfs.jffs2|mkfs.ocfs2|mkfs.gfs2 = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkfs.hfsplus|mkfs.hfs|mkfs.zfs|mkfs.bcachefs|mkdosfs = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkntfs|mkexfatfs|mkreiserfs|mkudffs|newfs|newfs_apfs = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
newfs_hfs|newfs_msdos|newfs_exfat|newfs_udf = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
mkfs.squashfs = destroy-outside w* ; it wipes the disk
  -cCfFKqQvVIawM -b= -d= -i= -l= -L= -m= -n= -N= -O= -p= -r= -s= -S= -t= -U= -D= -A= -h= -R= -z=
  --label= --force --quick --no-indexing --data= --metadata= --nodesize= --sectorsize= --uuid=
wipefs = read n*
  -bifhnJpq -O= -t= --backup? --force --noheadings --json --no-act --output= --parsable --quiet
  --types= --lock?
  -a:destroy-outside -o=:destroy-outside ; it wipes what a disk knows of its content
  --all:destroy-outside --offset=:destroy-outside ; it wipes what a disk knows of its content
blkdiscard|zerofree|nwipe|scrub = destroy-outside w* ; it wipes a disk
secure-delete|sfill|sswap|dban = destroy-outside w* ; it wipes a disk
badblocks = read n*
  -fsvXB -b= -c= -d= -e= -i=r -p= -t=
  -o=w -n:write ; it writes to every block of a disk
  -w:destroy-outside ; it overwrites a whole disk
blockdev = privileged+write n* ; it changes a disk's settings
  -qv --report:=read --getsz:=read --getsize64:=read --getsize:=read --getro:=read
  --getss:=read --getbsz:=read --getpbsz:=read --getiomin:=read --getioopt:=read --getra:=read
  --getfra:=read --getalignoff:=read --getmaxsect:=read --getdiscardzeroes:=read
  --getdiskseq:=read --getzonesz:=read --setro:write --setrw:write --setra=:write --setfra=:write
  --setbsz=:write --flushbufs:write --rereadpt:write
losetup = read x*:privileged ; it ties a file to a device
  -alLJn -O= -j=n -o= -b= --all --list --json --noheadings --output= --output-all --raw
  --associated=n --offset= --sizelimit= -r -P -v --show --partscan --read-only --direct-io?
  -f --find -c:privileged -d=:privileged -D:privileged --detach=:privileged
  --detach-all:privileged --set-capacity:privileged
fsck|e2fsck|fsck.ext2|fsck.ext3|fsck.ext4|fsck.vfat = privileged+write x* ; it repairs a disk
  -AaCcDfFkLMnNpPrRsTvVy -b= -B= -E= -j= -l= -z= -t=
fsck.fat|dosfsck|fsck.xfs|fsck.btrfs|fsck.exfat|fsck.f2fs = privileged+write x* ; it repairs a disk
  -AaCcDfFkLMnNpPrRsTvVy -b= -B= -E= -j= -l= -z= -t=
xfs_repair|ntfsfix|fsck_apfs|fsck_hfs = privileged+write x* ; it repairs a disk
  -AaCcDfFkLMnNpPrRsTvVy -b= -B= -E= -j= -l= -z= -t=
tune2fs = privileged+write n* ; it changes a file system's settings
  -l:=read
dumpe2fs = read n*
  -bfghimx -o=
resize2fs|e2label|tune.exfat|xfs_growfs|xfs_admin|e2image|fatlabel|ntfslabel = privileged+write x*
debugfs|xfs_db = privileged+secret x* ; it reads any file from the disk itself
xfs_info|e2freefrag|filefrag = read n*
  -bBkvxVXsPe
quota|repquota = read x*
  -agilmpqQrsuvwAcnCtO -F= --all --group --user --verbose --human-readable? --show-mntpoint
edquota|setquota|quotaon|quotaoff|quotacheck = privileged+write x*
duf|dust|diskus|dysk = read n* @exact
  -0123456789abcdfFhHijlmprstTuvwxX -n= -e= -z= --all --hide= --only= --json --sort= --width=
  --style= --theme= --inodes --output= --depth= --reverse --no-percent-bars --bars-on-right
  --apparent-size --only-dir --only-file --min-size= --types --skip-total
ncdu = code r* ; it can open a shell
  -0123456789exqr -o=w -f=r --exclude= -X=r
testdisk|photorec|ddrescue|dcfldd|dc3dd = privileged+write x* ; it writes to a disk
"""
