"""terraform, OpenTofu, terragrunt and packer: infrastructure that is written as files."""

# A plan runs providers and the programs of `external` data sources, and shows files that
# `file(…)` reads; validating evaluates the same. What is in the files cannot be told by a look.
COMMANDS = r"""
terraform|tofu = read @exact @dash
  -chdir=dir -help:=read -h:=read -version -v -no-color -json --json
  version = read
  help = read x*
  validate = code r ; it runs providers and evaluates what the files say
    -no-tests -test-directory=r -var= -var-file=r -query
  fmt = write r*
    -list? -diff -recursive --recursive --diff
    -write=true|t|T|1|TRUE|True:write -write=false|f|F|0|FALSE|False:=read
    --write=true|t|T|1|TRUE|True:write --write=false|f|F|0|FALSE|False:=read
    -check?false|f|F|0|FALSE|False:write -check?:=read
    --check?false|f|F|0|FALSE|False:write --check?:=read
  show = read r
    -json:secret --json:secret ; it shows sensitive values in clear
    -var= -var-file=r -show-sensitive:secret ; it shows sensitive values in clear
  output = read x
    *pass*|*secret*|*token*|*key*|*cred*|*priv*|*conn*|*dsn*|*config*|*pwd*|*cert* = secret x
    -state=r -show-sensitive:secret -var= -var-file=r
    -json:secret -raw:secret --json:secret --raw:secret ; it shows sensitive values in clear
  graph = read
    -plan=r -draw-cycles -type= -module-depth= -verbose
  modules|metadata = read x*
  providers = read r
    -test-directory=r
    schema = read
    lock|mirror = write+network x*
      -fs-mirror=n -net-mirror=url -platform= -enable-plugin-cache -lock-file?
  state = write
    -state=r -lock? -lock-timeout= -ignore-remote-version -backup=w -state-out=w -var= -var-file=r
    list = read x*
      -id=
    show = read x
      -json:secret --json:secret -show-sensitive:secret ; it shows sensitive values in clear
    identities = read x*
    pull = secret ; it shows the whole state, sensitive values too
    mv|rm|replace-provider = write x*
      -dry-run:=read -auto-approve -force -bypass-lock
    push = write+network r
      -force ; it replaces the state
  workspace = write
    list|show = read r
    select|new = write x r
      -or-create? -lock? -lock-timeout= -state=r
    delete = write x r
      -force -lock? -lock-timeout=
  plan = code+network r ; it runs providers and data sources, and can show any file
    -destroy -refresh-only -refresh? -replace= -target= -exclude= -var= -var-file=n
    -compact-warnings -detailed-exitcode -generate-config-out=w -input? -lock? -lock-timeout=
    -out=w -parallelism= -state=n -state-out=w -backup=w -target-file=r -exclude-file=r -concise
    -show-sensitive:secret
    --out=w --var= --var-file=n --target= --destroy --refresh-only --no-color --detailed-exitcode
  refresh = code+network+write r ; it writes the state anew
    -destroy -refresh-only -refresh? -replace= -target= -exclude= -var= -var-file=r
    -compact-warnings
    -detailed-exitcode -generate-config-out=w -input? -lock? -lock-timeout= -out=w -parallelism=
    -state=r -state-out=w -backup=w -target-file=r -exclude-file=r -concise -show-sensitive:secret
    --out=w --var= --var-file=r --target= --destroy --refresh-only --no-color --detailed-exitcode
  test|query = code+network+write ; it makes what the tests need, and takes it away again
    -cloud-run= -filter= -test-directory=r -var= -var-file=r -verbose -parallelism= -junit-xml=w
  console = code ; it takes expressions that can read files
    -state=r -plan -var= -var-file=r
  init = network+code+write r ; it fetches providers and modules
    -backend? -backend-config=conf -force-copy -from-module= -get? -input? -lock? -lock-timeout=
    -plugin-dir=code -reconfigure -migrate-state -upgrade -lockfile= -ignore-remote-version
    -test-directory=r -var= -var-file=r --upgrade --reconfigure
  get = network+write r ; it fetches modules
    -update -test-directory=r -var= -var-file=r
  apply = write+network+code r
    -auto-approve -backup=w -compact-warnings -lock? -lock-timeout= -input? -parallelism= -state=r
    -state-out=w -refresh? -refresh-only -replace= -target= -exclude= -var= -var-file=r -concise
    --auto-approve --var= --var-file=r --target=
    -destroy:destroy-outside --destroy:destroy-outside ; it takes down everything that it manages
  destroy = destroy-outside r ; it takes down everything that it manages
    -auto-approve -backup=w -compact-warnings -lock? -lock-timeout= -input? -parallelism= -state=r
    -refresh? -target= -exclude= -var= -var-file=r -force --auto-approve --target= --var=
    --var-file=r
  import|taint|untaint|force-unlock = write+network x x
    -config=conf -input? -lock? -lock-timeout= -allow-missing -ignore-remote-version -force -state=r
    -state-out=w -backup=w -var= -var-file=r
  login|logout = write+network x
  stacks|cloud|env|rpcapi = code+network x*
terragrunt = code+network+write x* @exact @loose ; it runs terraform and the hooks of its files
  -h:=read -v
  hclfmt = write @loose
    --terragrunt-check:=read --check:=read
  graph-dependencies|render-json|output-module-groups|validate-inputs = code x* @loose
  destroy|destroy-all = destroy-outside x* @loose ; it takes down everything that it manages
packer = read @exact @dash
  -help:=read -h:=read -v -version -machine-readable -color?
  version|help = read x*
  # Plug-ins are also taken from the folder that it works in.
  inspect = code r
    -var= -var-file=r -only= -except= -use-sequential-evaluation
  validate = code r
    -syntax-only -except= -only= -var= -var-file=r -no-warn-undeclared-var
    -ignore-prerelease-plugins -evaluate-datasources? -use-sequential-evaluation
    -warn-on-undeclared-var
  fmt = write r*
    -diff -recursive
    -check:=read -write=true|t|T|1|TRUE|True:write -write=false|f|F|0|FALSE|False:=read
  plugins = write
    installed = read
    required = read r
    install|remove = write+network+code x* @loose
      -path=r -force
  console = code r ; it takes expressions that can read files
    -var= -var-file=r -config-type=
  build = code+network+write r ; it runs the steps of a build
    -debug -except= -only= -force -machine-readable -on-error= -parallel-builds= -timestamp-ui -var=
    -var-file=r -parallel? -warn-on-undeclared-var
  init|fix|hcl2_upgrade = network+write r
    -upgrade -force -validate? -output-file=w -with-annotations
"""
