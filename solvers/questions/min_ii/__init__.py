"""The smallest initiation interval of a loop."""
