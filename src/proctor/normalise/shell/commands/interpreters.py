"""Interpreters and their read-only uses: python, node, ruby, perl, php, java and others."""

COMMANDS = r"""
python|python2|python3|python2.7 = read @by:python
python3.6|python3.7|python3.8|python3.9|python3.10 = read @by:python
python3.11|python3.12|python3.13|python3.14|python3.15|pypy|pypy3|py = read @by:python
python.program = code r x* @first
  -b -B -d -E -i -I -O -P -q -R -s -S -u -v -x -W= -X= --check-hash-based-pycs=
  -V:=read -h:=read --help-env:=read --help-xoptions:=read --help-all:=read
  -c=lang -m=lang
python:json.tool = read r w
  --sort-keys --no-ensure-ascii --json-lines --indent=0|1|2|3|4|6|8 --tab --no-indent --compact
python:json = read r w
  --sort-keys --no-ensure-ascii --json-lines --indent=0|1|2|3|4|6|8 --tab --no-indent --compact
python:antigravity = code ; it opens a browser
python:this|python:platform = read x*
python:site = read
  --user-base --user-site
python:sysconfig = read
  --generate-posix-vars:write
python:tokenize|python:ast|python:tabnanny|python:dis|python:pickletools = read r*
  -e -q -v -a -i -m= -C -O -P -S --exact --mode= --no-type-comments --include-attributes --indent=
  --annotate --memo --indentlevel= --preamble= --show-caches --show-offsets --show-positions
  -o=w --output=w
python:calendar = read x*
  -t= -L= -e= -m= -w= -l= -s= -c= --type= --locale= --encoding= --months= --width= --lines=
  --spacing= --css= --first-weekday=
python:base64|python:quopri = read r
  -d -e -u -t
python:mimetypes|python:locale|python:nturl2path = read x*
  -l -e --extension --lenient
python:py_compile|python:compileall = write w*
  -q -f -l -b -x= -r= -d= -s= -p= -i=r -j= -o=
python:zipfile|python:tarfile = write x*
  -l=r:=read -t=r:=read --list=r:=read --test=r:=read -v --verbose
  -e:write -c:write --extract:write --create:write
python:http.server|python:smtpd = code+network x* ; it starts a server
  -b= -d= -p= --bind= --directory= --protocol= --cgi
python:ensurepip = write+code
  --upgrade --user --default-pip --altinstall
python:pydoc = code x*
ipython|ipython3|bpython|ptpython|idle|idle3 = code r x* @first
  -V:=read -h:=read -c=lang -i --no-banner --profile=
jupyter|jupyter-lab|jupyter-notebook = code r x* @first
  -V:=read -h:=read -c=lang -i --no-banner --profile=
  kernelspec|nbextension|labextension|serverextension|server = write+code x*
    list = read
      --json --debug
  nbconvert|trust|execute|run|lab|notebook|console|qtconsole = write+code x*
  troubleshoot = read
node|nodejs = code r x* @first @exact
  -v:=read -h:=read -c:=read --check:==read --v8-options:=read -i:code --interactive:code
  --no-warnings
  --trace-warnings --trace-deprecation --enable-source-maps --experimental-strip-types
  --experimental-modules --input-type= --max-old-space-size= --stack-size= --throw-deprecation
  --test:code --test-name-pattern= --test-reporter= --test-only:code --watch:code
  --watch-path=:code --inspect?:code
  --inspect-brk?:code --expose-gc --harmony --unhandled-rejections= --preserve-symlinks
  --no-deprecation
  -e=lang --eval=lang -p=lang --print=lang -r=lang --require=lang --import=lang
  --loader=lang --experimental-loader=lang --env-file=lang --env-file-if-exists=lang --run=lang
  --openssl-config=lang --conditions= -C= --snapshot-blob=lang --build-snapshot:code
  --cpu-prof:write --heap-prof:write --prof:write --diagnostic-dir=w --redirect-warnings=w
  --completion-bash:=read
  inspect = code x* @first
esno|babel-node|coffee|electron|nw|qjs|d8|jsc|hermes|luau|texlua = code r x* @first
ts-node|ts-node-esm|tsx = code r x* @first
  -v:=read -h:=read -e=lang -p=lang -r=lang -T -s -P=r --eval=lang --print=lang --require=lang
  --transpile-only --esm --project=r --import=lang
ruby|jruby|truffleruby = read @by:operation
ruby.operation|jruby.operation|truffleruby.operation = code r x* @first
  op-v|op--version|op--copyright|op-h|op--help = read
  op-c|op-wc|op-cw = code r ; the first line of a script can load code: `#!ruby -r./x`
  -h -v -c -a -l -n -p -s -S -w -d -y -U -W? -0? -C=dir -F= -E=
  -e=lang -r=lang -I=lang -i?:write -x? -K= --disable= --enable= --yjit --encoding= --verbose
  --backtrace-limit= --dump=insns|yydebug|syntax --parser=
perl|perl5 = code r x* @first
  -v:=read -V?:=read -h:=read -a -c -f -l? -n -p -s -S -t -T -u -U -w -W -X -0? -C? -F= -d? -D?
  -e=lang -E=lang -M=lang -m=lang -I=lang -i?:write -x?
php|php7|php8|php7.4|php8.0|php8.1|php8.2|php8.3|php8.4|php-cgi|phpdbg = code r x* @first
  -v:=read -m:=read -h:=read --ini:=read --modules:=read --ri=:=read
  -i:=secret --info:=secret ; it shows the values of all variables
  --rf=:=read --rc=:=read --re=:=read --rz=:=read -l:=read --syntax-check:=read -n -q -s -w -e -C
  -H -a -r=lang -B=lang -R=lang -F=lang -E=lang -f=lang -S=:network -t=dir -z=lang
  -d=lang -c=lang ; a setting can load code
lua|lua5.1|lua5.3|lua5.4|luajit = read @by:operation
lua.operation|lua5.1.operation|lua5.3.operation|lua5.4.operation|luajit.operation = code r x* @first
  op-v = read
  -v -i -E -W -e=lang -l=lang -b=lang -j=lang -O?
luac|luac5.3|luac5.4|luac5.1 = write r*
  -p:=read -l -s -v -o=w:write
tclsh|tclsh8.6|wish|jimsh|itclsh|itkwish = code r x* @first @nohelp
  -c=code -f=code -b=code -d -i -n -N -D=
R|Rscript|r|littler = code r x* @first
  -e=lang -f=lang -g= -q -s --quiet --silent --no-save --no-restore --vanilla --slave --args
  --file=lang --no-environ --no-init-file --verbose --default-packages= --gui=
  CMD = code x* @first
scilab|maxima|gp|sage|magma|gap|ngspice|racket|csi = code r x* @first @nohelp
julia|octave|octave-cli = code r x* @first
  -v:=read -h:=read -e=lang -E=lang -L=lang -q -i -p= -t= -J=lang -O? -g? --eval=lang --print=lang
  --load=lang --project? --threads= --startup-file= --quiet --no-gui --silent
java|javaw|jrunscript|jjs|jshell|scala = code r x* @dash @first @response
  -version:=read --version:=read -showversion -fullversion:=read -help:=read -h:=read -X:=read
  --list-modules:=read -d= --describe-module=:=read --dry-run -jar=lang -cp=r -classpath=r
  --class-path=r -p=r --module-path=r -m=lang --module=lang --source= -e=lang -f=lang
  --enable-preview -ea -esa -server -client -J= -l=
  [@]* = code x* ; it brings options from a file
scala3|groovy|groovysh|kotlin|kscript|bsh = code r x* @dash @first @response
  -version:=read --version:=read -showversion -fullversion:=read -help:=read -h:=read -X:=read
  --list-modules:=read -d= --describe-module=:=read --dry-run -jar=lang -cp=r -classpath=r
  --class-path=r -p=r --module-path=r -m=lang --module=lang --source= -e=lang -f=lang
  --enable-preview -ea -esa -server -client -J= -l=
javac|kotlinc|scalac|groovyc|ecj|javadoc|kotlinc-jvm|native-image = write+code r* @dash @response
  -version:=read --version:=read -help:=read -h= -d=w -cp=r -classpath=r --class-path=r -g -nowarn
  -verbose -deprecation -source= -target= --release= -encoding= -proc= -processor=lang
  -processorpath=lang -s=w -include-runtime -parameters -sourcepath=r -implicit= -Werror
jps = read @dash
  -q -m -l -v -V
javap|jdeps = read r* @dash @response
  -c -l -s -p -v -q -m -J=:code -verbose -private -protected -public -package -constants -sysinfo
  -summary -cp=r -classpath=r --class-path=r -R -recursive -version -system= --module= -e= -f=
  --multi-release= --ignore-missing-deps -dotoutput=w --dot-output=w --generate-module-info=w
jar = write x* @response
  -t:=read --list:=read -f=r --file=r -v --verbose -d:=read --describe-module:=read
  -x:write --extract:write -c:write --create:write -u:write --update:write -i:write
  tf|tvf = read r x*
keytool = secret+write x* @dash
  -list:=read -printcert:=read -printcertreq:=read -printcrl:=read -v -rfc -keystore=r
  -storetype= -alias= -file=r -cacerts -jarfile=r -help:=read -showinfo:=read
  -sslserver=url -storepass=:secret -providerpath=lang -providerclass=lang
ghci|runghc|runhaskell|ocaml|utop|guile = code r x* @first
  -v -e=lang -c=lang -l=lang -s=lang -g=lang -q -f=lang -x=lang -L=lang --eval=lang --load=lang
  --script=lang --noinform --non-interactive
sbcl|clisp|ecl|ccl|gforth|swipl|gprolog = code r x* @first
  -v -e=lang -c=lang -l=lang -s=lang -g=lang -q -f=lang -x=lang -L=lang --eval=lang --load=lang
  --script=lang --noinform --non-interactive
scheme|chez|chibi-scheme|gsi|mit-scheme|clojure = code r x* @first
  -v -e=lang -m=lang -M? -A= -X? -T? -P -S=lang -r=lang -s=lang --eval=lang
  -i=lang --no-halt --main=lang --repl
clj|bb|joker|elixir|iex|erl|escript = code r x* @first
  -v -e=lang -m=lang -M? -A= -X? -T? -P -S=lang -r=lang -s=lang --eval=lang
  -i=lang --no-halt --main=lang --repl
crystal|v|vlang = code x* @first
  version|env|help|doctor = read x*
nim|dmd|ldc2|rdmd|haxe|hx|gleam|io|picolisp|newlisp|janet|fennel = code x* @first
zig = code x* @first
  version|env|zen|targets|help|libc = read x*
  fmt = write w*
    --check:==read --ast-check --stdin:=read --color= --exclude= --zon
  ast-check = read r*
    -t --color= --zon
  build|run|test|build-exe|build-lib|build-obj|cc|c++|translate-c|fetch|init = write+code x* @first
wasmtime|wasmer = code r x* @first
  -V:=read
wasm3|wasmedge|iwasm|lli|qbe|cling|root = code r x* @first
"""
