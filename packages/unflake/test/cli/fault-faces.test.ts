/** A fault is printed as text with its page, and as an envelope; and it changes nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { BIN } from '../program.ts';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));

let place: string;
let subject: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'unflake-faces-'));
  subject = join(place, 'subject');
  mkdirSync(subject);
});
afterEach(() => rmSync(place, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(subject, file), text);

function unflake(...args: readonly string[]) {
  const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    encoding: 'utf8',
    cwd: subject,
    env,
  });
  return { status, stdout, stderr };
}

/** Checks both forms, and returns the text. */
function faces(code: keyof typeof FAULTS, ...args: readonly string[]): string {
  const words = unflake(...args);
  expect(words).toMatchObject({ status: FAULTS[code].exit, stdout: '' });
  const page = /docs\/faults\/\S+\.md/.exec(words.stderr)?.[0] ?? 'no page';
  expect(existsSync(join(TOP, page)), page).toBe(true);
  expect(words.stderr).toContain(FAULTS[code].hint);
  const envelope = unflake(...args, '--json', '--quiet');
  expect(envelope).toMatchObject({ status: FAULTS[code].exit, stderr: '' });
  expect(JSON.parse(envelope.stdout)).toMatchObject({ ok: false, error: { code } });
  return words.stderr;
}

test('an unknown test is reported with the nearest ids, quoted so that they can be pasted', () => {
  write('package.json', '{"type":"module","scripts":{"test":"node --test"}}');
  write('cart.test.js', "import test from 'node:test';\ntest('totals the basket', () => {});\n");
  expect(faces('UNKNOWN_TEST', 'diagnose', 'totals the baskte')).toContain('`cart.test.js > totals the basket`');
  expect(readdirSync(subject).sort()).toEqual(['cart.test.js', 'package.json']);
});

test('a store of a newer format is refused and left as it is', () => {
  const file = join(subject, 'cases.db');
  expect(unflake('cases', '--store', 'cases.db').status).toBe(0);
  const db = new DatabaseSync(file);
  db.exec('UPDATE unflake_format SET major = 99');
  db.close();
  expect(faces('STORE_TOO_NEW', 'cases', '--store', 'cases.db')).toContain('has format 99.');
  const after = new DatabaseSync(file);
  expect(after.prepare('SELECT major FROM unflake_format').get()).toMatchObject({ major: 99 });
  after.close();
});

test('a file that is not a store is refused and left as it is', () => {
  const text = 'these are not the bytes of a store, but a text of someone else\n'.repeat(50);
  write('cases.db', text);
  faces('STORE_UNREADABLE', 'cases', '--store', 'cases.db');
  expect(readFileSync(join(subject, 'cases.db'), 'utf8')).toBe(text);
});

test('a wrong value is reported by the name of its flag', () => {
  const words = faces('INVALID_INPUT', 'diagnose', 'x', '--trials', 'none');
  expect(words).toContain('unflake diagnose: --trials is "none"; expected a number');
});
