/** The table that is printed: each figure with its promise, and the load of the machine while it was measured. */
import { loadavg } from 'node:os';

export function figures() {
  const rows = new Map();
  return {
    /** `share` is held to `promised`; null where nothing is promised. Values of later rounds join those of earlier ones. */
    add(what, values, promised, share = 0.95) {
      const row = rows.get(what) ?? { values: [], promised, share, loads: [] };
      row.values.push(...values);
      row.loads.push(loadavg()[0]);
      rows.set(what, row);
    },
    isKept: () => [...rows.values()].every(isKept),
    print() {
      console.log('| what | n | median | p95 | max | promised | kept | load |\n|---|---|---|---|---|---|---|---|');
      for (const [what, row] of rows) {
        const { values, promised, share, loads } = row;
        const name = share === 0.95 ? what : `${what} (p${share * 100}: ${text(at(values, share))})`;
        const cells = [name, values.length, ...[0.5, 0.95, 1].map((part) => text(at(values, part)))];
        const kept = promised === null ? '–' : isKept(row) ? 'yes' : 'no';
        console.log(`| ${[...cells, promised ?? '–', kept, loadText(loads)].join(' | ')} |`);
      }
    },
  };
}

const isKept = ({ values, promised, share }) => promised === null || at(values, share) <= promised;

function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))];
}

const text = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

function loadText(loads) {
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((one) => one.toFixed(1));
  return least === most ? least : `${least}–${most}`;
}
