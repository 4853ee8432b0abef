"""Draws boards as SVG files. The colours of the themes are in `themes.toml`."""
