"""Constraints of a user's own: what they name of a problem, and which arguments they keep."""
