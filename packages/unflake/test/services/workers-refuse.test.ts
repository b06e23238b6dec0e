/** What a worker refuses and why, and how it gets the commit that the work needs. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { until } from '@unflake/testkit/until';
import { describe, expect, test } from 'vitest';
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { openQueue } from '../../src/queue/queue.ts';
import { closeWork, openWork } from '../../src/queue/work.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { Place } from '../cli/unflake.ts';
import { newCase } from '../contract/store.ts';
import { HUNT, resultOf, SOON, WorkerPlace, type WorkerProcess } from './worker-place.ts';

/** For one round a faster launcher would cost more than it earns. */
const ONE_ROUND = ['hunt', 'shop.test.js', '--workers', '--rounds', '1', '--seed', '5', '--launcher', 'cold'];

const at = new WorkerPlace();

describe('a worker refuses', () => {
  async function refusal(worker: WorkerProcess): Promise<string> {
    const said = await at.saidBy('the trials run here', ...ONE_ROUND);
    expect(said).toContain('no worker takes the work; the trials run here');
    expect(worker.said()).toMatch(/^refuses /m);
    expect(worker.said()).not.toMatch(/^runs /m);
    return said;
  }

  /** A second checkout, served by a worker. */
  async function elsewhere(change: (checkout: string) => void): Promise<WorkerProcess> {
    const checkout = join(at.place.folder, 'checkout');
    cpSync(at.place.subject, checkout, { recursive: true });
    change(checkout);
    return at.worker('--root', checkout);
  }

  test('another commit', async () => {
    const old = at.commit();
    const worker = await elsewhere(() => {});
    at.git('commit', '--quiet', '--allow-empty', '--message', 'two');
    expect(await refusal(worker)).toContain(
      `it needs commit ${at.git('rev-parse', 'HEAD').slice(0, 10)}, the worker serves ${old.slice(0, 10)}`,
    );
  });

  test('other changes that are not committed', async () => {
    at.commit();
    const worker = await elsewhere((checkout) => appendFileSync(join(checkout, 'shop.js'), '\n// changed\n'));
    expect(await refusal(worker)).toContain('the checkout of the worker has changes that are not committed');
    appendFileSync(join(at.place.subject, 'shop.js'), '\n// here too\n');
    expect(await refusal(worker)).toContain('the checkout of the worker has other changes that are not committed');
  });

  test('another repository', async () => {
    const worker = await elsewhere((checkout) => {
      const here = { cwd: checkout };
      execFileSync('git', ['init', '--quiet'], here);
      execFileSync('git', ['add', '-A'], here);
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
      execFileSync('git', [...who, 'commit', '--quiet', '--message', 'another'], here);
    });
    at.commit();
    expect(await refusal(worker)).toContain('it belongs to another repository');
  });

  test('another version of what runs the tests', async () => {
    const other = new Place(await nodeVersion('22.23.3'));
    try {
      const worker = await at.workerIn(other, '--root', at.place.subject);
      expect(await refusal(worker)).toMatch(/it needs node-test [\d.]+, the worker has node-test 22\.23\.3/);
    } finally {
      other.remove();
    }
  });

  test('another platform', async () => {
    const worker = await at.worker();
    const queue = await openQueue(at.server.address);
    const store = await openStoreAt(at.server.address);
    try {
      // As a command on a machine that we do not have would offer it.
      const { id } = await store.openCase(newCase(), random(7));
      const code = { repository: null, inside: '', commit: null, changes: 'x' };
      await openWork(queue, id, { ...code, platform: 'linux-sparc', runner: 'pytest', toolchain: 'pytest 9' });
      await until(() => worker.said().includes('refuses'), SOON);
      expect(worker.said()).toContain(`${id}: it needs linux-sparc, the worker is ${process.platform}-${process.arch}`);
      const [refusal] = (await at.listed()).work[0]!.refusals;
      expect(refusal!.why).toContain('it needs linux-sparc');
      await closeWork(queue, id);
    } finally {
      await store.close();
      await queue.close();
    }
  });

  test('with --fetch, a commit that the remote does not have', async () => {
    at.commit();
    const clone = join(at.place.folder, 'clone');
    const remote = join(at.place.folder, 'remote');
    execFileSync('git', ['clone', '--quiet', '--bare', at.place.subject, remote]);
    execFileSync('git', ['clone', '--quiet', remote, clone]);
    at.git('commit', '--quiet', '--allow-empty', '--message', 'not pushed');
    const worker = await at.worker('--root', clone, '--fetch', 'origin');
    const commit = at.git('rev-parse', 'HEAD').slice(0, 10);
    expect(await refusal(worker)).toContain(`commit ${commit} is not in \`origin\``);
  });

  test('a changed checkout, while it serves', async () => {
    at.slow();
    at.commit();
    const checkout = join(at.place.folder, 'checkout');
    const worker = await elsewhere(() => {});
    const why = 'the checkout of the worker has changes that are not committed';
    const said = at.saidBy(why, ...HUNT);
    await until(() => worker.said().includes('runs '), { ...SOON, every: 5 });
    appendFileSync(join(checkout, 'slow.test.mjs'), '\n// changed\n');
    expect(await said).toContain(why);
  });
});

test('with --fetch a worker checks out the commit that the work needs, and prepares it', async () => {
  writeFileSync(
    join(at.place.subject, 'unflake.config.json'),
    JSON.stringify({ verify: { prepare: ['touch', 'prepared'] } }),
  );
  at.commit();
  const clone = join(at.place.folder, 'clone');
  execFileSync('git', ['clone', '--quiet', at.place.subject, clone]);
  // A test that passes only where the preparation has run.
  const text = `import { existsSync } from 'node:fs';\nimport { test } from 'node:test';\ntest('is prepared', () => {\n  if (!existsSync('prepared')) throw new Error('not prepared');\n});\n`;
  writeFileSync(join(at.place.subject, 'prepared.test.mjs'), text);
  at.git('add', '-A');
  at.git('commit', '--quiet', '--message', 'two');
  const worker = await at.worker('--root', clone, '--fetch', 'origin');
  const answer = await at.run('hunt', 'prepared.test.mjs', '--workers', '--rounds', '3', '--seed', '5', '--json');
  expect(worker.said(), answer.stderr).toMatch(/^stored /m);
  const result = resultOf(answer);
  expect([result.flaky, result.broken]).toEqual([[], []]);
  appendFileSync(join(at.place.subject, 'shop.js'), '\n// changed\n');
  const why = 'it needs changes that are not committed';
  expect(await at.saidBy(why, ...ONE_ROUND)).toContain(why);
  worker.child.kill('SIGTERM');
  await worker.answer;
  expect(execFileSync('git', ['worktree', 'list'], { cwd: clone, encoding: 'utf8' }).trim().split('\n')).toHaveLength(
    1,
  );
});
