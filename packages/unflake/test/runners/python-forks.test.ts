/** Trials in forks of a loaded Python: tests see what they would see in a fresh process, or what would differ is not loaded ahead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
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

/** What a test can see of its process, and how it can end it. */
const SEEN = `
import atexit, multiprocessing, os, signal, sys, threading, time, unittest, random, resource, uuid
import own

def limits():
    return [resource.getrlimit(one) for one in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_STACK)]

def square(n):
    return n * n

class Case(unittest.TestCase):
    def test_look(self):
        here = {
            "variables": sorted(name for name in os.environ if not name.startswith("UNFLAKE_TAG_")),
            "descriptors": [os.readlink("/proc/self/fd/%d" % n).split("/")[1] for n in range(3)],
            "threads": (threading.active_count(), len(os.listdir("/proc/self/task"))),
            "argv": [os.path.basename(word) for word in sys.argv[:3]],
            "path": [os.path.basename(part) for part in sys.path],
            "own modules": sorted(name for name in sys.modules if name.split(".")[0] in ("own", "conftest", "test_seen")),
            "session": (os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()),
            "main": (sys.modules["__main__"].__name__, sys.modules["__main__"].__spec__ is None),
            "mask": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
            "handlers": [str(signal.getsignal(n)) for n in (1, 2, 13, 15)],
            "umask": (os.umask(0o22), os.umask(0o22)),
            "folder": os.path.basename(os.getcwd()),
            "limits": limits(),
            "young": time.process_time() < 30,
            "seed": os.environ.get("PYTHONHASHSEED"),
        }
        self.assertEqual(str(here), "")

    def test_draw(self):
        own.note("draw", (random.random(), uuid.uuid4(), os.urandom(4), multiprocessing.current_process().authkey))

    def test_fresh(self):
        own.STATE.append(1)
        self.assertEqual(own.STATE, [1])

    def test_exits_at_once(self):
        os._exit(7)

    def test_is_killed(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def test_aborts(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.abort()

    def test_system_exit(self):
        sys.exit(3)

    def test_at_exit(self):
        atexit.register(own.note, "exit", "at exit")
        own.LATE.write("not flushed\\n")
        threading.Thread(target=lambda: (time.sleep(0.1), own.note("exit", "thread"))).start()

    def test_forks(self):
        child = os.fork()
        if child == 0:
            own.note("forks", "child")
            os._exit(4)
        self.assertEqual(os.WEXITSTATUS(os.waitpid(child, 0)[1]), 4)

    def test_processes(self):
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(1) as pool:
                self.assertEqual(pool.map(square, [1, 2]), [1, 4])

    def test_leaves_a_process(self):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)

    def test_hangs(self):
        signal.signal(signal.SIGTERM, lambda *_: own.note("hangs", "asked"))
        while True:
            time.sleep(600)

    def test_zone(self):
        self.assertEqual(time.tzname[0], "")
`;
const SEEN_OWN = `import atexit, os

STATE = []
LATE = open("late", "w")

class Last:
    def __del__(self, note=lambda: None):
        with open("deleted", "a") as file:
            file.write("deleted\\n")

LAST = Last()

def note(name, value):
    with open(name + ".noted", "a") as file:
        file.write("%s\\n" % (value,))
`.replace('__del__(self, note=lambda: None)', '__del__(self, open=open)');

describe.each(['pytest', 'unittest'] as const)('a fork for a trial of %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    project = await openForkedProject(PYTHON, RUNNERS[runner], { 'own.py': SEEN_OWN, 'test_seen.py': SEEN });
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    expect(taggedProcesses(runTag()), 'processes left behind').toEqual([]);
  });
  const noted = (name: string) => readFileSync(join(project.root, name), 'utf8').trim().split('\n');

  test('shows its tests what a fresh process shows', async () => {
    const [usual] = outcomesOf(await project.run('cold', ['test_look']));
    expect(usual).toContain('variables');
    expect(outcomesOf(await project.run('forked', ['test_look']))).toEqual([usual]);
  });

  test.each([
    'test_exits_at_once',
    'test_is_killed',
    'test_aborts',
    'test_system_exit',
    'test_forks',
    'test_processes',
  ])('ends like a fresh process: %s', async (name) => {
    const usual = await project.run('cold', [name, 'test_fresh']);
    const forked = await project.run('forked', [name, 'test_fresh']);
    expect([forked.ending, outcomesOf(forked)]).toEqual([usual.ending, outcomesOf(usual)]);
  });

  test('loads the project anew, and draws numbers of its own', async () => {
    for (const seed of [1, 1, 1])
      expect(outcomesOf(await project.run('forked', ['test_fresh', 'test_draw'], { seed }))).toEqual([
        'test_fresh passed',
        'test_draw passed',
      ]);
    const drawn = noted('draw.noted').flatMap((line) => line.split(', '));
    expect(new Set(drawn).size).toBe(3 * 4);
  });

  test('does at its end what the interpreter does', async () => {
    await project.run('cold', ['test_at_exit']);
    const usual = ['exit.noted', 'late', 'deleted'].map((name) => noted(name));
    expect(usual.slice(0, 2)).toEqual([['thread', 'at exit'], ['not flushed']]);
    const deleted = noted('deleted').length;
    await project.run('forked', ['test_at_exit']);
    expect(noted('exit.noted')).toEqual(['thread', 'at exit', 'thread', 'at exit']);
    expect(noted('late')).toEqual(['not flushed']);
    expect(noted('deleted').length).toBe(deleted + 1);
  });

  test('is ended with all its processes, and its server serves the next trial', async () => {
    const outcomes = async (test: string) => outcomesOf(await project.run('forked', [test], { seed: 1 }));
    expect(await outcomes('test_fresh')).toEqual(['test_fresh passed']);
    const servers = taggedProcesses(runTag());
    expect(await outcomes('test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
    expect(await outcomes('test_fresh')).toEqual(['test_fresh passed']);
    expect(taggedProcesses(runTag())).toEqual(servers);
  });

  test('is asked to end at its time limit, and then ended', async () => {
    const run = await project.run('forked', ['test_hangs'], { timeBoxMs: 2_000 });
    expect(run.ending.timedOut).toBe(true);
    expect(outcomesOf(run)).toEqual(['test_hangs timed-out timed-out: the time limit was reached']);
    expect(noted('hangs.noted')).toEqual(['asked']);
  });

  test('has the variables of its condition, from a server of its own', async () => {
    const [zone] = outcomesOf(
      await project.run('forked', ['test_zone'], {}, { effect: { env: { TZ: 'Asia/Tokyo' } } }),
    );
    expect(zone).toContain('JST');
  });
});
