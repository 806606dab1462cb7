"""Reports as self-contained HTML files: animated mappings with their proofs.

`shell` has the parts of every page, `scene` one mapping, `page` one scene or several below an
overview; `partition`, `pruning`, `programs` and `choices` are overviews, `streaming` is the page of
another kind of mapping. `verdict` is the caller's statement on an answer. `mapping_data`,
`array_data` and `graph_data` turn mapping, array and DFG into plain lists, `streaming_data` those
of the streaming engine. Scripts only show: all data about a mapping is computed here.
"""
