"""The initiation interval that a loop will be mapped with, predicted before it is mapped.

The three tasks are those of PT-Map (Sec. 3.3.1): whether the least interval is reached, by how much
it is missed, and how long filling and draining take. By default the network for all arrays of
`learn.labels` does them (`shared.py`); PT-Map's own network, a graph attention network over the
dataflow graph and a graph convolution over the array, is there to compare with. What is learned
from is made in `programs.intervals`.
"""
