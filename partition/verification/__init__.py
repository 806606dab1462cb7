"""Re-checking what `xyzmap partition` proves; it shares nothing with what makes the claims."""
