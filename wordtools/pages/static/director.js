// The director's page: rulings, stations and their tokens, the lexicon, the log.

import { call, callAsDirector, resolve } from "./api.js";
import { $, ask, drawQrCode, makeElement } from "./elements.js";
import { Away, Refused } from "./errors.js";
import { detectLanguage, loadMessages } from "./languages.js";
import { countRecords, endSentence, explain, fillIn } from "./messages.js";
import { RulingTable } from "./rulings.js";
import { Stations } from "./stations.js";

const INTERVAL = 2000; // milliseconds between two queries of the log
const main = document.querySelector("main");
let say;
let rulings;
let stations;

async function start() {
  try {
    say = await loadMessages(detectLanguage());
  } catch {
    return setTimeout(start, INTERVAL);
  }
  document.documentElement.lang = say.language;
  document.title = `${say("director")} · wordtools`;
  fillIn(document.body, say, {});
  keepOptionsWhole($("only-here"));
  $("report").href = resolve(`director/report?${new URLSearchParams({
    language: say.language,
    locale: say.locale,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
  })}`);
  $("csv").href = resolve("director/log/export?format=csv");
  $("json").href = resolve("director/log/export?format=json");
  rulings = new RulingTable(document.querySelector("#rulings tbody"), $("acts"), say, {
    askVoid,
    showReceipt,
    nameLexicon: nameRuled,
  });
  stations = new Stations(say, attempt, isConfirmed);
  keepRefreshing();
}

/** Keeps lines from breaking within a command's option. */
function keepOptionsWhole(element) {
  const parts = element.textContent.split(/(--\S+ [\d.]*\d)/);
  element.replaceChildren(...parts.map((part, at) => (at % 2 ? makeElement("code", {}, part) : part)));
}

/** Performs an action. If the service refuses or is away, shows the reason in the element `place`.
 * */
async function attempt(action, place = "note") {
  try {
    await action();
    $(place).textContent = "";
  } catch (error) {
    if (error instanceof Refused && error.status === 401) showSignedIn(false);
    else if (!(error instanceof Refused || error instanceof Away)) throw error;
    else $(place).textContent = endSentence(explain(say, error));
  }
}

// The next action of the director clears a message.
for (const name of ["click", "input", "submit"])
  addEventListener(
    name,
    ({ target }) => target.closest("a, button, input, select, form") && ($("note").textContent = ""),
    { capture: true },
  );

/** Shows the page to a director, and the sign-in form to anyone else. */
function showSignedIn(signedIn) {
  $("sign-in").hidden = signedIn;
  main.hidden = $("sign-out").hidden = !signedIn;
  if (!signedIn) {
    rulings.clear();
    $("verified").textContent = "";
    $("password").focus();
  }
}

/** Shows the page when there is a session. */
async function resume() {
  const { session } = await call("GET", "director/session");
  if (session) await showLexicons(); // the table of rulings names them
  if (session) await Promise.all([stations.showAddresses(), refreshPage()]);
  showSignedIn(session);
}

const refreshPage = () => Promise.all([refreshRulings(), stations.refresh(), showHead()]);

async function refreshRulings() {
  await rulings.refresh();
  filterRulings();
  $("no-acts").hidden = $("acts").children.length > 0;
}

async function keepRefreshing() {
  if (!main.hidden) await attempt(refreshPage, "away");
  else if ($("sign-in").hidden) await attempt(resume, "away"); // as soon as the service is there
  setTimeout(keepRefreshing, INTERVAL);
}

$("sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const password = $("password").value;
  $("password").value = "";
  try {
    await callAsDirector("POST", "session", { password });
    await resume();
    $("note").textContent = "";
  } catch (error) {
    $("note").textContent = endSentence(explain(say, error));
  }
});

$("sign-out").addEventListener("click", () =>
  attempt(async () => {
    await callAsDirector("DELETE", "session");
    showSignedIn(false);
  }),
);

// Rulings

/** Hides the rulings that do not contain the filter's text. */
function filterRulings() {
  const wanted = $("filter").value.trim().toLocaleLowerCase();
  const rows = [...document.querySelectorAll("#rulings tbody tr")];
  for (const row of rows) row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
  $("rulings").hidden = !rows.length;
  $("no-rulings").hidden = $("first-steps").hidden = rows.length > 0;
}

$("filter").addEventListener("input", filterRulings);

async function askVoid({ id, number }) {
  $("void-title").textContent = say("void_title", { number });
  $("reason").value = "";
  if (!(await isConfirmed($("void")))) return;
  await attempt(async () => {
    await callAsDirector("POST", `rulings/${encodeURIComponent(id)}/void`, { why: $("reason").value });
    await refreshRulings();
  });
}

async function showReceipt({ id, number }) {
  await attempt(async () => {
    const { code, qr } = await call("GET", `director/rulings/${encodeURIComponent(id)}/receipt`);
    const title = say("receipt_title", { number });
    $("receipt-title").textContent = title;
    $("receipt-qr").replaceChildren(drawQrCode(qr, say("qr_code", { name: title })));
    $("receipt-code").textContent = code;
    $("receipt").showModal();
  });
}

/** Opens a dialog, and returns true if the director confirms it. */
const isConfirmed = async (dialog) => (await ask(dialog)) === "yes";

// The lexicon in force and the log

let lexicons = [];

async function showLexicons() {
  ({ lexicons } = await call("GET", `lexicons?language=${say.language}`));
  const current = findCurrent();
  $("in-force").textContent = current ? say("in_force", { lexicon: nameLexicon(current) }) : "";
  $("lexicons").replaceChildren(
    ...lexicons.map((one) => new Option(nameLexicon(one), one.name, one.in_force, one.in_force)),
  );
}

const findCurrent = () => lexicons.find(({ in_force }) => in_force);

/** Names a lexicon by its edition's title and its date, and also by its own name if others share
 * these. */
function nameLexicon(lexicon) {
  const call = ({ edition_title: title, effective }) => [title, effective].filter(Boolean).join(", ");
  const alike = lexicons.filter((one) => call(one) === call(lexicon));
  return alike.length > 1 ? `${call(lexicon)} (${lexicon.name})` : call(lexicon);
}

/** Names the lexicon of a ruling. If the lexicon is not at hand, the beginning of its digest tells
 * it from others with the same name. */
function nameRuled({ edition, digest }) {
  const known = lexicons.find((one) => one.edition === edition && one.digest === digest);
  return known ? nameLexicon(known) : `${edition} (${digest.slice(0, 8)})`;
}

$("choose").addEventListener("submit", async (event) => {
  event.preventDefault();
  const lexicon = lexicons.find(({ name }) => name === $("lexicons").value);
  const current = findCurrent();
  const values = { new: nameLexicon(lexicon), old: current ? nameLexicon(current) : "-" };
  $("sure-title").textContent = say("sure_lexicon", values);
  if (!(await ask($("sure")))) return;
  await attempt(async () => {
    await callAsDirector("PUT", "lexicon", { name: lexicon.name });
    await showLexicons();
  });
});

$("verify").addEventListener("click", () =>
  attempt(async () => {
    const { records, head, faults } = await call("GET", "director/log/verify");
    $("verified").textContent = faults.length
      ? say("not_whole", { faults: faults.join(" ") })
      : say("whole", { records: countRecords(say, records), head });
  }),
);

/** Shows the last signed head and, if the service has a key, the buttons for another head and for
 *  receipts. */
async function showHead() {
  const { key, last } = await call("GET", "director/log/heads");
  $("sign-head").hidden = !key;
  $("rulings").classList.toggle("has-receipts", key !== "");
  $("signed-head").hidden = !last;
  if (!last || $("head-text").textContent === last.text) return;
  $("head-text").textContent = last.text;
  $("head-qr").replaceChildren(drawQrCode(last.qr, say("signed_head"), say));
}

$("sign-head").addEventListener("click", () =>
  attempt(async () => {
    await callAsDirector("POST", "log/heads");
    await showHead();
  }),
);

start();
