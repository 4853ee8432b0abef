// The settings of the page: see `PageSettings` in settings.py.

export const settings = JSON.parse(document.getElementById("settings").textContent);
