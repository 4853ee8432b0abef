"""Games: their events, and the scores, turns and endings that these lead to."""
