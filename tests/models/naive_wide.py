"""The names by which tests of whole commands know the naive model."""

from __future__ import annotations

from tests.models.naive_model import feasible as feasible_wide
from tests.models.naive_model import feasible_by as feasible_wide_by

__all__ = ["feasible_wide", "feasible_wide_by"]
