// The look-up page: shows whether words are valid and, with `--study`, what they can form.

import { $, makeElement } from "static/elements.js";
import { Refused } from "static/errors.js";
import { endSentence, explain } from "static/messages.js";
import { drawWord } from "static/tiles.js";
import { setUpPage } from "./page.js";
import { offerReceipts } from "./receipts.js";
import { settings } from "./settings.js";
import { normalizeWords } from "./verdict.js";

const MOST_WORDS = 200;
const MOST_ANAGRAMS = 100;
const main = document.querySelector("main");
let say;
let opened; // a promise of the lexicon in force, fulfilled once every byte is checked

setUpPage({
  begin(speaker, _, promise) {
    say = speaker;
    opened = promise;
    document.documentElement.lang = say.language;
    $("results").replaceChildren();
    show("words");
    if (!offerReceipts(say, opened)) $("words").focus();
  },
  end: () => show("opening"),
  isFree: () => true,
});

function show(screen) {
  for (const section of main.children)
    section.hidden = section.dataset.for !== screen;
}

$("look-up").addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = opened;
  main.setAttribute("aria-busy", true);
  try {
    const { lexicon } = await asked;
    if (asked !== opened) return; // another lexicon was chosen
    const words = $("words")
      .value.split(/[\s,;]+/)
      .filter(Boolean);
    const described = words.slice(0, MOST_WORDS).map((word) => describeWord(lexicon, word));
    $("results").replaceChildren(...described);
  } catch {
    // the page already states why the lexicon cannot be opened
  } finally {
    main.setAttribute("aria-busy", false);
  }
});

function describeWord(lexicon, text) {
  try {
    const [word] = normalizeWords(lexicon, [text]);
    const isValid = lexicon.has(word);
    const answer = makeElement("span", { className: "valid" }, say(isValid ? "yes" : "no"));
    const facts = settings.study ? [...listFacts(lexicon, word, isValid)] : [];
    const head = makeElement(
      "p",
      {},
      makeElement("bdi", { className: "word" }, drawWord(word)),
      " ",
      answer,
    );
    return makeElement("li", { className: isValid ? "yes" : "no" }, head, ...facts);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return makeElement("li", { className: "cannot" }, endSentence(explain(say, error)));
  }
}

/** The paragraphs for study: the definition, the hooks and the anagrams. */
function* listFacts(lexicon, word, isValid) {
  const tiles = lexicon.read(word);
  const definition = isValid && lexicon.definition(word);
  if (definition) yield makeElement("p", { dir: "auto" }, definition);
  const faces = lexicon.manifest.alphabet.tiles.map((_, index) => index + 1);
  const front = faces.filter((tile) => lexicon.has(lexicon.write([tile, ...tiles])));
  const back = faces.filter((tile) => lexicon.has(lexicon.write([...tiles, tile])));
  if (front.length + back.length)
    yield listWords(say("hooks"), [
      ...front.map((tile) => `${lexicon.show([tile])}·`),
      ...back.map((tile) => `·${lexicon.show([tile])}`),
    ]);
  const anagrams = [];
  for (const found of lexicon.anagrams(lexicon.write(tiles))) {
    const shown = lexicon.show(lexicon.read(found));
    if (shown !== word) anagrams.push(shown);
    if (anagrams.length === MOST_ANAGRAMS) break;
  }
  if (anagrams.length) yield listWords(say("anagrams"), anagrams);
}

/** A line that consists of a label and words or letters. */
function listWords(name, words) {
  const drawn = words.flatMap((word) => [" ", makeElement("bdi", {}, drawWord(word))]);
  return makeElement("p", {}, makeElement("b", {}, name), ...drawn);
}
