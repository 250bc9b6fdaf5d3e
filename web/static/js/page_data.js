// What the server put into this page (web/views/play.py).

const element = document.getElementById("page-data");

export const page = element ? JSON.parse(element.textContent) : {};
