/** Throws a single error as it is, and several as an AggregateError. */
export function throwAll(errors: readonly unknown[], message: string): void {
  if (errors.length > 1) throw new AggregateError(errors, message);
  if (errors.length === 1) throw errors[0];
}
