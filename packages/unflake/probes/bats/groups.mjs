/**
 * Splits a selection into parts that one BATS process runs exactly as wanted. BATS runs the tests of a file in file order, and has one
 * filter for all files.
 */
import titlePath from '../javascript/title-path.cjs';
import { readTests } from './read-tests.mjs';

// One argument may have 131,071 bytes on Linux.
const FILTER_BYTES = 100_000;

/** @param {readonly string[]} ids */
export function inGroups(ids) {
  const files = new Map();
  const inFile = (file) => {
    if (!files.has(file)) files.set(file, readTests(file));
    return files.get(file);
  };
  const missing = [];
  const groups = [];
  for (const chunk of chunksOf(ids, inFile, missing)) {
    const last = groups.at(-1);
    const fitsOneFilter = last && joined(last, chunk, inFile);
    if (fitsOneFilter) groups[groups.length - 1] = fitsOneFilter;
    else groups.push(joined({ chunks: [] }, chunk, inFile));
  }
  return { groups, missing };
}

/** Tests of one file that are adjacent in the selection and in the order of the file. */
function chunksOf(ids, inFile, missing) {
  const chunks = [];
  const places = new Map();
  for (const file of new Set(ids.map(titlePath.fileOf))) {
    for (const [place, { id }] of inFile(file).entries()) places.set(id, place);
  }
  for (const id of ids) {
    const file = titlePath.fileOf(id);
    const place = places.get(id);
    const test = inFile(file)[place];
    if (test === undefined) {
      missing.push(id);
      continue;
    }
    const last = chunks.at(-1);
    const bytes = Buffer.byteLength(test.name) * 2 + 1;
    if (last?.file === file && place > last.place && last.bytes + bytes < FILTER_BYTES) {
      last.tests.push(test);
      last.place = place;
      last.bytes += bytes;
    } else chunks.push({ file, place, bytes, tests: [test] });
  }
  return chunks;
}

/** The group with this chunk appended, or null if one filter cannot select exactly both. */
function joined(group, chunk, inFile) {
  const chunks = [...group.chunks, chunk];
  if (group.chunks.some(({ file }) => file === chunk.file)) return null;
  const whole = chunks.every(({ file, tests }) => inFile(file).length === tests.length);
  if (whole) return { chunks, filter: null };
  const names = new Set(chunks.flatMap(({ tests }) => tests.map(({ name }) => name)));
  const exact = chunks.every(
    ({ file, tests }) => inFile(file).filter(({ name }) => names.has(name)).length === tests.length,
  );
  const filter = `^(${[...names].map(escaped).join('|')})$`;
  if (group.chunks.length > 0 && (!exact || Buffer.byteLength(filter) > FILTER_BYTES)) return null;
  return { chunks, filter };
}

function escaped(name) {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
