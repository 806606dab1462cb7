"""A mapping after a small change, near to an old one."""
