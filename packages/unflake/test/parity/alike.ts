/** Answers that must be equal. They are also recorded for scripts/bench/parity-ten.mjs, which compares whole runs. */
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

export function expectAlike(answers: readonly unknown[]): void {
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const record = process.env.UNFLAKE_PARITY_RECORD;
  if (record === undefined) return;
  const line = { test: expect.getState().currentTestName, answer: answers[0] };
  appendFileSync(record, `${JSON.stringify(line)}\n`);
}
