"""Bounds by counting: what must happen within cycles or an interval, against what can."""
