/** Runs a test body to its end, by promise or by callback, and lets a judge decide whether its failure stands. */

import { within } from '../clock/within.ts';
import type { Clock } from '../clock.ts';
import type { Body } from './map-test.ts';

export interface Failure {
  readonly error: unknown;
}

/** The failure to end with, or undefined to pass. */
export type Judge = (failure: Failure | undefined) => Failure | undefined;

export function callBody(body: Body, ms: number | undefined, clock: Clock, judge: Judge): Body {
  return function judged(this: unknown, ...args: unknown[]) {
    const done = args.at(-1);
    if (isCallback(done) && body.length === args.length) {
      endOf(
        (resolve, reject) => {
          const callback = (error?: unknown) => (error ? reject(error) : resolve());
          body.apply(this, [...args.slice(0, -1), Object.assign(callback, { fail: reject })]);
        },
        ms,
        clock,
      ).then((failure) => done(settle(failure, judge)?.error));
      return undefined;
    }
    const run = async () => body.apply(this, args);
    return endOf((resolve, reject) => run().then(() => resolve(), reject), ms, clock).then((failure) => {
      const end = settle(failure, judge);
      if (end) throw end.error;
    });
  };
}

/** A test that skips itself says so by throwing; that is no failure to judge. */
function settle(failure: Failure | undefined, judge: Judge): Failure | undefined {
  return failure && isSkip(failure.error) ? failure : judge(failure);
}

function isSkip(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return Reflect.get(error, 'code') === 'VITEST_PENDING' || error.constructor?.name === 'Pending';
}

/** The callback of jest, mocha and node:test; vitest's context is a function as well, but carries the task. */
function isCallback(value: unknown): value is (error?: unknown) => void {
  return typeof value === 'function' && !('task' in value);
}

async function endOf(
  run: (resolve: () => void, reject: (error: unknown) => void) => void,
  ms: number | undefined,
  clock: Clock,
): Promise<Failure | undefined> {
  try {
    const running = new Promise<void>(run);
    const end = ms === undefined ? await running.then(() => true) : await within(clock, ms, running);
    return end ? undefined : { error: new Error(`the test had not ended after ${ms} ms`) };
  } catch (error) {
    return { error };
  }
}
