/** Events out of a stream that arrives in any pieces. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventParser } from '../src/api/parse-events.ts';

const STREAM =
  'retry: 1000\n\nevent: start\nid: k-1.1\ndata: {"a":"é"}\n\n: alive\n\nevent: done\nid: k-1.2\ndata: {}\n\n';
const EVENTS = [
  { event: 'start', id: 'k-1.1', data: '{"a":"é"}' },
  { event: 'done', id: 'k-1.2', data: '{}' },
];

test('the events are the same, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: STREAM.length })), (cuts) => {
      const parse = eventParser();
      const at = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const found = at.slice(1).flatMap((end, index) => parse(STREAM.slice(at[index], end)));
      expect(found).toEqual(EVENTS);
    }),
  );
});

test('an event that has not ended is not told', () => {
  expect(eventParser()('event: start\ndata: {}\n')).toEqual([]);
});
