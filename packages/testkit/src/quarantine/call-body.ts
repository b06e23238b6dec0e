/** Runs a test body to its end, by promise or by callback, and lets a function decide whether its failure counts. */

import { within } from '../clock/within.ts';
import type { Clock } from '../clock.ts';
import { fail } from '../text/refuse.ts';
import type { Body } from './map-test.ts';

export interface Failure {
  readonly error: unknown;
}

/** The failure to report, or undefined to pass. */
export type Judge = (failure: Failure | undefined) => Failure | undefined;

export function callBody(body: Body, ms: number | undefined, clock: Clock, judge: Judge): Body {
  return function judged(this: unknown, ...args: unknown[]) {
    const done = args.at(-1);
    const callback = isCallback(done) && body.length === args.length ? done : undefined;
    const running = new Promise<unknown>((resolve, reject) => {
      const end = (error?: unknown) => (error ? reject(error) : resolve(undefined));
      if (callback) body.apply(this, args.with(-1, Object.assign(end, { fail: reject })));
      else resolve(body.apply(this, args));
    });
    const ended = endOf(running, ms, clock, judge);
    if (!callback)
      return ended.then((failure) => {
        if (failure) throw failure.error;
      });
    ended.then((failure) => callback(failure?.error));
    return undefined;
  };
}

/** The callback of jest, mocha and node:test; vitest's context is a function as well, but has the task. */
const isCallback = (value: unknown): value is (error?: unknown) => void =>
  typeof value === 'function' && !('task' in value);

async function endOf(running: Promise<unknown>, ms: number | undefined, clock: Clock, judge: Judge) {
  try {
    if (ms === undefined) await running;
    else if (!(await within(clock, ms, running))) fail(`the test had not ended after ${ms} ms`);
  } catch (error) {
    // A test skips itself by throwing; that is not a failure.
    return isSkip(error) ? { error } : judge({ error });
  }
  return judge(undefined);
}

function isSkip(error: unknown): boolean {
  const thrown = error as { code?: unknown } | null | undefined;
  return thrown?.code === 'VITEST_PENDING' || thrown?.constructor?.name === 'Pending';
}
