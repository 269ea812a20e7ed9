"""Linters and formatters: of Python, shell, JavaScript, Go, C, documents, and scanners."""

COMMANDS = r"""
ruff = read @exact
  -v -q -s -h:=read -V:=read --verbose --quiet --silent --isolated --color=
  --config=pyproject.toml|ruff.toml|.ruff.toml --config=:unknown ; it can switch fixing on
  check|lint = read r* @finds
    -w -n -e --unsafe-fixes --no-unsafe-fixes --no-fix --show-fixes --no-show-fixes --watch
    --ignore-noqa --output-format= --target-version= --preview --no-preview --select= --ignore=
    --extend-select= --extend-ignore= --per-file-ignores= --extend-per-file-ignores= --fixable=
    --unfixable= --extend-fixable= --extend-unfixable= --exclude= --extend-exclude= --line-length=
    --respect-gitignore --no-respect-gitignore --force-exclude --no-force-exclude --no-cache
    --stdin-filename= --extension= --exit-zero --exit-non-zero-on-fix --statistics --show-files
    --show-settings --no-fix-only --dummy-variable-rgx=
    --diff:=read
    --fix:write --fix-only:write --add-noqa?:write --add-ignore?:write -o=w:write
    --output-file=w:write --cache-dir=w:write
  format = write w* @finds
    --check:=read --diff:=read -n --no-cache --preview --no-preview --line-length=
    --target-version= --exclude= --extend-exclude= --respect-gitignore --no-respect-gitignore
    --force-exclude --no-force-exclude --stdin-filename= --extension= --range= --output-format=
    --exit-non-zero-on-format --cache-dir=w:write
  rule|config|linter|help|version|generate-shell-completion = read x*
    --all --output-format=
  analyze = read
    graph = read r* @finds
      --direction= --detect-string-imports --min-dots= --preview --no-preview --target-version=
      --type-checking-imports --no-type-checking-imports
      --python=code
  clean = write x*
    -n --no-cache
  server|lsp = code x*
darker = write+code w*
  --check:=read --diff:=read -r= --revision= -q -v -l= --quiet --verbose --line-length=
black|blue = write w* @finds
  -l= -t= -S -C -x -W= -q -v -h:=read --check:=read --diff:=read -c=:=read --code=:=read
  --line-length= --target-version= --pyi --ipynb --python-cell-magics= --preview --unstable --fast
  --enable-unstable-feature= --safe --required-version= --include= --exclude= --extend-exclude=
  --force-exclude= --stdin-filename= --workers= --config=conf --quiet --verbose --color --no-color
  --skip-string-normalization --skip-magic-trailing-comma --line-ranges= --no-cache
  --skip-source-first-line --experimental-string-processing
isort = write w* @finds
  -c:=read --check:=read --check-only:=read -d:=read --diff:=read --show-config:=read
  --show-files:=read --show-settings:=read --stdout:=read -V:=read --vn:=read -h:=read -q -v -l= -m=
  -p= -o= -b= -f= -t= -s= -j? -n -e -r -w= -i= -a= --line-length= --line-width= --wl= --profile=
  --multi-line= --atomic --force-sort-within-sections --src= --src-path= --project= --thirdparty=
  --known-local-folder= --skip= --skip-glob= --extend-skip= --extend-skip-glob= --gitignore
  --skip-gitignore --filter-files --quiet --verbose --only-modified --om --resolve-all-configs
  --settings-path= --settings-file= --sp= --config-root= --case-sensitive --combine-as
  --trailing-comma --tc --lines-after-imports= --lai= --float-to-top --ff --python-version=
  --py= --jobs? --color --ac --show-diff --dont-follow-links --only-sections --os
  --force-single-line-imports --sl --add-import= --remove-import= --rm= --interactive
  --overwrite-in-place --stdin-filename= --filename= --ext-format= --virtual-env= --conda-env=
  --formatter=:code
flake8 = code r* @nohelp ; its configuration can load plug-ins
  -v -q -j= --count --color= --exclude= --extend-exclude= --filename= --stdin-display-name=
  --format= --ignore= --extend-ignore= --per-file-ignores= --max-line-length= --max-doc-length=
  --indent-size= --select= --extend-select= --disable-noqa --show-source --no-show-source
  --statistics --exit-zero --jobs= --benchmark --max-complexity= --builtins= --doctests --verbose
  --quiet --tee --config=code --append-config=code --output-file=w
  --isolated:=read
pycodestyle|pyflakes|pep8 = read r*
  -v -q -j= --count --color= --exclude= --extend-exclude= --filename= --stdin-display-name=
  --format=
  --hang-closing --ignore= --extend-ignore= --per-file-ignores= --max-line-length= --max-doc-length=
  --indent-size= --select= --extend-select= --disable-noqa --show-source --no-show-source
  --statistics --exit-zero --jobs= --benchmark --bug-report --isolated --max-complexity= --builtins=
  --doctests --verbose --quiet --first --show-pep8 --diff --tee --max-cognitive-complexity=
  --docstring-convention= --inline-quotes= --import-order-style= --application-import-names=
  --config=code --append-config=code --require-plugins= --enable-extensions=
  --output-file=w
pydocstyle|pep257|interrogate|vulture|mccabe|deadcode|xenon = read r*
  -e -s -d -v -q -i -m -p -n -P -f= -I= -a= -b= --explain --source --debug --verbose --quiet --count
  --convention= --select= --ignore= --add-select= --add-ignore= --match= --match-dir= --config=conf
  --ignore-decorators= --min-confidence= --exclude= --ignore-names= --sort-by-size --make-whitelist
  --min= --fail-under= --max-absolute= --max-modules= --max-average= --whitelist=
  -w:write --in-place:write -o=w --output=w
radon = read
  cc|mi|raw|hal = read r*
    -s -a -x= -n= -e= -i= -j -m -o= -f --min= --max= --exclude= --ignore= --show-complexity
    --average --total-average --json --xml --md --no-assert --show-closures --order= --show
    --multi --summary --sort --functions --include-ipynb --ipynb-cells
    -O=w --output-file=w
bandit = read r*
  -r -a= -n= -t= -s= -l -i -x= -q -v -d -b=r -f= --recursive --aggregate= --number= --tests= --skip=
  --severity-level= --confidence-level= --format= --msg-template= --verbose --debug --quiet --silent
  --ignore-nosec --exclude= --baseline=r --ini=conf --exit-zero
  -c=conf --configfile=conf -p= --profile= -o=w --output=w
pylint = code x* @nohelp ; plug-ins are code
  -v -j= -r= -f= -E --rcfile=code --disable= --enable= --errors-only --output-format= --jobs=
mypy|dmypy|pytype|pyre = code x* ; plug-ins are code
  -V:=read -v -p= -m= -c= -j= -r= -f= -E --strict --ignore-missing-imports --show-error-codes
  --config-file=code --rcfile=code --disable= --enable= --errors-only --output-format= --jobs=
  --no-incremental --install-types:write+network --python-version= --namespace-packages --pretty
  --explicit-package-bases --exclude= --follow-imports= --check-untyped-defs --init-hook=lang
  --load-plugins=code --no-error-summary --warn-unused-ignores --disallow-untyped-defs --python=code
pylama|prospector|sqlfluff|refurb|fixit|wemake = code x* ; plug-ins are code
  -V:=read -v -p= -m= -c= -j= -r= -f= -E --strict --ignore-missing-imports --show-error-codes
  --config-file=code --rcfile=code --disable= --enable= --errors-only --output-format= --jobs=
  --no-incremental --install-types:write+network --python-version= --namespace-packages --pretty
  --explicit-package-bases --exclude= --follow-imports= --check-untyped-defs --init-hook=code
  --load-plugins=code --no-error-summary --warn-unused-ignores --disallow-untyped-defs --python=code
pyright|basedpyright = read r* @finds
  -v -w -p=r -h:=read --project=r --outputjson --stats --warnings --level= --skipunannotated
  --verbose --watch --dependencies --ignoreexternal --pythonplatform= --pythonversion= --threads?
  --verifytypes= --baselinefile=r --gitlabcodequality
  --pythonpath=code -t=r --typeshedpath=r --venvpath=r --createstub=:write --writebaseline:write
pyrefly = code x* ; its configuration can name a program to run
ty = read
  -q -v -h:=read -V:=read
  check|version|help|dump-config = read r* @finds
    --project=r --output-format= --error= --warn= --ignore= --exit-zero --error-on-warning
    --python-version= --python-platform= --config-file=conf --config= --exclude= --watch -W
    --force-exclude --no-progress -v -q --color= --typeshed=r --extra-search-path=r --search-path=
    --python=code --venv=code --fix:write --output=w --suppress-errors:write
  server|lsp|init|infer|suppress|buck-check|autotype = write+code x*
autopep8|yapf|autoflake|docformatter|pyupgrade|add-trailing-comma|unify|mdformat = write w*
  -d:=read --diff:=read -c:=read --check:=read --check-diff:=read -q -v -r -a -p -j= -n=
  -i:write --in-place:write --recursive --aggressive --max-line-length= --select= --ignore=
  --exclude= --style= --style-help:=read --list-fixes:=read --remove-all-unused-imports
  --remove-unused-variables --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus
  --wrap= --number --wrap-summaries= --wrap-descriptions= --quiet --verbose --expand-star-imports
yamllint = read r*
  -c=conf -d=default|relaxed -d=conf -f= -s -h:=read -v --config-file=conf
  --config-data=default|relaxed --config-data=conf --format= --strict --no-warnings
  --list-files
# Not listed are -a (--check-sourced) and --rcfile: they show the files that a script names.
shellcheck = read r*
  -C? -i= -e= -f= -n? -o= -P=n -s= -S= -V -W= -x --color? --include= --exclude=
  --extended-analysis= --format= --list-optional --norc --enable= --source-path=n
  --shell= --severity= --wiki-link-count= --external-sources
shfmt = read r* @dash
  -l? -d -s -i= -bn -ci -sr -kp -fn -mn -ln= -p -f -version -h --list? --diff --simplify --indent=
  --binary-next-line --case-indent --space-redirects --keep-padding --func-next-line --minify
  --language-dialect= --posix --filename= -filename= --to-json --from-json --find --apply-ignore
  -tojson -exp.recover=
  -w:write --write:write
bashate|checkbashisms|hadolint|dockerfilelint = read r*
  -i= -e= -v -c=conf -f= -t= -V -n -p -x --ignore= --config=conf --format= --no-fail --no-color
  --strict-labels
  --failure-threshold= --trusted-registry= --require-label= --error= --warning= --info= --style=
  --verbose --disable-ignore-pragma --file-path-in-report= --posix --newline --extra --lint
eslint|standard|semistandard = code x* ; its configuration is code
  -c=code --config=code --ext= --fix:write --fix-dry-run --quiet --max-warnings= -f= --format=
  --cache
  --no-eslintrc --rulesdir=code --plugin=code --resolve-plugins-relative-to=code --parser=code
  -o=w --output-file=w --ignore-path=r --ignore-pattern= --rule= --no-ignore --debug --color
  --no-color --print-config=r --env= --report-unused-disable-directives
  --no-error-on-unmatched-pattern
  -v:=read -h:=read --stdin --stdin-filename= --no-inline-config --cache-location=w
xo|eslint_d|stylelint = code x* @loose @nohelp ; it loads the project's code before all
  --fix:write -o=w --output-file=w
tslint|textlint|htmlhint|commitlint = code x* ; its configuration is code
  -c=code --config=code --ext= --fix:write --fix-dry-run --quiet --max-warnings= -f= --format=
  --cache
  --no-eslintrc --rulesdir=code --plugin=code --resolve-plugins-relative-to=code --parser=code
  -o=w --output-file=w --ignore-path=r --ignore-pattern= --rule= --no-ignore --debug --color
  --no-color --print-config=r --env= --report-unused-disable-directives
  --no-error-on-unmatched-pattern
  -v:=read -h:=read --stdin --stdin-filename= --no-inline-config --cache-location=w
prettier|prettierd|cspell|markdownlint-cli2 = code x* ; its configuration is code
  -c -l -w:write --check --list-different --write:write --config=code --plugin=code --no-config
  --ignore-path=r --parser= --stdin-filepath= --loglevel= --log-level= --single-quote --tab-width=
  --no-error-on-unmatched-pattern -u --ignore-unknown --cache --version
remark|spectral|dprint|html-validate|knip = code x* ; its configuration is code
  -c -l -w:write --check --list-different --write:write --config=code --plugin=code --no-config
  --ignore-path=r --parser= --stdin-filepath= --loglevel= --log-level= --single-quote --tab-width=
  --no-error-on-unmatched-pattern -u --ignore-unknown --cache --version
madge|depcheck|size-limit|bundlesize = code+network x*
lighthouse|pa11y|npm-check|ncu|npm-check-updates = code+network x*
biome|rome = read @exact
  -h:=read -V:=read --verbose --colors= --config-path=conf --max-diagnostics= --skip-errors
  --no-errors-on-unmatched --error-on-warnings --reporter= --diagnostic-level= --log-level=
  --log-kind= --files-ignore-unknown= --files-max-size= --vcs-enabled= --vcs-root=n
  --vcs-use-ignore-file= --use-server:code --reporter-file=w --log-file=w
  check|lint|ci|format|search = read r* @finds
    --only= --skip= --changed --staged --since= --stdin-file-path= --formatter-enabled=
    --linter-enabled= --indent-style= --indent-width= --line-width= --quote-style= --semicolons=
    --organize-imports-enabled= --assist-enabled= --threads= --rule= --profile-rules --watch
    --write:write --fix:write --apply:write --apply-unsafe:write --unsafe --suppress:write
  explain|rage|version|help = read x*
    --daemon-logs --formatter --linter
  init|migrate|start|stop|lsp-proxy|upgrade|clean = write+code x*
quick-lint-js = read r*
oxlint = code r* @exact ; its configuration can load plug-ins
  -A= -W= -D= -c=conf -f= -h:=read -V:=read --allow= --warn= --deny= --config=conf --tsconfig=conf
  --format=
  --rules --quiet --deny-warnings --max-warnings= --silent --threads= --print-config --import-plugin
  --react-plugin --jest-plugin --vitest-plugin --jsx-a11y-plugin --nextjs-plugin --promise-plugin
  --node-plugin --disable-unicorn-plugin --disable-typescript-plugin --ignore-path=r --no-ignore
  --ignore-pattern= --type-aware --report-unused-disable-directives
  --fix:write --fix-suggestions:write --fix-dangerously:write --init:write
rubocop|standardrb|reek|brakeman|haml-lint|slim-lint = code x* @nohelp ; its configuration is code
  -V -v -a:write -A:write --autocorrect:write --auto-correct:write -c=code --config=code
  -f= --format= -r=code --require=code --only= --except= -l -x -L --parallel --display-cop-names
erblint|sorbet|srb|steep|rbs|yard = code x* ; its configuration is code
  -V:=read -v:=read -a:write -A:write --autocorrect:write --auto-correct:write -c=code --config=code
  -f= --format= -r=code --require=code --only= --except= -l -x -L --parallel --display-cop-names
phpstan|psalm|phpcs|phpcbf|php-cs-fixer = code x* ; its configuration is code
  -c=code --configuration=code --level= -l= --memory-limit= --standard= --dry-run --diff -v
phpmd|rector|pint|ecs|phan = code x* ; its configuration is code
  -c=code --configuration=code --level= -l= --memory-limit= --standard= --dry-run --diff -v
clang-format = read r* @dash
  -i:write --Werror -Werror --Wno-error= -n --dry-run -style= --style= -assume-filename=
  --assume-filename= -fallback-style= --fallback-style= --ferror-limit= --files=r -lines= --lines=
  -length= --length= -offset= --offset= --qualifier-alignment= -sort-includes --sort-includes
  -output-replacements-xml --output-replacements-xml -dump-config --dump-config -verbose --verbose
  --fail-on-incomplete-format --list-ignored -cursor= -version --color?
clang-tidy = read r @dash @includes @response
  -checks= --checks= -p=r -list-checks --list-checks -explain-config --explain-config -dump-config
  --dump-config -header-filter= --header-filter= -quiet --quiet -warnings-as-errors=
  --warnings-as-errors= -config= --config= -config-file=conf --config-file=conf -extra-arg=:unknown
  --extra-arg=:unknown -extra-arg-before=:unknown --extra-arg-before=:unknown -format-style=
  --format-style= -line-filter= --line-filter= -system-headers --system-headers --use-color
  --verify-config -verify-config --enable-check-profile --exclude-header-filter=
  -fix:write --fix:write -fix-errors:write --fix-errors:write --fix-notes:write
  -export-fixes=w --export-fixes=w -load=code --load=code -plugin=code
  -vfsoverlay=r --store-check-profile=w
cppcheck = read r* @includes
  -q -v -j= -i= -I= -D= -U= -f -E -l= -h --quiet --verbose --enable= --disable= --inconclusive
  --force --language= --std= --platform= --suppress= --suppressions-list=r --inline-suppr --xml
  --xml-version= --template= --template-location= --error-exitcode= --errorlist --doc
  --check-config --check-level= --max-configs= --max-ctu-depth= --include=r
  --includes-file=r --file-list=r --file-filter= --library= --relative-paths? --check-library
  --exitcode-suppressions=r --report-progress --showtime= --safety --premium=
  --project=compile_commands.json|build/compile_commands.json --project=:code
  --output-file=w --cppcheck-build-dir=w --plist-output=w --checkers-report=w --dump:write
  --addon=code --addon-python=code --clang?:code --rule= --rule-file=r --executor=
cpplint|flawfinder|splint = read r*
  --filter= --linelength= --recursive --quiet --verbose= --counting= --extensions= --headers=
  --exclude= --root= --repository= --output= -m= -S -C -Q -D -H --minlevel= --error-level= --context
astyle|uncrustify|indent|google-java-format = write+code x*
  -V:=read
ktfmt|scalafmt|ktlint|palantir-java-format = write+code x*
  -V:=read
stylua|nixfmt|alejandra|gdformat = write w*
  -c:=read --check:=read -v -q --verify --config-path=conf --search-parent-directories --quiet
  --verbose
nixpkgs-fmt|ormolu|fourmolu|typstyle = write w*
  --check:=read -i:write --inplace:write -q -v
taplo = write x*
  lint|check|get = read r*
    --config=conf -c=conf --no-schema --schema=url -o= --output-format= --colors= --no-auto-config
  fmt|format = write w*
    --check:=read --diff -f --force -c=conf --config=conf -o= --option= --colors= --no-auto-config
buf|protolint = write+network+code x*
  lint = code r* ; its configuration can load plug-ins
    --config=conf --error-format= --path= --exclude-path=
    -fix:write --fix:write
  format = read r
    -d --diff --exit-code --path= --config=conf
    -w:write --write:write -o=w --output=w
selene|hlint|deadnix|proselint|write-good|ec|editorconfig-checker|jsonlint = read r*
  -q -v -c -s -p -h:=read --quiet --verbose --color= --config=conf --display-style= --exclude=
  --json
  --no-color --cross --hint=r --ignore= --no-lambda-arg --no-lambda-pattern-names --fail --debug
  --format= --dry-run
  -i:write -e:write --edit:write --refactor:write --in-place:write --report?:write
statix = read
  check|explain|list|dump = read r*
    -i= -o= -f= -c=conf -s -u --ignore= --format= --config=conf --stdin
  fix|single = write x*
luacheck|detekt|checkstyle|pmd = code x* ; its configuration is code
spotbugs|sonar-scanner|infer|scalafix = code x* ; its configuration is code
actionlint = read r* @dash
  -color -no-color -debug -format= -ignore= -oneline -verbose -version -config-file=conf
  -stdin-filename=
  -init-config:write -shellcheck=code -pyflakes=code
zizmor = read r*
  -p -q -v --persona= --format= --min-severity= --min-confidence= --offline --no-online-audits
  --config=conf --no-config --collect= --strict-collection --no-progress --pedantic --quiet
  --gh-token=:network --fix?:write
markdownlint = read r*
  -V -d -i= -j -q -s -g -h:=read --dot --ignore= --json --quiet --stdin --enable --disable
  --git-recurse
  -p=r --ignore-path=r --verbose --warnings
  -f:write --fix:write -o=w --output=w -r=code --rules=code -c=code --config=code -u=code
  --rulesets=code
vale = read r*
  -v --config=conf --glob= --output= --minAlertLevel= --no-exit --no-wrap --no-global --ext=
  --ignore-syntax
  --path --filter= --sources=
  ls-config|ls-vars|ls-metrics|ls-dirs|help = read x*
  sync|host-install = write+network x*
codespell = read+follows r* @here
  -d -c -C= -A= -B= -H -f -q= -S= -L= -I=r -D=r -x=r -r= -h:=read --disable-colors --enable-colors
  --count --context= --after-context= --before-context= --hard-encoding-detection --check-filenames
  --check-hidden --quiet-level= --skip= --ignore-words-list= --ignore-words=r --dictionary=r
  --exclude-file=r --builtin= --builtin-choice= --regex= --ignore-regex= --ignore-multiline-regex=
  --uri-ignore-words-list= --uri-ignore-words-regex= --summary --stdin-single-line --config=conf
  --toml=conf
  --skip-binary --ignore-pattern=
  -w:write --write-changes:write -i=:write --interactive=:write
typos = read r* @exact @here
  -c=conf -q -v -j= -h:=read -V:=read --config=conf --isolated --diff --files --file-types
  --highlight-words
  --highlight-identifiers --identifiers --words --format= --exclude= --hidden --quiet
  --no-ignore --no-ignore-dot --no-ignore-global --no-ignore-parent --no-ignore-vcs --locale=
  --force-exclude --binary --no-check-filenames --no-check-files --no-unicode --sort --color=
  --verbose
  --threads= --type-list --file-list=r:unknown
  -w:write --write-changes:write
gitleaks|trufflehog|detect-secrets = secret+network x* ; it shows the secrets that it finds
  version|help = read
ggshield|noseyparker|whispers|shhgit = secret+network x* ; it shows the secrets that it finds
  version|help = read
trivy|grype|syft|snyk|checkov = network x* ; it fetches rules or sends what the project uses
  -q -o=w --output=w --format= -f= --severity= --config= --json --exit-code= --quiet -d=r -r=r
  version|help = read
semgrep|osv-scanner|pip-audit = network x* ; it fetches rules or sends what the project uses
  -q -o=w --output=w --format= -f= --severity= --config= --json --exit-code= --quiet -d=r -r=r
  version|help = read
safety|clair|dependency-check = network x* ; it fetches rules or sends what the project uses
  -q -o=w --output=w --format= -f= --severity= --config= --json --exit-code= --quiet -d=r -r=r
  version|help = read
tfsec|tflint|kube-linter|kubeconform = code x* ; it may load plug-ins
  -v:=read
kubeval|kube-score|polaris|conftest|terrascan = code x* ; it may load plug-ins
  -v:=read
nph|nixd|mdl|alex|dotenv-linter|eradicate|pyroma|shellharden = write+code x*
  -V:=read
beautysh|gofumports|gci|golines|djlint|curlylint|rstcheck|doc8 = write+code x*
  -V:=read
"""
