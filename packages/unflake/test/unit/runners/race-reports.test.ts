/** Go's race detector on what it printed: go1.26 on Linux, with the folder of the project shortened. */
import { expect, test } from 'vitest';
import { testId } from '../../../src/contract/test-id.ts';
import { raceReports } from '../../../src/runners/go-test/race-reports.ts';

const TARGET = testId('.::TestCounts');

const block = (first: string, second: string) => `==================
WARNING: DATA RACE
Read at 0x00c0000941f8 by goroutine 8:
  example.com/races.(*Counter).Add()
      ${first} +0x7d
  example.com/races.TestCounts.func1()
      /subject/counter_test.go:13 +0x12

Previous write at 0x00c0000941f8 by goroutine 9:
  example.com/races.(*Counter).Add()
      ${second} +0x8f
  example.com/races.TestCounts.func1()
      /subject/counter_test.go:13 +0x12

Goroutine 8 (running) created at:
  example.com/races.TestCounts()
      /subject/counter_test.go:13 +0x84
  testing.tRunner()
      /usr/local/go/src/testing/testing.go:2036 +0x21c
  testing.(*T).Run.gowrap1()
      /usr/local/go/src/testing/testing.go:2101 +0x38

Goroutine 9 (finished) created at:
  example.com/races.TestCounts()
      /subject/counter_test.go:13 +0x84
  testing.tRunner()
      /usr/local/go/src/testing/testing.go:2036 +0x21c
  testing.(*T).Run.gowrap1()
      /usr/local/go/src/testing/testing.go:2101 +0x38
==================
`;
const END = `--- FAIL: TestCounts (0.02s)
    testing.go:1712: race detected during execution of test
FAIL
FAIL	example.com/races	0.203s
FAIL
`;

test('both places of a race are named, as the project knows its files', () => {
  expect(raceReports(block('/subject/counter.go:5', '/subject/counter.go:9') + END, '/subject', [TARGET])).toEqual([
    {
      detector: 'data-race',
      says: 'read at counter.go:5 and write at counter.go:9 by two goroutines, without synchronization',
      where: 'counter.go:5',
      test: TARGET,
    },
  ]);
});

test('for frames in a library, the frame of the project that called it is named', () => {
  const inLibrary = block('/usr/local/go/src/runtime/map.go:1', '/root/go/pkg/mod/example.com/cache@v1/cache.go:7');
  const [report] = raceReports(inLibrary, '/subject', [TARGET]);
  expect(report?.says).toBe(
    'read at counter_test.go:13 and write at counter_test.go:13 by two goroutines, without synchronization',
  );
});

test('the same pair of places is reported once, whichever came first', () => {
  const once = block('/subject/a.go:1', '/subject/b.go:2');
  const swapped = once
    .replace('Read at', 'Write at')
    .replace('Previous write', 'Previous read')
    .replace('/subject/a.go:1', '/subject/b.go:2')
    .replace('/subject/b.go:2 +0x8f', '/subject/a.go:1 +0x8f');
  expect(raceReports(once + once + swapped, '/subject', [TARGET])).toHaveLength(1);
  expect(raceReports(once + block('/subject/c.go:3', '/subject/b.go:2'), '/subject', [TARGET])).toHaveLength(2);
});

test('among several tests none is named, because goroutines of one may outlive it', () => {
  const [report] = raceReports(block('/subject/a.go:1', '/subject/b.go:2'), '/subject', [TARGET, testId('.::TestB')]);
  expect(report?.test).toBeNull();
});

test('output without a race, or with half of a block, has no reports', () => {
  expect(raceReports('ok  \texample.com/races\t0.2s\n', '/subject', [TARGET])).toEqual([]);
  const whole = block('/subject/a.go:1', '/subject/b.go:2');
  expect(raceReports(whole.slice(0, whole.indexOf('Goroutine 8')), '/subject', [TARGET])).toEqual([]);
});
