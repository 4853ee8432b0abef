"""Functions of columns of words for DuckDB, Polars, pandas, Dask, Spark and Ray Data, and compiling
lists too large for one machine.

`columns` has the functions; the module of each engine connects them to it. All need the extra
`columns`, and their engine.
"""
