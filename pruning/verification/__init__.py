"""Re-checking what `xyzmap prune-arch` proves; it shares nothing with what makes the claims."""
