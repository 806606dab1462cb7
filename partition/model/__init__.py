"""A DFG in parts that run one after another, each for all iterations, through a memory.

This package owns the definition of a partition (`graph`, `partition`), the DFG of each part with
the stores and loads of its cut (`split`), the constraint model of the best partition (`model`), and
the independent checker (`check`). The method is from BOPart (Hu et al.); no module here searches.
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
