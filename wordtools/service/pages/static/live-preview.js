// The words as they will be judged, while they are typed. The service is asked in the background:
// nothing waits for it, and it tells how a word is written, never whether it is valid.

import { Refused } from "./api.js";

const PAUSE = 250; // milliseconds without a key until the service is asked
const UNKNOWN = "…"; // for a word that was not answered yet, or cannot be judged as it stands

export class LivePreview {
  #judged = new Map(); // from words as typed
  #words = [];
  #asking = false;
  #timer;
  #ask;
  #changed;

  /** `ask(word)` returns the word as it will be judged, later; `changed` is called when there is
   *  something new to show. */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** These words as they will be judged, as far as is known now; what is not will be asked for. */
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

  /** Asks for what is not known, one word after the other: one that cannot be judged would refuse
   *  the others too. Once the service does not answer, it is asked again after the next key. */
  async #askAll() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let word; (word = this.#words.find((each) => !this.#judged.has(each))); ) {
        const judged = this.#judged; // `clear` makes another
        judged.set(word, await this.#askOne(word));
        this.#changed();
      }
    } catch {
      // nothing waits for this
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
