"""git itself; its subcommands have entries under their dashed names, in the files beside."""

COMMANDS = r"""
git = read
  -C=dir -c= --git-dir=dir --work-tree=n --namespace= --super-prefix= --attr-source= --list-cmds=
  -hpPv --paginate --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks
  --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path
  --man-path --info-path
  --bare:unknown ; other settings than those of the folder may count
  --config-env=:code --exec-path?code ; it can make git run other programs
  * = read @by:git_dashed ; what its subcommand does is what counts
"""
