"""Package managers of JavaScript: what shows is told apart from what runs scripts."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
npm docs react
npm fund lodash
npm repo
npm docs react --no-browser
npm fund
npm install --help
pnpm -v
pnpm --version
[network code]
npm diff --diff=./a --diff=./b
[network]
npm view some/repo
[write network]
npm star list
[read]
npm
npm -v
npm --version
npm ls
npm ls --depth=0 --json
npm list -g --depth 0
npm ll
npm view react
npm view react versions --json
npm info @types/node version
npm outdated --long
npm audit
npm audit --omit=dev --json
npm explain lodash
npm why lodash
npm root -g
npm prefix
npm whoami
npm ping
npm search left pad
npm fund
npm query '.workspace'
npm pkg get version
npm config list
npm config get registry
npm get cache
npm version
npm run
npm help install
npm dist-tag ls react
npm owner ls react
npm token list
npm profile get
npm sbom --sbom-format=cyclonedx
npm install --help
npm doctor
npm cache ls
npm -w shop ls
pnpm list -r --depth 0
pnpm -r list
pnpm --filter shop why react
pnpm outdated
pnpm -v
pnpm store path
pnpm config get registry
pnpm audit --prod
pnpm licenses list
yarn -v
yarn --version
yarn list --depth=0
yarn why react
yarn info react
yarn outdated
yarn config list
yarn config get registry
yarn workspaces list --json
yarn npm info react
yarn cache dir
bun --version
bun pm ls --all
bun outdated
deno --version
deno info main.ts
deno lint src
deno fmt --check
deno types
nvm ls
nvm current
nvm ls-remote --lts
fnm list
fnm current
n ls
volta list
volta which node
[write network code]
yarn check
yarn doctor
npm install
npm i -D typescript
npm ci
npm install -g typescript
npm audit fix
npm update
npm publish
npm link
npm init -y
npm create vite
npm pack --dry-run
pnpm install
pnpm add react
yarn
yarn add react
yarn install --frozen-lockfile
yarn global add react
yarn build
bun install
bun add react
bun run build
deno install
nvm install 20
volta install node
fnm use 20
n 20
npm dedupe
[code]
npm docs react --userconfig ./x
deno lint --config ./x.json
npm run build
npm run -w shop build
npm test
npm start
npm t
pnpm build
pnpm test
pnpm run build --prod
pnpm exec eslint .
yarn run build
yarn test
yarn node x.js
bun x.ts
bun -e 'console.log(1)'
deno run main.ts
deno eval 'x'
deno task build
npm explore react -- ls
npm docs react --browser=reboot --node-options=x
nvm exec 20 node x.js
[code network]
npx cowsay hello
npx -y cowsay
npm exec cowsay
npm exec -- cowsay hello
pnpm dlx cowsay
yarn dlx cowsay
bunx cowsay
bun x cowsay
[write network]
npm owner add ada react
npm dist-tag add react@1 next
npm token revoke abc
npm login
deno cache main.ts
[write]
npm pkg set name=shop
npm config set registry https://shop.example
npm cache clean --force
npm ls --cache=/tmp/x
pnpm store prune
deno fmt
deno fmt main.ts
deno lint --fix
pnpm audit --fix
yarn cache clean
nvm use 20
[write code]
npm version patch
npm uninstall react
npm prune
pnpm remove react
yarn version
[secret]
npm config get //registry.example/:_authToken
npm get _auth
pnpm config get //registry.example/:_authToken
yarn config get npmAuthToken
[network]
npm view https://shop.example/x.tgz
npm view git+ssh://git@shop.example/x
npm ls --registry=https://shop.example
deno info https://shop.example/x.ts
pnpm list --registry https://shop.example
[code unknown]
yarn test --version
pnpm test --help
[unknown]
npm frobnicate
npm ls --frobnicate
npm config get registry _auth
bun pm ls --frobnicate
deno lint --frobnicate
nvm frobnicate
volta frobnicate
[read]
yarn help add
pnpm run
pnpm ignored-builds
[network code]
npm diff
npm diff --diff=react@18
npm diff --diff=ada/shop
[code]
pnpm run build
pnpm run-script build --help
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
