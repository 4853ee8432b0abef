"""Games: their events, and the scores, turns and endings that result from these."""
