/**
 * The profile of nextest that trials run with. It stands in a file of ours beside the project's configuration, which stays in force: what our
 * profile does not say is taken from there. Priorities put tests in an order that is not nextest's own. Where the flags ask for a profile of
 * the project, ours is added to that one, because a file such as ours cannot build upon it.
 */
import { fileOf, nameOf } from './pieces.mjs';

export const OWN = 'unflake';
const HIGHEST = 100;
/** Nextest reads a filter recursively; a long one is given in parts. */
const TESTS_IN_FILTER = 200;

/** `orders` are the filters of each segment. */
export function profileText({ profile, junit, store, orders }) {
  const name = `profile.${quoted(profile)}`;
  const report = `{ path = ${quoted(junit)}, store-success-output = true, store-failure-output = true }`;
  // Without a place of its own nextest makes a folder in the project.
  const head = `[store]\ndir = ${quoted(store)}\n\n[${name}]\njunit = ${report}\n`;
  if (orders.length < 2) return head;
  const overrides = orders.flatMap((filters, at) =>
    filters.map((filter) => `\n[[${name}.overrides]]\nfilter = ${quoted(filter)}\npriority = ${HIGHEST - at}\n`),
  );
  return [head, ...overrides].join('');
}

/** Filters that together select exactly these tests. */
export function filtersOf(ids, targets) {
  const filters = [];
  for (let at = 0; at < ids.length; at += TESTS_IN_FILTER) {
    const names = new Map();
    for (const id of ids.slice(at, at + TESTS_IN_FILTER)) {
      const { binaryId } = targets.get(fileOf(id));
      names.set(binaryId, [...(names.get(binaryId) ?? []), `test(=${escaped(nameOf(id))})`]);
    }
    const parts = [...names].map(([binary, tests]) => `(binary_id(=${escaped(binary)}) & (${tests.join(' | ')}))`);
    filters.push(parts.join(' | '));
  }
  return filters;
}

/** As above, and short for a file all of whose tests are meant: `sizes` tells how many each has. */
export function selectingFilters(ids, sizes, targets) {
  const counts = new Map();
  for (const id of ids) counts.set(fileOf(id), (counts.get(fileOf(id)) ?? 0) + 1);
  const isWhole = (file) => counts.get(file) === sizes[file];
  const whole = [...counts.keys()].filter(isWhole).map((file) => `binary_id(=${escaped(targets.get(file).binaryId)})`);
  return [
    ...whole,
    ...filtersOf(
      ids.filter((id) => !isWhole(fileOf(id))),
      targets,
    ),
  ];
}

/** The profile that the project's flags ask for, else one of our own. */
export function profileOf(flags) {
  const at = flags.findIndex((flag) => /^(?:--profile|-P)(?:=|$)|^-P./.test(flag));
  if (at < 0) return OWN;
  return /^(?:--profile=|-P=?)(.+)$/.exec(flags[at])?.[1] ?? flags[at + 1] ?? OWN;
}

function escaped(text) {
  return text.replace(/[\\/),]/g, '\\$&').replace(/^ | $/g, '\\u{20}');
}

/** The strings of TOML take the escapes of JSON. */
function quoted(text) {
  return JSON.stringify(text);
}
