// Pages of records, asked for when they are seen; only the last few of them are kept.

const CELLS = 300_000; // kept at most, whatever the number of columns
const TOGETHER = 2; // questions at the same time
let csrf = "";

export class Pages {
  constructor(source, changed) {
    Object.assign(this, { source, changed, query: "" });
    this.forget();
  }

  // Begin again, for a condition or for all records.
  forget(query = "") {
    this.stop();
    this.query = query;
    this.kept = new Map();
    this.asked = new Map();
    this.wanted = [];
    this.size = 100;
    this.records = 0;
  }

  stop() {
    for (const one of this.asked?.values() ?? []) one.abort();
  }

  // A record's values and its number; undefined while it is on its way.
  record(at) {
    const number = Math.floor(at / this.size);
    const page = this.kept.get(number);
    if (!page) return undefined;
    this.kept.delete(number); // the last one touched is the last one dropped
    this.kept.set(number, page);
    const within = at - number * this.size;
    const values = page.lines[within];
    if (!values) return undefined;
    const told = page.numbers?.[within] ?? at + 1;
    return { values, number: told, mark: page.marks?.[within], changed: page.changed?.[within] };
  }

  // The first page tells how many records and columns there are.
  async begin() {
    const page = await this.fetched(0, new AbortController().signal);
    this.size = Math.min(200, Math.max(20, Math.floor(20_000 / Math.max(1, page.columns.length))));
    this.records = page.records;
    this.keep(0, { ...page, lines: page.lines.slice(0, this.size) });
    return page;
  }

  // Records that are seen now; whatever else was asked for is not needed any more.
  want(first, last) {
    const pages = [];
    for (let at = Math.floor(first / this.size); at * this.size < last; at++) pages.push(at);
    this.wanted = pages.filter((at) => !this.kept.has(at));
    for (const [at, one] of this.asked) if (!pages.includes(at)) one.abort();
    this.next();
  }

  next() {
    const free = this.wanted.filter((at) => !this.asked.has(at));
    for (const at of free.slice(0, TOGETHER - this.asked.size)) this.ask(at);
  }

  async ask(at) {
    const [asked, stop] = [this.asked, new AbortController()];
    asked.set(at, stop);
    try {
      const page = await this.fetched(at, stop.signal);
      if (asked === this.asked) this.keep(at, page);
      this.changed();
    } catch (error) {
      if (error.name !== "AbortError" && asked === this.asked) this.changed(error.message);
      this.wanted = this.wanted.filter((one) => one !== at);
    }
    asked.delete(at);
    if (asked === this.asked) this.next();
  }

  keep(at, page) {
    this.wanted = this.wanted.filter((one) => one !== at);
    this.kept.set(at, page);
    const most = Math.max(4, CELLS / (this.size * Math.max(1, page.columns.length)));
    for (const old of this.kept.keys()) if (this.kept.size > most) this.kept.delete(old);
  }

  async fetched(at, signal) {
    const [first, count] = [at * this.size, this.size];
    if (!this.query) return answer(`${this.source}?first=${first}&count=${count}`, { signal });
    // A value of the data has no place in an address.
    return post(this.source, { query: this.query, first, count }, signal);
  }
}

async function post(address, body, signal) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": (csrf ||= await shoalSession.csrf()) };
  return answer(address, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function answer(address, how) {
  let found;
  try {
    found = await fetch(address, { cache: "no-store", ...how });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is it still running?");
  }
  if (found.status === 403) csrf = ""; // signed in anew since
  const told = await found.json();
  if (!found.ok) throw new Error((told.problems ?? [told.detail]).join(" "));
  return told;
}
