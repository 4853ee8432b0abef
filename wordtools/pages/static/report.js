// The button that prints the report, if the service shows it.

document.getElementById("print").addEventListener("click", () => print());
