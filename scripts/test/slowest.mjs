/** The table of `npm test -- --slow`: the most expensive files, by the CPU time that file-cost.mjs recorded. */
import { existsSync, readFileSync } from 'node:fs';

const ROWS = 20;

export function slowest(path) {
  if (!existsSync(path)) return 'no file has run';
  const files = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .sort((a, b) => b.cpu - a.cpu);
  const total = files.reduce((sum, { cpu }) => sum + cpu, 0);
  const lines = files.slice(0, ROWS).map(({ file, cpu, wall }) => `${seconds(cpu)} ${seconds(wall)}  ${file}`);
  return [`processor     wall  (s) of ${files.length} files, ${total.toFixed(0)} s of processor in all`, ...lines].join(
    '\n',
  );
}

const seconds = (value) => value.toFixed(1).padStart(9);
