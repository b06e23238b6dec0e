/**
 * What every knob must do: show inside the child, be gone in the next trial, and leave the host as it was. One body; an arm is a user.
 * The trials run in a process of that user, built from source, because what can be turned depends on who asks.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allKnobs } from '../../src/engine/machine.ts';
import { isAlive } from '../../src/proc/process-identity.ts';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const TESTKIT = fileURLToPath(new URL('../../../testkit', import.meta.url));
const DRIVER = 'test/services/knob-driver.mjs';

export interface KnobArm {
  readonly name: string;
  /** Words that start a command as that user. */
  readonly as: readonly string[];
  /** Which settings each knob is turned to: every one, or only the strongest and its control. */
  readonly settings: 'every' | 'strongest';
}

/** What the driver saw of one setting. */
interface Seen {
  readonly knob: string;
  readonly setting: string;
  /** null for a control, which must show nothing. */
  readonly expected: string | null;
  readonly before: string;
  readonly during: string;
  readonly after: string;
}

interface Told {
  readonly seen: readonly Seen[];
  readonly unavailable: Readonly<Record<string, { readonly why: string; readonly enable: string | null }>>;
}

export function knobContract({ name, as, settings }: KnobArm): void {
  describe(`knobs as ${name}`, () => {
    let folder: string;
    let code: string;
    let told: Told;
    let before: string;
    let groups: readonly string[];
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'knobs-'));
      chmodSync(folder, 0o777);
      code = readableCode();
      before = host();
      groups = groupsOfTheDead();
      const driver = join(code, 'packages/unflake', DRIVER);
      const [program = process.execPath, ...args] = [...as, process.execPath, driver, folder, settings];
      // What is built for this user is kept in a folder of ours, and so it is built each time.
      const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
      const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: 64 * 1024 * 1024 });
      told = JSON.parse(stdout) as Told;
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
      rmSync(code, { recursive: true });
    });

    const settingsOf = (knob: string) => told.seen.filter((seen) => seen.knob === knob);

    describe.each(allKnobs().filter(({ witness }) => witness !== null))('$name', (knob) => {
      test('can be changed, or says why not and what would help', () => {
        const refusal = told.unavailable[knob.name];
        if (refusal === undefined) expect(settingsOf(knob.name)).not.toEqual([]);
        else expect(refusal.why).not.toBe('');
      });

      test('is visible inside the child at each of those settings', () => {
        const settings = settingsOf(knob.name).filter(({ expected }) => expected !== null);
        expect(settings.map(({ setting, during }) => `${setting}: ${during}`)).toEqual(
          settings.map(({ setting, expected }) => `${setting}: ${expected}`),
        );
      });

      test('changes something that was different before', () => {
        const settings = settingsOf(knob.name);
        if (settings.length > 0) expect(settings.some(({ before, during }) => before !== during)).toBe(true);
      });

      test('is undone: the next trial is like the one before', () => {
        for (const { before, after } of settingsOf(knob.name)) expect(after).toBe(before);
      });

      test('has a control without a visible effect', () => {
        for (const { before, during, expected } of settingsOf(knob.name))
          if (expected === null) expect(during).toBe(before);
      });
    });

    test('the host is unchanged, and nothing is left behind', () => {
      expect(host()).toBe(before);
      expect(groupsOfTheDead().filter((group) => !groups.includes(group))).toEqual([]);
      expect(readdirSync(join(folder, 'runs'))).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['cache', 'runs']);
    });
  });
}

/** What knobs could have changed by mistake. Values that time changes are not here. */
function host(): string {
  const umask = process.umask().toString(8);
  const limits = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '';
  // unflake-allow home-or-cwd: held against itself, before and after
  return JSON.stringify({ umask, limits, zone: process.env.TZ, home: process.env.HOME });
}

const PREFIX = 'unflake-cpu-';

/** Groups of processes that nobody uses any more. Those of the living are in use: another unflake may be at work on this machine. */
function groupsOfTheDead(): readonly string[] {
  return ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu', '/sys/fs/cgroup/unified'].flatMap((place) => {
    try {
      return readdirSync(place).filter((entry) => entry.startsWith(PREFIX) && !isAlive(entry.slice(PREFIX.length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return [];
    }
  });
}

/** A copy of what the driver runs, where any user may read it: a checkout may stand in a folder that is closed to others. */
function readableCode(): string {
  const place = mkdtempSync(join(tmpdir(), 'knobs-code-'));
  chmodSync(place, 0o755);
  for (const part of ['dist', 'native', 'probes', 'package.json', DRIVER]) {
    cpSync(join(PACKAGE, part), join(place, 'packages/unflake', part), { recursive: true });
  }
  for (const part of ['dist', 'package.json']) {
    cpSync(join(TESTKIT, part), join(place, 'node_modules/@unflake/testkit', part), { recursive: true });
  }
  return place;
}
