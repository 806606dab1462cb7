"""Dataflow graphs of pipelined loops, and programs executed by them.

This package owns how an innermost loop becomes a DFG of `models` (`extract`), what its operations
mean (`kernel`, `opcodes`), which loads and stores carry values or must keep an order (`references`,
`overlap`, `order`), the execution of whole programs by graphs and mappings (`run`, `program`), what
predictors and cost models want to know of a graph (`properties`), and random loops for training
(`random_loops`).
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
