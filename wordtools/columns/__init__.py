"""Words in the engines that people already run: what a lexicon says of columns of words in DuckDB,
Polars, pandas, Dask, Spark and Ray Data, and lists too large for one machine.

`columns` computes; the other modules hand it over to the engine that each is named after. They need
the package's extra `columns`, and the engine itself.
"""
