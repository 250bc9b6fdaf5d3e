// Only what belongs to the chosen game is shown; a solo game has one player.

const form = document.getElementById("new-game");

function show() {
  const game = form.elements.game.value;
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== game;
  const solo = game === "evenglow" && form.elements.variant.value === "solo";
  form.querySelectorAll("label.name").forEach((label, index) => {
    label.hidden = solo && index > 0;
    label.querySelector("input").disabled = label.hidden;
  });
}

form.addEventListener("change", show);
show();
