// The players with their scores and clocks, the score sheet, and the unseen tiles.

import { makeElement, setText } from "../elements.js";
import { formatTime } from "../messages.js";
import { count, describeLine, listUnseen, showPoints, showScore } from "./sentences.js";
import { showSeconds } from "./time.js";

const HURRY = 30; // seconds from which a clock is marked

/** Draws the seats in the order of their turns. */
export function drawSeats(element, { facts, state, say, me }) {
  element.replaceChildren(
    ...state.seats.map((seat, at) => {
      const members = facts.seats.find(({ name }) => name === seat.name)?.members ?? [];
      const notes = [
        seat.kind === "computer" && say("computer"),
        members.length && members.join(", "),
        seat.has_lost && say("lost"),
        state.phase === "opened" && say(seat.is_ready ? "seated" : "not_seated"),
        state.phase === "adjourned" && !seat.is_ready && say("is_away"),
        ["playing", "adjourned"].includes(state.phase) && count(say, "tiles", seat.tiles),
        facts.exchange?.most > 0 && seat.exchanges > 0 &&
          say("exchanges_used", { count: seat.exchanges, most: facts.exchange.most }),
      ].filter(Boolean);
      const item = makeElement("li", { className: "seat", data: { seat: at } });
      item.classList.toggle("turn", state.turn === seat.name);
      item.classList.toggle("mine", seat.name === me);
      item.append(
        makeElement(
          "p",
          { className: "name" },
          makeElement("bdi", {}, seat.name),
          ...(seat.name === me ? [makeElement("span", { className: "you" }, say("you"))] : []),
        ),
        makeElement("p", { className: "score" }, showScore(seat.score)),
        makeElement("p", { className: "notes" }, notes.join(" · ")),
        makeElement("p", { className: "clock" }),
      );
      if (state.turn === seat.name)
        item.querySelector(".name").prepend(makeElement("span", { className: "pointer", ariaHidden: "true" }, "▶ "));
      return item;
    }),
  );
}

/** Shows the time left on the clocks. */
export function tickSeats(element, game) {
  const { state, clock, say } = game;
  for (const item of element.children) {
    const seat = state.seats[Number(item.dataset.seat)];
    const shown = item.querySelector(".clock");
    const left = game.countLeft(seat);
    const isMoving = seat.runs || state.turn === seat.name;
    const move = state.move_left != null && isMoving ? Math.max(0, clock.left(state.move_left, seat.runs)) : null;
    const texts = [move, left].filter((seconds) => seconds !== null).map(showSeconds);
    if (state.deadline && state.turn === seat.name)
      texts.push(say("until", { time: formatTime(say, 1000 * state.deadline, { dateStyle: "medium", timeStyle: "short" }) }));
    setText(shown, texts.join(" · "));
    const least = Math.min(move ?? Infinity, left ?? Infinity);
    shown.classList.toggle("hurry", isMoving && least < HURRY);
  }
}

/** Draws the score sheet, with a row for each line, and one for a play that may still be challenged. Scrolls new lines
 * into view. */
export function drawSheet(table, { state, say }) {
  const [body] = table.tBodies;
  const before = body.rows.length;
  const lines = state.open_line ? [...state.sheet, state.open_line] : state.sheet;
  const rows = lines.map((line, at) => {
    const isOpen = line === state.open_line;
    const who = makeElement("th", { scope: "row" }, makeElement("bdi", {}, line.player));
    const points = line.points || line.kind === "play" ? showPoints(line.points) : "";
    return makeElement(
      "tr",
      { className: isOpen ? "in-question" : line.kind },
      makeElement("td", { className: "number" }, String(at + 1)),
      who,
      makeElement("td", { className: "text" }, describeLine(say, line) + (isOpen ? ` – ${say("in_question")}` : "")),
      makeElement("td", { className: "points" }, isOpen ? `${points}?` : points),
      makeElement("td", { className: "total" }, isOpen ? "" : showScore(line.total)),
    );
  });
  body.replaceChildren(...rows);
  const frame = table.parentElement;
  if (rows.length !== before) frame.scrollTop = frame.scrollHeight;
}

/** Draws the tiles that this seat does not see, and how many there are. */
export function drawUnseen(element, { facts, state }) {
  element.replaceChildren(
    ...listUnseen(facts, state).map(([face, number]) =>
      makeElement("li", {}, makeElement("b", {}, face), makeElement("span", {}, String(number))),
    ),
  );
}
