"""A DFG in parts that run one after another, each for all iterations, through a memory.

This package owns what a partition is (`graph`, `partition`), the DFG of every part with the
operations that a cut costs (`split`), the constraint model of the best partition (`model`), and
the independent judge (`check`, `execute`). The method is that of BOPart (Hu et al.); nothing here
searches.
"""

from models.partition.graph import PartitionGraph
from models.partition.partition import Crossing, Partition, crossing
from models.partition.split import MemoryOperators, Part, Splitter, split

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
