"""A service on a log in each kind of database."""

from tests.log.databases import cluster, log, log_url, template
from tests.service.services import lexicon, serve
from tests.service.tables import open_tables

__all__ = ["cluster", "lexicon", "log", "log_url", "open_tables", "serve", "template"]  # fixtures
