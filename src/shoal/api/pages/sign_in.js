// Exchanges the one-time token of a link, or name and password, for a session.
"use strict";

const SESSION = "/api/v1/session";
const told = document.getElementById("told");
const form = document.getElementById("by-password");
const inside = document.getElementById("inside");
let csrf = null;

function show(session) {
  csrf = session ? session.csrf : null;
  inside.hidden = !session;
  form.hidden = Boolean(session);
  if (!session) return;
  told.textContent = `Signed in as ${session.name} (${session.role}).`;
  location.replace("/");
}

async function ask(method, body, headers = {}) {
  if (body) headers = { "Content-Type": "application/json", ...headers };
  return fetch(SESSION, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
}

async function signIn(body) {
  const answer = await ask("POST", body);
  const found = await answer.json();
  show(answer.ok ? found : null);
  if (!answer.ok) told.textContent = found.detail;
}

async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  // The token leaves the address, and with it the history of the browser, before it is used.
  history.replaceState(null, "", location.pathname);
  if (token) return signIn({ token });
  const answer = await ask("GET");
  show(answer.ok ? await answer.json() : null);
  if (!answer.ok) told.textContent = "Sign in with your name and password, or by the link that `shoal serve` printed.";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(form));
  form.reset();
  signIn(given);
});

document.getElementById("sign-out").addEventListener("click", async () => {
  const answer = await ask("DELETE", undefined, { "X-CSRF-Token": csrf });
  if (!answer.ok) return;
  show(null);
  told.textContent = "Signed out.";
});

begin();
