// What the browser keeps for a station: its token.

const TOKEN = "wordtools.token";

export const readToken = () => localStorage.getItem(TOKEN) ?? "";

/** Keeps a token, given alone or at the end of a station's link. */
export const saveToken = (text) => localStorage.setItem(TOKEN, text.trim().replace(/^.*#/, ""));

/** Takes a token out of the address bar, where nobody should read it. True when there was one. */
export function takeTokenFromAddress() {
  const found = location.hash.slice(1);
  if (found) {
    saveToken(found);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return found !== "";
}

export const forgetToken = () => localStorage.removeItem(TOKEN);
