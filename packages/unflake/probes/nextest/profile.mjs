/**
 * The nextest profile of trials. It is in a file of ours next to the project's configuration, which still applies: our profile inherits
 * what it does not set. Priorities set an order that is not nextest's own. If the flags name a profile of the project, ours is added to
 * that one, because a file such as ours cannot inherit from it.
 */
import { fileOf, nameOf } from './pieces.mjs';

export const OWN = 'unflake';
const HIGHEST = 100;
/** nextest parses a filter recursively, so a long one is split. */
const TESTS_IN_FILTER = 200;

/** `orders` are the filters of each segment. */
export function profileText({ profile, junit, store, orders }) {
  const name = `profile.${quoted(profile)}`;
  const report = `{ path = ${quoted(junit)}, store-success-output = true, store-failure-output = true }`;
  // Without a folder of its own nextest creates one in the project.
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

/** The same, but short for a file whose tests are all selected: `sizes` has the number of tests per file. */
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

/** The profile that the project's flags name, else one of our own. */
export function profileOf(flags) {
  const at = flags.findIndex((flag) => /^(?:--profile|-P)(?:=|$)|^-P./.test(flag));
  if (at < 0) return OWN;
  return /^(?:--profile=|-P=?)(.+)$/.exec(flags[at])?.[1] ?? flags[at + 1] ?? OWN;
}

function escaped(text) {
  return text.replace(/[\\/),]/g, '\\$&').replace(/^ | $/g, '\\u{20}');
}

/** TOML strings accept the escapes of JSON. */
function quoted(text) {
  return JSON.stringify(text);
}
