// Asking the server: JSON both ways, the CSRF token, and errors in the server's one shape (problem+json).

import { sayWho } from "./say_who.js";

export class Problem extends Error {
  constructor(body) {
    super(body.detail || "");
    this.status = body.status || 0; // 0: the network did not answer
    this.code = body.code || "offline";
    this.facts = body;
  }
}

const KEPT_ALIVE = 20_000; // letters: browsers take 64 KB of such requests, and a letter has up to three bytes

const token = () => document.querySelector('meta[name="csrf-token"]').content;

/** Ask the server. A phone that has not said who it is says it first (once: `hasAsked`), then the request goes again. */
export async function ask(url, { method = "GET", json, form, headers = {}, signal } = {}, hasAsked = false) {
  const options = { method, headers: { "X-Requested-With": "fetch", Accept: "application/json", ...headers }, signal };
  if (method !== "GET") options.headers["X-CSRFToken"] = token();
  if (json !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(json);
    options.keepalive = options.body.length < KEPT_ALIVE; // so it arrives when the page is left in the same moment
  } else if (form) options.body = form;
  let response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ code: "offline" });
  }
  if (response.status === 304) return null;
  const body = await response.json().catch(() => ({ status: response.status, code: "unreadable" }));
  if (response.ok) return body;
  const problem = new Problem(body);
  if (!hasAsked && await sayWho(problem)) return ask(url, { method, json, form, headers, signal }, true);
  throw problem;
}
