/** Hooks of node:test on several levels: whom a failing one counts against, and when they run at all. */
import { describe, expect, test } from 'vitest';
import { project, runAll } from './node-test-project.ts';
import { told, withProject } from './small-project.ts';

describe('hooks of node:test', () => {
  test('a failing before hook makes every test of its suite errored, nested ones too', async () => {
    const report = await runAll(
      project(`describe('s', () => {
        before(() => { throw new Error('no database'); });
        it('one', () => {});
        describe('inner', () => { it('two', () => {}); });
      });
      test('beside', () => {});`),
    );
    expect(told(report)).toEqual(['errored one', 'errored two', 'passed beside']);
    expect(report.observations[0]?.message).toContain('no database');
  });

  test('a failing before hook of the file makes its tests errored', async () => {
    const report = await runAll(project(`before(() => { throw new Error('no file'); }); test('one', () => {});`));
    expect(told(report)).toEqual(['errored one']);
  });

  test('a failing after hook counts against the last test of its suite', async () => {
    const report = await runAll(
      project(`describe('s', () => {
        after(() => { throw new Error('cannot clean'); });
        it('one', () => {});
        it('two', () => {});
      });
      test('beside', () => {});`),
    );
    expect(told(report)).toEqual(['passed one', 'errored two', 'passed beside']);
    expect(report.observations[1]?.message).toContain('cannot clean');
  });

  test('a failing after hook of the file counts against its last test', async () => {
    const report = await runAll(
      project(`after(() => { throw new Error('cannot close'); }); test('one', () => {}); test('two', () => {});`),
    );
    expect(told(report)).toEqual(['passed one', 'errored two']);
  });

  test('a crash inside an after hook names the last test of the suite', async () => {
    const report = await runAll(
      project(`describe('s', () => { after(() => process.exit(0)); it('one', () => {}); it('two', () => {}); });`),
    );
    expect(told(report)).toEqual(['passed one', 'crashed two']);
  });

  test('a crash inside a beforeEach hook names the test it was for', async () => {
    const report = await runAll(
      project(
        `describe('s', () => { beforeEach((t) => t.name === 'two' && process.exit(3)); it('one', () => {}); it('two', () => {}); });`,
      ),
    );
    expect(told(report)).toEqual(['passed one', 'crashed two']);
  });

  test('hooks of suites without a selected test do not run', async () => {
    const small = project(`
      describe('loud', () => { before(() => { throw new Error('must not run'); }); it('one', () => {}); });
      describe('quiet', () => { it('two', () => {}); });`);
    await withProject(small, async ({ run }) => {
      expect(await run(['a.test.mjs > quiet > two'])).toMatchObject({
        observations: [{ outcome: 'passed' }],
        problems: [],
      });
    });
  });

  test('each test has its beforeEach and afterEach in another order and in repetitions, too', async () => {
    const small = project(`
      let open = 0;
      describe('s', () => {
        beforeEach(() => { open += 1; });
        afterEach(() => { open -= 1; });
        it('one', () => assert.equal(open, 1));
        describe('inner', () => { it('two', () => assert.equal(open, 1)); });
      });
      test('three', () => assert.equal(open, 0));`);
    await withProject(small, async ({ run, suite }) => {
      const reversed = [...suite].reverse();
      expect(told(await run(reversed, { repeat: 2 }))).toEqual([
        'passed three',
        'passed two',
        'passed one',
        'passed three',
        'passed two',
        'passed one',
      ]);
    });
  });
});
