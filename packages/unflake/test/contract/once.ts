/** Computes a value once for several tests, whichever asks first: the order of tests is shuffled, and starting a tool is expensive. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
