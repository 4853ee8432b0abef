// The home page of `wordtools web`, and of a service with several doors.

import { call } from "./api.js";
import { $, makeElement, setText } from "./elements.js";
import { Refused } from "./errors.js";
import { detectLanguage, speakRoom } from "./languages.js";
import { isolate } from "./messages.js";

const TICK = 1000; // milliseconds between queries of a build
const MEGABYTE = 1_000_000; // bytes
const makesLists = $("offers") !== null;

let say;
let state; // the last answer of the service
let awaited = false; // a build that this page has seen
let timer;

/** Calls a route of the home page. */
const ask = (method, path, body) => call(method, `home${path}`, { body });

async function start() {
  takeStation();
  say = await speakRoom("home", detectLanguage());
  document.title = `wordtools · ${say("home")}`;
  if (makesLists) $("here-only").hidden = false;
  if (makesLists || $("look-up")) await look();
  const isSent = location.search === "?director"; // by the director's page, as there is no password
  if (isSent && state && !state.has_password && !$("judge").querySelector(".ways").hidden) askForPassword();
}

/** The link on a station's card leads to this page; the station's token follows "#". */
function takeStation() {
  if (location.hash.length > 1) location.replace(`judge${location.hash}`);
}

/** Requests the lists and the state of the page, and shows them. Repeats this while a list is being made or the service
 * is away. */
async function look() {
  clearTimeout(timer);
  const query = `language=${say.language}`;
  let isAway = false;
  try {
    const home = makesLists ? await call("GET", `home?${query}`) : {};
    state = { ...home, ...(await askForLists(query)) };
    for (const titled of [state.lists, state.offers ?? []]) titled.sort(compareTitles);
    setText($("away"), "");
    show();
  } catch (error) {
    isAway = !(error instanceof Refused);
    setText($("away"), isAway ? say("away") : error.message);
  }
  if (isAway || isBuilding()) timer = setTimeout(look, TICK);
}

/** Shows the lists, and whether looking up is closed because this browser is in a game. */
async function askForLists(query) {
  if (!$("look-up")) return { lists: [], isClosed: false };
  try {
    return { ...(await call("GET", `lists?${query}`)), isClosed: false };
  } catch (error) {
    if (error instanceof Refused && error.status === 403) return { lists: [], isClosed: true };
    throw error;
  }
}

const compareTitles = (one, other) =>
  Number(other.language === say.language) - Number(one.language === say.language) ||
  one.title.localeCompare(other.title, say.language);

const isBuilding = () => state?.build?.state === "running";

function show() {
  showDoors(state.lists);
  if ($("look-up")) $("closed").hidden = !state.isClosed;
  if (!makesLists) return;
  const hasLists = state.lists.length > 0 || state.isClosed;
  for (const door of document.querySelectorAll(".door")) {
    door.querySelector(".needs").hidden = hasLists;
    door.querySelector(".ways").hidden = !hasLists;
  }
  showLists(state.lists);
  showBuild(state.build);
  showOffers(state.offers);
}

function showDoors(lists) {
  const links = lists.map(({ name, title }) =>
    makeElement("a", { className: "way", href: `look-up/${encodeURIComponent(name)}/` }, title),
  );
  replaceIfChanged($("look-up")?.querySelector(".ways"), links);
}

function showLists(lists) {
  const rows = lists.map(({ title, words, maturity }) => {
    const facts = [say("words", { words: formatNumber(words) })];
    if (maturity === "experimental") facts.push(say("experimental"));
    return makeElement("li", {}, makeElement("b", {}, isolate(title)), ` · ${facts.join(" · ")}`);
  });
  $("lists").hidden = lists.length === 0;
  replaceIfChanged($("lists").querySelector("ul"), rows);
}

function showBuild(build) {
  const isRunning = isBuilding();
  if (isRunning) awaited = true;
  $("building").hidden = !isRunning;
  $("outcome").hidden = isRunning || !build || !awaited;
  if (isRunning) {
    setText($("building-title"), say("making", { title: build.title }));
    setText($("step"), describeStep(build));
    setText($("elapsed"), say("elapsed", { time: formatSeconds(build.elapsed) }));
    showBar(build);
  } else if (build) showOutcome(build);
}

/** Downloads have no progress bar. For the work that follows, the bar shows how much of the
 * expected time has passed. */
function showBar({ step, seconds, worked }) {
  const bar = $("bar");
  if (step === "downloading" || step === "starting" || !seconds) bar.removeAttribute("value");
  else bar.value = Math.min(0.95, worked / seconds);
}

function describeStep({ step, package: name, bytes }) {
  if (step !== "downloading") return say(`step_${step}`);
  if (bytes === null) return say("step_downloading", { package: name });
  return say("step_downloading_size", { package: name, size: formatBytes(bytes) });
}

function showOutcome({ state: outcome, title, detail, failed_download: isDownload }) {
  const text = {
    done: () => say("made", { title }),
    cancelled: () => say("cancelled", { title }),
    failed: () => say(isDownload ? "failed_download" : "failed", { title }),
  }[outcome]();
  setText($("outcome-text"), text);
  $("outcome-text").classList.toggle("note", outcome === "failed");
  $("remedy").hidden = !isDownload;
  if (isDownload) setText($("remedy"), say("failed_copy", { folder: state.folder }));
  $("reason").hidden = !detail;
  setText($("reason").querySelector("p"), detail);
  $("again").hidden = outcome === "done";
}

function showOffers(offers) {
  const { obstacle, lists } = state;
  $("offers").hidden = offers.length === 0 || state.isClosed;
  setText($("offers-title"), say(lists.length ? "more_lists" : "no_lists"));
  setText($("offers-note"), obstacle ? say("cannot_build", { how: obstacle }) : say("how_made"));
  const own = new Set(["en", ...navigator.languages.map((tag) => tag.slice(0, 2))]);
  const near = offers.filter(({ language }) => own.has(language));
  const far = offers.filter(({ language }) => !own.has(language));
  replaceIfChanged($("near"), near.map(drawOffer));
  replaceIfChanged($("far").querySelector("ul"), far.map(drawOffer));
  $("far").hidden = far.length === 0;
}

function drawOffer({ name, title, words, seconds, download, managers }) {
  const isPossible = !state.obstacle && managers.length === 0;
  const facts = [
    words !== null && say("about_words", { words: formatNumber(words) }),
    describeDownload(download),
    seconds !== null && say("work", { time: formatSeconds(seconds) }),
    managers.length > 0 && say("needs_program", { programs: managers.join(", ") }),
  ];
  const what = makeElement("div", {}, makeElement("b", {}, isolate(title)), " ");
  what.append(makeElement("span", { className: "hint" }, facts.filter(Boolean).join(" · ")));
  const properties = { disabled: isBuilding() || !isPossible, ariaLabel: say("make", { title }), data: { recipe: name } };
  return makeElement("li", {}, what, makeElement("button", properties, say("make_short")));
}

function describeDownload(bytes) {
  if (bytes === null) return say("download_unknown");
  return bytes === 0 ? say("no_download") : say("download", { size: formatBytes(bytes) });
}

/** If nothing has changed, keeps the elements, so that the focus stays where it is. */
function replaceIfChanged(parent, children) {
  const wanted = children.map((child) => child.outerHTML).join("");
  if (parent && parent.innerHTML !== wanted) parent.replaceChildren(...children);
}

const formatNumber = (count) => {
  const rounded = count < 1000 ? count : Number(count.toPrecision(3));
  return new Intl.NumberFormat(say.locale).format(rounded);
};

const formatUnit = (value, unit) =>
  new Intl.NumberFormat(say.locale, {
    style: "unit",
    unit,
    unitDisplay: unit === "megabyte" ? "short" : "long",
    maximumFractionDigits: value < 10 && unit === "megabyte" ? 1 : 0,
  }).format(value);

const formatBytes = (bytes) => formatUnit(bytes / MEGABYTE, "megabyte");

const formatSeconds = (seconds) =>
  seconds < 90 ? formatUnit(Math.ceil(seconds), "second") : formatUnit(seconds / 60, "minute");

async function begin(recipe) {
  awaited = true;
  try {
    await ask("POST", "/builds", { name: recipe });
  } catch (error) {
    setText($("away"), error instanceof Refused ? error.message : say("away"));
  }
  await look();
  $("cancel").focus();
}

if (makesLists) {
  $("offers").addEventListener("click", ({ target }) => {
    const { recipe } = target.closest("button")?.dataset ?? {};
    if (recipe) begin(recipe);
  });
  $("again").addEventListener("click", () => begin(state.build.name));
  $("cancel").addEventListener("click", async () => {
    await ask("DELETE", "/builds");
    await look();
    $("outcome").focus();
  });
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("pageshow", ({ persisted }) => persisted && look());
}

$("judge")?.addEventListener("click", (event) => {
  const isDirector = event.target.closest("a")?.getAttribute("href") === "director";
  if (!isDirector || !state || state.has_password) return;
  event.preventDefault();
  askForPassword();
});

function askForPassword() {
  setText($("password-note"), "");
  $("password").showModal();
}

$("no-password")?.addEventListener("click", () => $("password").close());

$("password")?.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const password = $("new-password").value;
  if (password !== $("same-password").value) {
    setText($("password-note"), say("password_differs"));
    return;
  }
  try {
    await ask("POST", "/password", { password });
    await call("POST", "director/session", { body: { password } });
    location.assign("director");
  } catch (error) {
    const shortest = state.shortest_password;
    const isShort = [...password].length < shortest;
    setText(
      $("password-note"),
      isShort ? say("password_short", { shortest }) : (error.message ?? say("away")),
    );
  }
});

addEventListener("hashchange", takeStation);
start();
