// The stations on the director's page: whether each is connected; its event, round and table; and
// new cards.

import { call, callAsDirector } from "./api.js";
import { $, makeElement, setText } from "./elements.js";
import { describePlace } from "./messages.js";
import { showSheet } from "./sheet.js";

const AWAY = 10; // seconds of silence after which a station is considered away
const WEAK = 20; // per cent of a battery
const FIELDS = ["event", "round", "table"];

export class Stations {
  #say;
  #stations = [];
  #items = new Map(); // elements of the list, by the names of stations
  #ticked = new Set();
  #common = {}; // event, round and table that all chosen stations share, as the form last showed them

  /** `attempt(action)` performs an action and shows its error; `ask(dialog)` returns true if the
   * director confirms. */
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
      if (!(await ask($("renewal")))) return;
      await this.#issue([...this.#ticked].map((name) => ({ name })), { replace: true });
      this.#tick(...this.#ticked);
    });
    $("stations").addEventListener("change", ({ target }) => this.#tick(target.value));
    $("stations").addEventListener("click", ({ target }) => {
      const name = target.closest("button")?.value;
      if (name) attempt(() => this.#revoke(name, ask));
    });
  }

  /** Shows the current stations. Throws `Refused` or `Away`. */
  async refresh() {
    this.#show((await call("GET", "director/stations")).stations);
  }

  /** Lists the addresses at which the service can be reached. Throws `Refused` or `Away`. */
  async showAddresses() {
    const { addresses } = await call("GET", "director/addresses");
    const here = { url: new URL("./", location.href).href, network: "" };
    const reachable = [here, ...addresses].filter(({ url }) => !isLoopback(url));
    const networks = new Map(
      (reachable.length ? reachable : [here]).map(({ url, network }) => [url, network]),
    );
    const options = [...networks].map(
      ([url, network]) => new Option(network ? `${url} (${network})` : url, url),
    );
    const selected = $("address").value;
    $("address").replaceChildren(...options);
    if (networks.has(selected)) $("address").value = selected;
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
    const box = makeElement("input", { type: "checkbox", value: name });
    const label = makeElement("label", {}, box, name);
    const parts = ["where", "screen", "seen"].map((className) => makeElement("span", { className }));
    const ariaLabel = `${this.#say("revoke")} ${name}`;
    const button = makeElement("button", { value: name, ariaLabel }, this.#say("revoke"));
    return makeElement("li", { data: { name } }, label, ...parts, button);
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
    for (const [name, parts] of Object.entries(texts))
      setText(item.querySelector(`.${name}`), parts.filter(Boolean).join(" · "));
    item.classList.toggle("is-away", isAway);
  }

  #tick(...names) {
    for (const name of names)
      if (!this.#ticked.delete(name)) this.#ticked.add(name);
    for (const [name, item] of this.#items) item.querySelector("input").checked = this.#ticked.has(name);
    this.#showForm();
  }

  // Event, round and table of the ticked stations, or of all if none is ticked

  /** The value of a field that all chosen stations share; undefined if they differ. */
  #findCommon(field) {
    const { size } = this.#ticked;
    const chosen = this.#stations.filter(({ name }) => !size || this.#ticked.has(name));
    const values = new Set(chosen.map(({ location }) => location[field]));
    return values.size === 1 ? [...values][0] : undefined;
  }

  #nextRound() {
    const round = this.#findCommon("round");
    return /^\d{0,6}$/.test(round) ? Number(round) + 1 : null;
  }

  #showForm() {
    const say = this.#say;
    const { size } = this.#ticked;
    for (const field of FIELDS) {
      const value = this.#findCommon(field) ?? "";
      const isEdited = $(field).value !== (this.#common[field] ?? "");
      if (!isEdited) $(field).value = value;
      this.#common[field] = value;
    }
    $("table-field").hidden = size !== 1;
    $("set").textContent = say(size ? "set_some" : "set_all", { count: size });
    $("renew").disabled = !size;
    const next = this.#nextRound();
    $("next-round").hidden = next === null;
    $("next-round").textContent = say("next_round", { round: next });
  }

  /** The fields of the form that the director has changed. */
  #readForm() {
    const fields = FIELDS.filter((field) => field !== "table" || this.#ticked.size === 1);
    const entries = fields.map((field) => [field, $(field).value.trim()]);
    return Object.fromEntries(entries.filter(([field, text]) => text !== this.#common[field]));
  }

  async #locate(fields) {
    const stations = this.#ticked.size ? [...this.#ticked] : null;
    const answer = await callAsDirector("PUT", "locations", { stations, ...fields });
    for (const field of Object.keys(fields)) $(field).value = this.#common[field] = fields[field];
    this.#show(answer.stations);
  }

  // Tokens

  async #issue(stations, more = {}) {
    const address = $("address").value;
    const issued = await callAsDirector("POST", "stations", { stations, address, ...more });
    showSheet(issued.stations, address, this.#say);
    await this.refresh();
  }

  async #revoke(name, ask) {
    $("revoke-title").textContent = this.#say("revoke_sure", { name });
    if (!(await ask($("revoke")))) return;
    await callAsDirector("DELETE", `stations/${encodeURIComponent(name)}`);
    await this.refresh();
  }
}

const inOrder = new Intl.Collator(undefined, { numeric: true });

const isLoopback = (url) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** New stations, one name per line or "Table 1..30". A trailing number sets the table. */
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

/** A time in the past, such as "5 minutes ago". */
function ago(say, seconds) {
  const format = new Intl.RelativeTimeFormat(say.locale, { numeric: "always" });
  if (seconds < 60) return format.format(-seconds, "second");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  return format.format(-Math.round(seconds / 3600), "hour");
}
