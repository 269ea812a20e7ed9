"""The GNU and BSD core utilities that show, sort, cut and sum up text."""

COMMANDS = r"""
cat|gcat = read r*
  -AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
  --show-nonprinting
tac|gtac = read r*
  -br -s= --before --regex --separator=
head|ghead = read r*
  -0123456789 -qvz -c= -n= --bytes= --lines= --quiet --silent --verbose --zero-terminated
tail|gtail = read r*
  -0123456789 -fFqrvz -b= -c= -n= -s= --bytes= --follow? --lines= --max-unchanged-stats= --pid=
  --quiet --silent --retry --sleep-interval= --verbose --zero-terminated --debug
sort|gsort = read r*
  -bcCdfghHiMmnRrsuVz -k= -t= -S= -T=n --check? --ignore-leading-blanks --dictionary-order
  --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort
  --numeric-sort --random-sort --random-source=r --reverse --sort= --version-sort --batch-size=
  --files0-from=r:unknown ; the files come from a list
  --debug --key= --merge --stable --buffer-size= --field-separator=
  --temporary-directory=n --parallel= --unique --zero-terminated --mergesort --qsort --heapsort
  --radixsort --mmap
  -o=w --output=w
  --compress-program=sh:code ; it runs a program of its own
uniq|guniq = read r w
  -0123456789 -cdDiuz -f= -s= -w= --count --repeated --all-repeated? --skip-fields= --group?
  --ignore-case --skip-chars= --unique --zero-terminated --check-chars=
wc|gwc = read r*
  --files0-from=r
  -clLmw --bytes --chars --lines --max-line-length --words --total= --libxo?
  --debug
cut|gcut = read r*
  -nswz -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement
  --only-delimited --output-delimiter= --zero-terminated
tr|gtr = read x x
  -cCdstu --complement --delete --squeeze-repeats --truncate-set1
nl|gnl = read r*
  -p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --section-delimiter=
  --footer-numbering= --header-numbering= --line-increment= --join-blank-lines= --number-format=
  --no-renumber --number-separator= --starting-line-number= --number-width=
fold|gfold = read r*
  -0123456789 -bcs -w= --bytes --characters --spaces --width=
fmt|gfmt = read r*
  -0123456789 -chmnsu -t? -d= -l= -w= -p= -g= --crown-margin --prefix= --split-only
  --tagged-paragraph --uniform-spacing --width= --goal=
pr = read r*
  -0123456789 -acdfFJmrtTvpL -D= -e? -h= -i? -l= -n? -N= -o= -s? -S? -w= -W= --across --columns=
  --show-control-chars --double-space --date-format= --expand-tabs? --form-feed --header=
  --output-tabs? --join-lines --length= --merge --number-lines? --first-line-number= --indent=
  --no-file-warnings --separator? --sep-string? --omit-header --omit-pagination --pages=
  --show-nonprinting --width= --page-width=
paste|gpaste = read r*
  -sz -d= --delimiters= --serial --zero-terminated
join|gjoin = read r r
  -iz -1= -2= -a= -e= -j= -o= -t= -v= --ignore-case --check-order --nocheck-order --header
  --zero-terminated
comm|gcomm = read r r
  -123iz --check-order --nocheck-order --output-delimiter= --total --zero-terminated
expand|gexpand|unexpand|gunexpand = read r*
  -0123456789, -ai -t= --initial --all --first-only --tabs=
od|god = read r*
  -abBcCdDeFfhHiIlLoOsvxX -A= -j= -N= -S? -t= -w? --address-radix= --skip-bytes= --read-bytes=
  --strings? --format= --output-duplicates --width? --endian= --traditional
ptx = read r*
  -AfrtRCO -F= -M= -S= -W= -b=r -g= -i=r -o=r -w= --auto-reference --flag-truncation=
  --macro-name= --right-side-refs --sentence-regexp= --word-regexp= --break-file=r
  --ignore-case --gap-size= --ignore-file=r --only-file=r --references --width= --format=
tsort = read r
  -dlqw
shuf|gshuf = read r*
  -erz -i= -n= --echo --input-range= --head-count= --repeat --zero-terminated --random-source=r
  -o=w --output=w
sum|gsum = read r*
  -rs --sysv
cksum|gcksum = read r*
  -cwz -a= -l= -o= --algorithm= --check --base64 --debug --length= --raw --tag --untagged --zero
  --ignore-missing --quiet --status --strict --warn
md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|gmd5sum|gsha1sum|gsha256sum = read r*
  -bctwz -l= --binary --check --tag --text --zero --ignore-missing --quiet --status --strict
  --warn --length=
gsha512sum|sha3sum = read r*
  -bctwz -a= -l= --binary --check --tag --text --zero --ignore-missing --quiet --status --strict
  --warn --length= --algorithm=
base64|base32|gbase64|gbase32|base58 = read r w
  -dDehinu -b= -w= --decode --encode --wrap= --break= --ignore-garbage --noerrcheck --copyright
  --input=r -o=- -o=w --output=- --output=w
basenc|gbasenc = read r
  -di -w= --decode --ignore-garbage --wrap= --base64 --base64url --base58 --base32 --base32hex
  --base16 --base2msbf --base2lsbf --z85
factor|gfactor = read x*
  -h --exponents
seq|gseq = read x*
  -0123456789. -w -f= -s= -t= --equal-width --format= --separator=
numfmt|gnumfmt = read x*
  -0123456789. -z -d= --debug --delimiter= --field= --format= --from= --from-unit= --grouping
  --header? --invalid= --padding= --round= --suffix= --unit-separator= --to= --to-unit=
  --zero-terminated
expr|gexpr = read x* @first
  -0123456789
yes|gyes = read x* @first
bc = read r*
  -cghiILlPqRsvVwzC -e= -E= -f=r -r= -S= --mathlib --interactive --warn --standard --quiet
  --compile --digit-clamp --expression= --file=r --global-stacks --no-digit-clamp
  --no-line-length --no-prompt --no-read-prompt --redefine= --scale= --ibase= --obase= --seed=
dc = code r* ; its language can run commands
  -hV -e=code -f=r --expression=code --file=r
"""
