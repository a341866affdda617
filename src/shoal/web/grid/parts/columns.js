// Columns of a grid: how wide each is, and which of them are seen.

const [NARROWEST, WIDEST, LETTER] = [88, 320, 8];

export class Columns {
  constructor(names, lines, roles) {
    this.names = names;
    this.widths = names.map((name, at) => width(name, lines, at, roles[name] ?? ""));
    this.place();
  }

  place() {
    let left = 0;
    this.lefts = this.widths.map((wide) => (left += wide) - wide);
    this.wide = left;
  }

  resize(at, wide) {
    this.widths[at] = Math.max(48, wide);
    this.place();
  }

  // Those between two positions, from left to right.
  seen(from, to) {
    const found = [];
    for (let at = 0; at < this.names.length; at++) {
      if (this.lefts[at] < to && this.lefts[at] + this.widths[at] > from) found.push(at);
    }
    return found;
  }
}

function width(name, lines, at, role) {
  const longest = Math.max(name.length + 1, role.length, ...lines.slice(0, 100).map((line) => line[at]?.length ?? 0));
  return Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER + 24));
}
