"""The words of our own lists that every player tries first: the short and the common ones."""
