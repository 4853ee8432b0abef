// The rack. Its tiles are buttons, which can be chosen, laid at the cursor, reordered or dragged.

import { makeElement, makeUnseen } from "../elements.js";
import { describeTile } from "./sentences.js";
import { drawTile } from "./tile.js";

/** Draws the rack of a game. The button of the chosen tile is shown as pressed. */
export function drawRack(element, game) {
  const { facts, hand, chosen, say, state } = game;
  const rack = hand.rack;
  const active = element.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  element.replaceChildren(
    ...rack.map((piece, at) =>
      makeElement(
        "button",
        {
          type: "button",
          className: "slot",
          ariaPressed: chosen === piece.id,
          tabIndex: at === 0 ? 0 : -1,
          data: { piece: piece.id },
        },
        makeUnseen(describeTile(say, facts, piece.tile)),
        drawTile(facts, piece.tile),
      ),
    ),
  );
  for (let empty = rack.length; empty < (facts.rack ?? 0) - state.to_draw; empty++)
    element.append(makeElement("span", { className: "slot empty", ariaHidden: "true" }));
  if (state.to_draw)
    element.append(
      makeElement("span", { className: "to-draw" }, say("to_draw", { count: state.to_draw })),
    );
  if (active) focusPiece(element, Number(active));
}

/** Moves the focus to a piece on the rack, or to the first one. */
export function focusPiece(element, id) {
  const buttons = [...element.querySelectorAll("button")];
  const button = buttons.find((one) => Number(one.dataset.piece) === id) ?? buttons[0];
  for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
  button?.focus();
}
