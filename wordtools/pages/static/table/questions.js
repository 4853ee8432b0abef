// Questions about a play: their text, the time left to answer, and the answers as buttons.

import { makeElement, setText } from "../elements.js";
import { describeQuestion } from "./sentences.js";

const ANSWERS = {
  challenge: ["accept", "challenge"],
  accept: ["accept", "check"],
  vote: ["accept", "check"],
  "take-back": ["consent", "refuse"],
  stand: [],
};

const LABELS = {
  "challenge accept": "lets_stand",
  "vote check": "reject",
  "take-back consent": "consent",
};

/** Draws the open questions. Each button names its command in `data-do`. */
export function drawQuestions(element, { state, say, me }) {
  const key = JSON.stringify([state.questions, state.may, say.language]);
  if (element.dataset.key === key) return;
  const active = element.contains(document.activeElement) ? document.activeElement.dataset.do : null;
  element.dataset.key = key;
  element.replaceChildren(
    ...state.questions.map((question) => {
      const { kind, waits_for: waitsFor, player, deadline } = question;
      const deeds = waitsFor.includes(me) ? ANSWERS[kind] : [];
      const own = player === me && kind !== "take-back" ? ["take-back"] : [];
      const buttons = [...deeds, ...own]
        .filter((deed) => state.may.includes(deed))
        .map((deed) => {
          const label = LABELS[`${kind} ${deed}`] ?? deed.replace("-", "_");
          return makeElement("button", { type: "button", data: { do: deed } }, say(label));
        });
      const item = makeElement("div", { className: "question" });
      item.classList.toggle("asks-me", deeds.length > 0);
      item.append(makeElement("p", { className: "asks" }, describeQuestion(say, question, me)));
      if (deadline != null) {
        item.dataset.deadline = deadline;
        item.append(
          makeElement("p", { className: "countdown" }),
          makeElement("progress", { ariaHidden: "true" }),
        );
      }
      if (buttons.length) item.append(makeElement("div", { className: "answers" }, ...buttons));
      return item;
    }),
  );
  if (active) element.querySelector(`[data-do="${active}"]`)?.focus();
}

/** Updates the seconds left to answer the questions. */
export function tickQuestions(element, { clock, say }) {
  for (const item of element.querySelectorAll("[data-deadline]")) {
    const left = clock.until(Number(item.dataset.deadline));
    setText(item.querySelector(".countdown"), say("seconds", { seconds: Math.ceil(left) }));
    const bar = item.querySelector("progress");
    bar.max = Math.max(bar.max > 1 ? bar.max : 0, left, 1);
    bar.value = left;
  }
}
