"""Tests of the tables of programs that look into files and convert documents."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
strings a
strings -n 8 a
xxd a
xxd -l 64 a
xxd -ps a
xxd -r a.hex
xxd -c 16 -g1 a
hexdump -C a
hexdump -n 64 -C a
hd a
file a
file -b --mime-type a
file -m magic a
exiftool a.jpg
exiftool -j -G1 a.jpg
exiftool -CreateDate -Model a.jpg
mediainfo a.mp4
ffprobe -v error -show_format -show_streams -of json a.mp4
ffmpeg -version
ffmpeg -encoders
identify a.png
identify -format %wx%h a.png
magick identify a.png
pdftotext a.pdf -
pdftotext -layout -f 1 -l 3 a.pdf -
pdfinfo a.pdf
pdffonts a.pdf
pdfimages -list a.pdf
qpdf --check a.pdf
pdfgrep -n word a.pdf
pandoc a.md
pandoc -t plain a.md
pandoc -f markdown -t html -s a.md
pandoc -o - a.md
iconv -f latin1 -t utf-8 a
iconv -l
column -t -s, a.csv
rev a
look word
aspell list
hunspell -l a
msgfmt -c -o /dev/null a.po
msgcat a.po b.po
uuencode a a
uudecode -p a
dos2unix -i a
dos2unix -O a
unix2dos
figlet hello
cowsay -f tux hello
cloc --by-file src
tokei src
scc --by-file src
cal 2024
kpsewhich article.cls
[write]
xxd a b
xxd -ps a b
xxd -r a.hex b
file -C -m magic
exiftool -o b.jpg a.jpg
exiftool -overwrite_original a.jpg
pdftotext a.pdf
pdftotext a.pdf b.txt
pdfimages a.pdf img
qpdf a.pdf b.pdf
ffmpeg -i a.mp4 b.mp3
ffprobe -report a.mp4
convert a.png b.jpg
magick a.png b.jpg
pandoc -o b.html a.md
pandoc --extract-media=m a.docx
iconv -f latin1 -o b a
aspell check
uudecode a
dos2unix a
dos2unix -n a b
cloc --out=r.txt src
scc -o r.txt src
msgfmt a.po
msgcat -o c.po a.po
[code]
exiftool -if '$x' a.jpg
exiftool -config x a.jpg
pandoc --filter ./f a.md
pandoc --lua-filter=f.lua a.md
m4 a.m4
[code write]
pdflatex a.tex
[network]
ffprobe https://example.org/a.mp4
mediainfo https://example.org/a.mp4
pandoc https://example.org
identify https://example.org/a.png
[unknown]
exiftool -all= a.jpg
exiftool --version -all= a.jpg
exiftool -@ args
pandoc -t custom.lua a.md
ffprobe -f lavfi a
cowsay -f ./evil.cow hello
strings --frobnicate a
[read]
iconv -V
iconv --usage
pandoc -h
[read]
strings -n 8 a.bin
qpdf --json a.pdf
pdfsig a.pdf
kpsewhich -var-value=TEXMFHOME
identify -format '%w x %h' a.png
pandoc -f markdown -t html a.md
aspell -a
[unknown]
strings @a
strings a.bin @b
qpdf --json a.pdf b.json
qpdf --check @words
groff -Tascii
soelim
soelim -
identify @names
pandoc -f rst -t plain
pandoc --from=latex a.tex
gcal -S x
[write]
pdfsig -dump a.pdf
pdftohtml -stdout a.pdf
aspell -a --personal=/srv/x
[code]
identify '|id'
identify a.msl
exiftool 'id |'
exiftool a.jpg 'id |'
[secret]
kpsewhich -var-value=GH_TOKEN
kpsewhich -expand-var='$GH_TOKEN'
[network]
identify msl:a.png
[read]
hunspell -d en_US -l a.md
ul a.txt
[write]
hunspell -p own.dic -l a.md
[unknown]
groff -man -Tascii a.1
nroff a.1
troff a.1
nroff -man a.1
[code unknown]
groff -U a.ms
groff -F . -Tx a.1
[unknown write]
groff -Thtml a.1
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
