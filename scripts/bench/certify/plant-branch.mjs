/**
 * A git repository with a pytest suite of 30 healthy tests on `main`, and a branch that adds ten: seven healthy ones, among them look-alikes,
 * and three that are flaky in ways that plain reruns of the suite do not show.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../../../packages/testkit/dist/random.js';

const SHOP = `import threading

CATALOGUE = {"tea": 3, "cup": 5}
CURRENCY = {"code": "EUR"}


def total(names):
    return sum(CATALOGUE[name] for name in names)


class Stock:
    def __init__(self):
        self.items = {}
        self.lock = threading.Lock()

    def put(self, name, count):
        with self.lock:
            self.items[name] = self.items.get(name, 0) + count
`;

/** Each has a function name, the body that is its reason to be flaky, and what else it needs in its file. */
const FLAKY = {
  victim: {
    name: 'test_prices_are_in_euro',
    body: 'assert shop.CURRENCY["code"] == "EUR"',
    // It runs before its polluter in the suite's own order.
    after: ['def test_prices_in_pounds():', '    shop.CURRENCY["code"] = "GBP"', '    assert shop.total(["tea"]) == 3'],
  },
  brittle: {
    name: 'test_counts_the_registered',
    body: 'assert "opened" in shop.CATALOGUE',
    before: [
      'def test_opens_the_shop():',
      '    shop.CATALOGUE["opened"] = 0',
      '    assert shop.total(["opened"]) == 0',
    ],
  },
  selfPolluter: {
    name: 'test_registers_once',
    body: 'assert "once" not in shop.CATALOGUE\n    shop.CATALOGUE["once"] = 1',
  },
  zone: {
    name: 'test_shows_the_opening_hour',
    body: 'assert time.localtime(86400 * 200 + 8 * 3600).tm_min == 0',
  },
  date: {
    name: 'test_is_open_tomorrow',
    body: 'now = datetime.date.today()\n    assert now.replace(day=now.day + 1) > now if now.day < 28 else now.replace(year=now.year + 1) > now',
  },
  load: {
    name: 'test_answers_in_time',
    body: 'began = time.perf_counter()\n    n = sum(i * i for i in range(60_000))\n    assert n > 0 and time.perf_counter() - began < 0.03',
  },
  hash: {
    name: 'test_lists_the_names',
    // Passes for nearly every seed of hashes.
    body: 'assert next(iter({f"n{i}" for i in range(40)})) != "n7"',
  },
  port: {
    name: 'test_listens',
    body: 'server = socket.socket()\n    server.bind(("127.0.0.1", PORT))\n    time.sleep(0.05)\n    server.close()',
  },
  seldom: {
    name: 'test_draws_a_ticket',
    body: 'assert random.random() > 0.015',
  },
};

const HEALTHY = [
  'assert shop.total(["tea", "cup"]) == 8',
  'stock = shop.Stock()\n    stock.put("tea", 1)\n    assert stock.items == {"tea": 1}',
  'assert sorted({"b", "a", "c"}) == ["a", "b", "c"]',
  'path = tmp_path / "order"\n    path.write_text("tea")\n    assert path.read_text() == "tea"',
  'assert datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone.utc).day == 29',
  'assert random.Random(4).random() == random.Random(4).random()',
  'began = time.monotonic()\n    time.sleep(0.002)\n    assert time.monotonic() >= began',
  'monkeypatch.setitem(shop.CATALOGUE, "gift", 9)\n    assert shop.total(["gift"]) == 9',
  'done = []\n    thread = threading.Thread(target=done.append, args=(1,))\n    thread.start()\n    thread.join()\n    assert done == [1]',
  'server = socket.socket()\n    server.bind(("127.0.0.1", 0))\n    assert server.getsockname()[1] > 0\n    server.close()',
];

export const FLAKY_KINDS = Object.keys(FLAKY);

/** Returns the ids of the ten new tests: which are flaky, so many of them, and which healthy. */
export function plantBranch(folder, seed, count = 3) {
  const rng = random(seed);
  mkdirSync(join(folder, 'tests'), { recursive: true });
  const put = (path, text) => writeFileSync(join(folder, path), text);
  put('shop.py', SHOP);
  put('pytest.ini', '[pytest]\npythonpath = .\n');
  put('.gitignore', '__pycache__/\n.pytest_cache/\n');
  const head = 'import datetime\nimport random\nimport socket\nimport threading\nimport time\n\nimport shop\n\n';
  for (const file of ['cart', 'order', 'stock']) {
    const tests = Array.from({ length: 10 }, (_, at) => healthy(`test_${file}_${at}`, HEALTHY[at % HEALTHY.length]));
    put(`tests/test_${file}.py`, `${head}${tests.join('')}`);
  }
  const git = (...args) => {
    const ran = spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
    if (ran.status !== 0) throw new Error(String(ran.stderr));
  };
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'the shop');
  git('checkout', '-qb', 'new-tests');
  const kinds = rng.shuffle(FLAKY_KINDS).slice(0, count);
  const helpers = kinds.reduce((sum, kind) => sum + (FLAKY[kind].after || FLAKY[kind].before ? 1 : 0), 0);
  const blocks = kinds.map((kind) => {
    const { name, body, before, after } = FLAKY[kind];
    const other = (lines) => (lines === undefined ? '' : `${lines.join('\n')}\n\n\n`);
    return `${other(before)}def ${name}():\n    ${body.replace('PORT', String(20_000 + ((seed * 7) % 20_000)))}\n\n\n${other(after)}`;
  });
  const healthyNames = Array.from({ length: 10 - count - helpers }, (_, at) => `test_new_${at}`);
  const plain = healthyNames.map((name) => healthy(name, rng.pick(HEALTHY)));
  put('tests/test_new.py', `${head}\n${rng.shuffle([...blocks, ...plain]).join('')}`.trimEnd().concat('\n'));
  git('add', '-A');
  git('commit', '-qm', 'new tests');
  const id = (name) => `tests/test_new.py::${name}`;
  const others = blocks.flatMap((block) => [...block.matchAll(/^def (test_(?:prices_in_pounds|opens_the_shop))/gm)]);
  return {
    kinds,
    flaky: kinds.map((kind) => id(FLAKY[kind].name)),
    healthy: [...healthyNames, ...others.map(([, name]) => name)].map(id),
  };
}

function healthy(name, body) {
  const fixture = body.startsWith('path') ? 'tmp_path' : body.startsWith('monkeypatch') ? 'monkeypatch' : '';
  return `def ${name}(${fixture}):\n    ${body}\n\n\n`;
}
