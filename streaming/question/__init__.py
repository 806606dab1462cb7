"""Mapping programs of the streaming engine: proven by CP-SAT, or proposed by a policy or a rule."""
