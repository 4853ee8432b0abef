"""000: the rules of Portuguese Scrabble and the two blocks of Scrabble3D's settings."""

from __future__ import annotations

from tests.rules.documents.fact import Fact

PT, BR = "scrabble-pt-pt", "scrabble-pt-br"
PT_SET, BR_SET = "scrabble-pt-pt:settings", "scrabble-pt-br:settings"

COUNTS = (14, 3, 4, 2, 5, 11, 2, 2, 2, 10, 2, 5, 6, 4, 10, 4, 1, 6, 8, 5, 7, 2, 1, 1)
VALUES = (1, 3, 2, 3, 2, 1, 4, 4, 4, 1, 5, 2, 1, 3, 1, 2, 6, 1, 1, 1, 1, 4, 8, 8)


def both(quote: str, place: str, value: object) -> list[Fact]:
    """A setting that stands in both blocks of the Portuguese document."""
    return [Fact(quote, PT_SET, place, value), Fact(quote, BR_SET, place, value)]


FACTS = [
    Fact("a total of 120 letter tiles", PT, "bag", 120),
    Fact("a total of 120 letter tiles", BR, "bag", 120),
    Fact("0 points: 3 blank tiles", PT, "tiles['?']", (3, 0)),
    Fact("0 points: 3 blank tiles", PT, "contested: blanks", "3 blanks in a total of 120"),
    Fact(
        "1 point: A×14, E×11, I×10, O×10, S×8, U×7, M×6, R×6, T×5",
        PT,
        "by_value[1]",
        {"A": 14, "E": 11, "I": 10, "O": 10, "S": 8, "U": 7, "M": 6, "R": 6, "T": 5},
    ),
    Fact("2 points: D×5, L×5, C×4, P×4", PT, "by_value[2]", {"D": 5, "L": 5, "C": 4, "P": 4}),
    Fact("3 points: N×4, B×3, Çx2", PT, "by_value[3]", {"N": 4, "B": 3, "Ç": 2}),
    Fact("4 points: F×2, G×2, H×2, V×2", PT, "by_value[4]", {"F": 2, "G": 2, "H": 2, "V": 2}),
    Fact("5 points: J×2", PT, "by_value[5]", {"J": 2}),
    Fact("6 points: Q×1", PT, "by_value[6]", {"Q": 1}),
    Fact("8 points: X×1, Z×1", PT, "by_value[8]", {"X": 1, "Z": 1}),
    Fact("if all players pass twice in a row, the game ends", PT, "end.passed", 2),
    Fact("All players pass two rounds consecutively", PT, "end.passed", 2),
    Fact("All players pass two rounds consecutively", PT, "end.exchange_passes", False),
    Fact(
        "reaches two pink bonus, the score is doubled and then redoubled, "
        "i.e., should be considered to be 4 times",
        PT,
        "premiums['DW'].word ** 2",
        4,
    ),
    Fact(
        "reaches two red bonus, the word is tripled and then tripled again (3x3), 9 times",
        PT,
        "premiums['TW'].word ** 2",
        9,
    ),
    Fact("then double or triple word score", PT, "premiums['DL'].letter", 2),
    Fact("then double or triple word score", PT, "premiums['TL'].letter", 3),
    Fact("must always keep seven tiles", PT, "rack", 7),
    Fact("must be subtracted the value of the letters", PT, "end.all_lose", True),
    Fact("that player should add to his score", PT, "end.out_gains", 1),
    Fact(
        "Is not possible to form another word",
        PT,
        "contested: end when no word can be formed",
        "no further word can be formed",
    ),
    Fact("the player must remove the tiles and loses his turn", PT, "challenge_rule.check",
         "challenge"),
    Fact("the player must remove the tiles and loses his turn", PT, "challenge_rule.invalid",
         "turn-lost"),
    Fact("Foreign words are valid", PT, "words.admitted[1]",
         "foreign words that are in the dictionary"),
    Fact("The same word can be used more than once", PT, "words.repeated", True),
    Fact(
        "before its score is added up and before the next player starts his move",
        PT,
        "contested: time to challenge",
        "before the next player starts",
    ),
    *both("English:'Portuguese';", "title.split()[2]", "Portuguese"),
    *both("LangFile:'portuguese.lang';", "contested: settings of the program itself", "LangFile"),
    *both("DicFile:'portuguese.dic';", "contested: settings of the program itself", "DicFile"),
    *both("RulesValid:true;", "contested: settings of the program itself", "RulesValid"),
    Fact("Native:'Português europeu';", PT, "contested: settings of the program itself", "Native"),
    Fact("Native:'Português brasileiro';", BR, "contested: settings of the program itself",
         "Native"),
    Fact("FlagID:'pt';", PT, "contested: settings of the program itself", "FlagID pt"),
    Fact("FlagID:'br';", BR, "contested: settings of the program itself", "FlagID br"),
    Fact("ExcludedCat:'2'; //no brazilian only words", PT, "words.excludes", ("brazilian",)),
    Fact("ExcludedCat:'2'; //no brazilian only words", PT, "words.edition", "pt-PT"),
    Fact("ExcludedCat:'1'; //no european only words", BR, "words.excludes", ("european",)),
    Fact("ExcludedCat:'1'; //no european only words", BR, "words.edition", "pt-BR"),
    Fact("ExcludedCat:'2'", PT, "contested: categories left out", "ExcludedCat 2"),
    Fact("ExcludedCat:'1'", BR, "contested: categories left out", "ExcludedCat 1"),
    *both(
        "Letters:'A,B,C,Ç,D,E,F,G,H,I,J,L,M,N,O,P,Q,R,S,T,U,V,X,Z';",
        "alphabet.tiles",
        tuple("ABCÇDEFGHIJLMNOPQRSTUVXZ"),
    ),
    *both(f"LetterCount:'{','.join(map(str, COUNTS))}'", "counts[1:]", COUNTS),
    *both(f"LetterValue:'{','.join(map(str, VALUES))}'", "values[1:]", VALUES),
    *both("NumberOfJokers:2; //2 jokers", "counts[0]", 2),
    *both("NumberOfJokers:2; //2 jokers", "bag", 119),
    *both("NumberOfJokers:2; //2 jokers", "contested: blanks", "NumberOfJokers 2"),
    *both("ReadingDirection:rdLeftToRight;", "reading", "left-to-right"),
    *both("NumberOfLetters:7;", "rack", 7),
    *both("NumberOfRandoms:0;", "random_tiles", 0),
    *both("TimeControl:2; //time limit; 0=no limit, 1=per move, 2=per game", "clock.move", None),
    *both("TimeControlEnd:false; //true=end immediately", "clock.minutes > 0", True),
    *both("TimeControlBuy:true; //true=additional minutes", "clock.minutes > 0", True),
    *both("TimePerGame:'0:50:00';", "clock.game", 50 * 60),
    *both("(divide by number of players)", "clock.divided", True),
    *both("PenaltyValue:10; //the penalty for 1 additional minute", "clock.minute_costs", 10),
    *both("PenaltyCount:10;", "clock.minutes", 10),
    *both("GameLostByTime:true; //zero result", "clock.lost", True),
    *both("GameLostByTime:true; //zero result", "contested: over time", "zero result"),
    *both(
        "WordCheckMode:2; //mode of word check: 0=takeback, 1=poll, 2=challenge",
        "challenge_rule.check",
        "challenge",
    ),
    *both("0=takeback, 1=poll, 2=challenge", "contested: word check (WordCheckMode 2)", "1 poll"),
    *both("ChallengePenalty:10;", "challenge_rule.costs[0].points", 10),
    *both("ChallengePenalty:10;", "challenge_rule.paid", "off-challenger"),
    *both("ChallengePenalty:10;", "contested: wrong challenge", "ChallengePenalty 10"),
    *both("ChallengeTime:20;", "challenge_rule.window", 20),
    *both("ChallengeTime:20;", "contested: time to challenge", "ChallengeTime 20"),
    *both("JokerExchange:false;", "reclaim_blanks", False),
    *both("ChangeIsPass:true;", "end.exchange_passes", True),
    *both("CambioSecco:false;", "exchange.keeps_turn", False),
    *both("SubstractLetters:true;", "end.others_lose", True),
    *both("SubstractLetters:true;", "end.all_lose", True),
    *both("AddLetters:true;", "end.out_gains", 1),
    *both("JokerPenalty:0;", "end.blank_costs", 0),
    *both("NumberOfPasses:3;", "end.passed", 3),
    *both("NumberOfPasses:3;", "contested: passes that end the game", "NumberOfPasses 3"),
    *both("LimitExchange:7;", "exchange.bag", 7),
    *both(
        "LimitExchange:7;",
        "contested: least number of tiles in the bag for an exchange",
        "LimitExchange 7",
    ),
    *both("EndBonus:0;", "end.out_bonus", 0),
    *both("ScrabbleBonus:50)", "bonus['7']", 50),
]  # fmt: skip

NO_RULES: tuple[str, ...] = (
    r"(?:\b\d+ ){20,}",
    "1 Antworten und wurde 1.449 mal",
    r"Beiträge: 3\.777",
    r"\d\d\.09\.2014 \d\d:\d\d",
    "#2",
    "added two defaults",
    "Help:Wiki",
)
