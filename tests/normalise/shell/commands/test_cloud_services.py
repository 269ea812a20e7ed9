"""Tests of the tables of the command lines of hosting services."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
auth0 --help
auth0 apps list
auth0 --no-color apps ls --tenant shop.example
auth0 apis scopes list a
auth0 protection bpd show
auth0 ul templates show
auth0 logs tail
auth0 users search -q email:a
auth0 actions diff
auth0 api get users -q a
auth0 api tenants/settings
auth0 event-streams stats
doctl compute droplet list
doctl compute droplet get 1 --format ID
doctl apps logs a
doctl auth list
hcloud server list -o json
hcloud version
fly status -a web
fly logs -a web
fly secrets list
fly apps list
fly auth whoami
heroku apps:info -a web
heroku logs --tail -a web
heroku ps -a web
vercel ls
vercel env ls
vercel whoami
netlify status
railway status
supabase projects list
firebase projects:list
firebase use
wrangler whoami
wrangler kv namespace list
wrangler d1 execute db --command 'SELECT a FROM b'
[secret]
auth0 apps show a --reveal-secrets
auth0 apps show a -r
auth0 api get clients
doctl auth token
doctl databases connection d
fly auth token
heroku config -a web
heroku auth:token
netlify env:list
railway variables
supabase status
firebase functions:secrets:access a
scw config get secret-key
[write network]
auth0 apps delete a
auth0 apps update a
auth0 tenants use a
auth0 api patch clients/1
auth0 api post clients
doctl compute droplet delete 1
hcloud server delete a
fly apps destroy web
heroku addons:create a
[code network]
auth0 apps open a
doctl compute ssh a
fly ssh console
heroku run sh
[write network code]
fly deploy
vercel deploy
firebase deploy
wrangler deploy
[write code]
supabase db reset
[write code destroy destroy-outside]
supabase db reset --linked
[network destroy destroy-outside]
heroku apps:destroy web
doctl databases delete d
[unknown]
auth0 frobnicate
auth0 apps frobnicate list
doctl compute droplet frobnicate
auth0 apps list --frob
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_cloud_services(command: str, expected: set[str]) -> None:
    """Lists and views only read; what shows keys, runs code or deletes is told apart."""
    assert expected == told(command)
