// Where a key leads to, from one cell to another (WAI-ARIA pattern "grid"); null if nowhere.

export function step(event, { record, column }, { records, columns, page }) {
  const far = event.ctrlKey || event.metaKey;
  const moves = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    PageDown: [page, 0],
    PageUp: [-page, 0],
    Home: [far ? -records : 0, -columns],
    End: [far ? records : 0, columns],
  };
  const by = moves[event.key];
  if (!by || !records || event.altKey) return null;
  const within = (at, all) => Math.min(Math.max(0, at), all - 1);
  return { record: within(record + by[0], records), column: within(column + by[1], columns) };
}
