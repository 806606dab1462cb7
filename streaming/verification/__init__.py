"""Re-checks claims of `xyzmap streaming`; it shares no code with their producers."""
