"""`wordtools table`: `command` declares the command, `playing` plays a game in this terminal, and
`records` reads and changes the tables in the log."""

from wordtools.cli.tables import command as command
