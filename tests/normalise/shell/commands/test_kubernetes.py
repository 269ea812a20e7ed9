"""Tests of the tables of kubectl and oc."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code read]
kubectl --kubeconfig=./k.yaml get pods
kubectl --kuberc=./x get pods
[secret read]
kubectl describe secret x -v=9
[read]
kubectl get pods -v=6
[network]
kubectl kustomize overlays/dev
kubectl kustomize github.com/a/b
[read]
kubectl get pods
kubectl get pods -A -o wide
kubectl get po,svc -n shop -o yaml
kubectl get deploy web -ojsonpath={.spec.replicas}
kubectl get pods --watch=true --no-headers=true
kubectl get secrets
kubectl get secrets -A
kubectl get secret token -o name
kubectl get secret token -owide
kubectl get secret token --output=wide
kubectl get pods -n secrets -o yaml
kubectl get sealedsecrets -o yaml
kubectl get --raw /healthz
kubectl get -f web.yaml
kubectl -n shop --context prod describe pod web
kubectl describe secret token
kubectl logs -f web -c app --tail=50
kubectl logs -l app=web --all-containers=true --prefix
kubectl logs web -p
kubectl top pod -A --containers
kubectl top nodes
kubectl events --for pod/web
kubectl explain pod.spec --recursive
kubectl api-resources --namespaced=false
kubectl api-versions
kubectl version --client -o yaml
kubectl cluster-info
kubectl cluster-info dump
kubectl auth can-i delete pods --as ada
kubectl auth whoami
kubectl config view --minify
kubectl config current-context
kubectl config get-contexts -o name
kubectl rollout status deploy/web --timeout=60s
kubectl rollout history deploy web --revision=2
kubectl diff -f web.yaml
kubectl wait --for=condition=Ready pod/web --timeout 30s
kubectl plugin list
kubectl apply -f web.yaml --dry-run=client
kubectl create deployment web --image=app --dry-run=client -o yaml
kubectl delete ns shop --dry-run=server
kubectl exec web -- ls /srv
kubectl exec -it web -c app -- ls
kubectl exec -f pod.yaml -- ls
kubectl get pods --help
kubectl -h
kubectl completion zsh
kubectl label --help
oc get routes
oc whoami
oc projects
oc project -q
oc status
[read secret]
kubectl get secret token -o yaml
kubectl get secrets -Ao json
kubectl get secret token -ojson
kubectl get -o=yaml Secret/token
kubectl get pods,secrets -o json
kubectl get secrets.v1. -o yaml
kubectl get secret token -o custom-columns=D:.data
kubectl get secret token --template={{.data}}
kubectl get secret token -o jsonpath={.data.key}
kubectl get pod/web secret/token -o yaml
kubectl get --raw /api/v1/namespaces/shop/secrets/token
kubectl apply view-last-applied secret/token
kubectl wait --for=create secret/token -o yaml
kubectl patch secret token -p {} --dry-run=server -o yaml
kubectl config view --raw
kubectl config view --raw=true
oc whoami -t
[read unknown]
kubectl get -f token.yaml -o yaml
kubectl get --raw=/api/v1/%73ecrets
kubectl exec web
kubectl exec web --
kubectl frobnicate
kubectl get pods --frobnicate
[read network]
kubectl get --raw /api/v1/namespaces/shop/services/web/proxy/
kubectl --server=https://k.example get pods
kubectl -s k.example get pods
[secret]
kubectl create token builder
kubectl create token builder --dry-run=client
[write]
kubectl config use-context prod
kubectl apply -f web.yaml
kubectl apply -f web.yaml --dry-run=none
kubectl delete pod web
kubectl delete pods --all
kubectl delete all --all
kubectl delete pvc data
kubectl scale deploy web --replicas=0
kubectl rollout restart deploy/web
kubectl rollout undo deploy/web
kubectl drain node-1 --ignore-daemonsets
kubectl cp web:/srv/a ./a
[write code]
kubectl config set-credentials ada --exec-command=./x
kubectl edit deploy web
[read write]
kubectl --cache-dir=/srv/x get pods
kubectl cluster-info dump --output-directory=out
kubectl apply -f web.yaml --dry-run=client --dry-run=none
kubectl create --raw /api/v1/pods -f p.json --dry-run=client
kubectl delete --raw /api/v1/pods/x --dry-run=client
oc project shop
[network code]
kubectl kustomize --enable-helm .
[network write]
kubectl kustomize . -o out.yaml
[read network]
kubectl diff -k .
[write unknown]
kubectl apply -f web.yaml --dry-run
[destroy destroy-outside]
kubectl delete ns shop
kubectl delete namespace/shop
oc delete project shop
[write destroy destroy-outside]
kubectl delete pvc --all
[code]
kubectl run -it tmp --image=alpine -- ls
kubectl debug web --image=alpine -- ls
kubectl attach web
oc rsh web ls
[code privileged]
kubectl run tmp --image=alpine --privileged
[network code]
kubectl port-forward svc/web 8080:80
kubectl proxy
[write secret]
oc extract secret/token
[read]
kubectl convert -f web.yaml --output-version apps/v1
kubectl krew list
kubectl krew search tree
kubectl krew info tree
kubectl get events -A --field-selector type=Warning
kubectl get pods --sort-by .metadata.name -L app
kubectl top pods --containers --sort-by=cpu -A
kubectl rollout history deploy/web --revision=2
kubectl auth can-i --list -n shop
kubectl wait --for=condition=ready pod/web --timeout=60s
kubectl api-resources --verbs=list,get --namespaced=true
kubectl explain pods.spec --recursive
kubectl events --for pod/web --types=Warning
kubectl config get-contexts -o name
[write network code]
kubectl krew install tree
kubectl krew upgrade
kubectl krew index add a b
[read unknown]
kubectl convert -f web.yaml -o go-template={{.}}
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
