"""Tests of the tables of helm and the other tools around a cluster."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code read]
helm list --kubeconfig=./k.yaml
stern web --kubeconfig ./k.yaml
[secret read]
helm status shop -o yaml
[read]
helm status shop
[network]
kustomize build overlays/dev
kustomize build github.com/a/b
[read]
helm list -A
helm ls --all-namespaces -o json
helm -n shop status web
helm history web --max 3
helm get notes web --revision 2
helm show values shop/web --version 1.2
helm inspect chart ./web
helm search repo web -l
helm search hub web
helm lint ./web -f values.yaml --strict
helm template web ./web -f values.yaml --set a=b
helm template ./web --generate-name --show-only templates/a.yaml
helm verify web-1.tgz
helm dep ls ./web
helm repo list -o yaml
helm plugin ls
helm env
helm version --short
helm install web ./web --dry-run
helm upgrade --install web ./web --dry-run=server --debug
helm uninstall web --dry-run
helm install --help
helm completion bash
helmfile version
kustomize version
kustomize cfg tree .
kubectx
kubectx -c
kubens
stern web -n shop --since 5m
stern -l app=web --tail 10 -o raw
argocd app list
argocd app get web
argocd app diff web
argocd version --client
argocd cluster list
flux get all -A
flux logs --level=error
flux check --pre
istioctl version
istioctl analyze -A
istioctl proxy-status
istioctl pc routes web
linkerd check
kubeseal --fetch-cert
k9s version
helm rollback web 1 --dry-run
helm template web ./web --help
[write network]
helm install web ./web
helm install web ./web --dry-run=none
helm upgrade web ./web --force
helm pull shop/web
helm push web-1.tgz oci://registry.example
helm repo add shop https://charts.example
helm repo update
helm dep update ./web
helm registry login registry.example
[read write]
helm install web ./web --dry-run --dry-run=false
helm template web ./web --output-dir out
kubectx prod
kubectx -d old
kubens shop
argocd app get web --refresh
kubeseal -w sealed.yaml
[read code]
helm install web ./web --dry-run --post-renderer ./x
helm template web ./web --post-renderer ./x
[network code]
kustomize build --enable-exec --enable-alpha-plugins .
[network write]
kustomize build . -o out
[write]
helm uninstall web
helm rollback web 1
helm create web
helm package ./web
argocd app sync web
argocd app delete web
flux reconcile kustomization web
istioctl install
linkerd uninstall
[write code]
helm test web
kustomize edit set image a=b
[secret]
helm get values web
helm get manifest web
helm get all web
helm secrets view a.yaml
argocd account generate-token
[read network]
helm template web web --repo https://charts.example
helm show chart web --repo https://charts.example
helm --kube-apiserver https://k.example list
argocd --server cd.example app list
[read write network]
helm template web ./web --dependency-update
[write network code]
helm plugin install https://example.com/p
helmfile apply
helm plugin install --version 1.0 https://example.com/p
[read unknown]
helm list --frobnicate
istioctl pc secret web
[code]
helmfile template
k9s
[write secret]
argocd admin initial-password
[read secret]
flux export source git web --with-credentials
kubeseal --recovery-unseal
helm template web ./web --set-file a=b.txt
[read]
helm diff upgrade shop ./chart
helm diff upgrade shop ./chart -f values.yaml --set a=b --allow-unreleased
helm diff revision shop 2 3
helm diff rollback shop 2
helm diff version
[read secret]
helm diff upgrade shop ./chart --show-secrets
[read code]
helm diff upgrade shop ./chart --post-renderer ./p
[read network]
helm diff upgrade shop chart --repo https://charts.example
[read unknown]
helm diff frobnicate
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
