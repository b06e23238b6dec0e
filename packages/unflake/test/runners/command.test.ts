/** The generic command with real commands: reports at fresh and at fixed places, and commands that cannot be run. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { commandRunner } from '../../src/runners/command.ts';
import { openProject } from '../contract/runner-arm.ts';

/** A tool of our own: writes a JUnit report of the tests it is asked for, of which `b` fails. */
const TOOL = `
const { writeFileSync } = require('node:fs');
const [out, ...ids] = process.argv.slice(2);
const cases = (ids.length ? ids : ['c > a', 'c > b']).map((id) => id.split(' > ')[1])
  .map((name) => '<testcase classname="c" name="' + name + '">' + (name === 'b' ? '<failure message="m"/>' : '') + '</testcase>');
if (out !== 'none') writeFileSync(out, '<testsuite>' + cases.join('') + '</testsuite>');
process.exitCode = cases.join('').includes('failure') ? 1 : 0;
`;

async function withCommand<T>(
  command: readonly string[],
  report: RunnerSettings['report'],
  ask: (project: Awaited<ReturnType<typeof openCommand>>) => Promise<T>,
): Promise<T> {
  const project = await openCommand(command, report);
  try {
    return await ask(project);
  } finally {
    await project.close();
  }
}

function openCommand(command: readonly string[], report: RunnerSettings['report']) {
  const settings = { args: [], files: [], command, report };
  return openProject(commandRunner(settings), async (folder) => {
    await mkdir(join(folder, 'out'));
    await writeFile(join(folder, 'tool.cjs'), TOOL);
    await writeFile(join(folder, 'out', 'old.xml'), '<testsuite><testcase classname="c" name="stale"/></testsuite>');
    await writeFile(join(folder, 'not-executable'), 'text');
    await chmod(join(folder, 'not-executable'), 0o644);
    return { program: [process.execPath] as [string], settings, suite: [] };
  });
}

const node = process.execPath;

describe('a real command', () => {
  test('with {ids} and {report} lists, selects and orders', async () => {
    await withCommand(
      [node, 'tool.cjs', '{report}', '{ids}'],
      { format: 'junit', path: null },
      async ({ list, run }) => {
        expect(await list()).toEqual({ tests: ['c > a', 'c > b'], problems: [] });
        const { observations } = await run(['c > b', 'c > a']);
        expect(observations.map(({ test: id, outcome }) => `${outcome} ${id}`)).toEqual([
          'failed c > b',
          'passed c > a',
        ]);
      },
    );
  });

  test('at a fixed path is read only if this run wrote it', async () => {
    await withCommand([node, 'tool.cjs', 'out/new.xml'], { format: 'junit', path: 'out/*.xml' }, async ({ run }) => {
      for (const _again of [1, 2]) {
        const { observations, problems } = await run([]);
        expect(observations.map(({ test: id }) => id)).toEqual(['c > a', 'c > b']);
        expect(problems).toEqual([]);
      }
    });
  });

  test('that writes nothing leaves an old report alone and is reported', async () => {
    await withCommand([node, 'tool.cjs', 'none', 'c > a'], { format: 'junit', path: 'out/*.xml' }, async ({ run }) => {
      const { observations, problems } = await run([]);
      expect(observations).toEqual([]);
      expect(problems.join()).toMatch(/no report was written/);
    });
  });

  test.each([
    ['is not there', './absent'],
    ['may not be executed', './not-executable'],
  ])('that %s could not be run, which is not a failure', async (_why, program) => {
    await withCommand([program], { format: 'junit', path: 'out/*.xml' }, async ({ run }) => {
      const { observations, problems } = await run([]);
      expect(observations).toEqual([]);
      expect(problems.join()).toMatch(/^could not run: /);
    });
  });

  test('that a shell cannot find could not be run either', async () => {
    await withCommand(['sh', '-c', 'surely-not-a-command'], { format: 'exit', path: null }, async ({ run }) => {
      expect((await run([])).problems.join()).toMatch(/^could not run: exit code 127/);
    });
  });

  test('that kills itself is crashed, even after a report', async () => {
    const suicide = [node, '-e', 'process.kill(process.pid, "SIGKILL")'];
    await withCommand(suicide, { format: 'exit', path: null }, async ({ run }) => {
      expect((await run([])).observations).toMatchObject([{ outcome: 'crashed' }]);
    });
    await withCommand(suicide, { format: 'junit', path: 'out/*.xml' }, async ({ run }) => {
      expect((await run([])).problems.join()).toMatch(/no report was written; the process was ended by SIGKILL/);
    });
  });
});
