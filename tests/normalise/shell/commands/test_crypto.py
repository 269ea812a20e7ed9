"""Tests of the tables of hashes, certificates, encryption and signatures."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
openssl version -a
openssl list -cipher-commands
openssl ciphers -v
openssl x509 -in c.pem -noout -dates
openssl x509 -in c.pem -noout -subject -issuer -fingerprint -sha256
openssl x509 -in c.pem -text -noout
openssl x509 -checkend 86400 -noout -in c.pem
openssl x509 -pubkey -noout -in c.pem
openssl req -in r.csr -noout -text
openssl req -in r.csr -verify -noout
openssl crl -in c.crl -noout -text
openssl verify -CAfile ca.pem c.pem
openssl asn1parse -in c.der -inform DER
openssl dgst -sha256 a
openssl sha256 a
openssl md5 a
openssl dgst -sha256 -verify pub.pem -signature s a
openssl rand -hex 16
openssl enc -d -aes-256-cbc -in a.enc -pbkdf2
openssl base64 -d -in a
openssl aes-256-cbc -d -in a
openssl rsa -in k.pem -pubout
openssl rsa -in k.pem -noout -check
openssl pkey -pubin -in p.pem
openssl ec -in k.pem -noout
openssl ecparam -list_curves
openssl pkcs7 -in a.p7b -print_certs
openssl pkcs12 -in a.p12 -nokeys
openssl prime 17
openssl speed -seconds 1 sha256
openssl errstr 0
openssl pkeyutl -verify -in a -sigfile s -inkey p -pubin
openssl help x509
openssl x509 -help
openssl storeutl -certs a.pem
age-keygen -y k.txt
cosign version
jarsigner -verify a.jar
minisign -V -p k.pub -m a
certutil -L -d db
step certificate inspect c.pem
[write]
openssl x509 -in c.pem -out c.der -outform DER
openssl x509 -req -in r.csr -signkey k.pem
openssl req -new -key k.pem -out r.csr
openssl rsa -in k.pem -pubout -out p.pem
openssl rand -out r.bin 16
openssl dgst -sha256 -out d a
openssl dgst -sign k.pem a
openssl enc -aes-256-cbc -in a -out a.enc
openssl ca -in r.csr
openssl x509 -in c.pem -noout -writerand seed
age -r age1 -o a.age a
minisign -S -m a
step certificate create x
openssl crl -in c.crl -out c.pem
[secret]
openssl rsa -in k.pem
openssl rsa -in k.pem -noout -text
openssl pkey -in k.pem
openssl pkcs8 -in k.pem
openssl pkcs12 -in a.p12 -nodes
openssl storeutl a.pem
openssl passwd -6 x
age-keygen
openssl pkeyutl -decrypt -inkey k.pem -in a
[secret write]
openssl genrsa 2048
openssl genpkey -algorithm ed25519
openssl rsa -in k.pem -out k2.pem
age -d -i k.txt a.age
[network]
openssl s_client -connect example.org:443
openssl s_client -connect example.org:443 -servername example.org
openssl ocsp -url http://example.org -issuer i.pem
cosign verify example.org/app
openssl verify -crl_download c.pem
[code]
openssl req -in r.csr -noout -addext 'subjectAltName=DNS:$ENV::TOKEN'
openssl x509 -engine ./e.so -in c.pem
openssl list -provider-path . -provider evil
openssl version -config ./evil.cnf
[network code]
openssl s_server
[unknown]
openssl x509 -frobnicate
openssl frobnicate
[write privileged]
update-ca-certificates
[read]
openssl info -configdir
openssl info -enginesdir
openssl no-rsa
openssl no-md5
[unknown]
openssl info -frobnicate
openssl no-rsa x
[read]
rhash --md5 a
rhash -c a.sfv
[write]
rhash -e a
rhash -l log a
rhash -o out a
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
