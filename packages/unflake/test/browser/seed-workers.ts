/** Workers as the dashboard finds them in a database: some run, one waits, one is lost, and one refuses. */
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import type { Connection } from '../../src/store/sql/connection.ts';

/** Of the samples. */
const BEAT_MS = 1_000;
export const OFFERED = 'h-5z5b8c';
const COMMIT = '3f1c20ab77e01d5c9a7b34e0d2f86a1b0c9d8e7f';

interface Sample {
  readonly id: string;
  readonly machine: string;
  readonly doing: string | null;
  readonly secondsAgo: number;
  readonly isLost?: true;
}

const SAMPLES: readonly Sample[] = [
  { id: 'w-1jx0k9e', machine: 'build-1', doing: `${OFFERED} t-17, hunt: suite, reversed`, secondsAgo: 3 },
  { id: 'w-p04hq2', machine: 'build-1', doing: `${OFFERED} t-18, hunt: shuffled`, secondsAgo: 14 },
  { id: 'w-zx81h3', machine: 'build-2', doing: null, secondsAgo: 0 },
  {
    id: 'w-8sk2vd',
    machine: 'build-<b>3</b>',
    doing: 'c-7f3k2m t-40 to t-44, isolate: <img src=x onerror="window.hacked=1">',
    secondsAgo: 200,
  },
  {
    id: 'w-qm55ty',
    machine: 'build-4',
    doing: `${OFFERED} t-16, hunt: each file alone`,
    secondsAgo: 310,
    isLost: true,
  },
];

export interface SeededWorkers extends AsyncDisposable {
  /** The last sign of life of all of them becomes an old one. */
  readonly silence: () => Promise<void>;
}

/** They give signs of life until it is disposed. */
export async function seedWorkers(address: string): Promise<SeededWorkers> {
  const db = await connectPostgres(address);
  for (const [at, sample] of SAMPLES.entries()) await add(db, sample, at);
  await db.run(
    'INSERT INTO work (case_id, holder, wanted) VALUES (?, ?, ?)',
    OFFERED,
    db.holder,
    JSON.stringify({ commit: COMMIT }),
  );
  await answer(db, 'w-1jx0k9e', null);
  await answer(db, 'w-p04hq2', null);
  await answer(db, 'w-zx81h3', 'it needs commit 3f1c20ab77, the worker serves 77aa01c9e2');
  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beating = db.run('UPDATE workers SET seen_at = clock_timestamp() WHERE holder = ?', db.holder);
  }, BEAT_MS);
  const stop = async () => {
    clearInterval(timer);
    await beating;
  };
  return {
    async silence() {
      await stop();
      await db.run("UPDATE workers SET seen_at = clock_timestamp() - interval '1 hour'");
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await db.close();
    },
  };
}

async function add(db: Connection, { id, machine, doing, secondsAgo, isLost }: Sample, at: number): Promise<void> {
  const seconds = (count: number) => `clock_timestamp() - make_interval(secs => ${count})`;
  await db.run(
    `INSERT INTO workers (id, machine, pid, root, platform, holder, started_at, seen_at, doing, since)
      VALUES (?, ?, ?, ?, ?, ?, ${seconds(3_600 + 60 * at)}, ${seconds(isLost ? 300 : 0)}, ?, ${
        doing === null ? 'NULL' : seconds(secondsAgo)
      })`,
    id,
    machine,
    4_700 + at,
    '/srv/shop',
    'linux-x64',
    // The lock of a lost one is held by nobody.
    isLost ? '1-1-build-4' : db.holder,
    doing,
  );
}

async function answer(db: Connection, worker: string, why: string | null): Promise<void> {
  await db.run(
    'INSERT INTO work_answers (case_id, worker_id, serves, why) VALUES (?, ?, ?, ?)',
    OFFERED,
    worker,
    String(why === null),
    why,
  );
}
