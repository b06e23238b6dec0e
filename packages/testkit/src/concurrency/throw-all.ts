/** Several things went wrong at once: one error as it is, more of them together. */
export function throwAll(errors: readonly unknown[], message: string): void {
  if (errors.length > 1) throw new AggregateError(errors, message);
  if (errors.length === 1) throw errors[0];
}
