// Grids that scroll together: each tells the others of its group where it is.

const groups = new Map();

export function join(name, member) {
  if (!groups.has(name)) groups.set(name, new Set());
  groups.get(name).add(member);
}

export function leave(name, member) {
  groups.get(name)?.delete(member);
}

export function tell(name, member, place) {
  for (const other of groups.get(name) ?? []) if (other !== member) other.follow(place);
}
