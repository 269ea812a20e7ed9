"""Tests of the table of git's subcommands that exchange commits and patches."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
write network: git push
write network: git push origin main
write network: git push -u origin topic
write network: git push --tags
write network: git push --force-with-lease origin topic
write network: git push --force-with-lease=topic:abc origin topic
write network: git push --force-if-includes
write network: git push --no-verify
write network: git push --prune origin
write network: git push --delete origin topic
write network: git push -d origin topic
write network: git push origin :topic
network: git push --dry-run
network: git push -n origin main
destroy destroy-outside write network: git push --force
destroy destroy-outside write network: git push -f origin main
destroy destroy-outside write network: git push -fu origin main
destroy destroy-outside write network: git push origin main --force
destroy destroy-outside write network: git push --repo --help --force
destroy destroy-outside write network: git push --mirror
destroy destroy-outside write network: git push origin +main
destroy destroy-outside write network: git push origin +refs/heads/main:refs/heads/main
destroy destroy-outside write network: git push origin +HEAD
destroy destroy-outside write network: git-push -f
destroy destroy-outside write network: git -C ../shop push -f
code write network: git push --receive-pack=./x origin
code write network: git push --exec ./x origin
unknown write network: git push --made-up
unknown write network: git push -- --force
unknown write network: git push --forc
write network: git fetch
write network: git fetch --all --prune
write network: git fetch origin main
network: git fetch --dry-run
code write network: git fetch --upload-pack ./x origin
write network code: git pull
write network code: git pull --rebase origin main
write network code: git pull --ff-only
write network code: git clone https://example.org/a.git
write network code: git clone --depth 1 https://example.org/a.git there
write network code: git clone -c core.pager=x https://example.org/a.git
read: git archive HEAD
read: git archive --list
read: git archive --format=zip --prefix=a/ HEAD src
read: git archive --format tar HEAD
write: git archive -o a.tar HEAD
write: git archive --output=a.zip HEAD
write: git archive --format --output a.zip HEAD
write: git archive --prefix -oa.zip HEAD
network: git archive --remote=origin HEAD
network code: git archive --remote=origin --exec=./x HEAD
read: git bundle verify a.bundle
read: git bundle list-heads a.bundle
write: git bundle create a.bundle main
write: git bundle unbundle a.bundle
write: git format-patch main
write: git format-patch -o out main
write: git format-patch -3
read: git format-patch --stdout main
write: git format-patch --stdout --output=x main
write: git apply a.patch
read: git apply --check a.patch
read: git apply --stat a.patch
write: git apply --stat --apply a.patch
write: git apply --check --build-fake-ancestor=x a.patch
unknown write: git apply --no-check a.patch
write code: git am a.mbox
write code: git am --abort
read: git am --show-current-patch=diff
""")


@each_row(("command", "expected"), CASES)
def test_sending_is_told_from_rewriting_what_others_have(command: str, expected: set[str]) -> None:
    """Sending is asked, rewriting the history of others is ruin, and trying out does neither."""
    assert expected == told(command)
