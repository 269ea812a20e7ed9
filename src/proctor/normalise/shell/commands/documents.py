"""Programs that look into files, convert documents and media, and set text."""

COMMANDS = r"""
# Words that begin with `@` are files of more words.
strings|gstrings = read r* @response
  -adfow -e= -t= -T= -U= -s= -n= -N= -# --all --data --print-file-name --bytes= --radix= --target=
  --encoding= --unicode= --include-all-whitespace --output-separator=
xxd = read r w @dash
  -a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -h -help -i -include -p -ps -plain
  -postscript -r -revert -u -uppercase -v -version -t
  -c= -cols= -g= -groupsize= -l= -len= -s= -seek= -skip= -o= -n= -name= -R=
  -c1 -c2 -c4 -c8 -c12 -c16 -c20 -c24 -c30 -c32 -c40 -c48 -c64 -c128 -c256 -g0 -g1 -g2 -g4 -g8
  -l8 -l16 -l20 -l32 -l40 -l48 -l64 -l100 -l128 -l200 -l256 -l500 -l512 -l1000 -l1024 -l2048
hexdump|hd = read r*
  -bcCdovxX -e= -f=r -L? -n= -s= --one-byte-octal --one-byte-char --canonical --two-bytes-decimal
  --two-bytes-octal --two-bytes-hex --no-squeezing --color? --length= --skip= --format=
  --format-file=r
hexyl = read r @exact
  -vpC -b= -n= -c= -s= -o= -g= -t= --length= --bytes= --skip= --block-size= --no-squeezing --color=
  --border= --plain --no-characters --characters --character-table= --no-position --display-offset=
  --panels= --group-size= --endianness= --base= --terminal-width= --print-color-table
file = read r*
  -0bcdEhikIlLnNprsSvzZD -e= -F= -P= -m=r --apple --brief --checking-printout --debug
  --exclude= --exclude-quiet= --extension --separator= --mime --mime-type
  --mime-encoding --keep-going --list --dereference --no-dereference --magic-file=r --no-buffer
  --no-pad --print0 --parameter= --raw --special-files --no-sandbox --uncompress
  --uncompress-noreport --preserve-date
  -f=r:unknown --files-from=r:unknown ; the files come from a list
  -C:write --compile:write ; it writes a compiled magic file
exiftool = read r* @dash @nohelp @by:picture
  -a -all -b -binary -csv -D -decimal -e -ee -ee2 -ee3 -f -fast -fast2 -fast3 -fast4 -g -g0 -g1
  -g2 -g3 -G -G0 -G1 -G2 -G3 -G4 -h -htmlFormat -H -hex -htmlDump -i= -j -json -l -long -L
  -latin -m -n -printConv -q -quiet -r -recurse -r. -s -s1 -s2 -s3 -S -sort -short -struct -t -tab
  -T -table -u -unknown -U -v -v0 -v1 -v2 -v3 -v4 -v5 -ver -x= -exclude= -X -xmlFormat -z -zip -c=
  -coordFormat= -d= -dateFormat= -ext= -extension= -charset= -lang= -list -listw -listf -listr
  -listg -listx -validate -common -api=:unknown
  -FileName -Directory -FileSize -FileType -MIMEType -ImageSize -ImageWidth -ImageHeight -Make
  -Model -LensModel -DateTimeOriginal -CreateDate -ModifyDate -FileModifyDate -GPSLatitude
  -GPSLongitude -GPSPosition -GPSAltitude -Orientation -ISO -FNumber -ExposureTime -FocalLength
  -Duration -Title -Author -Creator -Subject -Keywords -Description -Comment -Copyright -Artist
  -Rating -PageCount -Software -Producer -AllDates -Megapixels -XResolution -YResolution -EXIF
  -if=:code -p=:code -printFormat=:code -config=code -use=:code -userParam= ; it holds Perl code
  -o=w -out=w -w=w -w+=w -textOut=w -W=w -tagOut=w -overwrite_original:write -P:write
  -overwrite_original_in_place:write -restore_original:write -delete_original:write
  -tagsFromFile=r:write -geotag=r:write -csvDelim= -stay_open=:unknown
exiv2 = write
  -bkfFuvqn -g= -K= -p= -P=
  pr|print = read r*
mediainfo = read r* @by:remote
  -f --Full --Inform= --Output= --Language= --Info-Parameters --Details? --ParseSpeed=
  --LogFile=w
ffprobe = read r @dash @by:remote
  -v= -loglevel= -hide_banner -i=r -of= -print_format= -output_format= -show_format -show_streams
  -show_entries= -show_packets -show_frames -show_chapters -show_programs -show_error
  -show_data -show_log= -show_versions -show_program_version -show_library_versions
  -show_pixel_formats -show_private_data -select_streams= -count_frames -count_packets
  -read_intervals= -pretty -unit -prefix -byte_binary_prefix -sexagesimal -noprivate -bitexact
  -find_stream_info -show_stream_groups -show_optional_fields= -sections -show_data_hash=
  -version -formats -codecs -decoders -encoders -demuxers -muxers -protocols -filters -pix_fmts
  -sample_fmts -L -h -help -buildconf -analyzeduration= -probesize= -threads= -ignore_chapters=
  -f=mp4|mov|matroska|mp3|wav|flac|ogg|avi|mpegts|h264|hevc|rawvideo|aac
  -o=w -report:write
ffmpeg = write w* @dash ; it converts media and writes files
  -i=r -y -n -hide_banner -loglevel= -v= -nostdin -stats -c= -codec= -ss= -t= -to= -f=
  -version:=read -formats:=read -codecs:=read -encoders:=read -decoders:=read -filters:=read
  -muxers:=read -demuxers:=read -protocols:=read -pix_fmts:=read -hwaccels:=read -bsfs:=read
  -buildconf:=read -layouts:=read -devices:=read -L:=read -h:=read
  -vn -an -sn -dn -vf= -af= -r= -s= -b= -crf= -preset= -map= -ar= -ac= -vcodec= -acodec= -q=
  -frames= -vframes= -movflags= -pix_fmt= -shortest -report
ffplay = code r* @dash ; it opens a window
  -i=r -autoexit -nodisp
sox = write r* w
soxi = read r*
  -TVtrcsdDbBpea
identify = read r* @dash @by:picture
  -verbose -ping -quiet -regard-warnings -format= -units= -density= -depth= -features= -moments
  -unique -version -list= -monitor -channel= -define= -precision= -size= -strip
convert|mogrify|composite|montage|compare|conjure|import|animate|stream = write w* @dash @nohelp
magick|gm = write w* @dash @nohelp ; it converts pictures and writes files
  identify = read r* @by:picture
jpegoptim|optipng|pngquant|cwebp|dwebp|gifsicle|svgo|pngcrush|advpng|oxipng = write w*
pdftohtml = write r w @dash ; it writes the pictures of a page beside its text
  -f= -l= -c -s -i -p -q -xml -noframes -stdout -nodrm -hidden -zoom= -enc= -opw= -upw=
  -h:=read -v:=read -help:=read
pdftotext = read r w @dash @by:target
  -f= -l= -r= -x= -y= -W= -H= -fixed= -enc= -eol= -opw= -upw= -colspacing= -layout -simple -simple2
  -table -lineprinter -raw -htmlmeta -tsv -bbox -bbox-layout -cropbox -nopgbrk -nodiag -q
  -stdout:=read -listenc:=read -h:=read -v:=read -help:=read -c -s -i -p -xml -noframes
pdfinfo|pdffonts|pdfdetach|pdfsig = read r @dash
  -f= -l= -box -meta -custom -js -struct -struct-text -isodates -rawdates -dests -url -enc=
  -listenc -opw= -upw= -v -h -help -subst -loc -locC -nocert -list
  -dump:write ; it writes the signatures into files
  -save=w:write -savefile=w:write -saveall:write -o=w -sign=:write -add-signature:write
pdfimages = write r w @dash
  -list:=read -f= -l= -png -tiff -j -jp2 -jbig2 -ccitt -all -p -q -opw= -upw= -v -h
pdftoppm|pdftocairo|pdfseparate|pdfunite|pdftops|ps2pdf|pdf2ps|pdftk|pdfcrop|pdfjam = write r* w
gs|ghostscript = code r* ; it runs PostScript programs
qpdf = write r w
  --check:=read --show-npages:=read --show-encryption:=read --show-pages:=read --show-xref:=read
  --show-object=:=read --list-attachments:=read --is-encrypted:=read --requires-password:=read
  --check-linearization:=read --show-linearization:=read --json?:=read --password=
  [@]* = unknown x*
  # Of these the last one can write its result into a second file.
  last --check --show-npages --show-encryption --show-object --list-attachments --json
pdfgrep = read x r*
  -chHilnoPFqrRsuvZ -A= -B= -C= -e= -f=r -m= --ignore-case --count --page-number? --recursive
  --max-count= --with-filename --no-filename --color= --context= --after-context= --before-context=
  --page-count --only-matching --fixed-strings --perl-regexp --quiet --include= --exclude=
  --password= --null --regexp= --file=r --page-range= --unac --warn-empty
  --cache:write
  given -e --regexp -f --file
pandoc = read r* @by:remote
  -h
  -f=html|markdown|gfm|commonmark|commonmark_x|docx|json|native|epub|odt|textile|csv
  -r=html|markdown|gfm|commonmark|docx|json|native|epub|odt|textile|csv
  --from=html|markdown|gfm|commonmark|commonmark_x|docx|json|native|epub|odt|csv
  # Texts in these can show other files.
  -f=rst|latex|org:unknown -r=rst|latex|org:unknown --from=rst|latex|org:unknown
  --read=rst|latex|org:unknown ; a text of that kind can show other files
  --read=html|markdown|gfm|commonmark|docx|json|native|epub|odt|textile|csv
  -t=html|html5|markdown|gfm|commonmark|rst|latex|org|json|native|plain|asciidoc|man|textile|ansi
  -w=html|html5|markdown|gfm|commonmark|rst|latex|org|json|native|plain|asciidoc|man|textile
  --to=html|html5|markdown|gfm|commonmark|rst|latex|org|json|native|plain|asciidoc|man|textile|ansi
  --write=html|html5|markdown|gfm|commonmark|rst|latex|org|json|native|plain|asciidoc|man
  -sNCiv --standalone --toc --table-of-contents --toc-depth= --number-sections --wrap= --columns=
  --shift-heading-level-by= --base-header-level= --metadata= -M= -V= --variable= --no-highlight
  --highlight-style= --strip-comments --track-changes= --atx-headers --reference-links
  --markdown-headings= --ascii --quiet --verbose --citeproc --eol= --tab-stop= --preserve-tabs
  --fail-if-warnings --section-divs --list-input-formats --list-output-formats --sandbox
  --list-extensions? --list-highlight-languages --list-highlight-styles --bash-completion
  -D= --print-default-template= --print-highlight-style= --print-default-data-file= --trace
  --template=r --bibliography=r --csl=r --metadata-file=r --abbreviations=r -H=r -A=r -B=r
  --include-in-header=r --include-before-body=r --include-after-body=r --reference-doc=r -c= --css=
  -o=- --output=- -o=w --output=w --extract-media=w --log=w
  -F=code --filter=code -L=code --lua-filter=code -d=code --defaults=code --data-dir=code
  --pdf-engine=code --syntax-definition=r --self-contained:network --embed-resources:network
  --request-header=:network --resource-path=
iconv = read r*
  -clsV -f= -t= --list --usage --silent --verbose --from-code= --to-code= --unicode-subst=
  --byte-subst=
  --widechar-subst= -o=- -o=w --output=- --output=w
recode|uconv|enca|enconv = write w*
column = read r*
  -dextJL -c= -s= -o= -N= -l= -R= -T= -H= -O= -W= -E= -r= -i= -p= -n= -S= -C= -K= -m
  --table --columns= --separator= --output-separator= --table-columns= --table-column=
  --table-right= --table-truncate= --table-hide= --table-order= --table-wrap= --table-noextreme=
  --table-noheadings --table-maxout --table-header-repeat --table-empty-lines --table-name=
  --table-columns-limit= --json --tree= --tree-id= --tree-parent= --fillrows --keep-empty-lines
  --output-width= --use-spaces= --wrap-separator= --color?
colcrt|ul = read r*
  -i -2 -t= --indicated --terminal=
col|colrm = read x*
  -bfhpxi -2 -l= -t= --no-backspaces --fine --pass --tabs --spaces --lines= --indicated --terminal=
rev = read r*
  -0 --zero
look = read x r
  -adfbi -t= --alternative --alphanum --ignore-case --terminate=
spell = read r*
  -bilvx -d= -D= -s= -o -n --british --dictionary= --ispell-dictionary= --stop-list=r
  --ispell=code -I --number --print-file-name --all-chains
aspell = write w* ; it corrects a file
  -a:=read
  -l= -d= -H -t --lang= --master= --mode= --ignore-case --encoding= --size= --personal=w --suggest
  list|pipe|munch|expand|soundslike|dicts|filters|modes|usage|help|version|config = read x*
  dump = read x*
hunspell = read w* @by:in_place
  -l:=read -a:=read -D:=read -L:=read -G:=read
  -d= -i= -p=w -H -t -n -O -r -s -m -X -w -v -1
enscript|a2ps|lpr|lp = write+code r* ; it prints, or runs a filter
  -qBcGrRjl12 -o=w -p=w -I=sh:code -P= -d= -f= -F= -M= -b= -E? -n= -#= -s
lpstat|lpq = read x*
  -aADeHlprRstvo -P= -U= -h=:network -W= -c= -u=
groff|nroff|troff|grotty|tbl|eqn|pic|neqn|refer|soelim|preconv = read r* @includes
  -abceghijkpstvzACEGNRSVZ -d= -D= -f= -I=r -K= -L= -m= -M=r -n= -o= -P= -r= -w= -W=
  -F=code ; a folder of devices names the programs that it runs
  -T=html|xhtml:write -T=
  -UX:code -l:write
mandoc = read r* @includes
  -aCcfhklVw -I= -K= -M= -m= -O= -T= -W= -s= -S=
latex|pdflatex|xelatex|lualatex|tex|pdftex|xetex|luatex = code+write code @dash ; TeX is a program
  -interaction= -output-directory=w:write -jobname= -halt-on-error -draftmode -file-line-error
  -shell-escape -no-shell-escape -synctex= -version:=read
latexmk|tectonic|texi2pdf|texi2dvi|bibtex|biber|makeindex|dvipdfmx|dvips|arara = code+write r*
kpsewhich = read x* @dash
  -show-path= -engine= -format= -progname= -all -version
  -var-value=TEXMFHOME|TEXMFLOCAL|TEXMFDIST|TEXMFMAIN|TEXMFVAR|TEXMFCONFIG|TEXMF|TEXMFROOT|TEXINPUTS
  -var-value=SELFAUTOPARENT|SELFAUTOLOC|SELFAUTODIR|TEXMFSYSVAR|TEXMFSYSCONFIG|TEXMFCNF
  -var-value=:secret -expand-path=:secret -expand-var=:secret ; it may show any variable
chktex|lacheck = read r* @includes
  -qvIHx -n= -w= -e= -f= -l=r:code -V
m4|gm4 = code code ; macros can run commands
msgfmt = write r*
  -o=-|/dev/null:=read --output-file=-|/dev/null:=read -o=w:write --output-file=w:write
  -cCfv --check --check-format --check-header --check-domain --check-compatibility --statistics
  --check-accelerators? --use-fuzzy --verbose -D=dir --directory=dir --strict --no-hash -d=w:write
  -l= -L=
gettext|ngettext = read x*
  -eEhnsV --domain= -d= --shell-script
msgcat|msgcmp|msgcomm|msgconv|msggrep|msgattrib|msgunfmt|msguniq|msgen = read r*
  -o=- -o=w --output-file=- --output-file=w -D=dir -t= -n -s -F -w= -p -i -e -E
  -f=r:unknown --files-from=r:unknown ; the files come from a list
  --no-wrap --sort-output --untranslated --translated --no-obsolete --only-fuzzy --no-fuzzy
  --use-first --to-code= --width= --color? --no-location --more-than= --less-than= --unique
xgettext|msginit|msgmerge|intltool-update = write w*
msgexec|msgfilter = code x*
uuencode = read r*
  -mre -o=w
uudecode = write r* ; it writes a file that the text names
  -p:=read
  -cirs -o=w:write
dos2unix|unix2dos|mac2unix|unix2mac = read w* @by:in_place
  -i?:=read --info?:=read -O:=read --to-stdout:=read -L:=read --license:=read -hV:=read
  -no:write -78bfFklmqrRsSuve -c= -D= --convmode= --ascii --iso --force --keepdate --keep-bom
  --add-bom
  --add-eol --quiet --verbose --safe --oldfile:write --follow-symlink --replace-symlink
  --skip-symlink
  --newline --allow-chown --no-allow-chown --remove-bom --newfile:write
figlet|toilet|banner = read x*
  -aceiklnoprstvxADELNPRSUWX -d=r -f= -w= -m= -I= -F= -C= --font= --width= --gay --metal --filter=
lolcat|fortune = read r*
  -acefilouwt -p= -F= -S= -s= -d= -m= -n= --freq= --spread= --seed= --animate --force --invert
cowsay|cowthink = read x*
  -bdgpstwynlL -e= -T= -W=
  -f=tux|dragon|sheep|cow|default|moose|kitty|stegosaurus|turtle|ghostbusters
cloc = read n* @exact
  --by-file --by-file-by-lang --csv --json --yaml --xml --md --quiet --sum-one --hide-rate -v
  --by-percent= --count-and-diff --diff --diff-alignment --exclude-dir= --exclude-ext=
  --exclude-lang=
  --exclude-content= --include-content= --include-ext= --include-lang= --match-d= --match-f=
  --not-match-d= --not-match-f= --fullpath --follow-links --no-autogen --no-recurse --show-ext?
  --show-lang? --show-os --skip-uniqueness --unix --windows --use-sloccount --progress-rate=
  --max-file-size= --autoconf --3 --timeout= --processes= --read-binary-files --skip-archive=
  --skip-leading= --skip-win-hidden --stdin-name= --csv-delimiter= --file-encoding=
  --docstring-as-code
  --list-file=r:unknown ; the files come from a list
  --exclude-list-file=r --read-lang-def=r --force-lang= --force-lang-def=r
  --vcs=git --git --config=conf:unknown --report-file=w --out=w --sql=w --ignored=w --counted=w
  --categorized=w --found=w --unicode= --write-lang-def=w --extract-with=sh:code --sum-reports
tokei = read n* @exact
  -ClfVv -c= -e= -i=r -o= -s= -r= -t= -n= --columns= --exclude= --files --input=r --hidden
  --languages
  --no-ignore --no-ignore-parent --no-ignore-dot --no-ignore-vcs --output= --sort= --rsort= --type=
  --types= --compact --num-format= --verbose
scc = read n* @exact
  -abcdlmpvwz -f= -s= -i= -x= -M= -n= --by-file --ci --no-cocomo --no-complexity --no-duplicates
  --no-gen --no-gitignore --no-ignore --no-large --no-min --no-min-gen --no-size --wide --format=
  --include-ext= --exclude-dir= --exclude-ext= --not-match= --sort= --languages --binary --debug
  --min --gen --min-gen --uloc --dryness --percent --avg-wage= --count-as= --exclude-file=
  --remap-all= --remap-unknown= --verbose --include-symlinks --cocomo-project-type= --size-unit=
  -o=w --output=w --format-multi=w:write
sloccount|loc|gocloc|pygount|wc-lines = read n*
  --by-file --output-type= --not-match= --include-lang= --exclude-ext= --format=
gcal = read x x
cal|ncal = read x*
  -1367ABCHJNSbdehjmMnopswyY --one --three --twelve --months= --sunday --monday
  --julian --year --week? --color? --span --reform=
"""
