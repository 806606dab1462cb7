"""One cardinality constraint in, clauses out.

Every encoding of "at most k of n literals" is built once as a `Template` over local literals and
then stamped onto thousands of equal-shaped groups with numpy.  `at_most` and `exactly_one` look an
encoding up by name ("pairwise", "bimander:3", ...), `ENCODINGS` says what each name can do, and the
template says what each auxiliary variable means, so that somebody else can re-check the clauses.
"""

from encoders.registry import ENCODINGS, Encoding, at_most, encodings_for, exactly_one
from encoders.template import Template

__all__ = ["ENCODINGS", "Encoding", "Template", "at_most", "encodings_for", "exactly_one"]
