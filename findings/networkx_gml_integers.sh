#!/usr/bin/env bash
# networkx writes integers beyond 32 bits into GML files as texts, as the format allows no others,
# and reads them as texts: a constant of a dataflow graph comes back as "4294967296", and neither
# write_gml nor read_gml says so. Below 2^31 they stay integers.
#
# Seen with networkx 3.6.1 on Linux, Python 3.11:
#   2147483647 stays an int, 2147483648 becomes the str '2147483648'
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check networkx==3.6.1
"$folder/venv/bin/python" - "$folder/numbers.gml" <<'PYTHON'
import sys

import networkx

graph = networkx.DiGraph()
graph.add_node("small", value=2**31 - 1)
graph.add_node("large", value=2**31)
networkx.write_gml(graph, sys.argv[1])
read = networkx.read_gml(sys.argv[1])
found = {name: read.nodes[name]["value"] for name in graph}
print(found)
assert found == {"small": 2147483647, "large": "2147483648"}
PYTHON
