"""Build tools and test runners: make, cmake, bazel, just, jest, pytest and their kin."""

COMMANDS = r"""
make|gmake|bmake|remake|dmake = code x* ; a makefile is code
  -b -B -d -e -i -k -L -m -n -p -q -r -R -s -S -t -w -j? -l? -v:=read -h:=read -C=dir -f=code -I=r
  -o= -W= -O? --always-make --directory=dir --debug? --file=code --makefile=code --ignore-errors
  --include-dir=r --jobs? --keep-going --dry-run --just-print --recon --print-data-base --question
  --no-builtin-rules --no-builtin-variables --silent --quiet --no-silent --touch --trace
  --print-directory --no-print-directory --what-if= --output-sync? --warn-undefined-variables
  --eval=code -E=code ; the text is code for make
cmake = read @by:cmake
cmake.words = write+code x*
  -S=r -B=w -G= -D= -U= -T= -A= -C=code -P=code -L? -N -W= --preset? --fresh --install-prefix=w
  --log-level= --toolchain=code --trace --warn-uninitialized --build=w --target= -t= --config= -j?
  --parallel? --clean-first -v --verbose --install=w --prefix=w --component= --strip --workflow
  --open=:code --graphviz=w --debug-output --debug-find --debugger --no-warn-unused-cli
  --list-presets?:=read
  --system-information:code -E:code
ctest = code x*
  -C= -R= -E= -L= -j= -V -Q -N --output-on-failure --test-dir=dir --preset=
  --build-config= --show-only? --print-labels --rerun-failed --timeout= --parallel= --verbose
  --stop-on-failure --repeat= -O=w --output-log=w --output-junit=w -S=code -T= -D= -M=
ninja|samu|ninja-build = code x*
  -C=dir -f=code -j= -k= -l= -n -v -d= -w= -t= --verbose --quiet
meson|muon = write+code x* @first
  setup|compile|test|install|dist|wrap|subprojects|init|rewrite|env2mfile = write+code x*
  introspect|devenv|format|fmt = code x*
bazel|bazelisk|blaze|buck|buck2|pants|please|plz = code x* @first @nohelp ; build files are code
  version|help|info = code x*
  build|run|test|query|cquery|aquery|coverage|fetch|sync|mod|clean|shutdown = code x* @first
scons|waf|xmake|premake5|tup|redo|b2|bjam = code x* @nohelp ; even its help runs the build files
gn|qmake|qbs|autoreconf|autoconf|automake = code x*
aclocal|libtoolize|cargo-nextest|wasm-pack|trunk|emmake|emcmake = code x*
xcodebuild = write+code x* @dash
  -list:=read -showsdks:=read -version:=read -showBuildSettings:=read -showdestinations:=read
  -showTestPlans:=read -help:=read -usage:=read -checkFirstLaunchStatus:=read
  -project=r -workspace=r -scheme= -target= -configuration= -sdk= -destination= -json -quiet -arch=
  -derivedDataPath=w:write -archivePath=w:write -exportPath=w:write -resultBundlePath=w:write
  -exportOptionsPlist=r
  -xcconfig=conf -alltargets -allowProvisioningUpdates -skipPackagePluginValidation
  -parallelizeTargets
  -jobs= -only-testing= -skip-testing= -testPlan= -exportArchive -enableCodeCoverage=
just = code x* @first @exact ; a recipe is code
  -l:=read -s=:=read -V:=read -h:=read --list:=read --summary:=read --show=:=read --dump:=read
  --evaluate --variables:=read --groups:=read --man:=read --changelog:=read -n --dry-run -q --quiet
  -v --verbose -u --unsorted -f=conf --justfile=conf -d=dir --working-directory=dir --list-heading=
  --list-prefix= --color= --dump-format= --no-aliases -g --global-justfile --json:=read
  -c=run --command=run --choose:code -e:code --edit:code --init:write --fmt:write --set --shell=sh
  --chooser=sh --shell-arg= --dotenv-path=r --check --unstable --yes --one --timestamp
task|go-task = code x* @first @exact ; a task is code
  -l:=read -a:=read --list:=read --list-all:=read --summary --status -d=dir --dir=dir
  -t=conf --taskfile=conf -v -s --silent --verbose -f --force -n --dry -p --parallel -w --watch -g
  --global -y --yes -o= --output= -j:code --json:code --sort= -C= --concurrency= -x
  --exit-code --no-status
  -i:write --init:write --nested --experiments:=read
mage|ant|invoke|inv|doit|earthly = code x* @first @loose
fab = code+network x* @first @loose @hides ; it runs on other machines
  -l -h -f=code -v -e -q
grunt|gulp = code x* @first @loose @nohelp ; even its help runs the project's file
dagger|moon = code x* @first @loose
  -l -h -f=code -v -e -q
nx|turbo|lerna|rush = code x* @first @loose @nohelp ; it loads the project's code first
  -l -h -f=code -v -e -q
wireit|zx|vite|rollup = code x* @first @loose
webpack|webpack-cli = code x* @first @loose @nohelp ; it loads the project's code first
esbuild|parcel|swc|babel|rspack|rsbuild = code x* @first @loose
tsup|tsdown|unbuild|next|nuxt|astro = code x* @first @loose
remix|svelte-kit|expo = code x* @first @loose
gatsby|ng|vue-cli-service = code x* @first @loose @nohelp ; it loads the project's code first
react-native|docusaurus = code x* @first @loose @nohelp ; it loads the project's code first
react-scripts|storybook|snowpack = code x* @first @loose
metro|eleventy|hugo|vitepress = code x* @first @loose
nodemon|concurrently|cross-env-shell = code x* @first @loose @hides ; it runs commands of its own
forever|npm-run-all|run-s|run-p|wait-on = code x* @first @loose
cross-env|dotenv|env-cmd = code run* @assigns
  -f=r -e=r --env-file=r -o --overload
vue-tsc = code x* @loose
tsc|tsgo = write r
  -p=r -b:write -w -v:=read -h:=read --all:=read --noEmit:=read --showConfig:=read
  --listFilesOnly:=read
  --project=r --build:write --watch --pretty=true|false --strict --target= -t= --module= -m=
  --lib= --jsx=
  --types=
  --skipLibCheck --esModuleInterop --allowJs --checkJs --noImplicitAny --strictNullChecks
  --moduleResolution= --resolveJsonModule --incremental=false --incremental=true:write --listFiles
  --traceResolution
  --noErrorTruncation
  --extendedDiagnostics --diagnostics --preserveWatchOutput --baseUrl= --rootDir= --isolatedModules
  --noUnusedLocals --noUnusedParameters --noImplicitReturns --explainFiles --force --clean:write
  --declaration -d --emitDeclarationOnly --sourceMap --composite=false --composite=true:write
  --verbose --dry
  --outDir=w:write --outFile=w:write --declarationDir=w:write --tsBuildInfoFile=w:write
  --generateTrace=w:write
  --generateCpuProfile=w:write --init:write --locale= --plugins=code
  # One file only: another word could be the `false` of an option.
  true|false = write
vitest|jasmine|cypress|playwright|qunit|uvu|bats|phpunit = code x* @first @loose
jest|mocha|ava|tap|karma = code x* @first @loose @nohelp ; it loads the project's code first
wdio|nightwatch = code x* @first @loose @nohelp ; it loads the project's code first
testcafe|detox|c8|nyc|shellspec = code x* @first @loose @nohelp ; it loads the project's code first
pest|paratest|codecept = code x* @first @loose @nohelp ; it loads the project's code first
behat|phpspec = code x* @first @loose @nohelp ; it loads the project's code first
pytest|py.test|ptw|pytest-watch|nosetests|nose2|stestr|trial|green|ward|unittest = code x* @nohelp
  -h --help -v -q -x -s -k= -m= -n= -r= -p=code -c=code -o= -l --verbose --quiet --exitfirst
  --maxfail= --lf
  --ff --last-failed --failed-first --nf --sw --stepwise --pdb --trace --capture= --tb= --durations=
  --collect-only --co --markers --fixtures --cov? --cov-report= --cov-fail-under= --no-cov
  --cov-config=code
  --junitxml=w --junit-xml=w --html=w --rootdir=dir --import-mode= --ignore=
  --deselect=
  --basetemp=d:deep+destroy ; it empties that folder first
  --strict-markers --strict-config --no-header --no-summary --showlocals --color= --log-cli-level=
  --timeout= --reruns= --randomly-seed= --benchmark-only --setup-show --setup-plan --cache-clear
  --cache-show? --disable-warnings -W= --log-file=w --debug? --override-ini= --dist= --forked
coverage = read
  --rcfile=code
  help = read x*
  report|debug = code x* ; the project's settings can name plug-ins
    -m -i --include= --omit= --show-missing --skip-covered --skip-empty --sort= --precision=
    --fail-under= --format= --ignore-errors --contexts= --data-file=r
  run = code x* @first
    -m --source= --include= --omit= --branch -a --append -p --parallel-mode --data-file=w
  html|xml|json|lcov|annotate|combine|erase = write x*
    -d=w --directory=w -o=w -i --include= --omit= --skip-covered --data-file=r --keep -q
    --pretty-print
k6|artillery|behave|lettuce|robot = code x* @first @loose
locust|rspec|cucumber = code x* @first @loose @nohelp ; it loads the project's code first
minitest|guard = code x* @first @loose @nohelp ; it loads the project's code first
spec|busted|prove = code x* @first @loose @nohelp ; it loads the project's code first
hypothesis|mutmut|cosmic-ray|schemathesis|gauge|newman|hurl|venom|bruno = code+network x* @first
run-parts = code x* ; it runs every program in a folder
  --test:=read --list:=read --regex= --verbose -v --report --reverse --exit-on-error --arg= -a=
  --new-session --umask= -u= --lsbsysinit
gtester|ltp|tap-parser|autopoint|intltoolize = code x*
mvn|mvnd|gradle = write+network+code x*
  -v:=read -q -B -e -X -o -U -N -T= -f=code -P= -D= -s -C -c -V -h:=read
  --quiet --batch-mode --offline --file=code --settings=conf --no-transfer-progress
  --projects= --also-make --fail-at-end --threads= -x= -i -d --info --debug --stacktrace --scan
  --no-daemon --daemon --parallel --build-cache --tests= --exclude-task= --refresh-dependencies
  --console= --dry-run --continue --rerun-tasks -p=dir --project-dir=dir -I=code --init-script=code
  --configuration= --status --stop --warning-mode= --configuration-cache -b=code --build-file=code
mvnw|gradlew|antw|sbtw = code x* @nohelp ; it is a script of the project
configure|artisan|manage.py|gradle-wrapper = code x* @nohelp ; it is a script of the project
"""
