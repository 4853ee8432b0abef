"""002: the rules of Literki, whose Polish letters were lost in encoding."""

from __future__ import annotations

from tests.rules.documents.fact import Fact

FACTS = [
    Fact("ma wymiary 17x15 pól", "literki", "layout.columns", 17),
    Fact("ma wymiary 17x15 pól", "literki", "layout.rows", 15),
    Fact("uczestniczy? do czterech graczy", "literki", "players", (2, 4)),
    Fact("po siedem wylosowanych z woreczka p?ytek", "literki", "rack", 7),
    Fact("by?a równa siedem", "literki", "rack", 7),
    Fact("Woreczek zawiera pocz?tkowo 115 p?ytek", "literki", "bag", 115),
    Fact("dwie p?ytki czyste, tzw. blanki", "literki", "counts[0]", 2),
    Fact("co najmniej dwuliterowego s?owa", "literki", "words.shortest", 2),
    Fact("przez pole umieszczone na ?rodku planszy", "literki", "board.start", "I8"),
    Fact("przed up?ywem 10 sekund od wci?ni?cia", "literki", "challenge_rule.window", 10),
    Fact("ma w ci?gu 10 sekund mo?liwo??", "literki", "challenge.take_back", 10),
    Fact("pozosta?o co najmniej siedem liter", "literki", "exchange.bag", 7),
    Fact("maksymalnie trzech wymian podczas jednej partii", "literki", "exchange.most", 3),
    Fact("spasuj? 2 razy w dwóch kolejnych kolejkach", "literki", "end.passed", 2),
    Fact("spasuj? dwa razy w dwóch kolejnych kolejkach", "literki", "end.passed", 2),
    Fact("wszyscy gracze przekrocz? czas na gr?", "literki", "end.all_out_of_time", True),
    Fact("otrzymuje dodatkowe punkty za p?ytki", "literki", "end.out_gains", 1),
    Fact("9 1 2 4 1 4 9 1 1 2 2 9 2 3 3 2", "literki", "counts[1:17]",
         (9, 1, 2, 4, 1, 4, 9, 1, 1, 2, 2, 9, 2, 3, 3, 2)),
    Fact("3 6 1 8 1 4 5 5 1 5 3 5 4 5 1 1 2", "literki", "counts[17:]",
         (3, 6, 1, 8, 1, 4, 5, 5, 1, 5, 3, 5, 4, 5, 1, 1)),
    Fact("0 pkt. 1 pkt. 2 pkt. 3 pkt. 4 pkt. 5 pkt.", "literki", "value_range", (1, 5)),
    Fact("0 pkt. 1 pkt. 2 pkt. 3 pkt. 4 pkt. 5 pkt.", "literki", "contested: values of the letters",
         "0 to 5 points"),
    Fact("blanka) jest równa zero", "literki", "values[0]", 0),
    Fact("opisanym „2L\", to punktacja tej litery jest liczona podwójnie", "literki",
         "premiums['2L'].letter", 2),
    Fact("opisanym „3L\", to punktacja tej litery jest liczona potrójnie", "literki",
         "premiums['3L'].letter", 3),
    Fact("opisane „2S”, to punktacja ca?ego s?owa jest mno?ona przez dwa", "literki",
         "premiums['2S'].word", 2),
    Fact("opisane „3S”, to punktacja ca?ego s?owa jest mno?ona przez trzy", "literki",
         "premiums['3S'].word", 3),
    Fact("ko?czy si? lub zaczyna na polu opisanym „4S” zgodnie z kierunkiem strza?ek", "literki",
         "premiums['4S>'].along", "across"),
    Fact("to punktacja ca?ego s?owa jest mno?ona przez cztery", "literki", "premiums['4Sv'].word",
         4),
    Fact("przechodzi przez pole opisane „WYM”", "literki", "premiums['WYM'].exchange", True),
    Fact("pozosta?o mniej ni? 7 p?ytek", "literki", "exchange.bag", 7),
    Fact("pozosta?o mniej ni? 7 p?ytek", "literki", "contested: WYM", "fewer than 7"),
    Fact("wszystkie siedem p?ytek, otrzymuje dodatkowo 50 punktów", "literki", "bonus", {"7": 50}),
    Fact("mimo zerowej warto?ci samego blanka", "literki", "values[0]", 0),
]  # fmt: skip

NO_RULES: tuple[str, ...] = ("Kasza94", r"\bF[2345]\b", "90 stopni")
