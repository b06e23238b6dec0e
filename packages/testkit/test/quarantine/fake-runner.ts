/** A runner in a few lines: collects tests as a real one does, and runs them when told to. */

type Body = (this: unknown, ...args: never[]) => unknown;

export interface FakeRunner {
  readonly test: TestApi;
  /** The outcome of every test, by name. */
  run(): Promise<Record<string, string>>;
}

export interface TestApi {
  (name: string, body: Body): void;
  (name: string, options: object, body: Body): void;
  skip(name: string, body: Body): void;
  only(name: string, body: Body): void;
  each(values: readonly unknown[]): (name: string, body: Body) => void;
}

export function fakeRunner(): FakeRunner {
  const collected = new Map<string, Body | 'skip'>();
  const add = (name: string, ...rest: readonly (object | Body)[]) => void collected.set(name, rest.at(-1) as Body);
  const test: TestApi = Object.assign(add, {
    skip: (name: string) => void collected.set(name, 'skip'),
    only: add,
    each: (values: readonly unknown[]) => (name: string, body: Body) => {
      for (const value of values) add(`${name} ${value}`, () => (body as (value: unknown) => unknown)(value));
    },
  });
  const run = async () => {
    const outcomes: Record<string, string> = {};
    for (const [name, body] of collected) outcomes[name] = body === 'skip' ? 'skipped' : await outcomeOf(body);
    return outcomes;
  };
  return { test, run };
}

/** As jest and mocha do: a body with a parameter gets a callback, and may then not return a promise. */
async function outcomeOf(body: Body): Promise<string> {
  try {
    if (body.length === 0) {
      await body.call({ runner: 'fake' });
      return 'passed';
    }
    await new Promise<void>((resolve, reject) => {
      const done = (error?: unknown) => (error ? reject(error) : resolve());
      const returned = (body as (this: unknown, done: unknown) => unknown).call({ runner: 'fake' }, done);
      if (returned !== undefined) reject(new Error('a callback and a promise'));
    });
    return 'passed';
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
