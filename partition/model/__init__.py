"""A DFG in parts that run one after another, each for all iterations, through a memory.

This package owns what a partition is (`graph`, `partition`), the DFG of every part with the
operations that a cut costs (`split`), the constraint model of the best partition (`model`), and
the independent judge (`check`, `execute`). The method is that of BOPart (Hu et al.); nothing here
searches.
"""

from partition.model.graph import PartitionGraph
from partition.model.partition import Crossing, Partition, crossing
from partition.model.split import MemoryOperators, Part, Splitter, split

__all__ = [
    "Crossing",
    "MemoryOperators",
    "Part",
    "Partition",
    "PartitionGraph",
    "Splitter",
    "crossing",
    "split",
]
