"""The HTML overview of `xyzmap optimize`."""
