/** Lets `using` close what has a `close`, at the end of the block and also when it throws. */
export function closing(thing: { close(): void }): Disposable {
  return { [Symbol.dispose]: () => thing.close() };
}
