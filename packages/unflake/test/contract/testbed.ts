/**
 * What every arm of the layered environments must do, by the page docs/design/environments-on-disk.md: one body over pairs of arms, so
 * that each also reads what the other wrote. Whole runs of steps alternating are in test/cli/env-arms.test.ts.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export type EnvironmentState = 'absent' | 'locked' | 'foreign' | 'stale' | 'dirty' | 'clean';

/** A suite on disk: its folder, and where its environments are. */
export interface SuitePlace {
  readonly suite: string;
  readonly envs: string;
}

/** One arm. Each call is one call of the command line's library, or one shell that has loaded the bash library. */
export interface TestbedArm {
  readonly name: string;
  /** An empty environment with its `.made` and `.env`, as a foundation starts from. */
  readonly make: (place: SuitePlace, env: string) => Promise<void>;
  /** A copy of a complete environment, as every other one starts. */
  readonly copy: (place: SuitePlace, from: string, to: string) => Promise<void>;
  readonly markStart: (place: SuitePlace, env: string, step: string) => Promise<void>;
  readonly markComplete: (place: SuitePlace, env: string, step: string) => Promise<void>;
  /** The state for a step that is about to run there. */
  readonly state: (place: SuitePlace, env: string, step: string) => Promise<EnvironmentState>;
  readonly clean: (place: SuitePlace, env: string) => Promise<void>;
  /** Takes the lock of an environment, or answers null when it is still held by somebody else after `waitMs`. */
  readonly hold: (place: SuitePlace, env: string, waitMs: number) => Promise<{ release: () => Promise<void> } | null>;
}

/** Steps of the suite that the body writes; plain enough that every arm reads them. */
export const STEPS = ['foundation', '00-first', '01-second', '02-third', 'test-alone'] as const;

export function writeSuite(suite: string): void {
  mkdirSync(suite, { recursive: true });
  writeFileSync(join(suite, 'template.txt'), 'template\n');
  writeFileSync(join(suite, 'foundation.bats'), '# inputs: template.txt\n');
  for (const name of STEPS.slice(1)) writeFileSync(join(suite, `${name}.bats`), '');
}

const DEAD_PID = 2 ** 22 - 1;

export function testbedContract(writer: TestbedArm, reader: TestbedArm): void {
  describe(`environments that ${writer.name} writes and ${reader.name} reads`, () => {
    let place: SuitePlace;
    beforeEach(() => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'testbed-')));
      place = { suite: join(folder, 'test'), envs: join(folder, 'envs') };
      writeSuite(place.suite);
    });
    afterEach(() => rmSync(join(place.suite, '..'), { recursive: true }));

    const marker = (env: string, name: string) => join(place.envs, env, '.bats-state', name);
    const read = (env: string, name: string) => readFileSync(marker(env, name), 'utf8');
    /** Those that count: an empty one is none. */
    const markers = (env: string) =>
      readdirSync(join(place.envs, env, '.bats-state'))
        .filter((name) => read(env, name) !== '')
        .sort();
    const ran = async (env: string, ...steps: readonly string[]) => {
      for (const step of steps) {
        await writer.markStart(place, env, step);
        await writer.markComplete(place, env, step);
      }
    };

    test('an environment that does not exist is absent', async () => {
      expect(await reader.state(place, 'sequential', '00-first')).toBe('absent');
    });

    test('a new environment is clean, has its provenance, and sets its variables', async () => {
      await writer.make(place, 'foundation');
      expect(await reader.state(place, 'foundation', 'foundation')).toBe('clean');
      expect(read('foundation', '.made')).toMatch(/^format=1\nfrom=\ninputs=[0-9a-f]{64}\n$/);
      const variables = readFileSync(join(place.envs, 'foundation', '.env'), 'utf8');
      for (const name of ['TOPDIR', 'TEST_DIR', 'TEST_REPO', 'RESULT_DIR']) expect(variables).toMatch(`${name}=`);
      expect(readFileSync(join(place.envs, '.gitignore'), 'utf8')).toBe('*\n');
    });

    test('markers have the format of the design page', async () => {
      await writer.make(place, 'sequential');
      await writer.markStart(place, 'sequential', '00-first');
      expect(read('sequential', '.start-00-first')).toMatch(/^\d{10}\n$/);
      expect(read('sequential', '.pid-00-first')).toMatch(/^\d+ \d+ [0-9a-f-]{36}\n$/);
      await writer.markComplete(place, 'sequential', '00-first');
      expect(read('sequential', '.complete-00-first')).toMatch(/^\d{10} \d+\n$/);
      expect(markers('sequential')).toEqual(['.complete-00-first', '.made', '.start-00-first']);
    });

    test('a step that starts again is no longer complete', async () => {
      await writer.make(place, 'sequential');
      await ran('sequential', '00-first');
      await writer.markStart(place, 'sequential', '00-first');
      expect(markers('sequential')).not.toContain('.complete-00-first');
    });

    test('an empty .complete does not count: it was truncated, or could not be written', async () => {
      await writer.make(place, 'sequential');
      await ran('sequential', '00-first');
      writeFileSync(marker('sequential', '.complete-00-first'), '');
      expect(await reader.state(place, 'sequential', '01-second')).toBe('dirty');
      await ran('sequential', '00-first');
      expect(await reader.state(place, 'sequential', '01-second')).toBe('clean');
    });

    test('a complete environment is clean, for the same step and for those after it', async () => {
      await writer.make(place, 'sequential');
      await ran('sequential', '00-first', '01-second');
      expect(await reader.state(place, 'sequential', '01-second')).toBe('clean');
      expect(await reader.state(place, 'sequential', '02-third')).toBe('clean');
    });

    test('a step that started and did not complete makes the environment dirty for every step', async () => {
      await writer.make(place, 'sequential');
      await writer.markStart(place, 'sequential', '01-second');
      for (const step of ['00-first', '01-second', '02-third']) {
        expect(await reader.state(place, 'sequential', step)).toBe('dirty');
      }
    });

    test('a step that runs after the one in question, and has run, makes the environment dirty', async () => {
      await writer.make(place, 'sequential');
      await ran('sequential', '00-first', '01-second');
      expect(await reader.state(place, 'sequential', '00-first')).toBe('dirty');
    });

    test('a reused pid does not count as alive', async () => {
      await writer.make(place, 'sequential');
      await writer.markStart(place, 'sequential', '00-first');
      const [, , boot] = read('sequential', '.pid-00-first').trim().split(' ');
      // Our own process, with a start time that is not its own: as after a reboot.
      writeFileSync(marker('sequential', '.pid-00-first'), `${process.pid} 1 ${boot}\n`);
      expect(await reader.state(place, 'sequential', '00-first')).toBe('dirty');
      writeFileSync(marker('sequential', '.pid-00-first'), `${DEAD_PID} 1 ${boot}\n`);
      expect(await reader.state(place, 'sequential', '00-first')).toBe('dirty');
    });

    test('changed inputs make environments stale, also copies', async () => {
      await writer.make(place, 'foundation');
      await ran('foundation', 'foundation');
      await writer.copy(place, 'foundation', 'sequential');
      expect(await reader.state(place, 'sequential', '00-first')).toBe('clean');
      writeFileSync(join(place.suite, 'template.txt'), 'another template\n');
      expect(await reader.state(place, 'foundation', 'foundation')).toBe('stale');
      expect(await reader.state(place, 'sequential', '00-first')).toBe('stale');
      writeFileSync(join(place.suite, 'template.txt'), 'template\n');
      expect(await reader.state(place, 'sequential', '00-first')).toBe('clean');
    });

    test('folders among the inputs are walked, and a missing input counts', async () => {
      mkdirSync(join(place.suite, 'parts', 'b'), { recursive: true });
      writeFileSync(join(place.suite, 'parts', 'b', 'one'), '1\n');
      writeFileSync(join(place.suite, 'parts', 'a'), '2\n');
      writeFileSync(join(place.suite, 'foundation.bats'), '# inputs: parts template.txt missing\n');
      await writer.make(place, 'foundation');
      expect(await reader.state(place, 'foundation', 'foundation')).toBe('clean');
      writeFileSync(join(place.suite, 'missing'), '');
      expect(await reader.state(place, 'foundation', 'foundation')).toBe('stale');
    });

    test.each([
      ['no .made', (path: (name: string) => string) => rmSync(path('.made'))],
      [
        'another format',
        (path: (name: string) => string) => writeFileSync(path('.made'), 'format=2\nfrom=\ninputs=\n'),
      ],
      ['a step of no known shape', (path: (name: string) => string) => writeFileSync(path('.start-elsewhere'), '1\n')],
    ] as const)('%s makes an environment foreign', async (_what, change) => {
      await writer.make(place, 'sequential');
      change((name) => marker('sequential', name));
      expect(await reader.state(place, 'sequential', '00-first')).toBe('foreign');
    });

    test('a copy has the content and the markers, not the pids, and shares nothing with its source', async () => {
      await writer.make(place, 'foundation');
      writeFileSync(join(place.envs, 'foundation', 'built'), 'once\n');
      await ran('foundation', 'foundation');
      writeFileSync(marker('foundation', '.pid-foundation'), '1 1 1\n');
      await writer.copy(place, 'foundation', 'sequential');
      expect(markers('sequential')).toEqual(['.complete-foundation', '.made', '.start-foundation']);
      expect(read('sequential', '.made')).toBe(read('foundation', '.made').replace('from=', 'from=foundation'));
      writeFileSync(join(place.envs, 'sequential', 'built'), 'changed\n');
      expect(readFileSync(join(place.envs, 'foundation', 'built'), 'utf8')).toBe('once\n');
      expect(readFileSync(join(place.envs, 'sequential', '.env'), 'utf8')).toContain(join(place.envs, 'sequential'));
      expect(await reader.state(place, 'sequential', '00-first')).toBe('clean');
    });

    test('cleaning removes the environment, and nothing else', async () => {
      await writer.make(place, 'sequential');
      await writer.make(place, 'foundation');
      await reader.clean(place, 'sequential');
      expect(await writer.state(place, 'sequential', '00-first')).toBe('absent');
      expect(await writer.state(place, 'foundation', 'foundation')).toBe('clean');
    });

    test('a name that leads out of the folder is refused', async () => {
      for (const name of ['../elsewhere', '.hidden', 'a/b', '']) {
        await expect(writer.clean(place, name)).rejects.toThrow();
        await expect(writer.make(place, name)).rejects.toThrow();
      }
    });

    test('an environment that one holds is locked for the other, until it is released', async () => {
      await writer.make(place, 'sequential');
      const held = await writer.hold(place, 'sequential', 0);
      expect(await reader.state(place, 'sequential', '00-first')).toBe('locked');
      expect(await reader.hold(place, 'sequential', 50)).toBeNull();
      const words = readFileSync(join(place.envs, '.locks', 'sequential'), 'utf8');
      expect(words).toMatch(/^\d+ \d+ [0-9a-f-]{36} \S.*\n$/);
      await held!.release();
      expect(await reader.state(place, 'sequential', '00-first')).toBe('clean');
      const next = await reader.hold(place, 'sequential', 1_000);
      expect(next).not.toBeNull();
      await next!.release();
    });
  });
}
