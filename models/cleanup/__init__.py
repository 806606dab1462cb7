"""A mapping without what its results do not need."""
