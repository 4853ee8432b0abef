// What both published pages share: the lexicons to choose from, what the page says of itself, and new
// versions.

import { $, makeElement, setText } from "static/elements.js";
import { endSentence, explain, fillIn, formatTime, isolate, speak } from "static/messages.js";
import { openOffered } from "./opening.js";
import { settings } from "./settings.js";
import { offerUpdates } from "./updates.js";

const DAY = 86_400_000; // milliseconds

/** Starts the page with its first lexicon. `begin(say, offer)` shows that it is being opened,
 *  `putInForce(say, offer, lexicon)` that it is; `isFree()` is true if no challenge is under way. */
export function setUpPage({ begin, putInForce, isFree }) {
  let opening = null; // the last offer that was chosen

  async function choose(offer) {
    opening = offer;
    document.body.dataset.state = "opening";
    const say = speak(offer.language, settings.messages[offer.language]);
    fillIn(document.body, say, {});
    for (const [index, button] of [...$("lexicons").children].entries())
      button.setAttribute("aria-pressed", settings.lexicons[index] === offer);
    setText($("lexicon"), describeOffer(say, offer));
    setText($("reason"), "");
    setText($("state"), say("judging"));
    $("experimental").hidden = offer.maturity !== "experimental";
    begin(say, offer);
    try {
      const { lexicon, signers } = await openOffered(offer);
      if (opening !== offer) return;
      document.body.dataset.state = "open";
      offer.signers = signers;
      setText($("lexicon"), describeOffer(say, offer));
      putInForce(say, offer, lexicon);
    } catch (error) {
      if (opening !== offer) return;
      document.body.dataset.state = "refused";
      setText($("state"), say("cannot"));
      setText($("reason"), endSentence(explain(say, error)));
    }
  }

  if (settings.lexicons.length > 1) {
    const buttons = settings.lexicons.map((offer) => {
      const button = makeElement("button", { className: "quiet" }, offer.edition);
      button.addEventListener("click", () => isFree() && choose(offer));
      return button;
    });
    $("lexicons").replaceChildren(...buttons);
  }
  choose(settings.lexicons[0]);
  offerUpdates($("update"), $("use-update"), isFree);
}

/** The line that names the lexicon, its date, its signers, and the age of the page. */
export function describeOffer(say, { title, edition, digest, effective, signers }) {
  const days = Math.floor((Date.now() - new Date(settings.published)) / DAY);
  const age = new Intl.RelativeTimeFormat(say.locale, { numeric: "auto" }).format(-days, "day");
  const date = formatTime(say, settings.published, { dateStyle: "long", timeZone: "UTC" });
  const signed = signers?.length && say("signed_by", { signers: signers.join(", ") });
  return [
    isolate(title),
    say("judged_by", { edition, digest: digest.slice(0, 8) }),
    effective ?? say("undated"),
    settings.trust ? signed : say("unsigned"),
    say("published", { date, age }),
  ]
    .filter(Boolean)
    .join(" · ");
}
