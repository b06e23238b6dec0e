/**
 * Kills a running case with SIGKILL at 50 seeded random moments: no trial lost, no recorded one rerun, no process left, and the same
 * finding as without the kill. Prints Markdown; a violation throws. Needs `npm run build`.
 *
 *   node scripts/bench/engine-kill.mjs [--kills 50] [--seed 1] [--longest 150]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { killLoop } from '../../packages/unflake/test/services/kill-loop.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '150' },
  },
});
const rng = random(Number(values.seed));
const place = mkdtempSync(join(tmpdir(), 'unflake-kill-'));
try {
  const undisturbed = await loop('whole', []);
  let kills = 0;
  let rounds = 0;
  let again = 0;
  let between = 0;
  while (kills < Number(values.kills)) {
    const moments = Array.from({ length: Number(values.kills) - kills }, () => rng.int(0, Number(values.longest)));
    rounds += 1;
    const cut = await loop(`round-${rounds}`, moments);
    if (JSON.stringify(cut.finding) !== JSON.stringify(undisturbed.finding)) throw new Error('another finding');
    kills += cut.kills;
    again += cut.runs - cut.trials;
    between += cut.recordedAtKill.filter((trials) => trials > 0 && trials < cut.trials).length;
  }
  console.log(
    '| kill -9 | cases | in the middle of a case | trials lost | recorded trials run again | unfinished trials run again | processes left | finding |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  console.log(`| ${kills} | ${rounds} | ${between} | 0 | 0 | ${again} | 0 | same |`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function loop(name, moments) {
  const folder = mkdtempSync(join(place, `${name}-`));
  return killLoop(folder, moments);
}
