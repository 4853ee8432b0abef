"""The files of a page, and the cases that publishing refuses."""

from __future__ import annotations

import base64
import datetime
import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conftest import Build, Run
from tests.lexicon.helpers import english_bytes
from tests.publishing.pages import KEY, TRUST, publish
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.locks import hold_folder
from wordtools.messages import LANGUAGES, Messages
from wordtools.publishing.bundle import PAGES, bundle
from wordtools.publishing.publish import make_served_page
from wordtools.signing.minisign import SignatureError
from wordtools.signing.trust import Trust

LARGEST = 60 * 1024
"""For the judge page without its lexicon, compressed."""
TODAY = datetime.date(2026, 11, 24)


def read_settings(folder: Path) -> dict[str, Any]:
    index = (folder / "index.html").read_text("utf-8")
    found = re.search(r'id="settings">(.*)</script>', index)
    assert found
    return dict(json.loads(found[1]))


def test_files_are_named_after_their_content(tmp_path: Path) -> None:
    folder = publish(tmp_path, today=TODAY)
    names = {path.name for path in folder.iterdir()}
    fixed = {"index.html", "manifest.webmanifest", "service-worker.js"}
    assert fixed < names
    for name in names - fixed:
        content = (folder / name).read_bytes()
        assert name.split(".")[1] == hashlib.sha256(content).hexdigest()[:16]
    worker = (folder / "service-worker.js").read_text()
    kept = re.search(r"FILES = (\[.*\])", worker)
    assert kept and set(json.loads(kept[1])) == names - {"service-worker.js"}


def test_the_same_inputs_make_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        publish(folder, today=TODAY)
    one, other = ({p.name: p.read_bytes() for p in (f / "page").iterdir()} for f in folders)
    assert one == other


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_judge_page_is_small(tmp_path: Path, language: str) -> None:
    folder = publish(tmp_path, language, trust=TRUST)
    files = [path for path in folder.iterdir() if not path.name.startswith("lexicon.")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= LARGEST


def test_a_page_published_again_replaces_the_one_before(tmp_path: Path) -> None:
    folder = publish(tmp_path)
    before = {path.name for path in folder.iterdir()}
    publish(tmp_path, "pt")
    after = {path.name for path in folder.iterdir()}
    assert len(after) == len(before)
    assert len(after & before) == 6  # everything but the lexicon
    assert {path.name for path in publish(tmp_path, single_file=True).iterdir()} == {"index.html"}


def test_a_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "thesis.txt").write_text("ten years of work")
    with pytest.raises(WordtoolsError, match=r"holds thesis\.txt, which is not part of a page"):
        publish(tmp_path)
    assert [path.name for path in (tmp_path / "page").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("content", [b"<!doctype html><title>Our club</title>", b"\xff\xfe<"])
def test_the_page_of_somebody_else_stays(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "page").mkdir()
    index = tmp_path / "page" / "index.html"
    index.write_bytes(content)
    with pytest.raises(WordtoolsError, match=r"holds an index\.html that wordtools did not write"):
        publish(tmp_path)
    assert index.read_bytes() == content


@pytest.mark.parametrize("name", ["index.html", "lexicon.0123456789abcdef.js"])
def test_a_folder_with_the_name_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    folder = publish(tmp_path)
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()
    before = {path.name for path in folder.iterdir()}
    with pytest.raises(WordtoolsError, match="which is not part of a page"):
        publish(tmp_path, "pt")
    assert {path.name for path in folder.iterdir()} == before


def test_only_one_page_at_a_time_is_published_into_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each would delete what the other has just written."""
    folder = publish(tmp_path)
    written: list[Path] = []

    def write(contents: dict[Path, bytes]) -> None:
        with pytest.raises(BlockingIOError), hold_folder(folder, wait=False):
            pass
        written.extend(contents)
        write_files(contents)

    monkeypatch.setattr("wordtools.publishing.publish.write_files", write)
    publish(tmp_path, "pt")
    assert set(written) == set(folder.iterdir())


def test_what_a_killed_publish_left_is_deleted(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    left = tmp_path / "page" / ".lexicon.0123456789abcdef.js.cc862332.unfinished"
    left.write_text("lexicons.set(")
    publish(tmp_path)
    assert not left.exists()


def test_a_lexicon_named_twice(tmp_path: Path) -> None:
    from tests.judge import stations
    from wordtools.publishing.publish import publish_page

    lexicon = stations.lexicon(tmp_path)
    with pytest.raises(WordtoolsError, match="en is named twice"):
        publish_page([lexicon, lexicon], tmp_path / "page")


def test_files_of_the_owner_stand(tmp_path: Path) -> None:
    folder = publish(tmp_path)
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main")
    (folder / ".htaccess").write_text("Header set Cache-Control no-cache")
    publish(tmp_path, "pt")
    assert (folder / ".git" / "HEAD").read_text() == "ref: refs/heads/main"
    assert (folder / ".htaccess").read_text() == "Header set Cache-Control no-cache"
    assert len(list(folder.glob("lexicon.*.js"))) == 1


def test_no_page_without_a_signature(tmp_path: Path) -> None:
    from tests.judge import stations
    from wordtools.publishing.publish import publish_page

    with pytest.raises(SignatureError, match="not signed by Word committee"):
        publish_page([stations.lexicon(tmp_path)], tmp_path / "page", trust=TRUST)
    assert not (tmp_path / "page").exists()


def test_a_signed_page_is_not_replaced_by_an_unsigned_one(tmp_path: Path) -> None:
    """Forgetting an option must not take the signature away from every member's page."""
    publish(tmp_path)
    index = tmp_path / "page" / "index.html"
    signed = index.read_text("utf-8").replace('"trust":null', '"trust":{"keys":[],"required":1}')
    index.write_text(signed, "utf-8")
    with pytest.raises(WordtoolsError, match="holds a page that checks signatures"):
        publish(tmp_path)
    assert index.read_text("utf-8") == signed


def test_an_opaque_lexicon_is_no_lexicon_file_at_a_glance(tmp_path: Path) -> None:
    contents = []
    for opaque in (False, True):
        (script,) = publish(tmp_path, opaque=opaque).glob("lexicon.*.js")
        encoded = re.search(r'", "(.*)"\);', script.read_text())
        assert encoded
        contents.append(base64.b64decode(encoded[1]))
    assert contents[0].startswith(b"PK") and b"manifest.json" in contents[0]
    assert not contents[1].startswith(b"PK") and b"manifest.json" not in contents[1]


def test_a_single_file_allows_only_its_own_scripts(tmp_path: Path) -> None:
    index = (publish(tmp_path, single_file=True) / "index.html").read_text("utf-8")
    policy = re.search(r'Security-Policy" content="(.*)"', index)
    assert policy and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]
    scripts = re.findall(r"<script>(.*?)</script>", index, re.DOTALL)
    assert len(scripts) == 2
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_of_every_language(language: str) -> None:
    english, texts = (
        json.loads((PAGES / "messages" / f"{code}.json").read_text("utf-8"))
        for code in ("en", language)
    )
    assert texts.keys() == english.keys()
    assert not texts.keys() & Messages("en").texts.keys()
    for key, text in texts.items():
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", english[key]), key
        assert text.endswith(".") == english[key].endswith("."), key


@pytest.mark.parametrize("page", ["judge", "look-up"])
def test_a_page_has_every_message_that_it_names(tmp_path: Path, page: str) -> None:
    settings = read_settings(publish(tmp_path, page=page))
    texts = settings["messages"]["en"]
    source = bundle(PAGES / f"{page}.js") + (PAGES / f"{page}.html").read_text("utf-8")
    named = {*re.findall(r'data-say="(\w+)"', source), *re.findall(r'say\("(\w+)"', source)}
    named |= {f"cannot_{reason}" for reason in re.findall(r'refuse\(\s*"(\w+)"', source)}
    assert len(named) > 15
    assert named <= texts.keys()
    assert not {"act_void", "menu_void", "report_head"} & texts.keys()


def test_the_defaults_are_those_of_stations(tmp_path: Path) -> None:
    station = read_settings(publish(tmp_path))["station"]
    assert station["verdict_seconds"] == Settings().verdict_seconds == 10


def test_keys_of_events(tmp_path: Path) -> None:
    with pytest.raises(WordtoolsError, match="a judge page checks no receipts"):
        publish(tmp_path, events=TRUST)
    with pytest.raises(SignatureError, match="a receipt has one signature, but 2 are required"):
        publish(tmp_path, page="look-up", events=Trust(TRUST.keys * 2, 2))
    settings = read_settings(publish(tmp_path, page="look-up", events=TRUST))
    assert settings["events"] == msgspec.to_builtins(TRUST)


@pytest.mark.parametrize(
    "text",
    ["import x from './a.js';\n", "export default 1;\n", "const a = import.meta.url;\n"],
)
def test_modules_that_cannot_be_bundled(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.js").write_text(text)
    with pytest.raises(ValueError, match="cannot bundle"):
        bundle(tmp_path / "a.js")


def test_on_the_command_line(build: Build, run: Run, tmp_path: Path) -> None:
    path = build(["cat", "dog"], "en", name="club")
    (tmp_path / "club.key").write_text(KEY.encode(""))
    (tmp_path / "club.pub").write_text(KEY.public.encode())
    signed = ("--signed-by", "club.pub")
    assert "publish [OPTIONS] [LEXICON]..." in run("publish", "--help").stdout
    secret = run("publish", path, "--into", "site", "--signed-by", "club.key")
    assert "club.key: this is a secret key; give the public key" in secret.stderr
    unsigned = run("publish", path, "--into", "site", *signed)
    assert (unsigned.returncode, unsigned.stdout) == (2, "")
    assert "not signed by club" in unsigned.stderr
    assert run("sign", path, "--key", "club.key").returncode == 0
    done = run("publish", path, "--into", "site", *signed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "club: signed by club (0706050403020100)" in done.stdout
    made = json.loads(run("publish", path, "--into", "site", *signed, "--json").stdout)
    assert {Path(name).name for name in made["files"]} == {
        path.name for path in (tmp_path / "site").iterdir()
    }
    for options, problem in (
        (("--page", "kiosk"), "there is no page 'kiosk'"),
        (("--study",), "--study needs --page look-up"),
        (("--lang", "eo"), "stations have no messages in 'eo'"),
    ):
        refused = run("publish", path, "--into", "other", *options)
        assert (refused.returncode, problem in refused.stderr) == (2, True), refused.stderr
    assert not (tmp_path / "other").exists()


def test_a_page_for_a_service_has_its_script_and_no_worker(build: Build) -> None:
    lexicon = Lexicon.read(build(["cat", "act"], "en"))
    files = make_served_page([lexicon], "pl", "../door.js?a&b")
    assert {name.partition(".")[0] for name in files} == {
        "index", "lexicon", "page", "style", "icon",
    }  # fmt: skip
    index = files["index.html"]
    assert '<html lang="pl"' in index
    assert '<script type="module" src="../door.js?a&amp;b"></script>' in index
    settings = json.loads(index.partition('id="settings">')[2].partition("</script>")[0])
    assert settings["worker"] == ""
    assert settings["study"]
    assert settings["published"] is None
    assert settings["lexicons"][0]["file"] in files


def test_offers_have_the_titles_of_their_editions(tmp_path: Path) -> None:
    path = tmp_path / "en.lexicon"
    path.write_bytes(english_bytes("cat act", "en", **{"en-GB": EditionRule()}))
    whole = Lexicon.read(path)
    files = make_served_page([whole, whole.edition("en-GB")], "es", "door.js")
    settings = json.loads(files["index.html"].partition('id="settings">')[2].split("</script>")[0])
    assert [offer["title"] for offer in settings["lexicons"]] == ["en", "en (Reino Unido)"]
