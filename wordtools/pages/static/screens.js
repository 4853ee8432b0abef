// The screens of a station, at the kiosk and on published pages. They show what the state machine
// is doing, and pass keys and touches to it.

import { $, makeElement, setText } from "./elements.js";
import { drawKeyboard } from "./keyboard.js";
import { LivePreview } from "./live-preview.js";
import { endSentence, fillIn, formatTime, labelRuling } from "./messages.js";
import { Station } from "./station.js";
import { countLetters, drawWord, explainBrackets, spellOut, spellTile } from "./tiles.js";

const main = document.querySelector("main");
const typed = $("typed");
let station;
let livePreview;
let describe;
let say = null;
let composing = false;

/** Starts the screens and returns their state machine. `service` has the functions `preview` and
 * `rule` that the constructor of `Station` describes. `describeFacts(say, facts)` returns the texts
 * of further elements, keyed by id. */
export function setUpScreens(service, describeFacts) {
  station = new Station({ service, clock: () => performance.now() / 1000, changed: render });
  livePreview = new LivePreview(async (word) => (await service.preview([word]))[0], render);
  describe = describeFacts;
  setInterval(() => {
    station.tick();
    render();
  }, 200);
  return station;
}

/** Shows the screens in the language of `speak`. */
export function setLanguage(speaker) {
  say = speaker;
  document.documentElement.lang = say.language;
}

/** Puts the lexicon and the settings in `facts` into force. */
export function connect(facts) {
  drawButtons(facts);
  station.connect(facts);
}

// Display

function render() {
  const { screen, facts, count, ruling, last } = station;
  document.body.toggleAttribute("data-deaf", station.deaf);
  main.setAttribute("aria-busy", station.busy);
  if (!say) return;
  const changed = document.body.dataset.screen !== screen;
  document.body.dataset.screen = screen;
  document.body.dataset.answer = ruling?.answer ?? "";
  for (const section of main.children) section.hidden = section.dataset.for !== screen;

  document.querySelector("label[for=typed]").dataset.say = count > 1 ? "enter_words" : "enter_word";
  if (ruling) {
    document.querySelector(".answer span").dataset.say = ruling.acceptable ? "yes" : "no";
    document.querySelector(".answer + p").dataset.say = ruling.acceptable
      ? "acceptable"
      : "unacceptable";
  }
  fillIn(document.body, say, {
    ...nameLexicon(ruling ?? facts?.lexicon),
    count,
    most: facts?.settings.most_words,
    number: last && labelRuling(last),
    time: last && formatTime(say, last.time, { timeStyle: "medium" }),
  });
  if (!composing && typed.value !== station.typed) typed.value = station.typed;
  typed.classList.toggle("long", typed.value.length > 30);
  const note = station.note ? endSentence(station.note(say)) : "";
  write("note", screen === "entry" ? note : "");
  $("note").classList.toggle("calm", station.note?.isProgress === true);
  writeWords("judged", screen === "entry" ? previewWords() : "");
  write("why", screen === "cannot" ? note : "");
  write("today", formatTime(say, Date.now(), { dateStyle: "long" }));
  if (facts) for (const [id, text] of Object.entries(describe(say, facts))) write(id, text);
  for (const element of main.querySelectorAll(".words")) listWords(element, station.words);
  if (changed) announce(screen);
  if (changed && screen === "count") livePreview.clear(); // the next players type different words
}

/** After a change of screen, moves the keyboard's focus and has a screen reader read the screen. */
function announce(screen) {
  const section = main.querySelector(`[data-for=${screen}]`);
  (section.querySelector("textarea, input") ?? main).focus();
  const read = [...section.querySelectorAll("h1, .title, .words li")];
  const texts = read.map((element) => element.dataset.spoken ?? element.textContent.trim());
  write("spoken", texts.map(endSentence).join(" "));
}

/** Draws the line that shows the words as they will be judged. */
function previewWords() {
  const words = station.splitWords().slice(0, station.facts.settings.most_words);
  return words.length ? say("to_be_judged", { words: livePreview.show(words).join(" ") }) : "";
}

export const write = (id, text) => setText($(id), text);

/** Writes text whose words are drawn as tiles. */
function writeWords(id, text) {
  if ($(id).dataset.text === text) return;
  $(id).dataset.text = text;
  $(id).replaceChildren(drawWord(text));
}

function listWords(element, words) {
  const listed = JSON.stringify(words);
  if (element.dataset.listed === listed) return;
  element.dataset.listed = listed;
  const list = makeElement("ol", { className: "word", dir: "auto" }); // columns follow the script
  for (const word of words) {
    list.append(makeElement("li", { data: { spoken: spellOut(word) } }, drawWord(word)));
  }
  element.replaceChildren(list);
  element.classList.toggle("many", words.length > 4);
  element.style.setProperty("--count", words.length);
  element.style.setProperty("--longest", Math.max(1, ...words.map(countLetters)));
}

/** The values of the message `judged_by`, for the lexicon in force or for a ruling. */
export const nameLexicon = ({ edition, digest } = {}) => ({ edition, digest: digest?.slice(0, 8) });

let drawn = "";

/** The buttons that depend on the settings and the lexicon's letters. */
function drawButtons({ settings, lexicon }) {
  const needed = JSON.stringify([settings.most_words, lexicon.digest, say.language]);
  if (needed === drawn) return;
  drawn = needed;
  livePreview.clear();
  const numbers = Array.from({ length: settings.most_words }, (_, index) =>
    makeElement("button", { className: "tile", data: { key: index + 1 } }, String(index + 1)),
  );
  $("numbers").replaceChildren(...numbers);
  $("numbers").setAttribute("aria-label", say("how_many"));
  drawKeyboard($("keys"), lexicon, say("erase"));
  write("brackets", explainBrackets(lexicon.tiles));
}

// Keys and touches

const NAMES = { Tab: "tab", Enter: "enter", Escape: "escape", Backspace: "backspace" };
const LEFT_TO_THE_BROWSER = ["F5", "F11", ..."r+-=0acvxz"]; // reload, zoom, and for entry lines
const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Dead"];

addEventListener("keydown", (event) => {
  const { key } = event;
  if (isShortcut(event)) event.preventDefault();
  if (!isAtScreens(event)) return;
  if (!event.ctrlKey && !event.altKey && !event.metaKey && !MODIFIERS.includes(key)) {
    if (!event.repeat || (station.screen === "entry" && key === "Backspace")) press(event);
    else event.preventDefault();
  }
});

/** True unless a key is meant for a dialog, the entry of a code, or an input method. */
export const isAtScreens = ({ isComposing }) =>
  !document.querySelector("dialog[open]") && station.screen !== "token" && !isComposing;

/** True for keys that open dialogs of the browser, which would give access to files: Ctrl-O, -P, -S, F1 … */
const isShortcut = ({ key, ctrlKey, altKey, metaKey }) =>
  (((ctrlKey || metaKey) && !altKey && !MODIFIERS.includes(key)) || /^F\d+$/.test(key)) &&
  !LEFT_TO_THE_BROWSER.includes(key.length > 1 ? key : key.toLowerCase());

/** Passes a key to the state machine. If the key has a meaning here, the browser does not get it.
 * */
function press(event) {
  const { screen } = station;
  const shiftTab = event.key === "Tab" && event.shiftKey; // moves the focus back, confirms nothing
  const key = shiftTab ? "other" : (NAMES[event.key] ?? event.key);
  if (screen === "entry" && (key.length === 1 || key === "enter" || key === "backspace")) {
    if (key.length === 1 && key !== " ") typed.focus(); // letters go to the entry line
    return; // the entry line passes it on
  }
  const taken = {
    count: /^[1-9]$/.test(key),
    entry: key === "escape",
    confirm: ["tab", "escape", "backspace"].includes(key),
    verdict: true,
    cannot: true,
  };
  if (taken[screen]) event.preventDefault();
  station.press(key);
}

// The entry line accepts single typed characters. Anything that a browser or a system keyboard
// inserts (a paste, a drop, a correction, a suggested word) is refused visibly.
typed.addEventListener("beforeinput", (event) => {
  const { inputType, data, isComposing } = event;
  if (isComposing || inputType.includes("Composition")) return; // a dead key: see compositionend
  event.preventDefault();
  if (inputType === "insertText") insert(data);
  else if (inputType === "insertLineBreak") station.press("enter");
  else if (inputType.startsWith("deleteContentBackward")) station.press("backspace");
  else if (inputType.startsWith("insert")) station.press("paste");
});
typed.addEventListener("compositionstart", () => (composing = true));
typed.addEventListener("compositionend", ({ data }) => {
  composing = false;
  if (data) insert(data);
  render();
});
for (const name of ["select", "selectionchange", "focus", "pointerup", "keyup"])
  typed.addEventListener(name, () => typed.setSelectionRange(1e9, 1e9)); // only the end

/** Inserts one character, possibly composed. Several characters at once cannot have been typed. */
function insert(text) {
  if ([...text.normalize("NFC")].length > 1) station.press("paste");
  else for (const character of text) station.press(character);
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-key]");
  if (button?.dataset.key === "tile") typeTile(button.textContent);
  else if (button?.dataset.key === "backspace") eraseTile();
  else if (button) station.press(button.dataset.key);
  else if (station.screen === "verdict" || station.screen === "cannot") station.press("other");
});
/** Erases the input of the last key. */
function eraseTile() {
  const last = station.typed.match(/\[[^\]]*\]$/)?.[0] ?? " ";
  for (const _ of last) station.press("backspace");
}
function typeTile(tile) {
  const { tiles } = station.facts.lexicon;
  for (const key of spellTile(tile, station.typed, tiles)) station.press(key);
}
main.addEventListener("mousedown", (event) => {
  if (event.target.closest("#keys, .choices")) event.preventDefault(); // the line keeps the focus
});
for (const name of ["contextmenu", "dragstart", "dragover", "drop"])
  addEventListener(name, (event) => event.preventDefault());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
history.pushState(null, ""); // disables the back button
addEventListener("popstate", () => history.pushState(null, ""));
