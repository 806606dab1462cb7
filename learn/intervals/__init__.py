"""The initiation interval that a loop will be mapped with, predicted before it is mapped.

After PT-Map (Sec. 3.3.1): a graph attention network over the dataflow graph, a graph convolution
over the array, and three tasks on top of both: whether the least interval is reached, by how much
it is missed, and how long filling and draining take. What is learned from is made in
`heuristics.intervals`.
"""

from learn.intervals.predict import IntervalPredictor, interval_predictor

__all__ = ["IntervalPredictor", "interval_predictor"]
