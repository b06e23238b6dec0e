/** What several tests look at is made by the first that asks: the order of tests is shuffled, and to start a tool is what costs. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
