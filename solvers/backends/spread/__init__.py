"""One formula on many machines: cubes of it as tasks of a Dask cluster.

`session` is what a search asks; `lookahead` says where to split; `remote` is what a worker
executes, with the `import_path` that it needs; `cluster` finds the scheduler.
"""
