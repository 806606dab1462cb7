"""Encodings of cardinality constraints as clauses.

Every encoding of "at most k of n literals" is built once as a `Template` over local literals and
then stamped onto thousands of equal-shaped groups with numpy. `at_most` and `exactly_one` look an
encoding up by name ("pairwise", "bimander:3", ...), `ENCODINGS` lists the abilities of each name,
and the template gives the meaning of each auxiliary variable, so that independent code can re-check
the clauses.
"""

from encoders.registry import ENCODINGS, Encoding, at_most, encodings_for, exactly_one
from encoders.template import Template
from encoders.weighted import WEIGHTED, weighted_at_most

__all__ = [
    "ENCODINGS",
    "WEIGHTED",
    "Encoding",
    "Template",
    "at_most",
    "encodings_for",
    "exactly_one",
    "weighted_at_most",
]
