"""A filter with feedback as a graph of networkx, mapped from Python."""

import networkx

from xyzmap import dfg_from_networkx, load_mapping, min_ii, verify

graph = networkx.DiGraph(name="iir")
graph.add_node("now", opcode="mul")
graph.add_node("before", opcode="mul")
graph.add_node("y", opcode="add", result=True)
graph.add_edges_from([("x", "now"), ("b", "now"), ("a", "before"), ("now", "y"), ("before", "y")])
graph.add_edge("y", "before", distance=1)

dfg = dfg_from_networkx(graph)
print(dfg.name, *dfg.inputs, "->", *dfg.results)
answer = min_ii(dfg, "hycube:4x4", certificate="proof")
print(answer)
mapping = answer.mapping
assert mapping is not None
for row in answer.rows():
    print(row["input"], row["architecture"], row["status"], row["value"], row["bound"])
print(*sorted(row["operation"] for row in mapping.operations()))
mapping.svg("iir.svg")
mapping.save("iir.mapping.json")
print(load_mapping("iir.mapping.json", dfg, "hycube:4x4").ii, verify("proof").outcome)
