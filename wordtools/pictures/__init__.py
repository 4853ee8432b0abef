"""Boards as pictures: SVG files in themes, which are tables of colours (`themes.toml`)."""
