// The director's stations: who is there and where, event, round and table, new cards.

import { call, callAsDirector } from "./api.js";
import { describePlace } from "./messages.js";
import { showSheet } from "./sheet.js";

const AWAY = 10; // seconds without a word after which a station counts as away
const WEAK = 20; // per cent of a battery
const $ = (id) => document.getElementById(id);
const FIELDS = ["event", "round", "table"];

export class Stations {
  #say;
  #stations = [];
  #items = new Map(); // the list's, by the names of stations
  #ticked = new Set();
  #shown = {}; // event, round and table as the form had them from the service

  /** `attempt(action)` does something at the service, `ask(dialog)` returns a director's answer. */
  constructor(say, attempt, ask) {
    this.#say = say;
    const on = (id, name, action) =>
      $(id).addEventListener(name, (event) => {
        event.preventDefault();
        attempt(action);
      });
    on("locate", "submit", () => this.#locate(this.#readForm()));
    on("next-round", "click", () => this.#locate({ round: String(this.#nextRound()) }));
    on("issue", "submit", async () => {
      await this.#issue(readNames($("names").value));
      $("names").value = "";
    });
    on("renew", "click", async () => {
      $("renewal-title").textContent = say("renew_sure", { names: [...this.#ticked].join(", ") });
      if ((await ask($("renewal"))) !== "renew") return;
      await this.#issue([...this.#ticked].map((name) => ({ name })), { replace: true });
      this.#tick(...this.#ticked);
    });
    $("stations").addEventListener("change", ({ target }) => this.#tick(target.value));
    $("stations").addEventListener("click", ({ target }) => {
      const name = target.closest("button")?.value;
      if (name) attempt(() => this.#revoke(name, ask));
    });
  }

  /** Shows the stations as they are now. Throws `Refused` or `Away`. */
  async refresh() {
    this.#show((await call("GET", "director/stations")).stations);
  }

  /** Asks at which addresses the service can be reached. Throws `Refused` or `Away`. */
  async showAddresses() {
    const { addresses } = await call("GET", "director/addresses");
    const here = { url: new URL("./", location.href).href, network: "" };
    const reachable = [here, ...addresses].filter(({ url }) => !isLoopback(url));
    const offered = new Map((reachable.length ? reachable : [here]).map((each) => [each.url, each]));
    const chosen = $("address").value;
    $("address").replaceChildren(
      ...[...offered.values()].map(
        ({ url, network }) => new Option(network ? `${url} (${network})` : url, url),
      ),
    );
    if (offered.has(chosen)) $("address").value = chosen;
    $("only-here").hidden = reachable.length > 0;
  }

  #show(stations) {
    this.#stations = stations.sort((one, other) => inOrder.compare(one.name, other.name));
    const names = stations.map(({ name }) => name);
    for (const name of this.#ticked) if (!names.includes(name)) this.#ticked.delete(name);
    for (const station of stations) {
      const item = this.#items.get(station.name) ?? this.#makeItem(station.name);
      this.#items.set(station.name, item);
      this.#fill(item, station);
    }
    const listed = [...$("stations").children].map((item) => item.dataset.name);
    if (listed.join("\n") !== names.join("\n"))
      $("stations").replaceChildren(...names.map((name) => this.#items.get(name)));
    for (const name of this.#items.keys()) if (!names.includes(name)) this.#items.delete(name);
    $("no-stations").hidden = stations.length > 0;
    $("locate").hidden = $("renew").hidden = !stations.length;
    this.#showForm();
  }

  #makeItem(name) {
    const item = document.createElement("li");
    item.dataset.name = name;
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name });
    label.append(box, name);
    const parts = ["where", "screen", "seen"].map((className) =>
      Object.assign(document.createElement("span"), { className }),
    );
    const button = document.createElement("button");
    button.value = name;
    button.textContent = this.#say("revoke");
    button.setAttribute("aria-label", `${this.#say("revoke")} ${name}`);
    item.append(label, ...parts, button);
    return item;
  }

  #fill(item, { name, location, silent, screen, battery, version }) {
    const say = this.#say;
    const isAway = silent === null || silent > AWAY;
    const texts = {
      where: [describePlace(say, name, location)],
      screen: [!isAway && screen && say(`screen_${screen}`)],
      seen: [
        silent === null ? say("never_seen") : isAway ? ago(say, silent) : say("is_here"),
        battery !== null && battery <= WEAK && "⚠",
        battery !== null && (battery / 100).toLocaleString(say.locale, { style: "percent" }),
        version,
      ],
    };
    for (const [name, parts] of Object.entries(texts)) {
      const element = item.querySelector(`.${name}`);
      const text = parts.filter(Boolean).join(" · ");
      if (element.textContent !== text) element.textContent = text;
    }
    item.classList.toggle("is-away", isAway);
  }

  #tick(...names) {
    for (const name of names)
      if (!this.#ticked.delete(name)) this.#ticked.add(name);
    for (const [name, item] of this.#items) item.querySelector("input").checked = this.#ticked.has(name);
    this.#showForm();
  }

  // Event, round and table: of the stations that are ticked, or of all when none is

  get #chosen() {
    const { size } = this.#ticked;
    return size ? this.#stations.filter(({ name }) => this.#ticked.has(name)) : this.#stations;
  }

  /** What all chosen stations have in common; "" for what differs. */
  #common(field) {
    const values = new Set(this.#chosen.map(({ location }) => location[field]));
    return values.size === 1 ? [...values][0] : "";
  }

  #nextRound() {
    const rounds = new Set(this.#chosen.map(({ location }) => location.round));
    const [round] = rounds;
    return rounds.size === 1 && /^\d{0,6}$/.test(round) ? Number(round) + 1 : null;
  }

  #showForm() {
    const say = this.#say;
    const { size } = this.#ticked;
    for (const field of FIELDS) {
      const value = this.#common(field);
      const isEdited = $(field).value !== (this.#shown[field] ?? "");
      if (!isEdited) $(field).value = value;
      this.#shown[field] = value;
    }
    for (const part of document.querySelectorAll("#locate .one")) part.hidden = size !== 1;
    $("set").textContent = say(size ? "set_some" : "set_all", { count: size });
    $("renew").disabled = !size;
    const next = this.#nextRound();
    $("next-round").hidden = next === null;
    $("next-round").textContent = say("next_round", { round: next });
  }

  /** What the director has changed in the form. */
  #readForm() {
    const fields = FIELDS.filter((field) => field !== "table" || this.#ticked.size === 1);
    const entries = fields.map((field) => [field, $(field).value.trim()]);
    return Object.fromEntries(entries.filter(([field, text]) => text !== this.#shown[field]));
  }

  async #locate(fields) {
    const stations = this.#ticked.size ? [...this.#ticked] : null;
    const answer = await callAsDirector("PUT", "locations", { stations, ...fields });
    for (const field of Object.keys(fields)) $(field).value = this.#shown[field] = fields[field];
    this.#show(answer.stations);
  }

  // Tokens

  async #issue(stations, more = {}) {
    const address = $("address").value;
    const body = { stations, address, ...more };
    const cards = (await callAsDirector("POST", "stations", body)).stations;
    showSheet(cards, address, this.#say);
    await this.refresh();
  }

  async #revoke(name, ask) {
    $("revoke-title").textContent = this.#say("revoke_sure", { name });
    if ((await ask($("revoke"))) !== "revoke") return;
    await callAsDirector("DELETE", `stations/${encodeURIComponent(name)}`);
    await this.refresh();
  }
}

const inOrder = new Intl.Collator(undefined, { numeric: true });

const isLoopback = (url) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** One name a line; "Table 1..30" is thirty. The number at the end of a name is its table. */
function readNames(text) {
  const names = text.split("\n").flatMap((line) => {
    const name = line.trim();
    const [, stem, first, last] = name.match(/^(.*?)(\d{1,4})\.\.(\d{1,4})$/) ?? [];
    if (!stem || Number(last) < Number(first)) return name ? [name] : [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => stem + (Number(first) + index));
  });
  return names.map((name) => ({ name, table: name.match(/\d+$/)?.[0] ?? "" }));
}

/** How long ago something was. */
function ago(say, seconds) {
  const format = new Intl.RelativeTimeFormat(say.locale, { numeric: "always" });
  if (seconds < 60) return format.format(-seconds, "second");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  return format.format(-Math.round(seconds / 3600), "hour");
}
