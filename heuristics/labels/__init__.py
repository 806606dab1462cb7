"""Labels of a DFG: where and when its operations tend to be mapped on an array.

The labels of LISA (Li et al., HPCA 2022) guide a search that maps. Here they are defined and read
from mappings; guests predict them.
"""
