// What the page was published with: `PageSettings` in settings.py.

export const settings = JSON.parse(document.getElementById("settings").textContent);
