// The two buttons at the foot of a station: one that must be held, and one for full screen.

/** Calls `act` once a finger has held the button for some seconds, so that a passing touch does
 *  nothing. A mouse or a key clicks the button. */
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
      event.preventDefault(); // otherwise the touch would end in a click, which takes the focus
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

/** Shows the button while the page does not fill the screen but could. */
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
      // the browser refused; the page works without it
    }
  });
  document.addEventListener("fullscreenchange", show);
  fills.addEventListener("change", show);
  show();
}
