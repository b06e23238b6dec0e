/**
 * Loaded by `node --import` into an unflake: notes when parts of its work begin and end, with the CPU time of it and everything below it
 * until then, and writes them when it ends. `?into=<file>` behind its own address.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const into = new URL(import.meta.url).searchParams.get('into');
const MS_PER_TICK = 10;
const notes = [];

subscribe('unflake:parts', (part) => notes.push({ ...part, ms: performance.now(), cpuMs: cpuMs() }));
process.on('exit', () => {
  writeFileSync(into, JSON.stringify({ notes, ms: performance.now(), cpuMs: cpuMs() }));
});

/** Living descendants with the children that they have waited for. */
function cpuMs() {
  const stats = new Map(
    // unflake-allow directory-order: a map by pid
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(name)),
  );
  let total = 0;
  let level = [process.pid];
  while (level.length > 0) {
    for (const pid of level) total += stats.get(pid)?.ticks ?? 0;
    const parents = new Set(level);
    level = [...stats].filter(([, { parent }]) => parents.has(parent)).map(([pid]) => pid);
  }
  return total * MS_PER_TICK;
}

function statOf(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'latin1');
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [
      [
        Number(name),
        { parent: Number(words[1]), ticks: words.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) },
      ],
    ];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
