"""004: the rules of ScrabbleAR."""

from __future__ import annotations

from tests.rules.documents.fact import Fact

AR = "scrabblear"

FACTS = [
    Fact("participan dos jugadores", AR, "players", (2, 2)),
    Fact("un usuario humano contra la computadora", AR, "computer", True),
    Fact("un atril con siete fichas", AR, "rack", 7),
    Fact("habiendo 4 tipos de casilla de bonificación", AR, "kinds_that_add", 4),
    Fact("un tipo de casilla de descuento", AR, "kinds_that_take", 1),
    Fact("duplicar o triplicar el valor de la ficha", AR, "premiums['TL'].letter", 3),
    Fact("o duplicar o triplicar el valor total", AR, "premiums['TW'].word", 3),
    Fact("restan 3 puntos al valor de la ficha", AR, "premiums['-3'].points", -3),
    Fact("se repartirán 7 fichas", AR, "rack", 7),
    Fact("se eligirá al azar cuál de los dos comienza", AR, "first",
         "The first player is drawn at random."),
    Fact("5 cambios sin costo", AR, "exchange.free", 5),
    Fact("a partir del 6to, perderá 2 puntos", AR, "exchange.cost", 2),
    Fact("nunca puede quedar por debajo de cero", AR, "contested: exchange",
         "never falls below zero"),
    Fact("la computadora cambiará dos fichas al azar", AR, "exchange.computer_tiles", 2),
    Fact("nunca implican un costo adicional", AR, "exchange.computer_free", True),
    Fact("esta acción no tiene límites", AR, "end.passed", None),
    Fact("hasta que se acabe el tiempo", AR, "end.all_out_of_time", True),
    Fact("hasta que el usuario decida finalizar", AR, "end.stops", True),
    Fact("la bolsa no disponga de suficientes fichas", AR, "end.when", "refill"),
    Fact("entrar en el top 10", AR, "contested: saved game and table of the best", "top 10"),
]  # fmt: skip

NO_RULES: tuple[str, ...] = ()
