import { expect, test } from 'vitest';
import { reaching } from './small-repository.ts';

const CLOCK = 'import time\n\ndef now():\n    return time.time()  # HERE\n';

test('through a package, a relative import and a re-export', async () => {
  const { sure, may, path } = await reaching({
    'src/app/__init__.py': 'from .store import open_store\n',
    'src/app/clock.py': CLOCK,
    'src/app/store.py':
      'from . import clock\nfrom .clock import now as current\n\ndef open_store():\n    return current()\n\ndef close():\n    clock.now()\n',
    'tests/test_store.py':
      'from app import open_store\nimport app.store as st\n\ndef test_open():\n    open_store()\n\ndef test_close():\n    st.close()\n\ndef test_sum():\n    assert sum([1]) == 1\n',
  });
  expect(sure).toEqual(['test_open', 'test_close']);
  expect(may).toEqual([]);
  expect(path).toEqual(['tests/test_store.py:5 test_open', 'src/app/store.py:5 open_store', 'src/app/clock.py:4 now']);
});

test('through fixtures: by parameter, of a conftest above, of another fixture, unasked, and around a class', async () => {
  const { sure } = await reaching({
    'app.py': CLOCK,
    'tests/conftest.py':
      'import pytest\nfrom app import now\n\n@pytest.fixture\ndef stamp():\n    return now()\n\n@pytest.fixture(name="named")\ndef other(stamp):\n    return stamp\n',
    'tests/deep/test_a.py':
      'import pytest\nfrom app import now\n\ndef test_asks(stamp):\n    pass\n\ndef test_asks_other(named):\n    pass\n\n@pytest.mark.usefixtures("stamp")\ndef test_uses():\n    pass\n\ndef test_plain(tmp_path):\n    pass\n\nclass TestA:\n    def setup_method(self):\n        now()\n\n    def test_in_class(self):\n        pass\n',
    'tests/auto/conftest.py':
      'import pytest\nfrom app import now\n\n@pytest.fixture(autouse=True)\ndef always():\n    now()\n',
    'tests/auto/test_b.py': 'def test_unasked():\n    pass\n',
  });
  expect(sure).toEqual(['test_unasked', 'test_asks', 'test_asks_other', 'test_uses', 'TestA::test_in_class']);
});

test('through methods: on self, of a base class, on a variable whose class is known; perhaps, when it is not', async () => {
  const { sure, may } = await reaching({
    'app.py':
      'import time\n\nclass Base:\n    def __init__(self):\n        self.clock = Clock()\n\n    def stamp(self):\n        return self.clock.read()\n\nclass Clock:\n    def read(self):\n        return time.time()  # HERE\n\nclass Shop(Base):\n    def open(self):\n        return self.stamp()\n',
    'test_app.py':
      'from app import Shop\n\ndef test_known():\n    shop = Shop()\n    shop.open()\n\ndef test_unknown(thing):\n    thing.open().x()\n\ndef test_other():\n    Shop()\n',
  });
  expect(sure).toEqual(['test_known']);
  expect(may).toEqual(['test_unknown']);
});

test('what runs when a module is loaded is reached by whoever imports it, but not what runs as a program only', async () => {
  const loaded = (top: string) => ({
    'app/config.py': `import time\n${top}\n`,
    'app/shop.py': 'from app.config import STARTED\n',
    'tests/test_a.py': 'from app import shop\n\ndef test_a():\n    pass\n',
    'tests/test_b.py': 'def test_b():\n    pass\n',
  });
  expect((await reaching(loaded('STARTED = time.time()  # HERE'))).sure).toEqual(['test_a']);
  expect((await reaching(loaded('if __name__ == "__main__":\n    time.time()  # HERE'))).sure).toEqual([]);
});

test('a function that is passed on may be called; a parameter of the same name is another thing', async () => {
  const { sure, may } = await reaching({
    'app.py': 'import time\n\ndef worker():\n    time.sleep(1)  # HERE\n',
    'test_app.py':
      'from threading import Thread\nfrom app import worker\n\ndef test_thread():\n    Thread(target=worker).start()\n\ndef test_parameter(worker):\n    worker()\n',
  });
  expect(sure).toEqual([]);
  expect(may).toEqual(['test_thread']);
});

test("a variable that is made from itself, and classes that are each other's base, end somewhere", async () => {
  const { sure, may } = await reaching({
    'app.py':
      'import time\n\nclass A(B):\n    def next(self):\n        return time.time()  # HERE\n\nclass B(A):\n    pass\n',
    'test_app.py':
      'def test_loop():\n    node = start()\n    node = node.next()\n    while node:\n        node = node.next()\n',
  });
  expect(sure).toEqual([]);
  expect(may).toEqual(['test_loop']);
});
