"""Learned labels: random graphs, their labels, the networks that predict them.

After LISA (Li et al., HPCA 2022): attributes of a DFG go in, the labels that guide a mapper come
out. What a label is belongs to `heuristics.labels`.
"""
