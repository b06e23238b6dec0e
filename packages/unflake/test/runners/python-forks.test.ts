/** Trials in forks of a loaded Python: tests see what they would see in a fresh process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { pytest } from '../../src/runners/pytest.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { type ForkedProject, openForkedProject, outcomesOf, PYTHON, runUntilItHangs } from './forked-project.ts';

const RUNNERS = { pytest, unittest };

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
        open("hanging", "w").close()
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
    const run = await runUntilItHangs(project, 'test_hangs');
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
