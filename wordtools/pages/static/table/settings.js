// The settings of a ruleset as a form. Only the changes are sent, nested as in ruleset files.

import { makeElement } from "../elements.js";

/** Draws a field for each setting, `{ key, kind, value, choices, least, most, optional }`. */
export function drawSettings(element, settings, say) {
  element.replaceChildren(
    ...settings.filter(({ kind }) => kind !== "players").map((setting, at) => drawSetting(setting, `setting-${at}`, say)),
  );
}

/** Draws the settings of another ruleset, and keeps the player's changes to those that both
 * rulesets have. */
export function redrawSettings(element, settings, say) {
  const changes = noteChanges(element);
  drawSettings(element, settings, say);
  restoreChanges(element, changes);
}

/** The fields that the player has changed, and the tables that are open, for `restoreChanges`. */
export const noteChanges = (element) => ({
  fields: [...element.querySelectorAll("[data-key]")].filter(isChanged),
  opened: [...element.querySelectorAll("details[open]")].map(({ dataset }) => dataset.table),
});

export function restoreChanges(element, { fields, opened }) {
  for (const { dataset, value, checked } of fields) {
    const at = dataset.at === undefined ? "" : `[data-at="${dataset.at}"]`;
    const field = element.querySelector(`[data-key="${CSS.escape(dataset.key)}"]${at}`);
    if (field) Object.assign(field, dataset.kind === "yes/no" ? { checked } : { value });
  }
  for (const table of opened) element.querySelector(`[data-table="${table}"]`)?.setAttribute("open", "");
}

function isChanged(field) {
  const { kind, before, at } = field.dataset;
  const old = JSON.parse(before);
  return readField(field, kind) !== (kind === "tiles" ? old[at] : old);
}

function drawSetting(setting, id, say) {
  const { key, kind, value, choices = [], least, most, optional } = setting;
  const label = say(`setting_${key.replaceAll(".", "_")}`, { sentence: key });
  if (kind === "tiles" || kind === "bonus") return drawTable(setting, label, say);
  let field;
  if (kind === "yes/no") field = makeElement("input", { type: "checkbox", checked: value });
  else if (kind === "choice")
    field = makeElement("select", {}, ...choices.map((choice) =>
      makeElement("option", { value: choice, selected: choice === value },
        say(`choice_${choice.replaceAll("-", "_")}`, { sentence: choice.replaceAll("-", " ") }))));
  else {
    field = makeElement("input", { type: "number", value: value ?? "", required: !optional });
    if (least !== undefined) field.min = least;
    if (most !== undefined) field.max = most;
    if (optional) field.placeholder = say("none");
  }
  field.id = id;
  Object.assign(field.dataset, { key, kind, before: JSON.stringify(value ?? null) });
  if (kind === "yes/no")
    return makeElement("label", { className: "check" }, field, makeElement("span", {}, label));
  return makeElement("div", {}, makeElement("label", { htmlFor: id }, label), field);
}

/** A table of numbers: the number and value of each tile, or the points for each number of tiles
 * laid. */
function drawTable({ key, kind, value }, label, say) {
  const rows = Object.entries(value).map(([name, held]) => {
    const row = makeElement("div", { className: "tile-row" }, makeElement("b", {}, name));
    const numbers = kind === "tiles" ? held : [held];
    numbers.forEach((number, at) => {
      const column = say(kind === "bonus" ? "points_column" : at ? "tile_value" : "tile_count");
      const data = { key: `${key}.${name}`, kind, at, before: JSON.stringify(held) };
      row.append(makeElement("input", { type: "number", value: number, required: true, ariaLabel: `${name}: ${column}`, data }));
    });
    return row;
  });
  return makeElement(
    "details",
    { className: "table-setting", data: { table: key } },
    makeElement("summary", {}, label),
    makeElement("div", { className: "tile-rows" }, ...rows),
  );
}

/** The changes in the form, nested: `{ clock: { game: 1500 } }`. */
export function readSettings(element) {
  const changes = {};
  for (const field of element.querySelectorAll("[data-key]")) {
    const { key, kind, before } = field.dataset;
    const value = kind === "tiles" ? readPair(element, key) : readField(field, kind);
    if (JSON.stringify(value) !== before) setAt(changes, key, value);
  }
  return changes;
}

const readField = (field, kind) => {
  if (kind === "yes/no") return field.checked;
  if (kind === "choice") return field.value;
  return field.value === "" ? null : Number(field.value);
};

const readPair = (element, key) =>
  [...element.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].map(({ value }) => Number(value));

function setAt(changes, key, value) {
  const parts = key.split(".");
  const last = parts.pop();
  let inner = changes;
  for (const part of parts) inner = inner[part] ??= {};
  inner[last] = value;
}
