import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { unittest } from '../../../src/runners/unittest.ts';
import { projectOf } from './project-of.ts';

const settings = { args: [], files: [], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/python'], settings };
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: tests.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});
const CASE = 'import unittest\nclass A(unittest.TestCase): pass\n';

describe('detection of unittest', () => {
  test('a test file that imports it makes it likely', () => {
    expect(unittest.detect(projectOf({ 'tests/test_a.py': CASE }))).toEqual({
      folder: '.',
      because: ['tests/test_a.py imports unittest'],
      strength: 'likely',
    });
  });

  test('a command that starts it makes it configured', () => {
    const found = unittest.detect(projectOf({ Makefile: 'test:\n\tpython3 -m unittest\n', 'tests/test_a.py': CASE }));
    expect(found).toMatchObject({
      because: ['`-m unittest` in Makefile', expect.any(String)],
      strength: 'configured',
    });
  });

  test('is started in the folder of the nearest manifest', () => {
    const files = { 'pyproject.toml': '', 'tools/setup.py': '', 'tools/tests/test_a.py': CASE };
    expect(unittest.detect(projectOf(files))?.folder).toBe('tools');
  });

  test.each([
    ['pytest configured', { 'pytest.ini': '' }],
    ['pytest required', { 'requirements.txt': 'pytest\n' }],
    ['a conftest', { 'conftest.py': '' }],
  ])('%s counts against it', (_what, files) => {
    expect(unittest.detect(projectOf({ ...files, 'tests/test_a.py': CASE }))).toBeNull();
  });

  test.each([
    ['test files that do not import it', { 'test_a.py': 'def test_a(): pass\n' }],
    ['files that are no tests', { 'app.py': CASE }],
  ])('%s are not a sign', (_what, files) => {
    expect(unittest.detect(projectOf(files as Record<string, string>))).toBeNull();
  });
});

describe('detection of tests that Django runs', () => {
  const MANAGE = 'from django.core.management import execute_from_command_line\n';
  const TESTS = 'from django.test import TestCase\nclass A(TestCase): pass\n';

  test('its manage.py and tests of unittest make it configured, in the folder of manage.py', () => {
    expect(unittest.detect(projectOf({ 'site/manage.py': MANAGE, 'site/shop/tests.py': TESTS }))).toEqual({
      folder: 'site',
      because: ['site/manage.py sets up Django', 'site/shop/tests.py has tests of unittest'],
      strength: 'configured',
    });
  });

  test('two sites beside each other are two suites, and a site inside another is not', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'a/inner'].flatMap((folder) => [
        [`${folder}/manage.py`, MANAGE],
        [`${folder}/shop/tests.py`, TESTS],
      ]),
    );
    const found = unittest.detect(projectOf(files));
    expect([found, ...(found?.alsoIn ?? [])].map((one) => one?.folder)).toEqual(['a', 'b']);
  });

  test.each([
    ['a setting of pytest', { 'pytest.ini': '' }, null],
    ['a plugin of pytest for Django', { 'requirements.txt': 'pytest-django\n' }, null],
    ['a conftest', { 'conftest.py': '' }, null],
    ['pytest alone, which cannot set up Django', { 'requirements.txt': 'pytest\n' }, 'configured'],
    ['a script that starts unittest', { Makefile: 'test:\n\tpython -m unittest\n' }, null],
  ])('beside %s', (_what, files, expected) => {
    const project = projectOf({ ...files, 'manage.py': MANAGE, 'shop/test_a.py': TESTS });
    expect(unittest.detect(project)?.strength ?? null).toBe(expected);
  });

  test.each([
    ['manage.py test', { 'manage.py': MANAGE }],
    ['runtests.py', { 'runtests.py': 'import django\nfrom django.test.utils import get_runner\n' }],
    [
      '-m django test --settings=tests.settings',
      { 'tox.ini': 'commands =\n  coverage run -m django test --settings tests.settings {posargs}\n' },
    ],
    [
      '-m django test --settings=tests.settings tests',
      { Makefile: 'test:\n\tDJANGO_SETTINGS_MODULE=tests.settings django-admin test -v 2 tests\n' },
    ],
  ])('is started by %s', (command, files) => {
    const adapter = unittest.withProject(projectOf({ ...files, 'shop/tests.py': TESTS }), '.');
    const { argv } = adapter.list(context);
    expect(argv.join(' ')).toBe(`/python /probes/unittest/run.py --django ${command}`);
  });
});

describe('the plain command of unittest', () => {
  test('in a project of Django it is that of Django, which runs each test once', () => {
    const manage = { 'manage.py': 'from django.core.management import execute_from_command_line\n' };
    const adapter = unittest.withProject(projectOf(manage), '.');
    const ids = ['shop/tests/__init__.py::A::test_2', 'shop/tests/test_a.py::A::test_1'];
    expect(adapter.plain(request(ids), context)?.argv.join(' ')).toBe(
      '/python manage.py test shop.tests.A.test_2 shop.tests.test_a.A.test_1',
    );
    expect(adapter.plain(request(ids, { repeat: 2 }), context)).toBeNull();
    expect(adapter.plain(request([ids[0]!, ids[0]!]), context)).toBeNull();
  });

  test('names the tests in any order, as often as they are to run', () => {
    const asked = request(['tests/test_a.py::A::test_2', 'tests/test_a.py::A::test_1'], { repeat: 2 });
    expect(unittest.plain(asked, context)?.argv).toEqual([
      ...['/python', '-m', 'unittest'],
      ...['tests.test_a.A.test_2', 'tests.test_a.A.test_1', 'tests.test_a.A.test_2', 'tests.test_a.A.test_1'],
    ]);
  });

  test.each([
    ['the second of two equal tests', 'test_a.py::A::test_1\\#2'],
    ['a name that is no identifier', 'test_a.py::A::test_a b'],
    ['a folder that is no identifier', 'my-tests/test_a.py::A::test_1'],
  ])('there is none for %s', (_what, id) => {
    expect(unittest.plain(request([id]), context)).toBeNull();
  });

  test('there is none where discovery starts elsewhere', () => {
    const elsewhere = { ...context, settings: { ...settings, args: ['-s', 'spec'] } };
    expect(unittest.plain(request(['spec/test_a.py::A::test_1']), elsewhere)).toBeNull();
  });

  test.each([
    ['Ran 2 tests in 0.001s\n\nOK', 'passed'],
    ['Ran 2 tests in 0.001s\n\nOK (skipped=1, expected failures=1)', 'skipped'],
    ['Ran 2 tests in 0.001s\n\nOK (expected failures=1)', 'passed'],
    ['Ran 2 tests in 0.001s\n\nFAILED (failures=1, skipped=1)', 'failed'],
    ['Ran 2 tests in 0.001s\n\nFAILED (unexpected successes=1)', 'failed'],
    ['Ran 0 tests in 0.001s\n\nFAILED (errors=1)', 'errored'],
    ['ERROR: b (unittest.loader._FailedTest.b)\n----\nRan 2 tests in 0.001s\n\nFAILED (errors=1)', 'missing'],
    ['Ran 1 test in 0.001s\n\nOK', 'missing'],
    ['Ran 0 tests in 0.000s\n\nNO TESTS RAN', 'missing'],
    ['Ran 0 tests in 0.000s\n\nOK', 'missing'],
    ['.', 'crashed'],
  ])('%j is %s', (stderr, expected) => {
    const run = { stdout: '', stderr: `\n${stderr}\n`, code: 0, signal: null, timedOut: false, files: {}, ms: 1 };
    expect(unittest.parsePlain(run, request(['a', 'b']))).toBe(expected);
  });

  const heading = (line: string) => `${'='.repeat(70)}\n${line}\n${'-'.repeat(70)}\n`;
  test.each([
    [['FAIL: test_a (t.T.test_a)'], 2, 'failures=1', 'passed'],
    [['FAIL: test_a (t.T)'], 2, 'failures=1', 'passed'],
    [['FAIL: test_b (t.T.test_b) (i=1)', 'FAIL: test_b (t.T.test_b) (i=2)'], 2, 'failures=2', 'failed'],
    [['FAIL: test_a (t.T.test_a)', 'ERROR: test_b (t.T.test_b)'], 2, 'failures=1, errors=1', 'errored'],
    [['FAIL: test_a (t.T.test_a)'], 2, 'failures=1, skipped=1', 'missing'],
    [['FAIL: test_a (t.T.test_a)'], 1, 'failures=1', 'missing'],
    [[], 2, 'failures=1', 'failed'],
    [['ERROR: setUpClass (t.T)'], 0, 'errors=1', 'errored'],
  ])(
    'beside a test that fails, the target has its own outcome: %j of %i with %s are %s',
    (lines, ran, counts, expected) => {
      const stderr = `F.\n${lines.map(heading).join('')}\nRan ${ran} tests in 0.001s\n\nFAILED (${counts})\n`;
      const run = { stdout: '', stderr, code: 1, signal: null, timedOut: false, files: {}, ms: 1 };
      const asked = { ...request(['t.py::T::test_a', 't.py::T::test_b']), target: testId('t.py::T::test_b') };
      expect(unittest.parsePlain(run, asked)).toBe(expected);
    },
  );
});
