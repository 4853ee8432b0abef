// The rulings as they come, newest first, each with a way to void it.

import { call } from "./api.js";

const SHOWN = 500; // records on the page; the export has them all

export class Rulings {
  #after = null; // the number of the last record seen
  #body;
  #say;
  #void;

  /** `askVoid(ruling)` is called when the director wants a ruling void. */
  constructor(body, say, askVoid) {
    this.#body = body;
    this.#say = say;
    this.#void = askVoid;
  }

  /** Brings what the log has beyond what is shown. Throws `Refused` or `Away`. */
  async refresh() {
    this.#after ??= Math.max(0, (await part(0, 1)).last - SHOWN);
    for (let more = true; more; ) {
      const { records, last } = await part(this.#after, SHOWN);
      for (const record of records) this.#take(record);
      more = records.length > 0 && this.#after < last;
    }
  }

  clear() {
    this.#after = null;
    this.#body.replaceChildren();
  }

  #take(record) {
    if (record.number <= this.#after) return;
    this.#after = record.number;
    if (record.kind === "ruling") {
      this.#body.prepend(this.#row(record));
      this.#body.children[SHOWN]?.remove();
    } else if (record.kind === "void") this.#strike(record.content);
  }

  #row({ id, number, time, content }) {
    const { challenge, words, acceptable, edition, digest } = content;
    const row = document.createElement("tr");
    row.dataset.id = id;
    row.append(
      cell(number),
      cell(moment(time, this.#say.locale)),
      cell(challenge.station ?? ""),
      cell([challenge.event, challenge.round, challenge.table].map((part) => part || "-").join(" · ")),
      cell(words.join(" "), "words"),
      cell(this.#say(acceptable ? "yes" : "no"), acceptable ? "YES" : "NO"),
      cell(`${edition} · ${digest.slice(0, 8)}`),
      cell(""),
    );
    const button = document.createElement("button");
    button.textContent = this.#say("void_short");
    button.setAttribute("aria-label", this.#say("void_title", { number }));
    button.addEventListener("click", () => this.#void({ id, number }));
    row.lastChild.append(button);
    return row;
  }

  #strike({ ruling, why }) {
    const row = this.#body.querySelector(`[data-id="${CSS.escape(ruling)}"]`);
    row?.classList.add("is-void");
    row?.lastChild.replaceChildren(this.#say("is_void", { why }));
  }
}

const part = (after, limit) => call("GET", `director/log?after=${after}&limit=${limit}`);

function cell(text, className = "") {
  return Object.assign(document.createElement("td"), { textContent: text, className });
}

const moment = (time, locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" }).format(
    new Date(time),
  );
