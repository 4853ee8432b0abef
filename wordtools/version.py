"""The version of wordtools, which lexicons and stations state."""

__version__ = "0.1.0"
