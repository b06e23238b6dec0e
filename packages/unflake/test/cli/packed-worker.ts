/** A worker as it is installed, on a PostgreSQL of its own: its queue is in the bundle, without what never runs. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import type { WorkerResult, WorkersResult } from '../../src/tools/lib/workers/results.ts';
import type { PackedInstall, Said } from './packed-install.ts';

export interface PackedWorkerRun {
  readonly hunt: Said;
  /** What the worker said when it was told to stop. */
  readonly worker: WorkerResult;
}

/** A short hunt with one worker. */
export async function huntWithWorker(packed: PackedInstall): Promise<PackedWorkerRun> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const server = await startPostgres(folder);
  try {
    const store = ['--store', server.address];
    const worker = packed.start('worker', ...store, '--json', '--quiet');
    let said = '';
    worker.stdout!.on('data', (piece) => (said += piece));
    const ended = once(worker, 'close');
    try {
      await until(
        async () => {
          const { stdout } = await packed.unflake('workers', ...store, '--json', '--quiet');
          return (JSON.parse(stdout) as { result: WorkersResult }).result.workers.length === 1;
        },
        { within: 120_000 },
      );
      const hunt = await packed.unflake('hunt', '--workers', '--rounds', '2', '--seed', '5', ...store);
      worker.kill('SIGTERM');
      await ended;
      return { hunt, worker: (JSON.parse(said) as { result: WorkerResult }).result };
    } finally {
      worker.kill('SIGKILL');
      await ended;
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
