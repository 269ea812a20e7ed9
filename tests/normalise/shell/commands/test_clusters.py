"""Tests of the tables of tools that make clusters."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[code read]
tkn pipeline list -k ./k.yaml
[read]
tkn pipeline list
[read]
minikube status
minikube ip
minikube -p dev status -o json
minikube logs --length=10
minikube profile list
minikube addons list
minikube node list
minikube image ls
minikube config view
minikube service list
minikube service web --url
minikube version --short
minikube docker-env
kind get clusters
kind get nodes --name dev
kind version
k3d cluster list
k3d node list
k3d version
kubeadm version -o short
kubeadm config print init-defaults
kubeadm config images list
kubeadm certs check-expiration
kubeadm token generate
eksctl get cluster --region eu-west-1
eksctl version
kops get clusters
kops validate cluster --wait 1m
tkn pipelinerun list
tkn pr logs run-1 -f
tkn task describe build
telepresence status
cilium status --wait
cilium version
cilium config view
calicoctl get nodes -o wide
calicoctl ipam show
[network code]
minikube start
kind create cluster
k3d cluster create dev
skaffold dev
tilt up
[write]
minikube stop
minikube delete --all
minikube addons enable ingress
minikube config set memory 4096
minikube frobnicate
kind delete cluster
kind export logs out
k3d cluster delete dev
tkn pipeline start build
tkn pr delete run-1
calicoctl delete node x
[code]
minikube ssh -- ls
minikube service web
[read write]
minikube logs --file=out.txt
[read unknown]
minikube status --frobnicate
[secret]
kind get kubeconfig
k3d kubeconfig get dev
kubeadm token list
kubeadm certs certificate-key
kops get secrets
[read secret]
k3d cluster list --token
[privileged]
k3s server
kubeadm init
kubeadm join host:6443
[destroy destroy-outside unknown]
kubeadm reset -f
[write network]
eksctl create cluster
eksctl delete nodegroup x
kops update cluster
kops delete cluster
[destroy destroy-outside]
eksctl delete cluster dev
[write network destroy destroy-outside]
kops delete cluster --yes
[network privileged]
telepresence connect
[write network code]
cilium install
crossplane render a b c
cilium install --version 1.15.0
[write unknown]
calicoctl apply -f a.yaml
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
