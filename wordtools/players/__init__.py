"""What chooses a turn: the values of leaves, turns by their static value, games between players."""
