"""The part of the report that `xyzmap prune-arch` shows."""
