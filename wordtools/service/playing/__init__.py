"""The door to tables: games that people play in browsers, with each other and against computers.

`routes` lists the requests. `games`, `making`, `seating`, `turns`, `records` and `hosting` answer
these requests, and `tables` checks who sent them. `keeper` holds the tables in use in one process;
`view` makes the data that a seat receives. `service/seats.py` stores who may sit where.
"""
