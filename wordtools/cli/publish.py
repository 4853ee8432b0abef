"""`wordtools publish`: make a page that judges or looks up words without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import Json, Quiet, SignedByOption, app, lexicon_option, print_json
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.serve import warn_of_experimental
from wordtools.lexicon.find import locate_lexicon
from wordtools.wording import mark_names, pluralize


@app.command(cls=LexiconCommand)
def publish(
    lexicon: Annotated[
        list[str],
        lexicon_option(
            "A lexicon for the page; the first is the default.",
            envvar="WORDTOOLS_LEXICON",
        ),
    ],
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder to write.")],
    page: Annotated[
        str, typer.Option(metavar="PAGE", help="judge (for challenges) or look-up (for players).")
    ] = "judge",
    study: Annotated[
        bool, typer.Option("--study", help="Also look up hooks, anagrams and definitions.")
    ] = False,
    single_file: Annotated[
        bool, typer.Option("--single-file", help="Write everything into one file.")
    ] = False,
    opaque: Annotated[
        bool,
        typer.Option(
            "--opaque", help="Hide the words from casual readers; this does not protect them."
        ),
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="CODE", help="The page's language, such as pt. [default: the lexicon's]"
        ),
    ] = "",
    signed_by: SignedByOption = None,
    event_key: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY", help="Check receipts signed with this event key; may be repeated."
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Publish a page that judges or looks up words in a browser, without a service.

    You can put the page on a web server, in a folder or on a USB stick. It keeps no log. To replace
    it, publish to the same folder again.
    """
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.publishing.publish import find_page_kind, publish_page
    from wordtools.signing.trust import read_trust

    trust = read_trust(signed_by) if signed_by else None
    places = [locate_lexicon(name) for name in lexicon]
    published = publish_page(
        [Lexicon.read(*place) for place in places],
        into,
        page=find_page_kind(page),
        study=study,
        single_file=single_file,
        opaque=opaque,
        trust=trust,
        events=read_trust(event_key) if event_key else None,
        language=lang,
    )
    warn_of_experimental(places)
    if json:
        files = {str(path): size for path, size in published.files.items()}
        print_json({"files": files, "signers": published.signers})
    elif not quiet:
        for path, size in published.files.items():
            print(f"{path}: {pluralize(size, 'byte')}")
        for edition, signers in published.signers.items():
            print(f"  {edition}: signed by {', '.join(mark_names(signers))}")
