/** The name of one test as its runner knows it, stable from run to run. Made only by adapters and by parsing user input. */
declare const brand: unique symbol;

export type TestId = string & { readonly [brand]: 'TestId' };

export const testId = (text: string): TestId => text as TestId;
