/** The schema of SARIF 2.1.0, and what is wrong by it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);
// Written for an old draft whose words mean the same here; only its name and address would be refused.
const {
  $schema: _draft,
  id: _address,
  ...schema
} = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const valid = ajv.compile(schema);

/** Empty for a log that is valid. */
export function sarifErrors(log: unknown): readonly string[] {
  return valid(log) ? [] : (valid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
