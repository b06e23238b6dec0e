/** Lets `await using` close what has a `close`, at the end of the block and also when it throws. */
export function closing(thing: { close(): void | Promise<void> }): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => thing.close() };
}
