"""Prediction of the initiation interval of a loop, before it is mapped.

The three tasks are those of PT-Map (Sec. 3.3.1): whether the least II is reached, by how much it is
missed, and the cycles of filling and draining. By default the network for all arrays of
`learn.labels` does them (`shared.py`); PT-Map's own network, a graph attention network over the
dataflow graph and a graph convolution over the array, serves as a comparison. Training samples are
made in `programs.intervals`.
"""
