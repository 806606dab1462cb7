"""Mappings and bounds that are proposed without proof: scheduling, and simulated annealing.

What lives here never says that something is impossible or best. Its mappings pass the checker and
the simulator like everybody's, and serve as upper bounds for the searches that prove.
"""
