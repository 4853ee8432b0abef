// What the browser keeps of a station: its token, and where it stands.

const TOKEN = "wordtools.token";
const PLACE = "wordtools.place";

export const token = () => localStorage.getItem(TOKEN) ?? "";

export const setToken = (token) => localStorage.setItem(TOKEN, token.trim().replace(/^.*#/, ""));

export function forget() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(PLACE);
}

/** Takes a token out of the address bar, where nobody should read it. True when there was one. */
export function takeToken() {
  const found = location.hash.slice(1);
  if (found) {
    setToken(found);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return found !== "";
}

/** Event, round and table, each "-" until told. */
export const place = () => ({
  event: "-",
  round: "-",
  table: "-",
  ...JSON.parse(localStorage.getItem(PLACE) ?? "{}"),
});

export const setPlace = (place) => localStorage.setItem(PLACE, JSON.stringify(place));
