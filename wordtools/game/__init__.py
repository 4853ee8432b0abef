"""Games: their events, and the scores, turns and endings that follow from them."""
