"""A service on a log in each kind of database."""

from tests.log.databases import cluster, log, log_url, template
from tests.service.services import lexicon, serve

__all__ = ["cluster", "lexicon", "log", "log_url", "serve", "template"]  # fixtures
