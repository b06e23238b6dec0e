/** A Date whose current time comes from a clock; everything else, including subclassing and instanceof, is that of the real one. */
import type { Clock } from './system-clock.ts';

export function patchDate(RealDate: DateConstructor, clock: Clock): DateConstructor {
  const now = () => clock.currentTimeMillis();
  return new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length ? args : [now()], newTarget) as Date,
    // Called without `new`, Date ignores its arguments and returns the current time as text.
    apply: (target) => new target(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
