"""Tests of the tables of programs that look at the network or set it up."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
netstat -tulpn
netstat -rn
netstat -an -p tcp
ss -tulpn
ss -s
ss state established
ss --tcp --listening
ifconfig
ifconfig -a
ifconfig eth0
route
route -n
route -n get default
arp -a
arp -an
iwconfig
iwgetid -r
iw dev
iw dev wlan0 link
iw dev wlan0 station dump
iw reg get
nmcli
nmcli -t -f NAME con show
nmcli d
nmcli device status
nmcli d wifi list
nmcli g status
nmcli radio wifi
ethtool eth0
ethtool -i eth0
ethtool -S eth0
brctl show
tc qdisc show dev eth0
tc -s qdisc
nft list ruleset
nft list tables inet
nft -c -f rules.nft
iptables -L
iptables -nvL --line-numbers
iptables -t nat -S
iptables-save
ufw status verbose
ufw --dry-run enable
firewall-cmd --list-all
firewall-cmd --zone=public --list-ports
tcpdump -r a.pcap
tcpdump -nn -r a.pcap port 80
tcpdump -D
tshark -r a.pcap -T fields -e ip.src
capinfos a.pcap
wg show
wg pubkey
tailscale status --json
tailscale ip -4
tailscale serve status
[network]
dig example.org
dig @192.0.2.1 example.org +short
host example.org
nslookup -type=mx example.org
whois example.org
ping -c 3 example.org
traceroute example.org
mtr --report example.org
nmap -sV example.org
[network write]
nmap -oN out example.org
tailscale up
[network code]
nmap --script ./x.nse example.org
cloudflared tunnel run
tailscale serve 8080
[privileged]
ifconfig eth0 up
ifconfig eth0 192.0.2.1 netmask 255.255.255.0
route add default gw 192.0.2.1
arp -d 192.0.2.1
iwconfig wlan0 essid x
iw reg set DE
nmcli con up x
nmcli g hostname x
nmcli radio wifi off
ethtool -s eth0 speed 100
tc qdisc add dev eth0 root netem delay 1ms
nft flush ruleset
iptables -F
iptables -L -F
iptables -A INPUT -j DROP
ufw enable
firewall-cmd --add-port=80/tcp
firewall-cmd --list-all --add-port=80/tcp
tcpdump -i eth0
ss -K dst 192.0.2.1
wg-quick up wg0
[secret]
wg showconf wg0
wg genkey
nmcli -s con show x
[write]
tcpdump -r a.pcap -w b.pcap
tshark -r a.pcap -w b.pcap
ss -D dump
[code]
tshark -r a.pcap -X lua_script:x.lua
tcpdump -r a.pcap -z ./x
wireshark a.pcap
[unknown]
wg show wg0 private-key
ss --frobnicate
nmcli frobnicate
netstat --frobnicate
nft list ruleset ';' flush ruleset
[read]
netstat --inet -n
netstat --inet6
netstat --protocol=inet -a
netstat --tcp --udplite
ifconfig -f inet:cidr
[privileged]
ifconfig -f inet:cidr eth0 10.0.0.1
[read]
netplan status
[secret]
netplan get
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
