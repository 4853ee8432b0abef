"""What a game allows."""
