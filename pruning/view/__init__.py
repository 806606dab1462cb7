"""The HTML overview of `xyzmap prune-arch`."""
