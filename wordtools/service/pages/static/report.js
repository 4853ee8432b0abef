// The report as a page of the service: the button that prints it.

document.getElementById("print").addEventListener("click", () => print());
