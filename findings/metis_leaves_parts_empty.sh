#!/usr/bin/env bash
# pymetis 2025.2.2 asks METIS for bisections up to 8 parts and for a division at once above, unless
# `recursive` says which. A division into nearly as many parts as nodes leaves parts empty, and
# nothing says so: part_graph returns as usual.
#
# Seen with pymetis 2025.2.2 on Linux x86-64, Python 3.11, on a mesh of 4 x 4 nodes:
#   parts     8   9  10  12  14  16
#   default   8   8   8   6   8   8   parts that have nodes
#   recursive 8   9  10  12  14  16
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check pymetis==2025.2.2
"$folder/venv/bin/python" - <<'PYTHON'
import pymetis

nodes = [(row, column) for row in range(4) for column in range(4)]
near = [
    [n for n, (c, d) in enumerate(nodes) if abs(a - c) + abs(b - d) == 1] for a, b in nodes
]


def filled(parts, **more):
    options = pymetis.Options(seed=0)
    found = pymetis.part_graph(parts, adjacency=near, options=options, **more)
    return len(set(found.vertex_part))


asked = (8, 9, 10, 12, 14, 16)
default = [filled(parts) for parts in asked]
bisected = [filled(parts, recursive=True) for parts in asked]
print("default  ", default)
print("recursive", bisected)
assert default[0] == 8 and all(n < parts for n, parts in zip(default[1:], asked[1:]))
assert bisected == list(asked)
PYTHON
