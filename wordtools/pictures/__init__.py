"""Draws boards as SVG files, in themes with tables of colours (`themes.toml`)."""
