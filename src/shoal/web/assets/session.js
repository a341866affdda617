// What pages ask of the service itself: who is signed in, uploads with progress, downloads.
"use strict";

// Whoever signs out leaves no other page with records open.
const signedOut = new BroadcastChannel("shoal-signed-out");
signedOut.onmessage = () => location.assign("/sign-in");

globalThis.shoalSession = {
  async csrf() {
    const answer = await fetch("/api/v1/session", { cache: "no-store" });
    return answer.ok ? (await answer.json()).csrf : "";
  },
  async signOut() {
    await fetch("/api/v1/session", { method: "DELETE", headers: { "X-CSRF-Token": await this.csrf() } });
    signedOut.postMessage("");
    location.assign("/sign-in");
  },
  // POST JSON, or a file as it is; the answer's JSON, or its problem thrown.
  async post(address, body, headers = {}) {
    const json = body === undefined || body?.constructor === Object;
    const answer = await fetch(address, {
      method: "POST",
      headers: { "X-CSRF-Token": await this.csrf(), ...(json ? { "Content-Type": "application/json" } : {}), ...headers },
      body: json ? JSON.stringify(body ?? {}) : body,
    });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    return found;
  },
};
