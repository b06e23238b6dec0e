/** Modules that a loaded Python may import ahead of its forks: only those that a fork would find as a fresh process does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pytest } from '../../src/runners/pytest.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { type ForkedProject, openForkedProject, outcomesOf, PYTHON } from './forked-project.ts';

const RUNNERS = { pytest, unittest };

/** Modules of others that do more than define names, each with a test that passes only if the module was imported by its own process. */
const MODULES: Readonly<Record<string, { readonly text: string; readonly test: string; readonly because: string }>> = {
  with_thread: {
    text: 'import threading\nSTOP = threading.Event()\nTHREAD = threading.Thread(target=STOP.wait, daemon=True)\nTHREAD.start()\n',
    test: 'self.assertTrue(m.THREAD.is_alive()); self.assertIn(m.THREAD, __import__("threading").enumerate())',
    because: 'it starts a thread',
  },
  with_pool: {
    text: 'from concurrent.futures import ThreadPoolExecutor\nPOOL = ThreadPoolExecutor(1)\nPOOL.submit(int).result()\n',
    test: 'self.assertEqual(m.POOL.submit(int).result(timeout=20), 0)',
    because: 'it reads the clock (threading)|it starts a thread',
  },
  with_file: {
    text: 'FILE = open(__file__)\nFILE.readline()\n',
    test: 'self.assertEqual(m.FILE.readline(), "FILE.readline()\\n")',
    because: 'it opens a file or socket',
  },
  with_socket: {
    text: 'import socket\nONE, OTHER = socket.socketpair()\n',
    test: 'm.ONE.send(b"x"); self.assertEqual(m.OTHER.recv(1), b"x")',
    because: 'it opens a file or socket',
  },
  with_child: {
    text: 'import subprocess\nCHILD = subprocess.Popen(["sleep", "600"])\n',
    test: 'self.assertIsNone(m.CHILD.poll()); m.CHILD.kill(); m.CHILD.wait()',
    because: 'it reads the clock|it starts a process',
  },
  with_clock: {
    text: 'import time\nNOW = time.time()\n',
    test: 'self.assertGreaterEqual(m.NOW, own.BEGUN)',
    because: 'it reads the clock (with_clock)',
  },
  with_date: {
    text: 'import datetime\nNOW = datetime.datetime.now()\n',
    test: 'self.assertGreaterEqual(m.NOW.timestamp(), own.BEGUN)',
    because: 'it reads the clock (with_date)',
  },
  with_process_number: {
    text: 'import os\nPID = os.getpid()\n',
    test: 'self.assertEqual(m.PID, __import__("os").getpid())',
    because: 'it reads the number of its process (with_process_number)',
  },
  with_dice: {
    text: 'import random\nDRAWN = random.random()\n',
    test: 'own.note("dice", m.DRAWN)',
    because: 'it uses the random numbers of all',
  },
  with_own_dice: {
    text: 'import random\nDICE = random.Random()\n',
    test: 'own.note("own-dice", m.DICE.random())',
    because: 'it draws random numbers (with_own_dice)',
  },
  with_uuid: {
    text: 'import uuid\nNAME = uuid.uuid4()\n',
    test: 'own.note("uuid", m.NAME)',
    because: 'it draws random numbers (with_uuid)',
  },
  with_signal: {
    text: 'import signal\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\n',
    test: 'self.assertEqual(__import__("signal").getsignal(10), __import__("signal").SIG_IGN)',
    because: 'it handles a signal',
  },
  with_variable: {
    text: 'import os\nMODE = os.environ.get("APP_MODE")\n',
    test: 'self.assertEqual(m.MODE, "test")',
    because: 'it reads APP_MODE, which the project sets',
  },
  with_warning: {
    text: 'import warnings\nwarnings.warn("old", DeprecationWarning)\n',
    test: 'pass',
    because: 'it warns: old',
  },
  with_words: { text: 'print("hello")\n', test: 'pass', because: 'it prints' },
  with_files: {
    text: 'import os\nPATH = os.path.join(os.environ["HOME"], "kept")\nopen(PATH, "w").close()\n',
    test: 'self.assertTrue(__import__("os").path.exists(m.PATH))',
    because: 'it writes files',
  },
  with_logging: {
    text: 'import logging\nlogging.basicConfig(level=7)\n',
    test: 'pass',
    because: 'it changes logging',
  },
  needs_clock: { text: 'import with_clock\n', test: 'pass', because: 'it reads the clock (with_clock)' },
  ends: {
    text: 'import os, sys\nif os.environ.get("UNFLAKE_NEVER"): sys.exit()\nNAME = 1\n',
    test: 'self.assertEqual(m.NAME, 1)',
    because: '',
  },
  calm: {
    text: 'import decimal, sqlite3\nSTATE = []\n',
    test: 'm.STATE.append(1); self.assertEqual(m.STATE, [1])',
    because: '',
  },
};

const OWN = `import os, time
BEGUN = time.time()
os.environ["APP_MODE"] = "test"

def note(name, value):
    with open(name + ".noted", "a") as file:
        file.write("%s\\n" % value)
`;

const projectFiles = Object.fromEntries([
  ['own.py', OWN],
  ...Object.entries(MODULES).map(([name, { test: body }]) => [
    `test_${name}.py`,
    `import unittest\nimport own\nimport ${name} as m\n\nclass Case(unittest.TestCase):\n    def test_${name}(self):\n        ${body}\n`,
  ]),
]);
const otherFiles = Object.fromEntries(Object.entries(MODULES).map(([name, { text }]) => [`${name}.py`, text]));

describe.each(['pytest', 'unittest'] as const)('modules of others under %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    project = await openForkedProject(PYTHON, RUNNERS[runner], projectFiles, otherFiles);
  });
  afterAll(() => project[Symbol.asyncDispose]());

  test('are imported by each trial if a fork would have something else than a fresh process', async () => {
    const names = Object.keys(MODULES).map((name) => `test_${name}`);
    const usual = outcomesOf(await project.run('cold', names));
    expect(usual).toEqual(names.map((name) => `${name} passed`));
    for (const seed of [1, 1]) expect(outcomesOf(await project.run('forked', names, { seed }))).toEqual(usual);
    for (const noted of ['dice', 'own-dice', 'uuid']) {
      const drawn = readFileSync(join(project.root, `${noted}.noted`), 'utf8')
        .trim()
        .split('\n');
      expect([noted, drawn.length, new Set(drawn).size]).toEqual([noted, 3, 3]);
    }
  });

  test('are refused with the reason, and only those', async () => {
    // A server looks at all of them when it starts.
    await project.run('forked', ['test_calm'], { seed: 1 });
    const refused = project.refused();
    for (const [name, { because }] of Object.entries(MODULES)) {
      expect(`${name}: ${refused[name] ?? ''}`).toMatch(
        new RegExp(`^${name}: (?:${because.replace(/[()]/g, '\\$&')})$`),
      );
    }
    expect(Object.keys(refused).filter((name) => !(name in MODULES))).toEqual([]);
  });
});
