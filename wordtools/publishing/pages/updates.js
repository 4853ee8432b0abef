// Lets the page work offline: a service worker keeps it as it was published. A new version takes
// effect when the user agrees, and never during a challenge.

import { settings } from "./settings.js";

const HOUR = 3_600_000; // milliseconds between checks for a new version

/** Once there is a new version, offers it, and switches to it when the button is pressed. */
export async function offerUpdates(question, button, isFree) {
  if (!settings.worker || !navigator.serviceWorker || location.protocol === "file:") return;
  const worker = navigator.serviceWorker;
  let isControlled = worker.controller !== null;
  worker.addEventListener("controllerchange", () => {
    if (isControlled) reloadOnceFree(isFree); // another tab may have pressed the button
    isControlled = true;
  });
  const registration = await worker.register(settings.worker, { updateViaCache: "none" });
  const show = () => {
    question.hidden = !registration.waiting;
    registration.installing?.addEventListener("statechange", show);
  };
  registration.addEventListener("updatefound", show);
  show();
  button.addEventListener("click", () => registration.waiting?.postMessage("take over"));
  const look = () => registration.update().catch(() => {}); // offline: the page states its age
  addEventListener("online", look);
  setInterval(look, HOUR);
  look();
}

function reloadOnceFree(isFree) {
  if (isFree()) location.reload();
  else setTimeout(reloadOnceFree, 1000, isFree);
}
