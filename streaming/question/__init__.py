"""Mapping programs onto the streaming engine: exactly by CP-SAT, or by a policy or a heuristic."""
