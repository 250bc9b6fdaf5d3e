// Sending a photograph: shrunk where that helps, with the progress told.

import { Problem } from "./api.js";
import { sayWho } from "./say_who.js";
import { shrinkPhoto } from "./shrink_photo.js";

/**
 * Send `file` with `fields` to `url`; `onProgress(share)` is told 0..1. Returns the server's answer; throws Problem.
 */
export async function sendPhoto(url, file, fields, onProgress) {
  const picture = await shrinkPhoto(file);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("photo", picture, file.name || "photo.jpg");
  try {
    return await send(url, form, onProgress);
  } catch (problem) {
    if (await sayWho(problem)) return send(url, form, onProgress);
    throw problem;
  }
}

function send(url, form, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("X-CSRFToken", document.querySelector('meta[name="csrf-token"]').content);
    request.setRequestHeader("X-Requested-With", "fetch");
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener("load", () => {
      if (request.status < 400 && request.response) resolve(request.response);
      else reject(new Problem(request.response ?? { status: request.status, code: "unreadable" }));
    });
    request.addEventListener("error", () => reject(new Problem({ code: "offline" })));
    request.send(form);
  });
}
