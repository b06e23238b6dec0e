/** Divides a selection into runs of nextest. One run is enough if its lines distinguish all tests and there are enough priorities. */

/** From 100 to -100. */
export const PRIORITIES = 201;

/**
 * `segments` are ids, each segment in nextest's own order. Each piece has its segments and, by the label that nextest prints, the files of
 * its tests. A library and a program of one name share a label: if both have a test of one name, they run separately.
 */
export function piecesOf(segments, targets) {
  const known = segments.flat().filter((id) => targets.has(fileOf(id)));
  const shared = sharedLabels(known, targets);
  const unknown = [...new Set(segments.flat().map(fileOf))].filter((file) => !targets.has(file));
  const pieces = [];
  for (const segment of segments) {
    let begun = false;
    for (const id of segment.filter((one) => targets.has(fileOf(one)))) {
      const { label } = targets.get(fileOf(id));
      const files = pieces.at(-1)?.files[label] ?? [];
      const isApart = shared.has(label) && files.length > 0 && !files.includes(fileOf(id));
      const isFull = !begun && pieces.at(-1)?.segments.length === PRIORITIES;
      if (pieces.length === 0 || isApart || isFull) {
        pieces.push({ segments: [], files: {} });
        begun = false;
      }
      const piece = pieces.at(-1);
      if (!begun) piece.segments.push([]);
      begun = true;
      piece.segments.at(-1).push(id);
      piece.files[label] = [...new Set([...(piece.files[label] ?? []), fileOf(id)])];
    }
  }
  return { pieces, unknown };
}

/** Labels under which two of the tests would have the same name. */
function sharedLabels(ids, targets) {
  const printed = new Map();
  const shared = new Set();
  for (const id of new Set(ids)) {
    const { label } = targets.get(fileOf(id));
    const name = `${label}$${nameOf(id)}`;
    if (printed.has(name)) shared.add(label);
    printed.set(name, id);
  }
  return shared;
}

export function fileOf(id) {
  return id.slice(0, id.indexOf('::'));
}

export function nameOf(id) {
  return id.slice(id.indexOf('::') + 2);
}
