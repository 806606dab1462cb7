"""Files in and out: the JSON formats of xyzmap, and the graph formats of other tools."""
