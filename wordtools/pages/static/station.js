// The station's state machine, COUNT → ENTRY → CONFIRM → VERDICT, independent of the page. For
// terminals, judge/station.py implements the same machine; tests/judge/station_scenarios.toml tests
// both. `press` takes a key, `tick` lets time pass, `connect` and `disconnect` report on the
// service, and the fields describe the screen. Typed text is never changed.

import { Away, Refused } from "./errors.js";
import { explain } from "./messages.js";

const ROOM = 600; // characters on the entry line

export class Station {
  screen = "away"; // or "token", "count", "entry", "confirm", "verdict", "cannot"
  facts = null; // the service's description of the station and of the lexicon in force
  count = 0;
  typed = "";
  words = []; // as judged
  ruling = null; // while it is on the screen
  last = null; // the station's last ruling
  note = null; // a function from `say` to a sentence, an error unless `isProgress`
  busy = false; // while waiting for the service
  #service;
  #clock;
  #changed;
  #shown = 0; // when the screen appeared
  #since = 0; // when the current wait started
  #outage = "away"; // the screen that replaces COUNT, if any
  #unanswered = null; // the last question and its key, until an answer comes

  /** `service` has `preview(words)` and `rule(words, confirmed, key)`; `clock` returns monotonic
   *  seconds; `changed` is called after every change. */
  constructor({ service, clock, changed }) {
    this.#service = service;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Handles `facts` from the service. A new lexicon ends a challenge that was begun under the old
   * one. */
  connect(facts) {
    const same = JSON.stringify(facts.lexicon) === JSON.stringify(this.facts?.lexicon);
    this.facts = facts;
    this.#outage = "";
    if (!same) this.#unanswered = null;
    if (!same || ["away", "token"].includes(this.screen)) this.#abandon();
    this.#changed();
  }

  /** Reacts when the service is away or does not know this station. */
  disconnect(error) {
    if (error instanceof Refused && error.status !== 401) return; // present, but unable to judge
    this.#outage = error instanceof Refused ? "token" : "away";
    this.#abandon();
    this.#changed();
  }

  /** Handles a key: a character, or "enter", "tab", "escape", "backspace" or "paste". Other keys
   * only show that somebody is present. */
  async press(key) {
    if (this.busy) return;
    this.tick();
    if (this.deaf && this.screen !== "confirm") return;
    this.#since = this.#clock();
    await this.#answers[this.screen]?.(key);
    this.#changed();
  }

  /** Clears a screen that has been without input for too long. */
  tick() {
    if (this.busy || this.#clock() - this.#since < this.#timeLimit()) return;
    if (this.screen === "entry") this.#stepBack();
    else this.#show("count");
  }

  /** True just after words or an answer appeared, while a touch or key may still be meant for the
   * previous screen. (At CONFIRM, keys are accepted at once, because opponent and challenger use
   * different keys.) */
  get deaf() {
    const shown = ["confirm", "verdict", "cannot"].includes(this.screen);
    return shown && this.#clock() - this.#shown < this.facts.settings.deaf_seconds;
  }

  /** How long the current screen waits for a key, in seconds. */
  #timeLimit() {
    const screen = this.screen === "cannot" ? "confirm" : this.screen;
    return this.facts?.settings[`${screen}_seconds`] ?? Infinity;
  }

  #show(screen, note = null) {
    this.screen = (screen === "count" && this.#outage) || screen;
    this.typed = "";
    this.note = note;
    this.#shown = this.#since = this.#clock();
    if (screen !== "verdict") {
      this.words = [];
      this.ruling = null;
    }
  }

  /** Goes back to COUNT, unless an answer is on the screen. */
  #abandon() {
    if (!["verdict", "cannot"].includes(this.screen)) this.#show("count");
  }

  #answers = {
    count: (key) => {
      if (/^[1-9]$/.test(key) && Number(key) <= this.facts.settings.most_words) {
        this.count = Number(key);
        this.#show("entry");
      }
    },

    entry: async (key) => {
      if (key === "escape") this.#stepBack();
      else if (key === "backspace") [this.typed, this.note] = [withoutLast(this.typed), null];
      else if (key === "paste") this.note = (say) => say("no_paste");
      else if (key === " " || key === "enter") await this.#endWord();
      else if (lengthOf(key) === 1) {
        if (lengthOf(this.typed) >= ROOM) this.note = (say) => say("too_long");
        else [this.typed, this.note] = [this.typed + key, null];
      }
    },

    confirm: async (key) => {
      if (key === "escape" || key === "backspace") [this.screen, this.words] = ["entry", []];
      if (key !== "tab") return;
      const ruling = await this.#ask(this.#rule(), (error) => {
        // Even if the log reports an error, the ruling may have been recorded.
        if (!error.reason?.startsWith("log")) this.#unanswered = null;
        this.#show("cannot", (say) => explain(say, error));
      });
      if (!ruling) return;
      if (!isRuling(ruling, this.words)) return this.disconnect(new Away("not a ruling"));
      this.#unanswered = null;
      this.ruling = this.last = ruling;
      this.#show("verdict");
    },

    verdict: () => this.#show("count"),
    cannot: () => this.#show("count"),
  };

  /** Clears the entry or, if it is already empty, returns to COUNT. */
  #stepBack() {
    this.#show(this.typed || this.note ? "entry" : "count");
  }

  /** Ends a word; after the last word, asks the opponent to confirm. */
  async #endWord() {
    const typed = this.splitWords().length;
    const { count } = this;
    if (lengthOf(this.typed) >= ROOM) {
      this.note = (say) => say("too_long"); // later characters may be missing, so none may be judged
    } else if (typed !== count) {
      if (typed && !this.typed.endsWith(" ")) this.typed += " ";
      const progress = (say) => say("wrong_count", { typed, count });
      this.note = Object.assign(progress, { isProgress: true });
      if (typed) await this.#checkEarly();
    } else {
      const answer = this.#service.preview(this.splitWords());
      const words = await this.#ask(answer, (error) => this.#refuse(error));
      if (!words || this.screen !== "entry") return;
      this.words = words;
      this.screen = "confirm";
      this.note = null;
      this.#shown = this.#since;
    }
  }

  /** Refuses words that cannot be judged before the last word has been typed. Typing goes on in the
   * meantime. */
  async #checkEarly() {
    const { typed } = this;
    this.#changed();
    try {
      await this.#service.preview(this.splitWords());
    } catch (error) {
      const isShown = this.screen === "entry" && this.typed.startsWith(typed);
      if (isShown && error.status === 422) this.#refuse(error); // others matter after the last word
    }
  }

  #refuse(error) {
    this.note = (say) => say("refused", { why: explain(say, error) });
  }

  /** Asks for the ruling. If no answer arrives, asks once more with the same key, so that the
   * service returns the recorded ruling. */
  async #rule() {
    const asked = [this.splitWords(), this.words];
    if (JSON.stringify(this.#unanswered?.asked) !== JSON.stringify(asked))
      this.#unanswered = { asked, key: makeKey() };
    const { key } = this.#unanswered;
    try {
      return await this.#service.rule(...asked, key);
    } catch (error) {
      if (error instanceof Refused) throw error;
      return this.#service.rule(...asked, key);
    }
  }

  /** Awaits the service's answer. After an error, calls `refused` or disconnects, and returns null. */
  async #ask(answer, refused) {
    this.busy = true;
    this.#changed();
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) refused(error);
      else this.disconnect(error);
      return null;
    } finally {
      this.busy = false;
      this.#since = this.#clock();
    }
  }

  /** The typed words. Only spaces separate words. */
  splitWords() {
    return this.typed.split(" ").filter(Boolean);
  }
}

/** 128 random bits. (Pages without TLS do not have `randomUUID`.) */
const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

const lengthOf = (text) => [...text].length;

const withoutLast = (text) => [...text].slice(0, -1).join("");

/** True only for a well-formed YES or NO about exactly these words. */
const isRuling = ({ acceptable, answer, words }, confirmed) =>
  answer === { true: "YES", false: "NO" }[acceptable] &&
  typeof acceptable === "boolean" &&
  JSON.stringify(words) === JSON.stringify(confirmed);
