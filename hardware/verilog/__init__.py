"""An array and its words as Verilog-2005, with a test bench that checks itself.

`units` writes the modules that compute, `datapath` registers, lanes and multiplexers, `frame` what
surrounds them, `bench` the test bench and its numbers; `project` puts the files together.
"""
