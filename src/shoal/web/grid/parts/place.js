// Where a grid is: from the position of its scroll bar to the first line that is seen, and back.
// No browser makes an element of any height, so beyond a limit the bar stands for more than it is.

export const TALLEST = 15_000_000; // pixels; Firefox ends at 17.8 million, Chromium at 33.5

export class Place {
  constructor(line) {
    Object.assign(this, { line, records: 0, view: 0, top: 0, bar: 0 });
  }

  get all() {
    return this.records * this.line;
  }

  get tall() {
    return Math.min(this.all, TALLEST);
  }

  get isScaled() {
    return this.all > TALLEST;
  }

  get last() {
    return Math.max(0, this.all - this.view);
  }

  get lastBar() {
    return Math.max(0, this.tall - this.view);
  }

  // A person moved the bar: by a little (a finger, a key), or to another place.
  moved(bar) {
    const by = bar - this.bar;
    this.bar = bar;
    if (!this.isScaled) this.top = bar;
    else if (bar <= 0) this.top = 0;
    else if (bar >= this.lastBar - 1) this.top = this.last;
    else this.top = Math.abs(by) < this.view ? this.within(this.top + by) : (bar / this.lastBar) * this.last;
  }

  go(top) {
    this.top = this.within(top);
  }

  within(top) {
    return Math.min(Math.max(0, top), this.last);
  }

  // Where the bar belongs.
  get fitting() {
    return this.last ? (this.top / this.last) * this.lastBar : 0;
  }

  // The records that are seen, the last one excluded.
  get seen() {
    const first = Math.floor(this.top / this.line);
    return [first, Math.min(this.records, Math.ceil((this.top + this.view) / this.line))];
  }
}
