import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopRequest } from '../../../src/cli/server-options.ts';
import { EXIT } from '../../../src/contract/exit-codes.ts';
import { fakeOutside } from './fake-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first request stops a server, and a second one quits at once', () => {
  const host = fakeOutside();
  const said: string[] = [];
  const signal = stopRequest(host, (line) => said.push(line));
  host.pressCtrlC();
  expect(signal.aborted).toBe(true);
  expect(host.exits).toEqual([]);
  host.pressCtrlC();
  expect(host.exits).toEqual([EXIT.interrupted]);
  expect(said).toHaveLength(1);
});

test('a server whose call does not end quits after a minute', () => {
  const host = fakeOutside();
  const said: string[] = [];
  stopRequest(host, (line) => said.push(line));
  host.pressCtrlC();
  vi.advanceTimersByTime(59_000);
  expect(host.exits).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(host.exits).toEqual([EXIT.interrupted]);
  expect(said.at(-1)).toBe('a call did not end within 60 s; what it has started is killed');
});
