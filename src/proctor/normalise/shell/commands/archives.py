"""Archives and compressed files."""

COMMANDS = r"""
# programs/tar.py knows the modes; here are the options.
tar|gtar|bsdtar = read r* @by:tar
  -cxtruAd --create --extract --get --list --append --update --catenate --concatenate
  --delete --diff --compare --test-label
  -f= --file= -C= --directory= --cd= -b= --blocking-factor= --record-size= -N= --newer=
  --after-date= --newer-mtime= -V= --label= --format= --exclude= --exclude-tag= --include=
  --exclude-tag-all= --exclude-tag-under= --transform= --xform= --strip-components=
  --mode= --mtime= --owner= --group= --owner-map=r --group-map=r --sort= --occurrence?
  --checkpoint? --level= --warning= --quoting-style= --quote-chars= --no-quote-chars=
  --starting-file= --suffix= --backup? --pax-option= --options= --sparse-version= --hole-detection=
  --atime-preserve? --totals? --clamp-mtime --passphrase= --uid= --gid= --uname= --gname=
  --utc --full-time --verbose --interactive --confirmation --block-number --show-defaults
  --show-omitted-dirs --show-stored-names --show-transformed-names --wildcards --no-wildcards
  --wildcards-match-slash --no-wildcards-match-slash --anchored --no-anchored --ignore-case
  --no-ignore-case --null --no-null --recursion --no-recursion --one-file-system --check-links
  --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-vcs
  --exclude-vcs-ignores --exclude-backups --exclude-ignore= --exclude-ignore-recursive=
  --dereference:follows --hard-dereference --absolute-names --preserve-permissions
  --same-permissions
  --no-same-permissions --preserve-order --same-order --same-owner --no-same-owner
  --numeric-owner --touch --keep-old-files --skip-old-files --keep-newer-files --overwrite
  --overwrite-dir --no-overwrite-dir --unlink-first --recursive-unlink --keep-directory-symlink
  --delay-directory-restore --no-delay-directory-restore --one-top-level? --to-stdout --sparse
  --ignore-failed-read --ignore-zeros --ignore-command-error --no-ignore-command-error
  --read-full-records --seek --no-seek --no-check-device --check-device --multi-volume
  --acls --no-acls --xattrs --no-xattrs --xattrs-include= --xattrs-exclude= --selinux
  --no-selinux --restrict --unquote --no-unquote --verbatim-files-from --no-verbatim-files-from
  --posix --old-archive --portability --incremental --fast-read --safe-writes --no-mac-metadata
  --mac-metadata --no-safe-writes --hfsCompression --nopreserveHFSCompression
  --auto-compress --no-auto-compress --bzip2 --xz --lzip --lzma --lzop --gzip --gunzip --ungzip
  --compress --uncompress --zstd --lz4 --b64encode --uuencode --chroot --force-local --remove-files
  -vwzZjJaBGiklmnoOpPRSUWy -h:follows
  -X=r --exclude-from=r -g=w --listed-incremental=w --index-file=w --volno-file=w
  --add-file=r
  -T=r:unknown --files-from=r:unknown ; the list of names may hold options of its own
  -I=zstd|zstdmt|gzip|pigz|xz|pixz|bzip2|lbzip2|pbzip2|lz4|lzip|plzip|lzma|lzop|brotli
  --use-compress-program=zstd|zstdmt|gzip|pigz|xz|pixz|bzip2|lbzip2|pbzip2|lz4|lzip|lzma|brotli
  -I=sh:code --use-compress-program=sh:code ; it runs a program of its own on the archive
  --to-command=sh:code -F=sh:code --info-script=sh:code --new-volume-script=sh:code
  --rsh-command=sh:code --rmt-command=sh:code
  --checkpoint-action=
zip = write w r* ; it makes or changes an archive
  -0123456789jkqvgmuofFDlzcASXyeJix@ -rR:deep+follows -hL:=read
  -s=f|fz|o|U|v:=read ; it shows what it would do
  -b=w:write -t= -P= -n= -s= -Z=
  -T:code+hides ; it may run a program to test the archive
  -O=w:write --out=w:write
  --recurse-paths:deep+follows --junk-paths --quiet --verbose --grow --update --freshen --filesync
  --symlinks --encrypt --no-dir-entries --no-extra --exclude= --include= --password=
  --latest-time --difference-archive --compression-method= --split-size= --temp-path=w:write
  --move --delete --unzip-command=sh:code --test:code --show-files:=read
unzip = read @by:members
unzip.words = write r x* ; it unpacks an archive
  -lZptczv:=read -12m
  -h:=read
  -afjnoquxBCDKLMSUVWXbs^
  -T:write ; it sets the time of the archive
  -d=w:write -P= -O= -I=
zipinfo = read r x*
  -1smlvh2tzTMCUZIO
  -x
funzip = read r
zipgrep = read x r x* @by:members
  -EFGPabchilnoqsuvwxyHL
zipnote = read r
  -hvL -b=w -w:write
zipsplit = write r
  -t:=read -n= -r= -ipqsL -b=w:write
gzip|pigz = read w* @by:in_place
  -c:=read --stdout:=read --to-stdout:=read -l:=read --list:=read -t:=read --test:=read
  -hVL:=read --license:=read
  -123456789dfknNqva -S= -p= -b= -A= -HiKMmRTYz
  --alias= --suffix= --decompress --uncompress --force --keep
  --no-name --name --quiet --verbose --fast --best --rsyncable --synchronous --ascii --processes=
  --blocksize= --independent --zlib --zip --no-time --time
  -r:deep+follows --recursive:deep+follows
gunzip|unpigz = read w* @by:in_place
  -c:=read --stdout:=read --to-stdout:=read -l:=read --list:=read -t:=read --test:=read
  -hVL:=read
  -adfknNqv -S= --suffix= --force --keep --no-name --name --quiet --verbose --synchronous
  --ascii -p= --processes=
  -r:deep+follows --recursive:deep+follows
bzip2|bunzip2|pbzip2|lbzip2 = read w* @by:in_place
  -c:=read --stdout:=read -t:=read --test:=read -hVL:=read --license:=read
  -123456789dzfkqvs --decompress --compress --force --keep --quiet --verbose --small --fast
  --best --repetitive-fast --repetitive-best
lzip|plzip = read w* @by:in_place
  -c:=read --stdout:=read -l:=read --list:=read -t:=read --test:=read -hV:=read
  -0123456789adfFkqv -b= -m= -n= -s= -B= -S= --trailing-error --decompress --force --recompress
  --keep --quiet --verbose --fast --best --threads= --match-length= --dictionary-size=
  -o=w:write --output=w:write
xz|unxz|lzma|unlzma = read w* @by:in_place
  -c:=read --stdout:=read --to-stdout:=read -l:=read --list:=read -t:=read --test:=read
  -hHV:=read --long-help:=read --info-memory:=read
  -0123456789dzfkeqvQ -S= -F= -C= -T= -M= --suffix= --format= --check= --threads= --memlimit=
  --memory= --memlimit-compress= --memlimit-decompress= --memlimit-mt-decompress= --block-size=
  --block-list= --flush-timeout= --lzma1? --lzma2? --x86? --arm? --arm64? --delta? --filters=
  --compress --decompress --uncompress --force --keep --no-sparse --single-stream --extreme
  --fast --best --no-adjust --ignore-check --quiet --verbose --no-warn --robot --no-sync
  --files?r:unknown --files0?r:unknown ; the files come from a list
zstd|unzstd|zstdmt|pzstd = read w* @by:in_place @exact
  -c:=read --stdout:=read -l:=read --list:=read -t:=read --test:=read -b?:=read -hHV:=read
  -0123456789dzfkqvC -T? -M? -S -A --memory= --threads= --fast? --ultra --long?
  --adapt? --single-thread --rsyncable --no-check --check --no-sparse --sparse --no-progress
  --progress --compress --decompress --uncompress --force --keep --quiet --verbose --format=
  --stream-size= --size-hint= --target-compressed-block-size= --no-content-size --content-size
  --no-dictID --dictID= --pass-through --no-pass-through --asyncio --no-asyncio --max
  --no-compress-literals --compress-literals --no-row-match-finder --row-match-finder --zstd=
  --exclude-compressed --auto-threads= --priority= --patch-from=r --patch-apply -D=r
  --rm:write ; it deletes the files that it has packed
  -o=w:write --output-dir-flat=w:write --output-dir-mirror=w:write --train:write --trace=w:write
  --maxdict=
  --filelist=r:unknown ; the files come from a list
  -r:deep+follows
lz4|unlz4 = read w* @by:in_place
  -c:=read --stdout:=read --to-stdout:=read -t:=read --test:=read -hHV:=read
  --list:=read -b?:=read
  -0123456789dzfkqvBTXyi -D=r --fast? --best --favor-decSpeed --no-frame-crc --frame-crc
  --content-size --no-content-size --sparse --no-sparse --decompress --compress --force --keep
  --quiet --verbose -m --multiple --no-crc
  --rm:write ; it deletes the files that it has packed
  -r:deep+follows
brotli|unbrotli = read w* @by:in_place
  -c:=read --stdout:=read -t:=read --test:=read -hV:=read
  -0123456789dfjknsvZ -q= -w= -S= -D=r --quality= --lgwin= --large_window= --suffix=
  --dictionary=r --best --decompress --force --keep --squash --verbose --no-copy-stat --concatenated
  --rm:write -o=w:write --output=w:write
compress|uncompress = read w* @by:in_place
  -c:=read -l:=read
  -dfkv -b=
  -r:deep+follows
zcat|gzcat|bzcat|xzcat|lzcat|lzmacat|zstdcat|lz4cat = read r*
  -r:deep+follows --recursive:deep+follows
  -cdfhklLnNqvt0123456789 -S= --force --quiet --verbose --stdout --keep --no-warn -T? -M? --long?
  -D=r --memory= --threads= --single-stream --no-sparse --ignore-check
zless|bzless|xzless|zstdless|zmore|bzmore|xzmore = read r* @by:less
  -eEfFgGiIJKLmMnNqQrRsSuUwWX~
zgrep|zegrep|zfgrep|bzgrep|bzegrep|bzfgrep|xzgrep|xzegrep|xzfgrep|zstdgrep|lzgrep = read x r*
  -EFGPHLZabchilnoqsvwxyzTU -A= -B= -C= -m= --color? --colour? --context= --after-context=
  -r:deep+here --recursive:deep+here -R:deep+here+follows
  --before-context= --max-count= --count --ignore-case --line-number --with-filename --no-filename
  --only-matching --invert-match --word-regexp --files-with-matches --files-without-match
  --fixed-strings --extended-regexp --perl-regexp --quiet --silent --no-messages --text
  -e= --regexp= -f=r --file=r -#
  given -e --regexp -f --file
zdiff|zcmp|bzdiff|bzcmp|xzdiff|xzcmp = read r r
  -r:deep+follows --recursive:deep+follows
  -abBcdeiqsuwNtTylnp --brief --unified? -U= -C= --color? --ignore-all-space
  --ignore-space-change --report-identical-files --side-by-side --text -W= --width=
znew|gzexe|bzexe = write w*
zforce = write w*
p7zip = write w*
  -dkfc
7z|7za|7zz|7zr|7zzs = read @by:members
  # Its switches have one dash, one letter and their values joined.
  -h:=read
  -y -a? -b? -i? -m? -p? -r? -t? -x?
  -s?lt|lp|sc|sc-|pd|pe|pf|ns|ns-|nl|nl-|ni|nh|nh-|nt|nr|se|i|ccUTF-8|ccWIN|ccDOS|csUTF-8|csWIN
  -s?crc|crcCRC32|crcCRC64|crcSHA1|crcSHA256|crcSHA384|crcSHA512|crcSHA3-256|crcXXH64|crcBLAKE2sp
  -s?crcMD5|crcsha1|crcsha256|crcmd5|crccrc32|crccrc64|crcsha512|crc-|crc*
  l|t = read r x*
  b|i = read x*
  h = read r*
    [@]* = unknown x*
  e|x = write r x* ; it unpacks an archive
    -s?o:=read
  a|u|d|rn = write w r* ; it changes an archive
rar|unrar = read @dash @by:members
  -c- -cfg- -y -o+ -o- -p- -r -ai -ap -v -idq -inul -idc -idp -idcdp -ilog:write -n -x -u -f
  l|lb|lt|lta|v|vb|vt|vta|t|p|la|va = read r x*
  e|x = write r r* ; it unpacks an archive
  a|d|u|f|m|mf|c|cf|cw|ch|k|r|rc|rn|rr|rv|s|s- = write w r* ; it changes an archive
unar = write r x* ; it unpacks an archive
  -fDqts -o=w -p= -e= -E= -k=
lsar = read r x*
  -lLtjvi -p= -e= -E=
cabextract = write r*
  -l:=read -t:=read -p:=read --list:=read --test:=read --pipe:=read
  -fLqs -d=w:write -F= --directory=w:write --filter= --fix --lowercase --quiet
aa|yaa = write @dash
  list|verify = read @dash
    -i=r -v -vv -list-format= -t= -h
  archive|extract|append|convert|manifest|assemble = write @dash
    -d=r -i=r -o=w -a= -v
binhex|macbinary|applesingle = write w*
  -hV:=read
  probe = read r*
    -v --verbose
  # To decode, `-c` says where from; only to encode, where to.
  encode = write r*
    -fnv -c:=read --pipe:=read --to-stdout:=read -o=w:write -C=w:write -s= --verbose --force
  -cpv -o=w --pipe --decode --encode
compression_tool = read @dash
  -encode -decode -i=r -o=w -a= -A -b= -v -h
bsdcat = read r*
xip = write w*
cpio = write w* ; it packs or unpacks files that it is told of
  -t:=read --list:=read
  -p:write --pass-through:write -AaBbckLmnuvVz0dfiro -C= -E=r -H= -M= -R= -D=dir
  -F=w:unknown -I=r:unknown -O=w:unknown ; the archive may be on another machine
  --quiet --verbose --null --format= --extract --create --make-directories
  --unconditional --preserve-modification-time --no-absolute-filenames --absolute-filenames
  --file=w:unknown --pattern-file=r --directory=dir --numeric-uid-gid --dot --to-stdout --sparse
  --rsh-command=sh:code
pax = write w* ; it packs or unpacks files
  -rwacdiklntuvzDHLPXYZ0 -f=w -s= -x= -b= -o= -p= -E= -T= -B= -U= -G=
ar|gar|llvm-ar = read @by:members @response
ar.words|gar.words|llvm-ar.words = write w r* ; it changes an archive
  -t:=read -V:=read
  -abcDdfilmNoOPpqrSsTuUvx -M:code --plugin=code --target= --output=w:write --thin --record-libdeps=
  t|tv|tO|tvO|tf = read r x*
  p|pv = read+unknown r x* ; a thin archive shows files that lie elsewhere
"""
