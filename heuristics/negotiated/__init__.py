"""Negotiated congestion."""

from heuristics.negotiated.search import negotiated_schedule

__all__ = ["negotiated_schedule"]
