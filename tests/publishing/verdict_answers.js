// Reads words as the published pages do. Takes one request in JSON from standard input, and prints
// for each text the words as judged, or the reason for refusing them.

import { openLexicon } from "web/lexicon.js";
import { Refused } from "static/errors.js";
import { isAcceptable, normalizeWords } from "../../wordtools/publishing/pages/verdict.js";

function judge(lexicon, text) {
  try {
    const words = normalizeWords(lexicon, [text]);
    return { words, acceptable: isAcceptable(lexicon, words) };
  } catch (error) {
    if (error instanceof Refused) return { reason: error.reason, values: error.values };
    throw error;
  }
}

const fs = process.getBuiltinModule("fs");
const { path, texts } = JSON.parse(fs.readFileSync(0, "utf-8"));
openLexicon(new Uint8Array(fs.readFileSync(path))).then((lexicon) =>
  fs.writeSync(1, JSON.stringify(texts.map((text) => judge(lexicon, text)))),
);
