"""Re-checks claims of `xyzmap prune-arch`; it shares no code with their producers."""
