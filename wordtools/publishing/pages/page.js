// Code that both published pages share: it handles the choice of lexicon, the footer, and new versions.

import { $, makeElement, setText } from "static/elements.js";
import { Refused } from "static/errors.js";
import { endSentence, explain, fillIn, formatTime, isolate, speak } from "static/messages.js";
import { openOffered } from "./opening.js";
import { settings } from "./settings.js";
import { offerUpdates } from "./updates.js";

const DAY = 86_400_000; // milliseconds

/** Starts the page with its first lexicon. `begin(say, offer, opened)` lets the user enter words
 * while the lexicon is being checked; words can be judged once the promise `opened` yields
 * `{ lexicon }`. `end()` stops the entry if the checks fail. `isFree()` is true if no challenge is
 * under way. */
export function setUpPage({ begin, end, isFree }) {
  let opening = null; // the last offer that was chosen

  async function choose(offer) {
    opening = offer;
    document.body.dataset.state = "opening";
    const say = speak(offer.language, settings.messages[offer.language]);
    fillIn(document.body, say, {});
    for (const [index, button] of [...$("lexicons").children].entries())
      button.setAttribute("aria-pressed", settings.lexicons[index] === offer);
    setText($("lexicon"), describeOffer(say, offer));
    setText($("state"), say("cannot"));
    setText($("reason"), say("not_started"));
    $("experimental").hidden = offer.maturity !== "experimental";
    try {
      const opened = openOffered(offer);
      begin(say, offer, opened);
      offer.signers = (await opened).signers;
      if (opening !== offer) return;
      document.body.dataset.state = "open";
      setText($("lexicon"), describeOffer(say, offer));
    } catch (error) {
      if (opening !== offer) return;
      document.body.dataset.state = "refused";
      if (error instanceof Refused) setText($("reason"), makeSentence(say, explain(say, error)));
      end();
    }
  }

  if (settings.lexicons.length > 1) {
    const buttons = settings.lexicons.map((offer) => {
      const button = makeElement("button", { className: "quiet" }, nameOffer(offer));
      button.addEventListener("click", () => isFree() && choose(offer));
      return button;
    });
    $("lexicons").replaceChildren(...buttons);
  }
  choose(settings.lexicons[0]).then(() =>
    offerUpdates($("update"), $("use-update"), isFree),
  );
}

/** Turns a reason into a complete sentence. */
export const makeSentence = (say, [first, ...rest]) =>
  endSentence(first.toLocaleUpperCase(say.language) + rest.join(""));

/** Joins names into a list, with quotation marks if any name contains a comma; see `mark_names` of
 *  wordtools/wording.py. */
function joinNames(names) {
  const isUnclear = names.some((name) => name.includes(","));
  return names.map((name) => (isUnclear ? `“${name}”` : name)).join(", ");
}

/** Names an offer by its title, and also by its edition's name if others share the title. */
function nameOffer({ title, edition }) {
  const isUnclear = settings.lexicons.filter((one) => one.title === title).length > 1;
  return isUnclear ? `${title} (${edition})` : title;
}

/** The line that names the lexicon, its date, its signers and, on a published page, the page's age. */
export function describeOffer(say, { title, edition, digest, effective, signers }) {
  const signed = signers?.length && say("signed_by", { signers: joinNames(signers) });
  return [
    isolate(title),
    say("judged_by", { edition, digest: digest.slice(0, 8) }),
    effective ?? say("undated"),
    settings.trust ? signed : say("unsigned"),
    settings.published && describeAge(say),
  ]
    .filter(Boolean)
    .join(" · ");
}

function describeAge(say) {
  const days = Math.floor((Date.now() - new Date(settings.published)) / DAY);
  const age = new Intl.RelativeTimeFormat(say.locale, { numeric: "auto" }).format(-days, "day");
  const date = formatTime(say, settings.published, { dateStyle: "long", timeZone: "UTC" });
  return say("published", { date, age });
}
