"""Re-checking what `xyzmap streaming` proves; it shares nothing with what makes the claims."""
