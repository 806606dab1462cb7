#!/usr/bin/env bash
# networkx.nx_pydot.read_dot drops the nodes and the edges that stand in a subgraph, such as a
# cluster, unless they are mentioned outside as well. Graphviz draws them, and generators of dataflow
# graphs put each basic block into a cluster. Nothing is said.
#
# Seen with networkx 3.6.1 and pydot 4.0.1 on Linux, Python 3.11, for
# digraph { subgraph cluster_0 { a -> b; c; } b -> d; }:
#   nodes b and d, edge b -> d; a, c and a -> b are lost
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check networkx==3.6.1 pydot==4.0.1
echo 'digraph { subgraph cluster_0 { a -> b; c; } b -> d; }' >"$folder/blocks.dot"
"$folder/venv/bin/python" -W ignore - "$folder/blocks.dot" <<'PYTHON'
import sys

import networkx

graph = networkx.nx_pydot.read_dot(sys.argv[1])
print("nodes", sorted(graph), "edges", sorted(graph.edges()))
assert sorted(graph) == ["b", "d"] and sorted(graph.edges()) == [("b", "d")]
PYTHON
