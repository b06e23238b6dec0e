/**
 * Proves without unflake that a planted defect behaves as described, with the command that a person would type: the victim passes alone;
 * after its polluter, or under the setting that it depends on, it fails.
 */
import { spawn, spawnSync } from 'node:child_process';

/** After this many runs both outcomes of a 1-in-8 draw have been seen, with an error of 1 in 200. */
const MAX_DRAWS = 40;
const MAX_RUN_MS = 300_000;

/** Busy neighbours on the single core of a test while its waiting is tried. */
const NEIGHBOURS = 6;
const ON_ONE_CORE = ['taskset', '--cpu-list', '0'];

/** Settings under which the victim must fail. */
const FAILS_UNDER = {
  zone: { TZ: 'Pacific/Kiritimati' },
  environment: { CI: 'true' },
  locale: { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
};

/** @returns an empty list, or what is not as said */
export function check(plant, project, { cwd, env, clean }) {
  const passes = (roles, more = {}) => {
    const [program, ...args] = [...(more.before ?? []), 'sh', '-c', plant.plain(roles)];
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      env: { ...env, ...more.env },
      timeout: MAX_RUN_MS,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    return { ok: status === 0, output: `${stdout}${stderr}`.slice(-1500) };
  };
  const wrong = [];
  const expected = (what, { ok, output }, wanted) => {
    if (ok !== wanted) wrong.push(`${what}: ${ok ? 'passes' : `fails\n${output}`}`);
  };
  clean();
  if (plant.kind === 'hash-order') {
    const seen = new Set();
    for (let run = 0; run < MAX_DRAWS && seen.size < 2; run++) seen.add(passes(['victim']).ok);
    if (!seen.has(false)) wrong.push('no order failed');
    if (!seen.has(true)) wrong.push('no order passed');
    return wrong;
  }
  // A draw of 1 in 32, or a race, may fail once by chance.
  const alone = passes(['victim']);
  expected('victim alone', alone.ok ? alone : passes(['victim']), true);
  if (plant.kind in FAILS_UNDER)
    expected('under the setting', passes(['victim'], { env: FAILS_UNDER[plant.kind] }), false);
  if (plant.kind === 'short-wait' || plant.kind === 'missing-await') {
    // Work that is not awaited is late with two cores as well; a wait that is too short needs neighbours.
    const late = (_, run) => !passes(['victim'], { before: run % 2 === 0 ? [] : ON_ONE_CORE }).ok;
    if (!underLoad(() => Array.from({ length: MAX_DRAWS }).some(late))) wrong.push('never late beside others');
  }
  if (plant.order.length > 1 && !isSideBySide(plant, project)) {
    expected('after its polluter', passes(['polluter', 'victim']), false);
  }
  if (plant.ids.cleaner) expected('after its cleaner', passes(['polluter', 'cleaner', 'victim']), true);
  clean();
  return wrong;
}

function underLoad(use) {
  const [program, ...args] = [...ON_ONE_CORE, 'sh', '-c', 'while :; do :; done'];
  const others = Array.from({ length: NEIGHBOURS }, () => spawn(program, args, { stdio: 'ignore' }));
  try {
    return use();
  } finally {
    for (const other of others) other.kill('SIGKILL');
  }
}

/** Servers in separate files or threads collide only while both run. */
const isSideBySide = ({ kind }, { runner }) =>
  kind === 'port' && ['jest', 'vitest', 'node-test', 'cargo-test'].includes(runner);
