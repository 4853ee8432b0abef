// The station's state machine: COUNT → ENTRY → CONFIRM → VERDICT, as judge/station.py has it for the
// terminal; tests/judge/station_scenarios.toml holds both to the same behaviour. It knows no page:
// `press` takes a key, `tick` lets time pass, `connect` and `disconnect` say whether the service is
// there, and the fields say what to show. Nothing typed is ever changed.

import { Away, Refused } from "./api.js";
import { explain } from "./messages.js";

const ROOM = 600; // characters on the entry line

export class Station {
  screen = "away"; // or "token", "count", "entry", "confirm", "verdict", "cannot"
  facts = null; // what the service says of the station and of the lexicon in force
  count = 0;
  typed = "";
  words = []; // as judged
  ruling = null; // while it is on the screen
  last = null; // the last ruling given here
  note = null; // a function from a language's `say` to a sentence; no fault if it has `isProgress`
  busy = false; // while the service is asked
  #service;
  #clock;
  #changed;
  #shown = 0; // when the screen came up
  #since = 0; // when the present wait began
  #outage = "away"; // the screen that stands in for COUNT, if any
  #unanswered = null; // what was asked, and by which key, as long as no answer has come

  /** `service` has `preview(words)` and `rule(words, confirmed, key)`, `clock` returns seconds and never
   *  goes back, and `changed` is called whenever there is something new to show. */
  constructor({ service, clock, changed }) {
    this.#service = service;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The service is there and gave `facts`. A new lexicon ends what was begun under the old one. */
  connect(facts) {
    const same = JSON.stringify(facts.lexicon) === JSON.stringify(this.facts?.lexicon);
    this.facts = facts;
    this.#outage = "";
    if (!same) this.#unanswered = null;
    if (!same || ["away", "token"].includes(this.screen)) this.#abandon();
    this.#changed();
  }

  /** The service is away, or does not know this station. */
  disconnect(error) {
    if (error instanceof Refused && error.status !== 401) return; // it is there, but cannot now
    this.#outage = error instanceof Refused ? "token" : "away";
    this.#abandon();
    this.#changed();
  }

  /** A key: a character, or "enter", "tab", "escape", "backspace" or "paste". Any other changes
   *  nothing, but shows that someone is there. */
  async press(key) {
    if (this.busy) return;
    this.tick();
    if (this.deaf && this.screen !== "confirm") return;
    this.#since = this.#clock();
    await this.#answers[this.screen]?.(key);
    this.#changed();
  }

  /** Lets time pass: screens that were left alone clear themselves. */
  tick() {
    if (this.busy || this.#clock() - this.#since < this.#timeLimit()) return;
    if (this.screen === "entry") this.#stepBack();
    else this.#show("count");
  }

  /** True just after words or an answer came up: a touch then was not meant for them. Nor was a key,
   *  but at CONFIRM, where it is the opponent's and another than the challenger's. */
  get deaf() {
    const shown = ["confirm", "verdict", "cannot"].includes(this.screen);
    return shown && this.#clock() - this.#shown < this.facts.settings.deaf_seconds;
  }

  /** Seconds that the present screen waits for a key. */
  #timeLimit() {
    const settings = this.facts?.settings;
    const limits = {
      entry: settings?.entry_seconds,
      confirm: settings?.confirm_seconds,
      verdict: settings?.verdict_seconds,
      cannot: settings?.confirm_seconds,
    };
    return limits[this.screen] ?? Infinity;
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

  /** Goes back to COUNT, but an answer on the screen stays its time. */
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
        // It may be recorded all the same, unless the service says why it cannot be.
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

  /** Clears the entry; leaves it when it is clear. */
  #stepBack() {
    this.#show(this.typed || this.note ? "entry" : "count");
  }

  /** Ends a word; after the last one the opponent is asked. */
  async #endWord() {
    const typed = this.splitWords().length;
    const { count } = this;
    if (lengthOf(this.typed) >= ROOM) {
      this.note = (say) => say("too_long"); // what was typed after may be missing: nothing is cut
    } else if (typed !== count) {
      if (typed && !this.typed.endsWith(" ")) this.typed += " ";
      const progress = (say) => say("wrong_count", { typed, count });
      this.note = Object.assign(progress, { isProgress: true }); // words still to come: no fault
    } else {
      const words = await this.#ask(
        this.#service.preview(this.splitWords()),
        (error) => (this.note = (say) => say("refused", { why: explain(say, error) })),
      );
      if (!words || this.screen !== "entry") return;
      this.words = words;
      this.screen = "confirm";
      this.note = null;
      this.#shown = this.#since;
    }
  }

  /** The ruling. When no answer comes, the service is asked once more by the same key, so that it
   *  answers with the ruling that it has recorded; so it is when players ask again later. */
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

  /** What the service answers, or null after `refused` took its error or it was disconnected. */
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

  /** What was typed between spaces, and only spaces: nothing else separates words. */
  splitWords() {
    return this.typed.split(" ").filter(Boolean);
  }
}

/** 128 random bits. (`randomUUID` is missing where the page comes without TLS.) */
const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

const lengthOf = (text) => [...text].length;

const withoutLast = (text) => [...text].slice(0, -1).join("");

/** True for YES or NO on exactly these words: anything else is not taken for either. */
const isRuling = ({ acceptable, answer, words }, confirmed) =>
  answer === { true: "YES", false: "NO" }[acceptable] &&
  typeof acceptable === "boolean" &&
  JSON.stringify(words) === JSON.stringify(confirmed);
