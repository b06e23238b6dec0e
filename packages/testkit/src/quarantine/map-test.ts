/**
 * Wraps the bodies passed to a runner's test function, for any runner: its modifiers (`only`, `each`, …) and its way of calling a body
 * stay.
 */

/** `test` or `it` of vitest, jest, mocha or node:test. */
export type TestFunction = (...args: never[]) => unknown;

export type Body = (this: unknown, ...args: unknown[]) => unknown;

/** The same test function, with `change` applied to every body that is passed through it. */
export function mapTest<T extends TestFunction>(test: T, change: (body: Body, name: string) => Body): T {
  return new Proxy(test, {
    apply: (target, self, args: unknown[]) => {
      const name = args.find((arg) => typeof arg === 'string') ?? 'a test without a name';
      const changed = args.map((arg) =>
        typeof arg === 'function' ? disguise(change(arg as Body, name), arg as Body) : arg,
      );
      const result: unknown = Reflect.apply(target, self, changed);
      // `test.each(table)` returns the function that takes the body.
      return typeof result === 'function' ? mapTest(result as TestFunction, change) : result;
    },
    get: (target, key) => {
      const value: unknown = target[key as keyof T];
      return typeof value === 'function' ? mapTest(value as TestFunction, change) : value;
    },
  });
}

/** Runners count a body's parameters to detect a callback, and vitest reads its text to find the fixtures. */
function disguise(changed: Body, original: Body): Body {
  if (changed === original) return original;
  return Object.defineProperties(changed, {
    length: { value: original.length },
    name: { value: original.name },
    toString: { value: () => original.toString() },
  });
}
