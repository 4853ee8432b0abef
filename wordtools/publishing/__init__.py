"""Publishes static pages that judge or look up words without a server."""
