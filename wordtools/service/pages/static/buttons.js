// Two buttons at the foot of a station: one that is held, and one for the whole screen.

/** Calls `act` once a finger has held the button for so many seconds: no passing touch will do. A
 *  mouse or a key clicks it. */
export function onHold(button, seconds, act) {
  let timer;
  button.style.setProperty("--hold", `${seconds}s`);

  function release() {
    clearTimeout(timer);
    button.classList.remove("held");
  }

  button.addEventListener(
    "touchstart",
    (event) => {
      event.preventDefault(); // else a touch ends in a click, which takes the focus besides
      release();
      button.classList.add("held");
      timer = setTimeout(() => {
        release();
        act();
      }, 1000 * seconds);
    },
    { passive: false },
  );
  for (const name of ["touchend", "touchcancel"]) button.addEventListener(name, release);
  button.addEventListener("click", act);
}

/** Shows the button while the page could take the whole screen and has not. */
export function offerFullScreen(button) {
  const fills = matchMedia("(display-mode: fullscreen)");
  const show = () => {
    button.hidden = !document.fullscreenEnabled || !!document.fullscreenElement || fills.matches;
  };
  button.addEventListener("click", async () => {
    try {
      await document.documentElement.requestFullscreen({ navigationUI: "hide" });
      await navigator.keyboard?.lock?.(["Escape"]); // Esc is a key of the station
    } catch {
      // the browser would not; the page works as it is
    }
  });
  document.addEventListener("fullscreenchange", show);
  fills.addEventListener("change", show);
  show();
}
