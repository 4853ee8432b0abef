// A station's token, stored in the browser.

const TOKEN = "wordtools.token";

export const readToken = () => localStorage.getItem(TOKEN) ?? "";

/** Stores a token, alone or at the end of a station's link. */
export const saveToken = (text) => localStorage.setItem(TOKEN, text.trim().replace(/^.*#/, ""));

/** Moves a token from the address bar, where others could read it, to the browser's storage.
 * Returns true if there was a token. */
export function takeTokenFromAddress() {
  const token = location.hash.slice(1);
  if (token) {
    saveToken(token);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return token !== "";
}

export const forgetToken = () => localStorage.removeItem(TOKEN);
