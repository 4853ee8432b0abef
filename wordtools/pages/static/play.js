// The page for making tables: for choosing the game, its words, and who sits where. It also lists
// the tables at which this browser has a seat.

import { $, fillSelect, makeElement } from "./elements.js";
import { Refused } from "./errors.js";
import { detectLanguage, speakRoom } from "./languages.js";
import { formatTime } from "./messages.js";
import { explain } from "./table/explain.js";
import * as link from "./table/link.js";
import { applyLooks } from "./table/looks.js";
import * as memory from "./table/memory.js";
import { nameLanguage, setUpMenu } from "./table/menu.js";
import { count } from "./table/sentences.js";
import { drawSettings, noteChanges, readSettings, redrawSettings, restoreChanges } from "./table/settings.js";
import { drawTile } from "./table/tile.js";

const LEVELS = ["beginner", "club", "expert", "champion"];
const HOURS = [0, 1, 8, 24, 48, 72, 168];
const SLOWER = [1, 2, 3, 5, 10];

/** The tile that is shown on each game's card. */
const SIGNS = {
  portuguese: { face: "Ç", value: 3 },
  scrabble: { face: "Q", value: 10 },
  literki: { face: "Ż", value: 4, colour: "magenta" },
  lingo: { face: "L", value: 1, shape: "hex" },
  scrabblear: { face: "Ñ", value: 8 },
};

/** The game that is offered first to readers of a language. */
const USUAL = { pl: "literki", pt: "portuguese" };

let say, families;

async function open() {
  applyLooks();
  const home = document.documentElement.dataset.home;
  $("home").hidden = home === undefined;
  $("values").closest("label").hidden = true; // each game has its own habit, and the table's menu says which
  setUpMenu({ say: () => say, changeLanguage, redraw: () => {} });
  await speakLanguage(memory.readTaste().language ?? detectLanguage());
  listMine();
  try {
    const offers = await link.listGames(say.language);
    families = offers.games;
    if (!offers.may_make) {
      close(say("may_not_make"));
      return;
    }
  } catch (error) {
    if (!(error instanceof Refused)) {
      setTimeout(() => location.reload(), 3000);
      $("note").textContent = explain(say, error);
      return;
    }
    close(explain(say, error));
    return;
  }
  drawGames();
  showDays();
}

/** Shows why no table can be made here. */
function close(reason) {
  $("closed").textContent = reason;
  $("closed").hidden = false;
  $("make").hidden = true;
}

async function speakLanguage(language) {
  say = await speakRoom("table", language);
  document.title = `${say("play_title")} – wordtools`;
  fillSelect($("slower"), SLOWER.map((times) => [times, times > 1 ? `×${times}` : say("as_in_rules")]), 1);
  fillSelect($("hours"), HOURS.map((hours) => [hours, hours ? count(say, "hours_a_move", hours) : say("at_once")]), 0);
}

async function changeLanguage(language) {
  memory.keepTaste({ language });
  await speakLanguage(language);
  listMine();
  if (!families || $("make").hidden) {
    location.reload();
    return;
  }
  const offers = await link.listGames(language).catch(() => null);
  families = offers?.games ?? families;
  await keepChoices(() => drawGames(chosenFamily()));
}

/** Redraws the form to show the chosen rules, list, variants and settings. */
async function keepChoices(draw) {
  const [ruleset, edition] = [$("ruleset").value, $("edition").value];
  const variants = [...$("variants").querySelectorAll("input:checked")].map(({ value }) => value);
  const changes = noteChanges($("settings"));
  draw();
  $("ruleset").value = ruleset;
  chooseRuleset();
  if (edition) $("edition").value = edition;
  for (const input of $("variants").querySelectorAll("input")) input.checked = variants.includes(input.value);
  await chooseVariants();
  restoreChanges($("settings"), changes);
}

// 1: the game

/** Draws the games. Unless a game is `chosen`, selects the first of these that can be opened: the
 * player's last game, the usual game for the language, or any other. */
function drawGames(chosen) {
  const offered = families.filter(({ rulesets }) => rulesets.length);
  const find = (wanted) => offered.find(({ name }) => name === wanted);
  const likely = [memory.readTaste().family, USUAL[say.language], "scrabble"].map(find);
  const first = find(chosen) ?? [...likely, ...offered].find((one) => one && hasList(one)) ?? offered[0];
  $("games").replaceChildren(
    ...offered.map(({ name }) => {
      const radio = makeElement("input", { type: "radio", name: "family", value: name, checked: name === first.name });
      const { face, value, colour, shape } = SIGNS[name] ?? { face: "?", value: 0 };
      const facts = { tiles: [{}, { face, value, colour }] };
      const sign = makeElement("span", { className: "sign", ariaHidden: "true" }, drawTile(facts, 1));
      if (shape) sign.dataset.shape = shape;
      return makeElement(
        "label",
        { className: "game-card" },
        radio,
        sign,
        makeElement("span", { className: "what" },
          makeElement("b", {}, say(`game_${name}`)),
          makeElement("span", {}, say(`game_${name}_is`)),
        ),
      );
    }),
  );
  chooseFamily();
}

const hasList = ({ rulesets }) => rulesets.some(({ editions }) => editions.length);
const chosenFamily = () => $("make").elements.family?.value;
const findFamily = () => families.find(({ name }) => name === chosenFamily());
const findRuleset = () => findFamily().rulesets.find(({ name }) => name === $("ruleset").value);

/** The name of the ruleset and of the ticked variants that change something: `lingo:hex,small`. */
function nameRuleset() {
  const variants = [...$("variants").querySelectorAll("input:checked:not([data-default])")].map(({ value }) => value);
  return variants.length ? `${$("ruleset").value}:${variants.join(",")}` : $("ruleset").value;
}

// 2: language and list

function chooseFamily() {
  const { rulesets } = findFamily();
  const languages = [say.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const rank = ({ name, language, editions }) => {
    const at = languages.indexOf(language);
    const isLocal = navigator.languages.some((tag) => name.endsWith(`-${tag.toLowerCase()}`));
    return (editions.length ? 0 : 100) + (at < 0 ? 50 : at) - (isLocal ? 0.5 : 0);
  };
  const best = [...rulesets].sort((one, other) => rank(one) - rank(other))[0];
  const titles = rulesets.map((ruleset) => [ruleset.name, nameRules(ruleset)]);
  titles.sort(([, one], [, other]) => one.localeCompare(other, say.language));
  fillSelect($("ruleset"), titles, best.name);
  chooseRuleset();
}

/** Names the rules of the chosen game by their language and, in parentheses, their country. */
function nameRules({ title, language }) {
  const [country] = title.match(/\([^()]+\)$/) ?? [];
  return [nameLanguage(language, say.language), country].filter(Boolean).join(" ");
}

function chooseRuleset() {
  const { editions, edition, variants, settings, players, name } = findRuleset();
  fillSelect(
    $("edition"),
    editions.map(({ name, title, words }) => [name, `${title}, ${count(say, "words", Number(words))}`]),
    editions.find((one) => one.name === edition)?.name ?? editions[0]?.name,
  );
  $("lists").hidden = !editions.length;
  $("no-list").hidden = editions.length > 0;
  $("open-table").disabled = !editions.length;
  drawVariants(variants);
  drawSettings($("settings"), settings, say);
  drawSeats(players);
  showBest(name);
}

/** Draws a check box for each variant. Variants that exclude each other get radio buttons instead,
 * including one for the default. */
function drawVariants(variants) {
  const drawn = new Set();
  const parts = [];
  for (const { name, title, excludes } of variants) {
    if (drawn.has(name)) continue;
    if (!excludes.length) {
      parts.push(drawChoice({ type: "checkbox", value: name }, title));
      continue;
    }
    const group = variants.filter((one) => one.name === name || excludes.includes(one.name));
    for (const one of group) drawn.add(one.name);
    const hasDefault = group.some((one) => one.is_default);
    const choices = hasDefault ? group : [{ name: "", title: say("as_in_rules"), is_default: true }, ...group];
    const radios = choices.map((one) =>
      drawChoice({ type: "radio", name: `one-of-${name}`, value: one.name, checked: one.is_default }, one.title, one.is_default),
    );
    const properties = { className: "choose-one", role: "radiogroup", ariaLabel: say("variants") };
    parts.push(makeElement("div", properties, ...radios));
  }
  $("variants").replaceChildren(...parts);
}

function drawChoice(properties, title, isDefault = false) {
  const input = makeElement("input", properties);
  if (isDefault) input.dataset.default = "";
  return makeElement("label", { className: "check" }, input, makeElement("span", {}, title));
}

/** Shows the settings that result from the ticked variants, or the reason why these variants cannot
 * be combined. */
async function chooseVariants() {
  const name = nameRuleset();
  $("note").textContent = "";
  try {
    const { players, settings } = await link.listSettings(name);
    if (name !== nameRuleset()) return;
    redrawSettings($("settings"), settings, say);
    if ($("seats").dataset.players !== players.join()) drawSeats(players); // not while a name is typed
  } catch (error) {
    $("note").textContent = explain(say, error);
  }
}

// 3: seats

function drawSeats([least, most], wanted) {
  const { needs_computer: needsComputer } = findRuleset();
  const before = [...$("seats").children].map(readSeat);
  const size = Math.min(most, Math.max(least, wanted ?? (before.length || 2)));
  const names = before.map(({ name }) => name);
  const seats = [...Array(size).keys()].map((at) => {
    const kind = at === 0 ? "me" : at === 1 && needsComputer ? "computer" : (before[at]?.kind ?? (at === 1 ? "computer" : "person"));
    return { kind, name: names[at] ?? "", level: before[at]?.level ?? "club" };
  });
  $("seats").dataset.players = [least, most].join();
  $("seats").replaceChildren(...seats.map((seat, at) => drawSeat(seat, at, needsComputer)));
  Object.assign($("add-seat"), { hidden: size >= most, onclick: () => drawSeats([least, most], size + 1) });
  Object.assign($("remove-seat"), { hidden: size <= least, onclick: () => drawSeats([least, most], size - 1) });
}

function drawSeat({ kind, name, level }, at, needsComputer) {
  const item = makeElement("li", { className: "place" });
  const number = at + 1;
  const kinds = at === 0 ? [["me", say("seat_me")]] : needsComputer
    ? [["computer", say("seat_computer")]]
    : [["person", say("seat_person")], ["computer", say("seat_computer")]];
  const who = makeElement("select", { className: "kind", ariaLabel: say("seat_kind", { number }) });
  fillSelect(who, kinds, kind);
  const named = makeElement("input", { className: "name", maxLength: 40, required: true, value: at === 0 ? name || (memory.readTaste().name ?? "") : name, placeholder: say("name"), ariaLabel: say("name_of", { number }), dir: "auto" });
  const skill = makeElement("select", { className: "level", ariaLabel: say("level_of", { number }) });
  fillSelect(skill, LEVELS.map((one) => [one, say(`level_${one}`)]), level);
  const show = () => {
    const isComputer = who.value === "computer";
    named.hidden = isComputer;
    named.required = !isComputer;
    skill.hidden = !isComputer;
  };
  who.addEventListener("change", show);
  show();
  item.append(who, named, skill);
  return item;
}

const readSeat = (item) => ({
  kind: item.querySelector(".kind").value,
  name: item.querySelector(".name").value.trim(),
  level: item.querySelector(".level").value,
});

/** The seats in the form that the service accepts. A name that contains & stands for a team. Each
 * computer gets its own name. */
function listSeats() {
  let computers = 0;
  return [...$("seats").children].map(readSeat).map(({ kind, name, level }) => {
    if (kind === "computer") {
      computers += 1;
      const own = say("seat_computer");
      return { kind, name: computers > 1 ? `${own} ${computers}` : own, level };
    }
    const members = name.split("&").map((member) => member.trim()).filter(Boolean);
    return { kind: "person", name, ...(members.length > 1 && { members }) };
  });
}

// The table

async function make(event) {
  event.preventDefault();
  const button = $("open-table");
  button.disabled = true;
  $("note").textContent = "";
  try {
    const seats = listSeats();
    const ruleset = findRuleset();
    const settings = readSettings($("settings"));
    const hours = Number($("hours").value);
    const slower = Number($("slower").value);
    const holidays = [$("holiday-from").value, $("holiday-to").value];
    const made = await link.makeTable({
      ruleset: nameRuleset(),
      edition: $("edition").value,
      seats,
      address: new URL("./", location).href,
      ...(Object.keys(settings).length && { settings }),
      ...($("practice").checked && { practice: true }),
      ...(hours && { hours }),
      ...(slower > 1 && { slower }),
      ...(hours && holidays.every(Boolean) && { holidays }),
      ...($("starts").value.trim() && { starts: $("starts").value.split(",").map(Number) }),
    });
    memory.keepTaste({ name: seats[0].name, family: chosenFamily() });
    await sitDown(made, ruleset, seats);
  } catch (error) {
    $("note").textContent = explain(say, error);
    button.disabled = false;
  }
}

/** Takes the first seat, which belongs to the player who made the table. If no answer arrives, the
 * table's page keeps asking. */
async function sitDown({ table, owner, invitations }, { title }, seats) {
  const own = invitations.find(({ seat }) => seat === 1);
  memory.keepOwned(table, { owner, invitations: invitations.filter((one) => one !== own) });
  try {
    const { token } = await link.takeSeat(table, 1, own.secret);
    memory.keepSeat(table, 1, { token, name: seats[0].name, title, at: Date.now() });
    location.href = `table#${table}.1`;
  } catch (error) {
    if (error instanceof Refused) throw error;
    location.href = `table#${table}.1.${own.secret}`;
  }
}

// Tables of this browser

function listMine() {
  const mine = memory.listSeats();
  $("mine").hidden = !mine.length;
  $("tables").replaceChildren(
    ...mine.map(({ table, seat, title, name, at }) => {
      const go = makeElement("a", { href: `table#${table}.${seat}` },
        makeElement("b", {}, title),
        makeElement("span", {}, [name, at && formatTime(say, at, { dateStyle: "medium", timeStyle: "short" })].filter(Boolean).join(" · ")),
        makeElement("span", { className: "status" }),
      );
      const ariaLabel = say("forget_table", { title, name });
      const forget = makeElement("button", { type: "button", className: "quiet", ariaLabel }, "✕");
      forget.addEventListener("click", () => {
        if (!globalThis.confirm(say("sure_forget"))) return;
        memory.forgetSeat(table, seat);
        memory.forgetOwned(table);
        listMine();
      });
      return makeElement("li", {}, go, forget);
    }),
  );
  mine.forEach(showStatus);
}

/** Shows whether it is this player's turn, or how the game ended. */
async function showStatus({ table, seat, token }, at) {
  const place = $("tables").children[at].querySelector(".status");
  try {
    const state = await link.readState(table, token);
    const text = state.phase === "playing"
      ? state.turn === state.seat ? say("my_turn") : state.turn ? say("waiting", { name: state.turn }) : ""
      : say(`phase_${state.phase}`);
    place.textContent = text;
    place.classList.toggle("mine", state.phase === "playing" && state.turn === state.seat);
  } catch (error) {
    if (error instanceof Refused) place.textContent = say("seat_gone");
  }
}

async function showBest(ruleset) {
  $("best").hidden = true;
  if (chosenFamily() !== "scrabblear") return;
  try {
    const { results } = await link.listBest(ruleset);
    $("results").replaceChildren(...results.map(({ name, points }) => makeElement("li", {}, makeElement("bdi", {}, name), ` ${points}`)));
    $("best").hidden = !results.length;
  } catch {
    // the page is complete without it
  }
}

function showDays() {
  for (const field of document.querySelectorAll(".days")) field.hidden = $("hours").value === "0";
}

$("hours").addEventListener("change", showDays);
$("games").addEventListener("change", chooseFamily);
$("ruleset").addEventListener("change", chooseRuleset);
$("variants").addEventListener("change", chooseVariants);
$("make").addEventListener("submit", make);
open();
