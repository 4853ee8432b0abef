"""Databases, and a service that uses them."""

from tests.judge.stations import english
from tests.log.databases import cluster, log, log_url, template
from tests.service.services import lexicon, serve

__all__ = ["cluster", "english", "lexicon", "log", "log_url", "serve", "template"]  # fixtures
