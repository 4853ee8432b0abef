"""`wordtools key` and `wordtools sign`: make keys, and sign lexicons and other files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import (
    CommandGroup,
    InsecurePassword,
    Json,
    KeyPasswordFile,
    app,
    print_json,
)
from wordtools.errors import WordtoolsError
from wordtools.secrets_input import read_hidden, read_secret_file

if TYPE_CHECKING:
    from wordtools.signing.minisign import SecretKey

group = typer.Typer(cls=CommandGroup, help="The keys that sign lexicons.", no_args_is_help=True)
app.add_typer(group, name="key")


@group.command()
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the files NAME.key and NAME.pub.")
    ],
    no_password: Annotated[
        bool,
        typer.Option("--no-password", help="Leave the secret key unencrypted, for unattended use."),
    ] = False,
    password_file: KeyPasswordFile = None,
    insecure: InsecurePassword = False,
    json: Json = False,
) -> None:
    """Make a key pair in minisign's formats.

    NAME.key signs files; keep it secret, and keep a copy. Publish NAME.pub so that others can check
    your signatures.
    """
    from wordtools.files import write_files
    from wordtools.signing.minisign import create_key

    secret, public = Path(f"{name}.key"), Path(f"{name}.pub")
    for path in (secret, public):
        if path.exists():
            raise WordtoolsError(f"{path} already exists; choose another name")
    key = create_key()
    encoded = key.encode("" if no_password else _choose_password(password_file, insecure))
    with os.fdopen(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(encoded)
    write_files({public: key.public.encode().encode()})
    if json:
        print_json({"secret": str(secret), "public": str(public), "key": key.public.text})
        return
    print(f"{secret}: the secret key {key.public.name}")
    print(f"{public}: the public key, {key.public.text}")


@group.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A public key, or a signature.")],
    json: Json = False,
) -> None:
    """Print a public key's number and text, or a signature's key number and comment."""
    from wordtools.signing.minisign import (
        PublicKey,
        SignatureError,
        parse_public_key,
        parse_signature,
    )
    from wordtools.signing.trust import read_text

    text = read_text(file, "key or signature")
    try:
        key = parse_public_key(text)
        facts = {"kind": "public key", "number": key.name, "text": key.text}
    except SignatureError:
        try:
            signature = parse_signature(text)
        except SignatureError:
            raise WordtoolsError(f"{file}: neither a public key nor a signature") from None
        number = PublicKey(signature.number, b"").name
        facts = {"kind": "signature", "number": number, "text": signature.trusted}
    if json:
        print_json(facts)
    else:
        print(f"{facts['kind']} {facts['number']}: {facts['text']}")


@app.command()
def sign(
    files: Annotated[
        list[str], typer.Argument(metavar="LEXICON | FILE", help="The files or lexicons to sign.")
    ],
    key: Annotated[Path, typer.Option("--key", "-k", metavar="FILE", help="The secret key.")],
    comment: Annotated[
        str, typer.Option(help="A comment to sign as well, such as an edition's date.")
    ] = "",
    password_file: KeyPasswordFile = None,
    insecure: InsecurePassword = False,
    json: Json = False,
) -> None:
    """Sign lexicons or other files, in minisign's format.

    The signature of pt.lexicon is pt.lexicon.minisig. If another key has already signed the file,
    the new signature's name includes the key's number.
    """
    import time

    from wordtools.files import write_files
    from wordtools.signing import minisign

    paths = [_find_file(name) for name in files]
    secret = read_secret_key(key, password_file, insecure)
    moment, made = int(time.time()), []
    for path in paths:
        facts = [
            f"timestamp:{moment}",
            f"file:{path.name}",
            "hashed",
            *([comment] if comment else []),
        ]
        signature = minisign.sign(path.read_bytes(), secret, "\t".join(facts))
        target = _choose_target(path, secret)
        write_files({target: signature.encode().encode()})
        made.append({"file": str(path), "signature": str(target), "key": secret.public.name})
    if json:
        print_json(made)
        return
    for one in made:
        print(f"{one['signature']}: signed with the key {one['key']}")


def _find_file(name: str) -> Path:
    """Returns the file at a path, or the file of the lexicon with this name. Raises
    `WordtoolsError`."""
    from wordtools.lexicon import find

    path = Path(name)
    return path if path.is_file() else find.locate_lexicon(name)[0]


def _choose_target(path: Path, secret: SecretKey) -> Path:
    """Returns the file for the key's signature, which replaces an earlier signature with the same
    key. Raises `WordtoolsError` for an unreadable signature."""
    from wordtools.signing.trust import SUFFIX, find_signatures

    signatures = find_signatures(path)
    for target, signature in signatures.items():
        if signature.number == secret.number:
            return target
    number = f".{secret.public.name}" if signatures else ""
    return path.with_name(f"{path.name}{number}{SUFFIX}")


def read_secret_key(path: Path, password_file: Path | None, insecure: bool) -> SecretKey:
    """Returns the secret key in a file; asks for its password if it has one. Raises
    `WordtoolsError`."""
    from wordtools.signing.minisign import SignatureError, parse_secret_key
    from wordtools.signing.trust import read_text

    def ask_password() -> str:
        if password_file is not None:
            return read_secret_file(password_file, insecure=insecure)
        return read_hidden(f"Password of {path}: ", "--key-password-file")

    try:
        return parse_secret_key(read_text(path, "secret key"), ask_password)
    except SignatureError as error:
        raise WordtoolsError(
            str(error) if str(path) in str(error) else f"{path}: {error}"
        ) from None


def _choose_password(password_file: Path | None, insecure: bool) -> str:
    """Returns a new password, which is read from a file or typed twice. Raises `WordtoolsError`."""
    if password_file is not None:
        chosen = read_secret_file(password_file, insecure=insecure)
    else:
        chosen = read_hidden("Password of the new key: ", "--key-password-file")
        if chosen != read_hidden("Again: "):
            raise WordtoolsError("the passwords do not match; try again")
    if not chosen:
        raise WordtoolsError("the password is empty; choose one, or use --no-password")
    return chosen
