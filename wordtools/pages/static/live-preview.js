// Shows words as they will be judged, while they are being typed. The service is asked in the
// background; it returns the spelling of a word, but never says whether the word is valid.

import { Refused } from "./errors.js";

const PAUSE = 250; // milliseconds without a key until the service is asked
const UNKNOWN = "…"; // for a word without an answer yet, or one that cannot be judged as typed

export class LivePreview {
  #judged = new Map(); // by words as typed
  #words = [];
  #asking = false;
  #timer;
  #ask;
  #changed;

  /** `ask(word)` returns a promise for the word as it will be judged; `changed` is called after
   * each change. */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** These words as they will be judged, or `UNKNOWN`. The service is asked for unknown words. */
  show(words) {
    if (words.join(" ") !== this.#words.join(" ")) {
      this.#words = words;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#askAll(), PAUSE);
    }
    return words.map((word) => this.#judged.get(word) ?? UNKNOWN);
  }

  /** Forgets all words. */
  clear() {
    clearTimeout(this.#timer);
    this.#words = [];
    this.#judged = new Map();
  }

  /** Asks for unknown words one by one, because a single word that cannot be judged would make the
   * service refuse them all. If the service does not answer, the next key starts another attempt.
   * */
  async #askAll() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let next; (next = this.#words.find((word) => !this.#judged.has(word))); ) {
        const judged = this.#judged; // `clear` replaces it
        judged.set(next, await this.#askOne(next));
        this.#changed();
      }
    } catch {
      // nobody waits for this
    } finally {
      this.#asking = false;
    }
  }

  async #askOne(word) {
    try {
      return await this.#ask(word);
    } catch (error) {
      if (error instanceof Refused && error.status === 422) return UNKNOWN;
      throw error;
    }
  }
}
