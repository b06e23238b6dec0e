/** Which rules name a place where nondeterminism enters; the others are smells that hide failures or say nothing about them. */
const SMELL =
  /\/(?:disabled-without-reason|assertion-free-test|hidden-retry|ignored-exit-status|allowed-without-reason)$/;

export const isSource = (rule: string): boolean => !SMELL.test(rule);
