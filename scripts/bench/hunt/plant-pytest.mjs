/** A pytest suite of 300 tests with planted flaky ones, broken ones and healthy look-alikes, drawn from a seed, and the truth about it. */

const FILES = 20;
const TESTS_PER_FILE = 15;
const MIN_MS = 5;
const MAX_MS = 200;
/** Tests that compute instead of waiting. */
const BUSY_SHARE = 0.2;

const HEAD = `import datetime, os, random, tempfile, threading, time

import shared


def work(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        pass

`;

/** `rng`: of the testkit. `scale`: factor of the tests' durations. */
export function plantPytest(rng, scale = 1) {
  const slots = rng.shuffle(Array.from({ length: FILES * TESTS_PER_FILE }, (_, at) => at));
  const bodies = new Map();
  const truth = { flaky: {}, broken: [], alike: [] };
  const fileOf = (slot) => Math.floor(slot / TESTS_PER_FILE);
  const idOf = (slot) => `test_${String(fileOf(slot)).padStart(2, '0')}.py::test_${slot}`;
  const plant = (slot, lines, kind) => {
    bodies.set(slot, lines);
    if (kind !== undefined) truth.flaky[idOf(slot)] = kind;
    return slot;
  };
  const free = (where = () => true) => {
    const at = slots.findIndex((slot) => !bodies.has(slot) && where(slot));
    return slots.splice(at, 1)[0];
  };
  const sameFile = (slot) => (other) => fileOf(other) === fileOf(slot);

  // Victims: their polluter comes after them in the suite, or before them with a cleaner in between, or before them.
  for (let number = 0; number < 6; number += 1) {
    const key = `"cart${number}"`;
    const inFile = number % 2 === 0;
    const isBefore = number >= 4;
    const victim = free(
      (slot) =>
        slot % TESTS_PER_FILE >= 4 && slot % TESTS_PER_FILE <= 10 && fileOf(slot) > 1 && fileOf(slot) < FILES - 2,
    );
    plant(victim, [`assert ${key} not in shared.STATE`], 'victim');
    const polluter = free(
      (slot) =>
        (inFile ? sameFile(victim)(slot) : !sameFile(victim)(slot)) &&
        (isBefore || number === 3 ? slot < victim - 1 : slot > victim),
    );
    plant(polluter, [`shared.STATE[${key}] = 1`]);
    if (number === 3)
      plant(
        free((slot) => slot > polluter && slot < victim),
        [`shared.STATE.pop(${key}, None)`],
      );
  }
  for (let number = 0; number < 3; number += 1) {
    const key = `"season${number}"`;
    const brittle = free((slot) => slot % TESTS_PER_FILE >= 4 && fileOf(slot) > 1);
    plant(brittle, [`assert ${key} in shared.STATE`], 'brittle');
    const setter = free((slot) => slot < brittle && (number === 0) !== sameFile(brittle)(slot));
    plant(setter, [`shared.STATE[${key}] = 1`]);
  }
  plant(free(), ['shared.SOLD.append(1)', 'assert len(shared.SOLD) == 1'], 'self-polluter');
  plant(
    free(),
    [
      'path = os.path.join(tempfile.gettempdir(), "receipt")',
      'assert not os.path.exists(path)',
      'open(path, "w").close()',
    ],
    'self-polluter',
  );
  plant(free(), ['assert list({"tea", "cake", "milk", "rice"})[0] != "tea"'], 'iteration-order');
  plant(free(), ['assert random.random() < 0.8'], 'randomness');
  plant(free(), ['assert time.localtime().tm_gmtoff >= 0'], 'time-zone');
  plant(free(), ['assert not (os.environ.get("LC_ALL") or os.environ.get("LANG") or "").startswith("tr")'], 'locale');
  plant(free(), ['today = datetime.date.today()', 'assert (today.month, today.day) != (2, 29)'], 'date');
  plant(free(), ['assert datetime.date.today().year < 2090'], 'date');
  plant(
    free(),
    [
      'thread = threading.Thread(target=work, args=(40,))',
      'thread.start()',
      'thread.join(0.12)',
      'assert not thread.is_alive()',
    ],
    'short-wait',
  );
  plant(free(), ['begin = time.monotonic()', 'work(30)', 'assert time.monotonic() - begin < 0.1'], 'short-wait');
  plant(
    free(),
    [
      'path = os.path.join(tempfile.gettempdir(), "till")',
      'os.close(os.open(path, os.O_CREAT | os.O_EXCL))',
      'time.sleep(0.1)',
      'os.remove(path)',
    ],
    'parallel-collision',
  );
  for (const line of ['assert 19 == 7', 'raise KeyError("tax")', 'assert "tea" in []'])
    truth.broken.push(idOf(plant(free(), [line])));
  for (const lines of ALIKE) truth.alike.push(idOf(plant(free(), lines)));

  const files = { 'shared.py': 'STATE = {}\nSOLD = []\n' };
  for (let file = 0; file < FILES; file += 1) {
    const tests = Array.from({ length: TESTS_PER_FILE }, (_, at) => {
      const slot = file * TESTS_PER_FILE + at;
      const ms = scale * MIN_MS * (MAX_MS / MIN_MS) ** rng.float();
      const spend = rng.float() < BUSY_SHARE ? `work(${ms.toFixed(1)})` : `time.sleep(${(ms / 1000).toFixed(4)})`;
      return [`def test_${slot}():`, ...[spend, ...(bodies.get(slot) ?? [])].map((line) => `    ${line}`), ''].join(
        '\n',
      );
    });
    files[`test_${String(file).padStart(2, '0')}.py`] = `${HEAD}\n${tests.join('\n\n')}`;
  }
  return { files, truth };
}

/** Healthy tests that look flaky. */
const ALIKE = [
  ['assert random.Random(4).random() < 0.3'],
  ['begin = time.time()', 'time.sleep(0.01)', 'assert time.time() - begin < 600'],
  ['assert datetime.date.today().year > 1999'],
  ['with tempfile.TemporaryDirectory() as place:', '    open(os.path.join(place, "note"), "w").close()'],
  [
    'shared.STATE["alike"] = 1',
    'try:',
    '    assert shared.STATE["alike"] == 1',
    'finally:',
    '    del shared.STATE["alike"]',
  ],
  ['assert sorted({"tea", "cake", "milk"})[0] == "cake"'],
  [
    'thread = threading.Thread(target=work, args=(5,))',
    'thread.start()',
    'thread.join()',
    'assert not thread.is_alive()',
  ],
  ['assert os.environ.get("NO_SUCH_SETTING") is None'],
  ['assert len({random.random() for _ in range(50)}) > 1'],
  [
    'before = dict(os.environ)',
    'os.environ["ALIKE"] = "1"',
    'os.environ.pop("ALIKE")',
    'assert dict(os.environ) == before',
  ],
];
