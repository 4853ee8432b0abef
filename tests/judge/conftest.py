"""Test stations, and a service."""

from tests.judge.stations import bench, english, portuguese
from tests.log.databases import cluster, log, log_url, template
from tests.service.services import lexicon, serve

__all__ = [
    "bench",
    "cluster",
    "english",
    "lexicon",
    "log",
    "log_url",
    "portuguese",
    "serve",
    "template",
]  # fixtures
