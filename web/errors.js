// The only error that this reader throws. Its message says why a file, a pattern or a rack is refused.

export class LexiconError extends Error {
  name = "LexiconError";
}

/** @type {(condition: unknown, sentence: string) => asserts condition} */
export function require(condition, sentence) {
  if (!condition) throw new LexiconError(sentence);
}
