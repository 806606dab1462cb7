"""Temporal partitioning: the search for the best mapped partition, with proofs."""
