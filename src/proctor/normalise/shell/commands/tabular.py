"""Tables and trees in files: csvkit, xsv, xmllint and their kin."""

COMMANDS = r"""
csvcut = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -nx -c= -C= --names --columns= --not-columns= --delete-empty-rows
csvgrep = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -nia -c= -m= -r= -f=r --names --columns= --match= --regex= --file=r --invert-match --any-match
csvlook = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -I -y= --max-rows= --max-columns= --max-column-width= --max-precision= --no-number-ellipsis
  --snifflimit= --no-inference
csvstat = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -nIG -i= -c= -y= --csv --json --indent= --names --columns= --type --nulls --non-nulls --unique
  --min --max --sum --mean --median --stdev --len --max-precision --freq --freq-count= --count
  --decimal-format= --no-grouping-separator --snifflimit= --no-inference
csvsort = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -nriI -c= -y= --names --columns= --reverse --ignore-case --snifflimit= --no-inference
csvjson = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -I -i= -k= -y= --indent= --key= --lat= --lon= --type= --geometry= --crs= --no-bbox --stream
  --snifflimit= --no-inference
in2csv = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -nI -f= -s=r -k= -y= --format= --schema=r --key= --names --sheet= --use-sheet-names
  --reset-dimensions --encoding-xls= --snifflimit= --no-inference
  --write-sheets=:write ; it writes a file for every sheet
csvformat = read r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -ETAB -D= -Q= -U= -P= -M= --skip-header --out-delimiter= --out-tabs --out-asv --out-quotechar=
  --out-quoting= --out-no-doublequote --out-escapechar= --out-lineterminator=
csvjoin = read r*
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -I -c= -y= --columns= --outer --left --right --snifflimit= --no-inference
csvstack = read r*
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -g= -n= --groups= --group-name= --filenames
csvclean = write r
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -n:=read --dry-run:=read
csvsql = read r* @program
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  -i= --dialect= --tables= --no-constraints --no-create --create-if-not-exists
  --overwrite:write --insert:write --db=:write --query=sql --before-insert=sql --after-insert=sql
  --unique-constraint= --prefix= --db-schema= --chunk-size= --no-inference --snifflimit=
sql2csv = code r @program
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  --db= --query=sql --engine-option= --execution-option=
csvpy = code r*
  -btSHvl -d= -q= -u= -p= -z= -e= -L= -K= --delimiter= --tabs --quotechar= --quoting=
  --no-doublequote --escapechar= --maxfieldsize= --encoding= --locale= --skipinitialspace --blanks
  --null-value= --date-format= --datetime-format= --no-leading-zeroes --no-header-row
  --skip-lines= --verbose --linenumbers --zero --add-bom
  --dict --agate ; it is a program to work in
xsv = read @exact
  -n -d= --delimiter= --no-headers
  -o=w --output=w
  count|flatten|fmt|headers|input|reverse|table = read r*
    -jc -w= -s= -l= -t= --just-names --intersect --width= --condense= --separator= --out-delimiter=
    --crlf --ascii --quote= --quote-always --escape= --no-quoting --pad= --json
  cat = read x r*
    -p --pad
  fixlengths = read r
    -l= --length=
  frequency|stats = read r
    -s= -l= -j= -a --select= --limit= --asc --no-nulls --jobs= --everything --mode --cardinality
    --median --nulls
  join = read x r x r
    --no-case --left --right --full --cross --nulls
  sample = read x r
  search = read x r
    -iv -s= -f= --ignore-case --select= --invert-match --flag=
  select = read x r
  slice = read r
    -s= -e= -l= -i= --start= --end= --len= --index=
  sort = read r
    -s= -NRu --select= --numeric --reverse --jobs=
  index = write r
  split|partition = write x* ; it writes many files
    -s= -j= --size= --jobs= --filename= -p= --prefix-length= --drop
  help = read x*
mlr = read @by:mlr
  -I:write
xmllint = read r* @dash
  --format --noout --xpath= --html --xmlout --encode= --compress
  --copy --debug --dropdtd --htmlout --huge --memory --nocatalogs --noblanks --nocdata
  --nocompact --nodefdtd --nodict --noenc --nofixup-base-uris --nonet --nowarning --nowrap
  --nsclean --oldxml10 --pedantic --pretty= --push --quiet --recover --repeat --sax --sax1
  --stream --testIO --timing --walker --xmlstarlet --maxmem=
  --pattern= --insert --strict-namespace --max-ampl= --chkregister
  --path=:unknown --catalogs --auto
  --noent:network+unknown --loaddtd:network+unknown ; it may fetch other files
  --valid:network+unknown --postvalid:network+unknown ; it may fetch other files
  --dtdattr:network+unknown ; it may fetch other files
  --xinclude:network+unknown --noxincludenode:network+unknown ; it may fetch other files
  --dtdvalidfpi=:network+unknown --dtdvalid=r:network+unknown ; it may fetch other files
  --c14n:network+unknown --c14n11:network+unknown ; it may fetch other files
  --exc-c14n:network+unknown -c14n:network+unknown ; it may fetch other files
  --schema=r:network+unknown --relaxng=r:network+unknown ; it may fetch other files
  --schematron=r:network+unknown -schema=r:network+unknown ; it may fetch other files
  --output=w -o=w --shell:code
  -format -noout -html -recover -nonet -noblanks -quiet -huge -xpath=
xmlstarlet|xml = read @exact
  -qT --quiet --doc-namespace --no-doc-namespace
  sel|select = read r* @by:xpath
    -BCDERTIQ -t --template -c= --copy-of= -v= --value-of= -o= --output= -n --nl -f --inp-name
    -m= --match= --var= -i= --if= --elif= --else -e= --elem= -a= --attr= -b --break -s= --sort=
    -N= --indent --root --text --comp --xml-decl --noblanks --encode=
    --net:network
  el|elements = read r*
    -avu
  val|validate = read r*
    -webqg --well-formed --err --list-good --list-bad --list-none --quiet
    -d=r:unknown -s=r:unknown -r=r:unknown --dtd=r:unknown --xsd=r:unknown ; it loads other files
    --relaxng=r:unknown --embed:unknown -x=r:unknown ; it loads other files
    --net:network
  fo|format = read r*
    -RDntoHNQC -s= -e= --noindent --indent-tab --indent-spaces= --omit-decl --recover --dropdtd
    --nocdata --nsclean --encode= --html --quiet
    --net:network
  c14n = unknown r* ; it loads the files that a document names
  pyx|xmln|esc|escape|unesc|unescape|ls|list|p2x|depyx = read r*
  ed|edit = read r*
    -PSO -N= -d= --delete= -i= --insert= -a= --append= -s= --subnode= -m= --move= -r= --rename=
    -u= --update= -t= --type= -n= --name= -v= --value= -x= --expr= --var= --pf --ps
    -L:write --inplace:write
  tr|transform = code r*
xsltproc = code r* @exact ; a stylesheet can write files
  --version:=read --dumpextensions:=read
  -o=w --output=w
htmlq|pup = read x* @exact
  -tprBwi --text --pretty --remove-nodes= -a= --attribute= --base= --detect-base -f=r --file=r
  --filename=r -o=w --output=w --color -c --plain --indent= -n --number --charset= --pre -l=
  --limit=
q = code x* @exact ; its queries can read any file
"""
