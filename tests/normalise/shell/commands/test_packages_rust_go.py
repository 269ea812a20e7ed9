"""The tools of Rust and Go: looking is told apart from building."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[write unknown]
cargo fmt -- --verbose
cargo fmt -- x--check
[unknown]
rustfmt --check --config emit_mode=Files x.rs
cargo fmt -- --check --config emit_mode=Files
cargo fmt --check -- --config emit_mode=Files
[read]
rustfmt --check x.rs
cargo fmt -- --check
rustup doc --path
go list -m all
[network]
go list -m -versions a.example/x
[code]
rustup doc
[read]
cargo --version
cargo -V
cargo --list
cargo metadata --format-version 1 --no-deps
cargo tree
cargo tree -i serde -e normal
cargo tree --depth 1 --duplicates
cargo search --limit 5 serde
cargo info serde
cargo pkgid
cargo locate-project
cargo verify-project
cargo help build
cargo build --help
cargo fmt --check
cargo fmt --all -- --check
cargo install --list
cargo owner --list shop
cargo audit
cargo deny check
cargo outdated -R
cargo +nightly tree
cargo machete
rustup show
rustup toolchain list
rustup target list --installed
rustup component list
rustup which rustc
rustup default
rustup check
rustc --version
rustc -vV
rustc --print sysroot
rustc --explain E0308
rustfmt --check src/main.rs
rustfmt --emit stdout src/main.rs
go version
go version -m ./shop
go env
go env GOPATH GOROOT
go env -json
go list ./...
go list -m all
go list -deps -f '{{.ImportPath}}' ./...
go doc fmt.Println
go vet ./...
go mod graph
go mod why -m golang.org/x/text
go mod verify
go mod edit -json
go mod tidy -diff
go help build
go tool
go tool cover -func=cover.out
gofmt -l .
gofmt -d main.go
goimports -l .
staticcheck ./...
golangci-lint linters
golangci-lint version
golangci-lint fmt --diff
[write code]
cargo build
cargo b --release
cargo check
cargo clippy --all-targets
cargo doc --open
cargo publish
rustc main.rs
rustc -o shop main.rs
[code]
cargo test
cargo t --workspace
cargo run -- --help
cargo nextest run
cargo metadata --config build.rustc=x
rustup run nightly cargo build
go vet -vettool=./x ./...
go list -export ./...
go list -toolexec ./x ./...
go doc -http
golangci-lint run
gopls version
go tool pprof x
[write network code]
cargo install ripgrep
rustup update
rustup toolchain install nightly
go build ./...
go test ./...
go run .
go get golang.org/x/text
go generate ./...
go install ./...
[network]
cargo update --dry-run
[write network]
cargo update
cargo fetch
cargo vendor
cargo add serde
cargo clean
cargo yank --version 1.0.0
go mod tidy
go mod download
rustup default nightly
[write]
cargo fmt
rustfmt src/main.rs
rustup target remove x
go env -w GOPROXY=x
go fmt ./...
go mod edit -require=x@v1
gofmt -w .
gofmt -s -w main.go
goimports -w main.go
go list -mod=mod ./...
go vet -fix ./...
go clean -cache
cargo machete --fix
[network]
go list -m shop.example/x@latest
cargo search x --index https://shop.example
[unknown]
cargo frobnicate
cargo tree --frobnicate
cargo +evil tree
cargo tree -Z x
cargo metadata --format
go frobnicate
go list -frobnicate
gofmt -frob x
rustup frobnicate
[read]
cargo clean --dry-run
cargo add --dry-run serde
cargo tree -e features --depth 1
cargo metadata --no-deps --offline
cargo locate-project --workspace
go list -m -json all
go mod why -m example.com/x
go env -json GOPATH
[code unknown]
cargo xtask --help
[code]
cargo xtask --list
cargo make -h
[write network]
cargo add serde
cargo clean
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == told(command)
