"""The short and the common words of our own lists, which every player tries first."""
