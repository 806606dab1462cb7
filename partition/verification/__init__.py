"""Re-checks claims of `xyzmap partition`; it shares no code with their producers."""
