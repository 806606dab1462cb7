"""Learned labels: random graphs, their labels, the networks that predict them.

After LISA (Li et al., HPCA 2022): attributes of a DFG are the inputs, the labels that guide a
mapper the outputs. Labels are defined in `heuristics.labels`.
"""
