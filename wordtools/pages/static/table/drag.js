// Lets players drag tiles with a mouse, a pen or a finger. A press that does not move is a click.

const SLACK = 7; // pixels that a finger may tremble

/** Calls `drop(from, to)` after an element that `find` accepts is dragged to another place. `find(element)` returns the piece that is dragged, or null. */
export function setUpDragging(root, find, drop) {
  let press = null;

  root.addEventListener("pointerdown", (event) => {
    const piece = event.button === 0 && find(event.target);
    if (piece) press = { piece, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (!press.ghost && far) begin(event);
    if (press.ghost) move(event);
  });

  function begin(event) {
    const { element } = press.piece;
    const box = element.getBoundingClientRect();
    press.ghost = element.cloneNode(true);
    press.ghost.classList.add("ghost");
    press.ghost.style.width = `${Math.max(box.width, 40)}px`;
    press.ghost.style.height = `${Math.max(box.height, 40)}px`;
    press.ghost.style.fontSize = `${Math.max(box.width, 40)}px`;
    document.body.append(press.ghost);
    element.classList.add("lifted");
    getSelection()?.removeAllRanges();
    move(event);
  }

  function move({ clientX, clientY }) {
    press.ghost.style.left = `${clientX}px`;
    press.ghost.style.top = `${clientY}px`;
    document.querySelector(".over")?.classList.remove("over");
    document.elementFromPoint(clientX, clientY)?.closest(".cell")?.classList.add("over");
  }

  function end(event, isDropped) {
    if (!press || event.pointerId !== press.id) return;
    const { piece, ghost } = press;
    press = null;
    if (!ghost) return;
    ghost.remove();
    piece.element.classList.remove("lifted");
    document.querySelector(".over")?.classList.remove("over");
    // Ignore the click that a browser sends after a drag.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")));
    if (isDropped) drop(piece, document.elementFromPoint(event.clientX, event.clientY));
  }

  addEventListener("pointerup", (event) => end(event, true));
  addEventListener("pointercancel", (event) => end(event, false));
}
