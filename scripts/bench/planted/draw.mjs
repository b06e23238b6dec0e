/** Draws cases by seed: every kind in turn, each time under the runner with the fewest cases so far. */
import { KINDS } from './kinds.mjs';
import { canPlant } from './plant.mjs';

const MIN_PORT = 21_000;
const PORTS = 9_000;

/** @returns cases as `{ kind, project, order, port, seed }` */
export function draw(projects, { count, seed, kinds = Object.keys(KINDS) }) {
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const used = new Map();
  const uses = (name) => used.get(name) ?? 0;
  const seen = new Set();
  const cases = [];
  for (let round = 0; cases.length < count && round < count * 2; round++) {
    for (const kind of shuffled(kinds, random)) {
      if (cases.length === count) break;
      const able = projects.filter((project) => canPlant(kind, project) && !seen.has(`${kind} ${project.name}`));
      const fewest = Math.min(...able.map(({ runner }) => uses(runner)));
      const project = pick(able.filter(({ runner }) => uses(runner) === fewest));
      if (!project) continue;
      used.set(project.runner, fewest + 1);
      seen.add(`${kind} ${project.name}`);
      const order = pick(KINDS[kind].orders ?? [['victim']]);
      const port = MIN_PORT + Math.floor(random() * PORTS);
      cases.push({ kind, project, order, port, seed: seed * 1000 + cases.length });
    }
  }
  return cases;
}

function shuffled(list, random) {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

/** Mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
