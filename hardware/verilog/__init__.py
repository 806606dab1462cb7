"""An array and its words as Verilog-2005, with a self-checking test bench.

`units` writes the functional units, `datapath` registers, lanes and multiplexers, `frame` the
sequencer and context memory, `bench` the test bench and its numbers; `project` assembles the files.
"""
