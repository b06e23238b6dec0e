/** What only node:test has: subtests, its own timeouts, and a process per file that may outlive its tests. */
import { describe, expect, test } from 'vitest';
import { project, runAll } from './node-test-project.ts';
import { told, withProject } from './small-project.ts';

describe('outcomes of node:test', () => {
  test('its own time limit is timed-out, a failing todo is skipped, a callback body is awaited', async () => {
    const report = await runAll(
      project(`
        test('slow', { timeout: 20 }, () => new Promise((done) => setTimeout(done, 200)));
        test('todo', { todo: true }, () => { throw new Error('not yet'); });
        test('callback', (t, done) => setImmediate(done));
        test('callback fails', (t, done) => setImmediate(() => done(new Error('told by callback'))));
        test('skips itself', (t) => t.skip('no network'));
        test('keeps the loop busy', async () => { await new Promise((done) => setTimeout(done, 60)); });`),
    );
    expect(told(report)).toEqual([
      'timed-out slow',
      'skipped todo',
      'passed callback',
      'failed callback fails',
      'skipped skips itself',
      'passed keeps the loop busy',
    ]);
  });

  test('a trial disturbs a test as node --test does: the events of earlier tests are serialized while it runs', async () => {
    const report = await runAll(
      project(`import v8 from 'node:v8';
        import { syncBuiltinESMExports } from 'node:module';
        const { serialize } = v8;
        const names = [];
        v8.serialize = (event) => { names.push(event.data.name); return serialize(event); };
        syncBuiltinESMExports();
        test('first', () => {});
        test('second', async () => {
          await new Promise((done) => setImmediate(done));
          assert.ok(names.includes('first'), 'only ' + names);
        });`),
    );
    expect(report.observations.map(({ message }) => message)).toEqual([undefined, undefined]);
    expect(told(report)).toEqual(['passed first', 'passed second']);
  });

  test('a failing subtest fails its parent and is named in the message', async () => {
    const report = await runAll(
      project(`test('parent', async (t) => { await t.test('child', () => { throw new Error('deep inside'); }); });
        describe('s', () => { it('child', () => {}); });`),
    );
    expect(told(report)).toEqual(['failed parent', 'passed child']);
    expect(report.observations[0]?.message).toContain("in subtest 'child': deep inside");
  });

  test('tests that run in parallel keep their own outcomes', async () => {
    const report = await runAll(
      project(`describe('s', { concurrency: 3 }, () => {
        it('slow', async () => { await new Promise((done) => setTimeout(done, 50)); throw new Error('slow fails'); });
        it('quick', async () => {});
        it('middle', async () => { await new Promise((done) => setTimeout(done, 10)); });
      });`),
    );
    expect(told(report).toSorted()).toEqual(['failed slow', 'passed middle', 'passed quick']);
  });

  test('tests that a file defines behind a look-up or an import are listed and run, in any order', async () => {
    const small = project(
      `import { lookup } from 'node:dns/promises';
      async function late() {
        await lookup('localhost');
        test('behind a look-up', () => {});
        describe('s', () => { it('fails', () => { throw new Error('late'); }); });
      }
      late();
      import('./more.mjs');
      test('early', () => {});`,
      { 'more.mjs': `import test from 'node:test'; test('behind an import', () => {});` },
    );
    await withProject(small, async ({ run, suite }) => {
      expect([...suite].sort()).toEqual(
        ['behind a look-up', 'behind an import', 'early', 's > fails'].map((title) => `a.test.mjs > ${title}`),
      );
      const report = await run([...suite].reverse());
      expect(report.problems).toEqual([]);
      expect(told(report).toSorted()).toEqual([
        'failed fails',
        'passed behind a look-up',
        'passed behind an import',
        'passed early',
      ]);
    });
  });

  test('a file that replaces the clock and leaves a server open is listed and run to its end', async () => {
    const small = project(`import { mock } from 'node:test';
      import { createServer } from 'node:net';
      mock.timers.enable();
      test('listens', (_, done) => { createServer().listen(0, '127.0.0.1', done); });`);
    await withProject(small, async ({ run, suite }) => {
      expect(suite).toEqual(['a.test.mjs > listens']);
      const report = await run(suite);
      expect(told(report)).toEqual(['passed listens']);
      expect(report.problems.join()).toContain('stayed alive after its tests');
    });
  });

  test('a promise that never settles fails its test, and later tests did not run', async () => {
    // From Node 24 on the runner waits forever instead, and the time box must end it.
    const waits = Number(process.versions.node.split('.')[0]) >= 24;
    const timeIsUp = (files: Readonly<Record<string, string>>) => Object.values(files).join().includes('> never');
    const small = project(`test('never', () => new Promise(() => {})); test('behind', () => {});`);
    const report = await withProject(small, ({ suite, run }) => run(suite, {}, waits ? { timeIsUp } : {}));
    expect(told(report)).toEqual([waits ? 'timed-out never' : 'failed never']);
  });

  test('an unhandled rejection is a problem that names its test', async () => {
    const report = await runAll(
      project(`test('careless', () => { Promise.reject(new Error('dropped')); });
        test('later', () => new Promise((done) => setTimeout(done, 30)));`),
    );
    expect(told(report)).toEqual(['passed careless', 'passed later']);
    expect(report.problems.join()).toMatch(/"careless".*asynchronous activity.*dropped/);
  });
});

describe('files of node:test', () => {
  test('a file that cannot be loaded is a problem, and the others run', async () => {
    const small = project(`test('one', () => {});`, { 'broken.test.mjs': 'import "./absent.mjs";' });
    await withProject(small, async ({ list, run }) => {
      const listing = await list();
      expect(listing.tests).toEqual(['a.test.mjs > one']);
      expect(listing.problems.join()).toMatch(/broken\.test\.mjs could not be loaded: .*absent\.mjs/);
      expect(told(await run(['broken.test.mjs > any', 'a.test.mjs > one']))).toEqual(['passed one']);
    });
  });

  test('a server left open does not hang the trial, and is reported', async () => {
    const report = await runAll(
      project(`import { createServer } from 'node:net';
        test('leaks', () => new Promise((done) => createServer().listen(0, done)));`),
    );
    expect(told(report)).toEqual(['passed leaks']);
    expect(report.problems.join()).toMatch(/stayed alive after its tests; still open: .*TCPSERVERWRAP/i);
  });

  test('each file has a process of its own, two at once when two workers are asked for', async () => {
    const meet = (own: string, other: string): string => `
      import { existsSync, writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'; import test from 'node:test';
      test('meets ${other}', { timeout: 20000 }, async () => {
        writeFileSync(tmpdir() + '/${own}', '');
        while (!existsSync(tmpdir() + '/${other}')) await new Promise((done) => setTimeout(done, 5));
      });`;
    const small = project('', { 'x.test.mjs': meet('x', 'y'), 'y.test.mjs': meet('y', 'x') });
    await withProject(small, async ({ run, suite }) => {
      expect(told(await run(suite, { conditions: { workers: '2' } })).toSorted()).toEqual([
        'passed meets x',
        'passed meets y',
      ]);
    });
  });

  test('the files and options of the package script are used', async () => {
    const small = project('', {
      'package.json': JSON.stringify({ scripts: { test: 'node --import ./set-up.mjs --test "spec/*.mjs"' } }),
      'set-up.mjs': 'globalThis.ready = true;',
      'spec/b.mjs': `import test from 'node:test'; import assert from 'node:assert'; test('ready', () => assert.ok(globalThis.ready));`,
    });
    await withProject(small, async ({ run, suite }) => {
      expect(suite).toEqual(['spec/b.mjs > ready']);
      expect(told(await run(suite))).toEqual(['passed ready']);
    });
  });

  test('the file under test sees itself as the program and nothing of ours in its environment', async () => {
    const report = await runAll(
      project(`test('clean', () => {
        assert.ok(process.argv[1].endsWith('a.test.mjs'));
        assert.equal(process.argv.length, 2);
        assert.deepEqual(Object.keys(process.env).filter((name) => name.startsWith('UNFLAKE')), []);
      });`),
    );
    expect(told(report)).toEqual(['passed clean']);
  });
});
