"""003: the help file of Lingo."""

from __future__ import annotations

from tests.rules.documents.fact import Fact

FACTS = [
    Fact("for between two and four players", "lingo", "players", (2, 4)),
    Fact("The default pool size is 4", "lingo", "pool", 4),
    Fact("(valid values range from 1 to 10)", "lingo", "contested: size of the pool and of a turn",
         "-pool is 1 to 10"),
    Fact("The default placement size is 2", "lingo", "place", 2),
    Fact("(valid values range from 1 to pool size)", "lingo",
         "contested: size of the pool and of a turn", "-place is 1 to the size of the pool"),
    Fact("a small set of 30 tiles is used (approximately one quarter", "lingo:small", "bag", 30),
    Fact("a full set of 98 tiles is used", "lingo:full", "bag", 98),
    Fact("a default set of 49 tiles is used (approximately half", "lingo", "bag", 49),
    Fact("approximately half", "lingo", "contested: tiles of the sets of 49 and 30",
         "approximately half"),
    Fact("specifies that two-letter words are not recognised", "lingo:no-twos", "words.shortest",
         3),
    Fact("a separate pool of four tiles", "lingo", "pool", 4),
    Fact("selecting one or two tiles from their pool", "lingo", "place", 2),
    Fact("showing the same letter (unless the -repeat option is used)", "lingo:repeat", "repeat",
         True),
    Fact("HAY would score 18 pts as (H=4 + A=1 + Y=4) * (length-1=2)", "lingo", "word_score('HAY')",
         18),
    Fact("* (word length - 1)", "lingo", "word_score('HAY')", 18),
    Fact("words IT and BIZ for a total of 60 pts", "lingo", "word_score('IT')", 2),
    Fact("a total of (2 + 28) x 2 = 60 pts", "lingo", "word_score('BIZ')", 28),
    Fact("DIG, DOC and DYE for a total of 108 pts", "lingo", "word_score('DIG')", 10),
    Fact("a total of (10 + 12 + 14) x 3 = 108 pts", "lingo:hex", "word_score('DYE')", 14),
    Fact("a total of (10 + 12 + 14) x 3 = 108 pts", "lingo:hex", "word_score('DOC')", 12),
    Fact("-hex", "lingo:hex", "grid", "hex"),
    Fact("Up to five words may be made each turn by placing two tiles", "lingo",
         "contested: most words a turn", "five words"),
    Fact("a maximum of only three words", "lingo", "contested: most words a turn", "three"),
    Fact("How many: 9 2 2 412 2 3 2 9 1 1 4 2 6 8 2 1 6 4 6 4 2 2 1 2 1 (2)", "lingo:full",
         "counts[1:]", (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2,
                        1)),
    Fact("Value: 1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 310 1 1 1 1 4 4 8 410 (0)", "lingo:full",
         "values[1:]", (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4,
                        10)),
]  # fmt: skip

NO_RULES: tuple[str, ...] = (
    "four-handed",
    r"userid1 userid2 \[\.\. userid4\]",
    r"1 4 1 a b c d e .*? a b c d e",
    r"1 1 1 a b c d e f g .*? a b c d e f g",
    r"score is \d+\.",
    r"\b[acre]+7\b",
    "2005",
)
