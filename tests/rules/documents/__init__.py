"""Where each number of the five documents stands in a ruleset.

A row is a document's own words (spaces as single ones), a ruleset, a place in it, and the value
there. The place is Python after a dot (`exchange.bag`, or what `test_documents.Seen` adds), or
`contested: ABOUT`, whose entry then has the value in what it says. `NO_RULES` are numbers that no
rule is about, as expressions: dates, counts of posts, history, keys, the axes of drawings.
"""

from tests.rules.documents import english, lingo, literki, portuguese, scrabblear

DOCUMENTS = {
    "000": portuguese,
    "001": english,
    "002": literki,
    "003": lingo,
    "004": scrabblear,
}
