"""The command lines of other forges: glab (GitLab), hub, tea (Gitea)."""

COMMANDS = r"""
glab = read @exact
  -R= --repo= -h:=read --help:=read -w --web -F= --output= -O= -p= -P= --page= --per-page= -g=
  --group= --jq=jq
  help|version|check-update|completion = read x*
    -s= --shell= --no-desc
  api = read @by:forge_api
  alias = read
    list = read
    set|delete = write+code x* ; an alias can run any command later
      -s --shell
  auth = read
    status = read
      -a --all --hostname=
      -t:secret --show-token:secret ; it shows the token of the account
    login|logout|configure-docker|dpop-gen = write+network ; it changes who acts on GitLab
      -t= -j= -a= -p= --token= --stdin --hostname= --job-token= --api-host= --api-protocol=
      --use-keyring
    git-credential|docker-helper = secret x* ; it hands out the token of the account
  changelog = read
    generate = read
      -v= --version= --config-file= --date= --from= --to= --trailer=
  ci|pipe|pipeline = read
    list|ls = read
      -o= -s= -r= -u= -n= -y= -a= -b= --order-by= --orderBy= --sort= --status= --ref= --username=
      --name= --scope= --source= --sha= --yaml-errors --updated-after= --updated-before=
    get = read
      -b= -p= -d --branch= --pipeline-id= --merge-request= --with-job-details
      --with-variables:secret
    status = read
      -b= -lc --branch= --live --compact
    trace = read x
      -b= -p= --branch= --pipeline-id=
    config = network
      compile = network r
    lint = network r ; it sends the file to GitLab
      --dry-run --include-jobs --ref=
    view = code x ; it is a program of its own that can start jobs
      -b= --branch=
    artifact = write+network x x
      -p= --path=w --list-paths
    run|run-trig|trigger|retry|cancel|delete = write+network+code x* ; it starts or stops jobs
      -b= -f=r --branch= --variables= --variables-env= --variables-file= --variables-from=r -i=
      --input= -t= --token= --mr --older-than= --source= --status= --dry-run -p= --pipeline-id=
  job = read
    artifact = write+network x x
      --path=w --list-paths
  config = read
    -g -h= --global --host=
    get = read x
      token|oauth2_refresh_token|job_token = secret ; it shows the token of the account
    set|edit = write+code x* ; the pager, the editor and the browser are programs that glab runs
      -l --local
  duo = network+code x*
  deploy-key|ssh-key|gpg-key = read
    list|ls = read
      --show-id
    get = read x
    add = write+network r ; the key can act on the project
      -t= -c= -e= -u= --title= --can-push --expires-at= --usage-type=
    delete = write x
  incident|issue = read
    list|ls = read
      -A -c -C -M -Q -a= -d= -e= -l= -m= -n= -s= -t= --all --assignee= --author= --closed
      --confidential --epic= --in= --issue-type= --iteration= --label= --milestone= --not-assignee=
      --not-author= --not-label= --search= --order= --sort= --output-format=
    view|show = read x
      -cs --comments --system-logs
    board = read
      view = code ; it is a program of its own
      create = write x*
    create|new|update|note|close|reopen|delete|subscribe|unsubscribe = write+network x*
      -y --yes -t= -d= -l= -a= -m= --title= --description= --label= --assignee= --message=
      --milestone= --confidential --unlabel= --lock-discussion --recover --no-editor
  iteration|milestone|label|schedule|runner|runner-controller = read
    list|ls|get = read x*
      -s= -t= --id= --project= --state= --title= --search= --include-ancestors --show-id
    create|edit|delete|update|run|new|pause|unpause|assign|unassign|jobs = write+network x*
      -n= -c= -d= --name= --color= --description= --priority= --cron= --ref= --active= --variable=
  mr|merge-request = read
    list|ls = read
      -A -c -M -d -a= -l= -m= -r= -s= -t= -S= -o= --all --assignee= --author= --closed --draft
      --merged --label= --milestone= --not-draft --not-label= --reviewer= --search= --sort= --order=
      --source-branch= --target-branch= --created-after= --created-before= --environment=
      --deployed-after= --deployed-before=
    view|show = read x
      -cs --comments --system-logs --unresolved --resolved
    diff = read x
      --color= --raw
    approvers|issues = read x
    checkout = write+network+code x ; it puts the request's files into the folder
      -b= --branch= -u= --set-upstream-to=
    create|new|update|note|close|reopen|merge|approve|revoke|rebase|delete = write+network x*
      -f -y -s -d= -l= -a= -m= -t= -b= --fill --yes --squash --draft --title= --message=
      --description= --label= --assignee= --reviewer= --source-branch= --target-branch= --push
      --remove-source-branch --squash-before-merge --rebase --auto-merge --sha= --ready
    for|subscribe|unsubscribe|todo = write+network x*
      -y --yes
  release = read
    list|ls|view = read x
      -n= -N=
    download = write+network x
      -D=w -n= --dir=w --asset-name=
    create|upload|delete = write+network x r* ; it publishes
      -y --yes -n= -N= -r= -m= -F=r --name= --notes= --notes-file=r --ref= --tag-message=
      --milestone= --assets-links= --with-tag --use-package-registry
  repo|project = read
    list|ls = read
      -a -m -s= -o= -u= --all --member --mine --starred --sort= --order= --user= --archived
      --include-subgroups
    view|contributors = read x
      -b= -o= -s= --branch= --order= --sort=
    search = read
      -s= --search=
    members|publish|create|new|fork|update|mirror|transfer = write+network x*
      -n= -d= -y -p -P -s -g= --name= --description= --private --public --internal --clone --remote
      --yes --defaultBranch= --url= --direction= --target-namespace= --archive
    archive|clone = write+network+code x w
      -f= -s= --format= --sha= --paginate --archived --mine
    delete|remove = destroy-outside x ; it deletes the project with all issues and releases
      -y --yes
  securefile = read
    list|ls|get = read x
    download = secret x ; a secure file holds keys or passwords
      -p=w --path=w --all --output-dir=w
    create|remove = write+network x r
      -y --yes
  snippet = write+network
    create = write+network r* ; it publishes the file
      -t= -d= -f= -v= --title= --description= --filename= --visibility= --personal
  stack = write+network+code x*
    list = read
  token = read
    list|ls = read
      -U -u= -a --user= --active
    create|rotate = secret x* ; it shows a new token
      -U -u= -A= -D= -E= -S= --user= --access-level= --duration= --expires-at= --scope=
    revoke = write x*
      -U -u= --user=
  user = read
    events = read
      -a --all
  variable|var = read
    -s= --scope=
    list|ls = read
      -F=json:secret --output=json:secret -F=text --output=text -i --instance
    get|export = secret x ; a variable of the pipelines may hold a password
      --output=
    set|update|delete = write+network x x
      -v= -mpr -t= --value= --masked --protected --raw --type= --hidden --description=
  opentofu|terraform|tf|cluster|mcp = write+network+code x*
hub = read @exact
  -h:=read --help:=read
  help|version = read x*
  issue|pr|release|gist|ci-status = read
    show|list = read x*
      -f= -s= -b= -h= -o= -d= -L= --format= --state= --base= --head= --limit= --include-drafts
      --exclude-prereleases
    create|update|edit|delete|transfer|checkout|merge|labels|download = write+network x*
  browse|compare = read x*
    -u -c
  alias = read
    -s
  * = write+network+code x* ; hub hands what it does not know to git
tea = read @exact
  -h:=read --help:=read -l= -r= -R= -o= -L= -p= --login= --repo= --remote= --output= --limit=
  --page= --state= --fields= -f= --kind= --keyword= -k= --labels= --milestones= --author= -A=
  --assignee= -a= --mentions= -M= --owner= --from= --until=
  issues|issue|i|pulls|pull|pr|labels|label|milestones|milestone|ms|releases|release|r = read x
    list|ls = read
    create|c|edit|e|close|reopen|open|checkout|clean|merge|review|approve|reject|delete = write x*
      -t= -d= --title= --description= --tag= --asset=r --note= --head= --base= --confirm -y
  times|time|t|organizations|org|repos|repo|branches|branch|notifications|notification|n = read x
    list|ls = read
    search|s = read x*
      --topic --type= --private --archived
    create|c|fork|migrate|edit|delete|rm|protect|read|unread|pin|unpin|add = write x*
      --name= --private --description= --init
  whoami|open|o = read x*
  logins|login = read
    list|ls = read
    add|edit|delete|default|helper = write+secret x* ; it holds the tokens of the accounts
      --token= --name= --url=url --user= --password=
  clone|C = write+network+code x w
    -d= --depth=
"""
