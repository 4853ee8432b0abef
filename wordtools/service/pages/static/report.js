// The button that prints the report when it is a page of the service.

document.getElementById("print").addEventListener("click", () => print());
