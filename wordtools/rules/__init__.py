"""The rules of games: boards, tiles, clocks, challenges and endings."""
