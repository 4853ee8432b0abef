// Shows the invitations to a table (links to copy, and QR codes) to the person who made it, until
// all seats are taken.

import { drawQrCode, makeElement } from "../elements.js";
import { revokeSeat } from "./link.js";
import * as memory from "./memory.js";

/** If this browser made the table, draws the invitations to seats that nobody has taken. */
export function drawInvitations(element, { state, facts, say, isOver }, { table }, attempt) {
  const owned = memory.readOwned(table);
  const open = (owned?.invitations ?? []).filter(({ seat }) => state.invited.includes(seat));
  element.hidden = isOver || !open.length;
  const key = JSON.stringify([open, say.language]);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.querySelector("ul").replaceChildren(
    ...open.map((one) => drawInvitation(one, facts.seats[one.seat - 1]?.name ?? "", table, owned, say, attempt)),
  );
}

/** The address of an invitation. */
const makeLink = (table, { link, seat, secret }) =>
  link || `${new URL("table", new URL("./", location)).href}#${table}.${seat}.${secret}`;

/** An invitation: a name, its link with a button that copies it, and its QR code. */
function drawInvitation(invitation, name, table, owned, say, attempt) {
  const link = makeLink(table, invitation);
  const who = invitation.member ? `${name}, ${invitation.member}` : name;
  const field = makeElement("input", { readOnly: true, value: link, ariaLabel: say("link_of", { name: who }) });
  field.addEventListener("focus", () => field.select());
  const copy = makeElement("button", { type: "button", className: "main" }, say("copy"));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    copy.textContent = say("copied");
  });
  const item = makeElement("li", { className: "invitation" }, makeElement("h3", {}, who), field, copy);
  if (navigator.share) {
    const share = makeElement("button", { type: "button" }, say("share"));
    share.addEventListener("click", () => navigator.share({ url: link }).catch(() => {}));
    item.append(share);
  }
  if (owned?.owner) {
    const renew = makeElement("button", { type: "button", className: "quiet" }, say("renew_link"));
    renew.addEventListener("click", () => attempt(() => renewLink(table, invitation.seat, owned)));
    item.append(renew);
  }
  if (invitation.qr) {
    const picture = drawQrCode(invitation.qr, say("qr_of", { name: who }));
    item.append(makeElement("details", {}, makeElement("summary", {}, say("qr")), picture));
  }
  return item;
}

/** If this browser made the table, draws a button for each seat that somebody else has taken. The
 * button calls `revoke` with the seat's number and name. */
export function drawTakenSeats(element, { state, facts, say, isOver }, address, revoke) {
  const isOwner = !!memory.readOwned(address.table)?.owner && !isOver;
  const taken = facts.seats
    .map((seat, at) => ({ ...seat, number: at + 1 }))
    .filter(({ kind, number }) => kind === "person" && number !== address.seat && !state.invited.includes(number));
  element.replaceChildren(
    ...(isOwner ? taken : []).map(({ number, name }) => {
      const button = makeElement("button", { type: "button" }, `${say("renew_link")}: ${name}`);
      button.addEventListener("click", () => revoke(number, name));
      return button;
    }),
  );
}

/** Takes a seat back, and stores the new invitations to it. */
export async function renewLink(table, seat, owned) {
  const base = new URL("./", location).href;
  const { invitations } = await revokeSeat(table, seat, owned.owner, base);
  const rest = owned.invitations.filter((one) => one.seat !== seat);
  memory.keepOwned(table, { ...owned, invitations: [...rest, ...invitations] });
  location.reload();
}
