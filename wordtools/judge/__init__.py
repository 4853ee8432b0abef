"""The judge: how a challenge becomes a ruling."""
