/** One test has one name, whichever tool wrote it and wherever it ran. */
import { expect, test } from 'vitest';
import { historyName, historyNameOfId, type NamePlace } from '../../../../src/reports/results/history-name.ts';

const FILES = ['tests/test_cart.py', 'src/cart.test.ts', 'internal/cart/cart_test.go', 'tests/CartTest.php'];
const place: NamePlace = {
  roots: ['/work/shop/'],
  exists: (path) => FILES.includes(path),
  goModule: 'example.com/shop',
  folders: [''],
  inPackage: '',
};
const elsewhere: NamePlace = { roots: ['/tmp/'], exists: () => false, goModule: null, folders: [''], inPackage: '' };
const name = (file: string | null, scope: string, ...titles: string[]) => ({ file, scope, titles });

test.each([
  ['tests/test_cart.py::TestTotals::test_sum[1-a]', name(null, 'tests.test_cart.TestTotals', 'test_sum[1-a]')],
  ['tests/test_cart.py::TestTotals::test_sum', name('/work/shop/tests/test_cart.py', 'TestTotals', 'test_sum')],
  ['src/cart.test.ts > cart > sums', name('/home/runner/work/shop/shop/src/cart.test.ts', '', 'cart', 'sums')],
  ['src/cart.test.ts > cart > sums', name('D:\\a\\shop\\shop\\src\\cart.test.ts', '', 'cart sums')],
  ['src/cart.test.ts > cart > sums', name('/builds/group/shop/src/cart.test.ts', '', 'cart sums')],
  ['src/cart.test.ts > cart > sums', name('/anywhere/else/src/cart.test.ts', '', 'cart', 'sums')],
  ['internal/cart::TestSum/empty', name(null, 'example.com/shop/internal/cart', 'TestSum/empty')],
  ['shop.CartTest::Inner::sums', name(null, 'shop.CartTest$Inner', 'sums()')],
  [
    'tests/CartTest.php::Tests\\CartTest::testSum with data set #0',
    name('./tests/CartTest.php', 'Tests\\CartTest', 'testSum with data set #0'),
  ],
])('%s is the same test in a report', (id, reported) => {
  const { file, words } = historyName(reported, place);
  expect({ file, words }).toEqual({ file: historyNameOfId(id).file, words: historyNameOfId(id).words });
});

test.each([
  ['tests.test_cart.TestTotals', 'tests/test_cart.py', 'TestTotals a'],
  ['tests.test_cart', 'tests/test_cart.py', 'a'],
  ['shop.CartTest', '', 'shop.CartTest a'],
  ['tests.helpers.cart', '', 'tests.helpers.cart a'],
])('without the sources, a module of pytest is known by its name: %s', (scope, file, words) => {
  expect(historyName(name(null, scope, 'a'), elsewhere)).toMatchObject({ file, words });
});

test('a temporary path, an address or a uuid in a parameter does not make another test', () => {
  const of = (path: string) => historyName(name('a.py', '', `test_open[${path}]`), elsewhere).words;
  expect(of('/tmp/pytest-of-me/pytest-3/x')).toBe(of('/tmp/pytest-of-ci/pytest-911/x'));
  expect(of('<Cart at 0x7f00aa10>')).toBe(of('<Cart at 0x7fbb0000>'));
  expect(of('1')).not.toBe(of('2'));
});

test('the second of two equal names is another test', () => {
  expect(historyNameOfId('a.test.ts > x\\#2').words).not.toBe(historyNameOfId('a.test.ts > x').words);
});

const monorepo = ['packages/a/test/x.test.js', 'packages/b/test/x.test.js', 'packages/a/tests/test_x.py'];
const inPackage = (folder: string): NamePlace => ({
  ...elsewhere,
  exists: (path) => monorepo.includes(path),
  folders: [`${folder}reports/`, folder, 'packages/', ''],
  inPackage: folder,
});

test.each([
  ['packages/a/', name('test/x.test.js', '', 'adds'), 'packages/a/test/x.test.js > adds'],
  ['packages/b/', name('./test/x.test.js', '', 'adds'), 'packages/b/test/x.test.js > adds'],
  // A runner at the root that wrote its report into a package.
  ['packages/b/', name('packages/a/test/x.test.js', '', 'adds'), 'packages/a/test/x.test.js > adds'],
  ['packages/a/', name('test/gone.test.js', '', 'adds'), 'packages/a/test/gone.test.js > adds'],
  ['packages/a/', name(null, 'tests.test_x', 'test_a'), 'packages/a/tests/test_x.py::test_a'],
  ['packages/a/', name(null, 'tests.test_gone', 'test_a'), 'packages/a/tests/test_gone.py::test_a'],
  ['packages/a/', name(null, '', 'adds', 'twice'), 'packages/a/ > adds > twice'],
  ['packages/a/', name(null, 'shop.CartTest$Inner', 'sums()'), 'packages/a/ > shop.CartTest Inner > sums()'],
])('a report in %s names the tests of its package, %#', (folder, reported, id) => {
  const found = historyName(reported, inPackage(folder));
  expect(found.id).toBe(id);
  expect(historyNameOfId(id)).toMatchObject({ file: found.file, words: found.words });
});
