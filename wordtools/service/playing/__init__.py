"""The door to tables: games that people play in browsers, with each other and against computers.

`keeper` holds the tables that are in use, in one process; `view` has what a seat is sent. Who may
sit where is in `service/seats.py`.
"""
