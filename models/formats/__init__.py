"""Files in and out: the JSON formats of xyzmap, DOT, and text files of operators and rules."""
