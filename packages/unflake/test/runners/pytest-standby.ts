/** pytest started ahead: the tests must not notice. It is prepared with means that are pytest's own affair: in each version they must be there, or done without. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cold } from '../../src/engine/launchers/cold.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { openStandby } from '../../src/engine/launchers/standby.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { pytest } from '../../src/runners/pytest.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';
import { writeFiles } from './small-project.ts';

const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));

/** What a test could see of how it was started; the run tells it by the message of a failure. */
const LOOK = `
import os, sys, threading

def test_look():
    here = {
        "variables": sorted(name for name in os.environ if not name.startswith("UNFLAKE_TAG_")),
        "descriptors": sorted(os.listdir("/proc/self/fd"), key=int)[:4],
        "threads": threading.active_count(),
        "argv": sys.argv[1:4],
        "path": [os.path.basename(part) for part in sys.path],
        "modules": sorted(name for name in sys.modules if name.split(".")[0] in ("pytest", "_pytest", "shop", "conftest")),
        "session": os.getsid(0) == os.getpid(),
        "main": sys.modules["__main__"].__spec__ is None,
    }
    assert str(here) == ""
`;

let root: string;
let workspace: TrialWorkspace;
let subject: Subject;
async function open(program: readonly [string]) {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'standby-')));
  workspace = openWorkspace({ env: process.env });
  await writeFiles(root, {
    'pytest.ini': '[pytest]\naddopts = -W error\n',
    'shop.py': 'import random\nSTAMP = random.random()\npromo = 0\n',
    'test_look.py': LOOK,
    'test_shop.py':
      'import shop\n\ndef test_pollutes():\n    shop.promo = 1\n\ndef test_victim():\n    assert shop.promo == 0\n\ndef test_stamp():\n    assert str(shop.STAMP) == ""\n\ndef test_hash():\n    assert str(hash("unflake")) == ""\n',
  });
  const bare = { root, folder: root, adapter: pytest, program, settings: SETTINGS, probes: PROBES, suite: [] };
  subject = { ...bare, suite: (await listTests(bare, workspace)).tests };
}
async function seen(launcher: Launcher, names: readonly string[]): Promise<readonly string[]> {
  const tests = names.map((name) => subject.suite.find((id) => id.endsWith(name))!);
  const run = await runTrial(trialOf({ tests, watch: tests, seed: 0 }), subject, { ...workspace, launcher });
  expect(run.problems).toEqual([]);
  return run.observations.map(({ outcome, message }) => `${outcome} ${message ?? ''}`);
}

async function ahead<T>(ask: (launcher: Launcher) => Promise<T>): Promise<T> {
  const standby = openStandby(subject, workspace);
  try {
    return await ask(standby);
  } finally {
    await standby.close();
  }
}

export function startedAhead(which: string, python: () => Promise<string>): void {
  describe(`pytest ${which} that was started ahead`, () => {
    beforeEach(async () => open([await python()]));
    afterEach(async () => {
      await workspace.close();
      rmSync(root, { recursive: true });
    });

    test('gives its tests the same environment as a pytest that was not', async () => {
      const usual = await seen(cold, ['test_look']);
      expect(usual[0]).toContain('variables');
      expect(await ahead((launcher) => seen(launcher, ['test_look']))).toEqual(usual);
    });

    test('runs the selection when it is released, in that order', async () => {
      const orders = [
        ['test_victim', 'test_pollutes'],
        ['test_pollutes', 'test_victim'],
      ];
      const outcomes = await ahead(async (launcher) => {
        const all: string[][] = [];
        for (const order of orders) all.push((await seen(launcher, order)).map((line) => line.split(' ')[0]!));
        return all;
      });
      expect(outcomes).toEqual([
        ['passed', 'passed'],
        ['passed', 'failed'],
      ]);
    });

    test('has random numbers and hashes of its own in each run', async () => {
      const lines = await ahead(async (launcher) => {
        const all: string[] = [];
        for (let count = 0; count < 3; count += 1) all.push(...(await seen(launcher, ['test_stamp', 'test_hash'])));
        return all;
      });
      expect(new Set(lines).size).toBe(6);
    });

    test('exits by itself when no process is left to release it', async () => {
      const child = spawn(subject.program[0], [join(PROBES, 'pytest', 'run.py'), '--version'], {
        cwd: root,
        env: { PATH: process.env.PATH, UNFLAKE_GATE: '3' },
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      });
      const gate = child.stdio[3] as import('node:net').Socket;
      await once(gate, 'data');
      gate.destroy();
      expect(await once(child, 'exit')).toEqual([0, null]);
    });
  });
}
