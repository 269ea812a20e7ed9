"""The GNU and BSD core utilities that list, copy, move, delete and change files."""

COMMANDS = r"""
ls|dir|vdir|gls|gdir = read n*
  -0123456789aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ@%eOPWy,
  -I= -w= -T? --block-size= --color? --colour? --format= --hide= --hyperlink? --ignore=
  --indicator-style= --quoting-style= --sort= --time= --time-style= --tabsize= --width=
  --all --almost-all --author --escape --ignore-backups --directory --dired --classify?
  --file-type --full-time --no-group --group-directories-first --human-readable --si --inode
  --kibibytes --dereference --dereference-command-line --numeric-uid-gid --literal
  --dereference-command-line-symlink-to-dir
  --hide-control-chars --show-control-chars --quote-name --reverse --recursive --size --context
  --zero
cp|gcp = write r* w
  -bdfHilnPpsTuvxXcNZ -L:follows -aRr:deep --archive:deep --recursive:deep --force --interactive
  --no-clobber --verbose
  --no-dereference --dereference:follows --link --symbolic-link --update? --one-file-system
  --no-target-directory --parents --attributes-only --copy-contents --debug --reflink? --sparse=
  --preserve? --no-preserve= --backup? --suffix= -S= --strip-trailing-slashes --context?
  --remove-destination --keep-directory-symlink
  -t=w --target-directory=w
  last -t --target-directory
mv|gmv = write+deep d* w
  -bfihnuvTZ -S= --backup? --suffix= --force --interactive --no-clobber --update? --verbose
  --no-target-directory --strip-trailing-slashes --context --debug --exchange --no-copy
  -t=w --target-directory=w
  last -t --target-directory
rm|grm = write d* @gone
  -rR:deep+destroy --recursive:deep+destroy ; it deletes folders with all that is in them
  -dfiIvPWx --force --interactive? --one-file-system --dir --verbose
  --preserve-root?
  --no-preserve-root:destroy-outside ; it allows deleting the whole system
rmdir|grmdir = write d*
  -pv --ignore-fail-on-non-empty --parents --verbose
unlink = write d
link = write r w
ln|gln = write r* w
  -bdfFhinsvrTLPw -S= --backup? --suffix= --directory --force --interactive --logical
  --no-dereference --physical --relative --symbolic --no-target-directory --verbose
  -t=w --target-directory=w
  last -t --target-directory
install|ginstall = write r* w
  -bcCdDMpPsTUvZ -m= -o= -g= -S= -f= -B= -l= --backup? --compare --directory --group= --mode=
  --owner= --preserve-timestamps --strip --suffix= --no-target-directory --verbose
  --preserve-context --context? --debug
  -t=w --target-directory=w
  --strip-program=code ; it runs a program of its own
  last -t --target-directory
mkdir|gmkdir = write w*
  -pvZ -m= --mode= --parents --verbose --context?
mkfifo = write w*
  -Z -m= --mode= --context?
mknod = write+privileged w x* ; it makes a device file
  -Z -m= --mode= --context?
touch|gtouch = write w*
  -acfhm -d= -t= -r=n -A= --date= --reference=n --no-create --no-dereference --time=
mktemp|gmktemp = write x
  -dqtuV -p=w --directory --dry-run --quiet --suffix= --tmpdir?w
truncate|gtruncate = write d* @gone
  -co -r=n -s= --no-create --io-blocks --reference=n --size=
shred|gshred = write+destroy d* ; it overwrites a file so that nothing of it is left
  -fuvxz -n= -s= --force --iterations= --size= --remove? --verbose --exact --zero
  --random-source=r
split|gsplit = write r w
  -0123456789 -dexu -a= -b= -C= -l= -n= -t= -p= --suffix-length= --additional-suffix= --bytes=
  --line-bytes= --numeric-suffixes? --hex-suffixes? --elide-empty-files --lines= --number=
  --separator= --unbuffered --verbose
  --filter=sh ; it runs a program of its own
csplit|gcsplit = write r x*
  -ksqz -b= -n= --suffix-format= --keep-files --digits= --quiet --silent --suppress-matched
  --elide-empty-files
  -f=w --prefix=w
tee|gtee = read w*
  -aip --append --ignore-interrupts --output-error?
dd|gdd = read @by:dd
sync = read n*
  -df --data --file-system
chmod|gchmod = write x w*
  -cfvhHLPEiINCA -R:deep --recursive:deep --changes --silent --quiet --verbose --dereference
  --no-dereference --preserve-root
  -rwxXstugoa --reference=n
  --no-preserve-root:destroy-outside ; it allows changing the whole system
  given -r -w -x -X -s -t -u -g -o -a --reference -E -N -C
chown|gchown|chgrp|gchgrp = write x w*
  -cfvhHLPnx -R:deep --recursive:deep --changes --silent --quiet --verbose --dereference
  --no-dereference --preserve-root --from= --reference=n
  --no-preserve-root:destroy-outside ; it allows changing the whole system
  given --reference
chcon = write x w*
  -hvHLP -R:deep --recursive:deep -u= -r= -t= -l= --user= --role= --type= --range= --verbose
  --reference=n --dereference --no-dereference --preserve-root
  given -u -r -t -l --user --role --type --range --reference
stat|gstat = read n*
  -LFnqrstxlHhv -f? -c= --dereference --file-system --format= --printf= --terse --cached=
readlink|greadlink = read n*
  -femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet
  --silent --verbose --zero
realpath|grealpath = read n*
  -eELmPqsz --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical
  --quiet --relative-to=n --relative-base=n --strip --no-symlinks --zero
basename|gbasename = read x*
  -az -s= --multiple --suffix= --zero
dirname|gdirname = read x*
  -z --zero
pathchk = read n*
  -pP --portability
df|gdf = read n*
  -abcgHhiIklmnPTvYy, -B= -t= -x= --all --block-size= --total --human-readable --si --inodes
  --local --no-sync --output? --portability --sync --type= --print-type --exclude-type=
du|gdu = read n*
  -0aAbcDghHklLmnPrsSxv -B= -d= -t= -I= -X=r --null --all --apparent-size --block-size= --bytes
  --files0-from=r
  --total --dereference-args --max-depth= --human-readable --inodes
  --count-links --dereference --no-dereference --separate-dirs --si --summarize --threshold=
  --time? --time-style= --exclude-from=r --exclude= --one-file-system
dircolors = read r
  -bcp --sh --csh --bourne-shell --c-shell --print-database --print-ls-colors
"""
