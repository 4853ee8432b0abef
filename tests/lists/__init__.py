"""The words that every player tries first in our own lists: the short and the common ones."""
