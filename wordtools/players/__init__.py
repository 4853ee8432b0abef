"""Computer players: values of leaves, static evaluation, simulation, and games between players."""
