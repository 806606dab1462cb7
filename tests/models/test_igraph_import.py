"""The graphs of igraph in C, without its package."""

import subprocess
import sys

EDGES = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 1)]

ALONE = f"""
import sys
from models.igraph_import import graph_base, import_igraph
graph = graph_base()(n=4, edges={EDGES}, directed=True)
assert "igraph" not in sys.modules
width, _, before, _ = graph.mincut(0, 3, capacity=[1, 2, 1, 3, 1])
whole = import_igraph().Graph(n=4, edges={EDGES}, directed=True)
cut = whole.mincut(0, 3, capacity=[1, 2, 1, 3, 1])
assert (width, before) == (cut.value, cut.partition[0])
assert graph.connected_components(mode="strong") == whole.connected_components("strong").membership
assert graph.automorphism_group(color=[0] * 4) == whole.automorphism_group(color=[0] * 4)
"""


def test_graphs_without_the_package() -> None:
    """Tests that they are those of the package, which can be imported after them."""
    subprocess.run([sys.executable, "-c", ALONE], check=True)
