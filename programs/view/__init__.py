"""The part of the report that `xyzmap optimize` shows."""
