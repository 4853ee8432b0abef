// The one error of this reader: why a file, a pattern or a rack is refused, as one sentence.

export class LexiconError extends Error {
  name = "LexiconError";
}

/** @type {(condition: unknown, sentence: string) => asserts condition} */
export function require(condition, sentence) {
  if (!condition) throw new LexiconError(sentence);
}
