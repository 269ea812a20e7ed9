"""Programs that fetch and send: curl, wget, rsync and their kin, mail, file servers."""

COMMANDS = r"""
# Whatever it does goes to a host; programs/curl.py finds the files that are sent.
curl = read url* @by:curl
  -012346afgGhiIjJklLMnNpqRsSvVZ#
  -A= -b= -C= -d= -e= -F= -H= -m= -P= -Q= -r= -t= -u= -U= -w= -x=url -X= -y= -Y= -z=
  -c=w -D=w -E=r -K=r:unknown -o=-|/dev/null -o=w -O:write -T=r
  --abstract-unix-socket= --alt-svc=w --anyauth --append --aws-sigv4= --basic --ca-native
  --cacert=r --capath=r --cert=r --cert-status --cert-type= --ciphers= --compressed
  --compressed-ssh --config=conf:unknown --connect-timeout= --connect-to= --continue-at= --cookie=
  --cookie-jar=w --create-dirs --create-file-mode= --crlf --crlfile=r --curves= --data=
  --data-ascii= --data-binary= --data-raw= --data-urlencode= --delegation= --digest --disable
  --disable-eprt --disable-epsv --disallow-username-in-url --dns-interface= --dns-ipv4-addr=
  --dns-ipv6-addr= --dns-servers= --doh-cert-status --doh-insecure --doh-url=url --dump-header=w
  --ech= --egd-file=r --engine=code --etag-compare=r --etag-save=w --expect100-timeout= --fail
  --fail-early --fail-with-body --false-start --form= --form-escape --form-string= --ftp-account=
  --ftp-alternative-to-user= --ftp-create-dirs --ftp-method= --ftp-pasv --ftp-port= --ftp-pret
  --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode= --ftp-ssl-control --get --globoff
  --happy-eyeballs-timeout-ms= --haproxy-clientip= --haproxy-protocol --head --header=
  --hostpubmd5= --hostpubsha256= --hsts=w --http0.9 --http1.0 --http1.1 --http2
  --http2-prior-knowledge --http3 --http3-only --ignore-content-length --include --insecure
  --interface= --ip-tos= --ipfs-gateway=url --ipv4 --ipv6 --json= --junk-session-cookies
  --keepalive-cnt= --keepalive-time= --key=r --key-type= --krb= --libcurl=w --limit-rate=
  --list-only --local-port= --location --location-trusted --login-options= --mail-auth=
  --mail-from= --mail-rcpt= --mail-rcpt-allowfails --manual --max-filesize= --max-redirs=
  --max-time= --metalink --mptcp --negotiate --netrc --netrc-file=r --netrc-optional --next
  --no-alpn --no-buffer --no-clobber --no-keepalive --no-npn --no-progress-meter --no-sessionid
  --noproxy= --ntlm --ntlm-wb --oauth2-bearer= --output=-|/dev/null --output=w --output-dir=w
  --parallel --parallel-immediate --parallel-max= --pass= --path-as-is --pinnedpubkey= --post301
  --post302 --post303 --preproxy=url --progress-bar --proto= --proto-default= --proto-redir=
  --proxy=url --proxy-anyauth --proxy-basic --proxy-ca-native --proxy-cacert=r --proxy-capath=r
  --proxy-cert=r --proxy-cert-type= --proxy-ciphers= --proxy-crlfile=r --proxy-digest
  --proxy-header= --proxy-http2 --proxy-insecure --proxy-key=r --proxy-key-type= --proxy-negotiate
  --proxy-ntlm --proxy-pass= --proxy-pinnedpubkey= --proxy-service-name= --proxy-ssl-allow-beast
  --proxy-tls13-ciphers= --proxy-tlsauthtype= --proxy-tlspassword= --proxy-tlsuser=
  --proxy-tlsv1 --proxy-user= --proxy1.0=url --proxytunnel --pubkey=r --quote= --random-file=r
  --range= --rate= --raw --referer= --remote-header-name --remote-name:write
  --remote-name-all:write --remote-time --remove-on-error --request= --request-target= --resolve=
  --retry= --retry-all-errors --retry-connrefused --retry-delay= --retry-max-time= --sasl-authzid=
  --sasl-ir --service-name= --show-error --show-headers --silent --skip-existing --socks4=url
  --socks4a=url --socks5=url --socks5-basic --socks5-gssapi --socks5-hostname=url
  --speed-limit= --speed-time= --ssl --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke
  --ssl-reqd --ssl-revoke-best-effort --sslv2 --sslv3 --stderr=- --stderr=w --styled-output
  --suppress-connect-headers --tcp-fastopen --tcp-nodelay --telnet-option= --tftp-blksize=
  --tftp-no-options --time-cond= --tls-earlydata --tls-max= --tls13-ciphers= --tlsauthtype=
  --tlspassword= --tlsuser= --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding
  --trace=- --trace=w --trace-ascii=- --trace-ascii=w --trace-config= --trace-ids --trace-time
  --unix-socket=r --upload-file=r --upload-flags= --url=url --url-query= --use-ascii --user=
  --user-agent= --variable= --verbose --vlan-priority= --write-out= --xattr:write --no-location
  --no-compressed --no-verbose --no-silent --no-include --no-remote-time --no-parallel --no-fail
wget|wget2 = network+write url* ; it fetches and saves what a host sends
  --spider:=network
  -O=-|/dev/null:=network --output-document=-|/dev/null:=network -O=w --output-document=w
  -46bcdEFHhkKLmNpqrSvVx -n? -a=w -A= -B= -D= -e=:code -G= -i=r -I= -l= -o=w -P=w -Q= -R= -t= -T=
  -U=
  -w= -X=
  --append-output=w --output-file=w --directory-prefix=w --input-file=r --execute=:code
  --post-data= --post-file=r --body-data= --body-file=r --method= --header= --load-cookies=r
  --save-cookies=w --config=conf:unknown --use-askpass=code --warc-file=w --warc-header= --warc-cdx
  --warc-dedup=r --warc-tempdir=w --warc-max-size= --rejected-log=w --hsts-file=w
  --ca-certificate=r --ca-directory=r --certificate=r --private-key=r --crl-file=r --pinnedpubkey=
  --certificate-type= --private-key-type= --random-file=r --egd-file=r --secure-protocol=
  --ciphers= --no-check-certificate --https-only --user= --password= --ask-password --http-user=
  --http-password= --ftp-user= --ftp-password= --proxy-user= --proxy-password= --proxy? --no-proxy
  --user-agent= --referer= --timeout= --dns-timeout= --connect-timeout= --read-timeout= --tries=
  --wait= --waitretry= --random-wait --quota= --limit-rate= --bind-address= --quiet --verbose
  --no-verbose --debug --background --continue --start-pos= --progress= --show-progress
  --timestamping --no-use-server-timestamps --server-response --no-clobber --backups? --no-cache
  --no-cookies --keep-session-cookies --ignore-length --max-redirect= --content-disposition
  --content-on-error --trust-server-names --auth-no-challenge --compression= --restrict-file-names=
  --recursive --level= --delete-after --convert-links --convert-file-only --backup-converted
  --mirror --page-requisites --strict-comments --accept= --reject= --accept-regex= --reject-regex=
  --regex-type= --domains= --exclude-domains= --follow-ftp --follow-tags= --ignore-tags=
  --span-hosts
  --relative --include-directories= --exclude-directories= --no-parent --no-directories
  --force-directories --no-host-directories --protocol-directories --cut-dirs= --default-page=
  --adjust-extension --base= --force-html --unlink --retry-connrefused --retry-on-http-error=
  --retry-on-host-error --inet4-only --inet6-only --prefer-family= --no-dns-cache --report-speed=
  --xattr --no-iri --local-encoding= --remote-encoding= --no-glob --no-passive-ftp
  --no-remove-listing --preserve-permissions --ftps-implicit --no-if-modified-since
http|https|httpie|xh|xhs|curlie|grpcurl|websocat|ab|wrk|hey|siege = network x* ; it sends to a host
  -bhjfvIdcF -p= -a= -s= -A= -o=w --output=w --download:write --session=w --verify= --timeout=
  --follow --json --form --headers --body --print= --pretty= --auth= --check-status --ignore-stdin
aria2c|axel = network+write url* ; it fetches and saves what a host sends
  -o=w -d=w -i=r --out=w --dir=w --input-file=r --on-download-complete=sh:code
  --on-download-start=sh:code --on-download-error=sh:code --on-download-stop=sh:code
  --on-download-pause=sh:code --on-bt-download-complete=sh:code --conf-path=conf --enable-rpc
lynx|w3m|links|elinks|links2|browsh = network url* @dash ; it is a browser
  -dump -source -listonly -nolist -width= -cols= -T= -stdin -force_html -cmd_script=r:code
  -cfg=r:code -o=
yt-dlp|youtube-dl|gallery-dl|streamlink = network+write url*
  --exec=sh:code --config-location=r:code --postprocessor-args= --external-downloader=code
# Files that may be on other machines: programs/remote.py.
rsync = read r* w @gone @by:remote
  -n:=read --dry-run:==read --list-only:=read
  -ar:deep --archive:deep --recursive:deep
  -0468bcCdDEgGhHiIJKlmNoOpPqRsStuUvVWxXyzA -kL:follows -B= -f= -T=w -e=sh:code -M=:unknown -@=
  --verbose --info= --debug= --stderr= --quiet --no-motd --checksum --no-OPTION
  --relative --no-relative --no-implied-dirs --backup --backup-dir=w --suffix= --update
  --inplace --append --append-verify --dirs --old-dirs --mkpath --links --safe-links
  --copy-links:follows --copy-unsafe-links:follows --copy-dirlinks:follows
  --munge-links --keep-dirlinks --hard-links
  --perms --no-perms --executability --chmod= --acls --xattrs --owner --no-owner --group --no-group
  --devices --copy-devices --write-devices:privileged --specials --times --no-times --atimes
  --open-noatime --crtimes --omit-dir-times --omit-link-times --super --fake-super --sparse
  --preallocate --whole-file --no-whole-file --checksum-choice= --cc= --one-file-system
  --block-size= --existing --ignore-existing --ignore-non-existing --remove-source-files --del
  --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded
  --delete-missing-args --ignore-missing-args --ignore-errors --force --max-delete= --max-size=
  --min-size= --max-alloc= --partial --partial-dir=w --delay-updates --prune-empty-dirs
  --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout= --ignore-times
  --size-only --modify-window= --temp-dir=w --fuzzy --compare-dest=n --copy-dest=n
  --link-dest=n
  --compress --compress-choice= --zc= --compress-level= --zl= --skip-compress= --cvs-exclude
  --filter= --exclude= --exclude-from=r --include= --include-from=r --files-from=r --from0
  --old-args --secluded-args --protect-args --trust-sender --copy-as=:privileged --address=
  --port= --sockopts= --blocking-io --outbuf= --stats --8-bit-output --human-readable --progress
  --itemize-changes --out-format= --log-file=w:write --log-file-format= --password-file=r
  --early-input=r --bwlimit= --stop-after= --stop-at= --fsync --write-batch=w:write
  --only-write-batch=w:write
  --read-batch=r --protocol= --iconv= --checksum-seed= --ipv4 --ipv6 --no-compress --no-recursive
  --no-links --no-devices --no-specials --no-inc-recursive --inc-recursive --no-D --no-g --no-o
  --no-p
  --rsh=sh:code --rsync-path=sh:code --remote-option=:unknown ; it runs a program of its own
  --daemon:code --config=conf --dparam=:code --no-detach --server:code --sender
scp = write r* w @by:remote
  -r:deep+follows -346ABCOpqRTv -c= -F=r:code -i=r -J= -l= -o=:code -P= -S=code -D=code -X=
sftp|ftp|lftp|tftp|ncftp|cadaver|smbclient|ftps|atftp|telnet|rlogin|rsh = network+code x* @by:remote
  -46aAdefgnpqrtvV -b=r:code -B= -c=:code -F=r -i=r -o=:code -P= -u= -R= -S=code
nc|ncat|netcat|nc.openbsd|nc.traditional|cryptcat = network x* ; it opens a connection
  -46bCdDFhklnNrStuUvZz -e=sh:code -c=sh:code -g= -G= -i= -I= -M= -m= -o=w -O= -P= -p= -q= -s= -T=
  -V=
  -w= -W= -X= -x=
  --listen --exec=sh:code --sh-exec=sh:code --lua-exec=code --ssl --udp --keep-open --proxy=url
  --output=w --hex-dump=w --allow= --deny= --wait= --verbose --send-only --recv-only --sctp
  --source= --source-port= --max-conns= --proxy-type= --proxy-auth= --chat --broker --nodns
  --ssl-verify --ssl-cert=r --ssl-key=r --ssl-trustfile=r --unixsock --vsock --zero
socat|socat1|procan|filan = network+code+write x* @hides ; it joins files, programs and connections
  -V:=read -h:=read
  -dDvxlsuUgtT
mosh|mosh-client|autossh|dbclient|sshuttle|plink|pscp = network+code x* @hides
  -46aACfgGkKnNqstTvVxXyY -b= -c= -D= -e= -F= -i=r -I= -J= -l= -L= -m= -M= -o=:code -O= -p= -P=
  -Q= -R=
  -S= -w= -W= --ssh=sh:code --server=:code --port= --predict=
mail|mailx|s-nail|sendmail|mutt|neomutt|msmtp|swaks|exim|exim4 = network x* @nohelp ; it sends mail
  -s= -a=r -A=r -c= -b= -r= -S= -f= -q= -H=r -i=r -F=r:code -e=:code -tvnE
mailq|postqueue|exim-queue = read
  -p
postsuper|postcat|postfix|newaliases|postmap = privileged x*
wall|write|talk|mesg = write x* ; it writes to other people's terminals
rclone = read @exact @by:rclone
  -nPvq --verbose --quiet --progress --stats= --transfers= --checkers= --exclude= --include=
  --filter=
  --exclude-from=r --include-from=r --filter-from=r --files-from=r --max-depth= --max-age=
  --min-age=
  --max-size= --min-size= --bwlimit= --fast-list --retries= --timeout= --contimeout= --log-level=
  --stats-one-line --human-readable --ignore-case --no-traverse --tpslimit= --use-json-log
  --size-only
  --checksum --low-level-retries= --drive-shared-with-me --s3-region= --s3-provider=
  --ignore-existing
  --update --immutable --use-server-modtime --no-check-certificate --max-delete= --backup-dir=
  --delete-before --delete-after --delete-during --delete-excluded --track-renames --suffix=
  --ask-password? --color= --delete-empty-src-dirs --create-empty-src-dirs --metadata -M
  --config=conf --cache-dir=w:write --log-file=w:write --dump=:secret
  --password-command=sh:code
  --temp-dir=w:write
  --combined=w:write --missing-on-src=w:write --missing-on-dst=w:write --match=w:write
  --differ=w:write --error=w:write
  --ssh=:code --sftp-ssh=:code --webdav-bearer-token-command=sh:code
  --rc:network --rc-addr=:network --header= --header-upload= --http-proxy=url
  ls|lsd|lsl|lsf|lsjson|size|tree|cat|*sum|check|cryptcheck|about = read r*
    -dRlahiDU -F= -f= -s= --recursive --dirs-only --files-only --format= --separator= --hash=
    --hash-type=
    --csv --absolute --dir-slash --json --full --head= --tail= --offset= --count= --discard --stat
    --original --encrypted --no-modtime --no-mimetype --level= --all --noreport --full-path
    --one-way --download --human --size -C= --checkfile=r --base64 --output-file=w:write -o=w:write
    --output=w:write
  listremotes|version|help|providers = read x*
    --long --json
    --check:network ; it asks a server which version is new
  completion|genautocomplete|gendocs = write x* ; it writes files
  config = write x* ; it changes the places that rclone knows
    show|dump = secret x* ; it shows passwords and tokens
    file|paths|providers|userinfo = read x*
    touch = write
    create|update|delete|password|reconnect|disconnect|edit|encryption = write+network x*
  copy|copyto|move|moveto|sync|bisync|copyurl|rcat|dedupe|settier|touch|mkdir = write+network r* w
    -n:=read --dry-run:==read -i --interactive --resync
  delete|deletefile|rmdir|rmdirs|cleanup|archive = write+network x* ; it deletes remote files
    -n:=read --dry-run:==read --rmdirs --leave-root
  purge = destroy-outside x* ; it deletes everything below a remote folder
    -n:=read --dry-run:==read -i --interactive
  link|obscure|reveal|backend|authorize = secret+network x*
  mount|nfsmount|serve|rcd|rc|selfupdate|gitannex|ncdu|test = code+network x*
transmission-cli|transmission-remote|transmission-daemon|rtorrent = network+write x*
wormhole|croc|magic-wormhole|ffsend|transfer|onionshare|syncthing = network+write r*
"""
