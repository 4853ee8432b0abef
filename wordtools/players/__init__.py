"""Computer players: leave values, static evaluation, simulation, and games between players."""
