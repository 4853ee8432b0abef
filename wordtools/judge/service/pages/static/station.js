// The station as a state machine: COUNT → ENTRY → CONFIRM → VERDICT, as judge/station.py has it.
// It knows no page: `key` and `tick` tell it what was pressed and that time passes, `meet` and
// `lose` whether the service is there; the fields say what to show. Nothing typed is ever changed.

import { Away, Refused } from "./api.js";

const ROOM = 600; // characters on the entry line

export class Station {
  screen = "away"; // or "token", "count", "entry", "confirm", "verdict", "cannot"
  facts = null; // what the service told of the station and the lexicon in force
  count = 0;
  typed = "";
  words = []; // as judged
  ruling = null; // while it is on the screen
  last = null; // the last ruling given here
  note = null; // a sentence's key and values
  why = null; // the refusal that CANNOT JUDGE tells
  busy = false; // while the service thinks
  #service;
  #clock;
  #changed;
  #shown = 0; // when the screen came up
  #since = 0; // when it came up or was last typed at
  #lost = "away"; // the screen that COUNT gives way to, if any

  /** `service` has `preview(words)` and `rule(words, confirmed)`, `clock` tells seconds, and
   *  `changed` is called whenever there is something new to show. */
  constructor({ service, clock, changed }) {
    this.#service = service;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The service is there and told `facts`. Another lexicon ends what was begun under the last. */
  meet(facts) {
    const same = lexicon(facts) === lexicon(this.facts);
    this.facts = facts;
    this.#lost = "";
    if (!same || ["away", "token"].includes(this.screen)) this.#giveWay();
    this.#changed();
  }

  /** The service is away, or does not know this station. */
  lose(error) {
    if (error instanceof Refused && error.status !== 401) return; // it is there, but cannot now
    this.#lost = error instanceof Refused ? "token" : "away";
    this.#giveWay();
    this.#changed();
  }

  /** A character, or "enter", "tab", "escape", "backspace", "paste"; others only wake it. */
  async key(key) {
    if (this.busy) return;
    this.tick();
    if (this.deaf && this.screen !== "confirm") return;
    this.#since = this.#clock();
    await this.#on[this.screen]?.(key);
    this.#changed();
  }

  /** Lets time pass: screens that were left alone clear themselves. */
  tick() {
    if (this.busy || this.#clock() - this.#since < this.#patience()) return;
    if (this.screen !== "entry") this.#show("count");
    else if (this.typed || this.note) this.#show("entry");
  }

  /** True for a moment after words or an answer came up: whoever touched last did not mean them.
   *  The opponent's key is another than the challenger's, so only touches wait at CONFIRM. */
  get deaf() {
    const answers = ["confirm", "verdict", "cannot"].includes(this.screen);
    return answers && this.#clock() - this.#shown < this.facts.settings.deaf_seconds;
  }

  /** Seconds that the present screen waits for a key. */
  #patience() {
    const settings = this.facts?.settings;
    return {
      entry: settings?.entry_seconds,
      confirm: settings?.confirm_seconds,
      verdict: settings?.verdict_seconds,
      cannot: settings?.confirm_seconds,
    }[this.screen] ?? Infinity;
  }

  #show(screen, why = null) {
    this.screen = (screen === "count" && this.#lost) || screen;
    this.typed = "";
    this.note = null;
    this.why = why;
    this.#shown = this.#since = this.#clock();
    if (screen === "count" || screen === "entry") {
      this.words = [];
      this.ruling = null;
    }
  }

  /** Back to COUNT, but from an answer, which stays its time. */
  #giveWay() {
    if (!["verdict", "cannot"].includes(this.screen)) this.#show("count");
  }

  #on = {
    count: (key) => {
      if (/^[1-9]$/.test(key) && Number(key) <= this.facts.settings.most_words) {
        this.count = Number(key);
        this.#show("entry");
      }
    },

    entry: (key) => {
      if (key === "escape") return this.#show(this.typed || this.note ? "entry" : "count");
      if (key === " " || key === "enter") return this.#endWord();
      if (key === "paste") this.note = ["no_paste"];
      else if (key === "backspace") [this.typed, this.note] = [withoutLast(this.typed), null];
      else if ([...key].length === 1) {
        if (this.typed.length >= ROOM) this.note = ["too_long"];
        else [this.typed, this.note] = [this.typed + key, null];
      }
    },

    confirm: async (key) => {
      if (key === "escape" || key === "backspace") [this.screen, this.words] = ["entry", []];
      if (key !== "tab") return;
      const refused = (why) => this.#show("cannot", why);
      const ruling = await this.#ask(this.#service.rule(this.#named(), this.words), refused);
      if (!ruling) return;
      if (!isRuling(ruling, this.words)) return this.lose(new Away("not a ruling"));
      this.ruling = this.last = ruling;
      this.#show("verdict");
    },

    verdict: () => this.#show("count"),
    cannot: () => this.#show("count"),
  };

  /** A word is complete; when it is the last one the opponent is asked. */
  async #endWord() {
    const typed = this.#named().length;
    if (this.typed.length >= ROOM) {
      this.note = ["too_long"]; // what was typed after may be missing: nothing is cut
    } else if (typed !== this.count) {
      if (typed && typed < this.count && !this.typed.endsWith(" ")) this.typed += " ";
      this.note = ["wrong_count", { typed, count: this.count }];
    } else {
      const refused = (why) => (this.note = ["refused", { why }]);
      const words = await this.#ask(this.#service.preview(this.#named()), refused);
      if (!words || this.screen !== "entry") return;
      this.words = words;
      this.screen = "confirm";
      this.note = null;
      this.#shown = this.#since = this.#clock();
    }
  }

  /** What the service answers, or null after the refusal was told or the service lost. */
  async #ask(answer, refused) {
    this.busy = true;
    this.#changed();
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) refused(error);
      else this.lose(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** What was typed between spaces, and only spaces: nothing else parts words. */
  #named() {
    return this.typed.split(" ").filter(Boolean);
  }
}

const lexicon = (facts) => JSON.stringify(facts?.lexicon);

const withoutLast = (text) => [...text].slice(0, -1).join("");

/** True for YES or NO on exactly these words: anything else is not taken for either. */
const isRuling = ({ acceptable, answer, words }, confirmed) =>
  answer === { true: "YES", false: "NO" }[acceptable] &&
  typeof acceptable === "boolean" &&
  JSON.stringify(words) === JSON.stringify(confirmed);
