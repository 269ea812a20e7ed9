"""Hashes, certificates, encryption and signatures."""

COMMANDS = r"""
md5|sha1|sha224|sha256|sha384|sha512|rmd160 = read r*
  -pqrtx -s= -c=
shasum = read r*
  -bctUspqw01 -a= --algorithm= --binary --check --text --UNIVERSAL --portable --status --strict
  --tag --ignore-missing --quiet --warn
xxhsum|xxh32sum|xxh64sum|xxh128sum|b3sum|hashdeep|md5deep|sha256deep|crc32 = read r*
  -cbqrew -H= -l= --check --quiet --status --strict --tag --num-threads= --raw --no-names
  --length= --derive-key= --keyed
rhash = read r*
  -CMHETGWLcrvqk --crc32 --md5 --sha1 --sha256 --sha512 --sha3-256 --all --check --recursive
  --printf= --bsd --simple --sfv --skip-ok
  -o=w --output=w -l=w --log=w -e:write --embed-crc:write -u=w --update=w ; it changes files
# All of its commands can load an engine or a provider, which is code.
openssl = read @dash
  -engine=code -provider=code -provider-path=code -config=conf -propquery= -rand=r
  -writerand=w:write
  -help:=read
  info = read @dash
    -configdir -enginesdir -modulesdir -dsoext -dirnamesep -listsep -seeds -cpusettings
    -windowscontext
  no-* = read
  version|list|ciphers|errstr|help|list-standard-commands|list-cipher-commands = read x* @dash
    -a -b -d -e -f -m -o -p -r -v -c -V -s -tls1 -tls1_1 -tls1_2 -tls1_3 -psk -srp -stdname
    -convert=
    -ciphersuites= -1 -verbose -commands -standard-commands -digest-commands -digest-algorithms
    -kdf-algorithms -random-instances -random-generators -mac-algorithms -cipher-commands
    -cipher-algorithms -encoders -decoders -key-managers -key-exchange-algorithms
    -kem-algorithms -signature-algorithms -asymcipher-algorithms -public-key-algorithms
    -public-key-methods -engines -providers -store-loaders -disabled -objects -options= -select=
    -tls-groups -tls-signature-algorithms -all-algorithms -skey-managers -all-tls-groups
    -list-commands
  # Of what is not a certificate these show nothing, so a `.pem` is only looked at.
  x509 = read @dash
    -in=n -inform= -outform= -passin= -noout -text -subject -issuer -dates -startdate -enddate
    -serial -fingerprint -hash -subject_hash -issuer_hash -subject_hash_old -issuer_hash_old -email
    -ocsp_uri -ocspid -pubkey -modulus -purpose -alias -nameopt= -certopt= -checkend= -checkhost=
    -checkemail= -checkip= -ext= -md5 -sha1 -sha224 -sha256 -sha384 -sha512 -C -trustout -nocert
    -dateopt= -issuer_checks -next_serial -pubin -addtrust= -addreject= -setalias= -clrext
    -multi -copy_extensions= -badsig -preserve_dates -clrtrust -clrreject -not_before= -not_after=
    -req:write -new:write -signkey=r:write -key=r:write -CA=r:write -CAkey=r:write -x509toreq:write
    -CAserial=w:write -CAcreateserial:write -extfile=conf -extensions= -set_serial= -days=
    -force_pubkey=r
    -subj= -set_subject= -set_issuer= -CAform= -CAkeyform= -keyform= -sigopt= -vfyopt= -utf8
    -out=- -out=w:write
  req = read @dash
    -in=n -inform= -outform= -passin= -passout= -noout -text -subject -pubkey -verify -modulus
    -nameopt= -reqopt= -utf8 -verbose -batch -md5 -sha1 -sha256 -sha384 -sha512 -vfyopt=
    -new:write -newkey=:write -x509:write -key=r:write -CA=r:write -CAkey=r:write
    -keygen_engine=code
    -keyout=w:write -out=- -out=w:write -nodes -noenc -subj= -days= -set_serial= -extensions=
    -reqexts= -addext=:code ; its text is read as settings, which show variables and name files
    -section= -keyform= -pkeyopt= -sigopt= -multivalue-rdn -copy_extensions= -newhdr -precert
    -not_before= -not_after= -x509v1 -quiet
  crl = read @dash
    -in=n -inform= -outform= -noout -text -issuer -lastupdate -nextupdate -hash -hash_old -crlnumber
    -fingerprint -nameopt= -verify -CAfile=n -CApath=n -CAstore=n -no-CAfile -no-CApath -no-CAstore
    -gendelta=r -key=r -badsig -dateopt= -out=- -out=w:write
  verify = read n* @dash
    -CAfile=n -CApath=n -CAstore=n -no-CAfile -no-CApath -no-CAstore -untrusted=n -trusted=n
    -CRLfile=n -show_chain -verbose -nameopt= -purpose= -partial_chain -check_ss_sig -crl_check
    -crl_check_all -policy= -policy_check -x509_strict -ignore_critical -issuer_checks -attime=
    -no_check_time -verify_depth= -verify_email= -verify_hostname= -verify_ip= -verify_name=
    -auth_level= -suiteB_128 -suiteB_192 -trusted_first -no_alt_chains -extended_crl -use_deltas
    -explicit_policy -inhibit_any -inhibit_map -allow_proxy_certs -vfyopt=
    -crl_download:network ; it fetches lists from the places that certificates name
  asn1parse = read @dash
    -in=r -inform= -noout -i -dump -dlimit= -offset= -length= -strparse= -oid=r -genstr=
    -genconf=conf -strictpem -item= -out=w:write
  dgst|md*|sha1|sha2*|sha3*|sha512*|blake2*|ripemd160|rmd160|sm3 = read r* @dash
    -md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-384 -sha3-512 -blake2b512 -blake2s256
    -ripemd160 -sm3 -shake128 -shake256 -c -d -r -hex -binary -list -debug -non-fips-allow
    -fips-fingerprint -xoflen= -hmac= -hmac-env= -hmac-stdin -mac= -macopt= -sigopt= -keyform=
    -passin= -verify=r -prverify=r -signature=r -md4 -md5-sha1
    -sign=r:write -engine_impl -out=- -out=w:write
  rand = read x @dash
    -base64 -hex -out=- -out=w:write
  prime = read x* @dash
    -hex -generate -bits= -safe -checks= -in=r
  enc|base64|aes-*|des*|camellia-*|aria-*|chacha20|bf*|rc4*|sm4*|seed*|cast* = read r @dash
    -in=r -d -e -a -base64 -A -p -P -k= -kfile=r -K= -iv= -S= -salt -nosalt -md= -iter= -pbkdf2
    -pass=
    -bufsize= -nopad -none -z -v -debug -list -ciphers -saltlen= -skeymgmt= -skeyopt= -skeyuri=
    -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-256-ctr -aes-128-ecb -aes-256-ecb -aes256 -aes128
    -des3 -des-ede3-cbc -chacha20 -camellia-256-cbc -bf -rc4 -out=- -out=w:write
  s_time|s_client|ocsp|cmp = network r* @dash ; it contacts a host
    -connect=url -host=url -port= -url=url -server=url -servername= -showcerts -tls1_2 -tls1_3 -tls1
    -tls1_1 -CAfile=r -CApath=r -verify= -verify_return_error -brief -status -alpn= -starttls=
    -quiet
    -ign_eof -no_ign_eof -prexit -cert=r -key=r -issuer=r -text -noverify -resp_text -req_text
    -proxy=url -cipher= -ciphersuites= -msg -debug -state -reconnect -4 -6 -no_ssl3
    -verify_hostname=
    -keylogfile=w:write -sess_out=w:write -sess_in=r -respout=w:write -reqout=w:write
    -msgfile=w:write -nextprotoneg= -crlf -pause
  s_server|tsget = network+code @dash ; it starts a server
  rsa|ec|dsa|pkey = secret @dash ; it prints a private key
    -in=r -inform= -outform= -passin= -passout= -check -modulus -param_enc= -conv_form=
    -ec_conv_form=
    -noout:=read -pubout:=read -pubin:=read -RSAPublicKey_in:=read -RSAPublicKey_out:=read
    -param_out:=read -text_pub -pubcheck
    -text:secret -aes128 -aes256 -des3 -des -traditional -no_public -out=w:write
  rsautl|pkeyutl = secret @dash ; it uses a private key
    -in=r -inkey=r -out=w:write -pubin -certin -sigfile=r -verify:=read -verifyrecover -encrypt
    -decrypt:secret -sign:secret -derive:secret
    -passin= -keyform= -rawin -digest= -pkeyopt= -hexdump -asn1parse -peerkey=r -kdf=
    -kdflen= -rev -raw -pkcs -oaep
  genrsa|gendsa|genpkey|dhparam|ecparam|dsaparam|gendh = write+secret x* @dash ; it makes a new key
    -in=r -out=w:write -algorithm= -pkeyopt= -paramfile=r -aes128 -aes256 -des3 -passout= -pass=
    -text
    -quiet
    -name= -genkey -noout -param_enc= -conv_form= -check -2 -3 -5 -dsaparam -verbose -outform=
    -inform=
    -f4 -primes= -traditional -genparam -numbers= -outpubkey=w:write
    -list_curves:=read
  pkcs12|pkcs8 = secret @dash ; it prints a private key
    -in=r -out=w:write -export:write -inkey=r -certfile=r -CAfile=r -name= -caname= -passin=
    -passout=
    -password= -nodes -noenc -clcerts -cacerts -topk8 -nocrypt -inform= -outform= -v1= -v2= -v2prf=
    -legacy -chain -keypbe= -certpbe= -macalg= -noiter -nomac -descert -aes256 -aes128 -des3
    -traceopt=
    -noout:=read -info -nokeys:=read
  pkcs7|crl2pkcs7|nseq|spkac|pkeyparam = read r @dash
    -in=r -inform= -outform= -noout -text -print_certs -print -nocrl -certfile=r -out=w:write -cert
    -certs
    -keys:secret -crls -passin= -r -check -context= -quiet
  storeutl|sess_id = secret r @dash ; it prints private keys
    -in=r -inform= -outform= -noout -text -out=w:write -passin= -certs:=read -crls:=read -cert
    -context=
  cms|smime|ts = write+secret r* @dash
    -in=r -out=w:write -inform= -outform= -verify -sign -encrypt -decrypt -signer=r -inkey=r
    -recip=r
    -CAfile=r -noverify -content=r -text -print -cmsout -noout -certfile=r -binary -nointern -nosigs
    -reply -query -data=r -queryfile=r -token_in -untrusted=r
  speed = read x* @dash
    -evp= -decrypt -mr -multi= -seconds= -bytes= -elapsed -hmac= -cmac= -primes= -aead -async_jobs=
  passwd = secret x* @dash ; it prints the hash of a password
    -crypt -1 -apr1 -aixmd5 -5 -6 -salt= -in=r -stdin -noverify -quiet -table -reverse
  kdf|mac|skeyutl = secret x* @dash
    -in=r -out=w:write -keylen= -kdfopt= -binary -mac= -macopt= -cipher= -digest=
  ca|rehash|fipsinstall|srp = write r* @dash
    -in=r -out=w:write -config=conf -batch -days= -notext -md= -cert=r -keyfile=r -revoke=r
    -gencrl
    -extensions= -extfile=conf -infiles -policy= -outdir=w:write -subj= -updatedb -status=
c_rehash|update-ca-certificates|update-ca-trust|trust = write+privileged x*
age|rage = write r ; it encrypts or decrypts
  -d:secret --decrypt:secret -a --armor -p --passphrase -e --encrypt -r= --recipient= -R=r
  --recipients-file=r -i=r --identity=r -o=w --output=w -j=code
age-keygen|rage-keygen = secret r ; it prints a private key
  -o=w:write --output=w:write -y:=read -pq
minisign|signify = write r*
  -V:=read -W -GSRC:write -H -q -Q -o -l -f -m=r -p=r -P= -s=r -x=r -c= -t=
cosign = network x* @exact
  -d --verbose -t= --timeout= --output-file=w
  version|tree|triangulate|env|completion|help = read x*
    --json
  verify*|download|dockerfile|manifest|public-key = network x* ; it asks a registry
    --key= --certificate-identity= --certificate-oidc-issuer= --certificate-identity-regexp=
    --certificate-oidc-issuer-regexp= --type= --policy=r -o= --output= --insecure-ignore-tlog
    --rekor-url=url --certificate=r --signature=r --bundle=r --offline --check-claims
  sign*|attest*|attach|copy|clean|upload|load|save|*-key-pair|initialize|login = write+network x*
jarsigner = write r* @dash
  -verify:=read
  -verbose -certs -keystore=r -storepass= -keypass= -strict -signedjar=w:write -tsa=url
certutil = write x* ; it changes a certificate store
  -L:=read -K:=read -V:=read -U:=read -H:=read
  -d=r -n= -h= -a -r -f=r -u= -e -l -P= -t= -i=r -o=w:write
pk12util = secret x*
  -l=r -d=r -K= -W= -o=w -i=r -n=
step = write+network x*
  certificate = write x*
    inspect|verify|fingerprint|lint = read r*
      --format= --short --roots=r --bundle --insecure
  crypto = secret x*
mkcert|certbot|acme.sh|lego = write+network x*
"""
