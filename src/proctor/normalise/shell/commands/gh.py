"""gh, the command line of GitHub."""

COMMANDS = r"""
gh = read @exact
  -R= --repo= --json= -L= --limit= -q=jq --jq=jq -t= --template= -w --web -h:=read --help:=read
  --hostname=url
  help = read x*
  version|licenses = read
  completion = read
    -s= --shell=
  status = read
    -e= --exclude= -o= --org=
  browse = read x*
    -anprsw -c? -b= --actions --blame --branch= --commit? --no-browser --projects --releases
    --settings --wiki
  api = read @by:forge_api
  search = read
    code|commits|issues|prs|repos = read x*
      --app= --archived? --assignee= --author= --author-date= --author-email= --author-name= --base=
      -B= --checks= --closed= --commenter= --comments= --committer= --committer-date=
      --committer-email= --committer-name= --created= --draft? --extension= --filename= --followers=
      --forks= --good-first-issues= --hash= -H= --head= --help-wanted-issues= --include-forks=
      --include-prs --interactions= --involves= --label= --language= --license= --locked --match=
      --mentions= --merge? --merged? --merged-at= --milestone= --no-assignee --no-label
      --no-milestone --no-project --number-topics= --order= --owner= --parent= --project=
      --reactions= --review= --review-requested= --reviewed-by= --size= --sort= --stars= --state=
      --team-mentions= --topic= --tree= --updated= --user-review-requested= --visibility= -o= -u=
      -a=
  alias = read
    list|ls = read
    set|import|delete = write+code x* ; an alias can run any command later
      -s --shell --clobber --all
  attestation|at = read
    verify = read r
      oci:* = network ; it asks a registry
      -b=r -o= --bundle=r --owner= --cert-identity= --cert-identity-regex= --cert-oidc-issuer=
      --custom-trusted-root=r --deny-self-hosted-runners --digest-alg= --format= --no-public-good
      --predicate-type= --signer-digest= --signer-repo= --signer-workflow= --source-digest=
      --source-ref= -d= -i= --bundle-from-oci:network
    trusted-root = read
      --tuf-url=url --tuf-root=r --verify-only
    download = write+network r
      -o= -d= --owner= --digest-alg= --predicate-type=
  auth = read
    status = read
      -a -h= --active --hostname=
      -t:secret --show-token:secret ; it shows the token of the account
    token = secret ; it shows the token of the account
      -h= -u= --hostname= --user= --secure-storage
    login|logout|refresh|setup-git|switch = write+network ; it changes who acts on GitHub
      -pcsi -h= -u= -r= --hostname= --git-protocol= --insecure-storage --scopes= --skip-ssh-key
      --with-token --clipboard --user= --remove-scopes= --reset-scopes --force
    git-credential = secret x* ; it hands out the token of the account
  cache = read
    list|ls = read
      -k= -O= -r= -S= --key= --order= --ref= --sort=
    delete = write x
      -a -r= --all --ref= --succeed-on-no-caches
  codespace|cs = read
    -c= --codespace= --repo-owner=
    list|ls|view|logs = read
      -f -o= -u= --follow --org= --user=
    ports = read
      forward = network x*
      visibility = write x* ; it may open a port to the world
    ssh = code x* @hides ; it runs on another machine
    code|jupyter|cp = code x* ; it opens or runs things on another machine
      --help:code -h:code
    create|edit|rebuild|stop|delete = write x*
      --all --force -f --days= --org= -o= -u= --user= --branch= -b= -m= --machine= --full
      --display-name= -d= -s --status --idle-timeout= --retention-period= --location= -l=
  config = read
    get = read x
      -h= --host=
      oauth_token = secret ; it shows the token of the account
    list|ls = read
      -h= --host=
    set = write+code x x ; the pager, the editor and the browser are programs that gh runs
      -h= --host=
    clear-cache = write
  copilot|preview = code x*
  agent-task|agent = code x*
    list = read
    view = read x
      --log --follow
  extension|extensions|ext = read
    list|ls = read
    search = read x*
      --license= --order= --owner= --sort=
    exec = code x* ; an extension is a program
      --help:code -h:code
    browse = code
    install|upgrade|create = write+network+code x* ; an extension is a program
      --force --pin= --all --dry-run --precompiled=
    remove = write x
  gist = read
    list|ls = read
      --filter= --include-content --public --secret
    view = read x
      -r -f= --raw --filename= --files
    create|new = write+network r* ; it publishes the files
      -p --public -d= --desc= -f= --filename=
    edit = write+network x r
      -a=r -d= -f= -r= --add=r --desc= --filename= --remove=
    clone = write+network+code x x
    delete|rename = write x*
      --yes
  gpg-key|ssh-key = read
    list|ls = read
    add = write+network r ; the key can act as the account
      -t= --title= --type=
    delete = write x
      -y --yes
  issue = read
    list|ls = read x*
      -a= -A= -l= -m= -s= -S= --app= --assignee= --author= --label= --mention= --milestone=
      --search= --state= --type= --sort= --order=
    view = read x
      https://github.com/* = read
      *://*|*.*/*/* = network x* ; it asks the server that is named
      -c --comments
    status = read
    develop = write+network x
      -c -b= -n= --base= --branch-repo= --checkout --name= -l:=read --list:=read
    create|new|edit|comment|close|reopen|delete|lock|unlock|pin|unpin|transfer = write+network x*
      -F=r --body-file=r -b= --body= -t= --title= -a= --assignee= -l= --label= -m= --milestone= -p=
      --project= -e --editor --recover=r -T= -c= --comment= -r= --reason= --yes --add-label=
      --remove-label= --add-assignee= --remove-assignee= --add-project= --remove-project=
      --remove-milestone --edit-last --create-if-none --delete-last --duplicate-of=
  label = read
    list|ls = read
      -S= --order= --search= --sort=
    create|edit|delete|clone = write x*
      -c= -d= -n= -f --color= --description= --name= --force --yes
  org = read
    list|ls = read
  pr = read
    list|ls = read x*
      -a= -A= -B= -H= -d -l= -s= -S= --app= --assignee= --author= --base= --draft --head= --label=
      --search= --state= --sort= --order=
    view = read x
      https://github.com/* = read
      *://*|*.*/*/* = network x* ; it asks the server that is named
      -c --comments
    status = read
      -c --conflict-status
    diff = read x
      https://github.com/* = read
      *://*|*.*/*/* = network x* ; it asks the server that is named
      --color= --name-only --patch --exclude= -e=
    checks = read x
      https://github.com/* = read
      *://*|*.*/*/* = network x* ; it asks the server that is named
      -i= --fail-fast --interval= --required --watch
    checkout|co = write+network+code x ; it puts the request's files into the folder
      -f -b= --branch= --detach --force --recurse-submodules
    close|reopen|ready|lock|unlock|update-branch|revert = write+network x*
      -c= -d -r= -b= -F=r -t= --comment= --delete-branch --undo --reason= --rebase --body=
      --body-file=r --title= --draft
    create|new|edit|comment = write+network x*
      -F=r --body-file=r -b= --body= -t= --title= -a= --assignee= -l= --label= -m= --milestone= -p=
      --project= -e --editor --recover=r -T=r --template=r -B= --base= -H= --head= -d --draft -f
      --fill --fill-first --fill-verbose --no-maintainer-edit -r= --reviewer= --dry-run --add-label=
      --remove-label= --add-reviewer= --remove-reviewer= --add-assignee= --remove-assignee=
      --add-project= --remove-project= --edit-last --create-if-none --delete-last --yes
    review = write+network x
      -acr -b= -F=r --approve --comment --request-changes --body= --body-file=r
    merge = write+network x ; it changes the branch that others work from
      -dmrs -A= -b= -F=r -t= --admin --author-email= --auto --body= --body-file=r --delete-branch
      --disable-auto --match-head-commit= --merge --rebase --squash --subject=
  project = read
    --owner= --format= --id=
    list|ls = read
      --closed
    view|field-list|item-list = read x*
      --query=
    create|copy|edit|close|link|unlink|mark-template|field-create|field-delete = write+network x*
      --title= --drafts --source-owner= --target-owner= --description= --readme= --visibility=
      --undo -T= --team= --name= --data-type= --single-select-options= -d=
    item-add|item-archive|item-create|item-delete|item-edit = write+network x*
      --url= --undo --body= --title= --field-id= --project-id= --text= --number= --date= --clear
      --single-select-option-id= --iteration-id=
    delete = write+network x* ; it deletes a whole project board
  release = read
    list|ls = read
      -O= --exclude-drafts --exclude-pre-releases --order=
    view = read x
    verify|verify-asset = read x r
      --format=
    download = write+network x
      -A= -D=w -O=w -p= --archive= --dir=w --output=w --pattern= --clobber --skip-existing
    create|new|upload|edit = write+network x r* ; it publishes
      -dp -F=r -n= -t= --draft --prerelease --title= --notes= --notes-file=r --target=
      --discussion-category= --fail-on-no-commits --generate-notes --latest? --notes-from-tag
      --notes-start-tag= --verify-tag --clobber --tag=
    delete|delete-asset = write x*
      -y --yes --cleanup-tag
  repo = read
    list|ls = read x
      -l= --archived --fork --source --language= --no-archived --topic= --visibility=
    view = read x
      https://github.com/* = read
      *://*|*.*/*/* = network x* ; it asks the server that is named
      -b= --branch=
    autolink|deploy-key = read
      list|ls|view = read x*
      create|new|delete|add = write+network x*
        -w -t= --allow-write --title= --numeric -n --yes
    gitignore|license = read
      list|ls = read
      view = read x
    set-default = write x
      -u --unset -v:=read --view:=read
    create|new|fork|edit|rename|archive|unarchive|sync = write+network+code x*
      -y --yes --public --private --internal --clone --push --remote= --description= -d= --homepage=
      --add-readme --gitignore= --license= --team= --template= --default-branch-only --fork-name=
      --org= --remote-name= --visibility= --enable-issues? --accept-visibility-change-consequences
      --default-branch= --branch= -b= --force --source=
    clone = write+network+code x w
      -u= --upstream-remote-name= --no-upstream
    delete = destroy-outside x ; it deletes the repository with all issues and releases
      --yes --confirm
  ruleset|rs = read
    -o= --org=
    list|ls = read
      -p --parents
    view = read x
      -p --parents
    check = read x
      --default
  run = read
    list|ls = read
      -a -b= -c= -e= -s= -u= -w= --all --branch= --commit= --created= --event= --status= --user=
      --workflow=
    view = read x
      -v -a= -j= --attempt= --exit-status --job= --log --log-failed --verbose
    watch = read x
      -i= --compact --exit-status --interval=
    download = write+network x
      -D=w -n= -p= --dir=w --name= --pattern=
    rerun|cancel|delete = write x ; it runs or stops the workflow
      -d -j= --debug --failed --job= --force
  secret|variable = read
    -a= -e= -o= -u -v= --app= --env= --org= --user
    list|ls = read
    get = read x
    set = write+network x
      -b= -f=r -r= --body= --env-file=r --no-store --no-repos-selected --repos= --visibility=
    delete|remove = write x
  workflow = read
    list|ls = read
      -a --all
    view = read x
      -y -r= --ref= --yaml
    run = write+network+code x ; it starts the workflow on GitHub
      -F= -f= -r= --field= --raw-field= --ref= --json
    enable|disable = write x
  co = write+network+code x ; it puts a pull request's files into the folder
    -f -b= --branch= --detach --force --recurse-submodules
"""
