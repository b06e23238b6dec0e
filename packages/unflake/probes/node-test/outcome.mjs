/** The outcome and the failure in an event of node:test. */

/** A todo test may fail: the run passes, so it is not a failure here. */
export function outcomeOf({ skip, todo, details }) {
  if (skip !== undefined && skip !== false) return 'skipped';
  if (details.passed) return 'passed';
  if (todo !== undefined && todo !== false) return 'skipped';
  const kind = details.error?.failureType;
  if (kind === 'testTimeoutFailure') return 'timed-out';
  return kind === 'hookFailed' ? 'errored' : 'failed';
}

export function failureOf({ details }, failedSubtest) {
  if (failedSubtest && details.error?.failureType === 'subtestsFailed') {
    const failure = failureOf(failedSubtest);
    return failure && { ...failure, message: `in subtest '${failedSubtest.name}': ${failure.message}` };
  }
  return details.error && describeError(details.error.cause ?? details.error);
}

export function describeError(error) {
  if (!(error instanceof Error)) {
    // Errors from another realm (node:vm) are not instances of Error.
    const { name, message, stack } = Object(error);
    if (typeof message !== 'string') return { type: typeof error, message: String(error) };
    return { type: String(name ?? 'Error'), message, stack: String(stack ?? '') };
  }
  return { type: error.name, message: error.message, stack: String(error.stack ?? '') };
}
