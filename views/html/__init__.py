"""The report of a mapping as one HTML file that needs no network.

`verdict` is what a caller says of the answer; `mapping_data`, `array_data` and `graph_data` turn
mapping, array and DFG into plain lists; `page` writes them into a page with the scripts and styles
that lie beside it. Scripts only show: whatever is computed about a mapping is computed here.
"""
