/** The table of `npm test -- --slow`: the most expensive files, by the CPU time that file-cost.mjs recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const ROWS = 20;

/** What file-cost.mjs recorded. */
export function readCosts(path) {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function slowest(path) {
  if (!existsSync(path)) return 'no file has run';
  const files = readCosts(path);
  const total = files.reduce((sum, { cpu }) => sum + cpu, 0);
  return [
    `processor     wall  (s) of ${files.length} files, ${total.toFixed(0)} s of processor in all`,
    ...mostExpensive([...byLane(files)].map(([name, cost]) => ({ ...cost, file: `${name}/` }))),
    '',
    ...mostExpensive(files),
  ].join('\n');
}

/** The wall time of a lane is that of its files one after another; two of them run side by side. */
function byLane(files) {
  const lanes = new Map();
  for (const { file, cpu, wall } of files) {
    const lane = /^(?:.*\/test\/\w+)(?=\/)/.exec(file)?.[0] ?? dirname(file);
    const sum = lanes.get(lane) ?? { cpu: 0, wall: 0 };
    lanes.set(lane, { cpu: sum.cpu + cpu, wall: sum.wall + wall });
  }
  return lanes;
}

function mostExpensive(rows) {
  return rows
    .toSorted((a, b) => b.cpu - a.cpu)
    .slice(0, ROWS)
    .map(({ file, cpu, wall }) => `${seconds(cpu)} ${seconds(wall)}  ${file}`);
}

const seconds = (value) => value.toFixed(1).padStart(9);
