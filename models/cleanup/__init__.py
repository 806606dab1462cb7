"""Removal of the items of a mapping that its results do not need."""
