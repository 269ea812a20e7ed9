"""Programs that run language models: coding agents, ollama, llm, and the shops of models."""

COMMANDS = r"""
claude|codex|gemini|opencode|aider|cursor-agent = code+network x* @exact ; it starts another agent
  -h:=read
  mcp|config|plugin|agent|agents|auth|update|install|login|logout = code+network+write x* @exact
  doctor = code+network+write x* @exact
  version|help = read
goose|amp|crush|kiro-cli|droid|auggie = code+network x* @exact ; it starts another agent
  -h:=read
  mcp|config|plugin|agent|agents|auth|update|install|login|logout = code+network+write x* @exact
  doctor = code+network+write x* @exact
  version|help = read
qwen|plandex|openhands|interpreter = code+network x* @loose ; it starts another agent
sgpt|mods|tgpt|chatgpt|cline|roo = code+network x* @loose ; it starts another agent
ollama = write+network x* @exact
  -v:=read -h:=read
  list|ls|ps|help = read x*
  show = read x
    -v --license --modelfile --parameters --system --template --verbose
  run|serve|start|launch = code+network x* @loose
  pull|push|create|cp|rm|stop|signin|signout = write+network x* @loose
llm = network x* ; it sends the text to a model
  models|plugins|templates|aliases|collections|schemas|fragments = write x*
    list|show|path|options = read x*
      --options --async --schemas --tools -q= --query= -m=
    default = write x
  logs = read x*
    -trsujx -n= -m= -q= -c= --cid= -p --json --short --response --truncate --extract
    --model= --count= --query=
    path|status|list = read x*
    on|off|backup = write x*
      -p=r
  keys = write x*
    list|path = read
    get = secret x ; it shows a key
    set = write x
      --value=
  install|uninstall = write+network+code x* @loose
openai|anthropic = network+write x* @loose ; it sends data to the service
hf|huggingface-cli = write+network x* @exact
  -h:=read --token=
  env|version|whoami = read
  auth = write+network x*
    whoami|list = read
    token = secret ; it shows a token
    login|logout|switch = write+network x* @loose
  cache = write x*
    list|ls|scan = read x*
      -v -q --verbose --revisions --filter= --sort= --limit= --format= --dir=r --cache-dir=r
    rm|delete|prune|verify = write x* @loose
  scan-cache = read
    -v --dir=r
  models|datasets|spaces|papers = read x*
    list|ls|info = read x*
      --search= --author= --filter= --sort= --limit= --expand= --revision=
  repo|repos|repo-files|tag|jobs|endpoints|collections|buckets = write+network x*
    ls|list|ps|inspect|logs|describe|stats|hardware = read x*
      -q -a --all --quiet --format= --filter= --namespace= --repo-type= -f --follow
    run|uv = write+network+code x* @loose
  download|upload|upload-large-folder|lfs-enable-largefiles = write+network x* @loose
  lfs-multipart-upload = write+network x* @loose
wandb = write+network x* @exact
  -h:=read
  status = read
    --settings --no-settings
  artifact = write+network x*
    ls = read x*
      -t= --type=
    get|put|cache = write+network x* @loose
  login|sync|pull|restore|launch|launch-agent|sweep|agent|job|docker = write+network+code x* @loose
  server|init = write+network+code x* @loose
mlflow = write+network x* @exact
  --env-file=r:unknown
  experiments|runs|artifacts|models|deployments|db|gc|traces|scorers = write+network x*
    search|list|describe|get = read x*
      -v= --view= -x= --experiment-id= -r= --run-id= -a= --artifact-path= --view-all --all --output=
    csv = write x*
      -x= -n= -o=w --filename=w
  doctor = read
    --mask-envs
  run|server|ui|serve = code+network x* @loose
kaggle = write+network x*
  -v:=read -h:=read -W
  competitions|c|datasets|d|kernels|k|models|m|config = write+network x*
    leaderboard = read x* @exact
      -s -v -q --show --csv --quiet
    list|files|status|submissions|view = read x* @exact
      -s= --search= -p= --page= --page-size= --sort-by= -v --csv -q --quiet -m --mine --user=
      --tags=
      --category= --group= -c= --competition= -d= --dataset= --language= --kernel-type=
      --output-type= --file-type= --license= --max-size= --min-size= --parent= --show
      --page-token= --owner= --size=
dvc = write+code x* @exact
  -q -v --quiet --verbose -h:=read -V:=read --cd=dir
  version|doctor|root|help = read x*
  list|ls = network x* @loose
  status|diff|dag|check-ignore|completion = read x*
    -cRadTALnS -r= --cloud --remote= --all-branches --all-tags --all-commits --json --targets
    --recursive --dvc-only --show-json --show-md --md --dot --mermaid --outs --full --hide-missing
    --rev= --with-deps --no-updates --details --non-matching --show-hash --tree --level= --size
  data|params|metrics|plots|remote|stage|queue|exp|experiments|config|cache = write+code x*
    status|diff|show|list|ls|logs = read x* @exact
      -aATn= --all-branches --all-tags --all-commits --json --md --csv --granular --no-path --all
      --targets -R --recursive --rev= -q --name-only --sort-by= --sort-order= --only-changed
      --drop= --keep= --precision= --deps
      -o=w --out=w --open:code --show-vega
  repro|run|push|pull|fetch|add|commit|checkout|gc|import|get|get-url = write+network+code x* @loose
  import-url = write+network+code x* @loose
dbt = code+network+write x* @loose ; it runs the project's models
  --version:=read -h:=read
dbtf = code+network+write x* @loose
"""
