/** The parts of nextest's driver that decide: runs, filters, the profile, and tests that ended their process. */
import { describe, expect, test } from 'vitest';

type Targets = ReadonlyMap<string, { readonly binaryId: string; readonly label: string }>;
interface Piece {
  readonly segments: readonly (readonly string[])[];
  readonly files: Readonly<Record<string, readonly string[]>>;
}

const probe = (name: string): Promise<unknown> =>
  import(new URL(`../../../probes/nextest/${name}.mjs`, import.meta.url).href);
const { casesEndedEarly } = (await probe('ended-early')) as { casesEndedEarly: (xml: string) => readonly object[] };
const { PRIORITIES, piecesOf } = (await probe('pieces')) as {
  PRIORITIES: number;
  piecesOf: (
    segments: readonly (readonly string[])[],
    targets: Targets,
  ) => { readonly pieces: readonly Piece[]; readonly unknown: readonly string[] };
};
const { filtersOf, profileOf, profileText, selectingFilters } = (await probe('profile')) as {
  filtersOf: (ids: readonly string[], targets: Targets) => readonly string[];
  profileOf: (flags: readonly string[]) => string;
  profileText: (profile: object) => string;
  selectingFilters: (ids: readonly string[], sizes: object, targets: Targets) => readonly string[];
};

const TARGETS = new Map([
  ['src/lib.rs', { binaryId: 'shop', label: 'shop::shop' }],
  ['src/main.rs', { binaryId: 'shop::bin/shop', label: 'shop::shop' }],
  ['tests/cart.rs', { binaryId: 'shop::cart', label: 'shop::cart' }],
]);

describe('a selection is one run of nextest', () => {
  test('with the files of its targets, and names what is not a target', () => {
    expect(piecesOf([['tests/cart.rs::a', 'tests/gone.rs::a'], ['src/lib.rs::a']], TARGETS)).toEqual({
      pieces: [
        {
          segments: [['tests/cart.rs::a'], ['src/lib.rs::a']],
          files: { 'shop::cart': ['tests/cart.rs'], 'shop::shop': ['src/lib.rs'] },
        },
      ],
      unknown: ['tests/gone.rs'],
    });
  });

  test('unless a library and a program of one name have a test of one name', () => {
    const segments = (...ids: readonly string[]) => piecesOf([ids], TARGETS).pieces.map((piece) => piece.segments);
    expect(segments('src/lib.rs::a', 'src/main.rs::b')).toHaveLength(1);
    expect(segments('src/lib.rs::a', 'src/lib.rs::b', 'src/main.rs::a')).toEqual([
      [['src/lib.rs::a', 'src/lib.rs::b']],
      [['src/main.rs::a']],
    ]);
  });

  test('unless it has more segments than there are priorities', () => {
    const many = Array.from({ length: PRIORITIES + 1 }, (_, at) => [`tests/cart.rs::t${at}`]);
    expect(piecesOf(many, TARGETS).pieces.map(({ segments }) => segments.length)).toEqual([PRIORITIES, 1]);
  });
});

describe('filters', () => {
  test('name tests exactly, and escape what nextest would read', () => {
    expect(filtersOf(['src/lib.rs::a', 'src/lib.rs::m::b', 'tests/cart.rs::f(1, 2)'], TARGETS)).toEqual([
      '(binary_id(=shop) & (test(=a) | test(=m::b))) | (binary_id(=shop::cart) & (test(=f(1\\, 2\\))))',
    ]);
  });

  test('are short for a file all of whose tests are meant, and come in parts for many tests', () => {
    const sizes = { 'src/lib.rs': 2, 'tests/cart.rs': 900 };
    const some = Array.from({ length: 450 }, (_, at) => `tests/cart.rs::t${at}`);
    const [whole, ...parts] = selectingFilters(['src/lib.rs::a', 'src/lib.rs::b', ...some], sizes, TARGETS);
    expect(whole).toBe('binary_id(=shop)');
    expect(parts.map((part) => part.split(' | ').length)).toEqual([200, 200, 50]);
  });
});

describe('the profile', () => {
  const places = { junit: '/trial/r.xml', store: '/trial/store' };

  test('has priorities only for an order that is not nextest’s own', () => {
    const plain = profileText({ ...places, profile: 'unflake', orders: [['all()']] });
    expect(plain).not.toContain('priority');
    const ordered = profileText({ ...places, profile: 'ci', orders: [['test(=b)'], ['test(=a)']] });
    expect(ordered.match(/^\[+profile.*/gm)).toEqual([
      ...['[profile."ci"]', '[[profile."ci".overrides]]', '[[profile."ci".overrides]]'],
    ]);
    expect(ordered.match(/(?:filter|priority) = .*/g)).toEqual([
      ...['filter = "test(=b)"', 'priority = 100', 'filter = "test(=a)"', 'priority = 99'],
    ]);
  });

  test.each([
    [['--workspace', '--profile', 'ci', '--features=x'], 'ci'],
    [['-P', 'ci'], 'ci'],
    [['-Pci'], 'ci'],
    [['--profile=ci', '--cargo-profile', 'fast'], 'ci'],
    [['--cargo-profile', 'fast'], 'unflake'],
  ])('is the one in the flags %j, else ours', (flags, profile) => {
    expect(profileOf(flags)).toBe(profile);
  });
});

test('a process that ended before the harness finished is recognized by its output', () => {
  const one = (name: string, inside: string) =>
    `<testcase name="${name}" classname="shop::crash" time="0.1">${inside}</testcase>\n`;
  const xml = [
    one('passes', '<system-out>\nrunning 1 test\ntest passes ... ok\n\ntest result: ok. 1 passed\n</system-out>'),
    one('zero', '<system-out>\nrunning 1 test\n</system-out>'),
    one('seven', '<failure type="test failure with exit code 7"/><system-out>\nrunning 1 test\n</system-out>'),
    one(
      'a &lt;b&gt;',
      '<failure message="process aborted with signal 9 (SIGKILL)" type="test abort">x</failure><system-out>\nrunning 1 test\n</system-out>',
    ),
    one('late', '<failure type="test timeout"/><system-out>\nrunning 1 test\n</system-out>'),
    one('of another harness', '<failure type="test failure with exit code 1"/><system-out>no</system-out>'),
  ].join('');
  expect(casesEndedEarly(xml)).toEqual([
    { binaryId: 'shop::crash', name: 'zero', words: 'the process ended with exit code 0' },
    { binaryId: 'shop::crash', name: 'seven', words: 'the process ended with exit code 7' },
    { binaryId: 'shop::crash', name: 'a <b>', words: 'process aborted with signal 9 (SIGKILL)' },
  ]);
});
