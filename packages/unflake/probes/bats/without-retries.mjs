/**
 * A copy of BATS in the trial's folder without retries: BATS_TEST_RETRIES is set inside test files, out of reach. A BATS of another shape
 * is started unchanged; its retries are detected and refused.
 */
import { appendFileSync, cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DECIDES = 'bats_should_retry_test';

export function withoutRetries(bats, copy) {
  const root = dirname(dirname(realpathSync(bats)));
  const parts = ['bin/bats', 'libexec/bats-core', 'lib/bats-core'];
  const functions = 'lib/bats-core/test_functions.bash';
  if (!parts.every((part) => existsSync(join(root, part)))) return bats;
  if (!readFileSync(join(root, functions), 'utf8').includes(`${DECIDES}()`)) return bats;
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true, dereference: true });
  appendFileSync(join(copy, functions), `\n${DECIDES}() { false; }\n`);
  return join(copy, 'bin/bats');
}
