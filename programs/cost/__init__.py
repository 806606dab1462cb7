"""Cost models of a transformed program on an array, before mapping (PT-Map, Sec. 3.3).

This package owns the machine's buffers (`buffers`), iteration counts (`counts`), the pipelined
loops (`pipelines`) and their predicted IIs (`predict`, the interface for other predictors), the
off-array data volume in closed form (`footprint`) and by simulation (`traffic`), the volume of
contexts (`contexts`), energy by events (`energy`), and the costs of nests and programs
(`evaluate`).
"""

from programs.cost.buffers import BUFFERS, Buffers, buffers_of
from programs.cost.contexts import loaded_contexts
from programs.cost.counts import Counts, counts
from programs.cost.evaluate import (
    Cost,
    PipelineCost,
    context_volume,
    loading_cycles,
    moving_cycles,
    nest_cost,
    program_volume,
)
from programs.cost.footprint import volume
from programs.cost.pipelines import Pipeline, kernel_of, pipelines
from programs.cost.predict import Interval, Predict, Predictor, mii_model
from programs.cost.traffic import Trace, simulate, trace

__all__ = [
    "BUFFERS",
    "Buffers",
    "Cost",
    "Counts",
    "Interval",
    "Pipeline",
    "PipelineCost",
    "Predict",
    "Predictor",
    "Trace",
    "buffers_of",
    "context_volume",
    "counts",
    "kernel_of",
    "loaded_contexts",
    "loading_cycles",
    "mii_model",
    "moving_cycles",
    "nest_cost",
    "pipelines",
    "program_volume",
    "simulate",
    "trace",
    "volume",
]
