/** A promise that is resolved from outside. The language has it as `Promise.withResolvers` from Node 22 on. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

export function deferred<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}
