// Sentences about a table, which say whose turn it is, what was played, or what a square holds.
// `say` writes them in the language of the page.

import { findPlural } from "../plurals.js";
import { listWords, nameSquare } from "./layout.js";
import { isBlank, showFace, showValue, writeTiles } from "./tiles.js";

/** The kinds of questions that must be answered before the game continues. */
const STOPS_CLOCKS = ["accept", "vote", "take-back"];

/** Counts things in the right plural form: `count(say, "points", 3)` is "3 points". */
export const count = (say, things, number) =>
  say(`${things}_${findPlural(say.language, number)}`, {
    count: new Intl.NumberFormat(say.locale).format(number).replace("-", "−"),
  });

export const join = (say, texts) =>
  new Intl.ListFormat(say.locale, { type: "conjunction" }).format(texts);

/** A score, written with a real minus sign: `12`, `−5`. */
export const showScore = (score) => String(score).replace("-", "−");

/** Points, written as on a score sheet: `+12`, `−5`, or "" for none. */
export const showPoints = (points) =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "+0";

const findStop = ({ questions }) => questions.find(({ kind }) => STOPS_CLOCKS.includes(kind));

/** True if the game waits for this seat: for its answer or, if no question stops the clocks, for its turn. */
export function waitsForMe({ state, me }) {
  const open = findStop(state);
  return state.phase === "playing" && (open ? open.waits_for.includes(me) : state.turn === me);
}

/** Describes the state of the game: whose turn it is, who must come back, or how the game ended. */
export function describeMoment(say, { state, me }) {
  const names = (test) => join(say, state.seats.filter(test).map(({ name }) => name));
  switch (state.phase) {
    case "opened": {
      const missing = names(({ is_ready: isReady }) => !isReady);
      return missing ? say("waits_for_seats", { names: missing }) : say("all_seated");
    }
    case "adjourned":
      return say("waits_for_return", { names: names(({ is_ready: isReady }) => !isReady) });
    case "ended":
      return describeEnd(say, state);
    case "discarded":
      return [say("closed_without_result"), state.reason].filter(Boolean).join(" ");
  }
  if (!state.turn) return "";
  const open = findStop(state);
  if (open?.waits_for.includes(me)) return say("your_answer");
  if (open?.waits_for.length) return say("waits_for_answers", { names: join(say, open.waits_for) });
  return state.turn === me ? say("my_turn") : say("waiting", { name: state.turn });
}

function describeEnd(say, { result, seats, sheet }) {
  const out = seats.find(({ tiles, has_lost: hasLost }) => tiles === 0 && !hasLost)?.name ?? "";
  const winners = join(say, result.winners);
  const resigned = sheet.findLast(({ kind }) => kind === "resigns");
  let how = say(`ended_${result.reason}`, { name: out });
  if (result.reason === "lost" && seats.length === 2) how = resigned ? `${resigned.player} ${say("resigns")}.` : "";
  return [how, winners && say(result.winners.length > 1 ? "tie" : "winner", { names: winners })].filter(Boolean).join(" ");
}

/** A question about a play, which this seat or others have to answer. */
export function describeQuestion(say, { kind, player, words, waits_for: waitsFor }, me) {
  const values = { player, words: words.join(", ") || "–", names: join(say, waitsFor) };
  if (waitsFor.includes(me)) return say(`asks_${kind.replace("-", "_")}`, values);
  if (kind === "challenge") return say("others_may_challenge", values);
  if (kind === "stand") return say("stands", { ...values, name: player, seconds: "" }).trim();
  return say("waits_for_answers", values);
}

/** How a play that waited for answers was decided (all accepted it, an opponent rejected it, the
 * dictionary decided, or nobody challenged it in time); "" if the next state does not show this. */
export function describeRuling(say, before, state) {
  if (!before) return "";
  const lines = state.sheet.slice(before.sheet.length);
  const line = lines.find(({ settled }) => settled);
  const swap = lines.find(({ kind }) => kind === "swap");
  if (swap) return speakLine(say, swap);
  const asked = before.questions.find(({ kind }) => kind !== "take-back");
  if (!line) {
    const isOpen = state.questions.some(({ kind }) => kind !== "take-back");
    const isClosed = asked?.deadline && !isOpen && !lines.length && state.phase === "playing";
    return isClosed ? `${asked.words.join(", ")}: ${say("play_stands")}` : "";
  }
  const words = asked?.words.join(", ") || line.text;
  if (line.settled === "accepted") return say("play_accepted", { words });
  if (line.settled === "rejected")
    return `${say("play_rejected", { words, name: line.rejecter })} ${say("play_returns", { player: line.player })}`;
  const verdict = `${words}: ${say(line.kind === "play" ? "valid" : "invalid")}`;
  if (line.settled === "checked") return verdict;
  const then = line.kind === "play" ? say("play_stands") : say("play_returns", { player: line.player });
  return `${say("silence")} ${verdict}. ${then}`;
}

/** True if a play was rejected at once. Its player then keeps the turn, and nobody else knows of
 * the play. */
export const isRejected = (before, state, command) =>
  command.do === "play" &&
  state.phase === "playing" &&
  state.turn === state.seat &&
  !state.questions.length &&
  state.sheet.length === before.sheet.length;

/** The words that the laid tiles make with those on the board. */
export function listLaidWords({ facts, state, hand }) {
  const squares = [...state.squares];
  for (const [square, tile] of hand.list()) squares[square] = tile;
  return listWords(facts, squares)
    .filter(({ run }) => run.some((square) => hand.laid.has(square)))
    .map(({ run }) => writeTiles(facts, run.map((square) => squares[square])));
}

/** A line of the score sheet without its points. In Lingo, the words stand before the tiles and their cells. */
export function describeLine(say, { kind, text, points, words = [] }) {
  switch (kind) {
    case "play":
      return words.length ? `${words.join(", ")} (${text})` : text;
    case "exchange":
      return count(say, "exchanges", Number(text));
    case "pass":
      return text ? `${say("passes")} (${say("time")})` : say("passes");
    case "challenge":
      return say("challenges");
    case "gains":
      return say("challenge_gains");
    case "back":
      return say("taken_back");
    case "blank":
      return say("blank", { text });
    case "swap":
      return say("premium_exchange");
    case "leftover":
      return say(points < 0 ? "leftover" : "leftover_gained", { text });
    default: // withdrawn, time, resigns, stops
      return text && kind === "withdrawn" ? `${text}: ${say(kind)}` : say(kind);
  }
}

/** A line of the score sheet as a screen reader speaks it. */
export function speakLine(say, line) {
  const points = line.points || line.kind === "play" ? `, ${count(say, "points", line.points)}` : "";
  return `${line.player}: ${describeLine(say, line)}${points}.`;
}

/** The effect of a premium square. */
export function describePremium(say, { letter = 1, word = 1, points = 0, along, exchange }) {
  if (exchange) return say("premium_exchange");
  if (along) return say(`premium_${along}`, { factor: word });
  if (points) return count(say, "points", points);
  return letter > 1
    ? say("premium_letter", { factor: letter })
    : say("premium_word", { factor: word });
}

export function describeTile(say, facts, tile) {
  const face = showFace(facts, tile);
  if (!face) return say("blank_tile");
  if (isBlank(tile)) return say("blank_as", { letter: face });
  return `${face}, ${count(say, "points", showValue(facts, tile))}`;
}

/** The description of a square for screen readers. */
export function describeSquare(say, { facts, state, hand }, square) {
  const name = nameSquare(facts, square);
  const laid = hand.laid.get(square);
  if (laid) return `${name}: ${describeTile(say, facts, laid.tile)}, ${say("is_laid")}`;
  const tile = state.squares[square];
  if (tile) {
    const last = state.last.includes(square) ? `, ${say("last_play")}` : "";
    return `${name}: ${describeTile(say, facts, tile)}${last}`;
  }
  const premium = facts.premiums[square];
  const effect = premium && describePremium(say, facts.premium_kinds[premium]);
  return [`${name}: ${say("empty")}`, effect, square === facts.start && say("start")]
    .filter(Boolean)
    .join(", ");
}

/** The description of a cell of Lingo for screen readers. */
export function describeCell(say, { facts, state, hand }, name) {
  const laid = hand.laid.get(name);
  const stack = state.cells.find(({ cell }) => cell === name);
  const height = stack?.height > 1 ? `, ${count(say, "tiles_high", stack.height)}` : "";
  if (laid) return `${name}: ${describeTile(say, facts, laid.tile)}, ${say("is_laid")}`;
  if (!stack) return `${name}: ${say("empty")}`;
  const last = stack.is_new ? `, ${say("last_play")}` : "";
  return `${name}: ${describeTile(say, facts, stack.tile)}${height}${last}`;
}

/** The words on a board, in notation (`8H CAT`). */
export function describeBoard(facts, { squares, cells }) {
  if (facts.family === "stacking") return cells.map(({ cell, tile }) => `${cell} ${showFace(facts, tile)}`);
  return listWords(facts, squares).map(({ square, down, run }) => {
    const name = nameSquare(facts, square);
    const place = down ? name : name.slice(1) + name[0];
    return `${place} ${writeTiles(facts, run.map((at) => squares[at]))}`;
  });
}

/** The tiles that this seat does not see (`A9 B2`), each face paired with its number. */
export const listUnseen = (facts, { unseen }) =>
  Object.entries(unseen)
    .map(([tile, number]) => [Number(tile), number])
    .sort(([one], [other]) => (one || 99) - (other || 99))
    .map(([tile, number]) => [showFace(facts, tile) || "?", number]);
