/** Lets `await using` call `close` at the end of the block, also when it throws. */
export function closing(thing: { close(): void | Promise<void> }): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => thing.close() };
}
