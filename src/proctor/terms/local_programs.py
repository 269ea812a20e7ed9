"""
Programs that talk to no other machine when they read.

The class `@read` also covers read-only calls of a remote service (`gh pr view`, `npm view`),
whose arguments leave this machine. Where that matters, only programs of this list count as
local; one that is missing here is treated as one that may send.
"""

from __future__ import annotations

from proctor.terms.action import Command

LOCAL = frozenset(
    """
    [ : true false echo printf test pwd cd pushd popd dirs type command which whereis hash alias
    wait jobs times umask ulimit shift set unset local declare typeset readonly export let
    ls dir vdir cat tac head tail less more nl wc cut paste column sort uniq comm join tr rev fold
    fmt expand unexpand pr split csplit od xxd hexdump strings file stat readlink realpath basename
    dirname du df tree find fd fdfind locate grep egrep fgrep zgrep rg ag ack sed awk gawk mawk jq
    yq diff cmp diff3 sdiff md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum
    base64 base32 basenc zcat bzcat xzcat zstdcat seq expr bc dc factor numfmt date cal uptime uname
    arch nproc hostname whoami id groups logname tty env printenv ps pgrep pidof free vmstat
    lscpu lsblk getconf locale tput stty nm objdump readelf size ldd man tsort yes sleep
    """.split()
)
# Subcommands of git that only look at the repository on this machine.
LOCAL_GIT = frozenset(
    """
    status log show diff blame annotate grep ls-files ls-tree cat-file rev-parse rev-list shortlog
    describe reflog whatchanged name-rev show-ref for-each-ref merge-base diff-tree diff-index
    diff-files check-ignore check-attr count-objects var version branch tag stash worktree
    """.split()
)


def is_local(command: Command) -> bool:
    """Return whether a command is certain to talk to no other machine, if it only reads."""
    words = command.words
    if not words:
        return True
    if words[0] == "git":
        return words[1:2] != () and words[1] in LOCAL_GIT
    return words[0] in LOCAL
