// Dialogs, each of which asks one question: a blank's letter, tiles to exchange, words to
// challenge, or a confirmation.

import { $, ask, makeElement, makeUnseen } from "../elements.js";
import { count, describeTile } from "./sentences.js";
import { drawTile } from "./tile.js";
import { findTile, listLetters, writeTiles } from "./tiles.js";

/** The number of the letter that a blank stands for; "back" to take the blank back; or "". */
export async function askLetter({ facts, say }, isLaid) {
  const dialog = $("letters");
  $("letters-back").hidden = !isLaid;
  dialog.querySelector(".letters").replaceChildren(
    ...listLetters(facts).map((tile) =>
      makeElement("button", { value: String(tile), className: "letter" }, facts.tiles[tile].face),
    ),
  );
  const onKey = (event) => {
    const tile = [...event.key].length === 1 && findTile(facts, event.key);
    if (tile && facts.tiles[tile].count) dialog.close(String(tile));
  };
  dialog.addEventListener("keydown", onKey);
  const answer = await ask(dialog, dialog.querySelector(".letter"));
  dialog.removeEventListener("keydown", onKey);
  return answer === "back" ? "back" : Number(answer) || "";
}

/** The tiles to exchange, as text; "" if none. */
export async function askExchange({ facts, hand, seat, say }) {
  const dialog = $("exchange");
  const chosen = new Set();
  const whole = !!facts.exchange?.whole_rack;
  const show = () => {
    const pieces = hand.pieces.filter(({ id }) => chosen.has(id));
    $("exchange-do").textContent = count(say, "exchange_tiles", pieces.length);
    $("exchange-do").disabled = !pieces.length;
  };
  dialog.querySelector(".choices").replaceChildren(
    ...hand.pieces.map((piece) => {
      if (whole) chosen.add(piece.id);
      const button = makeElement(
        "button",
        { type: "button", className: "slot", ariaPressed: whole },
        makeUnseen(describeTile(say, facts, piece.tile)),
        drawTile(facts, piece.tile),
      );
      button.addEventListener("click", () => {
        if (whole) return;
        if (!chosen.delete(piece.id)) chosen.add(piece.id);
        button.ariaPressed = chosen.has(piece.id);
        show();
      });
      return button;
    }),
  );
  const { free = null, cost = 0, most = null } = facts.exchange ?? {};
  const used = seat.exchanges;
  $("exchange-cost").textContent = [
    most !== null && say("exchanges_used", { count: used, most }),
    cost > 0 && used >= (free ?? 0) && count(say, "costs", cost),
    cost > 0 && used < (free ?? 0) && count(say, "free_left", free - used),
  ].filter(Boolean).join(" · ");
  show();
  const answer = await ask(dialog, dialog.querySelector(".slot"));
  const tiles = hand.pieces.filter(({ id }) => chosen.has(id)).map(({ tile }) => tile);
  return answer === "do" ? writeTiles(facts, tiles) : "";
}

/** The words that a challenge names; null if it is cancelled. */
export async function askWords(words) {
  const dialog = $("words");
  dialog.querySelector(".choices").replaceChildren(
    ...words.map((word) =>
      makeElement(
        "label",
        { className: "check" },
        makeElement("input", { type: "checkbox", value: word, checked: words.length === 1 }),
        makeElement("span", {}, word),
      ),
    ),
  );
  const answer = await ask(dialog, dialog.querySelector("input"));
  const named = [...dialog.querySelectorAll("input:checked")].map(({ value }) => value);
  return answer === "do" && named.length ? named : null;
}

/** The first and last day that a player takes off, such as `2026-12-24 2026-12-26`, or "" if there are none. */
export async function askDays({ say, state }) {
  $("days-left").textContent = count(say, "days_left", state.days_off ?? 0);
  const [from, to] = [$("days-from"), $("days-to")];
  from.min = to.min = new Date(1000 * state.now).toISOString().slice(0, 10);
  const answer = await ask($("days"), from);
  return answer === "do" && from.value ? `${from.value} ${to.value || from.value}` : "";
}

/** True if the player confirms the action that the label names. */
export async function confirm(question, label) {
  $("confirm-title").textContent = question;
  $("confirm-do").textContent = label;
  return (await ask($("confirm"), $("confirm-do"))) === "do";
}
