// Tests those parts of a table's page that need no browser. Run by test_table_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const PAGES = "../../wordtools/pages/static/table/";
const load = (name) => import(PAGES + name + ".js");
const { Hand } = await load("hand");
const { Game } = await load("game");
const { EventReader } = await load("stream");
const { Clock, showSeconds } = await load("time");
const { findTile, writeTile, BLANK } = await load("tiles");
const { findSquare, listWords, nameSquare } = await load("layout");
const { frame, listNeighbours, nameCell, readCell, findToward } = await load("cells");
const { readCommand } = await load("commands");
const {
  count, describeBoard, describeMoment, describeRuling, describeSquare, isRejected, listLaidWords, speakLine, waitsForMe,
} = await load("sentences");

const FACES = ["", "A", "B", "C", "CH", "E", "T"];
const facts = {
  family: "crossword",
  language: "es",
  rows: 15,
  columns: 15,
  start: 112,
  rack: 7,
  premiums: Array(225).fill(null),
  premium_kinds: { DW: { word: 2, colour: "magenta" } },
  tiles: FACES.map((face, at) => ({ face, value: at, count: 2, colour: null })),
};
const [A, B, C, CH, E, T] = [1, 2, 3, 4, 5, 6];
const say = Object.assign(
  (key, values) => `${key}${values ? JSON.stringify(values) : ""}`,
  { language: "en", locale: "en" },
);

function begin(rack, changes = {}) {
  const game = new Game({ ...facts, ...changes }, say);
  const squares = Array(225).fill(0);
  game.update({
    number: 1, now: 0, seat: "Ana", phase: "playing", turn: "Ana", seats: [{ name: "Ana" }], squares, cells: [], last: [],
    rack, may: ["play"], questions: [], sheet: [], unseen: {},
  });
  return game;
}

const show = (game) => game.hand.list().map(([place, tile]) => [game.namePlace(place), writeTile(game.facts, tile)].join(" "));
const rack = (game) => game.hand.rack.map(({ tile }) => writeTile(facts, tile)).join("");

test("tiles that were laid but not played return to the rack when the game ends", () => {
  const game = begin([A, B, C]);
  game.lay(112, game.hand.findFor(B));
  const turn = { ...game.state, number: 2, turn: "Bo" };
  game.update(turn);
  assert.deepEqual(show(game), ["H8 B"]);
  game.update({ ...turn, number: 3, phase: "ended", turn: "" });
  assert.deepEqual([show(game), rack(game), game.cursor], [[], "ABC", null]);
});

test("a clock that two players share counts at both seats", () => {
  const game = begin([], { clock: { shared: true } });
  game.state.seats = [{ name: "Ana", left: 100, runs: true }, { name: "Bo", left: 100, runs: false }];
  game.clock.set(0, performance.now() - 10500);
  const showClocks = () => game.state.seats.map((seat) => showSeconds(game.countLeft(seat)));
  assert.deepEqual(showClocks(), ["1:29", "1:29"]);
  game.facts.clock.shared = false;
  assert.deepEqual(showClocks(), ["1:29", "1:40"]);
});

test("a square, again to turn, then letters", () => {
  const game = begin([0, A, B, C, T]);
  game.press(112);
  assert.deepEqual(game.cursor, { place: 112, down: false });
  game.press(112);
  assert.equal(game.cursor.down, true);
  for (const letter of "cat") assert.equal(game.type(letter, false, game.cursor.place), true);
  assert.deepEqual(show(game), ["H8 C", "H9 A", "H10 T"]);
  assert.deepEqual(game.play, { laid: [[112, C], [127, A], [142, T]], down: true });
  assert.equal(game.type("z", false, game.cursor.place), false);
  game.erase();
  assert.deepEqual(show(game), ["H8 C", "H9 A"]);
  assert.equal(game.namePlace(game.cursor.place), "H10");
  game.recall();
  assert.equal(rack(game), "?ABCT");
});

test("letters that the rack lacks come from the blank, and capitals always do", () => {
  const game = begin([0, A, B]);
  assert.equal(game.type("e", false, 112), true);
  assert.deepEqual(show(game), ["H8 e"]);
  game.recall();
  game.type("a", true, 112);
  assert.deepEqual(show(game), ["H8 a"]);
});

test("a blank's letter is chosen again until the play is made", () => {
  const game = begin([0, A, B]);
  game.type("e", false, 112);
  game.type("t", false, 112);
  assert.deepEqual(show(game), ["H8 t"]);
  game.type("7", false, 112);
  assert.deepEqual(show(game), ["H8 t"]);
  assert.equal(game.press(112), "letter");
  const piece = game.findBlank(112);
  game.lay(112, piece, B);
  assert.deepEqual(show(game), ["H8 b"]);
});

test("tiles of two letters are one key, brackets, or their first letter if nothing else has it", () => {
  const game = begin([CH, A, T]);
  game.type("c", false, 112);
  assert.equal(game.type("h", false, 113), null);
  game.type("a", false, 113);
  assert.deepEqual(show(game), ["H8 [CH]", "I8 A"]);
  const other = begin([C, CH]);
  for (const key of "[ch]") other.type(key, false, 112);
  assert.deepEqual(show(other), ["H8 [CH]"]);
  other.type("c", false, 113);
  assert.deepEqual(show(other), ["H8 [CH]", "I8 C"]);
});

test("a tile, then a square", () => {
  const game = begin([A, B, 0]);
  const [first, , blank] = game.hand.rack;
  game.pressPiece(first.id);
  game.press(50);
  assert.deepEqual(show(game), [`${nameSquare(facts, 50)} A`]);
  assert.equal(game.cursor, null);
  game.pressPiece(blank.id);
  assert.equal(game.press(51), "letter");
  game.press(50);
  assert.equal(game.hand.laid.size, 1, "the blank still waits for its letter; a tap elsewhere asks again");
});

test("dropped tiles", () => {
  const game = begin([A, B]);
  const [a, b] = game.hand.rack;
  game.drop(a, 112);
  game.drop(b, 112);
  assert.deepEqual(show(game), ["H8 B"]);
  assert.equal(rack(game), "A");
  game.drop(b, undefined, a);
  assert.equal(rack(game), "BA");
  game.state.squares[0] = A;
  assert.equal(game.drop(a, 0), "taken");
});

test("the rack keeps its order when tiles are drawn", () => {
  const hand = new Hand();
  hand.update([A, B, C]);
  hand.moveBefore(hand.pieces[2], hand.pieces[0]);
  hand.lay(3, hand.pieces[1]);
  hand.update([B, C, T]);
  assert.deepEqual(hand.pieces.map(({ tile }) => tile), [C, B, T]);
  assert.equal(hand.laid.size, 0);
  const order = hand.pieces.map(({ id }) => id).sort();
  hand.shuffle();
  assert.deepEqual(hand.pieces.map(({ id }) => id).sort(), order);
});

test("another's play takes squares back, and old states are not believed", () => {
  const game = begin([A, B]);
  game.type("a", false, 112);
  const squares = Array(225).fill(0);
  squares[112] = T;
  assert.equal(game.update({ ...game.state, number: 2, squares }), true);
  assert.equal(game.hand.laid.size, 0);
  assert.equal(game.update({ ...game.state, number: 1 }), false);
});

test("Lingo: cells have names, neighbours and a frame that grows", () => {
  assert.equal(nameCell([28, 3]), "ab3");
  assert.deepEqual(readCell("ab3", "square"), [28, 3]);
  assert.equal(readCell("a2", "hex"), undefined);
  assert.equal(listNeighbours([3, 7], "hex").length, 6);
  assert.equal(listNeighbours([1, 1], "square").length, 2);
  const { free, columns, rows } = frame("hex", ["b4"]);
  assert.deepEqual(free.sort(), ["a3", "a5", "b2", "b6", "c3", "c5"]);
  assert.deepEqual([columns, rows], [3, 6]);
  const cells = [[1, 3], [3, 3], [2, 2], [2, 6]];
  assert.deepEqual(findToward("hex", [2, 4], "ArrowRight", cells), [3, 3]);
  assert.deepEqual(findToward("hex", [2, 4], "ArrowUp", cells), [2, 2]);
  const game = begin([A, B], { family: "stacking", grid: "hex" });
  game.press("b4");
  game.type("a", false, "b4");
  assert.deepEqual(game.play, { laid: [["b4", A]] });
  assert.equal(game.cursor, null);
});

test("GCG is for crossword games of two", () => {
  const sit = (family, ...names) => {
    const game = begin([A], { family });
    game.state.seats = names.map((name) => ({ name }));
    return game;
  };
  assert.equal(sit("crossword", "Ana", "Bia").fitsGcg, true);
  assert.equal(sit("crossword", "Ana", "Bia", "Caio").fitsGcg, false);
  assert.equal(sit("stacking", "Ana", "Bia").fitsGcg, false);
});

test("a play that was rejected at once is named", () => {
  const game = begin([C, A, T]);
  game.state.squares[113] = A;
  game.hand.lay(112, game.hand.rack[0]);
  game.hand.lay(114, game.hand.rack.at(-1));
  assert.deepEqual(listLaidWords(game), ["CAT"]);
  const before = { ...game.state, sheet: [] };
  const after = (changes) => ({ ...before, questions: [], ...changes });
  const play = { do: "play" };
  assert.equal(isRejected(before, after({}), play), true);
  assert.equal(isRejected(before, after({}), { do: "exchange-rack" }), false);
  assert.equal(isRejected(before, after({ sheet: [{ kind: "play" }] }), play), false);
  assert.equal(isRejected(before, after({ questions: [{ kind: "accept" }] }), play), false);
  assert.equal(isRejected(before, after({ turn: "Bia" }), play), false);
});

test("a play in question: whose answer it waits for, and what the dictionary decides", () => {
  const game = begin([A]);
  const asked = { kind: "accept", player: "Bia", words: ["CAT"], waits_for: ["Ana"] };
  const before = { ...game.state, turn: "Bia", questions: [asked], sheet: [] };
  assert.equal(describeMoment(say, { state: before, me: "Ana" }), "your_answer");
  assert.equal(describeMoment(say, { state: before, me: "Bia" }), 'waits_for_answers{"names":"Ana"}');
  assert.deepEqual(["Ana", "Bia"].map((me) => waitsForMe({ state: before, me })), [true, false]);
  const calm = { ...before, questions: [] };
  assert.deepEqual(["Ana", "Bia"].map((me) => waitsForMe({ state: calm, me })), [false, true]);
  const rule = (kind, settled, questions = [], asks = asked) =>
    describeRuling(
      say,
      { ...before, questions: [asks] },
      { ...before, questions, sheet: kind ? [{ player: "Bia", kind, settled, rejecter: "Caio" }] : [] },
    );
  assert.equal(rule("withdrawn", "checked"), "CAT: invalid");
  assert.equal(rule("play", "checked"), "CAT: valid");
  assert.equal(rule("play", "accepted"), 'play_accepted{"words":"CAT"}');
  const rejected = 'play_rejected{"words":"CAT","name":"Caio"} play_returns{"player":"Bia"}';
  assert.equal(rule("withdrawn", "rejected"), rejected);
  assert.equal(rule("play", "silence"), "silence CAT: valid. play_stands");
  assert.equal(rule("withdrawn", "silence"), 'silence CAT: invalid. play_returns{"player":"Bia"}');
  assert.equal(rule("", "", [asked]), "");
  const challenge = { ...asked, kind: "challenge", deadline: 20 };
  assert.equal(rule("", "", [], challenge), "CAT: play_stands"); // nobody challenged it in time
  assert.equal(rule("", "", [{ ...challenge, kind: "stand" }], challenge), "");
  assert.equal(rule("", "", [], { ...challenge, deadline: null }), "");
  assert.equal(rule("withdrawn", "", [], challenge), ""); // the line of the sheet says so
  assert.equal(rule("swap", "", [], asked), "Bia: premium_exchange.");
  assert.equal(describeRuling(say, null, before), "");
});

test("squares and words", () => {
  assert.equal(findSquare(facts, "8h"), 112);
  assert.equal(findSquare(facts, "H8"), 112);
  assert.equal(findSquare(facts, "P8"), undefined);
  const squares = Array(225).fill(0);
  [squares[112], squares[113], squares[128]] = [C, A | BLANK, T];
  assert.deepEqual(describeBoard(facts, { squares }), ["8H Ca", "I8 aT"]);
  assert.equal(listWords(facts, squares).length, 2);
  assert.equal(findTile(facts, "ch"), CH);
});

test("squares say what they hold", () => {
  const game = begin([A]);
  const about = { ...facts, premiums: facts.premiums.with(112, "DW") };
  game.facts = about;
  assert.equal(describeSquare(say, game, 112), 'H8: empty, premium_word{"factor":2}, start');
  game.type("a", false, 112);
  assert.match(describeSquare(say, game, 112), /^H8: A, points_one.*is_laid$/);
  game.state.squares[0] = E | BLANK;
  game.state.last = [0];
  assert.equal(describeSquare(say, game, 0), 'A1: blank_as{"letter":"E"}, last_play');
  const left = { player: "Ana", kind: "leftover", text: "AB", points: -4 };
  assert.equal(speakLine(say, left), 'Ana: leftover{"text":"AB"}, points_other{"count":"−4"}.');
  assert.equal(speakLine(say, { player: "Ana", kind: "pass", text: "" , points: 0 }), "Ana: passes.");
});

test("events arrive in pieces", () => {
  const reader = new EventReader();
  assert.deepEqual(reader.push(": alive\n\nid: 4\nevent: sta"), []);
  assert.deepEqual(reader.push('te\ndata: {"a":\ndata: 1}\n\nid: 5\n'), [{ id: "4", event: "state", data: '{"a":\n1}' }]);
  assert.deepEqual(reader.push("data: x\r\n\r\n"), [{ id: "5", event: "message", data: "x" }]);
});

test("clocks trust differences of the service's moments", () => {
  const clock = new Clock();
  clock.set(1000, 50_000);
  assert.equal(clock.until(1010, 53_000), 7);
  assert.equal(clock.until(1010, 90_000), 0);
  assert.equal(clock.left(60, true, 55_000), 55);
  assert.equal(clock.left(60, false, 55_000), 60);
  assert.deepEqual([65, 0.4, -0.2, -61, 3725].map(showSeconds), ["1:05", "0:00", "−0:01", "−1:01", "1:02:05"]);
});

test("commands typed", () => {
  const words = { challenge: "impugnar", pass: "pasar turno", ask_rack: "atril" };
  const spanish = (key) => words[key] ?? key;
  const read = (line) => readCommand(line, facts, spanish);
  assert.deepEqual(read("8h cat"), { command: { do: "play", text: "8H CAT" } });
  assert.deepEqual(read("8H CaT"), { command: { do: "play", text: "8H CaT" } });
  assert.deepEqual(read("-abc"), { command: { do: "exchange", text: "abc" } });
  assert.deepEqual(read("-"), { command: { do: "pass" } });
  assert.deepEqual(read("Pasar turno"), { command: { do: "pass" } });
  assert.deepEqual(read("challenge"), { command: { do: "challenge" } });
  assert.deepEqual(read("impugnar CAT, ATE"), { command: { do: "challenge", words: ["CAT", "ATE"] } });
  assert.deepEqual(read("take back"), { command: { do: "take-back" } });
  assert.deepEqual(read("atril"), { ask: "rack" });
  assert.deepEqual(read("h8"), { ask: "square", text: "h8" });
  assert.deepEqual(read("row 8"), { ask: "row", text: "8" });
  assert.deepEqual(read("? 8h cat"), { preview: "8H CAT" });
  assert.deepEqual(read("? hello"), { preview: "hello" });
  assert.deepEqual(read("8h cat dog"), { command: { do: "play", text: "8h cat dog" } });
  assert.deepEqual(read("bogus"), { unknown: "bogus" });
  assert.deepEqual(read(""), { ask: "help" });
});

test("numbers take the plural forms of the sentences' language", () => {
  const speak = (language, number) =>
    count(Object.assign((key) => key, { language, locale: language }), "points", number);
  assert.deepEqual([0, 1, 2].map((number) => speak("pt", number)), ["points_other", "points_one", "points_other"]);
  assert.deepEqual([0, 1, 2].map((number) => speak("pl", number)), ["points_many", "points_one", "points_few"]);
});

test("the end, gains from challenges, and negative points", () => {
  const say = Object.assign((key, values) => [key, ...Object.values(values ?? {})].join(" "), {
    language: "en",
    locale: "en",
  });
  const end = (sheet, ...names) => {
    const seats = names.map((name) => ({ name, tiles: 7, has_lost: name !== "Bia" }));
    return describeMoment(say, { state: { phase: "ended", seats, sheet, result: { reason: "lost", winners: ["Bia"] } } });
  };
  const resigned = [{ player: "Ana", kind: "resigns" }];
  assert.equal(end(resigned, "Ana", "Bia"), "Ana resigns. winner Bia");
  assert.equal(end([{ player: "Bia", kind: "claims" }], "Ana", "Bia"), "winner Bia");
  assert.equal(end(resigned, "Ana", "Bia", "Caio"), "ended_lost  winner Bia");
  const left = (points) => speakLine(say, { player: "Ana", kind: "leftover", text: "QZ", points });
  assert.equal(left(-20), "Ana: leftover QZ, points_other −20.");
  assert.equal(left(20), "Ana: leftover_gained QZ, points_other 20.");
  const tied = { seats: [], sheet: [], result: { reason: "stopped", winners: ["Ana", "Bia"] } };
  assert.equal(describeMoment(say, { state: { phase: "ended", ...tied } }), "ended_stopped  tie Ana and Bia");
  assert.equal(speakLine(say, { player: "Ana", kind: "gains", points: 5 }), "Ana: challenge_gains, points_other 5.");
  assert.equal(count(say, "points", -5), "points_other −5");
});
