"""challenge and check."""

from __future__ import annotations

from typing import Annotated

import typer

from wordtools.cli.app import Json, LexiconOption, app, print_json, words_of

Words = Annotated[list[str], typer.Argument(metavar="WORD...", help="- reads standard input.")]


@app.command()
def challenge(words: Words, lexicon: LexiconOption, json: Json = False) -> None:
    """Rule on a challenged play: YES or NO, for all its words at once.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason.
    """
    import wordtools
    from wordtools.judge.ruling import CannotJudge, is_acceptable, words_as_judged

    try:
        opened = wordtools.open(lexicon)
        named = list(words_of(words))
        acceptable = is_acceptable(opened, named)
    except (wordtools.WordtoolsError, OSError) as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": str(error)})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if json:
        print_json(
            {
                "ruling": "YES" if acceptable else "NO",
                "words": words_as_judged(opened, named),
                "lexicon": opened.name,
                "edition": opened.edition_name,
                "digest": opened.digest,
            }
        )
    else:
        print("YES" if acceptable else "NO")
    raise typer.Exit(0 if acceptable else 1)


@app.command()
def check(words: Words, lexicon: LexiconOption, json: Json = False) -> None:
    """Tell for each word whether it is valid. For study; never at a tournament.

    Exits with 0 when all are valid, 1 when some are not, 2 when it cannot be told.
    """
    import wordtools
    from wordtools.errors import SpellingError

    opened = wordtools.open(lexicon)
    every, some = True, False
    for word in words_of(words):
        valid = word in opened
        every, some = every and valid, True
        note = ""
        if valid:
            note = " ".join([opened.alphabet.normal(word), *sorted(opened.categories(word))])
        else:
            try:
                tiles = len(opened.alphabet.spell(word))
            except SpellingError as error:
                note = str(error)
            else:
                shortest, longest = opened.manifest.lengths
                if not shortest <= tiles <= longest:
                    note = f"words here have {shortest} to {longest} tiles"
        if json:
            print_json({"word": word, "valid": valid, "note": note})
        else:
            print(f"{word}\t{'valid' if valid else 'not valid'}\t{note}".rstrip())
    if not some:
        raise wordtools.WordtoolsError("no word was named.")
    raise typer.Exit(0 if every else 1)
