// The text view: the state in sentences, a log of the sentences so far, and answers to questions.
// This is another view of the same game, and its commands take the same path as those of the
// buttons.

import { $, makeElement } from "../elements.js";
import { QUESTIONS } from "./commands.js";
import { findSquare, nameSquare } from "./layout.js";
import {
  count,
  describeBoard,
  describeMoment,
  describeQuestion,
  describeSquare,
  listUnseen,
  speakLine,
} from "./sentences.js";
import { showSeconds } from "./time.js";
import { writeTiles } from "./tiles.js";

/** The answer to a question, as lines of text. */
export function answer(game, { ask, text = "" }) {
  const { facts, state, say, me, clock } = game;
  switch (ask) {
    case "help":
      return [
        say(game.isCrossword ? "help_play" : "help_move"),
        game.isCrossword && say("help_exchange"),
        say("help_words", {
          words: ["challenge", "accept", "check", "take_back", "pass"].map((key) => say(key)).join(", "),
          asks: [...QUESTIONS, ...(game.isCrossword ? ["row", "column"] : [])].map((name) => say(`ask_${name}`)).join(", "),
        }),
      ].filter(Boolean);
    case "board": {
      const words = describeBoard(facts, state);
      return words.length ? words : [say("board_empty")];
    }
    case "row":
    case "column":
      return describeRow(game, ask, text);
    case "square": {
      const square = findSquare(facts, text);
      return [describeSquare(say, game, square)];
    }
    case "clock":
      return state.seats
        .filter(({ left }) => left != null)
        .map((seat) => `${seat.name}: ${showSeconds(game.countLeft(seat))}`)
        .concat(state.move_left == null ? [] : [say("for_this_move", { time: showSeconds(clock.left(state.move_left, true)) })]);
    case "last":
      return state.sheet.slice(-1).map((line) => speakLine(say, line));
    case "rack":
      return [`${say("rack")}: ${writeTiles(facts, game.hand.rack.map(({ tile }) => tile)) || "–"}`];
    case "rules":
      return (facts.describe ?? []).map(([topic, sentence]) => `${topic}: ${sentence}`);
    case "score":
      return state.seats.map(({ name, score }) => `${name}: ${count(say, "points", score)}`);
    case "shuffle":
      game.hand.shuffle();
      return answer(game, { ask: "rack" });
    case "unseen":
      return [`${say("unseen")}: ${listUnseen(facts, state).map((pair) => pair.join("")).join(" ")}`];
    default: // who
      return [describeMoment(say, game), ...state.questions.map((question) => describeQuestion(say, question, me))];
  }
}

function describeRow(game, ask, text) {
  const { facts, say } = game;
  const { rows, columns } = facts;
  const number = ask === "row" ? Number(text) - 1 : text.toUpperCase().charCodeAt(0) - 65;
  if (!(number >= 0 && number < (ask === "row" ? rows : columns))) return [say("no_such_place", { text })];
  const squares = [...Array(ask === "row" ? columns : rows).keys()].map((at) =>
    ask === "row" ? number * columns + at : at * columns + number,
  );
  const held = squares.filter((square) => game.state.squares[square]);
  return held.length
    ? held.map((square) => describeSquare(say, game, square))
    : [`${ask === "row" ? number + 1 : nameSquare(facts, number)[0]}: ${say("empty")}`];
}

/** Shows the state in sentences. */
export function drawText(element, game) {
  const { state, say, facts } = game;
  const parts = [
    ["ask_who", answer(game, { ask: "who" })],
    ["ask_score", answer(game, { ask: "score" })],
    ["ask_rack", [writeTiles(facts, game.hand.rack.map(({ tile }) => tile)) || "–"]],
    ["ask_board", state.phase === "opened" ? [say("board_empty")] : answer(game, { ask: "board" })],
    ["ask_unseen", [listUnseen(facts, state).map((pair) => pair.join("")).join(" ")]],
  ];
  element.replaceChildren(
    ...parts.flatMap(([key, lines]) => [
      makeElement("h3", {}, say(key)),
      makeElement("ul", {}, ...lines.map((line) => makeElement("li", {}, line))),
    ]),
  );
}

/** Adds lines to the log, which screen readers read aloud. */
export function log(...lines) {
  const element = $("text-log");
  element.append(...lines.map((line) => makeElement("p", {}, line)));
  while (element.children.length > 200) element.firstChild.remove();
  element.scrollTop = element.scrollHeight;
}
