"""Programs that take a program of their own for text and data: sed, awk, jq and their kin."""

COMMANDS = r"""
sed|gsed|ssed = read sed r* @by:sed
  -nErsuz --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated
  --debug --posix --sandbox --follow-symlinks --binary -b --line-length=
  -e=sed --expression=sed
  -f=code --file=code ; it runs a program that is in a file
  -i?:write -I?:write --in-place?:write ; it changes its files in place
  given -e -f --expression --file
awk|gawk|mawk|nawk|goawk|original-awk = read awk r* @first @by:awk
  -F= -v= --field-separator= --assign= -bcCghknNPrsStVM --bignum --characters-as-bytes --copyright
  --csv --gen-pot --lint? -L? --lint-old --no-optimize --non-decimal-data --numeric-data
  --optimize -O --posix --re-interval --sandbox --traditional --use-lc-numeric --usage --dump-usage
  -W=version|usage|help|posix|v|h|u
  -e=awk --source=awk
  -f=code --file=code -E=code --exec=code ; it runs a program that is in a file
  -i=code --include=code -l=code --load=code ; it loads code
  -D?:code --debug?:code ; it is a program to work in
  -d?:write -o?:write -p?:write --dump-variables?:write --pretty-print?:write --profile?:write
  given -e -f -E --source --file --exec
jq|gojq|jaq = read jq r* @exact @by:data_program
  -aCcehjMnrRsSV --ascii-output --color-output --monochrome-output --compact-output --exit-status
  --join-output --null-input --raw-output --raw-output0 --raw-input --slurp --sort-keys --tab
  --unbuffered --stream --stream-errors --seq --build-configuration --indent= --yaml-input
  --yaml-output --from= --to= --no-in-place
  --arg --argjson --slurpfile --rawfile --argfile --args --jsonargs
  -L=r --library-path=r
  -f=code --from-file=code ; it runs a program that is in a file, which may show variables
  -i:write --in-place:write
  given -f --from-file
yq = read jq r* @exact @by:data_program
  -CcehMjnNPrRSvVyYxX0 --arg --argjson --slurpfile --rawfile --argfile --args --jsonargs
  -I= -o= -p= -f=extract|process -f=code -w= -L=r
  --colors --no-colors --color-output --monochrome-output --compact-output --exit-status
  --join-output --null-input --no-doc --prettyPrint --raw-output --raw-input --slurp --sort-keys
  --tojson --verbose --yaml-output --yaml-roundtrip --yml-output --yml-roundtrip --width=
  --indentless-lists --indentless --explicit-start --explicit-end --yaml-output-grammar-version=
  --yaml-grammar-version= --indent= --input-format= --output-format= --front-matter= --nul-output
  --header-preprocess? --unwrapScalar? --string-interpolation? --csv-auto-parse? --csv-separator=
  --tsv-auto-parse? --tsv-separator= --lua-globals --lua-prefix= --lua-suffix= --lua-unquoted
  --properties-separator= --properties-array-brackets --shell-key-separator= --xml-attribute-prefix=
  --xml-content-name= --xml-directive-name= --xml-keep-namespace? --xml-proc-inst-prefix=
  --xml-raw-token? --xml-skip-directives --xml-skip-proc-inst --xml-strict-mode
  --xml-output --xml-dtd --xml-root= --xml-item-depth= --xml-force-list=
  --yaml-fix-merge-anchor-to-spec? --yaml-compact-seq-indent --security-disable-env-ops
  --security-disable-file-ops --expression=jq --toml-output --debug-node-info --indent-seq?
  --from-file=code --split-exp-file=r:write
  -i?:write --inplace?:write --in-place:write ; it changes its files in place
  -s?:write --split-exp=:write ; it writes a file for every document
  --security-enable-system-operator:code ; its program may run commands
  given --from-file --expression
  eval|e|eval-all|ea = read jq r*
    given --from-file --expression
  shell-completion|completion = read x*
xq|tomlq = read jq r* @exact @by:data_program
  -acCehjMnrRsSxXtmq -I= -L=r -f=code --from-file=code --arg --argjson --slurpfile --rawfile --args
  --jsonargs --ascii-output --color-output --monochrome-output --compact-output --exit-status
  --join-output --null-input --raw-output --raw-input --slurp --sort-keys --tab --xml-output
  --xml-dtd --xml-root= --xml-item-depth= --xml-force-list= --toml-output --indent= --xpath=
  --extract= --query= --attr= --node --json --compact --depth= --color --no-color --html --stream
  -i:write --in-place:write
  given -f --from-file
dasel = read x x* @exact
  -mncp -f=r --file=r -r= --read= -w=json|yaml|toml|xml|csv|json-|-|plain --write= -s= --selector=
  -i= -d= --parser= --format= --pretty --compact --colour --plain --null --merge-input-documents
  --length --indent= --csv-comma= --csv-write-comma= --escape-html --var= --root --multiple
  --input-format= --in= --out-format= --return-root
  -o=w --out=w
  *readFile* = unknown x*
  select|query = read x*
    *readFile* = unknown x*
  put|delete|update = write x* ; it changes its file in place
    -t= --type= -v= --value= --value-file=r
  validate = read n*
    --include-error
  completion|help|version|man = read x*
fx = code r* @exact ; its programs are JavaScript, which can do anything
  --themes:=read --comp=:=read
gron|fastgron|norg|ungron = read r* @exact
  -uvcmsjki --ungron --values --colorize --monochrome --stream --json --no-sort --sort
  --insecure:network -x=:network --proxy=:network --noproxy=
hjson = read r* @dash
  -c -j -h -V -v -sl -quote -rt -nocol -cond= -json -compact
toml|toml-cli = read
  get = read r x @exact
    -r --raw -o= --output-toml
  set = read r x x
  check = read r*
"""
