"""Partitions for temporal mapping: the best one, proven, and what mapping its parts comes to."""
