/** Kills workers with SIGKILL and restarts PostgreSQL while hunts run: each ends as an undisturbed one, with every trial once. */
import { isDeepStrictEqual } from 'node:util';
import { random } from '../../../packages/testkit/dist/random.js';
import { ask, stop } from './places.mjs';

const MAX_WAIT_MS = 3_000;
const RECOVERED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** What depends on the trials alone. Copies of a round run their tests as often as there is time, so their counts differ. */
const found = ({ flaky, rounds, broken, coverage }) => ({
  flaky: flaky.map(({ test, kind, after }) => ({ test, kind, after })),
  rounds: rounds.map(({ arm, trials }) => ({ arm, trials })),
  broken,
  coverage,
});

export async function disturb({ place, server, many, kills, restarts, command }) {
  const draw = random(7);
  const workers = new Set(await Promise.all(Array.from({ length: many }, () => place.worker())));
  const recoveries = { kill: [], restart: [] };
  let left = draw.shuffle([...Array(kills).fill('kill'), ...Array(restarts).fill('restart')]);
  try {
    const undisturbed = await place.run(command);
    console.log(`undisturbed: ${undisturbed.result.cost.trials} trials in ${(undisturbed.ms / 1000).toFixed(0)} s\n`);
    let hunts = 0;
    let idle = 0;
    while (left.length > 0) {
      hunts += 1;
      const hunt = place.start([...command, '--json']);
      let isOver = false;
      const answer = hunt.answer.finally(() => (isOver = true));
      while (!isOver && left.length > 0) {
        await after(draw.int(0, MAX_WAIT_MS));
        if (isOver) break;
        const did =
          left[0] === 'kill'
            ? await killOne(workers, place, server, draw, () => isOver)
            : await restart(server, () => isOver);
        if (did === null) {
          idle += 1;
          continue;
        }
        recoveries[left[0]].push(did);
        left = left.slice(1);
      }
      const { stdout, stderr } = await answer;
      const envelope = JSON.parse(stdout === '' ? '{}' : stdout);
      if (envelope.ok !== true) throw new Error(`the hunt ended without a result: ${stdout}${stderr}`);
      const { result } = envelope;
      if (!isDeepStrictEqual(found(result), found(undisturbed.result)))
        throw new Error(
          `another result: ${JSON.stringify(found(result))}\nthan: ${JSON.stringify(found(undisturbed.result))}`,
        );
      await requireEachOnce(server, result);
      console.log(
        `hunt ${hunts}: the same result, ${result.cost.trials} trials each stored once; ${left.length} disturbances left`,
      );
    }
    report(recoveries, hunts, idle);
  } finally {
    await stop([...workers]);
  }
}

async function requireEachOnce({ address }, { huntId, cost }) {
  const rows = await ask(address, 'SELECT seq FROM unflake.trials WHERE case_id = $1 ORDER BY seq', [huntId]);
  const expected = Array.from({ length: cost.trials }, (_, at) => at + 1);
  if (
    !isDeepStrictEqual(
      rows.map(({ seq }) => Number(seq)),
      expected,
    )
  )
    throw new Error('a trial is missing or was stored twice');
}

/** Kills a worker that has a unit; returns how long it took until another had it, or null where none has one. */
async function killOne(workers, place, { address }, draw, isOver) {
  const rows = (await ask(address, 'SELECT id, unit_id, attempt FROM unflake.workers WHERE unit_id IS NOT NULL')) ?? [];
  const busy = rows.filter(({ id }) => [...workers].some((one) => one.id === id));
  if (busy.length === 0) return null;
  const unit = busy[draw.int(0, busy.length - 1)];
  const victim = [...workers].find(({ id }) => id === unit.id);
  victim.child.kill('SIGKILL');
  const began = performance.now();
  workers.delete(victim);
  await victim.answer;
  // As whatever supervises workers would.
  place.worker().then((one) => workers.add(one));
  const sql = 'SELECT state, retry_count FROM unflake_queue.job WHERE id = $1';
  for (;;) {
    const [job] = (await ask(address, sql, [unit.unit_id])) ?? [null];
    // Its end may have been stored just before the kill.
    if (job === undefined || job?.state === 'completed') return performance.now() - began;
    if (job?.state === 'active' && Number(job.retry_count) > Number(unit.attempt)) return performance.now() - began;
    if (isOver()) return performance.now() - began;
    if (performance.now() - began > RECOVERED_WITHIN_MS) throw new Error('nobody took the unit of a killed worker');
    await after(LOOK_EVERY_MS);
  }
}

/** Returns how long it took until a trial was stored again. */
async function restart(server, isOver) {
  const count = async () =>
    Number((await ask(server.address, 'SELECT count(*) AS count FROM unflake.trials'))?.[0].count ?? Number.NaN);
  const before = await count();
  if (Number.isNaN(before)) return null;
  const began = performance.now();
  await server.restart();
  while (!isOver()) {
    if ((await count()) > before) break;
    if (performance.now() - began > 2 * RECOVERED_WITHIN_MS) throw new Error('nothing was stored after a restart');
    await after(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

function report({ kill, restart }, hunts, idle) {
  console.log(`\n${kill.length} kills, ${restart.length} restarts in ${hunts} hunts (${idle} times nobody was busy)\n`);
  console.log('| | median | longest |\n|---|---|---|');
  console.log(`| until another worker had the unit of a killed one | ${middle(kill)} | ${longest(kill)} |`);
  console.log(`| until a trial was stored after a restart began | ${middle(restart)} | ${longest(restart)} |`);
}

const shown = (ms) => `${(ms / 1000).toFixed(1)} s`;
const middle = (all) => (all.length === 0 ? '' : shown(all.toSorted((a, b) => a - b)[all.length >> 1]));
const longest = (all) => (all.length === 0 ? '' : shown(Math.max(...all)));
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
