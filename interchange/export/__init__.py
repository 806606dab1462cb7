"""The model of a question, in the format of another tool."""
