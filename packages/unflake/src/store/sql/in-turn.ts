/** Runs work one after another, in the order in which it was asked for. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
