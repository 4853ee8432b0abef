"""What people see in a terminal: `judging/` is the tournament terminal, `playing/` a table."""
