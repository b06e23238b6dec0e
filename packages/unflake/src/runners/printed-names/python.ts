/** What pytest and unittest print about a test. */
import type { TestNames } from '../../contract/test-names.ts';

/** Lines of passed tests are ignored: people paste output because of the test that failed. */
const PYTEST_WORDS = 'FAILED|ERROR|SUBFAILED(?:\\([^)\\n]*\\)|\\[[^\\]\\n]*\\])?|XPASS|RERUN';

export const PYTEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // FAILED tests/test_a.py::TestX::test_y[param] - AssertionError: …; with xdist, [gw0] [ 50%] comes first.
    {
      pattern: new RegExp(
        `^(?:\\[gw\\d+\\] *)?(?:\\[ *\\d+%\\] *)?(?:${PYTEST_WORDS}) +(?<file>[^:\\n]+?)::(?<name>[^\\n]+)$`,
        'gm',
      ),
      endsBefore: ' - ',
      whole: true,
    },
    // tests/test_a.py::test_y FAILED   [ 50%]
    {
      pattern: new RegExp(`^(?<file>[^:\\n]+?)::(?<name>[^\\n]+?) +(?:${PYTEST_WORDS})(?: [^\\n]*)?$`, 'gm'),
      whole: true,
    },
    // ERROR tests/test_a.py - ImportError: …
    { pattern: new RegExp(`^(?:${PYTEST_WORDS}) +(?<file>[^:\\n]+?\\.py)(?: - [^\\n]*)?$`, 'gm') },
    // ______ TestX.test_y[param] ______, ______ ERROR at setup of test_y ______
    { pattern: /^_{3,} (?:ERROR at (?:setup|teardown) of )?(?<name>[^\n]+?) _{3,}$/gm },
    // python -m pytest 'tests/test_a.py::test_y[a b]'
    { pattern: /(?<=^|\s)(?<quote>['"])(?<file>[^:'"\n]+?)::(?<name>[^\n]+?)\k<quote>(?=\s|$)/gm, whole: true },
    { pattern: /(?<=^|\s)(?<file>[^\s:'"]+\.py)::(?<name>[^\s'"]+)/gm, whole: true },
  ],
};

export const UNITTEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // ERROR: setUpClass (tests.test_a.TestX)
    { pattern: /^ERROR: (?:setUp|tearDown)(?:Class|Module) \((?<outer>[\w.]+)\)/gm },
    // FAIL: test_y (tests.test_a.TestX.test_y); before Python 3.11 without the method in brackets. Verbose: without the word.
    { pattern: /^(?:[A-Z][A-Z ]+: )?(?<name>\w+) \((?<outer>[\w.]+?)(?:\.\k<name>)?\)/gm },
    // python -m unittest -v tests.test_a.TestX.test_y
    { pattern: /-m unittest(?: -\S+)* (?<name>[\w.]+)$/gm, mayHold: true },
    // python manage.py test -v 2 shop.tests.CartTest.test_total
    { pattern: /(?:manage\.py|django(?:-admin)?) test(?: -\S+| \d)* (?<name>[\w.]+)$/gm, mayHold: true },
  ],
};
