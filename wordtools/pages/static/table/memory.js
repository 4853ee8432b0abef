// The browser's memory: its seats at tables, the tables that it made, and the player's preferences.

const SEAT = "wordtools.seat."; // followed by the table and the number of the seat
const OWNED = "wordtools.owner."; // followed by the table
const SITTING = "wordtools.sitting."; // the same, while it sits down
const TASTE = "wordtools.taste";

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
};

/** The seat that this browser holds, `{ token, name, title, at, … }`, or null. */
export const readSeat = (table, seat) => read(`${SEAT}${table}.${seat}`);

export function keepSeat(table, seat, facts) {
  localStorage.setItem(`${SEAT}${table}.${seat}`, JSON.stringify(facts));
  forgetSitting(table, seat);
}

export const forgetSeat = (table, seat) => localStorage.removeItem(`${SEAT}${table}.${seat}`);

/** The nonce and the key with which this browser is taking the seat, or null once it has the seat.
 * */
export const readSitting = (table, seat) => read(`${SITTING}${table}.${seat}`);

export const keepSitting = (table, seat, keys) =>
  localStorage.setItem(`${SITTING}${table}.${seat}`, JSON.stringify(keys));

export const forgetSitting = (table, seat) => localStorage.removeItem(`${SITTING}${table}.${seat}`);

/** A table that was made here, `{ owner, invitations, … }`, or null. */
export const readOwned = (table) => read(OWNED + table);

export const keepOwned = (table, facts) =>
  localStorage.setItem(OWNED + table, JSON.stringify(facts));

export const forgetOwned = (table) => localStorage.removeItem(OWNED + table);

/** The seats of this browser, latest first: `{ table, seat, … }`. */
export function listSeats() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(SEAT));
  return keys
    .map((key) => {
      const [table, seat] = key.slice(SEAT.length).split(".");
      return { table, seat: Number(seat), ...read(key) };
    })
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** The player's preferences, such as `{ theme: "dark" }`. */
export const readTaste = () => ({ ...read(TASTE) });

export const keepTaste = (changes) => {
  const taste = { ...readTaste(), ...changes };
  localStorage.setItem(TASTE, JSON.stringify(taste));
  return taste;
};

/** The parts of an address, `TABLE.SEAT.SECRET`: the table, the number of the seat and, in an
 * invitation, its secret. */
export function readAddress(hash) {
  const [table, seat, secret] = hash.replace(/^#/, "").split(".");
  return table && Number(seat) ? { table, seat: Number(seat), secret } : null;
}
