// The page of a table: an invitation to sit down, or the game as one seat sees it.

import { $, makeElement, setText } from "./elements.js";
import { Away, Refused } from "./errors.js";
import { detectLanguage, speakRoom } from "./languages.js";
import { CrosswordBoard } from "./table/board.js";
import { readCommand } from "./table/commands.js";
import { askDays, askExchange, askLetter, askWords, confirm } from "./table/dialogs.js";
import { setUpDragging } from "./table/drag.js";
import { explain } from "./table/explain.js";
import { Game } from "./table/game.js";
import { drawInvitations, drawTakenSeats, renewLink } from "./table/invitations.js";
import * as link from "./table/link.js";
import { applyLooks, preferLooks, readLooks, ring } from "./table/looks.js";
import * as memory from "./table/memory.js";
import { setUpMenu } from "./table/menu.js";
import { printPage } from "./table/paper.js";
import { drawSeats, drawSheet, drawUnseen, tickSeats } from "./table/panel.js";
import { drawQuestions, tickQuestions } from "./table/questions.js";
import { drawRack, focusPiece } from "./table/rack.js";
import {
  count,
  describeMoment,
  describePremium,
  describeQuestion,
  describeRuling,
  isRejected,
  join,
  listLaidWords,
  speakLine,
  waitsForMe,
} from "./table/sentences.js";
import { StackBoard } from "./table/stacks.js";
import { follow } from "./table/stream.js";
import { answer, drawText, log } from "./table/text.js";
import { writeTile } from "./table/tiles.js";

const PAUSE = 150; // milliseconds after the last change until the service is asked for words and score
const SURE = ["pass", "resign", "stop", "adjourn", "discard", "claim", "exchange-rack"];

const coarse = matchMedia("(any-pointer: coarse)");
let say, address, seat, game, board, timer;
let busy = false; // while a command is on its way
let typed = Promise.resolve(); // the commands typed, one after the other
let preview = 0; // the number of the latest preview that was asked for
let spoken = { lines: 0, turn: "", questions: "" };

// Screens

function show(screen) {
  document.body.dataset.screen = screen;
  for (const section of document.querySelectorAll("main > [data-for]"))
    section.hidden = section.dataset.for !== screen;
}

async function speakLanguage(language) {
  say = await speakRoom("table", language);
  if (game) game.say = say;
}

async function open() {
  applyLooks();
  address = memory.readAddress(location.hash);
  await speakLanguage(memory.readTaste().language ?? detectLanguage());
  setUpMenu({ say: () => say, changeLanguage, redraw });
  if (!address) {
    tell("gone", say("no_table"));
    return;
  }
  seat = memory.readSeat(address.table, address.seat);
  try {
    if (seat) await sitAt();
    else if (address.secret && memory.readSitting(address.table, address.seat)) await takeSeat();
    else if (address.secret) await showInvitation();
    else tell("gone", say("no_seat"));
  } catch (error) {
    if (error instanceof Away) setTimeout(open, 1000);
    tell("gone", error instanceof Away ? say("no_connection") : say("link_used"));
  }
}

function tell(screen, text) {
  show(screen);
  $(screen).textContent = text;
}

// An invitation

async function showInvitation() {
  const facts = await link.readFacts(address.table, address.secret, say.language);
  drawFacts(facts);
  const mine = facts.seats[address.seat - 1];
  const others = facts.seats.filter((_, at) => at !== address.seat - 1).map(({ name }) => name);
  $("invited-to").textContent = say("invited_to", { title: facts.title, names: join(say, others) });
  $("invited-seats").replaceChildren(...describeTable(facts).map((text) => makeElement("li", {}, text)));
  $("sit-down").textContent = say("sit_down", { name: mine.name });
  show("invitation");
  $("sit-down").onclick = sitDown;
}

/** Describes a table in a few lines. */
function describeTable(facts) {
  return [
    facts.edition_title,
    facts.hours && count(say, "hours_a_move", facts.hours),
    facts.slower > 1 && say("is_slower", { times: facts.slower }),
    facts.practice && say("is_practice"),
    ...facts.seats.filter(({ members }) => members?.length).map(({ name, members }) => `${name}: ${members.join(", ")}`),
  ].filter(Boolean);
}

/** Takes the seat. This may be a second attempt, if no answer arrived the first time. */
async function takeSeat() {
  const { table, seat } = address;
  const { token } = await link.takeSeat(table, seat, address.secret);
  const { title, seats } = await link.readFacts(table, token, say.language);
  memory.keepSeat(table, seat, { token, name: seats[seat - 1].name, title, at: Date.now() });
  location.replace(`#${table}.${seat}`);
}

async function sitDown() {
  $("sit-down").disabled = true;
  try {
    await takeSeat();
  } catch (error) {
    $("invitation-note").textContent = explain(say, error);
    $("sit-down").disabled = false;
  }
}

// The game

async function sitAt() {
  const facts = await link.readFacts(address.table, seat.token, say.language);
  if (address.secret) history.replaceState(null, "", `#${address.table}.${address.seat}`);
  game = new Game(facts, say);
  preferLooks({ values: facts.shows_values });
  board = facts.family === "crossword" ? new CrosswordBoard($("board"), facts) : new StackBoard($("board"), facts);
  drawFacts(facts);
  setUpGame();
  follow(`tables/${address.table}/events`, seat.token, onEvent, onLink);
  timer = setInterval(tick, 200);
}

function onEvent(name, data) {
  if (name === "state") takeState(data);
  if (name === "closed") checkSeat();
}

/** The service closes a stream when it closes the table, when the host takes back the seat, or when
 * the seat is open in too many windows. */
async function checkSeat() {
  setText($("connection"), say("stream_closed"));
  if (game.isOver) return;
  try {
    await link.readState(address.table, seat.token);
  } catch (error) {
    if (error instanceof Refused) loseSeat();
  }
}

function loseSeat() {
  clearInterval(timer);
  memory.forgetSeat(address.table, address.seat);
  setText($("connection"), "");
  tell("gone", say("seat_revoked"));
}

function onLink(isUp, status) {
  document.body.classList.toggle("is-away", !isUp);
  setText($("connection"), isUp ? "" : say("no_connection"));
  if ([401, 403, 404].includes(status)) loseSeat();
}

function takeState(state) {
  const before = game.state;
  if (!game.update(state)) return;
  show("game");
  announce(before);
  tellRuling(before);
  if (before && before.turn !== state.turn && state.turn === game.me) ring();
  if (before?.phase !== state.phase) {
    if ([before?.phase, state.phase].includes("opened")) $("about").open = state.phase === "opened"; // the rules
    if (state.phase === "ended") showEnd();
  }
  redraw();
  askPreview();
}

/** Announces news: new lines of the score sheet, questions, and whose turn it is. */
function announce(before) {
  const { state } = game;
  const lines = before ? state.sheet.slice(spoken.lines).map((line) => speakLine(say, line)) : [];
  const questions = state.questions.map((question) => describeQuestion(say, question, game.me));
  if (questions.join() !== spoken.questions) lines.push(...questions);
  const moment = describeMoment(say, game);
  if (moment !== spoken.turn) lines.push(moment);
  spoken = { lines: state.sheet.length, questions: questions.join(), turn: moment };
  if (!lines.length) return;
  $("spoken").textContent = lines.join(" ");
  log(...lines);
}

function redraw() {
  if (!game?.state) return;
  const { state, facts } = game;
  const { phase } = state;
  const { isOver } = game;
  const looks = readLooks();
  document.body.dataset.phase = phase;
  document.body.dataset.number = state.number;
  document.body.classList.toggle("my-turn", waitsForMe(game));
  setText($("bag"), phase === "opened" ? "" : say("bag", { count: state.bag }));
  setText($("turn"), describeMoment(say, game));
  setText($("latest"), isOver ? "" : describeLatest(state));
  board.draw(game);
  drawSeats($("seats"), game);
  tickSeats($("seats"), game);
  drawQuestions($("questions"), game);
  tickQuestions($("questions"), game);
  drawRack($("rack"), game);
  drawSheet($("sheet"), game);
  const unseen = Object.values(state.unseen).reduce((sum, number) => sum + number, 0);
  setText($("unseen-title"), `${say("unseen")} (${unseen})`);
  drawUnseen($("unseen"), game);
  drawInvitations($("invitations"), game, address, attempt);
  drawTakenSeats($("taken-seats"), game, address, revoke);
  for (const button of document.querySelectorAll("#deeds [data-do], #menu-deeds [data-do]"))
    button.hidden = !game.may(button.dataset.do);
  const laid = game.hand.laid.size > 0;
  $("play").hidden = isOver || ["opened", "adjourned"].includes(phase);
  $("play").disabled = !laid || !game.may("play") || busy;
  $("recall").hidden = !laid;
  $("shuffle").hidden = laid || !state.rack.length || isOver;
  $("hint").hidden = !facts.practice || !game.may("play");
  $("rack").hidden = !state.rack.length && !state.to_draw;
  $("zoom").hidden = looks.text;
  if (phase === "ended" && !$("after").contains($("zoom"))) document.querySelector("#after .buttons").append($("zoom"));
  $("arrows").hidden = !(coarse.matches && game.cursor) || looks.text;
  $("after").hidden = phase !== "ended";
  $("record-gcg").hidden = !game.fitsGcg;
  $("close-table").hidden = !memory.readOwned(address.table)?.owner || phase !== "opened";
  $("text-view").hidden = !looks.text;
  $("command-line").hidden = !looks.text || isOver;
  setText($("command-hint"), say(game.isCrossword ? "typed_text" : "typed_lingo"));
  $("open-text").ariaPressed = looks.text;
  if (looks.text) drawText($("text-state"), game);
  const rematch = state.rematch;
  $("rematch").textContent = say(rematch ? "sit_at_rematch" : "rematch");
  if (phase === "opened" || isOver) setText($("preview"), "");
}

/** The last line of the score sheet, or the tiles that were drawn for the first turn. */
function describeLatest({ sheet, drawn, absent }) {
  if (absent) return say("is_absent", { name: absent });
  if (sheet.length) return speakLine(say, sheet.at(-1));
  const draws = drawn.flatMap((round) => Object.entries(round));
  return draws.map(([name, tile]) => say("drew", { name, tile })).join(" · ");
}

function tick() {
  if (!game.state) return;
  tickSeats($("seats"), game);
  tickQuestions($("questions"), game);
}

/** The title, the rules and the commitment of a table. */
function drawFacts(facts) {
  setText($("title"), facts.title);
  setText($("list"), facts.edition_title);
  document.title = facts.title;
  setText($("commitment"), say("opened", { commitment: facts.commitment }));
  for (const list of document.querySelectorAll(".rules"))
    list.replaceChildren(
      ...(facts.describe ?? []).flatMap(([topic, sentence]) => [
        makeElement("dt", {}, topic),
        makeElement("dd", {}, sentence),
      ]),
      ...Object.values(facts.premium_kinds ?? {}).flatMap((kind) => [
        makeElement("dt", {}, kind.label),
        makeElement("dd", {}, describePremium(say, kind)),
      ]),
      makeElement("dt", {}, say("list")),
      makeElement("dd", {}, `${facts.edition_title} (${facts.edition} · ${facts.lexicon_digest.slice(0, 8)})`),
    );
}

// The words and the score of a play that has not been made yet

function askPreview() {
  clearTimeout(askPreview.timer);
  const mine = ++preview;
  const play = game.state?.phase === "playing" ? game.play : null;
  $("preview").classList.toggle("is-hint", !play);
  if (!play) {
    $("preview").classList.remove("refused");
    setText($("preview"), describeHint());
    return;
  }
  askPreview.timer = setTimeout(async () => {
    try {
      const shown = await link.preview(address.table, seat.token, play);
      if (mine === preview) showPreview(shown);
    } catch (error) {
      if (mine === preview) showPreview(null, error);
    }
  }, PAUSE);
}

/** How to lay tiles, for a player who has not moved yet. */
function describeHint() {
  const { state, me } = game;
  const isAsked = state.questions.some(({ waits_for: waitsFor }) => waitsFor.includes(me));
  const isNew = !state.sheet.some(({ player }) => player === me);
  if (!isNew || isAsked || !game.may("play") || readLooks().text) return "";
  return say(game.isCrossword ? "how_to_lay" : "how_to_lay_lingo");
}

const LACKS = { word: "makes_no_word", joint: "makes_no_joint_word" };

function describePreview({ notation, words, score, valid, lacks }) {
  const reason = lacks ? LACKS[lacks] : typeof valid === "boolean" && (valid ? "valid" : "invalid");
  const verdict = reason ? ` – ${say(reason)}` : "";
  return `${notation}: ${count(say, "points", score)}${words.length ? ` (${words.join(", ")})` : ""}${verdict}`;
}

function showPreview(shown, error) {
  $("preview").classList.toggle("refused", !!error || shown?.valid === false);
  setText($("preview"), error ? explain(say, error) : describePreview(shown));
}

// Actions of the player

function reportError(error) {
  report(explain(say, error));
}

/** Performs an action, and reports its error. */
const attempt = (action) => action().catch(reportError);

function report(text, isCalm = false) {
  if (!text) return;
  notify(text, isCalm);
  log(text);
}

function notify(text, isCalm = false) {
  $("notice").classList.toggle("calm", isCalm);
  $("notice").textContent = text;
}

/** Shows how a play was decided, until there is something else to show. */
function tellRuling(before) {
  const text = describeRuling(say, before, game.state);
  const isOld = $("notice").classList.contains("calm") && before?.sheet.length !== game.state.sheet.length;
  if (isOld) $("notice").textContent = "";
  report(text, true);
}

/** Sends a command. Returns true if the service accepted the command, but false if it rejected a
 * play at once. Shows a refusal where the player is looking. */
async function obey(command) {
  if (busy) return false;
  busy = true;
  const before = game.state;
  $("notice").textContent = "";
  redraw();
  try {
    const state = await link.obey(address.table, seat.token, command);
    takeState(state);
    if (!isRejected(before, state, command)) return true;
    report(`${command.text ?? listLaidWords(game).join(", ")}: ${say("invalid")}`);
    return false;
  } catch (error) {
    reportError(error);
    return false;
  } finally {
    busy = false;
    redraw();
  }
}

async function play() {
  const laid = game.play;
  if (!laid || !game.may("play")) return;
  if (!(await obey({ do: "play", ...laid }))) return;
  game.recall();
  change();
}

/** Performs a button's action. */
async function act(deed) {
  if (!game.may(deed)) return;
  const question = game.state.questions.find(({ kind }) => kind === "challenge");
  let command = { do: deed };
  if (deed === "exchange") {
    game.recall();
    change();
    const text = await askExchange(game);
    if (!text) return;
    command = { do: deed, text };
  } else if (deed === "challenge" && question && game.facts.challenge?.words) {
    const words = await askWords(question.words);
    if (!words) return;
    command = { do: deed, words };
  } else if (deed === "rest") {
    $("menu").close();
    const text = await askDays(game);
    if (!text) return;
    command = { do: deed, text };
  } else if (SURE.includes(deed)) {
    const label = say(deed.replace("-", "_"));
    if (!(await confirm(say(`sure_${deed.replace("-", "_")}`), label))) return;
  }
  if (deed === "exchange-rack") command.text = game.state.rack.map((tile) => writeTile(game.facts, tile)).join("");
  $("menu").close();
  await obey(command);
}

/** Redraws the page after the player has changed an unfinished play. */
function change() {
  $("notice").textContent = "";
  redraw();
  askPreview();
}

async function followUp(outcome, place) {
  if (outcome === "letter") await chooseLetter(place);
  else if (outcome === "reclaim") await reclaim(place);
  change();
}

async function chooseLetter(place) {
  const piece = game.findBlank(place);
  const answer = await askLetter(game, game.hand.laid.has(place) && game.chosen === null);
  game.chosen = null;
  if (answer === "back") game.hand.takeBack(place);
  else if (answer) game.lay(place, piece, answer);
}

async function reclaim(place) {
  const text = game.namePlace(place);
  if (await confirm(say("sure_reclaim", { text }), say("reclaim"))) await obey({ do: "reclaim", text });
}

async function press(place) {
  board.moveTo(place, document.activeElement !== document.body && !coarse.matches);
  await followUp(game.press(place), place);
}

async function pressPiece(id) {
  const place = game.cursor?.place;
  await followUp(game.pressPiece(id), place);
}

// Setting up the elements

function setUpGame() {
  $("board").addEventListener("click", (event) => {
    const place = board.findPlace(event.target);
    if (place !== undefined) press(place);
  });
  $("rack").addEventListener("click", (event) => {
    const button = event.target.closest("[data-piece]");
    if (button) pressPiece(Number(button.dataset.piece));
  });
  $("rack").addEventListener("keydown", moveOnRack);
  for (const id of ["questions", "deeds", "menu-deeds"])
    $(id).addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) act(button.dataset.do);
    });
  $("play").addEventListener("click", play);
  $("recall").addEventListener("click", () => {
    game.recall();
    change();
    $("shuffle").focus();
  });
  $("shuffle").addEventListener("click", () => {
    game.hand.shuffle();
    redraw();
  });
  $("zoom").addEventListener("click", () => zoom());
  $("arrows").addEventListener("click", (event) => {
    const { arrow } = event.target.closest("button")?.dataset ?? {};
    if (arrow) moveCursor(arrow, false);
    else game.turn();
    change();
  });
  $("open-text").addEventListener("click", () => {
    applyLooks({ text: !readLooks().text });
    redraw();
    if (readLooks().text) $("command").focus();
  });
  $("command-line").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = $("command").value;
    $("command").value = "";
    typed = typed.then(() => obeyText(line));
  });
  const actions = {
    "hint": showHints,
    "rematch": rematch,
    "print": printSheet,
    "record-json": () => download("json"),
    "record-gcg": () => download("gcg"),
    "close-table": closeTable,
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", () => attempt(action));
  document.addEventListener("keydown", onKey);
  setUpDragging(document, findDragged, onDrop);
}

function findDragged(element) {
  const button = element.closest?.("#rack [data-piece]");
  if (button) return { element: button, piece: game.hand.find(Number(button.dataset.piece)) };
  const place = board.findPlace(element);
  const laid = place !== undefined && game.hand.laid.get(place);
  return laid ? { element: element.closest(".cell").querySelector(".tile"), piece: laid.piece } : null;
}

function onDrop({ piece }, target) {
  const place = board.findPlace(target);
  const button = target?.closest?.("#rack [data-piece]");
  const before = button && game.hand.find(Number(button.dataset.piece));
  followUp(game.drop(piece, place, before), place);
}

// Keys

function onKey(event) {
  const { target, key } = event;
  if (document.querySelector("dialog[open]") || isShortcut(event)) return;
  if (game.state?.phase !== "playing") return;
  const keys = { F2: pressOk, F3: pressCheck, F4: () => act("pass") };
  if (keys[key]) {
    event.preventDefault();
    keys[key]();
    return;
  }
  if (target.matches("input, select, textarea") || readLooks().text) return;
  const onBoard = board.findPlace(target) !== undefined;
  if (onBoard && key.startsWith("Arrow")) moveCursor(key, true);
  else if (onBoard && key === " ") {
    if (game.chosen !== null) press(board.focused);
    else if (game.cursor?.place === board.focused) game.turn();
    else press(board.focused);
  } else if (onBoard && key === "Enter") {
    if (game.chosen !== null || game.hand.laid.size === 0) press(board.focused);
    else play();
  } else if (key === "Backspace") game.erase();
  else if (key === "Escape" && (game.hand.laid.size || game.cursor || game.chosen !== null)) game.recall();
  else if ([...key].length === 1 && key !== " " && (onBoard || game.cursor)) typeLetter(event);
  else return;
  event.preventDefault();
  if (onBoard && game.cursor && game.cursor.place !== board.focused) board.moveTo(game.cursor.place);
  change();
}

/** True for keys that belong to the browser. AltGr and Option are used to type letters such as Ó. */
function isShortcut({ key, ctrlKey, metaKey, altKey }) {
  const writes = /^\P{ASCII}$/u.test(key) || key === "[" || key === "]";
  return metaKey || ((ctrlKey || altKey) && !writes);
}

function typeLetter({ key, shiftKey }) {
  const typed = game.type(key, shiftKey, game.cursor?.place ?? board.focused);
  if (typed === false) setTimeout(() => notify(say("not_on_rack", { letter: key })));
}

function moveCursor(key, focus) {
  const next = board.findToward(key);
  if (next === undefined) return;
  if (game.cursor) game.cursor = { ...game.cursor, place: next };
  board.moveTo(next, focus);
}

/** "OK": plays the tiles laid, or answers a question favourably. */
function pressOk() {
  if (game.hand.laid.size && game.may("play")) play();
  else act(["consent", "accept", "take-back"].find((deed) => game.may(deed)));
}

/** "Check": asks for a check of a play, or exchanges tiles. */
function pressCheck() {
  act(["refuse", "check", "challenge", "exchange"].find((deed) => game.may(deed)));
}

function moveOnRack(event) {
  const { key, shiftKey } = event;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return;
  event.preventDefault();
  const { rack } = game.hand;
  const at = rack.findIndex(({ id }) => id === Number(event.target.dataset.piece));
  const by = key === "ArrowLeft" ? -1 : 1;
  const other = rack[at + by];
  if (!other) return;
  if (!shiftKey) focusPiece($("rack"), other.id);
  else {
    game.hand.moveBefore(rack[at], by < 0 ? other : rack[at + 2]);
    redraw();
    focusPiece($("rack"), rack[at].id);
  }
}

// The text view

async function obeyText(line) {
  log(`> ${line}`);
  const read = readCommand(line, game.facts, say);
  if (read.unknown) log(say("unknown_command", { text: read.unknown }));
  else if (read.ask) log(...answer(game, read));
  else if (read.preview) {
    try {
      log(describePreview(await link.preview(address.table, seat.token, { text: read.preview })));
    } catch (error) {
      log(explain(say, error));
    }
  } else if (SURE.includes(read.command.do) && read.command.do !== "pass") await act(read.command.do);
  else await obey(read.command);
  redraw();
}

// The board's size

function zoom(place = game.cursor?.place ?? board.focused) {
  const isZoomed = $("ground").classList.toggle("zoomed");
  $("zoom").ariaPressed = isZoomed;
  if (isZoomed) $("board").querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
}

// Around the game

async function showHints() {
  const { plays } = await link.askHints(address.table, seat.token);
  $("hints").querySelector("ol").replaceChildren(
    ...plays.map(({ notation, score }) => makeElement("li", {}, `${notation}: ${count(say, "points", score)}`)),
  );
  $("hints").showModal();
}

async function showEnd() {
  const { facts } = game;
  if (facts.end?.stops) {
    try {
      const { results } = await link.listBest(facts.ruleset);
      const texts = results.map(({ name, points }, at) => `${at + 1}. ${name} ${points}`);
      const isTop = results.some(({ table, name }) => table === address.table && name === game.me);
      const best = texts.length && say("best", { results: texts.join(" · ") });
      $("best").textContent = [isTop && say("top"), best].filter(Boolean).join(" ");
    } catch {
      // the result is complete without it
    }
  }
}

async function rematch() {
  const table = game.state.rematch || (await link.askRematch(address.table, seat.token)).table;
  if (!memory.readSeat(table, address.seat)) {
    const taken = await link.takeSeat(table, address.seat, seat.token);
    memory.keepSeat(table, address.seat, { ...seat, token: taken.token, at: Date.now() });
  }
  location.hash = `#${table}.${address.seat}`;
}

const printSheet = async () => printPage(await link.readSheet(address.table, seat.token, say.language));

async function download(format) {
  const text = await link.readRecord(address.table, seat.token, format);
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  makeElement("a", { href: url, download: `${address.table}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function revoke(number, name) {
  if (!(await confirm(say("sure_revoke", { name }), say("renew_link")))) return;
  $("menu").close();
  await attempt(() => renewLink(address.table, number, memory.readOwned(address.table)));
}

async function closeTable() {
  if (!(await confirm(say("sure_close_table"), say("close_table")))) return;
  await link.closeTable(address.table, memory.readOwned(address.table).owner);
  $("menu").close();
}

async function changeLanguage(language) {
  memory.keepTaste({ language });
  await speakLanguage(language);
  if (!game) {
    location.reload();
    return;
  }
  game.facts = await link.readFacts(address.table, seat.token, language).catch(() => game.facts);
  drawFacts(game.facts);
  $("questions").dataset.key = "";
  change();
}

addEventListener("hashchange", () => location.reload());
open();
