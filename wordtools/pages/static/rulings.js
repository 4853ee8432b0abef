// The director's list of acts, and the table of rulings (newest first), with buttons to void them.

import { call } from "./api.js";
import { makeElement } from "./elements.js";
import { describePlace, formatTime, labelRuling } from "./messages.js";
import { drawWord } from "./tiles.js";

const SHOWN = 500; // records on the page; the export has them all

export class RulingTable {
  #last = null; // the number of the last record on the page
  #body;
  #acts;
  #say;
  #actions;

  /** `body` is the table's body, and `acts` is the list of acts. A ruling's buttons call
   *  `actions.askVoid(ruling)` and `actions.showReceipt(ruling)`;
   *  `actions.nameLexicon({ edition, digest })` names the lexicon of a ruling. */
  constructor(body, acts, say, actions) {
    this.#body = body;
    this.#acts = acts;
    this.#say = say;
    this.#actions = actions;
  }

  /** Adds the log's new records. Throws `Refused` or `Away`. */
  async refresh() {
    const { language } = this.#say;
    this.#last ??= Math.max(0, (await fetchRecords(0, 1, language)).last - SHOWN);
    for (let more = true; more; ) {
      const { records, last } = await fetchRecords(this.#last, SHOWN, language);
      for (const record of records) this.#add(record);
      more = records.length > 0 && this.#last < last;
    }
  }

  clear() {
    this.#last = null;
    this.#body.replaceChildren();
    this.#acts.replaceChildren();
  }

  #add(record) {
    if (record.number <= this.#last) return;
    this.#last = record.number;
    if (!record.act) {
      this.#body.prepend(this.#makeRow(record));
      this.#body.children[SHOWN]?.remove();
      return;
    }
    if (record.kind === "void") this.#markVoid(record.content);
    this.#acts.prepend(this.#makeAct(record));
    this.#acts.children[SHOWN]?.remove();
  }

  #makeAct({ number, time, act }) {
    const parts = [`#${number}`, this.#formatTime(time), act];
    return makeElement("li", {}, ...parts.map((part) => makeElement("span", {}, part)));
  }

  #makeRow({ id, number, time, content }) {
    const { challenge, words, acceptable, digest, event_number: ofEvent } = content;
    const label = labelRuling({ event_number: ofEvent, number });
    const drawn = words.flatMap((word) => [" ", drawWord(word)]).slice(1);
    const ruling = { id, number: label };
    const { askVoid, showReceipt, nameLexicon } = this.#actions;
    const lexicon = makeCell("lexicon", nameLexicon(content));
    lexicon.title = digest; // proves by which words the ruling was made
    const buttons = [
      this.#makeButton("receipt", this.#say("receipt"), label, () => showReceipt(ruling)),
      this.#makeButton("void", this.#say("void_short"), label, () => askVoid(ruling)),
    ];
    const row = makeElement(
      "tr",
      { role: "row", data: { id } },
      makeCell("number", label),
      makeCell("", this.#formatTime(time)),
      makeCell("", challenge.station ?? ""),
      makeCell("", describePlace(this.#say, challenge.station, challenge)),
      makeCell("words", makeElement("bdi", {}, ...drawn)),
      makeCell(acceptable ? "answer YES" : "answer NO", this.#say(acceptable ? "yes" : "no")),
      lexicon,
      makeCell("act", ...buttons),
    );
    row.firstChild.dataset.label = this.#say("number");
    return row;
  }

  #makeButton(className, text, number, act) {
    const ariaLabel = this.#say(`${className}_title`, { number });
    const button = makeElement("button", { className, ariaLabel }, text);
    button.addEventListener("click", act);
    return button;
  }

  #formatTime(time) {
    return formatTime(this.#say, time, { dateStyle: "short", timeStyle: "medium" });
  }

  #markVoid({ ruling, why }) {
    const row = this.#body.querySelector(`[data-id="${CSS.escape(ruling)}"]`);
    row?.classList.add("is-void");
    row?.querySelector(".void")?.replaceWith(makeElement("span", {}, this.#say("is_void", { why })));
  }
}

const fetchRecords = (after, limit, language) =>
  call("GET", `director/log?after=${after}&limit=${limit}&language=${language}`);

/** A cell. The role is explicit, because browsers drop the implicit one if CSS shows rows as cards.
 * */
const makeCell = (className, ...content) =>
  makeElement("td", { role: "cell", className }, ...content);
