import { nodes, type Rule } from '../rule.ts';
import { inFile } from './sample.ts';
import { isSharedWrite } from './shared-writes.ts';

const MUTABLE = String.raw`\w+(?:\s*:[^=\n]+)?\s*=\s*(?:[[{]|(?:\w+\.)?(?:list|dict|set|defaultdict|deque|Counter|OrderedDict|bytearray)\()`;
/** Something mutable at the top of the file or of a class, a `global`, a fixture that lives longer than a test. */
const SHARES = new RegExp(
  `^${MUTABLE}|^class\\b[^\\n]*\\n(?:(?!\\s*(?:async )?def )[^\\n]*\\n)*?\\s+${MUTABLE}|\\bglobal\\s|\\bscope\\s*=`,
  'm',
);

export const sharedMutableState: Rule = {
  id: 'python/shared-mutable-state',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'changes something that all tests of the file share',
  why: 'What one test puts in, the next one finds: the outcome depends on which ran before.',
  fix: 'Make it anew for every test: a fixture with the default scope, an attribute set in `setUp`, or a fixture that clears it.',
  find: [
    nodes({ rule: { kind: 'assignment', regex: '^(?:(?:self|cls)\\.)?\\w+(?:\\[|\\s*=)' } }, isSharedWrite, SHARES),
    nodes({ rule: { kind: 'augmented_assignment' } }, isSharedWrite, SHARES),
    nodes({ rule: { kind: 'delete_statement' } }, isSharedWrite, SHARES),
    nodes(
      {
        rule: {
          kind: 'call',
          regex: '^[\\w.]+\\.(?:append|extend|insert|add|update|setdefault|pop|popitem|remove|discard|appendleft)\\(',
        },
      },
      isSharedWrite,
      SHARES,
    ),
  ],
  flags: [
    inFile('', 'SEEN = []', 'def test_a():\n    SEEN.append(1)\n    assert len(SEEN) == 1'),
    inFile('', 'CACHE = {}', 'def test_a():\n    CACHE["a"] = 1\n    assert f(CACHE)'),
    inFile('', 'N = 0', 'def test_a():\n    global N\n    N += 1\n    assert N == 1'),
    inFile(
      '',
      'class TestA:\n    seen = []\n    def test_a(self):\n        self.seen.append(1)\n        assert self.seen == [1]',
    ),
    inFile(
      'pytest',
      '@pytest.fixture(scope="module")\ndef rows():\n    return []',
      'def test_a(rows):\n    rows.append(1)\n    assert rows == [1]',
    ),
  ],
  allows: [
    inFile('', 'SEEN = []', 'def test_a():\n    seen = []\n    seen.append(1)\n    assert seen == [1]'),
    inFile('', 'SEEN = []', 'def test_a():\n    SEEN = []\n    SEEN.append(1)\n    assert SEEN == [1]'),
    inFile(
      'pytest',
      'SEEN = []',
      '@pytest.fixture(autouse=True)\ndef forget():\n    SEEN.clear()',
      'def test_a():\n    SEEN.append(1)\n    assert SEEN == [1]',
    ),
    inFile(
      'pytest',
      '@pytest.fixture\ndef rows():\n    return []',
      'def test_a(rows):\n    rows.append(1)\n    assert rows == [1]',
    ),
    inFile(
      '',
      'class TestA:\n    def setup_method(self):\n        self.seen = []\n    def test_a(self):\n        self.seen.append(1)\n        assert self.seen == [1]',
    ),
    inFile(
      '',
      'PRICES = {"tea": 3}',
      'def test_a():\n    prices = dict(PRICES)\n    prices["tea"] = 4\n    assert f(prices)',
    ),
  ],
};
