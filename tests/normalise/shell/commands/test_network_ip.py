"""Tests of the tables of `ip` and `bridge`."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
ip a
ip addr
ip addr show
ip a s
ip a s dev eth0
ip address list up
ip -4 addr
ip -br a
ip -br -c link
ip --brief addr
ip -j -p addr show
ip -s link
ip -s -s link show eth0
ip -color=auto addr
ip -details link show type vlan
ip l
ip link ls
ip l sh
ip r
ip route
ip r get 192.0.2.1
ip -6 route show table all
ip route list
ip ru
ip rule show
ip n
ip neigh show dev eth0
ip neighbour
ip maddr
ip tunnel show
ip tuntap list
ip netns
ip netns list
ip netns identify 1
ip -n blue addr
ip -netns blue addr
ip vrf show
ip monitor link
ip mroute show
ip netconf
ip nexthop show
ip macsec show
ip token list
ip tcp_metrics show
ip mptcp endpoint show
ip ioam namespace show
ip help
ip -V
bridge link
bridge fdb show
bridge vlan show dev eth0
bridge -j link show
bridge monitor
lnstat -d
nstat -a
[privileged]
ip a add 192.0.2.1/24 dev eth0
ip a a 192.0.2.1/24 dev eth0
ip addr flush dev eth0
ip link set eth0 up
ip l s eth0 down
ip link delete veth0
ip route add default via 192.0.2.1
ip r del default
ip route flush cache
ip rule add from 192.0.2.0/24 table 5
ip neigh flush all
ip n del 192.0.2.1 dev eth0
ip netns add blue
ip netns exec blue ls
ip vrf exec blue ls
ip tunnel add t mode gre
ip tuntap add dev tun0 mode tun
ip mptcp endpoint flush
ip -4 addr flush dev eth0
bridge fdb add 00:00:5e:00:53:01 dev eth0
bridge link set dev eth0 cost 4
[secret]
ip xfrm state
[unknown]
ip -batch file
ip -b file addr
bridge -b file
ip frobnicate
ip addr frobnicate
ip -frobnicate addr
[read]
ip nexthop
ip nexthop list
ip nexthop get id 1
ip nexthop bucket show
ip nexthop bucket get id 1 index 2
ip mptcp help
ip xfrm help
ip xfrm policy
ip xfrm policy list
ip xfrm policy count
ip xfrm policy get index 8
ip xfrm state count
[secret]
ip xfrm state
ip xfrm state list
[privileged]
ip nexthop add id 1 via 10.0.0.1
ip nexthop del id 1
ip nexthop flush
ip xfrm policy flush
ip xfrm policy setdefault in block
ip xfrm policy deleteall
[read]
ifstat
lnstat --dump
[code]
nstat -d 5
ifstat --scan=5
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
