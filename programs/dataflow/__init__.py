"""Dataflow graphs of pipelined loops, and programs executed by them.

This package owns the conversion of an innermost loop into a DFG of `models` (`extract`), the
semantics of its operations (`kernel`, `opcodes`), forwarding and ordering of loads and stores
(`references`, `overlap`, `order`), the execution of whole programs by graphs and mappings (`run`,
`program`), graph properties for predictors and cost models (`properties`), and random loops for
training (`random_loops`).
"""

from programs.dataflow.extract import extract
from programs.dataflow.kernel import Kernel
from programs.dataflow.options import DataflowOptions
from programs.dataflow.program import MappedKernel, innermost_loops, kernels, run_dfg

__all__ = [
    "DataflowOptions",
    "Kernel",
    "MappedKernel",
    "extract",
    "innermost_loops",
    "kernels",
    "run_dfg",
]
